"""What a campaign is: numbered items, each of which can be run alone and again."""

import traceback
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

Failure = dict[str, Any]
"""What went wrong and everything that is needed to see it again, fit for JSON."""


@dataclass
class Outcome:
    """What one item has done and found."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    samples: dict[str, list[float]] = field(default_factory=dict)
    """Measured seconds by name, of which the summary shows the distribution."""

    def fail(self, what: str, **details: Any) -> None:
        """Note a failure."""
        self.failures.append({"what": what, **details})

    def sample(self, name: str, seconds: float) -> None:
        """Note a measured time."""
        self.samples.setdefault(name, []).append(round(seconds, 4))


@dataclass(frozen=True)
class Campaign(ABC):
    """A kind of trial. Its items depend on the seed and their number alone."""

    name: ClassVar[str]
    unit: ClassVar[str]
    """What is counted, as it is called in the summary."""
    per_item: ClassVar[int] = 1
    """How many of the unit one item does."""
    patience: ClassVar[float] = 600.0
    """Seconds after which an item counts as hung."""

    def items(self, amount: int) -> int:
        """How many items it takes to do so much."""
        return -(-amount // self.per_item)

    @abstractmethod
    def run(self, number: int, chance: Random) -> Outcome:
        """Do one item; failures of the program are noted, not raised."""

    def prepare(self) -> None:  # noqa: B027  (most campaigns need nothing)
        """Make what must be there before the first item, once a run."""


def attempt(campaign: Campaign, number: int, seed: int) -> Outcome:
    """Run an item; an error of the trial itself is a failure too."""
    try:
        return campaign.run(number, Random(f"{seed} {campaign.name} {number}"))
    except Exception as error:
        outcome = Outcome()
        what = f"{type(error).__name__}: {error}"
        outcome.fail("the trial broke off", error=what, traceback=traceback.format_exc())
        return outcome
