"""A user's file that has the name of one of our packages is named in one clear sentence."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AT_ONCE = ("engine", "search", "uhp")
"""Packages that `import propolis` needs."""

WHEN_USED = ("client", "learning")
"""Packages that are `propolis.NAME` and needed for that alone: a user may well have a client.py."""

LOUD = "print('the file of the user was run')\n"


def python(
    cwd: Path, *arguments: str, program: str = sys.executable, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Python in a folder of the user, with propolis from this tree unless told otherwise."""
    if env is None:
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [program, *arguments],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def sentence(room: str, place: Path | str) -> str:
    return (
        f"ImportError: propolis needs its own package '{room}', but {place} has taken that name: "
        "rename it, or keep the folder it is in out of sys.path"
    )


def says_so(finished: subprocess.CompletedProcess[str], room: str, place: Path | str) -> bool:
    """Whether the sentence is the last word, and the user's file was not run."""
    last = finished.stderr.splitlines()[-1]
    return (last, finished.stdout, finished.returncode) == (sentence(room, place), "", 1)


def a_file(folder: Path, room: str) -> Path:
    path = folder / f"{room}.py"
    path.write_text(LOUD)
    return path


def a_package(folder: Path, room: str) -> Path:
    path = folder / room / "__init__.py"
    path.parent.mkdir()
    path.write_text(LOUD)
    return path


@pytest.mark.parametrize("make", [a_file, a_package])
@pytest.mark.parametrize("room", AT_ONCE)
def test_a_file_or_package_in_the_way_is_named(
    tmp_path: Path, room: str, make: Callable[[Path, str], Path]
) -> None:
    place = make(tmp_path, room)
    assert says_so(python(tmp_path, "-c", "import propolis"), room, place)
    script = tmp_path / "play.py"
    script.write_text("from propolis import Game")
    assert says_so(python(tmp_path.parent, str(script)), room, place)


@pytest.mark.parametrize("room", AT_ONCE)
def test_a_script_that_has_the_name_itself_is_named(tmp_path: Path, room: str) -> None:
    script = tmp_path / f"{room}.py"
    script.write_text("import propolis")
    assert says_so(python(tmp_path, script.name), room, script)


@pytest.mark.parametrize("room", AT_ONCE)
def test_a_module_that_is_already_imported_is_named(tmp_path: Path, room: str) -> None:
    place = tmp_path / "elsewhere" / f"{room}.py"
    place.parent.mkdir()
    place.write_text("")
    code = f"import sys; sys.path.insert(0, 'elsewhere'); import {room}; del sys.path[0]"
    assert says_so(python(tmp_path, "-c", f"{code}; import propolis"), room, place)


def test_a_module_without_a_file_is_named(tmp_path: Path) -> None:
    code = "import sys, types; sys.modules['search'] = types.ModuleType('search'); import propolis"
    place = "a module without a file, <module 'search'>,"
    assert says_so(python(tmp_path, "-c", code), "search", place)


@pytest.mark.parametrize("make", [a_file, a_package])
@pytest.mark.parametrize("room", WHEN_USED)
def test_packages_that_are_needed_later_are_missed_no_earlier(
    tmp_path: Path, room: str, make: Callable[[Path, str], Path]
) -> None:
    place = make(tmp_path, room)
    assert python(tmp_path, "-c", "import propolis; propolis.Color").returncode == 0
    for use in (f"import propolis.{room}", f"from propolis import {room}"):
        assert says_so(python(tmp_path, "-c", use), room, place)


def test_files_that_nothing_needs_are_left_alone(tmp_path: Path) -> None:
    for name in ("arena", "training", "game", "svg", "rooms", "benchmarks"):
        a_file(tmp_path, name)
    finished = python(tmp_path, "-c", "import propolis; print(propolis.Color.WHITE)")
    assert (finished.stdout, finished.stderr) == ("White\n", "")


def test_a_link_to_our_own_packages_is_ours(tmp_path: Path) -> None:
    (tmp_path / "propolis").symlink_to(ROOT / "propolis")
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    (tmp_path / "engine").symlink_to(ROOT / "engine")
    finished = python(tmp_path.parent, "-c", "import propolis", env=env)
    assert "'search'" in finished.stderr  # which is not where that propolis is
    for room in ("search", "study", "uhp"):
        (tmp_path / room).symlink_to(ROOT / room)
    assert python(tmp_path.parent, "-c", "import propolis", env=env).returncode == 0


@pytest.mark.parametrize("make", [a_file, a_package])
@pytest.mark.parametrize("room", ["engine", "search"])
@pytest.mark.parametrize("arguments", [(), ("--warm-up",), ("--version",)])
def test_the_program_says_so_in_one_line_and_does_not_run_the_file(
    tmp_path: Path, room: str, make: Callable[[Path, str], Path], arguments: tuple[str, ...]
) -> None:
    place = make(tmp_path, room)
    finished = python(tmp_path, "-m", "uhp", *arguments)
    assert (finished.stdout, finished.returncode) == ("", 1)
    assert finished.stderr == (
        f"propolis: {place} has the name of a package that propolis needs: "
        "rename it, or start propolis from another folder\n"
    )


# Installed for development, where the packages are found by other means


@pytest.fixture(scope="module")
def editable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with nothing but propolis in it, installed as `make install` does."""
    folder = tmp_path_factory.mktemp("editable")
    tree, environment = folder / "tree", folder / "environment"
    tree.mkdir()
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tree)
    for init in ROOT.glob("*/__init__.py"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(init.parent, tree / init.parent.name, ignore=ignored)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    program = environment / "bin" / "python"
    build = "import sys; from setuptools.build_meta import build_editable as b; b(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, folder], cwd=tree, check=True, timeout=120)
    [wheel] = folder.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(program), "--disable-pip-version-check"]
    # With this tree in PYTHONPATH, as other tests may have it, pip would find propolis installed.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    install = [*pip, "install", "--quiet", "--no-deps", str(wheel)]
    subprocess.run(install, env=env, check=True, timeout=120)
    return program


@pytest.mark.slow
def test_in_an_editable_install_even_a_folder_without_code_is_named(
    tmp_path: Path, editable: Path
) -> None:
    """Python takes such a folder for a package before it asks where ours are."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return python(tmp_path, *arguments, program=str(editable), env=env)

    found = run("-c", "import propolis; print(propolis.__file__)")
    assert found.stderr == ""
    assert found.stdout == f"{editable.parents[2] / 'tree' / 'propolis' / '__init__.py'}\n"
    for room in AT_ONCE:
        place = tmp_path / room
        place.mkdir()
        assert says_so(run("-c", "import propolis"), room, place)
        place.rmdir()
        place = a_file(tmp_path, room)
        assert says_so(run("-c", "import propolis"), room, place)
        if room != "uhp":
            assert f"{place} has the name" in run("-m", "uhp").stderr
        place.unlink()
