"""A game of a person against the engine, which answers every move by itself."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from uhp.errors import RefusedError
from uhp.session import Session
from uhp.terminal.board import board_lines
from uhp.terminal.durations import spoken
from uhp.terminal.lines import wrapped
from uhp.terminal.moves import understood
from uhp.terminal.screen import ERASE_LINE, Screen
from uhp.terminal.wishes import Wishes
from uhp.version import NAME

if TYPE_CHECKING:
    from engine import Color, Game
    from search.stop_flag import StopFlag

_AFTERWARDS = "'new' begins another game, 'undo' takes a move back, 'save FILE' keeps this one."


class PlayMode:
    """Who plays which colour, and whether somebody has resigned. The game is the session's."""

    def __init__(self, session: Session, screen: Screen, seconds: Callable[[], float]) -> None:
        self._session = session
        self._screen = screen
        self._seconds = seconds
        self._person: Color | None = None
        self._has_resigned = False
        self._seen: Game | None = None

    @property
    def is_on(self) -> bool:
        """Whether there is such a game."""
        return self._person is not None

    @property
    def prompt(self) -> str:
        """Whose move it is."""
        game = self._session.game
        if game is None or self._is_over(game):
            return "game over> "
        return f"{game.turn} {game.turn_number}> "

    def begin(self, wishes: Wishes, stop: "StopFlag", *, anew: bool) -> Iterator[str]:
        """Begin a game, or go on with the one there is if nothing speaks against it."""
        game = self._session.game
        goes_on = not (anew or wishes.game_type or game is None or game.is_over)
        if not goes_on:
            kind = wishes.game_type or (game.game_type if game is not None else "Base")
            game = self._session.begin(kind, stop)
        assert game is not None
        person = wishes.person
        if person is None and anew:
            person = self._person
        self._sit_down(game.turn if person is None else person)
        yield from self._introduction(game)
        yield from self.go_on(stop)

    def resume(self, stop: "StopFlag") -> Iterator[str]:
        """Go on with another game, as the player whose turn it is there."""
        self._sit_down(self._session.any_game().turn)
        yield f"You play {self._person}."
        yield from self.go_on(stop)

    def leave(self) -> list[str]:
        """Stop playing; the game stays for other commands."""
        self._person = None
        return ["You have left the game; 'play' goes on with it."]

    def move(self, text: str, stop: "StopFlag") -> Iterator[str]:
        """Make the person's move and the answers to it. Raises RefusedError, InvalidMoveError."""
        game = self._session.any_game()
        if self._is_over(game):
            raise RefusedError(f"the game is over; {_AFTERWARDS.rstrip('.')}")
        self._session.game = _after(game, understood(game, text))
        yield from self.go_on(stop)

    def has_changed(self) -> bool:
        """Whether the game is another than the one that was shown last."""
        return self._session.game is not self._seen

    def go_on(self, stop: "StopFlag") -> Iterator[str]:
        """Let the engine move until the person has a choice; then show how things are."""
        self._has_resigned = False
        game = self._session.any_game()
        while not game.is_over:
            if game.legal_moves[0].is_pass:
                move = "pass"
                yield self._forced_pass(game.turn)
            elif game.turn == self._person:
                break
            else:
                move = self._engine_move(game, stop)
                yield f"{game.turn} plays {move}"
            game = self._session.game = _after(game, move)
        yield from self.board()
        if game.is_over:
            yield from self._end(game)

    def board(self) -> list[str]:
        """The hive, with what moved last marked."""
        self._seen = game = self._session.any_game()
        screen = self._screen
        lines = board_lines(game, screen.width, has_colors=screen.has_colors, with_header=False)
        return ["", *lines, ""]

    def undo(self, count: int) -> Iterator[str]:
        """Take back so many of the person's moves, with the answers to them."""
        game = self._session.any_game()
        if self._has_resigned:
            self._has_resigned = False
            yield "You play on after all."
            return
        game = game.copy()
        for _ in range(count):
            game = self._before_last_choice(game)
        self._session.game = game
        yield from self.board()

    def resign(self) -> Iterator[str]:
        """Give up."""
        game = self._session.any_game()
        if self._is_over(game):
            raise RefusedError("the game is over already")
        self._has_resigned = True
        assert self._person is not None
        yield f"You have resigned: {self._person.other} wins."
        yield _AFTERWARDS

    def tags(self) -> dict[str, str]:
        """What a record says about the players."""
        if self._person is None:
            return {}
        engine = f"{NAME}, level {self._session.options.level.value}"
        names = {str(self._person): "Human", str(self._person.other): engine}
        return {**names, "Date": time.strftime("%Y.%m.%d")}

    @property
    def result(self) -> str | None:
        """How the game ended if the board does not say so."""
        if self._person is None or not self._has_resigned:
            return None
        return f"{self._person.other}Wins"

    def _sit_down(self, person: "Color") -> None:
        self._person = person
        self._has_resigned = False

    def _is_over(self, game: "Game") -> bool:
        return game.is_over or self._has_resigned

    def _introduction(self, game: "Game") -> Iterator[str]:
        level = self._session.options.level
        text = (
            f"{game.game_type}: you play {self._person}. I play at level {level.value}, of 1 to "
            f"{level.high}, and think for {spoken(self._seconds())} at most; "
            "'level 3' and 'time 5' change that."
        )
        if not game.history and self._person == game.turn:
            text += " Type a move, such as wG1; 'help' tells more."
        yield from wrapped(text, self._screen.width)

    def _engine_move(self, game: "Game", stop: "StopFlag") -> str:
        from search import Limits

        if self._screen.can_redraw:
            self._screen.draw(f"{game.turn} thinks ...")
        try:
            search = self._session.search
            with suppress(RefusedError):  # interrupted: the move comes at once, by the rules alone
                search.wait_until_ready(stop)
            limits = Limits(seconds=self._seconds())
            return search.best_move(game, limits, time.perf_counter(), stop)
        finally:
            if self._screen.can_redraw:
                self._screen.draw("\r" + ERASE_LINE)

    def _forced_pass(self, color: "Color") -> str:
        if color == self._person:
            return f"{color} has no legal move: you have to pass, and it is my turn again."
        return f"{color} has no legal move: I have to pass, and it is your turn again."

    def _end(self, game: "Game") -> Iterator[str]:
        if game.winner is not None:
            loser = game.winner.other
            who = "You have won" if game.winner == self._person else "You have lost"
            yield f"{who}: {loser}'s queen is surrounded."
        elif all(_is_surrounded(game, name) for name in ("wQ", "bQ")):
            yield "A draw: both queens are surrounded."
        else:
            yield "A draw: this position has occurred for the third time."
        yield _AFTERWARDS

    def _before_last_choice(self, game: "Game") -> "Game":
        """The game when the person had to choose a move for the last time. Raises RefusedError."""
        while game.history:
            game.undo()
            if game.turn == self._person and not game.legal_moves[0].is_pass:
                return game
        raise RefusedError("there is no move of yours to take back")


def _after(game: "Game", move: str) -> "Game":
    game = game.copy()
    game.play(move)
    return game


def _is_surrounded(game: "Game", queen: str) -> bool:
    place = game.place_of(queen)
    return place is not None and all(game.stack(place.neighbour(d)) for d in range(6))
