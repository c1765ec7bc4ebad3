"""Ending an engine together with everything it has started.

An engine leads a process group, which is killed as a whole. A child that goes into a session of its
own leaves the group; on Linux it is found by a mark in its environment, which children inherit, or,
if it has cleared that, by its parents as long as they live. Elsewhere such children are not found.
"""

import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

MARK = "PROPOLIS_CLIENT_ENGINE"
"""The environment variable that holds the marks of the engines a process belongs to."""

MOST_SECONDS = 2.0
"""How long to keep looking; a process that starts others meanwhile needs several rounds."""

_PROCESSES = Path("/proc")
_PAUSE = 0.005


def marked_environment(mark: str, environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """An environment, by default that of this process, with a mark added.

    Marks that this process itself carries are kept: it may be the child of another's engine.
    """
    marks = (*os.environ.get(MARK, "").split(), mark)
    return {**(os.environ if environment is None else environment), MARK: " ".join(marks)}


def end_family(leader: int, mark: str, *, has_exited: bool = False) -> None:
    """Kill an engine that has not been waited for, its group, and all it has started.

    One that has exited has no children any more: they belong to the system now.
    """
    for process in () if has_exited else _children_of(leader):
        _kill(process)
    end_group(leader)
    _end_marked(mark)


def end_group(leader: int, number: signal.Signals | None = None) -> None:
    """Kill a process group, or send it another signal. Its leader must not have been waited for:
    the number may be another's afterwards.
    """
    with suppress(OSError):
        os.killpg(leader, signal.SIGKILL if number is None else number)


def _end_marked(mark: str) -> None:
    deadline = time.monotonic() + MOST_SECONDS
    while found := [process for process in _processes() if _is_marked(process, mark)]:
        for process in found:
            _kill(process)
        if time.monotonic() > deadline:
            return
        time.sleep(_PAUSE)


def _kill(process: int) -> None:
    with suppress(OSError):
        os.kill(process, signal.SIGKILL)


def _processes() -> Iterator[int]:
    """The numbers of all processes, as far as the system tells."""
    with suppress(OSError):
        for name in os.listdir(_PROCESSES):
            if name.isdecimal():
                yield int(name)


def _is_marked(process: int, mark: str) -> bool:
    """Whether a process was started with a mark; one that has ended was not."""
    try:
        environment = (_PROCESSES / str(process) / "environ").read_bytes()
    except OSError:
        return False
    prefix = f"{MARK}=".encode()
    entries = (entry for entry in environment.split(b"\0") if entry.startswith(prefix))
    return any(mark.encode() in entry.removeprefix(prefix).split() for entry in entries)


def _children_of(leader: int) -> list[int]:
    """The children of a process, their children, and so on."""
    children: dict[int, list[int]] = {}
    for process in _processes():
        with suppress(OSError, ValueError, IndexError):
            status = (_PROCESSES / str(process) / "stat").read_text(errors="replace")
            # The name, in brackets, may hold anything; state and parent follow.
            parent = int(status.rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(process)
    found: list[int] = []
    waiting = [leader]
    while waiting:
        waiting = [child for process in waiting for child in children.get(process, ())]
        found += waiting
    return found
