"""Test whether a change makes the search stronger: a sequential test (SPRT) on pairs of games.

    python -m training gate --old without=killers --nodes 5000 --out results.json
    python -m training gate --time 0.1 --old dir=../other-checkout --out results.json

With `--nodes` both sides play inside this program, and the result depends on nothing but the
command. What a side is other than the search as it stands: `without=TECHNIQUE,...`, `weights=FILE`
(as `fit` prints it), `network=FILE` (as `train` writes it) or `network=off`, `priors=FILE` (as
`priors` writes it) or `priors=off`, `parameters=FILE` (the state file of `spsa`),
`PARAMETER=VALUE` and `strategy=MCTS`.

With `--time` the arena plays two engine processes at so many seconds a move. A side is then what
its option `-engine` takes: `dir=DIRECTORY`, `option.NAME=VALUE`, `cmd=COMMAND`. Without a command
it is this program (in that directory, say of another version) with one thread. To play with other
weights, parameters, priors or another network, put them into a checkout of their own and name that.

Ends with 0 if the change is accepted (H1: the new side is stronger by `--elo1` rather than by
`--elo0`, both in normalised Elo), with 1 if it is not.
"""

import json
import re
import runpy
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arena.settings import SprtBounds
from arena.statistics.elo import Tally
from arena.statistics.sprt import SprtState, log_likelihood_ratio, sprt_state
from engine.checks import whole_number
from engine.pieces import GAME_TYPES
from search.evaluation.evaluate import packed
from search.evaluation.features import FEATURES
from search.parameters import PARAMETERS
from search.priors.priors import read_priors
from search.strategies import STRATEGIES
from search.techniques import all_but
from training.command_line import (
    command_text,
    even,
    network_of,
    new_parser,
    number_between,
)
from training.equal_time import play_at_equal_time
from training.files import check_is_file, read_numbers, reason
from training.match import PARAMETERS_OF, Configuration, play_match
from training.results import cell, fits_table, new_row, results_file
from training.tables import tell
from uhp.output import note

USUAL_NODES = 5000

LIKELY_WEIGHTS = range(-10_000, 10_001)
"""Hundredths of a point."""


def configuration(words: Iterable[str]) -> Configuration:
    """A side of a match inside this program. Raises ValueError, OSError."""
    techniques, weights, _, network, priors, strategy = Configuration()
    parameters: dict[str, int] = {}
    for word in words:
        key, is_pair, value = word.partition("=")
        if not is_pair:
            raise ValueError(f"{word!r} is not KEY=VALUE")
        if key == "without":
            techniques &= all_but(value)
        elif key == "weights":
            weights = read_weights(Path(value))
        elif key == "network":
            network = network_of(value)
        elif key == "priors" and value == "off":
            techniques &= all_but("priors")
        elif key == "priors":
            priors = priors_of(value)
        elif key == "strategy":
            strategy = value
        elif key == "parameters":
            parameters |= read_parameters(Path(value))
        else:
            is_number = re.fullmatch("-?[0-9]{1,18}", value)
            parameters |= checked_parameters({key: int(value) if is_number else value})
    if strategy not in STRATEGIES:
        raise ValueError(f"there is no strategy {strategy!r}; there are {', '.join(STRATEGIES)}")
    if strategy == "AlphaBeta":
        for parameter in PARAMETERS_OF["MCTS"]:
            if parameter.name in parameters:
                raise ValueError(f"AlphaBeta does not use {parameter.name}; MCTS does")
    return Configuration(techniques, weights, parameters, network, priors, strategy)


def checked_parameters(values: Mapping[str, Any]) -> dict[str, int]:
    """Parameters of the search within their ranges. Raises ValueError, TypeError."""
    known = {parameter.name: parameter for parameter in PARAMETERS}
    if unknown := values.keys() - known.keys():
        raise ValueError(f"the search has no parameter {min(unknown)!r}")
    return {
        name: whole_number(value, name, known[name].low, known[name].high)
        for name, value in values.items()
    }


def read_parameters(path: Path) -> dict[str, int]:
    """The parameters in the state file of a tuning. Raises ValueError, OSError."""
    try:
        check_is_file(path)
        return checked_parameters(json.loads(path.read_text("utf-8"))["values"])
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path} has no parameters that can be used: {error}") from None


def priors_of(text: str) -> Any:
    """The priors of a file. Raises ValueError, OSError."""
    return read_numbers(text, "priors", read_priors)


