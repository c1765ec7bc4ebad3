"""Where compiled code is kept from one process to the next.

A cache only saves time: whatever is wrong with it (damaged or missing files, a full disk, a
read-only system, a folder that others can write to), kernels are compiled as if there were none.

There is a folder for every version of the program, with a file for every kernel:

    sha256 of all that follows, in hexadecimal, and a line's end
    a line of JSON: the kernel, its symbol, the hash of its source file, the length of its code
    object code, which a warm start loads
    what numba needs to compile callers of the kernel
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from engine import machinecode, trust

KEEP_SECONDS = 60 * 24 * 3600
"""How long compiled code of another version is kept."""

SUFFIX = ".kernel"

_UNFINISHED = ".unfinished"
_LONGEST_WRITE = 600
"""Seconds after which a file that is not finished never will be."""

OWN_FOLDER = re.compile(r"code-[0-9a-f]{16}")
KERNEL_PACKAGES = ("engine", "search", "learning", "study")
COMPILING = ("engine.compiler", "engine.instructions")
"""Modules that no kernel imports, for they are loaded only to compile, and that make its code."""

_ROOT = Path(__file__).resolve().parent.parent
# A line's end is looked for much faster than a line's start.
_IMPORT = re.compile(r"\n(?:from ([\w.]+) import (\(.*?\)|[^\n]*)|import ([\w.]+))", re.S)


def _modules(root: Path) -> dict[str, Path]:
    """The modules of the packages with kernels, however deep they lie."""
    files = (path for name in KERNEL_PACKAGES for path in (root / name).rglob("[!.]*.py"))
    named = ((".".join(path.relative_to(root).with_suffix("").parts), path) for path in files)
    return {name.removesuffix(".__init__"): path for name, path in named}


def _imported(text: str) -> Iterator[str]:
    """What may be modules among the names a source file imports."""
    for origin, names, module in _IMPORT.findall("\n" + text):
        yield origin or module
        yield from (f"{origin}.{name}" for name in re.findall(r"\w+", names))


def _sources(root: Path) -> dict[str, str]:
    """What compiled code comes from: modules with kernels or that compile, and their imports."""
    texts = {name: path.read_text("utf-8") for name, path in _modules(root).items()}
    wanted = [name for name, text in texts.items() if "@kernel(" in text or name in COMPILING]
    for name in wanted:
        wanted.extend(
            new for new in {*_imported(texts[name])} if new in texts and new not in wanted
        )
    return {name: texts[name] for name in sorted(wanted)}


def _compiler_version() -> bytes:
    """The version of numba, read without importing it."""
    found = importlib.util.find_spec("numba")
    if found is None or found.origin is None:
        return b""
    return Path(found.origin).with_name("_version.py").read_bytes()


def folder_name(root: Path = _ROOT) -> str:
    """Names what the compiled code depends on.

    A kernel contains the code of those it calls, so the sources of all count; so do numba, its
    switches, Python and the processor.
    """
    digest = hashlib.sha256()
    switches = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    for part in (sys.version, machinecode.processor(), repr(switches)):
        digest.update(part.encode() + b"\0")
    digest.update(_compiler_version())
    for name, text in _sources(root).items():
        digest.update(f"{name}\0{text}\0".encode())
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


def _homes() -> Iterator[Path]:
    """Places for cache folders, the best first."""
    with contextlib.suppress(RuntimeError):  # where there is no home folder
        yield _user_cache().absolute()
    user = os.getuid() if hasattr(os, "getuid") else "user"
    with contextlib.suppress(OSError):
        yield Path(tempfile.gettempdir(), f"propolis-{user}").absolute()


def _writable(folder: Path) -> bool:
    try:
        trust.make_private(folder)
        trust.check_folder(folder)  # again: another process may have made it
        with tempfile.TemporaryFile(dir=folder):
            return True
    except (OSError, trust.UntrustedError):
        return False


def _has_code(folder: Path) -> bool:
    try:
        found = next(folder.glob(f"*{SUFFIX}"), None)
        return found is not None and os.access(found, os.R_OK)
    except OSError:
        return False


def _mark_as_used(folder: Path) -> None:
    """Renew the date of a folder in use, so that it is not removed as an old one."""
    with contextlib.suppress(OSError):
        if time.time() - folder.stat().st_mtime > KEEP_SECONDS / 10:
            os.utime(folder)


def _remove_old(home: Path) -> None:
    """Remove what versions long out of use have compiled."""
    with contextlib.suppress(OSError):
        for folder in home.iterdir():
            old = time.time() - folder.stat().st_mtime > KEEP_SECONDS
            if old and OWN_FOLDER.fullmatch(folder.name):
                shutil.rmtree(folder, ignore_errors=True)


class Choice(NamedTuple):
    """Where code is kept, and what was against a better place."""

    folder: Path | None = None
    refused: str | None = None


def choose_folder() -> Choice:
    """A folder with code of this version, or one that can be written; or neither.

    Compiled code is run without question, so a folder that others can write to is not used, and
    nothing is kept anywhere else in its place.
    """
    name = folder_name()
    for home in _homes():
        folder = home / name
        try:
            trust.check_folder(folder)
        except trust.UntrustedError as error:
            return Choice(refused=str(error))
        except OSError:
            continue
        if _has_code(folder):
            _mark_as_used(folder)
            return Choice(folder)
        if _writable(folder):
            _remove_old(home)
            return Choice(folder)
    return Choice()


CACHE_DIR, REFUSED = choose_folder()
"""The folder in use, and in one line why another one is not."""


class Kept(NamedTuple):
    """What the cache knows of a kernel."""

    symbol: str
    object_code: bytes
    compiler_result: bytes


def _name_of(function: FunctionType) -> str:
    return f"{function.__module__}.{function.__name__}-{function.__code__.co_firstlineno}"


def _file_of(function: FunctionType, folder: Path) -> Path:
    return folder / f"{_name_of(function)}{SUFFIX}"


@lru_cache
def _hash_of_source(path: str) -> str:
    """What must be the same for the code to be used; the folder's name says the rest."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""


