"""One search in progress: threads, limits and lines, whatever the strategy."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

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
    ) -> None:
        if game.is_over:
            raise ValueError("the game is over: there is no move to search for")
        self.game = game
        self.limits = limits
        self.workers = workers
        self.table = table
        self.on_line = on_line
        self.started = started
        self.stop = stop
        self.due = StopFlag()
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
        if self._has_something_to_find():
            threads.run(self.search, len(self.workers), self.due, self.limits.deadline)
        return self.ranked()

    def _has_something_to_find(self) -> bool:
        """Whether the outcome of some root move is open."""
        return not all(is_certain(self.main, rank) for rank in range(self.wanted))

    def ranked(self) -> tuple[Line, ...]:
        """The lines in order: forced wins, then what was searched deepest, then by score."""

        def order(line: Line) -> tuple[bool, int, int]:
            wins = (line.score.mate or 0) > 0
            return not wins, 0 if wins else -line.depth, -line.score.value

        return in_order(self.found, order)

    def root_line(self, rank: int) -> Line:
        """The line of a root move that has not been searched."""
        worker = self.main
        move = int(worker["root_moves"][rank])
        return self.line(rank, int(worker["root_scores"][rank]), 0, [move])

    def line(self, rank: int, score: int, depth: int, codes: Sequence[int]) -> Line:
        """A line to report."""
        return Line(
            rank=rank + 1,
            score=Score(score),
            depth=depth,
            nodes=self.nodes,
            seconds=time.perf_counter() - self.started,
            table_fill=self.fill(),
            pv=self._moves_of(codes),
        )

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
