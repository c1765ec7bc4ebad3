"""One line every few seconds: how much is done, how fast, and how long it will take."""

import time
from datetime import timedelta

from soak.campaign import Campaign
from uhp.output import note

_SECONDS_BETWEEN_LINES = 5.0


class Progress:
    """The progress of one campaign in this run."""

    def __init__(self, campaign: Campaign, items: int, done_before: int) -> None:
        self._campaign = campaign
        self._items = items
        self._done_before = done_before
        self._done = 0
        self._failures = 0
        self._started = self._last_line = time.monotonic()

    def item_done(self, failures: int) -> None:
        """Count an item."""
        self._done += 1
        self._failures += failures

    def beat(self) -> None:
        """Write the progress, every few seconds."""
        if time.monotonic() - self._last_line >= _SECONDS_BETWEEN_LINES:
            self._last_line = time.monotonic()
            note(self.line())

    def line(self) -> str:
        """The progress so far."""
        each = self._campaign.per_item
        done = self._done_before + self._done
        rate = self._done / max(time.monotonic() - self._started, 0.001)
        left = timedelta(seconds=round((self._items - done) / rate)) if rate else "?"
        return (
            f"{self._campaign.name}: {done * each:,} of {self._items * each:,} "
            f"{self._campaign.unit}, {rate * each:,.1f} a second, {left} left, "
            f"{self._failures} failed"
        )
