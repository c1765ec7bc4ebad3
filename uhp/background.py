"""Compiling the rest in the background when the engine cannot.

A client that starts a process for every move ends it long before everything is compiled. So an
engine that has to compile leaves a process behind, which waits until the engine is done or gone and
then compiles what is missing, with the lowest priority. There is never more than one for a cache.
The environment variable PROPOLIS_BACKGROUND=off keeps engines from starting it.
"""

import os
import shutil
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from uhp.exit_codes import FAILURE

_SWITCH = "PROPOLIS_BACKGROUND"
_LOCK = "background.lock"
_LOWEST_PRIORITY = 19
_LEAST_FREE_BYTES = 32 << 20
"""What must be free on the disk where compiled code is to be kept."""
_LONGEST_RUN = 1800.0
"""Seconds after which the process gives up, whatever it is waiting for."""


class BackgroundCompiler:
    """The process left behind, as seen from the engine."""

    def __init__(self) -> None:
        self._open_while_busy: int | None = None

    def start(self, cache: Path | None) -> None:
        """Start the process, unless there is one for that cache; it does nothing yet."""
        off = os.environ.get(_SWITCH, "").strip().lower() in ("off", "0", "no", "false")
        if off or cache is None or self._open_while_busy is not None:
            return
        with suppress(OSError):
            if shutil.disk_usage(cache).free < _LEAST_FREE_BYTES:
                return
            lock = _locked(cache)
            if lock is None:
                return
            os.close(lock)
            waits, self._open_while_busy = os.pipe()
            # The pipe is closed by `release` or by the end of this process, however it ends.
            process = subprocess.Popen(
                (sys.executable, "-m", __spec__.name),
                stdin=waits,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=Path(__file__).parent.parent,
                # The cache may have been named relative to the folder we are in.
                env={**os.environ, "PROPOLIS_CACHE_DIR": str(cache.parent)},
                start_new_session=True,
            )
            os.close(waits)
            threading.Thread(target=process.wait, name="background", daemon=True).start()

    def release(self) -> None:
        """Let the process do the rest: the engine has what it needs."""
        if self._open_while_busy is not None:
            os.close(self._open_while_busy)
            self._open_while_busy = None


def _locked(cache: Path) -> int | None:
    """A descriptor that holds the lock of a cache; None if another process holds it."""
    descriptor = os.open(cache / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _compile_the_rest() -> None:
    """What the process does."""
    from engine.cache import CACHE_DIR, remove_unfinished
    from uhp.loader import Loader, keep_scipy_out

    if CACHE_DIR is None or _locked(CACHE_DIR) is None:
        return
    limit = threading.Timer(_LONGEST_RUN, os._exit, (FAILURE,))
    limit.daemon = True
    limit.start()
    if hasattr(os, "nice"):
        os.nice(_LOWEST_PRIORITY)
    while os.read(0, 1):
        pass
    remove_unfinished()
    keep_scipy_out()
    for stage in Loader().stages:
        stage.wait()


if __name__ == "__main__":
    _compile_the_rest()
