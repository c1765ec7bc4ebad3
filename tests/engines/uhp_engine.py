"""The frame of a UHP engine: banner, commands in, replies out. Subclasses know how to play."""

import sys
from collections.abc import Sequence


class Refusal(Exception):  # noqa: N818 -- an answer of the protocol
    """The command gets `err` or `invalidmove`."""

    def __init__(self, message: str, word: str = "err") -> None:
        super().__init__(f"{word} {message}")


class UhpEngine:
    """Reads commands until the end of its input or `exit`."""

    name = "Nobody"
    capabilities = "Mosquito;Ladybug;Pillbug"

    def run(self) -> None:
        self.print(*self.info(), "ok")
        for line in sys.stdin:
            word, _, rest = line.strip().partition(" ")
            if word == "exit":
                return
            if word:
                try:
                    lines = self.reply(word, rest)
                except Refusal as refusal:
                    lines = [str(refusal)]
                self.print(*lines, "ok")

    def print(self, *lines: str) -> None:
        print(*lines, sep="\n", flush=True)

    def info(self) -> list[str]:
        return [f"id {self.name}", self.capabilities]

    def reply(self, word: str, rest: str) -> Sequence[str]:
        match word, rest.split():
            case "info", _:
                return self.info()
            case "newgame", _:
                return [self.newgame(rest or "Base")]
            case "play", _:
                return [self.play(rest)]
            case "bestmove", [kind, value]:
                return self.bestmove(kind, value)
            case "options", words:
                return self.options(*words)
        raise Refusal(f"unknown command {word}")

    def newgame(self, game_type: str) -> str:
        raise NotImplementedError

    def play(self, move: str) -> str:
        raise NotImplementedError

    def bestmove(self, kind: str, value: str) -> Sequence[str]:
        raise NotImplementedError

    def options(self, *words: str) -> Sequence[str]:
        if words:
            raise Refusal("no such option")
        return []


def seconds_of(text: str) -> float:
    """The seconds in hh:mm:ss, with or without a fraction."""
    hours, minutes, seconds = text.split(":")
    return 3600 * int(hours) + 60 * int(minutes) + float(seconds)
