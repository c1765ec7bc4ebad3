"""An engine that plays a fixed game from memory, and goes wrong in the way it is told to.

It knows no rules: it echoes what it is sent. From the first move the script leads to a win of
White. A fault shows at the first `bestmove` of at least `--at` plies.
"""

import argparse
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from uhp_engine import Refusal, UhpEngine, seconds_of

SCRIPT = [
    "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1/", "wG1 -wQ", "bG1 \\bQ", "wG1 bQ\\", "bG2 bQ/",
    "wA1 wQ\\", "bA1 bG2/", "wA1 bG2\\", "bA1 \\bG2", "wQ \\wS1", "bA1 bG2/", "wQ /bG1",
]  # fmt: skip
FOREVER = 3600.0
REPORT_OPTION = "ReportIntermediateBestMoves"

FAULTS = (
    "answers-and-leaves", "base-only", "big-scores", "blank-lines", "chatter", "cheat", "claims",
    "clamp", "crash", "crlf", "dies", "err", "flood", "forget", "greets-and-leaves", "hang", "late",
    "leaves-after-game", "leaves-child", "lies", "many-digits", "no-answer", "no-banner",
    "no-expansions", "noisy", "odd-id", "odd-state", "orphan", "other-game", "pretends",
    "real-time-signal", "refuses", "repetition", "respells", "rubbish", "runaway",
    "stderr-flood", "stubborn", "whole-seconds",
)  # fmt: skip


