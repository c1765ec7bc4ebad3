"""What all tests need."""

import signal

# Under nohup SIGHUP is ignored, SIGINT and SIGQUIT in the background of a shell; so they would be
# by every program that a test starts.
for name in ("SIGHUP", "SIGQUIT"):
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
