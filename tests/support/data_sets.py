"""Data sets for tests of what is learnt from them."""

from collections.abc import Iterator
from pathlib import Path

from training.dataset import DataSet, read_rows


def of_one_game(data: Path, folder: Path) -> Iterator[Path]:
    """Sets of which nothing is left to learn from, or nothing to keep apart."""
    rows = read_rows([data])
    yield DataSet.create(folder / "nothing", {}).folder
    for game in (0, 1):
        few = DataSet.create(folder / f"only {game}", {"game": game})
        few.write(0, rows[rows["game"] == game])
        yield few.folder