class Scripted(UhpEngine):
    name = "Scripted 1.0"

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.fault: str = arguments.fault
        self.at: int = arguments.at
        self.scores: list[str] = arguments.scores
        self.think: float = arguments.think
        self.log: Path | None = arguments.log
        self.script: list[str] = arguments.moves.split(";") if arguments.moves else SCRIPT
        self.code: int = arguments.code
        self.leaving = False
        self.level = "3"
        self.reports: str = arguments.reports
        self.report = "False"
        self.game_type = "Base"
        self.moves: list[str] = []
        if self.fault in ("no-expansions", "base-only"):
            self.capabilities = ""
        if self.fault == "odd-id":
            self.name = "\x1b[31mEvil\x07\x01 " + "x" * 10_000
        if arguments.name:
            self.name = arguments.name

    def info(self) -> list[str]:
        return [line for line in super().info() if line]

    def run(self) -> None:
        self.write_down(f"started {os.getpid()}")
        if self.fault == "dies":
            sys.exit("scripted: the library of moves is missing")
        if self.fault == "no-banner":
            time.sleep(FOREVER)
        if self.fault == "noisy":
            threading.Thread(target=flood_stderr, daemon=True).start()
        super().run()
        if self.fault == "stubborn":
            time.sleep(FOREVER)

    def reply(self, word: str, rest: str) -> Sequence[str]:
        self.write_down(f"{word} {rest}".strip())
        return super().reply(word, rest)

    def print(self, *lines: str) -> None:
        """Leave right after a reply, before anything else can be asked, if told to."""
        super().print(*(f"{line}\r" if self.fault == "crlf" else line for line in lines))
        if self.leaving or self.fault == "greets-and-leaves":
            os._exit(self.code)

    def write_down(self, line: str) -> None:
        if self.log is not None:
            with self.log.open("a") as file:
                file.write(line + "\n")

    def newgame(self, game_type: str) -> str:
        if game_type != "Base":
            if self.fault == "no-expansions":
                raise Refusal("no expansions here")
            if self.fault == "base-only":
                game_type = "Base"
        self.game_type, self.moves = game_type, []
        return self.game_string()

    def play(self, move: str) -> str:
        if self.goes_wrong("refuses"):
            raise Refusal("I do not like it", "invalidmove")
        if self.goes_wrong("claims"):
            raise Refusal("the game is over", "invalidmove")
        if not self.goes_wrong("forget"):
            self.moves.append(move)
        self.leaving = self.fault == "leaves-after-game" and self.moves == SCRIPT
        return self.game_string()

    def bestmove(self, kind: str, value: str) -> Sequence[str]:
        if kind == "time" and "." in value and self.fault == "whole-seconds":
            raise Refusal("whole seconds, please")
        if kind == "nodes":
            raise Refusal("nodes are not in the draft")
        time.sleep(self.think)
        ply = len(self.moves)
        move = self.script[ply] if ply < len(self.script) else "pass"
        if ply >= self.at:
            self.misbehave(seconds_of(value) if kind == "time" else 0.0)
            if self.fault == "cheat":
                return ["wA1 wQ/" if ply % 2 else "bA1 bQ/"]
            if self.fault == "rubbish":
                return ["Let me think.", "xyzzy"]
            if self.fault == "many-digits":
                return [f"{move};{'9' * 5000};1.5"]
            if self.fault == "big-scores":
                return [f"{move};1;{'-' if ply % 4 < 2 else ''}1e305"]
            self.leaving = self.fault == "answers-and-leaves"
            if self.fault == "no-answer":
                return []
        if self.scores and (not self.reports or self.report == "True"):
            score = self.scores[min(ply // 2, len(self.scores) - 1)]
            return [f"{move};1;0", f"{move};2;{score};{move}", move]
        return [move]

    def misbehave(self, seconds: float) -> None:
        """Faults that happen instead of, or around, an answer."""
        if self.fault == "crash":
            print("scripted: thinking hurts", file=sys.stderr, flush=True)
            os._exit(3)
        if self.fault == "real-time-signal":
            os.kill(os.getpid(), 40)
        if self.fault in ("orphan", "leaves-child"):
            self.start_child()
        if self.fault == "runaway":
            self.start_child(start_new_session=True)
            self.start_child(start_new_session=True, env={})
        if self.fault == "leaves-child":
            os._exit(3)
        if self.fault in ("hang", "orphan", "runaway"):
            time.sleep(FOREVER)
        if self.fault == "late":
            time.sleep(seconds + 0.6)
        if self.fault == "err":
            raise Refusal("no idea")
        if self.fault == "chatter":
            self.print("By the way, nice weather.")
        while self.fault == "flood":
            self.print("and another thing" * 100)
        while self.fault == "blank-lines":
            self.print("\n" * 1000)
        if self.fault == "stderr-flood":
            flood_stderr()

    def start_child(self, **changes: Any) -> None:
        child = subprocess.Popen(["/bin/sleep", str(FOREVER)], **changes)
        self.write_down(f"child {child.pid}")

    def options(self, *words: str) -> Sequence[str]:
        if words[:2] == ("set", "Level") and len(words) == 3:
            self.level = str(min(int(words[2]), 5)) if self.fault == "clamp" else words[2]
        elif words[:2] == ("set", "ErrorMargin"):
            return [f"ErrorMargin;int;{words[2]};5;1;9"]
        elif words[:2] == ("set", REPORT_OPTION) and self.reports:
            if self.reports == "refused":
                raise Refusal("not today")
            self.report = words[2]
            return [f"{REPORT_OPTION};bool;{self.report};False"]
        elif words:
            raise Refusal(f"no option {words[1]}")
        threads = ["9" * 5000] if self.fault == "many-digits" else []
        report = [f"{REPORT_OPTION};bool;{self.report};False"] * bool(self.reports and not words)
        level = f"Level;int;{self.level};3;1;5"
        return [*report, level, *(f"Threads;int;{n};1;1;9" for n in threads)]

    def goes_wrong(self, fault: str) -> bool:
        return self.fault == fault and len(self.moves) >= self.at

    def game_string(self) -> str:
        ply = len(self.moves)
        state = "InProgress" if ply else "NotStarted"
        if self.moves == SCRIPT and self.fault != "lies":
            state = "WhiteWins"
        if self.goes_wrong("odd-state"):
            state = "\x1b[31mRed" + "x" * 1000
        if self.goes_wrong("pretends"):
            state = "Adjourned"
        if self.goes_wrong("repetition") or self.goes_wrong("claims"):
            state = "Draw"
        moves = list(self.moves)
        if self.goes_wrong("other-game") and moves:
            moves[-1] = "bG3 bS1-" if ply % 2 == 0 else "wG3 -wS1"
        if self.fault == "respells":
            moves = ["wg1  bS1-" if move == "wG1 bQ\\" else move for move in moves]
        turn = f"{('White', 'Black')[ply % 2]}[{ply // 2 + 1}]"
        return ";".join((self.game_type, state, turn, *moves))


def flood_stderr() -> None:
    while True:
        os.write(2, b"oh dear\n" * 100)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--fault", choices=FAULTS, default="")
    parser.add_argument("--at", type=int, default=4, metavar="PLY")
    parser.add_argument("--code", type=int, default=0, help="the exit code of those that leave")
    parser.add_argument("--moves", help="another script, moves separated by semicolons")
    parser.add_argument("--scores", type=lambda text: text.split(","), default=[])
    parser.add_argument(
        "--reports",
        choices=("asked", "refused"),
        default="",
        help="have an option for scores; without it they are shown if there are any",
    )
    parser.add_argument("--think", type=float, default=0.0, metavar="SECONDS")
    parser.add_argument("--log", type=Path, help="a file to write all commands to")
    parser.add_argument("--name")
    Scripted(parser.parse_args()).run()


if __name__ == "__main__":
    main()
