"""Where compiled code is kept from one process to the next.

A cache only saves time: whatever is wrong with it (damaged or missing files, a full disk, a
read-only system), kernels are compiled as if there were none.
"""

import contextlib
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache

_config: Any = numba.config

KEEP_SECONDS = 60 * 24 * 3600
"""How long compiled code of another version is kept."""

OWN_FOLDER = re.compile(r"code-[0-9a-f]{16}")


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


def _folder_name() -> str:
    """Names what the compiled code depends on.

    numba looks at a kernel's own file only, so a change in a callee's file would go unseen, and
    it ignores its own switches: all of them go into the name of the cache folder.
    """
    digest = hashlib.sha256()
    for part in (numba.__version__, sys.version, str(_config.BOUNDSCHECK)):
        digest.update(part.encode() + b"\0")
    for path in _sources():
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"code-{digest.hexdigest()[:16]}"


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


def _temporary_cache() -> Path:
    """A folder for this user among the temporary files. Raises OSError if it is another's.

    Compiled code is run without question, so nobody else may write it.
    """
    user = os.getuid() if hasattr(os, "getuid") else "user"
    folder = Path(tempfile.gettempdir()) / f"propolis-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid"):
        found = folder.lstat()
        others = stat.S_IWGRP | stat.S_IWOTH
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != user or found.st_mode & others:
            raise PermissionError(f"{folder} does not belong to this user alone")
    return folder


def _homes() -> Iterator[Path]:
    """Places for cache folders, the best first."""
    with contextlib.suppress(RuntimeError):  # where there is no home folder
        yield _user_cache()
    with contextlib.suppress(OSError):
        yield _temporary_cache()


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _has_code(folder: Path) -> bool:
    try:
        return next(folder.rglob("*.nbi"), None) is not None
    except OSError:
        return False


def _remove_old(home: Path) -> None:
    """Remove what versions long out of use have compiled."""
    with contextlib.suppress(OSError):
        for folder in home.iterdir():
            old = time.time() - folder.stat().st_mtime > KEEP_SECONDS
            if old and OWN_FOLDER.fullmatch(folder.name):
                shutil.rmtree(folder, ignore_errors=True)


def _choose_folder() -> Path | None:
    """A folder with code of this version, or one that can be written; None if there is neither."""
    name = _folder_name()
    for home in _homes():
        folder = home / name
        if _has_code(folder):
            return folder
        if _writable(folder):
            _remove_old(home)
            return folder
    return None


CACHE_DIR = _choose_folder()


@lru_cache
def _content(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


class _Locator:
    """Tells numba where the code of one source file is, whether or not it can be written."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._line = py_func.__code__.co_firstlineno
        self._source = py_file

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "_Locator":
        """The locator for a kernel."""
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        """The folder of the code."""
        return str((CACHE_DIR or Path()) / Path(self._source).parent.name)

    def ensure_cache_path(self) -> None:
        """Make the folder. Raises OSError."""
        Path(self.get_cache_path()).mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        """What must be the same for the code to be used; the folder's name says the rest."""
        return _content(self._source)

    def get_disambiguator(self) -> str:
        """What tells functions of the same name apart."""
        return str(self._line)


class _CacheFiles(CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Locator]  # noqa: RUF012


class KernelCache(FunctionCache):
    """numba's cache of one kernel, except that it never fails."""

    _impl_class = _CacheFiles

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code, or None where there is none that can be used."""
        if CACHE_DIR is None:
            return None
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:
            # Damaged: start anew, so that saving works.
            with contextlib.suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code where that is possible."""
        if CACHE_DIR is not None:
            with contextlib.suppress(OSError):
                super().save_overload(sig, data)  # type: ignore[no-untyped-call]
