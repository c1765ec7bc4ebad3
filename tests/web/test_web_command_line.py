"""`propolis web`: what it prints, what it refuses, and how it ends."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from arena_helpers import ENGINES
from uhp_client import ROOT, environment
from web_pages import open_socket, vanish, wait_until
from websockets.exceptions import ConnectionClosed

COMMAND = (sys.executable, "-m", "uhp", "web")
GAME = r"Base+MLP;InProgress;Black[4];wP;bP /wP;wQ \wP;bQ -bP;wA1 wP-;bA1 bP\;wA1 /bA1"


def run(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run a command line that is to end by itself."""
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=ROOT,
        env=environment(**changes),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


class Program:
    """The program, running."""

    def __init__(self, *arguments: str, command: tuple[str, ...] = COMMAND, **changes: str) -> None:
        self.process = subprocess.Popen(
            [*command, *arguments],
            cwd=ROOT,
            env=environment(**changes),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def end(self, number: int = signal.SIGTERM) -> tuple[float, str]:
        """End it with a signal: the seconds that took, and all that it said on stderr."""
        started = time.perf_counter()
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=60)
        return time.perf_counter() - started, errors


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    """Programs that a test has started: none is left."""
    started: list[Program] = []
    yield started
    for program in started:
        program.process.kill()
        program.process.communicate()


def body_of(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=30) as answer:
        body: bytes = answer.read()
        return body


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_line_is_the_address_and_a_signal_ends_it_at_once(
    programs: list[Program], number: int
) -> None:
    programs.append(program := Program("--no-open", "--port", "0"))
    assert program.address.startswith("http://127.0.0.1:")
    assert b"<html" in body_of(program.address)
    seconds, errors = program.end(number)
    assert program.process.returncode == 0
    assert seconds < 5
    assert "Traceback" not in errors


@pytest.mark.parametrize("numbers", [(signal.SIGINT,), (signal.SIGHUP,), (signal.SIGTERM,) * 3])
def test_searches_and_engines_end_with_the_program(
    programs: list[Program], numbers: tuple[int, ...], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    habits = f"{sys.executable} {ENGINES / 'habits.py'} --habit thinks --log {log}"
    programs.append(program := Program("--no-open", "--port", "0", "--engine", f"Slow={habits}"))
    host = program.address.removeprefix("http://").rstrip("/")
    with open_socket(host) as page:
        page.send(json.dumps({"id": 1, "do": "analyse", "game": GAME}))
        asked = {"id": 2, "do": "move", "game": "Base", "engine": "Slow", "seconds": 100}
        page.send(json.dumps(asked))
        page.send(json.dumps({"id": 3, "do": "read", "text": "1. wS1 (" * 100_000}))
        wait_until(lambda: log.exists() and "bestmove" in log.read_text())
        for number in numbers[1:]:  # somebody is in a hurry
            program.process.send_signal(number)
            time.sleep(0.05)
        seconds, errors = program.end(numbers[0])
    assert program.process.returncode == 0
    assert seconds < 15
    assert "Traceback" not in errors
    engine = int(log.read_text().split()[1])
    wait_until(lambda: not is_alive(engine))  # after several signals it is the watchdog's


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_killed_in_the_middle_of_a_game_it_starts_again_on_its_port(
    programs: list[Program], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    slow = f"{sys.executable} {ENGINES / 'habits.py'} --habit thinks --sigint ignore --log {log}"
    programs.append(program := Program("--no-open", "--port", "0", "--engine", f"Slow={slow}"))
    host = program.address.removeprefix("http://").rstrip("/")
    with open_socket(host) as page:
        asked = {"id": 2, "do": "move", "game": "Base", "engine": "Slow", "seconds": 100}
        page.send(json.dumps(asked))
        wait_until(lambda: log.exists() and "bestmove" in log.read_text())
        program.end(signal.SIGKILL)
    engine = int(log.read_text().split()[1])
    wait_until(lambda: not is_alive(engine))
    programs.append(again := Program("--no-open", "--port", host.partition(":")[2]))
    assert again.address == program.address
    assert b"<html" in body_of(again.address)


def test_a_page_that_does_not_read_keeps_nobody_from_ending_it(programs: list[Program]) -> None:
    programs.append(program := Program("--no-open", "--port", "0"))
    host = program.address.removeprefix("http://").rstrip("/")
    silent = open_socket(host, max_queue=1)
    is_full = threading.Event()

    def flood() -> None:
        with suppress(ConnectionClosed, OSError):
            for _ in range(5000):
                silent.send(json.dumps({"id": 1, "do": "hello"}))
        is_full.set()

    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    is_full.wait(1.0)
    _, errors = program.end()
    assert program.process.returncode == 0
    assert errors == "propolis web: press Ctrl-C to end it\n"
    vanish(silent)
    thread.join(30)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device to print to")
def test_where_stdout_is_of_no_use_the_address_goes_to_stderr() -> None:
    with open("/dev/full", "w") as full:
        process = subprocess.Popen(
            [*COMMAND, "--no-open", "--port", "0"],
            cwd=ROOT,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert process.stderr is not None
    line = process.stderr.readline()
    told, _, address = line.strip().rpartition(" ")
    assert told == "propolis web: stdout: No space left on device; the address is"
    assert b"<html" in body_of(address)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_the_browser_is_opened_unless_told_not_to(programs: list[Program], tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o700)
    programs.append(program := Program("--port", "0", BROWSER=f"{browser} %s"))
    wait_until(lambda: opened.exists() and opened.read_text().endswith("\n"), 30)
    assert opened.read_text().strip() == program.address
    program.end()
    opened.unlink()
    programs.append(program := Program("--port", "0", "--no-open", BROWSER=f"{browser} %s"))
    body_of(program.address)
    program.end()
    assert not opened.exists()


def test_a_port_in_use_is_told_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        finished = run("--no-open", "--port", str(port))
    assert finished.returncode == 1
    assert finished.stdout == ""
    [line] = finished.stderr.splitlines()
    assert line == (
        f"propolis web: port {port} is in use, perhaps by another propolis web; try --port 0"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "x"], "--port"),
        (["--port", "70000"], "70000 is no port"),
        (["--port", "-1"], "no port"),
        (["--host", "nowhere.invalid"], "no address of this machine"),
        (["--host", "192.0.2.7"], "cannot listen on 192.0.2.7"),
        (["--engine", "nothing"], 'wants NAME="COMMAND"'),
        (["--engine", "=ls"], 'wants NAME="COMMAND"'),
        (["--engine", "a="], 'wants NAME="COMMAND"'),
        (["--engine", "a=no-such-program-here"], "there is no program 'no-such-program-here'"),
        (["--engine", 'a="'], "No closing quotation"),
        (["--engine", "propolis=ls"], "already"),
        (["--engine", "a=ls", "--engine", "A=ls"], "already"),
        (["--engine", "<b>=ls"], "no name"),
        (["--engine", "x" * 41 + "=ls"], "no name"),
        (["--colour"], "--colour"),
        (["extra"], "extra"),
    ],
)
def test_bad_arguments_are_told_in_words(arguments: list[str], words: str) -> None:
    finished = run("--no-open", *arguments)
    assert finished.returncode in (1, 2)
    assert finished.stdout == ""
    assert words in finished.stderr
    assert "Traceback" not in finished.stderr


