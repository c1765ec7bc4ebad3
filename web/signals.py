"""The signals that end the server."""

import signal


def server_signals() -> list[int]:
    """Ctrl-C is Python's already; the rest is whoever ends programs, and a terminal that is closed.

    What this program was started to ignore, as with nohup, it goes on ignoring.
    """
    names = ("SIGTERM", "SIGHUP")  # not all of them are known to every system
    numbers = (getattr(signal, name) for name in names if hasattr(signal, name))
    return [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
