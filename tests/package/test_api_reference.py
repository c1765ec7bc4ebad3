"""docs/api.md is what the docstrings say."""

import re
import runpy
from pathlib import Path

import propolis

ROOT = Path(__file__).parents[2]
WRITER = runpy.run_path(str(ROOT / "docs" / "make_api.py"))
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")


def test_the_reference_is_up_to_date() -> None:
    assert WRITER["reference"]() == PAGE, "make docs"


def test_every_public_name_has_an_entry_and_a_link() -> None:
    entries = re.findall(r"^### (.*)$", PAGE, re.MULTILINE)
    assert len(entries) == len(set(entries))
    names = set(vars(propolis)["__all__"]) - {"__version__"}
    assert {f"propolis.{name}" for name in names} <= set(entries)
    anchor = WRITER["anchors"]()
    anchors = {anchor(heading) for heading in re.findall(r"^##+ (.*)$", PAGE, re.MULTILINE)}
    links = re.findall(r"\]\(#([^)]*)\)", PAGE)
    assert set(links) == anchors
    assert len(links) == len(anchors)


def test_the_reference_shows_no_addresses_and_no_paths() -> None:
    assert " at 0x" not in PAGE
    assert str(ROOT) not in PAGE
