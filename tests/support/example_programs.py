"""The programs in `examples/`, as tests run them."""

import re
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
PATIENCE = 120.0
"""Seconds for one of them: the first may have to compile."""

_ARGUMENTS = {"play.py": ("--level", "1", "--moves", "wS1; nonsense; wQ /wS1; wQ -wS1")}
"""For those that would ask a person."""


def programs() -> list[Path]:
    return sorted(EXAMPLES.glob("*.py"))


def arguments(program: Path) -> tuple[str, ...]:
    """What to start an example with so that it ends by itself."""
    return _ARGUMENTS.get(program.name, ())


def extras(program: Path) -> set[str]:
    """The extras that an example says it needs, as in `propolis[rl]`."""
    return set(re.findall(r"propolis\[(\w+)\]", program.read_text("utf-8")))
