"""A copy of the program, to be changed or damaged."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from uhp_client import ROOT


def copy_program(target: Path, rooms: Iterable[str]) -> None:
    """Copy some of the packages, without what Python has compiled."""
    for room in rooms:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / room, target / room, ignore=ignored)
