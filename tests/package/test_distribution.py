"""What `make dist` builds works where there is no checkout: packages, programs, examples, extras.

One virtual environment, made once, gets the wheel and then one extra after the other. The versions
are those that the tests run with, so that pip has them already and compiled code need not be
compiled again.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from importlib import metadata
from pathlib import Path

import pytest
from example_programs import EXAMPLES, PATIENCE, arguments, extras, programs

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
JUNK = (".git", ".venv", "build", "dist", "__pycache__", "*.egg-info", ".*_cache", ".hypothesis")
NOT_INSTALLED = ("__pycache__/", "training/results/")
NOT_FOR_USERS = {"benchmarks", "soak", "tests", "docs", "examples"}
"""Folders of this tree that are not installed."""


def run(*command: str | Path, cwd: Path, timeout: float = 300.0) -> str:
    """What a command prints, in an environment that knows nothing of this tree."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    finished = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**env, "PROPOLIS_BACKGROUND": "off"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert finished.returncode == 0, f"{command}\n{finished.stdout}\n{finished.stderr}"
    return finished.stdout


# What is built


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This tree, with what old builds may have left in it."""
    tree = tmp_path_factory.mktemp("build") / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*JUNK), symlinks=True)
    for stale in ("build/lib/engine/stale.py", "engine/__pycache__/stale.pyc"):
        (tree / stale).parent.mkdir(parents=True)
        (tree / stale).touch()
    return tree


@pytest.fixture(scope="module")
def dist(tree: Path) -> Path:
    """The folder with the wheel and the sdist, made as `make dist` makes it."""
    command = ("-m", "build", "--no-isolation")
    assert f"$(BIN)/python {' '.join(command)}\n" in (ROOT / "Makefile").read_text("utf-8")
    run(sys.executable, *command, "--outdir", tree.parent / "dist", cwd=tree)
    return tree.parent / "dist"


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    [wheel] = dist.glob("*.whl")
    return wheel


def digests(wheel: Path) -> dict[str, str]:
    """The files of a wheel with checksums."""
    with zipfile.ZipFile(wheel) as file:
        return {n: hashlib.sha256(file.read(n)).hexdigest() for n in file.namelist()}


def files_of(tree: Path) -> Iterator[str]:
    """All that should be installed: the packages with their data."""
    for package in sorted(path.parent for path in tree.glob("*/__init__.py")):
        if package.name not in NOT_FOR_USERS:
            for path in sorted(package.rglob("*")):
                name = path.relative_to(tree).as_posix()
                if path.is_file() and not any(part in name for part in NOT_INSTALLED):
                    yield name


def test_the_wheel_has_every_package_with_its_data_and_nothing_else(wheel: Path) -> None:
    found = {name for name in digests(wheel) if ".dist-info/" not in name}
    wanted = set(files_of(ROOT))
    assert found == wanted
    packages = {name.partition("/")[0] for name in found}
    assert {"arena", "engine", "propolis", "search", "training", "uhp"} <= packages
    assert {f"{package}/py.typed" for package in packages} <= found


def test_the_sdist_builds_the_same_wheel(tree: Path, dist: Path, wheel: Path) -> None:
    """The wheel is built from the sdist; this one is built from the tree itself."""
    shutil.rmtree(tree / "build")
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", "other", cwd=tree)
    [other] = (tree / "other").glob("*.whl")
    assert digests(other) == digests(wheel)
    [sdist] = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as file:
        held = {name.partition("/")[2] for name in file.getnames()}
    assert {"tests/support/reference.py", "docs/api.md", "Makefile", "LICENSE"} <= held
    assert {f"examples/{path.name}" for path in EXAMPLES.iterdir() if path.is_file()} <= held


# What is installed


@pytest.fixture(scope="module")
def about(wheel: Path) -> Message:
    """The metadata of the wheel."""
    with zipfile.ZipFile(wheel) as file:
        [name] = (name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(file.read(name).decode())


class Environment:
    """A virtual environment of its own, far from this tree."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "user"
        self.home.mkdir()
        self._bin = folder / "environment" / "bin"
        self._constraints = folder / "constraints.txt"
        here = {each.name: each.version for each in metadata.distributions()}
        lines = [f"{name}=={version}" for name, version in here.items() if name != "propolis"]
        self._constraints.write_text("\n".join(lines))
        run(sys.executable, "-m", "venv", "--without-pip", self._bin.parent, cwd=folder)
        shutil.copytree(EXAMPLES, folder / "examples")
        self.examples = folder / "examples"

    def install(self, what: str) -> None:
        pip = f"-m pip --python {self._bin / 'python'} install --quiet --no-compile".split()
        options = ("--disable-pip-version-check", "--prefer-binary", "--constraint")
        run(sys.executable, *pip, *options, self._constraints, what, cwd=self.home, timeout=600)

    def python(self, *arguments: str | Path, timeout: float = 300.0) -> str:
        """What Python prints: `-I` keeps out the folder it is started in and all variables."""
        return run(self._bin / "python", "-I", *arguments, cwd=self.home, timeout=timeout)

    def program(self, name: str, *arguments: str) -> str:
        return run(self._bin / name, *arguments, cwd=self.home)

    def path(self, name: str) -> Path:
        return self._bin / name

    def run_examples(self, installed: set[str]) -> list[str]:
        """Run the examples that need the extras given, all of them; returns their names."""
        chosen = [each for each in programs() if extras(each) == installed]
        for each in chosen:
            program = self.examples / each.name
            printed = self.python(program, *arguments(each), timeout=PATIENCE)
            assert printed.strip(), each.name
        return [each.name for each in chosen]


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Where the wheel is installed, plain: with no extra yet."""
    environment = Environment(tmp_path_factory.mktemp("installed"))
    environment.install(str(wheel))
    return environment


@pytest.fixture(scope="module")
def packages(wheel: Path) -> list[str]:
    return sorted({name.partition("/")[0] for name in digests(wheel) if "-info/" not in name})


def test_every_package_comes_from_the_environment(
    environment: Environment, packages: list[str]
) -> None:
    code = f"import importlib; [print(importlib.import_module(p).__file__) for p in {packages}]"
    files = environment.python("-c", code).splitlines()
    assert len(files) == len(packages)
    site_packages = environment.path("python").parents[1] / "lib"
    for file in files:
        assert Path(file).is_relative_to(site_packages), file


@pytest.mark.parametrize("room", ["engine", "search", "uhp"])
def test_a_file_in_the_way_is_named_and_a_folder_without_code_is_in_nobodys_way(
    environment: Environment, tmp_path: Path, room: str
) -> None:
    script, file = tmp_path / "script.py", tmp_path / f"{room}.py"
    script.write_text("import propolis; print(propolis.Color.WHITE)")
    command = (environment.path("python"), script)
    (tmp_path / room).mkdir()
    assert run(*command, cwd=tmp_path) == "White\n"
    file.write_text("raise SystemExit('the file of the user was run')")
    with pytest.raises(AssertionError, match=f"needs its own package '{room}', but {file} has"):
        run(*command, cwd=tmp_path)


def test_code_compiled_for_this_tree_serves_the_installed_one(environment: Environment) -> None:
    code = "from engine.cache import CACHE_DIR; print(CACHE_DIR)"
    here = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert environment.python("-c", code) == here.stdout


def test_every_program_starts(environment: Environment, wheel: Path) -> None:
    code = (
        "import importlib.metadata as m, json\n"
        "print(json.dumps([e.name for e in m.distribution('propolis').entry_points]))"
    )
    names = json.loads(environment.python("-c", code))
    assert {"propolis", "propolis-arena"} <= {*names}
    for name in names:
        assert environment.program(name, "--help").strip()
    files = (name.split("/") for name in digests(wheel))
    mains = [folders[0] for *folders, file in files if len(folders) == 1 and file == "__main__.py"]
    assert {"arena", "propolis", "training", "uhp"} <= {*mains}
    for main in mains:
        assert environment.python("-m", main, "--help").strip()


def test_the_engine_plays_and_the_arena_holds_a_match(environment: Environment) -> None:
    for start in (["propolis"], ["python", "-I", "-m", "uhp"]):
        finished = subprocess.run(
            [str(environment.path(start[0])), *start[1:]],
            cwd=environment.home,
            input="newgame Base\nbestmove depth 1\nexit\n",
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        lines = finished.stdout.splitlines()
        assert lines.count("ok") == 3
        assert lines[-2].startswith("w")
    assert "Games" in match(environment)


def match(environment: Environment, *arguments: str) -> str:
    """A very short match of the engine with itself."""
    engine = str(environment.path("propolis"))
    engines = [word for name in "ab" for word in ("-engine", f"cmd={engine}", f"name={name}")]
    short = ("-each", "depth=1", "-games", "2", "-maxplies", "8", "-quiet", "-strict")
    return environment.program("propolis-arena", *engines, *short, *arguments)


def page(environment: Environment) -> str:
    """The board in the browser, as `propolis web` serves it."""
    command = [str(environment.path("propolis")), "web", "--no-open", "--port", "0"]
    with subprocess.Popen(
        command, cwd=environment.home, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                return str(answer.read(), "utf-8")
        finally:
            server.terminate()


def test_examples_run_with_nothing_but_the_wheel(environment: Environment) -> None:
    assert {"play.py", "review.py"} <= {*environment.run_examples(set())}


def test_every_extra_installs_and_does_what_it_is_for(
    environment: Environment, wheel: Path, about: Message
) -> None:
    """In this order: with the extras that come before, since users may want several."""
    known = set(about.get_all("Provides-Extra", []))
    assert {"cluster", "dev"} <= known
    for extra in sorted(known - {"dev"}):
        environment.install(f"{wheel}[{extra}]")
        if extra == "cluster":
            assert "Games" in match(environment, "-dask", "local")
        if extra == "web":
            assert "<html" in page(environment)
        environment.run_examples({extra})
    assert all(extras(program) <= known for program in programs())
