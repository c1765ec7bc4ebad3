"""Promises about compiled code and about which package may use which."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import Game, cache, compiler, types
from engine.jit import KERNELS, Kernel, kernel
from engine.movegen import list_moves
from engine.position import MAX_MOVES, Moves, Position, new_position

ROOT = Path(__file__).resolve().parents[2]

NOT_INSTALLED = {"benchmarks", "soak", "tests"}
TOP = {"training", "web"}
FORBIDDEN = {
    "engine": {"search", "uhp", "client", "arena", "learning", "study", *TOP, *NOT_INSTALLED},
    "search": {"uhp", "client", "arena", "learning", "study", *TOP, *NOT_INSTALLED},
    "uhp": {"client", "arena", "learning", "training", "web", *NOT_INSTALLED},
    "client": {"search", "uhp", "arena", "learning", "study", *TOP, *NOT_INSTALLED},
    "arena": {"search", "learning", "training", "web", *NOT_INSTALLED},
    "learning": {"search", "uhp", "client", "arena", "study", *TOP, *NOT_INSTALLED},
    "study": {"client", "arena", "learning", *TOP, *NOT_INSTALLED},
    "web": {"uhp", "arena", "learning", "training", *NOT_INSTALLED},
    "training": {"web", *NOT_INSTALLED},
}
"""What a package must know nothing of."""

ALLOWED = {
    "arena": {"search.limits"},
    "client": {"search.limits", "search.values"},
    "uhp": {"arena.command_line.main", "web.command_line"},
    "web": {"uhp.exit_codes", "uhp.output"},
}
"""Arena and client know engines only as processes, but limits and scores have one name everywhere;
the program of `uhp` starts the others when its first argument names them; remarks of all programs
go to stderr by one way, and their exit codes stand in one place.
"""

SILENT = ("engine", "search")
WITH_KERNELS = cache.KERNEL_PACKAGES


def files_of(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def modules_of(package: str) -> list[str]:
    """All modules of a package that can be imported without running a program."""
    paths = (path.relative_to(ROOT).with_suffix("") for path in files_of(package))
    names = (".".join(path.parts).removesuffix(".__init__") for path in paths)
    return [name for name in names if not name.endswith("__main__")]


def all_kernels() -> list[Kernel]:
    for package in WITH_KERNELS:
        for module in modules_of(package):
            import_module(module)
    return [k for k in KERNELS if k.py_func.__module__.split(".")[0] in WITH_KERNELS]


def run_python(code: str, **environment: str) -> str:
    """What a new interpreter prints."""
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


# Kernels


def test_every_kernel_has_exactly_one_signature() -> None:
    kernels = all_kernels()
    assert len(kernels) > 30
    for declared in kernels:
        declared.ensure_compiled()
        compiler.address_of(declared)
    overloads = {k.__name__: len(compiler._dispatcher_of(k).overloads) for k in kernels}
    assert {name: count for name, count in overloads.items() if count != 1} == {}


def test_a_compiled_kernel_is_not_compiled_again() -> None:
    position, moves = new_position("Base"), np.empty(MAX_MOVES, dtype=np.int32)
    list_moves(position, moves)
    before = list_moves._native
    list_moves.ensure_compiled()
    list_moves(position, moves)
    assert list_moves._native is before


def test_importing_the_engine_loads_neither_numba_nor_numpy() -> None:
    code = (
        "import engine, sys; print([m for m in ('numba', 'numpy', 'llvmlite') if m in sys.modules])"
    )
    assert run_python(code).strip() == "[]"


def test_importing_everything_compiles_nothing(tmp_path: Path) -> None:
    modules = [module for package in WITH_KERNELS for module in modules_of(package)]
    code = (
        "import importlib\n"
        f"for module in {modules}: importlib.import_module(module)\n"
        "from engine.jit import KERNELS\n"
        "print(len(KERNELS), sum(kernel._native is not None for kernel in KERNELS))"
    )
    declared, compiled = map(int, run_python(code, PROPOLIS_CACHE_DIR=str(tmp_path)).split())
    assert declared == len(all_kernels())
    assert compiled == 0
    assert list(tmp_path.rglob(f"*{cache.SUFFIX}")) == []


WARM_SEARCH = """
import sys
from engine import Game
from search import Limits, Searcher
for strategy in ("AlphaBeta", "MCTS"):
    Searcher(strategy=strategy).search(Game("Base+MLP"), Limits(nodes=500))
