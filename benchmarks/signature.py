"""One number that changes when the search does: for changes that are meant to change nothing.

Every position of a fixed set is searched with one thread from a cleared table to a fixed number of
nodes. The signature is a checksum of every line on the way: its depth, its score, the nodes it
took and its moves. It is the same in every run of the same program.

`signature.txt` has the signatures of the program as it is, written by

    python -m benchmarks.signature > benchmarks/signature.txt
"""

import platform
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from benchmarks.measure import Measure
from benchmarks.positions import SIGNATURE_SET
from benchmarks.timing import say
from engine import Game
from search import Limits, Line, Searcher

NODES = {"AlphaBeta": 100_000, "MCTS": 20_000}
"""Nodes a position by strategy."""

RECORD = Path(__file__).with_name("signature.txt")
SYSTEM_OF_RECORD = ("Linux", "x86_64", "glibc")

TABLE_MIB = 16
MCTS_LINES = 3


def run(quick: bool) -> Iterator[Measure]:
    """The same whether quick or not: a signature is to be compared."""
    for strategy, nodes in NODES.items():
        say(f"signature of {strategy}")
        yield Measure(f"{strategy}, {nodes:,} nodes a position", signature(strategy, nodes))


def recorded() -> dict[str, str]:
    """The signatures on record by strategy, as far as they hold on this machine.

    MCTS takes exponentials from the C library, whose last digit differs between systems.
    """
    lines = RECORD.read_text("ascii").splitlines()
    signatures = dict(line.split(" ", 1) for line in lines)
    if (platform.system(), platform.machine(), platform.libc_ver()[0]) != SYSTEM_OF_RECORD:
        del signatures["MCTS"]
    return signatures


def signature(strategy: str, nodes: int) -> str:
    """The signature of a search over all positions, with the nodes to the last full depths."""
    searcher = Searcher(threads=1, table_mib=TABLE_MIB, strategy=strategy)
    checksum = 0
    total = 0
    for text in SIGNATURE_SET.values():
        searcher.new_game()
        lines = _lines(searcher, Game.from_string(text), nodes)
        for line in lines:
            checksum = crc32(_spelled(line).encode(), checksum)
        total += lines[-1].nodes
    return f"{checksum:08x} ({total} nodes)"


def _lines(searcher: Searcher, game: Game, nodes: int) -> list[Line]:
    """Every line of a search as it was completed, the final ones last."""
    lines: list[Line] = []
    lines_wanted = MCTS_LINES if searcher.strategy == "MCTS" else 1
    result = searcher.search(game, Limits(nodes=nodes), multipv=lines_wanted, on_line=lines.append)
    return [*lines, *result.lines]


def _spelled(line: Line) -> str:
    moves = " ".join(f"{move.piece}{move.to and tuple(move.to)}" for move in line.pv)
    return f"{line.depth} {line.score.value} {line.nodes} {moves}\n"


if __name__ == "__main__":
    for name, nodes in NODES.items():
        print(name, signature(name, nodes))