def load(function: Any) -> Kept | None:
    """The compiled code of a function, or None where there is none that can be used."""
    if CACHE_DIR is None:
        return None
    try:
        data = trust.read_file(_file_of(function, CACHE_DIR))
        checksum, _, content = data.partition(b"\n")
        if hashlib.sha256(content).hexdigest().encode() != checksum:
            return None
        line, _, code = content.partition(b"\n")
        header = json.loads(line)
        expected = (_name_of(function), _hash_of_source(function.__code__.co_filename))
        if (header["kernel"], header["source"]) != expected:
            return None
        length = header["length"]
        return Kept(header["symbol"], code[:length], code[length:])
    except (OSError, ValueError, KeyError, TypeError, MemoryError, trust.UntrustedError):
        return None


def save(function: Any, kept: Kept) -> None:
    """Keep compiled code where that is possible, in place of what there is."""
    if CACHE_DIR is None:
        return
    header = {
        "kernel": _name_of(function),
        "symbol": kept.symbol,
        "source": _hash_of_source(function.__code__.co_filename),
        "length": len(kept.object_code),
    }
    content = b"\n".join((json.dumps(header).encode(), kept.object_code + kept.compiler_result))
    data = hashlib.sha256(content).hexdigest().encode() + b"\n" + content
    path = _file_of(function, CACHE_DIR)
    unfinished = path.with_suffix(f".{os.getpid()}{_UNFINISHED}")
    try:
        trust.write_file(unfinished, data)
        unfinished.replace(path)
    except OSError as error:
        not_kept.append(str(error))
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


not_kept: list[str] = []
"""Why compiled code could not be kept, an entry for each kernel."""


def remove_unfinished() -> None:
    """Remove what processes that were killed while they wrote have left."""
    if CACHE_DIR is None:
        return
    with contextlib.suppress(OSError):
        for path in CACHE_DIR.glob(f"*{_UNFINISHED}"):
            if time.time() - path.stat().st_mtime > _LONGEST_WRITE:
                path.unlink(missing_ok=True)
