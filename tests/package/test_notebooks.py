"""The notebooks run and show what is kept in them."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUNNER = runpy.run_path(str(ROOT / "docs" / "run_notebook.py"))
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def kinds(notebook: dict[str, object]) -> list[list[set[str]]]:
    """The kinds of what every cell shows."""
    cells = notebook["cells"]
    assert isinstance(cells, list)
    return [[{*output["data"]} for output in cell.get("outputs", ())] for cell in cells]


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs_and_shows_what_is_kept_in_it(path: Path) -> None:
    kept = RUNNER["read"](path)
    shown = RUNNER["run"](kept)
    assert kinds(shown) == kinds(kept), "make docs"
    outputs = [output for cell in shown["cells"] for output in cell.get("outputs", ())]
    pictures = ["".join(each["data"].get("image/svg+xml", "")) for each in outputs]
    assert sum(picture.startswith("<svg ") for picture in pictures) >= 3
    assert all(cell["source"] for cell in shown["cells"])
