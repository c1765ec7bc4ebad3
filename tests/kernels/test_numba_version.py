"""Compiled code is kept and called by conventions of numba that it may change without notice."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

WHAT_TO_DO = """
numba {installed} is not one of the versions that were tried ({bounds}). What stands on its private
parts: engine/compiler.py (dispatcher, reduced results, the final module), engine/instructions.py
(intrinsics), engine/jit.py (how its functions are called and tell of exceptions), engine/cache.py
(the file with its version). Compare these with numba's sources, then run

    python -m pytest tests/kernels tests/rules/test_perft.py tests/tools/test_benchmarks.py
    python -m benchmarks.signature   # must print what is in benchmarks/signature.txt

and if all is well, raise the upper bound of numba in pyproject.toml to the next minor version.
"""


def bounds() -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """The first version that was tried, and the first that was not, from pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    [text] = [name for name in project["dependencies"] if name.startswith("numba")]
    found = re.fullmatch(r"numba>=(\d+)\.(\d+),<(\d+)\.(\d+)", text)
    assert found, f"{text!r} does not bound numba from below and above"
    low_major, low, high_major, high = map(int, found.groups())
    return (low_major, low), (high_major, high), text


def what_is_wrong_with(installed: str) -> str:
    low, high, text = bounds()
    numbers = tuple(int(part) for part in re.findall(r"\d+", installed)[:2])
    return "" if low <= numbers < high else WHAT_TO_DO.format(installed=installed, bounds=text)


def test_numba_is_of_a_version_that_was_tried() -> None:
    wrong = what_is_wrong_with(version("numba"))
    assert not wrong, wrong


@pytest.mark.parametrize(("change", "is_tried"), [(-1, True), (0, False), (5, False)])
def test_a_newer_version_is_told_from_those_tried(change: int, is_tried: bool) -> None:
    _, (major, minor), _ = bounds()
    wrong = what_is_wrong_with(f"{major}.{minor + change}.1")
    assert (wrong == "") == is_tried
    assert is_tried or "raise the upper bound" in wrong
