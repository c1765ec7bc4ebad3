"""Tune the parameters of the search by simultaneous perturbation (Spall's SPSA).

    python -m training spsa --state spsa.json --iterations 2500 --nodes 10000

Each iteration changes all parameters at once, each by its reach up or down at random, lets the
search thus changed play against the one with all changes the other way round, and moves every
parameter a little towards the side that won. Reach and rate shrink as in fishtest. The state file
is written after every iteration; the same command goes on from there, and ends with the same values
as one that was never interrupted. Prints every parameter with its old and new value; whether they
are better is for `gate --new parameters=spsa.json` to say (with `--strategy MCTS`: `gate --new
strategy=MCTS parameters=spsa.json --old strategy=MCTS`).
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from search.parameters import Parameter
from search.strategies import STRATEGIES
from training.command_line import (
    differing,
    new_parser,
    number_between,
    output_file,
    positive,
)
from training.files import InputError, replace_file
from training.match import PARAMETERS_OF, Configuration, Pair, play_pair, processes
from uhp.output import note

ALPHA, GAMMA = 0.602, 0.101
"""How fast the rate and the reach fall, as Spall advises."""

STEADY_SHARE = 0.1
"""Spall's A as a share of the iterations: it keeps the first steps short."""

LAST_REACH = 1 / 20
"""The reach in the last iteration as a share of a parameter's range."""

LEAST_REACH = 0.5
"""Less would leave both sides of a trial with the same whole number."""

Values = Mapping[str, float]
Objective = Callable[[Mapping[str, int], Mapping[str, int], str], float]
"""What the first values won from the second, wins less losses; the text is a seed for the games."""


class StateError(InputError):
    """A state file is not of this tuning."""


class Schedule(NamedTuple):
    """How long the tuning takes, and the rate of its last iteration.

    The rate is the share of its reach that a parameter moves by for a game won.
    """

    iterations: int
    rate: float

    def reach(self, parameter: Parameter, iteration: int) -> float:
        """By how much a parameter is changed in an iteration, counted from 0 (Spall's c)."""
        last = max(LEAST_REACH, LAST_REACH * (parameter.high - parameter.low))
        return last * float((self.iterations / (iteration + 1)) ** GAMMA)

    def step(self, parameter: Parameter, iteration: int) -> float:
        """How far a parameter moves for a game won in an iteration (Spall's a / c)."""
        last = self.rate * self.reach(parameter, self.iterations - 1) ** 2
        steady = STEADY_SHARE * self.iterations
        fall = (steady + self.iterations) / (steady + iteration + 1)
        return last * float(fall**ALPHA) / self.reach(parameter, iteration)


class Trial(NamedTuple):
    """A perturbation: the direction of each parameter's change, and the values of both sides."""

    signs: dict[str, int]
    plus: dict[str, int]
    minus: dict[str, int]


def perturb(
    parameters: Sequence[Parameter],
    values: Values,
    schedule: Schedule,
    iteration: int,
    random: Random,
) -> Trial:
    """Draw a trial. Both sides are rounded up or down by the same chance, so that what lies
    between whole numbers counts.
    """
    trial = Trial({}, {}, {})
    for parameter in parameters:
        sign, chance = random.choice((-1, 1)), random.random()
        trial.signs[parameter.name] = sign
        for side, direction in ((trial.plus, sign), (trial.minus, -sign)):
            reach = direction * schedule.reach(parameter, iteration)
            whole = math.floor(values[parameter.name] + reach + chance)
            side[parameter.name] = min(max(whole, parameter.low), parameter.high)
    return trial


def moved(
    parameters: Sequence[Parameter],
    values: Values,
    schedule: Schedule,
    iteration: int,
    signs: Mapping[str, int],
    won: float,
) -> dict[str, float]:
    """The values after a trial whose first side won so many games more than it lost."""
    after = {}
    for parameter in parameters:
        step = schedule.step(parameter, iteration) * won * signs[parameter.name]
        value = values[parameter.name] + step
        after[parameter.name] = min(max(value, float(parameter.low)), float(parameter.high))
    return after


