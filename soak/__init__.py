"""Long trials of the whole program: days of use in an hour, under independent supervision.

The referee and the maker of random command lines are those of the tests.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "support"))
