"""Whether the cursor of a terminal can be moved."""

import os
from collections.abc import Mapping


def can_be_moved(environment: Mapping[str, str] = os.environ) -> bool:
    """So that lines can be edited, and written anew in their place.

    >>> can_be_moved({"TERM": "xterm"}), can_be_moved({"TERM": "dumb"}), can_be_moved({})
    (True, False, False)
    """
    return environment.get("TERM", "") not in ("", "dumb", "unknown")
