"""The modes of a terminal, put back if a signal ends the program.

While a line is edited the terminal does not show what is typed. A program that ends then leaves a
shell behind that does not, either.
"""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_STDIN = 0
_SIGNALLED = 128
"""What a shell adds to the number of the signal that has ended a program."""


@contextmanager
def modes_put_back() -> Iterator[None]:
    """Have the modes of stdin put back when a signal ends the program in here.

    A handler alone would not do: Python runs it in the main thread, which may be waiting for a key
    and not notice. So a thread waits for what the interpreter writes the moment a signal comes.
    Only for the main thread. Does nothing where stdin is no terminal.
    """
    if os.name != "posix" or not os.isatty(_STDIN):
        yield
        return
    import termios

    usual = termios.tcgetattr(_STDIN)
    read, write = os.pipe()

    def watch() -> None:
        while numbers := os.read(read, 1 << 10):
            for number in {*numbers} & {*before}:
                with suppress(OSError, termios.error):
                    # In the background the terminal is another's.
                    if os.tcgetpgrp(_STDIN) == os.getpgrp():
                        termios.tcsetattr(_STDIN, termios.TCSANOW, usual)
                os._exit(_SIGNALLED + number)
        os.close(read)

    os.set_blocking(write, False)
    wakeup = signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    before = {
        number: signal.signal(number, _do_nothing)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
        if signal.getsignal(number) is signal.SIG_DFL  # nohup has it ignored
    }
    threading.Thread(target=watch, name="signals", daemon=True).start()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(wakeup)
        os.close(write)  # which ends the thread


def _do_nothing(number: int, frame: FrameType | None) -> None:
    """The interpreter tells of a signal only if there is a handler."""