def read_weights(path: Path) -> Any:
    """The packed weights of a file that `fit` has printed. Raises ValueError, OSError."""
    check_is_file(path)
    try:
        names = runpy.run_path(str(path))
        weights = np.array((names["EARLY"], names["LATE"]))
    except OSError:
        raise
    except (Exception, SystemExit) as error:
        raise ValueError(f"{path} is not a file of weights: {error!r}") from None
    if weights.shape != (2, FEATURES) or not np.isin(weights, LIKELY_WEIGHTS).all():
        raise ValueError(f"{path} has no weights for the {FEATURES} features")
    return packed(*weights)


def play_here(
    new: Configuration, old: Configuration, options: Namespace, bounds: SprtBounds
) -> Tally:
    """Play two configurations until the test is decided."""
    tally = Tally()
    for tally in play_match(
        new, old, options.nodes, options.games, options.seed, options.workers, options.type
    ):
        ratio = log_likelihood_ratio(tally.pairs, bounds)
        note(f"{tally.wins}-{tally.draws}-{tally.losses}, LLR {ratio:.2f}")
        if not options.all and sprt_state(tally.pairs, bounds) is not SprtState.RUNNING:
            break
    return tally


def check_kind(parser: ArgumentParser, options: Namespace) -> None:
    """End with an error where arguments are for the other kind of match."""
    here = {"without", "weights", "network", "priors", "parameters", "strategy"}
    here |= {parameter.name for parameter in PARAMETERS}
    for word in (*options.new, *options.old):
        key = word.partition("=")[0]
        if options.time is None and (key in ("dir", "cmd") or key.startswith("option.")):
            parser.error(f"{word} describes an engine: give --time SECONDS, too")
        if options.time is not None and key in here:
            parser.error(f"{word} is not for --time: change a checkout and name it with dir=")
    if options.time is not None and options.nodes is not None:
        parser.error("--nodes and --time exclude each other")


def main(arguments: Sequence[str]) -> int:
    """Play until the test is decided or all games are played; 0 if the change is accepted."""
    parser = new_parser("gate", __doc__, USUAL_NODES)
    parser.set_defaults(nodes=None)
    parser.add_argument("--new", nargs="+", default=[], metavar="KEY=VALUE", help="the change")
    parser.add_argument("--old", nargs="+", default=[], metavar="KEY=VALUE", help="without it")
    parser.add_argument(
        "--time",
        type=number_between(0.001, 86400),
        metavar="SECONDS",
        help="a move, played by the arena",
    )
    parser.add_argument("--games", type=even, default=20_000, help="at most; even (20000)")
    parser.add_argument(
        "--all", action="store_true", help="play all games, so that the Elo found is not overstated"
    )
    parser.add_argument("--elo0", type=number_between(-2000, 2000), default=0.0, help="H0 (0)")
    parser.add_argument("--elo1", type=number_between(-2000, 2000), default=10.0, help="H1 (10)")
    parser.add_argument(
        "--type", choices=GAME_TYPES, default="Base+MLP", help="game type (Base+MLP)"
    )
    parser.add_argument("--name", type=cell, help="what the results file calls the match")
    parser.add_argument("--out", type=results_file, help="the file of results")
    options = parser.parse_args(arguments)
    if options.elo0 >= options.elo1:
        parser.error("--elo0 must be below --elo1")
    bounds = SprtBounds(options.elo0, options.elo1)
    check_kind(parser, options)
    sides = (shlex.join(words) or "the search" for words in (options.new, options.old))
    name = options.name or " against ".join(sides)
    if not fits_table(name):
        parser.error("the sides cannot be named in a table: give --name")
    if options.time is not None:
        tally = play_at_equal_time(options, bounds)
    else:
        options.nodes = options.nodes or USUAL_NODES
        try:
            new, old = configuration(options.new), configuration(options.old)
        except (ValueError, TypeError, OSError) as error:
            parser.error(reason(error))
        tally = play_here(new, old, options, bounds)
    state = sprt_state(tally.pairs, bounds)
    verdict = "undecided" if state is SprtState.RUNNING else str(state)
    verdict = "" if options.all else f"[{bounds.elo0:g}, {bounds.elo1:g}] {verdict}"
    limit = f"{options.nodes} nodes" if options.time is None else f"{options.time:g} s"
    rows = [new_row(name, limit, tally, verdict)]
    tell(rows, options.out, command_text("gate", arguments))
    return 0 if state is SprtState.H1 else 1
