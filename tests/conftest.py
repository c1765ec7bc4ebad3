"""What all tests need."""

import signal

# Under nohup it is ignored, and so it would be by every program that a test starts.
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
