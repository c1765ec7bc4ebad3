"""The rooms of the arena import one way: match and statistics, tournament, output, command line."""

import ast
from pathlib import Path

import pytest

import arena

ROOT = Path(arena.__file__).parent
USES = {
    "match": set(),
    "statistics": {"match"},
    "tournament": {"match", "statistics"},
    "output": {"match", "statistics"},
    "command_line": {"match", "statistics", "tournament", "output"},
}


@pytest.mark.parametrize("room", USES)
def test_a_room_uses_only_those_below_it(room: str) -> None:
    files = sorted((ROOT / room).glob("*.py"))
    assert files
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("arena."):
                other = str(node.module).split(".")[1]
                assert other in {room, *USES[room]} or other not in USES, (path.name, other)


def test_every_room_is_known() -> None:
    assert {path.parent.name for path in ROOT.glob("*/__init__.py")} == set(USES)
