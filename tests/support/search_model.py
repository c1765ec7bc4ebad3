"""Alpha-beta written a second time, slowly and plainly, as an oracle for the kernels.

It shares the rules and the static value with them, and the values of the parameters; nothing else.
The same moves in the same order, the same nodes and the same scores are expected. `Counter`s tell
how often each technique was at work, so that a test can see that it has tested something.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, cached_property
from typing import Any, NamedTuple

from bruteforce import evaluator
from helpers import legal_codes
from prior_model import View

from engine import Game
from engine.hexgrid import CELL_MASK, OFFSETS
from engine.position import (
    BLACK_QUEEN,
    MOVE_SHIFT,
    PASS,
    WHITE_QUEEN,
    losers,
    make,
    unmake,
)
from search.evaluation.evaluate import evaluate
from search.parameters import PARAMETERS

WON, LOST_FROM, ENDLESS = 30000, 29000, 31000
"""A win now, the least score of a forced one, and more than any."""

TABLE_FIRST, KILLER_FIRST, HISTORY_LIMIT = 1 << 28, 1 << 18, 1 << 14
NOTHING, FILLING, FREEING = 0, 1, 2
ATTACKABLE = 5
"""Neighbours of a queen from which on one more surrounds her."""


class OutOfNodesError(Exception):
    """The model has looked at as many positions as it may."""


class Known(NamedTuple):
    """What is remembered of a position; a win is counted from there."""

    move: int | None
    depth: int
    bound: str
    score: int


class Report(NamedTuple):
    """A line as a search reports it."""

    rank: int
    depth: int
    score: int
    nodes: int
    line: tuple[int, ...]


@cache
def cells_round(cell: int) -> frozenset[int]:
    return frozenset((cell + int(offset)) & CELL_MASK for offset in OFFSETS)


def queens_of(position: Any) -> tuple[int, int]:
    """The cells of the own and of the enemy queen; below 0 in hand."""
    queens = int(position["where"][WHITE_QUEEN]), int(position["where"][BLACK_QUEEN])
    own = int(position["ply"]) % 2
    return queens[own], queens[1 - own]


def neighbours_of(position: Any, cell: int) -> frozenset[int]:
    """The occupied cells round a cell; none round a queen in hand."""
    if cell < 0:
        return frozenset()
    height = position["height"]
    return frozenset(near for near in cells_round(cell) if height[near])


def kind_of(position: Any, move: int) -> int:
    """What a move does to the queens, told from the board before and after it."""
    if move == PASS:
        return NOTHING
    own, enemy = queens_of(position)
    origin, to = int(position["where"][move >> MOVE_SHIFT]), move & CELL_MASK
    if not {origin, to} & {own, enemy, *cells_round(own), *cells_round(enemy)}:
        return NOTHING
    before = neighbours_of(position, enemy)
    round_own = neighbours_of(position, own)
    undo = make(position, move)
    after = neighbours_of(position, enemy)
    left_own = round_own - neighbours_of(position, own)
    unmake(position, move, undo)
    if len(after) > len(before):
        return FILLING
    if origin >= 0 and origin in (own, enemy):
        return FREEING
    if left_own and own >= 0 and to not in cells_round(own):
        return FREEING
    return NOTHING


def hashes_before(game: Game) -> list[int]:
    """Hashes of the game since the last placement, found by playing it again."""
    replay = Game(game.game_type, queen_first=game.queen_first)
    hashes = [int(replay.position["hash"])]
    for played in game.played:
        placed = played.move.piece is not None and replay.place_of(played.move.piece) is None
        replay.play(played.move)
        hashes = [] if placed else hashes
        hashes.append(int(replay.position["hash"]))
    return hashes


class Model:
    """One search of a game by one thread; what it learns stays until it is thrown away."""

    def __init__(
        self,
        game: Game,
        techniques: Collection[str],
        parameters: Mapping[str, int] | None = None,
        node_limit: int | None = None,
        learnt_by: "Model | None" = None,
    ) -> None:
        """A search that goes on with what another one has learnt, or knows nothing."""
        self.game = game
        self.position = game.position.copy()
        self.techniques = frozenset(techniques)
        self.parameters = {parameter.name: parameter.value for parameter in PARAMETERS}
        self.parameters.update(parameters or {})
        self.node_limit = node_limit
        self.nodes = 0
        self.seen: Counter[str] = Counter()
        self.killers: dict[int, list[int]] = defaultdict(list)
        self.history: dict[int, int] = learnt_by.history if learnt_by else defaultdict(int)
        self.known: dict[int, Known] = learnt_by.known if learnt_by else {}
        self.values: dict[int, int] = learnt_by.values if learnt_by else defaultdict(int)
        self.path = hashes_before(game)
        self.root_ply = len(self.path) - 1
        self.first_ply = [0]
        """For each ply of the line, where in the path the last placement was."""
        self._worker = evaluator(self.position)
        self.line: tuple[int, ...] = ()
        self.found: list[Report] = []
        self.wins = self.sound = 0

    def value(self) -> int:
        return int(evaluate(self._worker, self.position))

    def uses(self, technique: str) -> bool:
        return technique in self.techniques

    @property
    def is_stopped(self) -> bool:
        return self.node_limit is not None and self.nodes >= self.node_limit

    # The line being searched

    def _below(self, move: int, ply: int, then: Callable[[], Any]) -> Any:
        """What comes of something done after a move."""
        placed = move != PASS and self.position["where"][move >> MOVE_SHIFT] < 0
        undo = make(self.position, move)
        self.path.append(int(self.position["hash"]))
        self.first_ply.append(len(self.path) - 1 if placed else self.first_ply[-1])
        try:
            return then()
        finally:
            unmake(self.position, move, undo)
            self.path.pop()
            self.first_ply.pop()

    def _count_node(self) -> None:
        self.nodes += 1
        if self.is_stopped:
            raise OutOfNodesError

    def ending(self, mover: int, ply: int) -> int | None:
        """The score for the mover if the game is over."""
        lost = int(losers(self.position))
        if lost == 0:
            return None
        if lost == 3:
            return 0
        white_won = lost == 2
        return WON - ply if white_won == (mover == 0) else ply - WON

    def repeats(self) -> bool:
        """Whether the position was there before, in the line or twice in the game before it.

        Not two plies ago: only two passes lead there.
        """
        here = len(self.path) - 1
        earlier = [
            index
            for index in range(self.first_ply[-1], here - 3)
            if self.path[index] == self.path[here]
        ]
        in_line = any(index >= self.root_ply for index in earlier)
        if in_line:
            self.seen["repetition in the line"] += 1
        elif len(earlier) >= 2:
            self.seen["third occurrence"] += 1
        return in_line or len(earlier) >= 2

    # Order

    def ordered(self, moves: Iterable[int], ply: int, first: int | None) -> list[tuple[int, int]]:
        """Moves with what they promise, in the order in which they are listed."""
        scored = []
        view = View(self.position)
        for move in moves:
            score = self.history[move] if self.uses("history") and move != PASS else 0
            if self.uses("priors"):
                prior = view.prior_of(move)
                score += math.floor(self.parameters["prior_weight"] * prior / 256)
                self.seen["prior"] += prior != 0
            if self.uses("killers") and move in self.killers[ply]:
                score += KILLER_FIRST
                self.seen["killer"] += 1
            if move == first:
                score = TABLE_FIRST
                self.seen["move of the table"] += 1
            scored.append((score, move))
        return scored

    @staticmethod
    def take_best(scored: list[tuple[int, int]], start: int) -> int:
        """The most promising of the moves from a place on; it changes places with the first."""
        rest = [score for score, _ in scored[start:]]
        best = start + rest.index(max(rest))
        scored[start], scored[best] = scored[best], scored[start]
        return scored[start][1]

    def learn(self, tried: list[int], ply: int, depth: int) -> None:
        """The last of the moves tried was good enough, those before it were not."""
        limit = self.parameters["history_bonus_limit"]
        bonus = min(self.parameters["history_bonus"] * depth**2, limit)
        *failed, good = tried
        for move, gain in [(good, bonus), *((move, -bonus) for move in failed)]:
            if move != PASS:
                old = self.history[move]
                self.history[move] = old + gain - math.floor(old * bonus / HISTORY_LIMIT)
        killers = self.killers[ply]
        if killers[:1] != [good]:
            self.killers[ply] = [good, *killers[:1]]

    # Below the root

    def quiesce(self, alpha: int, beta: int, plies: int, ply: int) -> tuple[int, tuple[int, ...]]:
        """The score and the line of a position where only moves at a queen in danger count."""
        self._count_node()
        best = self.value()
        own, enemy = queens_of(self.position)
        attack = len(neighbours_of(self.position, enemy)) >= ATTACKABLE
        defence = len(neighbours_of(self.position, own)) >= ATTACKABLE
        if not self.uses("quiescence") or plies == 0 or best >= beta:
            return best, ()
        if not attack and not defence:
            return best, ()
        alpha = max(alpha, best)
        line: tuple[int, ...] = ()
        mover = int(self.position["ply"]) % 2
        for move in legal_codes(self.position):
            kind = kind_of(self.position, move)
            if (kind, attack) != (FILLING, True) and (kind, defence) != (FREEING, True):
                continue
            self.seen["quiescence fills" if kind == FILLING else "quiescence frees"] += 1

            def reply(low: int = alpha) -> tuple[int, tuple[int, ...]]:
                end = self.ending(mover, ply + 1)
                if end is not None:
                    self.nodes += 1
                    return end, ()
                score, below = self.quiesce(-beta, -low, plies - 1, ply + 1)
                return -score, below

            score, below = self._below(move, ply, reply)
            best = max(best, score)
            if score > alpha:
                alpha, line = score, (move, *below)
            if alpha >= beta:
                break
        return best, line

    def search(self, alpha: int, beta: int, depth: int, ply: int) -> tuple[int, tuple[int, ...]]:
        """The score and the line of a position within a window."""
        if depth <= 0:
            return self.quiesce(alpha, beta, self.parameters["quiescence_plies"], ply)
        self._count_node()
        if self.uses("repetition") and self.repeats():
            return 0, ()
        alpha, beta = max(alpha, ply - WON), min(beta, WON - ply - 1)
        if alpha >= beta:
            self.seen["mate distance"] += 1
            return alpha, ()
        full = beta - alpha > 1
        key = int(self.position["hash"])
        known = self.known.get(key) if self.uses("table") else None
        if known is not None and not full and known.depth >= depth:
            score = known.score
            if abs(score) >= LOST_FROM:
                score += -ply if score > 0 else ply
            decisive = {"exact": True, "at least": score >= beta, "at most": score <= alpha}
            if decisive[known.bound]:
                self.seen[f"table: {known.bound}"] += 1
                return score, ()

        value = self.values[ply] = self.value()
        improving = ply >= 2 and value > self.values[ply - 2]
        own, enemy = queens_of(self.position)
        danger = len(neighbours_of(self.position, own)) >= ATTACKABLE
        crowded = len(neighbours_of(self.position, enemy)) >= self.parameters["crowded_queen"]
        if self._is_futile(value, beta, depth, improving) and not full and not danger:
            self.seen["reverse futility"] += 1
            return value, ()

        scored = self.ordered(legal_codes(self.position), ply, known and known.move)
        best, best_move, bound = -ENDLESS, None, "at most"
        line: tuple[int, ...] = ()
        mover = int(self.position["ply"]) % 2
        for index in range(len(scored)):
            move, number = self.take_best(scored, index), index + 1
            quiet = not (crowded and kind_of(self.position, move) == FILLING)
            less = 0
            if number > 1 and best > -LOST_FROM:
                if quiet and not danger and not full and self._is_late(depth, number, improving):
                    self.seen["late move pruned"] += 1
                    if crowded:
                        self.seen["others may follow a late move"] += 1
                        continue
                    break
                if depth >= 2 and number >= self.parameters["reduction_first_move"]:
                    less = self._less(move, depth, number, not quiet or danger, full)

            def after(
                low: int = alpha, less: int = less, first: bool = number == 1
            ) -> tuple[int, tuple[int, ...]]:
                end = self.ending(mover, ply + 1)
                if end is not None:
                    self.nodes += 1
                    return end, ()
                return self._score(low, beta, depth - 1, ply + 1, less, first, full)

            score, below = self._below(move, ply, after)
            best = max(best, score)
            if score > alpha:
                alpha, best_move, bound, line = score, move, "exact", (move, *below)
            if alpha >= beta:
                bound = "at least"
                self.learn([move for _, move in scored[:number]], ply, depth)
                break
        if self.uses("table"):
            self._remember(key, best_move, depth, bound, best, ply)
        return best, line

    def _score(
        self, alpha: int, beta: int, depth: int, ply: int, less: int, first: bool, full: bool
    ) -> tuple[int, tuple[int, ...]]:
        """The score of a move for who made it: only a promising one gets depth and window."""
        if first:
            windows = [(beta, depth)]
        else:
            windows = [(alpha + 1, depth - less)]
            windows += [(alpha + 1, depth)] if less else []
            windows += [(beta, depth)] if full else []
        for number, (high, plies) in enumerate(windows):
            if number:
                self.seen["searched again"] += 1
            score, below = self.search(-high, -alpha, plies, ply)
            if -score <= alpha:
                break
        return -score, below

    def _is_futile(self, value: int, beta: int, depth: int, improving: bool) -> bool:
        if not self.uses("reverse_futility") or abs(beta) >= LOST_FROM:
            return False
        lead = self.parameters["reverse_futility_margin"] * depth
        if improving:
            lead -= self.parameters["reverse_futility_improving"]
        return depth <= self.parameters["reverse_futility_depth"] and value >= beta + lead

    def _is_late(self, depth: int, number: int, improving: bool) -> bool:
        if not self.uses("late_move_pruning") or depth > 5:
            return False
        return number > self.parameters[f"late_moves_{depth}"] * (1 + improving)

    def _reduction(self, depth: int, number: int) -> int:
        base, divisor = self.parameters["reduction_base"], self.parameters["reduction_divisor"]
        return int(base / 100 + math.log(depth) * math.log(min(number, 256)) / (divisor / 100))

    def _less(self, move: int, depth: int, number: int, sharp: bool, full: bool) -> int:
        """By how many plies a late move is searched less deep."""
        if not self.uses("late_move_reductions"):
            return 0
        less = self._reduction(depth, number)
        if sharp:
            less = math.floor(less / 2)
        if full:
            less -= 1
        if move != PASS:
            less -= math.floor(self.history[move] / self.parameters["reduction_history"])
        less = min(max(less, 0), depth - 1)
        self.seen["reduction"] += less > 0
        return less

    def _remember(
        self, key: int, move: int | None, depth: int, bound: str, score: int, ply: int
    ) -> None:
        if abs(score) >= LOST_FROM:
            score += ply if score > 0 else -ply
        old = self.known.get(key)
        if move is None and old is not None:
            move = old.move
        self.known[key] = Known(move, depth, bound, score)

    # The root

    @cached_property
    def root(self) -> list[tuple[int, int]]:
        """The root moves with their scores: wins, what is open, what loses in two, what at once."""
        mover = int(self.position["ply"]) % 2
        groups: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for move in legal_codes(self.position):
            score, group = self._below(move, 0, lambda: self._fate(mover))
            groups[group].append((move, score))
        self.wins, self.sound = len(groups["wins"]), len(groups["open"])
        # What is inserted in front of its group stands there in reverse.
        return [*groups["wins"][::-1], *groups["open"], *groups["loses"][::-1], *groups["lost"]]

    def _fate(self, mover: int) -> tuple[int, str]:
        """What is certain after a root move."""
        end = self.ending(mover, 1)
        if end is not None:
            return end, "wins" if end > 0 else "lost" if end < 0 else "open"
        if self.game.repetition_draw and self.path[:-1].count(self.path[-1]) >= 2:
            return 0, "open"

        def mates(reply: int) -> bool:
            undo = make(self.position, reply)
            score = self.ending(1 - mover, 2)
            unmake(self.position, reply, undo)
            return score is not None and score > 0

        return (2 - WON, "loses") if any(map(mates, legal_codes(self.position))) else (0, "open")

    def search_root(self, alpha: int, beta: int, depth: int, rank: int) -> int:
        """Search the moves from a rank on and put the best of them there; raises OutOfNodesError.

        Also sets `line`, unless nothing was found.
        """
        self.values[0] = self.value()
        best = -ENDLESS
        mover = int(self.position["ply"]) % 2
        for index in range(rank, self.wins + self.sound):
            move, number = self.root[index][0], index - rank + 1
            less = 0
            if depth >= 3 and number >= self.parameters["root_reduction_first_move"]:
                if self.uses("late_move_reductions"):
                    less = min(max(self._reduction(depth, number) - 1, 0), depth - 2)

            def after(
                low: int = alpha, less: int = less, first: bool = number == 1
            ) -> tuple[int, tuple[int, ...]]:
                end = self.ending(mover, 1)
                if end is not None:
                    self.nodes += 1
                    return end, ()
                return self._score(low, beta, depth - 1, 1, less, first, full=True)

            score, below = self._below(move, 0, after)
            self.root[index] = move, score
            if score > best and (score > alpha or number == 1):
                self.line = move, *below
                self.root.insert(rank, self.root.pop(index))
                alpha = max(alpha, score)
            best = max(best, score)
            if score >= beta:
                break
        return best

    # Deepening

    def search_rank(self, depth: int, rank: int, guess: int) -> int:
        if not self.wins <= rank < self.wins + self.sound:
            return self.root[rank][1]
        low = high = self.parameters["aspiration_window"]
        if depth < self.parameters["aspiration_depth"] or not self.uses("aspiration"):
            low = high = 2 * ENDLESS
        while True:
            alpha, beta = max(guess - low, -ENDLESS), min(guess + high, ENDLESS)
            score = self.search_root(alpha, beta, depth, rank)
            if score <= alpha and alpha > -ENDLESS:
                low *= self.parameters["aspiration_widening"]
                self.seen["window too high"] += 1
            elif score >= beta and beta < ENDLESS:
                high *= self.parameters["aspiration_widening"]
                self.seen["window too low"] += 1
            else:
                return score

    def deepen(self, deepest: int, wanted: int = 1) -> list[Report]:
        """The reports of a search, rank by rank and depth by depth; `found` are its last lines."""
        wanted = min(wanted, len(self.root))
        reports: list[Report] = []
        lines: dict[int, Report] = {}
        guesses = [score for _, score in self.root[:wanted]]
        if len(self.root) == 1:
            deepest = 1
        self.found = [Report(i + 1, 0, self.root[i][1], 0, self.root[i][:1]) for i in range(wanted)]
        if not any(self.wins <= rank < self.wins + self.sound for rank in range(wanted)):
            return []
        shown = [move for move, _ in self.root[:wanted]]
        for depth in range(1, deepest + 1):
            for rank in range(wanted):
                stopped = False
                try:
                    guesses[rank] = self.search_rank(depth, rank, guesses[rank])
                except OutOfNodesError:
                    stopped = True
                move, score = self.root[rank]
                has_line = self.line[:1] == (move,)
                now = [move for move, _ in self.root[:wanted]]
                if not stopped or (now != shown and has_line):
                    line = self.line if has_line else (move,)
                    lines[move] = Report(rank + 1, depth, score, self.nodes, line)
                    shown = now
                    self.found = [
                        lines.get(other)
                        or Report(i + 1, 0 if depth == 1 else depth, its, self.nodes, (other,))
                        for i, (other, its) in enumerate(self.root[:wanted])
                    ]
                if stopped:
                    return reports
                reports.append(lines[move])
            if all(
                abs(line.score) >= LOST_FROM and WON - abs(line.score) <= depth
                for line in self.found
            ):
                break
        return reports
