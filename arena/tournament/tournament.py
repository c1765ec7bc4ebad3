"""The tournament: hand out the games, collect the results, stop when the SPRT is decided."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait

from arena.exit_codes import ExitCode
from arena.match.game_record import GameRecord
from arena.match.referee import GameTask
from arena.settings import ArenaError, TournamentSettings
from arena.statistics.results import Results
from arena.statistics.sprt import SprtState, sprt_state
from arena.tournament.openings import Openings
from arena.tournament.pools import Pool
from arena.tournament.schedule import Schedule

MOST_ATTEMPTS = 5
"""How often a game is tried when workers die under it; then the tournament stops."""

HEARTBEAT = 1.0

Listener = Callable[[GameRecord], None]


class BreakdownError(ArenaError):
    """Games cannot be brought to an end, through no fault of the engines."""

    exit_code = ExitCode.BREAKDOWN


class Tournament:
    """A tournament to be played or resumed."""

    def __init__(
        self, settings: TournamentSettings, openings: Openings, finished: list[GameRecord]
    ) -> None:
        self.settings = settings
        self.schedule = Schedule(
            len(settings.engines),
            settings.games,
            openings.game_types,
            gauntlet=settings.gauntlet,
        )
        self.results = Results([engine.name for engine in settings.engines], finished)
        self._openings = openings

    @property
    def sprt(self) -> SprtState | None:
        """Where the sequential test stands, if there is one."""
        if self.settings.sprt is None:
            return None
        first, second = self.results.engines
        return sprt_state(self.results.head_to_head(first, second).pairs, self.settings.sprt)

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has come to an end."""
        return self.sprt in (SprtState.H0, SprtState.H1)

    def play(
        self, pool: Pool, on_game: Listener, on_heartbeat: Callable[[], None] = lambda: None
    ) -> None:
        """Play all games that are missing. `on_game` gets every finished one, once.

        The pool is closed at the end, however it comes about. Raises BreakdownError when games
        cannot be brought to an end.
        """
        waiting = self._missing()
        under_way: dict[Future[GameRecord], tuple[GameTask, int]] = {}
        try:
            while not self.is_decided:
                while len(under_way) < pool.capacity and (task := next(waiting, None)):
                    under_way[pool.submit(task)] = (task, 1)
                if not under_way:
                    break
                done, _ = wait(under_way, timeout=HEARTBEAT, return_when=FIRST_COMPLETED)
                for future in done:
                    task, attempt = under_way.pop(future)
                    record = _outcome(future, task, attempt)
                    if record is None:
                        under_way[pool.submit(task)] = (task, attempt + 1)
                    else:
                        on_game(record)
                        self.results.add(record)
                on_heartbeat()
        finally:
            pool.close()

    def _missing(self) -> Iterator[GameTask]:
        finished = {record.number for record in self.results.records}
        for number in range(1, self.schedule.games + 1):
            if number in finished:
                continue
            pairing = self.schedule.game(number)
            yield GameTask(
                number=number,
                white=self.settings.engines[pairing.white],
                black=self.settings.engines[pairing.black],
                game_type=pairing.game_type,
                opening=self._openings.opening(pairing.game_type, pairing.opening),
                conditions=self.settings.conditions,
            )


def _outcome(future: Future[GameRecord], task: GameTask, attempt: int) -> GameRecord | None:
    """The record of a game, or None if it has to be played again."""
    error = None if future.cancelled() else future.exception()
    if error is None and not future.cancelled():
        return future.result()
    if attempt >= MOST_ATTEMPTS:
        reason = "it was cancelled" if error is None else f"{type(error).__name__}: {error}"
        raise BreakdownError(f"game {task.number} could not be played: {reason}") from error
    return None
