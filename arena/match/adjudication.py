"""Scores that engines report, and games decided by them.

UHP has no score report. Engines that show their thinking print lines `move;depth;score` before the
answer of `bestmove`, some of them only with an option on. The score is in the engine's own unit,
from the mover's point of view.
"""

from collections.abc import Callable
from dataclasses import replace

from arena.match.game_record import DRAWN, LOST_BY, Ending, Verdict
from arena.settings import Conditions, EngineSettings
from client.lines import REPORT_OPTION


def asking_for_scores(settings: EngineSettings) -> EngineSettings:
    """The settings of an engine whose games may be decided by its scores.

    An option that the user has set, one way or the other, is left as it is.
    """
    is_set = any(name.lower() == REPORT_OPTION.lower() for name, _ in settings.options)
    return settings if is_set else replace(settings, wants_scores=True)


class Adjudicator:
    """Watches the scores of a game and says when it is decided."""

    def __init__(self, conditions: Conditions, names: tuple[str, str]) -> None:
        self._resign = conditions.resign
        self._draw = conditions.draw
        self._names = names
        self._scores: tuple[list[float | None], list[float | None]] = ([], [])

    def judge(self, color: int, score: float | None, move_number: int) -> Verdict | None:
        """Take note of the score one side (0 White, 1 Black) reported with its move."""
        self._scores[color].append(score)
        return self._resigned(color) or self._agreed(move_number)

    def _resigned(self, color: int) -> Verdict | None:
        rule = self._resign
        if rule is None or not self._last(color, rule.move_count, lambda s: s <= -rule.score):
            return None
        if rule.two_sided and not self._last(1 - color, rule.move_count, lambda s: s >= rule.score):
            return None
        detail = f"{self._names[color]} gave itself {-rule.score:g} or less"
        return Verdict(LOST_BY[color], Ending.RESIGN, f"{detail} for {rule.move_count} moves")

    def _agreed(self, move_number: int) -> Verdict | None:
        rule = self._draw
        if rule is None or move_number < rule.move_number:
            return None
        if all(
            self._last(side, rule.move_count, lambda s: abs(s) <= rule.score) for side in (0, 1)
        ):
            detail = f"both within {rule.score:g} of zero for {rule.move_count} moves"
            return Verdict(DRAWN, Ending.DRAW, detail)
        return None

    def _last(self, color: int, count: int, test: Callable[[float], bool]) -> bool:
        """Whether the last so many scores of a side are known and all pass a test."""
        last = self._scores[color][-count:]
        return len(last) == count and all(score is not None and test(score) for score in last)
