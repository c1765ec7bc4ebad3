"""Command lines, from valid to noise, sent to engine processes that are watched by a shadow.

The shadow knows the game and the options as the replies show them. A refused line must change
nothing; a plain `play` must be accepted exactly if the reference rules allow the move. After every
batch the engine is asked for its game, its legal moves and its options, and all must be as the
shadow expects. A word that no other line has, sent as a command, shows that not one `ok` too many
or too few has been sent.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from reference import ReferenceGame
from uhp_client import ENGINE, Engine
from uhp_fuzzer import OPTIONS, Fuzzer

from soak.campaign import Campaign, Outcome
from soak.oneshot import random_game
from soak.referee import UnreadableError, is_plain, read_move, replayed
from uhp.stdin import LONGEST_LINE

BATCHES = (1, 2, 5, 10, 40)
"""How many lines are sent at once."""
BLANK_LINES = (b"", b" ", b"\t", b"\r", b" \t \r", b"\xef\xbb\xbf")
SHARE_OF_BLANKS = 0.03
SHARE_OF_GIANTS = 0.0001
"""How many of the lines are longer than the engine takes."""
SHORT_GAME, LONGEST_GAME = 15, 70
SHARE_OF_LONG_GAMES = 0.1
"""In how many batches that find a short game a long one is loaded."""
HANGS_AFTER = 60.0
MORE_OPTIONS = {
    **OPTIONS,
    "Strategy": ("AlphaBeta", "MCTS", "mcts"),
    "Ponder": ("True", "False"),
}
KEPT = 300
"""How much of a long line or reply is kept in the record of a failure."""


class WrongError(Exception):
    """The engine does not do what the shadow expects."""


def is_refusal(reply: list[str]) -> bool:
    """Whether a command was answered with an error."""
    return bool(reply) and reply[0].startswith(("err ", "invalidmove "))


class Shadow:
    """The game and the options of an engine as its replies show them."""

    def __init__(self, options: list[str], game_string: str) -> None:
        self.options = {line.split(";")[0]: line for line in options}
        self.verdicts = 0
        """How many moves were judged by the referee before the engine was heard."""
        self.game = replayed(game_string)
        self.moves: list[str] = game_string.split(";")[3:]
        """The moves of the game as the client has spelled them."""

    @property
    def game_string(self) -> str:
        """What the engine should say of the game."""
        return ";".join([*self.game.game_string().split(";")[:3], *self.moves])

    def see(self, line: bytes, reply: list[str]) -> None:
        """Follow a command and its reply. Raises WrongError."""
        text = line.decode("utf-8", "replace").removeprefix("\ufeff").strip()
        keyword, *words = text.split()
        keyword, rest = keyword.lower(), text[len(keyword) + 1 :]
        refused = is_refusal(reply)
        if any(part.startswith("err internal") for part in reply):
            raise WrongError("internal error")
        if refused and len(reply) > 1:
            raise WrongError("a refusal of several lines")
        if keyword == "play" and is_plain(rest):
            self.verdicts += 1
            if self._allows(rest) == refused:
                raise WrongError("a legal move refused" if refused else "an illegal move accepted")
        if keyword == "bestmove" and not refused and not self._allows(reply[-1]):
            raise WrongError("the best move is not legal")
        if refused or len(reply) != 1:
            return
        [answer] = reply
        name = answer.split(";")[0]
        if keyword == "options" and name in self.options:
            self._see_option(name, answer, is_change=words[0].lower() == "set")
        elif answer.startswith("Base") and answer.count(";") >= 2:
            self._see_game(keyword, words, answer)

    def _allows(self, text: str) -> bool:
        """Whether the referee finds a move legal."""
        try:
            return read_move(self.game, text) in self.game.legal_moves()
        except UnreadableError:
            return False

    def _see_option(self, name: str, line: str, *, is_change: bool) -> None:
        before, self.options[name] = self.options[name], line
        if line != before and not is_change:
            raise WrongError(f"{name} has changed by itself")
        if line != before and name in ("QueenFirst", "RepetitionDraw"):
            self._replay(self.game_string)

    def _see_game(self, keyword: str, words: list[str], told: str) -> None:
        moves = told.split(";")[3:]
        if keyword == "newgame":
            self._replay(told)
        elif keyword == "undo":
            for _ in range(int(words[0]) if words else 1):
                if not self.moves:
                    raise WrongError("more moves taken back than were made")
                self.game.undo()
                self.moves.pop()
        elif keyword in ("play", "pass") and moves:
            if not self._allows(moves[-1]):
                raise WrongError("an illegal move accepted")
            self.game.apply(read_move(self.game, moves[-1]))
            self.moves.append(moves[-1])
        else:
            raise WrongError("a GameString out of place")
        if told != self.game_string:
            raise WrongError(f"another GameString expected: {self.game_string}")

    def _replay(self, game_string: str) -> None:
        queen_first, repetition_draw = (
            self.options[name].split(";")[2] == "True" for name in ("QueenFirst", "RepetitionDraw")
        )
        game_type, _, _, *moves = game_string.split(";")
        game = self.game
        rules = (game.game_type, game.queen_first, game.repetition_draw)
        if (game_type, queen_first, repetition_draw) != rules:
            self.game = ReferenceGame(
                game_type, queen_first=queen_first, repetition_draw=repetition_draw
            )
            self.moves = []
        # What the referee has seen before is not judged again: that takes a millisecond a move.
        while self.moves != moves[: len(self.moves)]:
            self.game.undo()
            self.moves.pop()
        for text in moves[len(self.moves) :]:
            if not self._allows(text):
                raise WrongError(f"the referee does not allow {text} in {self.game_string}")
            self.game.apply(read_move(self.game, text))
            self.moves.append(text)

    def compare(self, pgn: list[str], moves: list[str], options: list[str]) -> None:
        """The engine's own account must be what its replies have told. Raises WrongError."""
        written = [line.partition(". ")[2] for line in pgn if line[:1].isdigit()]
        if written != self.moves:
            raise WrongError(f"the game is {written}, not {self.moves}")
        if {line.split(";")[0]: line for line in options} != self.options:
            raise WrongError(f"the options are {options}, not {list(self.options.values())}")
        legal = {self.game.move_string(move) for move in self.game.legal_moves()}
        told = set() if is_refusal(moves) else set(moves[0].split(";"))
        if told != legal:
            raise WrongError(f"legal moves: {sorted(told - legal)} instead of {legal - told}")


