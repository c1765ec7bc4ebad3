"""An engine with one odd habit, of those that are met or feared. It knows no rules.

It plays a script, or the moves it is given, and can be told what to do on SIGINT.
"""

import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from scripted import SCRIPT, flood_stderr
from uhp_engine import Refusal, UhpEngine, seconds_of

FOREVER = 3600.0
HABITS = (
    "base-only", "chatty-banner", "children", "claims-draw", "clamps", "closes-input",
    "closes-output", "crash", "crlf", "empty-answer", "flood", "forgets", "hangs", "ignores-exit",
    "illegal-move", "many-lines", "no-banner", "no-options", "noisy", "nonsense", "odd-case",
    "odd-options", "plays-base", "refuses-undo", "reports", "respells", "self-reference",
    "thinks", "unasked", "whole-seconds", "wins-early",
)  # fmt: skip


class Interrupted(Exception):  # noqa: N818 -- what a search is told
    """SIGINT has come."""


class Habits(UhpEngine):
    name = "Habits 1.0"

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.habit: str = arguments.habit
        self.log: Path | None = arguments.log
        self.script: list[str] = arguments.moves.split(";") if arguments.moves else SCRIPT
        self.at: int = arguments.at
        self.level, self.style, self.reports = 3, "Calm", False
        self.game_type = "Base"
        self.moves: list[str] = []

    def run(self) -> None:
        self.write_down(f"started {os.getpid()}")
        if self.habit == "no-banner":
            time.sleep(FOREVER)
        if self.habit == "noisy":
            threading.Thread(target=flood_stderr, daemon=True).start()
        super().run()
        if self.habit == "ignores-exit":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(FOREVER)

    def write_down(self, line: str) -> None:
        if self.log is not None:
            with self.log.open("a") as file:
                file.write(line + "\n")

    def info(self) -> list[str]:
        if self.habit == "chatty-banner":
            return ["Welcome!", "", f"id {self.name}", "(c) nobody", "", self.capabilities]
        return [f"id {self.name}"] if self.habit == "base-only" else super().info()

    def print(self, *lines: str) -> None:
        super().print(*(f"{line}\r" if self.habit == "crlf" else line for line in lines))

    def reply(self, word: str, rest: str) -> Sequence[str]:
        self.write_down(f"{word} {rest}".strip())
        if word == "undo":
            if self.habit == "refuses-undo":
                raise Refusal("what is done is done")
            del self.moves[len(self.moves) - int(rest or 1) :]
            return [self.game_string()]
        return super().reply(word, rest)

    def newgame(self, game_type: str) -> str:
        kind, *fields = game_type.split(";")
        if kind != "Base" and self.habit == "base-only":
            raise Refusal("expansions? never heard of them")
        self.game_type = "Base" if self.habit == "plays-base" else kind
        self.moves = fields[2:]
        return self.game_string()

    def play(self, move: str) -> str:
        if self.habit == "claims-draw" and len(self.moves) >= self.at:
            raise Refusal("the game is over", "invalidmove")
        self.moves.append(move)
        return self.game_string()

    def bestmove(self, kind: str, value: str) -> Sequence[str]:
        if kind == "nodes":
            raise Refusal("nodes are not in the draft")
        if kind == "time" and seconds_of(value) == 0:
            time.sleep(FOREVER)
        if kind == "time" and "." in value and self.habit == "whole-seconds":
            raise Refusal("UnrecognizedTime")
        ply = len(self.moves)
        move = self.script[ply] if ply < len(self.script) else "pass"
        if ply < self.at:
            return [move]
        try:
            return self.answer(move, seconds_of(value) if kind == "time" else 0.0)
        except Interrupted:
            return [move]

    def answer(self, move: str, seconds: float) -> Sequence[str]:
        match self.habit:
            case "crash":
                print("thinking hurts", file=sys.stderr, flush=True)
                os._exit(3)
            case "hangs":
                time.sleep(FOREVER)
            case "thinks":
                time.sleep(seconds)
            case "children":
                for apart in (False, True):
                    sleep = ["/bin/sleep", str(FOREVER)]
                    child = subprocess.Popen(sleep, start_new_session=apart)
                    self.write_down(f"child {child.pid}")
                time.sleep(FOREVER)
            case "closes-output":
                os.close(1)
                time.sleep(FOREVER)
            case "closes-input":
                sys.stdin.close()
                os.close(0)
                self.print(move, "ok")
                time.sleep(FOREVER)
            case "flood":
                while True:
                    self.print("and another thing" * 100)
            case "nonsense":
                return ["Let me think.", "xyzzy"]
            case "empty-answer":
                return []
            case "illegal-move":
                return ["wA1 bQ/"]
            case "unasked":
                threading.Timer(0.05, lambda: self.print("Nice weather.")).start()
            case "many-lines":
                return ["Thinking...", f"{move};1;0.5", f"{move};2;-0.25;{move}", move, "(done)"]
            case "odd-case":
                return [f" {move.upper()} "]
            case "reports" if self.reports:
                for depth in (1, 2, 3):
                    self.print(f"{move};{depth};{depth / 4}")
                    time.sleep(0.05)
                time.sleep(seconds)
        return [move]

    def options(self, *words: str) -> Sequence[str]:
        if self.habit == "no-options":
            raise Refusal("no options")
        match words:
            case ():
                pass
            case "set", "Level", value:
                self.level = min(int(value), 2) if self.habit == "clamps" else int(value)
            case "set", "Style", value:
                self.style = value
            case "set", "ReportIntermediateBestMoves", value if self.habit == "reports":
                self.reports = value == "True"
            case _:
                raise Refusal("no such option")
        lines = {
            "Level": f"Level;int;{self.level};3;1;5",
            "Style": f"Style;enum;{self.style};Calm;Calm;Wild",
        }
        if self.habit == "odd-options":
            return [
                "Broken",
                "",
                f"Big;int;{'9' * 5000};1;1;{'9' * 5000}",
                "Name;text;me;me",
                *lines.values(),
            ]
        if self.habit == "reports":
            report = f"ReportIntermediateBestMoves;bool;{self.reports};False"
            lines["ReportIntermediateBestMoves"] = report
        return [lines[words[1]]] if words else [*lines.values()]

    def game_string(self) -> str:
        ply = len(self.moves)
        state = "InProgress" if ply else "NotStarted"
        moves = list(self.moves)
        if ply >= self.at:
            if self.habit == "claims-draw":
                state = "Draw"
            if self.habit == "wins-early":
                state = "WhiteWins"
            if self.habit == "forgets" and moves:
                moves[-1] = "bG3 bS1-"
            if self.habit == "respells" and len(moves) > 2:
                moves[2] = "WQ  -ws1"
        turn = f"{('White', 'Black')[ply % 2]}[{ply // 2 + 1}]"
        return ";".join((self.game_type, state, turn, *moves))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--habit", choices=HABITS, default="")
    parser.add_argument("--at", type=int, default=0, metavar="PLY")
    parser.add_argument("--moves", help="another script, moves separated by semicolons")
    parser.add_argument("--sigint", choices=("answer", "ignore", "die"), default="answer")
    parser.add_argument("--log", type=Path, help="a file to write all commands to")
    arguments = parser.parse_args()
    signal.signal(
        signal.SIGINT,
        {"die": signal.SIG_DFL, "ignore": signal.SIG_IGN}.get(arguments.sigint, interrupted),
    )
    Habits(arguments).run()


def interrupted(*_: object) -> None:
    raise Interrupted


if __name__ == "__main__":
    main()
