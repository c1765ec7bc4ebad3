"""A flag that stops a search from anywhere, also from a signal handler."""

from array import array
from typing import NoReturn, SupportsIndex


class StopFlag:
    """Set it and every search that was given it returns with the best move it has.

    It takes no lock, so a signal handler may set it; kernels read it through its address. So it
    stays what and where it is: it cannot be copied, nor sent to another process.
    """

    def __init__(self) -> None:
        self._word = array("q", [0])
        self.address = self._word.buffer_info()[0]

    def set(self) -> None:
        """Ask for the search to stop."""
        self._word[0] = 1

    @property
    def is_set(self) -> bool:
        """Whether stopping has been asked for."""
        return self._word[0] != 0

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError(
            "a StopFlag can be neither copied nor pickled: it stops searches of its own process"
        )
