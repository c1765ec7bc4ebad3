"""Checking what callers give: the right type and range, or an exception that says what is wanted.

A thing of the wrong type raises TypeError, one of the right type but out of range ValueError.
"""

from operator import index
from typing import Any


def whole_number(value: Any, name: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number, numpy's included; True and False are none.

    >>> whole_number(2.5, "the depth")
    Traceback (most recent call last):
        ...
    TypeError: the depth must be a whole number, not 2.5
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {_shown(value)}")
    number = index(value)
    if (low is not None and number < low) or (high is not None and number > high):
        bounds = f"at least {low}" if high is None else f"between {low} and {high}"
        raise ValueError(f"{name} must be {bounds}, not {number}")
    return number


def instance(value: Any, kinds: type | tuple[type, ...], what: str) -> None:
    """Refuse a thing of another type; `what` says what is wanted."""
    if not isinstance(value, kinds):
        raise TypeError(f"{what}, not {_shown(value)}")


def _shown(value: Any) -> str:
    """A foreign thing fit for a one-line message."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."
