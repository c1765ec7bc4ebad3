"""What is known of an engine without asking it."""

from collections.abc import Mapping

from client.conversation import EngineId
from client.core import EngineCore
from client.options import Option


class EngineView:
    """Who the engine is, what it can do, and how it is."""

    def __init__(self, core: EngineCore) -> None:
        """Use `open`, which starts it."""
        self._core = core

    @property
    def id(self) -> EngineId:
        """Name and version, as the engine gives them."""
        return self._core.id

    @property
    def capabilities(self) -> tuple[str, ...]:
        """What the engine lists, such as `Mosquito`, `Ladybug` and `Pillbug`."""
        return self._core.capabilities

    @property
    def options(self) -> Mapping[str, Option]:
        """The options by name, with their present values."""
        return self._core.options

    @property
    def takes_whole_seconds(self) -> bool:
        """Whether the engine has refused a fraction of a second, so that times are rounded up."""
        return self._core.takes_whole_seconds

    @property
    def is_alive(self) -> bool:
        """Whether the engine can be asked something."""
        return self._core.process_id is not None and not self._core.is_closed

    @property
    def pid(self) -> int | None:
        """The number of the engine's process; None when it is gone."""
        return self._core.process_id

    @property
    def stderr(self) -> str:
        """The last of what the engine wrote to its standard error, as far as it was read."""
        return self._core.stderr

    def cancel(self) -> bool:
        """Break off the search under way, from any thread; whether there was one.

        The engine gets SIGINT, and is killed and started anew with the same options if that does
        not help. The search returns what it has found so far.
        """
        return self._core.cancel()

    def __repr__(self) -> str:
        state = f"pid {self.pid}" if self.is_alive else "closed" if self._core.is_closed else "gone"
        return f"<{type(self).__name__} {self.id.text!r} ({state})>"
