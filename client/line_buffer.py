"""Output that arrives in pieces, given out line by line."""


class LineBuffer:
    """Bytes not read yet. Each is looked at once, however small the pieces and the lines are."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._start = 0
        self._searched = 0

    def __len__(self) -> int:
        """How many bytes have not been given out."""
        return len(self._data) - self._start

    def feed(self, data: bytes) -> None:
        """Add what has arrived."""
        self._data += data

    def line(self) -> bytes | None:
        """The next line without its end; None if it is not complete yet."""
        end = self._data.find(b"\n", self._searched)
        if end < 0:
            del self._data[: self._start]
            self._start, self._searched = 0, len(self._data)
            return None
        line = bytes(self._data[self._start : end])
        self._start = self._searched = end + 1
        return line

    def take(self) -> bytes:
        """Everything there is, as if it had been read."""
        rest = bytes(self._data[self._start :])
        self._data.clear()
        self._start = self._searched = 0
        return rest
