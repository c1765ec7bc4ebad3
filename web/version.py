"""Which Propolis this is."""

from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


@cache
def version() -> str:
    """The version that is installed."""
    try:
        return installed("propolis")
    except PackageNotFoundError:
        return "unknown"
