"""Who this engine is. Imports nothing, so that the banner can be printed at once."""

NAME = "Propolis"
__version__ = "0.2.0"

INFO = (f"id {NAME} v{__version__}", "Mosquito;Ladybug;Pillbug")
"""The reply to `info`, also printed unprompted at the start."""
