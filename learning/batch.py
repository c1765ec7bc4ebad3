"""Many games at once, stepped by all cores in one call."""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from engine import Game, GameTypeError, IllegalMoveError, Reason
from engine.checks import instance, whole_number
from engine.cores import usable_cores
from engine.position import MAX_MOVES, POSITION_BYTES, new_position, unmake
from learning.actions import move_of
from learning.arrays import Indices, as_bytes, check_shape, chosen_games, read_only
from learning.centre import CENTRES, centre_number
from learning.numbering import ACTIONS
from learning.observations import OBSERVATION_SHAPE
from learning.outcomes import Outcome
from learning.pictures import Masks, Pictures
from learning.pool import Pool
from learning.stepping import (
    NONE_BAD,
    RULES,
    STATE,
    check,
    close_up,
    list_all,
    play_all,
    sow,
    step_all,
)

MOST_THREADS = 1024
_MOST_PLIES = 2**31 - 1
"""Plies of a game: more than any memory holds."""

_TASKS_PER_THREAD = 4
_LEAST_GAMES = 64
"""Games in a task: making the call takes as long as stepping ten."""

_RESULTS = np.zeros(len(Outcome), dtype=np.int8)
_RESULTS[Outcome.WHITE_WINS], _RESULTS[Outcome.BLACK_WINS] = 1, -1


