"""`solve` and `Solver`: which moves win within so many turns, which hold, and how it goes on."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any

from engine.checks import instance, whole_number
from engine.cores import usable_cores
from engine.game import Game
from engine.movegen import legal_codes
from engine.notation import Move
from engine.pieces import NOBODY, Color
from engine.position import BLACK_LOSES, WHITE_LOSES, hash_of, losers, make
from search.stop_flag import StopFlag
from search.table import Table
from study.puzzles.proof import MOST_TURNS, forget, new_prover, wins

_NO_LIMIT = 1 << 62
_TABLE_MIB = 16
_WON = {Color.WHITE: BLACK_LOSES, Color.BLACK: WHITE_LOSES}
"""What `losers` says when a colour has won."""

TIES = 4
"""Of equally long defences so many are compared by how many moves win against them."""


class UnprovenError(Exception):
    """A proof was not finished: it was stopped, or took more nodes than it was allowed."""


class Solver:
    """Proves forced wins and their absence, pruning nothing.

    A turn is a move of the side that is to win: "White wins within 2 turns" takes three plies. A
    win is the other queen surrounded and not the own one too. Positions are taken without their
    history. `nodes` bounds every single question; beyond it, or when `stop` is set, UnprovenError
    is raised. `jobs` threads prove different moves at the same time; one Solver answers one
    caller at a time.

    >>> game = Game.from_position_text(
    ...     "Base White[15] 6,bS2/4,bA3,wQ,bG1/5,wB1/2,wS2,1,wA1/2,wS1,1,bB1,bS1/"
    ...     "1,wG1,bQwB2,bB2/1,wA2,1,bA1/bA2,2,wA3 -"
    ... )
    >>> solver = Solver()
    >>> solver.fewest_turns(game, 3), [game.move_string(m) for m in solver.winning_moves(game, 2)]
    (2, ['wA3 wB2\\\\'])
    """

    def __init__(
        self,
        *,
        nodes: int | None = None,
        jobs: int = 1,
        table_mib: int = _TABLE_MIB,
        stop: StopFlag | None = None,
    ) -> None:
        """A table of 0 MiB means none at all: the same answers, later."""
        self.nodes = _NO_LIMIT if nodes is None else whole_number(nodes, "the nodes", 1)
        self.stop = StopFlag() if stop is None else instance_of_flag(stop)
        self._table = Table(table_mib) if whole_number(table_mib, "the table's size", 0) else None
        self._provers = [self._new_prover() for _ in range(whole_number(jobs, "jobs", 1))]
        self._game: tuple[str, bool] | None = None

    def clear(self) -> None:
        """Forget everything, so that the next question takes as many nodes as the first did."""
        if self._table is not None:
            self._table.clear()
        for prover in self._provers:
            forget(prover)

    def wins(self, game: Game, turns: int, color: Color | None = None) -> bool:
        """Whether a colour, the side to move if none is given, wins within so many turns."""
        attacker = game.turn if color is None else Color(color)
        self._begin(game, turns)
        return self._wins(self._provers[0], game.position.copy(), attacker, turns)

    def fewest_turns(self, game: Game, most: int, color: Color | None = None) -> int | None:
        """The least number of turns within which a colour wins; None if it is more than `most`."""
        for turns in range(1, most + 1):
            if self.wins(game, turns, color):
                return turns
        return None

    def threatens(self, game: Game, turns: int) -> bool:
        """Whether the opponent would win within so many turns if the side to move could pass."""
        self._begin(game, turns)
        passed = game.position.copy()
        passed["ply"] += 1
        passed["stunned"] = NOBODY
        passed["hash"] = hash_of(passed)
        return self._wins(self._provers[0], passed, game.turn.other, turns)

    def winning_moves(self, game: Game, turns: int, most: int | None = None) -> list[Move]:
        """The moves of the side to move that win within so many turns, themselves included.

        With `most` no more than so many are looked for.
        """
        color = game.turn
        self._begin(game, turns)

        def is_winning(prover: Any, after: Any) -> bool:
            return self._wins(prover, after, color, turns - 1)

        return self._those(game, is_winning, most)

    def saving_moves(self, game: Game, turns: int, most: int | None = None) -> list[Move]:
        """The moves after which the opponent does not win within so many turns.

        With `most` no more than so many are looked for.
        """
        opponent = game.turn.other
        self._begin(game, turns)

        def is_saving(prover: Any, after: Any) -> bool:
            return not self._wins(prover, after, opponent, turns)

        return self._those(game, is_saving, most)

    def longest_defence(self, game: Game, turns: int, ties: int = 1) -> Move:
        """The reply of the side to move that puts off for longest a loss within so many turns.

        Of several the one against which fewest moves win, if `ties` bids to compare so many, then
        the first.
        """
        attacker = game.turn.other
        lengths: dict[Move, int] = {}
        for move in game.legal_moves:
            after = game.copy()
            after.play(move)
            lengths[move] = 0 if after.is_over else self._length(after, turns, attacker)
        longest = max(lengths.values())
        equal = [move for move, length in lengths.items() if length == longest]
        if ties == 1 or len(equal) == 1 or longest == 0:
            return equal[0]

        def answers(move: Move) -> int:
            after = game.copy()
            after.play(move)
            return len(self.winning_moves(after, longest))

        return min(equal[:ties], key=answers)

    def line(self, game: Game, first: Move, turns: int) -> tuple[list[str], bool]:
        """A win within so many turns by way of its first move, against the longest defence.

        With it comes whether each of the winner's moves is the only one to win in time.
        """
        game = game.copy()
        line, unique = [game.move_string(first)], len(self.winning_moves(game, turns)) == 1
        game.play(first)
        while not game.is_over:
            turns -= 1
            reply = self.longest_defence(game, turns, TIES)
            line.append(game.move_string(reply))
            game.play(reply)
            if game.is_over:
                break
            turns = self._length(game, turns, game.turn)
            winning = self.winning_moves(game, turns)
            unique = unique and len(winning) == 1
            line.append(game.move_string(winning[0]))
            game.play(winning[0])
        return line, unique

    # Inside

    def _length(self, game: Game, turns: int, attacker: Color) -> int:
        """The fewest turns of a win that takes at most so many, which need not be proven again."""
        return self.fewest_turns(game, turns - 1, attacker) or turns

    def _new_prover(self) -> Any:
        prover = new_prover()
        prover["stop_asked"] = self.stop.address
        if self._table is not None:
            prover["table"], prover["table_mask"] = self._table.address, self._table.mask
        return prover

    def _begin(self, game: Game, turns: int) -> None:
        instance(game, Game, "only a Game can be solved")
        whole_number(turns, "the number of turns", 1, MOST_TURNS)
        if game.is_over:
            raise ValueError("the game is over: there is nothing to solve")
        kind = game.game_type, game.queen_first
        if kind != self._game:
            self._game = kind
            self.clear()  # the table does not tell hands apart

    def _wins(self, prover: Any, position: Any, attacker: Color, turns: int) -> bool:
        """Whether a colour wins a position, which may be over, within so many turns."""
        if lost := losers(position):
            return bool(lost == _WON[attacker])
        prover["nodes"], prover["node_limit"], prover["stopped"] = 0, self.nodes, 0
        found = bool(wins(prover, position, int(attacker), turns, 0))
        if prover["stopped"]:
            reason = "it was stopped" if self.stop.is_set else f"it takes over {self.nodes:,} nodes"
            raise UnprovenError(f"there is no proof: {reason}")
        return found

    def _those(self, game: Game, test: Callable[[Any, Any], bool], most: int | None) -> list[Move]:
        """The legal moves after which a position passes a test, `most` of them if that is given."""

        def tested(prover: Any, code: int) -> bool:
            after = game.position.copy()
            make(after, code)
            return test(prover, after)

        codes = legal_codes(game.position)
        if most is None:
            passed = self._on_all_threads(tested, codes)
            found = [code for code, good in zip(codes, passed, strict=True) if good]
        else:
            found = [*islice((code for code in codes if tested(self._provers[0], code)), most)]
        return [game.move_of(code) for code in found]

    def _on_all_threads(self, work: Callable[[Any, int], bool], codes: Sequence[int]) -> list[bool]:
        if len(self._provers) == 1:
            return [work(self._provers[0], code) for code in codes]
        free = list(self._provers)
        lock = threading.Lock()
        given_up = threading.Event()

        def with_a_prover(code: int) -> bool:
            if given_up.is_set():
                return False
            with lock:
                prover = free.pop()
            try:
                return work(prover, code)
            finally:
                with lock:
                    free.append(prover)

        with ThreadPoolExecutor(len(self._provers)) as pool:
            try:
                return list(pool.map(with_a_prover, codes))
            except BaseException as error:
                given_up.set()
                if not isinstance(error, Exception):
                    self.stop.set()  # an interrupt: those under way need not be finished
                raise


def instance_of_flag(stop: StopFlag) -> StopFlag:
    """The flag, if it is one. Raises TypeError."""
    instance(stop, StopFlag, "a solver is stopped by a StopFlag")
    return stop


@dataclass(frozen=True)
class Solution:
    """What `solve` has proven of a position.

    `turns` is the fewest within which the side to move wins, None if it does not win within those
    asked for; `moves` are all that win within `turns`; `line` is one such win against the longest
    defence, as MoveStrings.
    """

    turns: int | None
    moves: tuple[Move, ...]
    line: tuple[str, ...]


def solve(game: Game, turns: int, *, nodes: int | None = None, jobs: int | None = None) -> Solution:
    """Prove within how many turns, at most those given, the side to move wins, and by which moves.

    Every legal move is tried, all replies are answered; `jobs` threads, one for each core if not
    given, do it. Raises UnprovenError if a question takes more than `nodes` positions, ValueError
    if the game is over.

    >>> game = Game.from_position_text(
    ...     "Base White[15] 6,bS2/4,bA3,wQ,bG1/5,wB1/2,wS2,1,wA1/2,wS1,1,bB1,bS1/"
    ...     "1,wG1,bQwB2,bB2/1,wA2,1,bA1/bA2,2,wA3 -"
    ... )
    >>> found = solve(game, 3)
    >>> found.turns, found.line[0], len(found.line)
    (2, 'wA3 wB2\\\\', 3)
    """
    solver = Solver(nodes=nodes, jobs=usable_cores() if jobs is None else jobs)
    whole_number(turns, "the number of turns", 1, MOST_TURNS)
    for length in range(1, turns + 1):
        if winning := solver.winning_moves(game, length):
            line, _ = solver.line(game, winning[0], length)
            return Solution(length, tuple(winning), tuple(line))
    return Solution(None, (), ())
