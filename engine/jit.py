"""How kernels are compiled and where the compiled code is kept.

A kernel is declared with one full signature and compiled, or loaded from the cache, at its first
use: importing a module compiles nothing, and a warm start loads only the kernels Python calls,
since their machine code contains what they call in turn.
"""

import contextlib
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.typeconv.castgraph import Conversion
from numba.core.typeinfer import register_dispatcher

_config: Any = numba.config

KEEP_SECONDS = 60 * 24 * 3600
"""How long compiled code of another version is kept."""

KERNELS: list["KernelDispatcher"] = []
"""Every kernel declared so far, in order of declaration."""


def _sources() -> list[Path]:
    """The files that compiled code comes from: those with kernels and all that they import."""
    root = Path(__file__).resolve().parent.parent
    files = [path for name in ("engine", "search") for path in (root / name).glob("*.py")]
    text = {f"{path.parent.name}.{path.stem}": path for path in files}
    wanted = [name for name, path in text.items() if b"@kernel(" in path.read_bytes()]
    for name in wanted:
        imported = re.findall(r"^from (\w+\.\w+) import", text[name].read_text("utf-8"), re.M)
        wanted.extend(new for new in imported if new in text and new not in wanted)
    return sorted(text[name] for name in wanted)


def _fingerprint() -> str:
    """Names what the compiled code depends on.

    numba looks at a kernel's own file only, so a change in a callee's file would go unseen, and
    it ignores its own switches: all of them go into the name of the cache folder.
    """
    digest = hashlib.sha256()
    for part in (numba.__version__, sys.version, str(_config.BOUNDSCHECK)):
        digest.update(part.encode() + b"\0")
    for path in _sources():
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    """The folder for caches where this system's users expect it."""
    if override := os.environ.get("PROPOLIS_CACHE_DIR"):
        return Path(override)
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        base = Path(local) if local else Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "propolis"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _remove_old(folder: Path) -> None:
    """Remove what versions long out of use have compiled."""
    with contextlib.suppress(OSError):
        for old in folder.iterdir():
            if time.time() - old.stat().st_mtime > KEEP_SECONDS:
                shutil.rmtree(old, ignore_errors=True)


def _choose_cache_dir() -> str:
    """A cache folder that can be written, if need be one for this process's machine only."""
    name = _fingerprint()
    user = str(os.getuid()) if hasattr(os, "getuid") else "user"
    candidates = [Path(tempfile.gettempdir()) / f"propolis-{user}" / name]
    with contextlib.suppress(RuntimeError):  # where there is no home folder
        candidates.insert(0, _user_cache() / name)
    for folder in candidates:
        known = folder.exists()
        if _writable(folder):
            if not known:
                _remove_old(folder.parent)
            return str(folder)
    return tempfile.mkdtemp(prefix="propolis-")


CACHE_DIR = _choose_cache_dir()
_config.CACHE_DIR = CACHE_DIR


class KernelDispatcher(CPUDispatcher):
    """A jitted function with exactly one signature, compiled or loaded when first needed."""

    signature: Any

    def ensure_compiled(self) -> None:
        """Compile the kernel or load it from the cache, once."""
        with global_compiler_lock:
            if not self.overloads:
                with register_dispatcher(self):
                    self.compile(self.signature)
                self.disable_compile()

    def _takes(self, given: tuple[Any, ...]) -> bool:
        """Whether arguments of these types can be passed without loss."""
        wanted = self.signature.args
        context: Any = self.typingctx
        return len(given) == len(wanted) and all(
            context.can_convert(have, want) not in (None, Conversion.unsafe)
            for have, want in zip(given, wanted, strict=True)
        )

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Called by numba when another kernel that calls this one is compiled."""
        self.ensure_compiled()
        return super().get_call_template(args, kws)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Called by numba when Python calls the kernel with types it has no code for."""
        given = tuple(self.typeof_pyval(arg) for arg in args)
        if self.overloads or not self._takes(given):
            name = self.py_func.__name__
            raise TypeError(f"{name} takes {self.signature.args}, not {given}")
        self.ensure_compiled()
        compiled: Any = next(iter(self.overloads.values()))
        return compiled.entry_point


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Declare a jitted function with its one signature, return type included."""

    def declare(function: Callable[..., Any]) -> KernelDispatcher:
        options = {"nopython": True, "nogil": True, "error_model": "numpy"}
        dispatcher = KernelDispatcher(function, targetoptions=options)
        dispatcher.signature = signature
        dispatcher.enable_caching()
        KERNELS.append(dispatcher)
        return dispatcher

    return declare
