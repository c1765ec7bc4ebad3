"""Train the network of the evaluation on data sets, with PyTorch.

    python -m training train ../games --out ../network

A position's value, the linear sum and what the network adds to it, should predict what the search
made of the position and of those that followed in the game, and at last the result. Positions in
which the search saw a forced end are left out. Every twentieth game is kept apart to see how well
it does on games that it has not seen. Writes into the folder
`network.npy` (the numbers, as `gate` takes them), `network.json` (how they were made and how good
they are) and `network.png` (the losses by epoch). The same arguments give the same network. Needs
`propolis[train]`.
"""

import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from search.evaluation.evaluate import WEIGHTS
from search.evaluation.inputs import INPUTS
from search.evaluation.network import HIDDEN, PHASES, Network
from search.shipped import DIGEST, digest_of
from search.values import POINTS_PER_DECADE
from training.command_line import (
    command_text,
    learning_parser,
    learning_settings,
    number_between,
    prepare_torch,
)
from training.dataset import DataSet, read_rows
from training.examples import NO_INPUT, Examples, examples_of, seen_afterwards
from training.files import InputError, fingerprint, output_folder, replace_array, replace_file
from uhp.output import note
from uhp.version import __version__

KEPT_APART = 20
"""One of so many games is not trained on."""

BATCH = 2048
WARMING_UP = 0.1
"""The share of all steps in which the rate rises."""

LARGEST_LOGIT = 8.0


def scale_of(examples: Examples) -> float:
    """Hundredths of a point for odds of e to one, by which the scores predict the results best."""
    score = examples.score.astype(np.float64)
    factor = math.log(10) / POINTS_PER_DECADE
    for _ in range(20):
        chance = 1 / (1 + np.exp(-factor * score))
        slope = np.mean(score * (examples.result - chance))
        curvature = np.mean(score * score * chance * (1 - chance))
        if not curvature > 0:
            break
        factor = float(np.clip(factor + slope / curvature, 1e-4, 1e-1))
    return 1 / factor


@dataclass(frozen=True)
class Tensors:
    """Examples as PyTorch wants them."""

    inputs: Any
    phase: Any
    linear: Any
    """As a logarithm of odds, like what the model gives."""
    result: Any
    foreseen: Any
    target: Any


def tensors_of(examples: Examples, scale: float, hindsight: float) -> Tensors:
    """The examples, with what they were worth in hindsight as target."""
    import torch

    from training.model import NOTHING, phases_of

    widest = int((examples.inputs != NO_INPUT).sum(axis=1).max(initial=1))
    inputs = torch.from_numpy(examples.inputs[:, :widest].astype(np.int32))
    inputs[inputs == NO_INPUT] = NOTHING
    linear = torch.from_numpy((examples.linear / scale).astype(np.float32))
    foreseen = torch.sigmoid(torch.from_numpy((examples.score / scale).astype(np.float32)))
    target = seen_afterwards(examples, scale, hindsight)
    return Tensors(
        inputs,
        phases_of(examples.pieces),
        linear.clamp(-LARGEST_LOGIT, LARGEST_LOGIT),
        torch.from_numpy(examples.result.astype(np.float32)),
        foreseen,
        torch.from_numpy(target.astype(np.float32)),
    )


def losses(data: Tensors, rows: Any, values: Any) -> dict[str, float]:
    """Mean cross-entropies of what was to be predicted."""
    from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy

    wanted = {"target": data.target, "result": data.result, "score": data.foreseen}
    return {name: float(cross_entropy(values, each[rows])) for name, each in wanted.items()}


def values_of(model: Any, data: Tensors, rows: Any) -> Any:
    """The values that a model gives some rows."""
    import torch

    with torch.no_grad():
        parts = [
            model(data.inputs[part], data.phase[part]) + data.linear[part]
            for part in rows.split(BATCH)
        ]
    return torch.cat(parts)


def quantised_values(network: Network, data: Tensors, rows: Any, scale: float) -> Any:
    """The values that a network in whole numbers gives some rows."""
    import torch

    from training.model import correction_of

    parts = [
        correction_of(network, data.inputs[part].long(), data.phase[part]) / scale
        + data.linear[part]
        for part in rows.split(BATCH)
    ]
    return torch.cat(parts)


