"""What docs/learning.md shows is what the package does."""

import re
from pathlib import Path

from learning import ACTIONS_VERSION, CENTRES, OBSERVATION_VERSION, PLANES

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "learning.md"


def test_the_table_of_planes_has_every_plane() -> None:
    rows = re.findall(r"^\| (\d+)(?:[-, ]+(\d+))? \| (.*?) \|", GUIDE.read_text("utf-8"), re.M)
    numbers = [n for first, last, _ in rows for n in range(int(first), int(last or first) + 1)]
    assert numbers == list(range(len(PLANES)))
    for first, last, names in rows:
        quoted = re.findall(r"`(.*?)`", names)
        assert quoted[0] == PLANES[int(first)]
        if last and len(quoted) > 1:
            assert quoted[-1] == PLANES[int(last)]


def test_versions_and_centres_are_those_of_the_package() -> None:
    text = GUIDE.read_text("utf-8")
    assert f"`ACTIONS_VERSION` ({ACTIONS_VERSION})" in text
    assert f"`OBSERVATION_VERSION` ({OBSERVATION_VERSION})" in text
    assert [name for name in CENTRES if f"| `{name}`" in text] == list(CENTRES)