@dataclass(frozen=True)
class Fuzz(Campaign):
    """Random command lines."""

    name: ClassVar[str] = "fuzz"
    unit: ClassVar[str] = "lines"
    per_item: ClassVar[int] = 2000
    command: tuple[str, ...] = ENGINE

    def run(self, number: int, chance: Random) -> Outcome:
        outcome = Outcome()
        fuzzer = Fuzzer(chance.getrandbits(64), MORE_OPTIONS)
        with (
            tempfile.TemporaryDirectory() as folder,  # for files that some lines write
            Engine(self.command, cwd=Path(folder)) as engine,
        ):
            [game_string] = engine.ask("newgame Base+MLP", HANGS_AFTER)
            shadow = Shadow(engine.ask("options", HANGS_AFTER), game_string)
            while outcome.counts["lines"] < self.per_item and not outcome.failures:
                self._batch(engine, fuzzer, shadow, outcome)
            if not outcome.failures:
                engine.close_input()
                status = engine.wait(HANGS_AFTER)
                if status != 0 or engine.rest:
                    outcome.fail("the process ended badly", status=status)
            if "Traceback" in engine.errors:
                outcome.fail("a traceback on stderr", stderr=engine.errors[-2000:])
        outcome.counts["moves judged before the engine was heard"] += shadow.verdicts
        return outcome

    def _batch(self, engine: Engine, fuzzer: Fuzzer, shadow: Shadow, outcome: Outcome) -> None:
        """Send some lines at once and look at every reply, then at where that has led."""
        before, options = shadow.game_string, list(shadow.options.values())
        lines = list(self._lines(fuzzer, len(shadow.moves)))
        marker = f"marker{fuzzer.chance.getrandbits(32)}"
        end = f"{marker}\npgn\nvalidmoves\noptions\n".encode()
        line = b""
        reply: list[str] = []
        try:
            engine.send(b"\n".join([*lines, end]))
            for line in lines:
                outcome.counts["lines"] += 1
                if is_blank(line):
                    outcome.counts["blank lines, which get no reply"] += 1
                    continue
                reply = engine.reply(HANGS_AFTER)
                outcome.counts["refused" if is_refusal(reply) else "accepted"] += 1
                if len(line) > LONGEST_LINE:
                    outcome.counts["lines too long"] += 1
                    if not is_refusal(reply):
                        raise WrongError("a line too long is not refused")
                else:
                    shadow.see(line, reply)
            line = marker.encode()
            reply = engine.reply(HANGS_AFTER)
            if len(reply) != 1 or marker not in reply[0]:
                raise WrongError("replies are not in step with commands")
            pgn, moves, told = (engine.reply(HANGS_AFTER) for _ in range(3))
            outcome.counts["accounts compared"] += 1
            outcome.counts["moves in the games compared"] += len(shadow.moves)
            shadow.compare(pgn, moves, told)
        except (WrongError, TimeoutError, EOFError, BrokenPipeError) as error:
            outcome.fail(
                f"{type(error).__name__}: {error}"[: 4 * KEPT],
                line=repr(line)[:KEPT],
                reply=[part[:KEPT] for part in reply],
                batch=[repr(one)[:KEPT] for one in lines],
                game_before_batch=before,
                options_before_batch=options,
            )
            return
        fuzzer.state = shadow.game_string
        fuzzer.moves = [] if is_refusal(moves) else moves[0].split(";")

    def _lines(self, fuzzer: Fuzzer, plies: int) -> Iterator[bytes]:
        if plies < SHORT_GAME and fuzzer.chance.random() < SHARE_OF_LONG_GAMES:
            yield f"newgame {random_game(fuzzer.chance, SHORT_GAME, LONGEST_GAME)}".encode()
        for _ in range(fuzzer.chance.choice(BATCHES)):
            if fuzzer.chance.random() < SHARE_OF_GIANTS:
                yield b"play " + b"x" * LONGEST_LINE
            elif fuzzer.chance.random() < SHARE_OF_BLANKS:
                yield fuzzer.chance.choice(BLANK_LINES)
            else:
                yield fuzzer.line()


def is_blank(line: bytes) -> bool:
    """Whether nothing is on a line, so that no reply is due."""
    return not line.decode("utf-8", "replace").removeprefix("\ufeff").strip()
