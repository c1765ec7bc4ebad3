"""The examples run, are documented and need nothing but `import propolis`."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from example_programs import PATIENCE, arguments, programs

ROOT = Path(__file__).parents[2]
PACKAGES = {path.parent.name for path in ROOT.glob("*/__init__.py")}
MOST_LINES = 60
SLOW = {"match.py", "random_agents.py"}


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(program, id=program.name, marks=[pytest.mark.slow] * (program.name in SLOW))
        for program in programs()
    ],
)
def test_an_example_runs(program: Path, tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, program, *arguments(program)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (finished.returncode, finished.stderr) == (0, "")
    assert finished.stdout.strip()


@pytest.mark.parametrize("program", programs(), ids=lambda path: path.name)
def test_an_example_is_short_says_what_it_shows_and_imports_propolis_alone(program: Path) -> None:
    source = program.read_text("utf-8")
    tree = ast.parse(source)
    assert len((ast.get_docstring(tree) or "").splitlines()) >= 3
    assert len(source.splitlines()) <= MOST_LINES
    imported = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
        )
    }
    assert imported & PACKAGES == {"propolis"}
