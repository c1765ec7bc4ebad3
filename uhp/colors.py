"""The picture of the hive in colours, for terminals that have them."""

import os
import re
from collections.abc import Mapping

_PIECE = re.compile(r"\b[wb](?:[QMLP]|[SB][12]|[GA][1-3])(?:\^[0-9])?")
_STYLES = {"w": "\x1b[30;107m", "b": "\x1b[97;40m"}
_RESET = "\x1b[0m"


def colored(picture: str) -> str:
    """White's pieces dark on white, Black's light on black, like those in the box."""
    return _PIECE.sub(lambda found: _STYLES[found[0][0]] + found[0] + _RESET, picture)


def wanted(is_terminal: bool, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether to use colours: on a terminal that knows them, unless NO_COLOR says no."""
    if not is_terminal or environment.get("NO_COLOR"):
        return False
    if os.name == "nt":
        return "WT_SESSION" in environment or "ANSICON" in environment
    return environment.get("TERM", "dumb") != "dumb"
