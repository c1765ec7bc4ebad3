"""When a search is to stop. Imports next to nothing: whoever only asks for moves needs it too."""

import math
from dataclasses import dataclass, replace
from numbers import Real
from typing import Self

from engine.checks import instance, whole_number

_MOST_NODES = 2**62
"""More than can ever be searched."""


@dataclass(frozen=True)
class Limits:
    """When to stop; with nothing set, when asked to.

    `seconds` count from when the search is asked for, or, where the searcher is busy with another,
    from when its turn comes; `deadline` is a time of `time.perf_counter()`. A depth below 1 means
    1. Raises TypeError or ValueError for what is no limit.

    >>> Limits(nodes=0)
    Traceback (most recent call last):
        ...
    ValueError: the number of nodes must be at least 1, not 0
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    deadline: float | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            if not (_is_finite(self.seconds, "seconds") and self.seconds >= 0):
                raise ValueError(f"the seconds must be 0 or more and finite, not {self.seconds}")
        if self.deadline is not None:
            if not _is_finite(self.deadline, "deadline"):
                raise ValueError(f"the deadline must be finite, not {self.deadline}")
        # Numbers of numpy become plain ones: kernels and JSON files want these.
        if self.depth is not None:
            object.__setattr__(self, "depth", whole_number(self.depth, "the depth"))
        if self.nodes is not None:
            nodes = min(whole_number(self.nodes, "the number of nodes", low=1), _MOST_NODES)
            object.__setattr__(self, "nodes", nodes)

    def counted_from(self, moment: float) -> Self:
        """The same limits with a deadline in place of seconds, which begin at `moment`.

        >>> Limits(seconds=2).counted_from(10.0)
        Limits(seconds=None, depth=None, nodes=None, deadline=12.0)
        """
        if self.seconds is None:
            return self
        deadline = moment + self.seconds
        if self.deadline is not None:
            deadline = min(deadline, self.deadline)
        return replace(self, seconds=None, deadline=deadline)


def _is_finite(value: float, name: str) -> bool:
    """Whether a number is one that a clock can show; raises TypeError for what is no number."""
    instance(value, Real, f"the {name} must be a number")
    if isinstance(value, bool):
        raise TypeError(f"the {name} must be a number, not {value}")
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number of hundreds of digits
        return False
