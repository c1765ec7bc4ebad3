"""The games of a tournament added up: by opponent, colour, game type and ending."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from arena.match.game_record import GameRecord
from arena.statistics.elo import Tally
from arena.statistics.ratings import Bout


@dataclass(frozen=True)
class Fault:
    """A way in which an engine failed, with its first example."""

    engine: str
    what: str
    count: int
    first: str


class Results:
    """Everything counted; games may be added in any order."""

    def __init__(self, engines: Iterable[str], records: Iterable[GameRecord] = ()) -> None:
        self.engines = list(engines)
        self.records: list[GameRecord] = []
        self._pairs: dict[int, dict[str, float]] = {}
        self._games_of_pair: Counter[int] = Counter()
        self._tallies: dict[tuple[str, str], Tally] = {}
        for record in records:
            self.add(record)

    def add(self, record: GameRecord) -> None:
        """Count another game."""
        self.records.append(record)
        points = {record.white: record.white_points, record.black: 1 - record.white_points}
        pair = self._pairs.setdefault(record.pair, dict.fromkeys(points, 0.0))
        self._games_of_pair[record.pair] += 1
        for name, other in ((record.white, record.black), (record.black, record.white)):
            pair[name] += points[name]
            tally = self._tallies.get((name, other), Tally()).add(points[name])
            if self._games_of_pair[record.pair] == 2:
                tally = tally.add_pair(pair[name])
            self._tallies[name, other] = tally

    def head_to_head(self, engine: str, opponent: str) -> Tally:
        """One engine's results against another."""
        return self._tallies.get((engine, opponent), Tally())

    def total(self, engine: str) -> Tally:
        """One engine's results against all others."""
        tallies = (tally for (name, _), tally in self._tallies.items() if name == engine)
        return sum(tallies, Tally())

    def as_white(self, engine: str) -> Tally:
        """An engine's games with the white pieces."""
        return _tally(r.white_points for r in self.records if r.white == engine)

    def as_black(self, engine: str) -> Tally:
        """An engine's games with the black pieces."""
        return _tally(1 - r.white_points for r in self.records if r.black == engine)

    def of_white(self) -> Tally:
        """The results of White, whoever it was."""
        return _tally(record.white_points for record in self.records)

    def game_types(self) -> list[str]:
        """The game types played so far."""
        return sorted({record.game_type for record in self.records})

    def in_game_type(self, engine: str, game_type: str) -> Tally:
        """An engine's games of one type, pairs included."""
        records = [r for r in self.records if r.game_type == game_type]
        return Results(self.engines, records).total(engine)

    def endings(self) -> Counter[str]:
        """How often games ended in which way."""
        return Counter(record.ending.value for record in self.records)

    def faults(self) -> list[Fault]:
        """Which engines lost games by failing, and how."""
        found: dict[tuple[str, str], list[GameRecord]] = {}
        for record in self.records:
            if record.ending.is_fault and record.loser is not None:
                found.setdefault((record.loser, record.ending.value), []).append(record)
        return [
            Fault(name, what, len(records), f"game {records[0].number}: {records[0].detail}")
            for (name, what), records in sorted(found.items())
        ]

    def disagreements(self) -> list[str]:
        """Where engines and referee saw different states."""
        return [f"game {r.number}: {text}" for r in self.records for text in r.disagreements]

    def notes(self) -> list[str]:
        """Remarks that need no action."""
        return [f"game {r.number}: {text}" for r in self.records for text in r.notes]

    def without_scores(self) -> list[str]:
        """The engines that made moves and never reported a score."""
        seen = {(name, r.reports_scores(name)) for r in self.records for name in r.players}
        return [name for name in self.engines if (name, False) in seen and (name, True) not in seen]

    def bouts(self) -> list[Bout]:
        """The pairs, complete or not, in the form that `rate` takes."""
        number = {name: index for index, name in enumerate(self.engines)}
        bouts = []
        for pair, points in self._pairs.items():
            (first, score), (second, _) = points.items()
            bouts.append(Bout(number[first], number[second], self._games_of_pair[pair], score))
        return bouts


def _tally(points: Iterable[float]) -> Tally:
    return reduce(Tally.add, points, Tally())