def test_for_others_there_is_a_token_and_a_warning(programs: list[Program]) -> None:
    programs.append(program := Program("--no-open", "--port", "0", "--host", "0.0.0.0"))
    address, _, token = program.address.partition("?token=")
    assert len(token) >= 32
    port = int(address.rstrip("/").rpartition(":")[2])
    with pytest.raises(urllib.error.HTTPError, match="403"):
        body_of(f"http://127.0.0.1:{port}/")
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with opener.open(f"http://127.0.0.1:{port}/?token={token}", timeout=30) as answer:
        assert b"<html" in answer.read()
    _, errors = program.end()
    assert "whoever can reach this machine" in errors


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    program = "import sys; sys.modules['uvicorn'] = None; from web.command_line import main\n"
    finished = subprocess.run(
        [sys.executable, "-c", program + "sys.exit(main(['--no-open']))"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert finished.returncode == 1
    assert finished.stderr.strip().endswith("pip install 'propolis[web]'")


def test_help_needs_nothing_that_has_to_be_installed() -> None:
    program = (
        "import sys, web.command_line\n"
        "print([m for m in ('numpy', 'starlette', 'uvicorn', 'asyncio') if m in sys.modules])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert finished.stdout == "[]\n"
    assert "--engine" in run("--help").stdout


def test_arena_and_web_are_programs_of_propolis_and_other_words_are_not() -> None:
    arena = subprocess.run(
        [sys.executable, "-m", "propolis", "arena", "-version"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert arena.stdout.startswith("propolis-arena ")
    for words in (["weB"], ["--option", "Threads=1", "web"], ["arenas"]):
        refused = subprocess.run(
            [sys.executable, "-m", "uhp", *words],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert refused.returncode == 2
        assert "unknown argument" in refused.stderr


def test_a_file_of_the_user_called_web_is_named_and_not_run(tmp_path: Path) -> None:
    (tmp_path / "web.py").write_text("print('run')")
    finished = subprocess.run(
        [*COMMAND, "--help"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert finished.returncode == 1
    assert "web.py has the name of a package that propolis needs" in finished.stderr
    assert finished.stdout == ""


@pytest.mark.slow
def test_a_cold_start_shows_the_page_and_says_that_it_compiles(
    programs: list[Program], tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache")
    programs.append(program := Program("--no-open", "--port", "0", PROPOLIS_CACHE_DIR=cache))
    assert b"<html" in body_of(program.address)
    host = program.address.removeprefix("http://").rstrip("/")
    with open_socket(host) as page:
        started = time.perf_counter()
        page.send(json.dumps({"id": 1, "do": "hello"}))
        page.send(json.dumps({"id": 2, "do": "view", "game": "Base"}))
        answers: dict[object, dict[str, object]] = {}
        states = []
        while 2 not in answers:
            message = json.loads(page.recv(timeout=300))
            if "event" in message:
                states.append(message.get("state", message["event"]))
            else:
                answers[message["id"]] = message
                if message["id"] == 1:
                    assert time.perf_counter() - started < 20
        assert "compiling" in states
        assert "ok" in answers[2]
    seconds, errors = program.end()
    assert seconds < 10
    assert "Traceback" not in errors


@pytest.mark.slow
def test_a_signal_during_compilation_ends_it_at_once(
    programs: list[Program], tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache")
    programs.append(program := Program("--no-open", "--port", "0", PROPOLIS_CACHE_DIR=cache))
    host = program.address.removeprefix("http://").rstrip("/")
    with open_socket(host) as page:
        page.send(json.dumps({"id": 1, "do": "view", "game": "Base"}))
        page.send(json.dumps({"id": 2, "do": "move", "game": "Base", "level": 1}))
        page.recv(timeout=60)
        _, errors = program.end(signal.SIGINT)
    assert program.process.returncode == 0
    assert "Traceback" not in errors
    assert "running task" not in errors  # nothing had to be cut short
