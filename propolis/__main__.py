"""`python -m propolis` is the program `propolis`."""

import sys

from uhp.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