def tune(
    parameters: Sequence[Parameter],
    schedule: Schedule,
    seed: int,
    objective: Objective,
    state: Path,
    about: Mapping[str, Any] | None = None,
) -> dict[str, int]:
    """Run all iterations, or those left after the ones of the state file; the final values.

    Raises StateError if the state file is not of this tuning.
    """
    settings = {
        "seed": seed,
        **schedule._asdict(),
        **(about or {}),
        "parameters": {p.name: [p.value, p.low, p.high] for p in parameters},
    }
    done, values = 0, {p.name: float(p.value) for p in parameters}
    if state.exists():
        done, values = _read(state, settings)
    for iteration in range(done, schedule.iterations):
        draw = f"{seed} {iteration}"
        trial = perturb(parameters, values, schedule, iteration, Random(draw))
        won = objective(trial.plus, trial.minus, draw)
        values = moved(parameters, values, schedule, iteration, trial.signs, won)
        _write(state, {"settings": settings, "iterations": iteration + 1, "exact": values})
        note(f"{iteration + 1} of {schedule.iterations}: {won:+g}")
    return _rounded(values)


def _read(path: Path, settings: Mapping[str, Any]) -> tuple[int, dict[str, float]]:
    try:
        kept = json.loads(path.read_text("utf-8"))
        if others := differing(kept["settings"], settings):
            raise StateError(f"{path} is of a tuning with other settings: {others}")
        done, values = kept["iterations"], kept["exact"]
        bounds = settings["parameters"]
        if type(done) is not int or not 0 <= done <= settings["iterations"]:
            raise ValueError
        if values.keys() != bounds.keys():
            raise ValueError
        if not all(low <= values[name] <= high for name, (_, low, high) in bounds.items()):
            raise ValueError
        return done, values
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise StateError(f"{path} is not the state of a tuning") from None


def _rounded(values: Values) -> dict[str, int]:
    return {name: round(value) for name, value in values.items()}


def _write(path: Path, state: dict[str, Any]) -> None:
    text = json.dumps({**state, "values": _rounded(state["exact"])}, indent=1)
    replace_file(path, text + "\n")


def main(arguments: Sequence[str]) -> None:
    """Tune and print the values."""
    parser = new_parser("spsa", __doc__, nodes=10_000)
    parser.add_argument("--state", type=output_file, required=True, help="the state file")
    parser.add_argument("--iterations", type=positive, default=2500, help="2500")
    parser.add_argument("--pairs", type=positive, default=2, help="pairs of games a trial (2)")
    parser.add_argument(
        "--rate", type=number_between(1e-9, 1e3), default=0.01, help="of the last iteration (0.01)"
    )
    parser.add_argument("--strategy", choices=STRATEGIES, default="AlphaBeta", help="AlphaBeta")
    parser.add_argument("names", nargs="*", help="parameters; all of the strategy if none is named")
    options = parser.parse_args(arguments)
    known = {parameter.name: parameter for parameter in PARAMETERS_OF[options.strategy]}
    if unknown := set(options.names) - known.keys():
        parser.error(f"{options.strategy} has no parameter {min(unknown)!r}")
    if len({*options.names}) < len(options.names):
        parser.error("a parameter is named twice")
    names = options.names or known

    with processes(options.workers) as spread:

        def play(plus: Mapping[str, int], minus: Mapping[str, int], seed: str) -> float:
            one, other = (
                Configuration(parameters=side, strategy=options.strategy) for side in (plus, minus)
            )
            pairs = [Pair(one, other, options.nodes, f"{seed} {n}") for n in range(options.pairs)]
            return float(sum(2 * sum(points) - 2 for points in spread(play_pair, pairs)))

        values = tune(
            [known[name] for name in names],
            Schedule(options.iterations, options.rate),
            options.seed,
            play,
            options.state,
            {"strategy": options.strategy, "nodes": options.nodes, "pairs": options.pairs},
        )
    for name, value in values.items():
        print(f"{name} {known[name].value} -> {value}")
