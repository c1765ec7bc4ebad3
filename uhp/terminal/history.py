"""The lines typed in earlier sessions, kept in a file of the user's. It never stands in the way."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

_MOST_LINES = 1000
_LONGEST_LINE = 1000
"""Characters. A whole game that was pasted is not worth going through again."""
_LARGEST_FILE = 4 << 20


def history_file(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Where the lines are kept: `propolis/history` in the user's folder for such things."""
    state = environment.get("XDG_STATE_HOME", "")
    if os.path.isabs(state):
        return Path(state, "propolis", "history")
    with suppress(RuntimeError):
        return Path.home() / ".local" / "state" / "propolis" / "history"
    return None


class History:
    """Lines, the oldest first. What cannot be read or written is left out without a word."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = self._read()
        self.lines = lines[-_MOST_LINES:]
        if len(lines) > 2 * _MOST_LINES:
            self._rewrite()

    def add(self, line: str) -> bool:
        """Keep a line; returns whether it is worth it."""
        line = line.strip()
        if not line or len(line) > _LONGEST_LINE or not line.isprintable():
            return False
        if self.lines and self.lines[-1] == line:
            return False
        self.lines.append(line)
        if self._path is not None:
            with suppress(OSError):
                self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                if not self._path.exists() or self._path.is_file():
                    with open(self._path, "a", encoding="utf-8", opener=_open_privately) as file:
                        file.write(line + "\n")
        return True

    def _read(self) -> list[str]:
        with suppress(OSError):
            if self._path is not None and self._path.is_file():
                with self._path.open("rb") as file:
                    text = file.read(_LARGEST_FILE).decode("utf-8", "replace")
                return [line for line in text.split("\n") if line and line.isprintable()]
        return []

    def _rewrite(self) -> None:
        """Leave out what is too old; the file is there all the time, whole."""
        assert self._path is not None
        beside = self._path.with_name(f".history-{os.getpid()}.tmp")
        with suppress(OSError):
            text = "".join(f"{line}\n" for line in self.lines)
            with open(beside, "w", encoding="utf-8", opener=_open_privately) as file:
                file.write(text)
            os.replace(beside, self._path)


def _open_privately(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