class GameBatch:
    """Games of one type that are stepped together.

    >>> batch = GameBatch(100, "Base+MLP", seed=1)
    >>> actions, offsets = batch.legal_actions()
    >>> batch.step(actions[offsets[:-1]])
    >>> batch.random_playouts() > 1000, bool(batch.done.all())
    (True, True)

    A game that reaches `max_plies` plies is broken off, which counts as a draw; `repetition_draw`
    makes the third occurrence of a position a draw, too. With `auto_reset` a game that ends is set
    up anew in the same call: `outcomes`, `done` and `results` tell what has ended in the last call
    that made moves, while positions, actions and observations are those of the new game.

    What happens depends on the seed and the actions alone, not on the number of threads (all cores
    if none is given). Arrays that are returned belong to the batch and hold until the next call
    that makes moves; copy what has to last longer. A call that raises an exception changes
    nothing, except for an interrupt (Ctrl-C), after which some games may have gone on. One thread
    at a time may use a batch.
    """

    def __init__(
        self,
        n: int,
        game_type: str = "Base+MLP",
        *,
        threads: int | None = None,
        seed: int = 0,
        max_plies: int = 500,
        auto_reset: bool = False,
        centre: str = CENTRES[0],
        queen_first: bool = False,
        repetition_draw: bool = False,
    ) -> None:
        # Python's numbers from here on: numpy's can overflow, and kernels go by these.
        self._n = n = whole_number(n, "the number of games", 1)
        max_plies = whole_number(max_plies, "the largest number of plies", 1, _MOST_PLIES)
        cores = usable_cores()
        if threads is not None:
            cores = whole_number(threads, "the number of threads", 1, MOST_THREADS)
        self._start = Game(
            game_type, queen_first=bool(queen_first), repetition_draw=bool(repetition_draw)
        )
        self._pool = Pool(cores)
        tasks = max(1, min(_TASKS_PER_THREAD * cores, n // _LEAST_GAMES))
        self._size = -(-n // tasks)
        self._rules = np.zeros(1, dtype=RULES)[0]
        self._rules["max_plies"] = max_plies
        self._rules["auto_reset"] = bool(auto_reset)
        self._rules["repetition_draw"] = self._start.repetition_draw
        self._rules["centre"] = centre_number(centre)
        self._centre = centre
        self._fresh = np.array([new_position(self._start.game_type, self._start.queen_first)])
        self._positions = self._fresh.repeat(n)
        self._states = np.zeros(n, dtype=STATE)
        self._outcomes = np.zeros(n, dtype=np.int8)
        self._played = np.zeros((n, max_plies), dtype=np.int32)
        self._hashes = np.zeros((n, max_plies + 1 if repetition_draw else 1), dtype=np.uint64)
        self._starts: dict[int, Game] = {}
        self._records = as_bytes(self._positions)
        self._fresh_record = as_bytes(self._fresh)
        # Only what is written to takes memory.
        self._listed = np.empty(n * MAX_MOVES, dtype=np.int32)
        self._offsets = np.zeros(n + 1, dtype=np.int64)
        self._actions = np.zeros(n, dtype=np.int64)
        self._masks: Masks | None = None
        self._pictures: Pictures | None = None
        self._made = np.zeros(len(range(0, n, self._size)), dtype=np.int64)
        self.seed(seed)
        self.reset()

    def __len__(self) -> int:
        return self._n

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._n} games of {self.game_type}>"

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError(
            "a GameBatch can be neither copied nor pickled; `copy_games` copies games to another"
        )

    # How the games stand

    @property
    def game_type(self) -> str:
        """The type of all games."""
        return self._start.game_type

    @property
    def threads(self) -> int:
        """How many threads share the work."""
        return self._pool.threads

    @property
    def max_plies(self) -> int:
        """The ply at which a game is broken off."""
        return int(self._rules["max_plies"])

    @property
    def positions(self) -> NDArray[Any]:
        """The records that kernels take. Copy them before changing anything."""
        return self._positions

    @property
    def plies(self) -> NDArray[np.int64]:
        """How many moves have been made in each game, passes included."""
        return read_only(self._positions["ply"])

    @property
    def players(self) -> NDArray[np.int64]:
        """Who is to move in each game: 0 for White, 1 for Black."""
        players: NDArray[np.int64] = self._positions["ply"] & 1
        return players

    @property
    def outcomes(self) -> NDArray[np.int8]:
        """How each game stands, as a number of `Outcome`."""
        return read_only(self._outcomes)

    @property
    def done(self) -> NDArray[np.bool_]:
        """Which games have ended."""
        return np.not_equal(self._outcomes, Outcome.IN_PROGRESS)

    @property
    def results(self) -> NDArray[np.int8]:
        """1 where White has won, -1 where Black has, 0 for draws and games that are not over."""
        return _RESULTS[self._outcomes]

    def game(self, index: int) -> Game:
        """A copy of one game with its history; being broken off does not end it there."""
        index = self._checked_index(index)
        game = self._starts.get(index, self._start).copy()
        first = int(self._states[index]["first_move"])
        for code in self._played[index, first : int(self._positions[index]["ply"])].tolist():
            game.play(game.move_of(code))
        return game

    # What can be done

    def legal_actions(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The legal actions of all games, and where those of each begin.

        Those of game i are `actions[offsets[i]:offsets[i + 1]]`, in no promised order; a game that
        is over has none.
        """
        self._list()
        return read_only(self._listed[: self._offsets[-1]]), read_only(self._offsets)

    def action_masks(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """A row for each game with 1 where an action is legal, else 0, of int8.

        An array of this shape may be given to be filled; the batch's own is quicker, since only
        what has changed is written to it.
        """
        self._list()
        if out is not None:
            check_shape(out, (self._n, ACTIONS))
            out[:] = 0
            rows = np.repeat(np.arange(self._n), np.diff(self._offsets))
            out[rows, self._listed[: self._offsets[-1]]] = 1
            return out
        if self._masks is None:
            self._masks = Masks(self._n)
        return self._masks.drawn(self._share, self._listed, self._offsets)

    def observations(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """The planes of every game as the player to move sees it, of uint8.

        An array of this shape, of any type, may be given to be filled; the batch's own is quicker,
        since only what has changed is written to it.
        """
        if out is not None:
            check_shape(out, (self._n, *OBSERVATION_SHAPE))
        if self._pictures is None:
            self._pictures = Pictures(self._n)
        planes = self._pictures.drawn(self._share, self._rules, self._positions)
        if out is None:
            return planes
        out[:] = planes
        return out

    # Doing it

    def step(self, actions: Sequence[int] | NDArray[Any]) -> None:
        """Make a move in every game; the action -1 leaves a game as it is.

        Raises IllegalMoveError for the first game whose action is illegal or that is over,
        ValueError for a number that is no action. Then no game has been stepped.
        """
        given = np.asarray(actions)
        if given.shape != (self._n,):
            raise ValueError(f"one action for each of {self._n} games is wanted")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        # Beyond what is kept, as another number that is no action either.
        self._actions[:] = np.minimum(given, ACTIONS) if given.dtype == np.uint64 else given
        self._list()
        bad = check(
            self._rules,
            self._positions,
            self._states,
            self._outcomes,
            self._listed,
            self._offsets,
            self._actions,
        )
        if bad != NONE_BAD:
            self._refuse(bad)
        self._is_listed = False
        self._share(
            lambda start, end: step_all(
                self._rules,
                self._positions,
                self._states,
                self._outcomes,
                self._played,
                self._hashes,
                self._records,
                self._fresh_record,
                self._listed,
                start,
                end,
            )
        )
        self._close_up()
        self._forget_starts()

    def random_step(self, seed: int | None = None) -> None:
        """Make a random legal move in every game that is not over.

        With a seed the generators of all games are set anew first, so give one only once.
        """
        self.random_playouts(1, seed)

    def random_playouts(self, max_plies: int | None = None, seed: int | None = None) -> int:
        """Play every game on with random moves to its end, or for so many plies at most.

        Returns how many moves have been made in all games. With a seed the generators of all games
        are set anew first.
        """
        plies = self.max_plies
        if max_plies is not None:
            plies = min(plies, whole_number(max_plies, "the number of plies", 0))
        if seed is not None:
            self.seed(seed)
        self._is_listed = False

        def play_some(start: int, end: int) -> None:
            self._made[start // self._size] = play_all(
                self._rules,
                self._positions,
                self._states,
                self._outcomes,
                self._played,
                self._hashes,
                self._records,
                self._fresh_record,
                self._listed,
                plies,
                start,
                end,
            )

        self._share(play_some)
        self._forget_starts()
        return int(self._made.sum())

    def seed(self, seed: int) -> None:
        """Set the generators of all games, each by the seed and its number."""
        sow(self._states, whole_number(seed, "the seed", 0, 2**64 - 1))

    def reset(self, indices: Indices = None) -> None:
        """Set games up anew: all, or those given by their numbers or by a mask."""
        chosen = chosen_games(indices, self._n)
        self._is_listed = False
        self._records[chosen, :POSITION_BYTES] = self._fresh_record[0, :POSITION_BYTES]
        self._outcomes[chosen] = Outcome.IN_PROGRESS
        self._states["first_move"][chosen] = 0
        self._states["first_hash"][chosen] = 0
        self._hashes[chosen, 0] = self._fresh[0]["hash"]
        for index in chosen.tolist():
            self._starts.pop(index, None)

    def load(self, index: int, game: Game) -> None:
        """Go on with a copy of a game in place of one of the batch.

        Its type and rules must be those of the batch; it must not be over and be below
        `max_plies`. Raises ValueError otherwise.
        """
        index = self._checked_index(index)
        instance(game, Game, "a game to load is a Game")
        if game.game_type != self.game_type:
            raise GameTypeError(f"the batch is of {self.game_type}, the game of {game.game_type}")
        for rule in ("queen_first", "repetition_draw"):
            if getattr(game, rule) != getattr(self._start, rule):
                raise ValueError(f"{rule} is not the same in the game and in the batch")
        if game.is_over or game.ply >= self.max_plies:
            raise ValueError(f"the game is over or at the limit of {self.max_plies} plies")
        self._is_listed = False
        self._positions[index] = game.position
        self._outcomes[index] = Outcome.IN_PROGRESS
        self._states[index]["first_move"] = game.ply
        self._states[index]["first_hash"] = game.ply - len(game.played)
        self._starts[index] = game.copy()
        if game.repetition_draw:
            position = game.position.copy()
            self._hashes[index, game.ply] = position["hash"]
            for played in reversed(game.played):
                unmake(position, played.code, played.undo)
                self._hashes[index, int(position["ply"])] = position["hash"]

    def copy_games(self, to: Indices, source: "GameBatch", chosen: Indices = None) -> None:
        """Put copies of games of a batch, this one or another, in place of games of this one.

        So a tree search keeps positions and goes on from them. Chance is not copied. Raises
        ValueError if the batches have other rules, the numbers of games differ, or a game is over
        and this batch has `auto_reset`, which has none that are.
        """
        instance(source, GameBatch, "the source is a GameBatch")
        targets, sources = chosen_games(to, self._n), chosen_games(chosen, source._n)
        if len(targets) != len(sources):
            raise ValueError(f"{len(sources)} games cannot be put in the place of {len(targets)}")
        if self._start != source._start or self.max_plies != source.max_plies:
            raise ValueError("the batches do not have the same game type, rules and ply limit")
        # With `auto_reset` outcomes are of games that have been replaced already.
        outcomes = source._outcomes[sources]
        if source._rules["auto_reset"]:
            outcomes[:] = Outcome.IN_PROGRESS
        if self._rules["auto_reset"] and outcomes.any():
            over = int(sources[outcomes != Outcome.IN_PROGRESS][0])
            raise ValueError(f"game {over} is over, which no game of a batch with auto_reset is")
        self._is_listed = False
        starts = {to: source._starts.get(of) for to, of in zip(targets, sources, strict=True)}
        self._records[targets, :POSITION_BYTES] = source._records[sources, :POSITION_BYTES]
        for field in ("first_move", "first_hash"):
            self._states[field][targets] = source._states[field][sources]
        for name in ("_played", "_hashes"):
            getattr(self, name)[targets] = getattr(source, name)[sources]
        self._outcomes[targets] = outcomes
        for index, start in starts.items():
            self._starts.pop(int(index), None)
            if start is not None:
                self._starts[int(index)] = start

    # Inside

    def _share(self, work: Callable[[int, int], Any]) -> None:
        """Have work done for all games, some at a time."""

        def some(task: int) -> None:
            work(task * self._size, min(self._n, (task + 1) * self._size))

        self._pool.run(some, len(self._made))

    def _list(self) -> None:
        """List the legal actions of all games, unless that has been done."""
        if self._is_listed:
            return
        self._share(
            lambda start, end: list_all(
                self._rules,
                self._positions,
                self._states,
                self._outcomes,
                self._listed,
                start,
                end,
            )
        )
        self._close_up()

    def _close_up(self) -> None:
        """Put the lists that tasks have made into one."""
        close_up(self._states, self._listed, self._offsets, self._size)
        self._is_listed = True

    def _refuse(self, index: int) -> NoReturn:
        """Raise the exception for a game whose action cannot be taken."""
        action = int(self._actions[index])
        is_over = self.done[index] and not self._rules["auto_reset"]
        try:
            if not is_over:
                move_of(self.game(index), action, self._centre)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.reason, f"game {index}, {error}") from None
        except ValueError as error:
            raise ValueError(f"game {index}: {error}") from None
        over = f"game {index}, action {action}: the game is over"
        raise IllegalMoveError(Reason.GAME_OVER, over)

    def _forget_starts(self) -> None:
        """Forget what games were loaded that have been set up anew since."""
        if self._starts and self._rules["auto_reset"]:
            for index in [i for i in self._starts if self._outcomes[i] != Outcome.IN_PROGRESS]:
                del self._starts[index]

    def _checked_index(self, index: int) -> int:
        return whole_number(index, "the number of a game", 0, self._n - 1)
