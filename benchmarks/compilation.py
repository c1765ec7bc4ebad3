"""Compiling everything from an empty cache, and loading what a search needs from a full one."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from uhp_client import ROOT, environment

from benchmarks.measure import Measure, at_most, median_of
from benchmarks.timing import rounds, say, timed

ENGINE_REQUIRED = at_most(15.0)
ALL_REQUIRED = at_most(45.0)
LOAD_REQUIRED = at_most(0.7)
LOADS = 9
QUICK_LOADS = 3

WITHOUT_SCIPY = "import sys; sys.modules['scipy'] = None\n"
"""numba imports scipy where it is installed; the engine keeps it out of its process."""

COMPILE = (
    WITHOUT_SCIPY
    + """\
import importlib, pkgutil
from engine.jit import KERNELS
for name in sys.argv[1:]:
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, f"{name}."):
        importlib.import_module(module.name)
    for kernel in KERNELS:
        kernel.ensure_compiled()
    print(name, len(KERNELS), flush=True)
"""
)
"""Compiles every kernel of one package after the other; it prints a line when one is done."""

LOAD = (
    WITHOUT_SCIPY
    + """\
import gc, os
gc.disable()
from engine import Game
from search import Limits, Searcher
searcher = Searcher()
searcher.warm_up()
searcher.search(Game("Base+MLP"), Limits(depth=1))
os._exit(0)
"""
)
"""Without collecting garbage and without cleaning up in the end, as in the engine's process."""


def run(quick: bool) -> Iterator[Measure]:
    """Times are those of whole processes, the start of Python included."""
    packages = ("engine",) if quick else ("engine", "search")
    say(f"compile, {' and '.join(packages)} from an empty cache")
    compiled = _compile(packages)
    yield Measure("all of engine, cold", compiled["engine"], "s", ENGINE_REQUIRED)
    if "search" in compiled:
        yield Measure("the whole program, cold", compiled["search"], "s", ALL_REQUIRED)
    _load()
    loads = [timed(_load)[0] for _ in rounds("compile, warm load", QUICK_LOADS if quick else LOADS)]
    yield median_of("load a search, warm", loads, LOAD_REQUIRED)


def _compile(packages: tuple[str, ...]) -> dict[str, float]:
    """Seconds from the start of a process until each package was compiled."""
    done: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as cache:
        started = time.perf_counter()
        with subprocess.Popen(
            (sys.executable, "-c", COMPILE, *packages),
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=environment(PROPOLIS_CACHE_DIR=cache),
            text=True,
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                done[line.split()[0]] = time.perf_counter() - started
    return done


def _load() -> None:
    subprocess.run((sys.executable, "-c", LOAD), cwd=ROOT, env=environment(), check=True)
