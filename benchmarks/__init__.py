"""Speed, start-up and time keeping, measured against what is promised: `python -m benchmarks`.

Engine processes are driven by the client of the tests.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "support"))
