"""The examples in docstrings run as printed, in whichever module they stand."""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def examples_in(path: Path) -> int:
    """How many examples stand in the docstrings of a source file."""
    parser = doctest.DocTestParser()
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    texts = (ast.get_docstring(node) or "" for node in nodes if isinstance(node, DOCUMENTED))
    return sum(len(parser.get_examples(text)) for text in texts)


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


WITH_EXAMPLES = {
    name_of(path): count
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
    if (count := examples_in(path))
}


def test_all_packages_are_looked_at() -> None:
    known = {"engine", "search", "uhp", "client", "arena", "learning", "training", "soak", "web"}
    assert known <= {*PACKAGES}
    assert len(WITH_EXAMPLES) > 10


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_every_example_runs_as_printed(name: str) -> None:
    """Also those of functions that are wrapped, which doctest alone would pass over."""
    result = doctest.testmod(import_module(name))
    assert result.failed == 0
    assert result.attempted == WITH_EXAMPLES[name]
