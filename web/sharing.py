"""Cores and memory, shared by all searches under way so that none goes without."""

import asyncio
import os

from engine.cores import usable_cores

LEAST_MEMORY = 16
"""Mebibytes that every searcher gets, however many there are."""
_MOST_MEMORY = 4096


class Share:
    """The cores of one search: `threads` may change while it goes on, and `changed` is set then."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.threads = 1
        self.changed = asyncio.Event()


class Cores:
    """The cores of this machine: of n searches each gets an n-th, at least one thread.

    What a search does not want is for the others.

    >>> cores = Cores(4)
    >>> first = cores.join(4)
    >>> second = cores.join(1)
    >>> first.threads, second.threads
    (3, 1)
    >>> cores.leave(second)
    >>> first.threads, first.changed.is_set()
    (4, True)
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = usable_cores() if count is None else count
        self._shares: list[Share] = []

    @property
    def searches(self) -> int:
        """How many searches are under way."""
        return len(self._shares)

    def join(self, wanted: int) -> Share:
        """Take part with one more search, which wants so many threads."""
        share = Share(wanted)
        self._shares.append(share)
        self._divide()
        share.changed.clear()
        return share

    def leave(self, share: Share) -> None:
        """End with a search; may be said again."""
        if share in self._shares:
            self._shares.remove(share)
            self._divide()

    def _divide(self) -> None:
        left = self.count
        modest_first = sorted(self._shares, key=lambda share: share.wanted)
        for number, share in enumerate(modest_first):
            threads = max(1, min(share.wanted, left // (len(modest_first) - number)))
            left -= threads
            if threads != share.threads:
                share.threads = threads
                share.changed.set()


class Memory:
    """The memory of all searchers together, in mebibytes.

    >>> memory = Memory(100)
    >>> memory.most_for_one, memory.grant("a", 64), memory.grant("b", 20), memory.grant("b", 5)
    (25, 25, 20, 5)
    """

    def __init__(self, total: int | None = None) -> None:
        self.total = _half_of_all() if total is None else total
        self._granted: dict[object, int] = {}

    @property
    def most_for_one(self) -> int:
        """The most that one searcher gets."""
        return max(LEAST_MEMORY, min(_MOST_MEMORY, self.total // 4))

    def grant(self, who: object, wanted: int) -> int:
        """What a searcher may use from now on: less than it wants where others have the rest."""
        others = sum(size for name, size in self._granted.items() if name != who)
        left = max(LEAST_MEMORY, self.total - others)
        self._granted[who] = min(wanted, self.most_for_one, left)
        return self._granted[who]

    def free(self, who: object) -> None:
        """Take back what a searcher has that is no more."""
        self._granted.pop(who, None)


def _half_of_all() -> int:
    """Half of this machine's memory."""
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")) >> 21
    except (ValueError, OSError, AttributeError):  # no such question can be asked on this system
        return 2048
