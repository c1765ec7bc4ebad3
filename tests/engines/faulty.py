"""The real engine with a fault planted in it, to see whether trials find it out."""

import argparse
import os
import sys
import time
from typing import Any

from uhp.__main__ import main
from uhp.errors import InvalidMoveError
from uhp.output import Output
from uhp.session import Session

FAULTS = (
    "crash", "extra-ok", "forgets", "hang", "missing-ok", "refuses", "traceback",
)  # fmt: skip


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

    patches: dict[Any, dict[str, Any]] = {
        Output: {"write": faulty_write},
        Session: {"answer": counted_answer, "_moved": faulty_moved},
    }
    for owner, changes in patches.items():
        for name, change in changes.items():
            setattr(owner, name, change)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--fault", choices=FAULTS)
    parser.add_argument("--at", type=int, default=30)
    chosen = parser.parse_args()
    plant(chosen.fault, chosen.at)
    sys.argv[1:] = []
    sys.exit(main())
