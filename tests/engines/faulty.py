"""The real engine with a fault planted in it, to see whether trials find it out."""

import argparse
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

from uhp.__main__ import main
from uhp.errors import InvalidMoveError
from uhp.output import Output
from uhp.session import Session

FAULTS = (
    "crash", "deaf", "echo", "extra-ok", "forgets", "hang", "missing-ok", "none", "refuses",
    "status", "traceback", "trusts-cache",
)  # fmt: skip
CODE = b"compiled code"
ECHO_SECONDS = 0.2


def plant_signals(fault: str) -> None:
    """Let interrupts go unheard or count twice, or let the process end as it should not."""
    install, leave = signal.signal, os._exit

    def faulty_install(number: int, handler: Any) -> Any:
        heard = False

        def echoing(*arguments: Any) -> None:
            nonlocal heard
            if not heard:
                threading.Timer(ECHO_SECONDS, os.kill, (os.getpid(), signal.SIGINT)).start()
            heard = not heard
            handler(*arguments)

        return install(number, signal.SIG_IGN if fault == "deaf" else echoing)

    if fault in ("deaf", "echo"):
        patch.object(signal, "signal", faulty_install).start()
    if fault == "status":
        patch.object(os, "_exit", lambda status: leave(3 if status == 130 else status)).start()


def trust_cache() -> None:
    """Crash if the file of the pretended cache is not as it was, as machine code would."""
    file = Path(os.environ["PROPOLIS_CACHE_DIR"]) / "code"
    if not file.exists() or file.read_bytes() != CODE:
        os.abort()


def plant(fault: str, at: int) -> None:
    """Let the fault show at a command of that number."""
    commands = 0
    write, answer, moved = Output.write, Session.answer, Session._moved

    def counted_answer(self: Session, *arguments: Any) -> Any:
        nonlocal commands
        commands += 1
        if commands == at:
            if fault == "crash":
                os.abort()
            if fault == "hang":
                time.sleep(3600)
            if fault == "traceback":
                print("Traceback (most recent call last):", file=sys.stderr, flush=True)
            if fault == "forgets" and self.game is not None:
                self.game = type(self.game)(self.game.game_type)
        return answer(self, *arguments)

    def faulty_write(self: Output, *lines: str) -> None:
        if commands == at and lines == ("ok",):
            if fault == "missing-ok":
                return
            if fault == "extra-ok":
                write(self, "ok")
        write(self, *lines)

    def faulty_moved(self: Session, *arguments: Any) -> list[str]:
        if fault == "refuses" and commands >= at:
            raise InvalidMoveError("not today")
        return moved(self, *arguments)

    patch.object(Output, "write", faulty_write).start()
    patch.object(Session, "answer", counted_answer).start()
    patch.object(Session, "_moved", faulty_moved).start()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--fault", choices=FAULTS)
    parser.add_argument("--at", type=int, default=30)
    chosen = parser.parse_args()
    plant(chosen.fault, chosen.at)
    plant_signals(chosen.fault)
    if chosen.fault == "trusts-cache":
        trust_cache()
    # Trials with a pretended cache need not wait until everything is compiled.
    if chosen.fault in ("trusts-cache", "none"):
        del os.environ["PROPOLIS_CACHE_DIR"]
    sys.argv[1:] = []
    sys.exit(main())
