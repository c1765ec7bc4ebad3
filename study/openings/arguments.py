"""What the commands of `propolis openings` share in reading their arguments."""

import argparse
from collections.abc import Callable

_NO_BOUND = 2**62


def number(low: int, high: int = _NO_BOUND) -> Callable[[str], int]:
    """What argparse takes for a whole number between bounds."""

    def parse(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high:
            return int(text)
        bounds = f"of at least {low}" if high == _NO_BOUND else f"between {low} and {high}"
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number {bounds}")

    return parse
