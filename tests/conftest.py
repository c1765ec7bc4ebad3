"""What all tests need."""

import signal

# Under nohup SIGHUP is ignored, and SIGINT in the background of a shell; so they would be by every
# program that a test starts.
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
