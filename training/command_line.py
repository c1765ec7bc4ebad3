"""What the commands of this room have in common: kinds of arguments, files, the command as text."""

import argparse
import contextlib
import io
import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from tokenize import TokenError
from typing import Any, TypeVar

import numpy as np

from arena.files import OutputError, check_regular, check_writable
from search.evaluation.network import Network, read_network, shipped_network

_LARGEST = 10**18
_LARGEST_SEED = 2**63 - 1
_MOST_NODES = 2**32 - 1
"""As many as a row of a data set can name."""

_MOST_WORKERS = 1024

NO_ARRAY = (
    *(ValueError, LookupError, TypeError, OverflowError, MemoryError, RecursionError),
    *(TokenError, SyntaxError),
)
"""What numpy raises for a file that is not an array, besides OSError."""


Numbers = TypeVar("Numbers")


class InputError(Exception):
    """A file that was given is not what it should be; told in one line."""


def reason(error: Exception) -> str:
    """What went wrong, for people."""
    if isinstance(error, OSError) and error.strerror:
        return ": ".join(str(each) for each in (error.filename, error.strerror) if each is not None)
    return str(error)


def whole_number_between(low: int, high: int) -> Callable[[str], int]:
    """The kind of argument that is a whole number within bounds.

    It raises ValueError or ArgumentTypeError, which argparse reports.
    """

    def number(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            told = f"must be at least {low}" if value < low else f"must be at most {high}"
            raise argparse.ArgumentTypeError(told)
        return value

    return number


positive = whole_number_between(1, _LARGEST)
"""A whole number above 0."""


def even(text: str) -> int:
    """A positive even number: games come in pairs."""
    number = positive(text)
    if number % 2:
        raise argparse.ArgumentTypeError("must be even")
    return number


def number_between(low: float, high: float) -> Callable[[str], float]:
    """The kind of argument that is a number within bounds; what is not a number is in none."""

    def number(text: str) -> float:
        value = float(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be between {low:g} and {high:g}")
        return value

    return number


def output_file(text: str) -> Path:
    """A file that can be written, which is known before hours of games are played for it."""
    path = Path(text)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _check_file(path)
    except (OSError, OutputError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return path


def output_folder(folder: Path, names: Sequence[str]) -> Path:
    """A folder into which such files can be written, new or not, known before hours of work.

    Leaves nothing behind; returns where the folder is or will be. Raises InputError.
    """
    target = there = Path(os.path.realpath(folder))
    while not os.path.lexists(there):
        there = there.parent
    try:
        # A folder that is not there yet needs one above it in which something can be made.
        for name in names if there == target else [".propolis"]:
            _check_file(there / name)
    except (OSError, OutputError) as error:
        raise InputError(f"{folder} cannot be the folder for {names[0]}: {error}") from None
    return target


def _check_file(path: Path) -> None:
    """See that a file can be replaced. Raises OSError, OutputError."""
    for each in (path, fresh_path(path)):
        check_regular(each)
        check_writable(each)


def replace_array(path: Path, numbers: Any) -> None:
    """Write a file of numbers as numpy has them, in one go."""
    content = io.BytesIO()
    np.save(content, numbers)
    replace_file(path, content.getvalue())


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file in one go: whoever is killed leaves the old or the new one whole."""
    fresh = fresh_path(path)
    if isinstance(content, str):
        content = content.encode("utf-8", "backslashreplace")
    try:
        fresh.write_bytes(content)
    except OSError as error:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
    os.replace(fresh, os.path.realpath(path))


def fresh_path(path: Path) -> Path:
    """Where a file is written before it takes the place of the old one."""
    return Path(os.path.realpath(path) + ".new")


def new_parser(
    command: str, description: str, nodes: int, seeded: str = "games"
) -> argparse.ArgumentParser:
    """A parser with the options that every command which plays games has."""
    parser = argparse.ArgumentParser(
        prog=f"python -m training {command}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--nodes",
        type=whole_number_between(1, _MOST_NODES),
        default=nodes,
        help=f"nodes a move ({nodes})",
    )
    _add_seed(parser, seeded)
    parser.add_argument(
        "--workers", type=whole_number_between(1, _MOST_WORKERS), default=2, help="processes (2)"
    )
    return parser


def _add_seed(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--seed",
        type=whole_number_between(0, _LARGEST_SEED),
        default=1,
        help=f"the same {what} for the same seed (1)",
    )


def network_of(text: str) -> Network | None:
    """The network of a file, or none. Raises ValueError, OSError."""
    if text == "off":
        return None
    return read_numbers(text, "a network", read_network)


def check_is_file(path: Path) -> None:
    """Raise ValueError for a device, a pipe and the like, from which reading may have no end."""
    if path.exists() and not path.is_file():
        raise ValueError(f"{path} is not a file")


def differing(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """The settings that something was made with other than those wanted, for people."""
    names = sorted(name for name in {*found, *wanted} if found.get(name) != wanted.get(name))
    return ", ".join(
        name if isinstance(found.get(name), dict) else f"{name} {found.get(name)}" for name in names
    )


def read_numbers(text: str, what: str, read: Callable[[Path], Numbers]) -> Numbers:
    """What a file of numbers holds. Raises ValueError, OSError."""
    path = Path(text)
    check_is_file(path)
    try:
        return read(path)
    except NO_ARRAY as error:
        raise ValueError(f"{text} is not a file of {what}: {error}") from None


def fingerprint(*parts: Any) -> str:
    """A short name that no other arrays have."""
    digest = sha256()
    for part in parts:
        digest.update(np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()[:12]


def network_fingerprint(network: Network | None) -> str:
    """A short name that no other network has; "off" for none."""
    return fingerprint(network.numbers) if network else "off"


def _network_argument(text: str) -> Network | None:
    try:
        return network_of(text)
    except (ValueError, OSError) as error:
        raise argparse.ArgumentTypeError(reason(error)) from None


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """The options of commands that write a data set."""
    parser.add_argument(
        "--network",
        type=_network_argument,
        default=shipped_network(),
        help="file of the network to search with, or off (the one that ships)",
    )
    parser.add_argument(
        "--out", type=Path, required=True, help="folder of the data set, new or to go on with"
    )
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="work on a Dask cluster, or with `local` on one that is started for the occasion",
    )


def command_text(command: str, arguments: Sequence[str]) -> str:
    """A command as a user types it."""
    return shlex.join(("python", "-m", "training", command, *arguments))


def learning_parser(
    command: str, description: str | None, learnt: str, epochs: int
) -> argparse.ArgumentParser:
    """A parser with what commands that learn from data sets have in common."""
    parser = argparse.ArgumentParser(
        prog=f"python -m training {command}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("data", nargs="+", type=Path, help="data sets")
    parser.add_argument("--out", type=Path, required=True, help=f"folder for the {learnt}")
    parser.add_argument("--epochs", type=positive, default=epochs, help=f"({epochs})")
    _add_seed(parser, learnt)
    parser.add_argument(
        "--threads",
        type=whole_number_between(1, _MOST_WORKERS),
        default=2,
        help="of PyTorch (2)",
    )
    return parser


def prepare_torch(seed: int, threads: int) -> None:
    """Have PyTorch give the same for the same seed. Raises InputError if there is none."""
    try:
        import torch
    except ImportError:
        raise InputError("training needs PyTorch: pip install 'propolis[train]'") from None
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    torch.use_deterministic_algorithms(True)
