"""Speed, start-up and time keeping, measured against what is promised: `python -m benchmarks`.

Engine processes are driven by the client of the tests.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

if (tests := str(ROOT / "tests" / "support")) not in sys.path:
    sys.path.append(tests)
