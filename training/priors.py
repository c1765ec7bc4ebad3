"""Learn how likely moves are to be chosen, by their kind, from the searches of data sets.

    python -m training priors ../games --out ../priors

The numbers (`search/priors/kinds.py` tells of what) should predict which of all moves of a position
the search has chosen. Every twentieth game is kept apart to see how well they do on games that were
not learnt from. Writes into the folder `priors.npy` (the numbers, as `gate` takes them) and
`priors.json` (how they were made and how good they are). The same arguments give the same numbers.
Needs `propolis[train]`.
"""

import json
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from engine import types
from engine.hexgrid import CELL_MASK
from engine.jit import kernel
from engine.movegen import list_moves
from engine.packed import Packed, unpack_into
from engine.pieces import BUGS
from engine.position import MAX_MOVES, MOVE_SHIFT, PASS, POSITION, Position
from search.priors.kinds import (
    ORIGIN_KINDS,
    ORIGINS,
    SITUATIONS,
    TARGET_KINDS,
    TARGETS,
    mover_of,
    origin_kind,
    situation_of,
    target_kind,
)
from search.priors.priors import LARGEST, ONE
from search.shipped import DIGEST, digest_of
from search.values import MATE_ZONE
from training.command_line import (
    command_text,
    learning_parser,
    learning_settings,
    positive,
    prepare_torch,
)
from training.dataset import DataSet, read_rows
from training.files import InputError, output_folder, replace_array, replace_file
from training.train import KEPT_APART
from uhp.output import note
from uhp.version import __version__

WIDEST = 160
"""Positions with more moves are left out."""

BATCH = 4096
RATE = 0.03
RARE_KINDS = 1e-6
"""How strongly numbers of single kinds are held to what kinds have in common."""

IMPOSSIBLE = -1e4
Kinds = types.Array(types.int32, 2)


class Choices(NamedTuple):
    """For each position the kinds of its moves, the one chosen first.

    Filled up with the number of kinds.
    """

    origins: Any
    targets: Any
    game: Any

    def some(self, which: Any) -> "Choices":
        """Those of some positions."""
        return Choices(self.origins[which], self.targets[which], self.game[which])


@kernel(types.void(Position, types.int64, types.int64, types.int64, types.int64, Kinds, Kinds))
def note_kind(pos, situation, move, row, column, origins, targets):
    """Fill in the kinds of one move."""
    piece = move >> MOVE_SHIFT
    mover = mover_of(pos, situation, piece)
    origins[row, column] = origin_kind(pos, mover, piece)
    targets[row, column] = target_kind(pos, mover, move & CELL_MASK)


@kernel(
    types.int64(
        types.Array(Packed, 1),
        types.Array(types.int32, 1),
        Position,
        types.Array(types.int32, 1),
        Kinds,
        Kinds,
    )
)
def list_kinds(packed, chosen, pos, moves, origins, targets):
    """Fill in the kinds of all moves; returns how many rows were positions.

    The first column stays as it is where there is no choice, or nobody chose one of the moves.
    """
    for i in range(len(packed)):
        if not unpack_into(packed[i], pos):
            return np.int64(i)
        count = list_moves(pos, moves)
        if count < 2 or count > WIDEST:
            continue
        situation = situation_of(pos)
        column = np.int64(1)
        for k in range(count):
            move = np.int64(moves[k])
            if move == chosen[i]:
                note_kind(pos, situation, move, np.int64(i), np.int64(0), origins, targets)
            elif column < WIDEST:
                note_kind(pos, situation, move, np.int64(i), column, origins, targets)
                column += 1
    return np.int64(len(packed))


def choices_of(rows: Any) -> Choices:
    """The positions in which a search had a choice and saw no forced end."""
    rows = rows[(np.abs(rows["score"].astype(np.int64)) < MATE_ZONE) & (rows["move"] < PASS)]
    origins = np.full((len(rows), WIDEST), ORIGIN_KINDS, dtype=np.int32)
    targets = np.full((len(rows), WIDEST), TARGET_KINDS, dtype=np.int32)
    packed = np.ascontiguousarray(rows["position"])
    position = np.zeros(1, dtype=POSITION)[0]
    moves = np.zeros(MAX_MOVES, dtype=np.int32)
    chosen = rows["move"].astype(np.int32)
    if list_kinds(packed, chosen, position, moves, origins, targets) != len(rows):
        raise ValueError("the data set has bytes that are no position")
    found = origins[:, 0] < ORIGIN_KINDS
    return Choices(origins[found], targets[found], rows["game"][found].astype(np.int64))


