"""`python -m training COMMAND`: one entry to the commands of this room."""

import sys

if __name__ == "__main__":
    try:
        from training.commands import run
    except KeyboardInterrupt:  # while it was loaded
        sys.exit(130)
    sys.exit(run())
