"""Long trials of the whole program: days of use in an hour, under independent supervision.

The referee and the maker of random command lines are those of the tests.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

if (tests := str(ROOT / "tests" / "support")) not in sys.path:
    sys.path.append(tests)
