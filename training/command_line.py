"""What the commands of this room have in common: arguments, parsers, the command as text."""

import argparse
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from arena.files import OutputError
from engine.cores import usable_cores
from search.evaluation.network import Network, read_network, shipped_network
from training.files import InputError, check_replaceable, fingerprint, read_numbers, reason

_LARGEST = 10**18
_LARGEST_SEED = 2**63 - 1
_MOST_NODES = 2**32 - 1
"""As many as a row of a data set can name."""

_MOST_WORKERS = 1024


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
        check_replaceable(path)
    except (OSError, OutputError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return path


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
        "--workers",
        type=whole_number_between(1, _MOST_WORKERS),
        default=usable_cores(),
        help="processes (as many as there are cores)",
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


def differing(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """The settings that something was made with other than those wanted, for people."""
    names = sorted(name for name in {*found, *wanted} if found.get(name) != wanted.get(name))
    return ", ".join(
        name
        if isinstance(found.get(name), dict | list)
        else f"{name} {found.get(name)}, not {wanted.get(name)}"
        for name in names
    )


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


def learning_settings(options: argparse.Namespace, *names: str) -> dict[str, Any]:
    """What a result depends on besides the command: defaults, and the version of PyTorch."""
    import torch

    names = ("seed", "threads", "epochs", *names)
    return {**{name: getattr(options, name) for name in names}, "PyTorch": torch.__version__}
