"""`import propolis` is all of the public API, at next to no cost."""

import json
from pathlib import Path
from types import ModuleType

import pytest
from fresh_python import objections, public, python

import engine
import propolis
import search
import study
from uhp.version import __version__

ROOMS = (engine, search, study)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.__name__)
def test_every_public_name_of_a_room_is_the_same_object_in_propolis(room: ModuleType) -> None:
    assert len(public(room)) > 5
    for name in public(room):
        assert getattr(propolis, name) is getattr(room, name), name
        assert name in dir(propolis)
        assert name in public(propolis)


def test_completion_offers_what_is_public_and_nothing_else() -> None:
    offered = {name for name in dir(propolis) if not name.startswith("__")}
    assert offered == {*public(propolis), "client", "learning", "puzzles", "svg"} - {"__version__"}
    assert {"__version__", "__doc__", "__all__"} <= set(dir(propolis))


def test_no_two_rooms_share_a_name() -> None:
    names = [name for room in ROOMS for name in public(room)]
    assert len(names) == len(set(names))


def test_the_version_is_that_of_the_engine() -> None:
    assert propolis.__version__ == __version__


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'propolis' has no attribute 'Chess'"):
        propolis.Chess  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'Chess' from 'propolis'"):
        exec("from propolis import Chess")


def test_importing_propolis_alone_loads_nothing_heavy_and_takes_milliseconds() -> None:
    code = (
        "import json, sys, time\n"
        "before = {*sys.modules}\n"
        "started = time.process_time()\n"
        "import propolis\n"
        "print(json.dumps([time.process_time() - started, [*({*sys.modules} - before)]]))"
    )
    runs = [json.loads(python(code)) for _ in range(3)]
    loaded = {name.partition(".")[0] for name in runs[0][1]}
    assert not loaded & {"numpy", "numba", "llvmlite", "asyncio", "dataclasses", "client"}
    assert {name for name in runs[0][1] if name.startswith("engine.")} == {"engine.lazy_names"}
    # The least of three, and generous: it is a few milliseconds of the processor.
    assert min(seconds for seconds, _ in runs) < 0.05


def test_a_star_import_gives_all_names_and_no_modules() -> None:
    names: dict[str, object] = {}
    exec("from propolis import *", names)
    assert {*names} - {"__builtins__"} == {*public(propolis)}


@pytest.mark.slow
def test_type_checkers_know_every_name_and_no_other(tmp_path: Path) -> None:
    lines = ["import propolis", "from propolis import Game", "x: int = Game().legal_moves"]
    lines += [f"propolis.{name}" for room in ROOMS for name in public(room)]
    lines += ["propolis.Chess"]
    first, last = objections(tmp_path, lines)
    assert "program.py:3: error: Incompatible types in assignment" in first
    assert f'program.py:{len(lines)}: error: Module has no attribute "Chess"' in last
