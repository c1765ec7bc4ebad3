"""What a fresh Python, and a type checker, make of `propolis`."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def public(module: ModuleType) -> list[str]:
    """The names a module offers."""
    names: list[str] = module.__all__
    return names


def python(code: str) -> str:
    """What a fresh Python prints."""
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=120
    ).stdout


def objections(folder: Path, lines: Iterable[str]) -> list[str]:
    """What mypy says about a program, line by line."""
    program = folder / "program.py"
    program.write_text("\n".join(lines))
    command = [sys.executable, "-m", "mypy", "--no-error-summary", str(program)]
    return subprocess.run(
        command, cwd=ROOT, check=False, capture_output=True, text=True
    ).stdout.splitlines()
