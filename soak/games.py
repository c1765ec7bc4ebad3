"""Games of the engine against itself, every ply under the eyes of the reference rules.

At every ply the legal moves, the GameString (state, turn and all moves) and the move chosen are
compared with the referee's opinion. A move that was searched for must not miss a win in one and
must not lose at once while another one does not.
"""

from dataclasses import asdict, dataclass
from random import Random
from typing import ClassVar

from helpers import as_move, plain
from reference import Move, ReferenceGame
from uhp_client import ENGINE, Engine

from engine import GAME_TYPES, Game
from search import STRATEGIES, Limits, Searcher
from soak.campaign import Campaign, Outcome
from soak.referee import objection, read_move

PLY_LIMIT = 150
FEWEST_NODES, MOST_NODES = 50, 400
LONGEST_OPENING = 10
SHARE_OF_PROCESSES = 0.05
SHARE_OF_THREADS = 0.1
"""How many of the games are searched by two threads."""
SHARE_OF_RULES = 0.25
"""How many of the games are played with each of the two optional rules."""
HANGS_AFTER = 60.0


@dataclass(frozen=True)
class Plan:
    """How a game is played."""

    game_type: str
    strategy: str
    nodes: int
    opening: int
    """Plies played at random before the engine is asked."""
    threads: int
    queen_first: bool
    repetition_draw: bool
    process: bool
    """Whether it is played by an engine process instead of the searcher in this one."""


def plan_of(number: int, chance: Random) -> Plan:
    """The game of that number; types and strategies take turns."""
    return Plan(
        game_type=GAME_TYPES[number % len(GAME_TYPES)],
        strategy=STRATEGIES[number // len(GAME_TYPES) % len(STRATEGIES)],
        nodes=chance.randint(FEWEST_NODES, MOST_NODES),
        opening=chance.randint(0, LONGEST_OPENING),
        threads=2 if chance.random() < SHARE_OF_THREADS else 1,
        queen_first=chance.random() < SHARE_OF_RULES,
        repetition_draw=chance.random() < SHARE_OF_RULES,
        process=chance.random() < SHARE_OF_PROCESSES,
    )


class InProcess:
    """The rules and the searcher in this process, with a game of their own beside the referee's."""

    def __init__(self, plan: Plan) -> None:
        self.game = Game(
            plan.game_type, queen_first=plan.queen_first, repetition_draw=plan.repetition_draw
        )
        self.limits = Limits(nodes=plan.nodes)
        self.searcher = Searcher(threads=plan.threads, table_mib=1, strategy=plan.strategy)

    def legal_moves(self, referee: ReferenceGame) -> list[Move]:
        """All that is legal; nothing when the game is over."""
        return [plain(move) for move in self.game.legal_moves]

    def best_move(self, referee: ReferenceGame) -> Move:
        """The move it wants to play."""
        return plain(self.searcher.search(self.game, self.limits).move)

    def play(self, move: Move, referee: ReferenceGame) -> str:
        """Make a move; returns the GameString after it."""
        self.game.play(as_move(move))
        return self.game.game_string


class ThroughProcess:
    """The same through the program as clients have it."""

    def __init__(self, plan: Plan, engine: Engine) -> None:
        self.engine = engine
        self.limit = f"nodes {plan.nodes}"
        for name, value in {
            "Threads": plan.threads,
            "TableSizeMiB": 1,
            "Strategy": plan.strategy,
            "QueenFirst": plan.queen_first,
            "RepetitionDraw": plan.repetition_draw,
        }.items():
            self._ask(f"options set {name} {value}")
        self._ask(f"newgame {plan.game_type}")

    def legal_moves(self, referee: ReferenceGame) -> list[Move]:
        answer = self._ask("validmoves")
        if answer.startswith("err the game is over"):
            return []
        return [read_move(referee, text) for text in answer.split(";")]

    def best_move(self, referee: ReferenceGame) -> Move:
        return read_move(referee, self._ask(f"bestmove {self.limit}"))

    def play(self, move: Move, referee: ReferenceGame) -> str:
        return self._ask(f"play {referee.move_string(move)}")

    def _ask(self, command: str) -> str:
        [answer] = self.engine.ask(command, HANGS_AFTER)
        return answer


Player = InProcess | ThroughProcess
"""The engine, however it is reached."""


@dataclass(frozen=True)
class Games(Campaign):
    """Self-play under the referee."""

    name: ClassVar[str] = "games"
    unit: ClassVar[str] = "games"
    command: tuple[str, ...] = ENGINE

    def run(self, number: int, chance: Random) -> Outcome:
        plan = plan_of(number, chance)
        if not plan.process:
            return referee_game(plan, InProcess(plan), chance)
        with Engine(self.command) as engine:
            outcome = referee_game(plan, ThroughProcess(plan, engine), chance)
            engine.close_input()
            status = engine.wait(HANGS_AFTER)
            if status != 0 or "Traceback" in engine.errors:
                outcome.fail("the process ended badly", status=status, stderr=engine.errors)
            return outcome


def referee_game(plan: Plan, player: Player, chance: Random) -> Outcome:
    """Play a game to its end or to the ply limit, or to the first thing that is wrong."""
    outcome = Outcome()
    referee = ReferenceGame(
        plan.game_type, queen_first=plan.queen_first, repetition_draw=plan.repetition_draw
    )
    try:
        _play_on(plan, player, referee, chance, outcome)
    except Exception as error:
        outcome.fail("the engine broke off", error=f"{type(error).__name__}: {error}")
    for failure in outcome.failures:
        failure.update(game_string=referee.game_string(), plan=asdict(plan))
    outcome.counts.update(
        {
            "games": 1,
            f"games of {plan.game_type}": 1,
            f"games by {plan.strategy}": 1,
            "games through processes": int(plan.process),
            f"ended {referee.state}": 1,
            "plies": referee.ply,
        }
    )
    return outcome


def _play_on(
    plan: Plan, player: Player, referee: ReferenceGame, chance: Random, outcome: Outcome
) -> None:
    while not outcome.failures:
        told = player.legal_moves(referee)
        legal = referee.legal_moves()
        outcome.counts["lists of legal moves compared"] += 1
        if len(told) != len(set(told)) or set(told) != legal:
            outcome.fail(
                "wrong list of legal moves",
                missing=sorted(map(str, legal - set(told))),
                too_many=sorted(map(str, set(told) - legal)),
                listed=len(told),
            )
            return
        if not legal or referee.ply >= PLY_LIMIT:
            return
        if referee.ply < plan.opening:
            move = chance.choice(sorted(legal, key=str))
        else:
            move = player.best_move(referee)
            outcome.counts["searched moves judged"] += 1
            if wrong := objection(referee, move, legal):
                outcome.fail(wrong, move=str(move))
                return
        told_game = player.play(move, referee)
        referee.apply(move)
        if told_game != referee.game_string():
            outcome.fail("wrong GameString", told=told_game)
