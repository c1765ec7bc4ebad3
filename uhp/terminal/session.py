"""What a person at a terminal can say: the protocol, moves without a command, and games."""

import difflib
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from uhp.errors import InvalidMoveError, RefusedError, quoted
from uhp.output import note
from uhp.parsing import parse_analysis, parse_count
from uhp.session import Session
from uhp.stdin import CommandLine
from uhp.terminal import help as help_texts
from uhp.terminal.board import board_lines
from uhp.terminal.durations import in_protocol_form, parse_duration, spoken
from uhp.terminal.lines import SpelledLine, wrapped
from uhp.terminal.live_analysis import analyze_live
from uhp.terminal.moves import looks_like_move, understood
from uhp.terminal.play_mode import PlayMode
from uhp.terminal.records import load_record, save_record
from uhp.terminal.screen import Screen
from uhp.terminal.wishes import are_wishes, parse_wishes

if TYPE_CHECKING:
    from search.stop_flag import StopFlag

_SECONDS = 2.0
"""How long the engine thinks about a move unless something else is said."""

Command = Callable[[str, "StopFlag"], Iterable[str]]
"""Answers a command, given what follows its keyword."""


class TerminalSession:
    """Answers what is typed. Commands of the protocol are passed on to a `Session`."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session = session
        self._screen = screen
        self._seconds = _SECONDS
        self._game = PlayMode(session, screen, lambda: self._seconds)
        self._always: dict[str, Command] = {
            "analyze": self._analyze,
            "board": self._board,
            "help": self._help,
            "?": self._help,
            "hint": self._hint,
            "level": self._level,
            "load": self._load,
            "play": self._play,
            "save": self._save,
            "time": self._time,
        }
        self._in_game: dict[str, Command] = {
            "new": self._new,
            "pass": lambda parameters, stop: self._game.move("pass", stop),
            "quit": lambda parameters, stop: self._game.leave(),
            "resign": lambda parameters, stop: self._game.resign(),
            "undo": self._undo,
        }

    @property
    def prompt(self) -> str:
        """What stands before the line that is typed."""
        return self._game.prompt if self._game.is_on else "propolis> "

    @property
    def ending(self) -> tuple[str, ...]:
        """What ends a reply: nothing in a game, where the prompt does."""
        return () if self._game.is_on else self.session.ending

    def is_end(self, line: CommandLine) -> bool:
        """Whether a line ends the session. In a game `quit` only leaves that."""
        return line.keyword == "quit" and not self._game.is_on

    @property
    def commands(self) -> list[str]:
        """All commands that can be given now."""
        known = {*self.session.commands, *self._always, "exit", "quit"}
        return sorted(known.union(self._in_game if self._game.is_on else ()) - {"?"})

    def answer(self, line: CommandLine, started: float, stop: "StopFlag") -> Iterator[str]:
        """The reply to a line. Never raises; `exit` is not for us."""
        self.session.search.stop_pondering()
        try:
            command = None if line.too_long else self._command(line)
            if command is not None:
                yield from command(line.parameters, stop)
            elif not line.too_long and line.keyword not in self.session.commands:
                yield from self._bare_move(line, started, stop)
            else:
                yield from self._passed_on(line, started, stop)
        except (RefusedError, InvalidMoveError) as error:
            kind = "invalidmove" if isinstance(error, InvalidMoveError) else "err"
            yield from self._refusal(kind, str(error))
        except Exception as error:
            note(traceback.format_exc())
            yield from self._refusal("err", f"internal error: {type(error).__name__}: {error}")

    def idle(self) -> None:
        """Use the time until the next command."""
        self.session.idle()

    def _command(self, line: CommandLine) -> Command | None:
        """One of our own commands; None if a line is none of them."""
        if self._game.is_on and line.keyword in self._in_game:
            return self._in_game[line.keyword]
        return self._always.get(line.keyword)

    def _passed_on(self, line: CommandLine, started: float, stop: "StopFlag") -> Iterator[str]:
        """A command of the protocol; in a game the engine answers to what it has changed."""
        if line.keyword == "bestmove":
            line = line._replace(text=in_protocol_form(line.text))
        before = self.session.game
        for text in self.session.answer(line, started, stop):
            kind, _, message = text.partition(" ")
            if self._game.is_on and kind in ("err", "invalidmove"):
                yield from self._refusal(kind, message)
            else:
                yield text
        if self._game.is_on and self.session.game is not before:
            yield from self._game.go_on(stop)

    def _bare_move(self, line: CommandLine, started: float, stop: "StopFlag") -> Iterator[str]:
        """A line that begins with no command: a move, or a mistake."""
        if looks_like_move(line.text):
            yield from self._move(line.text, started, stop)
        elif self._game.is_on:
            raise RefusedError(
                f"{quoted(line.text)} is neither a move, such as 'wA1 bQ/', nor a command"
                f"{self._meant(line)}; try 'help'"
            )
        else:
            raise RefusedError(
                f"there is no command {quoted(line.keyword)}{self._meant(line)}; try 'help'"
            )

    def _meant(self, line: CommandLine) -> str:
        near = difflib.get_close_matches(line.keyword, self.commands, n=1, cutoff=0.7)
        return f" (did you mean '{near[0]}'?)" if near else ""

    def _move(self, text: str, started: float, stop: "StopFlag") -> Iterable[str]:
        if self._game.is_on:
            return self._game.move(text, stop)
        if self.session.game is None:
            raise RefusedError("there is no game yet; try 'play' or 'newgame'")
        move = understood(self.session.running_game(), text)
        return self.session.answer(CommandLine(f"play {move}", started), started, stop)

    def _play(self, parameters: str, stop: "StopFlag") -> Iterable[str]:
        if not are_wishes(parameters):
            return self._move(parameters, 0.0, stop)
        if self._game.is_on and not parameters:
            raise RefusedError("you are playing already; 'new' begins another game")
        return self._begin(parameters, stop, anew=self._game.is_on)

    def _new(self, parameters: str, stop: "StopFlag") -> Iterable[str]:
        return self._begin(parameters, stop, anew=True)

    def _begin(self, parameters: str, stop: "StopFlag", *, anew: bool) -> Iterable[str]:
        wishes = parse_wishes(parameters)
        if wishes.level is not None:
            self.session.options.level.set(wishes.level)
        if wishes.seconds is not None:
            self._seconds = wishes.seconds
        return self._game.begin(wishes, stop, anew=anew)

    def _undo(self, parameters: str, stop: "StopFlag") -> Iterable[str]:
        return self._game.undo(max(1, parse_count(parameters or "1", "a number of moves")))

    def _board(self, parameters: str, stop: "StopFlag") -> Iterable[str]:
        if self._game.is_on:
            return self._game.board()
        screen = self._screen
        return board_lines(
            self.session.any_game(), screen.width, has_colors=screen.has_colors, with_header=True
        )

    def _analyze(self, parameters: str, stop: "StopFlag") -> Iterable[str]:
        game = self.session.running_game()
        _, *words = in_protocol_form(f"analyze {parameters}").split()
        limits, count = parse_analysis(words)
        return analyze_live(self._screen, self.session.search, game, limits, count, stop)

    def _hint(self, parameters: str, stop: "StopFlag") -> Iterable[str]:
        from search import Limits

        game = self.session.running_game()
        search = self.session.search
        search.wait_until_ready(stop)
        result = search.search_lines(game, Limits(seconds=self._seconds), 1, stop)
        line = SpelledLine.of(result.lines[0], game)
        yield f"I would play {line.moves[0]}: {line.line.score.win_chance:.0%} to win."
        if len(line.moves) > 1:
            yield f"Then I expect {', '.join(line.moves[1:5])}."

    def _level(self, parameters: str, stop: "StopFlag") -> Iterable[str]:
        option = self.session.options.level
        if parameters:
            option.set(parameters)
        return [f"level {option.value}, of {option.low} to {option.high}"]

    def _time(self, parameters: str, stop: "StopFlag") -> Iterable[str]:
        if parameters:
            self._seconds = parse_duration(parameters)
        return [f"{spoken(self._seconds)} a move"]

    def _save(self, parameters: str, stop: "StopFlag") -> Iterable[str]:
        game = self.session.any_game()
        return [save_record(parameters, game, self._game.tags(), self._game.result)]

    def _load(self, parameters: str, stop: "StopFlag") -> Iterable[str]:
        self.session.wait_for_rules(stop)
        self.session.game, remarks = load_record(parameters, self.session.options, stop)
        self.session.search.forget()
        yield from remarks
        if self._game.is_on:
            yield from self._game.resume(stop)
        else:
            yield self.session.game.game_string

    def _help(self, parameters: str, stop: "StopFlag") -> Iterable[str]:
        name = next(iter(parameters.lower().split()), "")
        return help_texts.about(name, in_game=self._game.is_on)

    def _refusal(self, kind: str, message: str) -> list[str]:
        """One line, as in the protocol; in a game a sentence that fits in the window."""
        message = " ".join(message.split())
        if not self._game.is_on:
            return [f"{kind} {message}"]
        sentence = message[:1].upper() + message[1:] + "." * (message[-1:] not in ".?!")
        return wrapped(sentence, self._screen.width)
