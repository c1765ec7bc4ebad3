"""Writing a file for a person: whole or not at all, and never over another by mistake."""

import os
import stat
import time
from contextlib import suppress

from uhp.errors import RefusedError, quoted

_CONSENT = "overwrite"
_NOT_DECODED = "\ufffd"
"""Stands for bytes that are no text."""


def parse_file(parameters: str) -> tuple[str, bool]:
    """The file that is named, and whether it may be overwritten.

    A name may have blanks in it, and quotes round it.

    >>> parse_file("my game.pgn"), parse_file('"my game.pgn" overwrite')
    (('my game.pgn', False), ('my game.pgn', True))
    """
    *before, last = parameters.split()
    consent = last.lower() == _CONSENT
    if consent and not before:
        raise RefusedError(f"a file is missing before '{_CONSENT}'")
    name = parameters.strip()
    if consent:
        name = name[: -len(_CONSENT)].rstrip()
    if len(name) > 1 and name[0] == name[-1] == '"':
        name = name[1:-1]
    if not name.strip():
        raise RefusedError("a file is missing, such as 'game.pgn'")
    if not name.isprintable() or _NOT_DECODED in name:
        raise RefusedError(f"{quoted(name)} cannot be the name of a file")
    return name, consent


def why_not_writable(path: str | os.PathLike[str], *, in_place: bool = False) -> str | None:
    """Why a file could not be written there, to be told before hours of work; None if it could.

    A file that is written whole replaces the one that is there, so its folder must allow it; one
    that is written `in_place` may be a device as well. Nothing is left behind or changed.
    """
    try:
        target = os.path.realpath(path)
        if os.path.isdir(target):
            return "it is a directory"
        folder = os.path.dirname(target)
        if not os.path.isdir(folder):
            return f"there is no folder {folder!r}"
        if not os.path.lexists(target):
            open(target, "xb").close()
            os.unlink(target)
        elif not os.path.isfile(target):
            if not in_place:
                return "it is not an ordinary file"
            if not os.access(target, os.W_OK):
                return "permission denied"
        elif in_place:
            open(target, "ab").close()
        elif not os.access(folder, os.W_OK):
            return "permission denied in its folder"
    except OSError as error:
        return error.strerror or str(error)
    except ValueError:  # a null character
        return "it cannot be the name of a file"
    return None


def save(contents: str | bytes, name: str, overwrite: bool) -> str:
    """Write a file; returns its full path. Raises RefusedError."""
    try:
        path = os.path.realpath(os.path.expanduser(name))
        if os.path.isdir(path):
            raise RefusedError(f"{quoted(name)} is a folder; name a file in it")
        if os.path.lexists(path):
            # A device or a pipe would be replaced by the file, even with consent.
            if not os.path.isfile(path):
                raise RefusedError(f"{quoted(name)} is not an ordinary file")
            if not overwrite:
                raise FileExistsError
        _write(contents, path, overwrite)
    except FileExistsError:
        raise RefusedError(
            f"there is a file {quoted(name)} already; add the word '{_CONSENT}' to replace it"
        ) from None
    except OSError as error:
        raise RefusedError(f"cannot write {quoted(name)}: {error.strerror or error}") from error
    except ValueError as error:
        raise RefusedError(f"{quoted(name)} cannot be the name of a file: {error}") from error
    return path


def _write(contents: str | bytes, path: str, overwrite: bool) -> None:
    """Write beside the file first, so that a full disk leaves things as they were."""
    beside = os.path.join(os.path.dirname(path), f".propolis-{os.getpid()}-{time.time_ns()}.tmp")
    try:
        with open(beside, "xb") as file:
            file.write(contents.encode("utf-8") if isinstance(contents, str) else contents)
            file.flush()
            os.fsync(file.fileno())
        if overwrite:
            with suppress(OSError):
                os.chmod(beside, stat.S_IMODE(os.stat(path).st_mode))
            os.replace(beside, path)
        else:
            _move_to_new_name(beside, path)
    finally:
        with suppress(OSError):
            os.unlink(beside)


def _move_to_new_name(beside: str, path: str) -> None:
    """Rename a file; FileExistsError if there is a file of that name, however new."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except (AttributeError, OSError):
        # No hard links here. Windows refuses to rename to a name that is taken; elsewhere the
        # name was free a moment ago, which has to do.
        os.rename(beside, path)