class PriorModel:
    """Numbers of kinds as sums of parts that kinds share."""

    def __init__(self) -> None:
        import torch

        def part(*shape: int) -> Any:
            return torch.zeros(shape, requires_grad=True)

        self.parts = [
            [
                part(SITUATIONS, 2 * BUGS, places),
                part(1, 2 * BUGS, places),
                part(SITUATIONS, 1, places),
                part(SITUATIONS, 2 * BUGS, 1),
            ]
            for places in (ORIGINS, TARGETS)
        ]

    def tables(self) -> list[Any]:
        """The numbers of origins and of targets."""
        return [sum(parts[1:], parts[0]).flatten() for parts in self.parts]

    def logits(self, choices: Choices) -> Any:
        """How likely each move is, as logarithms of odds."""
        import torch

        nothing = torch.tensor([IMPOSSIBLE])
        origins, targets = (torch.cat((table, nothing)) for table in self.tables())
        return origins[choices.origins.long()] + targets[choices.targets.long()]

    def penalty(self) -> Any:
        """For what single kinds have of their own."""
        return RARE_KINDS * sum(parts[0].square().sum() for parts in self.parts)

    def quantised(self) -> Any:
        """The numbers as they lie on file."""
        import torch

        with torch.no_grad():
            numbers = torch.cat(self.tables()).numpy() * ONE
        return np.rint(numbers).clip(-LARGEST, LARGEST).astype(np.int16)


def judged(model: PriorModel, choices: Choices) -> dict[str, float]:
    """The mean cross-entropy of choices, the mean rank and how often it is among the first five."""
    import torch
    from torch.nn.functional import cross_entropy

    total = rank = first = 0.0
    with torch.no_grad():
        for part in torch.arange(len(choices.game)).split(BATCH):
            logits = model.logits(choices.some(part))
            total += cross_entropy(logits, torch.zeros(len(part), dtype=torch.long)).item() * len(
                part
            )
            before = (logits > logits[:, :1]).sum(1)
            rank += before.sum().item()
            first += (before < 5).sum().item()
    count = len(choices.game)
    return {"loss": total / count, "rank": 1 + rank / count, "among the first five": first / count}


def learn(train: Choices, apart: Choices, epochs: int) -> tuple[PriorModel, list[dict[str, Any]]]:
    """A model that has learnt from some choices, and how well it predicts the others."""
    import torch
    from torch.nn.functional import cross_entropy

    model = PriorModel()
    optimiser = torch.optim.Adam([part for parts in model.parts for part in parts], lr=RATE)
    curve: list[dict[str, Any]] = []
    for epoch in range(1, epochs + 1):
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1 - (epoch - 1) / epochs)
        for batch in torch.randperm(len(train.game)).split(BATCH):
            logits = model.logits(train.some(batch))
            wanted = torch.zeros(len(batch), dtype=torch.long)
            loss = cross_entropy(logits, wanted) + model.penalty()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        curve.append({"epoch": epoch, **judged(model, apart)})
        note(", ".join(f"{name} {value:.4g}" for name, value in curve[-1].items()))
    return model, curve


def main(arguments: Sequence[str]) -> None:
    """Learn and write the files."""
    parser = learning_parser("priors", __doc__, "priors", epochs=6)
    parser.add_argument(
        "--positions", type=positive, default=200_000, help="at most; evenly taken (200000)"
    )
    options = parser.parse_args(arguments)
    out = output_folder(options.out, ("priors.npy", "priors.json"))
    prepare_torch(options.seed, options.threads)
    import torch

    rows = read_rows(options.data)
    choices = choices_of(rows[:: max(1, math.ceil(len(rows) / options.positions))])
    choices = Choices(*(torch.from_numpy(each) for each in choices))
    is_apart = choices.game % KEPT_APART == 0
    train, apart = choices.some(~is_apart), choices.some(is_apart)
    if not len(train.game) or not len(apart.game):
        raise InputError("the data sets have too few games")
    moves = (apart.origins < ORIGIN_KINDS).sum(1).float()
    chance = float(torch.log(moves).mean())
    note(f"{len(train.game)} choices, {len(apart.game)} of other games; by lot: loss {chance:.4g}")
    model, curve = learn(train, apart, options.epochs)

    out.mkdir(parents=True, exist_ok=True)
    replace_array(out / "priors.npy", model.quantised())
    manifest = {
        "command": command_text("priors", arguments),
        "version": __version__,
        DIGEST: digest_of(out / "priors.npy"),
        "settings": learning_settings(options, "positions"),
        "data": [DataSet.open(folder).manifest for folder in options.data],
        "choices": {"learnt from": len(train.game), "of other games": len(apart.game)},
        "moves of a position": float(moves.mean()),
        "loss by lot": chance,
        "by epoch": curve,
    }
    replace_file(out / "priors.json", json.dumps(manifest, indent=1) + "\n")
    told = ", ".join(f"{name} {value:.4g}" for name, value in curve[-1].items() if name != "epoch")
    print(f"{told}; written to {options.out}")
