"""The examples in the README and in docs/ run as printed."""

import doctest
import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MADE_FROM_DOCSTRINGS = "api.md"
"""Its examples run where they stand."""

PAGES = [
    page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    if ">>> " in page.read_text("utf-8") and page.name != MADE_FROM_DOCSTRINGS
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run_as_printed(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Engines are started as `python -m uhp`.
    python = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{python}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted > 2
    assert result.failed == 0
