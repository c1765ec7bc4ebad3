"""A person at a terminal: greeting and colours."""

import os
import subprocess
import sys
import time

import pytest
from uhp_client import ENGINE, PATIENCE, ROOT, environment

from uhp.colors import colored, wanted

pty = pytest.importorskip("pty", reason="needs pseudo-terminals")

ESCAPE = b"\x1b["


def at_terminal(typed: bytes, **changes: str) -> tuple[bytes, bytes, int]:
    """Type something at a terminal: what it shows, what stderr says, the exit status."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        ENGINE,
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(TERM="xterm", **changes),
        start_new_session=True,
    )
    os.close(theirs)
    os.write(ours, typed)
    shown = b""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            shown += os.read(ours, 65536)
        except OSError:
            break
    assert process.stderr is not None
    said = process.stderr.read()
    process.stderr.close()
    os.close(ours)
    return shown, said, process.wait(PATIENCE)


def test_terminal_gets_a_greeting_and_a_coloured_board() -> None:
    shown, said, status = at_terminal(b"newgame Base\nplay wS1\nboard\nexit\n", NO_COLOR="")
    assert status == 0
    assert b"help" in said
    assert b"help" not in shown
    assert ESCAPE + b"30;107mwS1" + ESCAPE + b"0m" in shown


def test_no_color_is_respected() -> None:
    shown, _, status = at_terminal(b"newgame Base\nplay wS1\nboard\nexit\n", NO_COLOR="1")
    assert status == 0
    assert b"White's hand" in shown
    assert ESCAPE not in shown


def test_pipe_gets_no_greeting_and_no_colours() -> None:
    finished = subprocess.run(
        ENGINE,
        input=b"newgame Base\nplay wS1\nboard\n",
        capture_output=True,
        cwd=ROOT,
        env=environment(TERM="xterm"),
        timeout=PATIENCE,
        check=True,
    )
    assert b"wS1" in finished.stdout
    assert ESCAPE not in finished.stdout
    assert b"Some things to type" not in finished.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="other rules on Windows")
@pytest.mark.parametrize(
    ("is_terminal", "environment", "expected"),
    [
        (True, {"TERM": "xterm"}, True),
        (True, {"TERM": "xterm", "NO_COLOR": ""}, True),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (True, {}, False),
        (False, {"TERM": "xterm"}, False),
    ],
)
def test_colours_need_a_terminal_that_has_them(
    is_terminal: bool, environment: dict[str, str], expected: bool
) -> None:
    assert wanted(is_terminal, environment) is expected


def test_only_pieces_are_coloured() -> None:
    plain = "Base  InProgress  White[3]\n bS1^2  wQ . Black's hand: bA1"
    painted = colored(plain)
    assert painted.count("\x1b[97;40m") == 2
    assert painted.count("\x1b[30;107m") == 1
    assert "\x1b[97;40mbS1^2\x1b[0m" in painted