def learn(
    data: Tensors, train: Any, apart: Any, scale: float, epochs: int, rate: float
) -> tuple[Any, list[dict[str, Any]]]:
    """A model trained on some rows, and the losses after every epoch."""
    import torch
    from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy

    from training.model import Model

    model = Model(scale)
    optimiser = torch.optim.Adam(model.parameters(), lr=rate)
    steps = epochs * -(-len(train) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, rate, total_steps=steps + 1, pct_start=WARMING_UP
    )
    curve = []
    for epoch in range(1, epochs + 1):
        started = time.monotonic()
        total = 0.0
        for batch in train[torch.randperm(len(train))].split(BATCH):
            values = model(data.inputs[batch], data.phase[batch]) + data.linear[batch]
            loss = cross_entropy(values, data.target[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item() * len(batch)
        found = losses(data, apart, values_of(model, data, apart))
        curve.append({"epoch": epoch, "train": total / len(train), **found})
        told = ", ".join(f"{name} {loss:.5f}" for name, loss in found.items())
        note(
            f"epoch {epoch} of {epochs}: train {total / len(train):.5f}, {told}, "
            f"{time.monotonic() - started:.0f} s"
        )
    return model, curve


def draw_curve(
    curve: Sequence[dict[str, Any]], linear: dict[str, float], title: str, path: Path
) -> None:
    """The losses by epoch, with those of the linear sum alone, as a picture."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(10, 3.6), layout="constrained")
    epochs = [row["epoch"] for row in curve]
    panels = figure.subplots(1, len(linear), squeeze=False)[0]
    for axes, (name, value) in zip(panels, linear.items(), strict=True):
        if name == "target":
            axes.plot(epochs, [row["train"] for row in curve], "C0o-", label="games trained on")
        axes.plot(epochs, [row[name] for row in curve], "C1o-", label="other games")
        axes.axhline(value, color="C1", linestyle=":", label="other games, linear sum alone")
        axes.set_title(name)
        axes.set_xlabel("epoch")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    panels[0].set_ylabel("cross-entropy")
    panels[0].legend(fontsize="small")
    figure.suptitle(title)
    FigureCanvasAgg(figure).print_png(path)


def main(arguments: Sequence[str]) -> None:
    """Train and write the files."""
    parser = learning_parser("train", __doc__, "network", epochs=5)
    parser.add_argument(
        "--rate", type=number_between(1e-6, 1), default=0.001, help="highest learning rate (0.001)"
    )
    parser.add_argument(
        "--hindsight",
        type=number_between(0, 1),
        default=0.9,
        help="how much a ply counts against the one before; with 1 the result alone (0.9)",
    )
    options = parser.parse_args(arguments)
    out = output_folder(options.out, ("network.npy", "network.png", "network.json"))
    prepare_torch(options.seed, options.threads)
    if find_spec("matplotlib") is None:
        raise InputError("the curves need matplotlib: pip install 'propolis[train]'")
    import torch

    examples = examples_of(read_rows(options.data))
    is_apart = torch.from_numpy(examples.game % KEPT_APART == 0)
    train, apart = (torch.nonzero(each)[:, 0] for each in (~is_apart, is_apart))
    if not len(train) or not len(apart):
        raise InputError("the data sets have too few games")
    scale = scale_of(examples)
    data = tensors_of(examples, scale, options.hindsight)
    linear = losses(data, apart, data.linear[apart])
    note(f"{len(train)} positions to train on, {len(apart)} of other games; {scale:.0f} for e to 1")
    note("linear sum alone: " + ", ".join(f"{name} {loss:.5f}" for name, loss in linear.items()))
    model, curve = learn(data, train, apart, scale, options.epochs, options.rate)

    network = model.quantised()
    quantised = losses(data, apart, quantised_values(network, data, apart, scale))
    out.mkdir(parents=True, exist_ok=True)
    replace_array(out / "network.npy", network.numbers)
    title = f"{len(train)} positions to train on, {len(apart)} of other games"
    draw_curve(curve, linear, title, out / "network.png")
    manifest = {
        "command": command_text("train", arguments),
        "version": __version__,
        DIGEST: digest_of(out / "network.npy"),
        "settings": learning_settings(options, "rate", "hindsight"),
        "shape": {"inputs": INPUTS, "hidden": HIDDEN, "phases": PHASES},
        "on top of the weights": fingerprint(WEIGHTS),
        "data": [DataSet.open(folder).manifest for folder in options.data],
        "positions": {"trained on": len(train), "of other games": len(apart)},
        "hundredths of a point for odds of e to one": round(scale, 2),
        "losses": {"linear sum alone": linear, "in whole numbers": quantised, "by epoch": curve},
    }
    replace_file(out / "network.json", json.dumps(manifest, indent=1) + "\n")
    told = ", ".join(f"{name} {loss:.5f}" for name, loss in quantised.items())
    print(f"in whole numbers: {told}; written to {options.out}")
