"""The commands: what each of them does to the game and what it answers."""

import time
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from uhp import help as help_texts
from uhp.errors import InvalidMoveError, RefusedError, quoted
from uhp.loader import Loader
from uhp.options import AnyOption, Options
from uhp.output import note
from uhp.parsing import parse_analysis, parse_count, parse_limits
from uhp.saving import parse_file, save
from uhp.search_commands import SearchCommands
from uhp.stdin import LONGEST_LINE, CommandLine
from uhp.streaming import stream
from uhp.version import INFO

if TYPE_CHECKING:
    from engine import Game
    from search.stop_flag import StopFlag

_DEFAULT_PERFT_DEPTH = 4
_DEEPEST_PERFT = 64


class Request(NamedTuple):
    """A command line: what follows the keyword, when it came, and what stops it."""

    parameters: str
    started: float
    stop: "StopFlag"

    @property
    def words(self) -> list[str]:
        """The parameters one by one."""
        return self.parameters.split()


class Session:
    """A game and the options, changed by commands.

    A command that is refused changes nothing; nor does one that fails by a fault of the engine,
    since games are changed as copies.
    """

    def __init__(
        self,
        loader: Loader,
        *,
        colors: bool = False,
        options: Options | None = None,
        end_at_next: Callable[[], None] | None = None,
    ) -> None:
        """`end_at_next` is called by a command that goes on until something else comes."""
        self.options = Options() if options is None else options
        self.game: Game | None = None
        self._loader = loader
        self._colors = colors
        self._end_at_next = end_at_next
        self.search = SearchCommands(self.options, loader)
        self._commands: dict[str, Callable[[Request], Iterable[str]]] = {
            "info": self._info,
            "newgame": self._newgame,
            "play": self._play,
            "pass": self._pass,
            "validmoves": self._validmoves,
            "bestmove": self._bestmove,
            "undo": self._undo,
            "options": self._options,
            "analyze": self._analyze,
            "eval": self._eval,
            "perft": self._perft,
            "board": self._board,
            "pgn": self._pgn,
            "help": self._help,
            "?": self._help,
        }

    ending = ("ok",)
    """What ends every reply."""

    def answer(self, line: CommandLine, started: float, stop: "StopFlag") -> Iterator[str]:
        """The reply to a command without the closing `ok`. Never raises; `exit` is not for us."""
        try:
            self.search.stop_pondering()
            if line.too_long:
                raise RefusedError(f"a line may have {LONGEST_LINE} bytes at most")
            command = self._commands.get(line.keyword)
            if command is None:
                raise RefusedError(f"there is no command {quoted(line.keyword)}; try 'help'")
            yield from command(Request(line.parameters, started, stop))
        except RefusedError as error:
            yield _one_line("err", error)
        except InvalidMoveError as error:
            yield _one_line("invalidmove", error)
        except Exception as error:
            note(traceback.format_exc())
            yield _one_line("err internal error:", f"{type(error).__name__}: {error}")

    def idle(self) -> None:
        """Use the time until the next command."""
        try:
            if self.game is not None and not self.game.is_over:
                self.search.ponder(self.game)
        except Exception as error:
            note(f"propolis: cannot think ahead: {type(error).__name__}: {error}")

    @property
    def commands(self) -> Collection[str]:
        """The names of all commands but `exit`."""
        return self._commands.keys()

    def wait_for_rules(self, stop: "StopFlag") -> None:
        """Wait until there can be a game. Raises RefusedError if that is interrupted."""
        if not self._loader.rules.wait(stop):
            raise RefusedError("interrupted before the rules were ready")

    def begin(self, game_string: str, stop: "StopFlag") -> "Game":
        """Begin a game, or go on with one, when the rules are ready. Raises RefusedError."""
        from engine.errors import HiveError

        self.wait_for_rules(stop)
        try:
            game = self._replayed(game_string, stop)
        except HiveError as error:
            raise RefusedError(f"{error}{_hint(error)}") from error
        if self.game is not None and not _continues(self.game, game):
            self.search.forget()
        self.game = game
        return game

    def _info(self, request: Request) -> Iterable[str]:
        return INFO

    def _newgame(self, request: Request) -> Iterable[str]:
        return [self.begin(request.parameters or "Base", request.stop).game_string]

    def _play(self, request: Request) -> Iterable[str]:
        game = self.running_game()
        if not request.parameters:
            raise RefusedError("a move is missing, such as 'play wS1'")
        return self._moved(game, request.parameters)

    def _pass(self, request: Request) -> Iterable[str]:
        return self._moved(self.running_game(), "pass")

    def _validmoves(self, request: Request) -> Iterable[str]:
        return [";".join(self.running_game().legal_move_strings)]

    def _bestmove(self, request: Request) -> Iterable[str]:
        game = self.running_game()
        limits = parse_limits(request.words)
        best_move = partial(self.search.best_move, game, limits, request.started, request.stop)
        if self.options.report_best_moves.value:
            return stream(lambda report: [best_move(report)], request.stop)
        return [best_move()]

    def _undo(self, request: Request) -> Iterable[str]:
        from engine.errors import UndoError

        game = self.any_game().copy()
        words = request.words or ["1"]
        if len(words) > 1:
            raise RefusedError("'undo' takes one number at most")
        try:
            game.undo(parse_count(words[0], "a number of moves to take back"))
        except UndoError as error:
            raise RefusedError(str(error)) from error
        self.game = game
        return [game.game_string]

    def _options(self, request: Request) -> Iterable[str]:
        words = request.words
        if not words:
            return [option.line() for option in self.options]
        verb = words[0].lower()
        if verb == "get" and len(words) == 2:
            return [self.options.named(words[1]).line()]
        is_word = len(words) == 3 or words[1:2] == [self.options.book.name]
        if verb == "set" and len(words) >= 3 and is_word:
            option = self.options.named(words[1])
            self._set(option, request.parameters.split(None, 2)[2].strip(), request.stop)
            return [option.line()]
        raise RefusedError("write 'options', 'options get NAME' or 'options set NAME VALUE'")

    def _analyze(self, request: Request) -> Iterable[str]:
        game = self.running_game()
        limits, count = parse_analysis(request.words)
        if limits is not None:
            return self.search.analyze(game, limits, count, request.stop)
        self.search.wait_until_ready(request.stop)
        if self._end_at_next is not None:
            self._end_at_next()
        analyze = partial(self.search.analyze_endlessly, game, count, request.stop)
        return stream(analyze, request.stop)

    def _eval(self, request: Request) -> Iterable[str]:
        _refuse_parameters(request, "eval")
        return self.search.evaluate(self.running_game(), request.stop)

    def _perft(self, request: Request) -> Iterable[str]:
        from engine.perft import perft_counts

        game = self.any_game()
        words = request.words or [str(_DEFAULT_PERFT_DEPTH)]
        depth = parse_count(words[0], "a depth, such as 4")
        if len(words) > 1 or depth > _DEEPEST_PERFT:
            raise RefusedError(f"perft takes a depth between 0 and {_DEEPEST_PERFT}")
        if not self._loader.perft.wait(request.stop):
            raise RefusedError("interrupted before perft was ready")
        threads = self.options.threads_to_start
        started = time.perf_counter()
        for level, count in enumerate(
            perft_counts(game.position, depth, threads, lambda: request.stop.is_set)
        ):
            seconds = time.perf_counter() - started
            yield f"{level} {count} {seconds:.3f} s {count / max(seconds, 1e-6) / 1e6:.1f} M/s"
            started = time.perf_counter()

    def _board(self, request: Request) -> Iterable[str]:
        from uhp.colors import colored

        _refuse_parameters(request, "board")
        picture = str(self.any_game())
        return (colored(picture) if self._colors else picture).splitlines()

    def _pgn(self, request: Request) -> Iterable[str]:
        from engine.pgn import write_pgn

        game = self.any_game()
        text = write_pgn(game)
        if not request.parameters:
            return text.rstrip("\n").splitlines()
        path = save(text, *parse_file(request.parameters))
        return [f"wrote {game.ply} {'move' if game.ply == 1 else 'moves'} to {path}"]

    def _help(self, request: Request) -> Iterable[str]:
        words = request.words
        return help_texts.about(words[0].lower()) if words else help_texts.overview()

    def any_game(self) -> "Game":
        """The game. Raises RefusedError if there is none."""
        if self.game is None:
            raise RefusedError("there is no game yet; try 'newgame'")
        return self.game

    def running_game(self) -> "Game":
        """The game if it is not over. Raises RefusedError."""
        game = self.any_game()
        if game.is_over:
            raise RefusedError(f"the game is over ({game.state}); try 'newgame' or 'undo'")
        return game

    def _moved(self, game: "Game", move: str) -> list[str]:
        from engine.errors import HiveError

        game = game.copy()
        try:
            game.play(move)
        except HiveError as error:
            raise InvalidMoveError(str(error)) from error
        self.game = game
        return [game.game_string]

    def _replayed(self, game_string: str, stop: "StopFlag") -> "Game":
        """A game under the rules that the options name."""
        from engine import Game, gamestring

        game_type, moves = gamestring.split(game_string)
        game = Game(
            game_type,
            queen_first=self.options.queen_first.value,
            repetition_draw=self.options.repetition_draw.value,
        )
        if not gamestring.replay(game, moves, lambda: stop.is_set):
            raise RefusedError("interrupted before the game was loaded")
        return game

    def _set(self, option: AnyOption, text: str, stop: "StopFlag") -> None:
        """Change an option; a rule also holds for the game so far, or it is not changed."""
        before = str(option.value)
        option.set(text)
        rules = (self.options.queen_first, self.options.repetition_draw)
        if self.game is None or option not in rules:
            return
        from engine.errors import HiveError

        try:
            self.game = self._replayed(self.game.game_string, stop)
        except Exception as error:
            option.set(before)
            if isinstance(error, HiveError):
                raise RefusedError(f"the game so far does not allow it: {error}") from error
            raise


def _continues(old: "Game", new: "Game") -> bool:
    """Whether a game is the same game some moves later, as sent by clients that keep no state."""
    moves = old.move_strings
    return old.game_type == new.game_type and new.move_strings[: len(moves)] == moves != ()


def _hint(error: BaseException) -> str:
    """What to add to the refusal of a game, where an option would allow it."""
    from engine.errors import IllegalMoveError, Reason

    cause = error.__cause__
    if isinstance(cause, IllegalMoveError) and cause.reason is Reason.QUEEN_FIRST_TURN:
        return "; 'options set QueenFirst True' allows it"
    return ""


def _refuse_parameters(request: Request, command: str) -> None:
    if request.parameters:
        raise RefusedError(
            f"{quoted(request.words[0])} is one word too many: '{command}' takes none"
        )


def _one_line(keyword: str, message: object) -> str:
    return " ".join(f"{keyword} {message}".split())