print("numba" in sys.modules)
"""


def test_compiled_code_is_used_without_importing_a_compiler() -> None:
    run_python(WARM_SEARCH)
    assert run_python(WARM_SEARCH).strip() == "False"


def test_a_kernel_may_be_compiled_after_others_were_loaded() -> None:
    """What is compiled now contains the code of kernels that were compiled before."""
    code = (
        "import sys; sys.path.append('tests/kernels')\n"
        "from engine import Game\n"
        "Game('Base').play('wS1')\n"
        "assert 'numba' not in sys.modules\n"
        "from test_kernels import fresh_kernel, GOOD_ARGUMENTS\n"
        "print(fresh_kernel()(*GOOD_ARGUMENTS))"
    )
    assert run_python(code).strip() == "7"


def first_move(position, moves, number):  # type: ignore[no-untyped-def]
    """Touches everything it is given."""
    return moves[0] + position.ply + number


def fresh_kernel() -> Kernel:
    """A kernel that has not been called yet."""
    declared: Kernel = kernel(types.int64(Position, Moves, types.int64))(first_move)
    KERNELS.remove(declared)
    return declared


GOOD_ARGUMENTS = (new_position("Base"), np.zeros(MAX_MOVES, dtype=np.int32), 7)

WRONG_ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "moves of another type": (new_position("Base"), np.zeros(MAX_MOVES, dtype=np.float32), 7),
    "moves with gaps": (new_position("Base"), np.zeros(2 * MAX_MOVES, dtype=np.int32)[::2], 7),
    "moves in two dimensions": (new_position("Base"), np.zeros((2, 2), dtype=np.int32), 7),
    "a list of moves": (new_position("Base"), [0] * MAX_MOVES, 7),
    "another record": (np.ones(1, dtype=[("ply", "i8")])[0], np.zeros(1, dtype=np.int32), 7),
    "no record": (None, np.zeros(1, dtype=np.int32), 7),
    "a text for a number": (new_position("Base"), np.zeros(1, dtype=np.int32), "7"),
    "nothing for a number": (new_position("Base"), np.zeros(1, dtype=np.int32), None),
    "too few": GOOD_ARGUMENTS[:2],
    "too many": (*GOOD_ARGUMENTS, 7),
}


@pytest.mark.parametrize("arguments", WRONG_ARGUMENTS.values(), ids=WRONG_ARGUMENTS)
@pytest.mark.parametrize("when", ["at the first call", "later"])
def test_wrong_arguments_raise_a_type_error(arguments: tuple[Any, ...], when: str) -> None:
    fresh = fresh_kernel()
    if when == "later":
        assert fresh(*GOOD_ARGUMENTS) == 7
    with pytest.raises(TypeError):
        fresh(*arguments)
    assert fresh(*GOOD_ARGUMENTS) == 7


@pytest.mark.parametrize("number", [7, np.int64(7), np.int32(7), np.int8(7), True + 6])
def test_a_kernel_takes_python_and_numpy_integers(number: int) -> None:
    fresh = fresh_kernel()
    assert [fresh(*GOOD_ARGUMENTS[:2], number) for _ in range(2)] == [7, 7]


# Packages


def imports_of(path: Path) -> Iterator[str]:
    """Everything a file imports anywhere in it, also by a name in a string."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            yield ".".join((*base, *filter(None, [node.module])))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if re.fullmatch(r"(engine|search|uhp|client|arena|learning|web)(\.\w+)+", node.value):
                yield node.value


@pytest.mark.parametrize("package", FORBIDDEN)
def test_imports_point_in_one_direction_only(package: str) -> None:
    files = files_of(package)
    assert files
    found = [(path.name, name) for path in files for name in imports_of(path)]
    assert any(name.startswith(package) for _, name in found), "no import was seen at all"
    others = [(file, name) for file, name in found if name not in ALLOWED.get(package, ())]
    wrong = [(file, name) for file, name in others if name.split(".")[0] in FORBIDDEN[package]]
    assert wrong == []


@pytest.mark.parametrize("package", SILENT)
def test_rules_and_search_print_nothing(package: str) -> None:
    for path in files_of(package):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            where = (path.name, getattr(node, "lineno", 0))
            assert not (isinstance(node, ast.Name) and node.id == "print"), where
            assert not (isinstance(node, ast.Attribute) and node.attr == "stdout"), where


def test_code_that_could_not_be_loaded_does_no_harm_to_what_is_loaded_next() -> None:
    # As after an interrupt: what LLVM had made by then is released.
    program = """
import gc
from engine import Game, cache, machinecode
from engine.movegen import list_moves
kept = cache.load(list_moves.py_func)
for _ in range(20):
    try:
        machinecode.load(kept.object_code, "no_such_name")
    except RuntimeError:
        gc.collect()
    assert machinecode.load(kept.object_code, kept.symbol)
print(len(Game("Base").legal_moves))
"""
    Game("Base").legal_moves  # noqa: B018 - so that there is code to be loaded
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "4"), done.stderr
