"""One measured value and whether it keeps what is promised."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Bound:
    """A value to reach: at most so much, or at least so much."""

    limit: float
    at_most: bool

    def holds(self, value: float) -> bool:
        return value <= self.limit if self.at_most else value >= self.limit


def at_most(limit: float) -> Bound:
    return Bound(limit, at_most=True)


def at_least(limit: float) -> Bound:
    return Bound(limit, at_most=False)


GOAL, MET, MISSED, FAILED, NO_BOUND = "goal met", "met", "MISSED", "FAILED", "-"


@dataclass(frozen=True)
class Measure:
    """What was measured. A text as value is for information, such as a signature."""

    name: str
    value: float | str
    unit: str = ""
    required: Bound | None = None
    goal: Bound | None = None
    samples: tuple[float, ...] = ()
    """The single measurements that `value` was made of, in the order in which they were taken."""
    failed: bool = False
    """Whether it stands for measures that could not be taken."""

    @property
    def verdict(self) -> str:
        if self.failed:
            return FAILED
        if isinstance(self.value, str) or (self.required is None and self.goal is None):
            return NO_BOUND
        if self.required is not None and not self.required.holds(self.value):
            return MISSED
        if self.goal is not None and self.goal.holds(self.value):
            return GOAL
        return MET


def median_of(
    name: str, samples: Sequence[float], required: Bound, goal: Bound | None = None
) -> Measure:
    """Seconds that were measured several times."""
    title = f"{name} (median of {len(samples)})"
    return Measure(title, median(samples), "s", required, goal, (*samples,))
