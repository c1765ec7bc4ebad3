"""`propolis.svg`, `propolis.client` and `propolis.learning` are modules that live elsewhere."""

from importlib import import_module
from pathlib import Path

import pytest
from fresh_python import ROOT, objections, public, python

import propolis

MODULES = {
    "svg": "engine.svg",
    "client": "client",
    "learning": "learning",
    "puzzles": "study.puzzles",
}


def names_of(home: str) -> list[str]:
    """The public names of a module: those it lists, or else those it defines."""
    module = import_module(home)
    if hasattr(module, "__all__"):
        return public(module)
    defined = (
        name for name, value in vars(module).items() if getattr(value, "__module__", "") == home
    )
    return [name for name in defined if not name.startswith("_")]


@pytest.mark.parametrize(("name", "home"), MODULES.items())
def test_modules_of_propolis_are_the_ones_they_come_from(name: str, home: str) -> None:
    module = import_module(home)
    assert import_module(f"propolis.{name}") is module
    assert getattr(propolis, name) is module
    assert name in dir(propolis)
    assert module.__name__ == home
    statements = (
        f"import propolis; print(propolis.{name}.__name__)",
        f"import propolis.{name}; print(propolis.{name}.__name__)",
        f"from propolis import {name}; print({name}.__name__)",
        f"import propolis.{name} as it, {home} as home; print((it is home) and it.__name__)",
        f"import {home} as home, propolis.{name} as it; print((it is home) and it.__name__)",
    )
    for statement in statements:
        assert python(statement) == f"{home}\n", statement


@pytest.mark.parametrize("room", ["client", "learning"])
def test_no_module_is_loaded_twice_under_two_names(room: str) -> None:
    paths = sorted((ROOT / room).glob("[!_]*.py"))
    assert len(paths) > 1
    for name in (path.stem for path in paths[:3]):
        assert import_module(f"propolis.{room}.{name}") is import_module(f"{room}.{name}")
        assert import_module(f"{room}.{name}").__name__ == f"{room}.{name}"


@pytest.mark.slow
def test_type_checkers_know_every_name_of_a_module_and_no_other(tmp_path: Path) -> None:
    lines = ["import propolis"]
    for name, home in MODULES.items():
        lines.append(f"from propolis import {name}")
        lines += [f"{name}.{each}" for each in names_of(home)]
        lines += [f"propolis.{name}.{each}" for each in names_of(home)]
    lines += ["propolis.svg.Chess"]
    [last] = objections(tmp_path, lines)
    assert f'program.py:{len(lines)}: error: Module has no attribute "Chess"' in last
