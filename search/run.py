"""One search in progress: threads, limits and lines, whatever the strategy."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.game import Game
from engine.notation import Move
from engine.position import unmake
from search.limits import Limits
from search.result import Line, in_order
from search.root import NO_LIMIT, is_certain, is_forced, prepare
from search.stop_flag import StopFlag
from search.table import Table
from search.threads import SearchThreads
from search.values import Score
from search.worker import MAX_HISTORY

GAME_OVER = "the game is over: there is no move to search for"


class Found(NamedTuple):
    """A line as the kernels tell it, `moves` and all once they are spelled out."""

    rank: int
    score: Score
    depth: int
    nodes: int
    seconds: float
    table_fill: float
    codes: tuple[int, ...]
    moves: tuple[Move, ...] | None


class Run(ABC):
    """Searches a game within limits; `finish` does it and returns the lines found."""

    def __init__(
        self,
        game: Game,
        limits: Limits,
        lines: int,
        workers: Sequence[Any],
        table: Table,
        techniques: int,
        stop: StopFlag,
        on_line: Callable[[Line], None] | None,
        started: float,
        due: StopFlag | None = None,
    ) -> None:
        if game.is_over:
            raise ValueError(GAME_OVER)
        self.game = game
        self.limits = limits
        self.workers = workers
        self.table = table
        self.on_line = on_line
        self.started = started
        self.stop = stop
        self.due = StopFlag() if due is None else due
        self.positions = [game.position.copy() for _ in workers]
        hashes = _hashes_before(game)
        flags = stop, self.due
        nodes = NO_LIMIT if limits.nodes is None else -(-limits.nodes // len(workers))
        for worker, position in zip(workers, self.positions, strict=True):
            prepare(worker, position, table, hashes, flags, techniques, nodes, game.repetition_draw)
        self.main = workers[0]
        self.is_forced = is_forced(self.main)
        self.wanted = min(lines, int(self.main["root_count"]))
        self.found = [self.root_line(rank) for rank in range(self.wanted)]

    def deepest(self, bound: int) -> int:
        """The depth at which to end, at most `bound`; a forced move is searched one ply deep."""
        if self.is_forced:
            return 1
        return bound if self.limits.depth is None else min(max(self.limits.depth, 1), bound)

    @property
    def nodes(self) -> int:
        """Nodes visited by all threads so far."""
        return sum(int(worker["nodes"]) for worker in self.workers)

    @abstractmethod
    def search(self, number: int) -> None:
        """What thread `number` does until it is stopped or has nothing more to find."""

    def start(self, threads: SearchThreads) -> None:
        """Begin to search, unless there is nothing to find; nothing waits for the end."""
        if self._has_something_to_find():
            threads.start(self.search, len(self.workers), self.due)

    def finish(self, threads: SearchThreads) -> tuple[Line, ...]:
        """Search until a limit is reached; the lines found, best first."""
        self.run(threads)
        return self.ranked(self.lines())

    def run(self, threads: SearchThreads) -> None:
        """Search until a limit is reached, if there is something to find."""
        if self._has_something_to_find():
            threads.run(self.search, len(self.workers), self.due, self.limits.deadline)

    def _has_something_to_find(self) -> bool:
        """Whether the outcome of some root move is open."""
        return not all(is_certain(self.main, rank) for rank in range(self.wanted))

    def lines(self) -> tuple[Line, ...]:
        """The lines found so far."""
        return tuple(map(self.line, self.found))

    def ranked(self, lines: Sequence[Line]) -> tuple[Line, ...]:
        """Lines in order: forced wins, then what was searched deepest, then by score."""

        def order(line: Line) -> tuple[bool, int, int]:
            wins = (line.score.mate or 0) > 0
            return not wins, 0 if wins else -line.depth, -line.score.value

        return in_order(lines, order)

    def root_line(self, rank: int) -> Found:
        """The line of a root move that has not been searched."""
        worker = self.main
        move = int(worker["root_moves"][rank])
        return self.find(rank, int(worker["root_scores"][rank]), 0, [move])

    def find(self, rank: int, score: int, depth: int, codes: Sequence[int]) -> Found:
        """A line found at this moment."""
        seconds = time.perf_counter() - self.started
        figures = rank + 1, Score(score), depth, self.nodes, seconds, self.fill()
        # Spelling takes a while and few lines are ever read, but the clock's end is no time for it.
        moves = None if self.limits.deadline is None else self._moves_of(codes)
        return Found(*figures, tuple(codes), moves)

    def line(self, found: Found) -> Line:
        """A line to report."""
        *_, codes, moves = found
        return Line(*found[:6], self._moves_of(codes) if moves is None else moves)

    def fill(self) -> float:
        """The share of the memory in use."""
        return self.table.fill

    def _moves_of(self, codes: Sequence[int]) -> tuple[Move, ...]:
        game = self.game.copy()
        moves = []
        for code in codes:
            if game.is_over:
                break
            moves.append(game.play(game.move_of(code)))
        return tuple(moves)


def _hashes_before(game: Game) -> list[int]:
    """Hashes of the positions since the last placement, the present one last."""
    position = game.position.copy()
    hashes = [int(position["hash"])]
    for played in reversed(game.played):
        if played.came_from is None and played.move.piece is not None:
            break
        if len(hashes) == MAX_HISTORY:
            break
        unmake(position, played.code, played.undo)
        hashes.append(int(position["hash"]))
    return hashes[::-1]
