"""What all pages of a server share."""

import asyncio
from collections.abc import Mapping

from web.engines import Programs
from web.preparing import Preparation
from web.sharing import Cores, Memory

MOST_SESSIONS = 32
"""Pages that can be connected at a time."""
_MOST_HEAVY = 2
"""Files that are read or written at a time."""


class ServerState:
    """Cores, memory, engines and the pages that are connected."""

    def __init__(
        self,
        commands: Mapping[str, str] | None = None,
        *,
        cores: int | None = None,
        memory: int | None = None,
    ) -> None:
        self.cores = Cores(cores)
        self.memory = Memory(memory)
        self.programs = Programs(commands or {})
        self.preparation = Preparation()
        self.sessions = 0
        self.heavy = asyncio.Semaphore(_MOST_HEAVY)
