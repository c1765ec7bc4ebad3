"""What the commands of this room have in common: options, progress, the command as text."""

import argparse
import shlex
from collections.abc import Sequence


def positive(text: str) -> int:
    """A whole number above 0. Raises ValueError or ArgumentTypeError, which argparse reports."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def even(text: str) -> int:
    """A positive even number: games come in pairs."""
    number = positive(text)
    if number % 2:
        raise argparse.ArgumentTypeError("must be even")
    return number


def new_parser(command: str, description: str, nodes: int) -> argparse.ArgumentParser:
    """A parser with the options that every command which plays games has."""
    parser = argparse.ArgumentParser(
        prog=f"python -m training {command}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--nodes", type=positive, default=nodes, help=f"nodes a move ({nodes})")
    parser.add_argument("--seed", type=int, default=1, help="the same games for the same seed (1)")
    parser.add_argument("--workers", type=positive, default=2, help="processes (2)")
    return parser


def command_text(command: str, arguments: Sequence[str]) -> str:
    """A command as a user types it."""
    return shlex.join(("python", "-m", "training", command, *arguments))
