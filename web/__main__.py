"""`python -m web` is `propolis web`."""

import sys

from web.command_line import main

if __name__ == "__main__":
    sys.exit(main())
