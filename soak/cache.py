"""A cache of compiled code with something wrong in it: the engine must answer as if it were whole.

Every trial begins with a copy of a sound cache, damages one file of it, and asks for a move.
"""

import json
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from uhp_client import ENGINE

from soak.campaign import Campaign, Outcome
from soak.oneshot import LOADED, ask, choose_file, random_question, warm_cache

SHORT_LIMIT = "time 00:00:00.5"
FULL_LIMIT = "depth 2"
SHARE_OF_FULL = 0.15
"""How many of the starts wait until what was damaged has been compiled anew."""


def flip_one_bit(file: Path, chance: Random) -> str:
    data = bytearray(file.read_bytes())
    if not data:
        return "nothing to flip"
    bit = chance.randrange(8 * len(data))
    data[bit // 8] ^= 1 << bit % 8
    file.write_bytes(data)
    return f"bit {bit}"


def truncate(file: Path, chance: Random) -> str:
    data = file.read_bytes()
    kept = chance.randrange(len(data)) if data else 0
    file.write_bytes(data[:kept])
    return f"{kept} of {len(data)} bytes left"


def zero(file: Path, chance: Random) -> str:
    """A run of zeros, such as a file system leaves after a power cut."""
    data = bytearray(file.read_bytes())
    start = chance.choice((0, chance.randrange(max(1, len(data)))))
    data[start:] = bytes(len(data) - start)
    file.write_bytes(data)
    return f"zeros from byte {start}"


def rubbish(file: Path, chance: Random) -> str:
    file.write_bytes(chance.randbytes(file.stat().st_size))
    return "random bytes"


def append(file: Path, chance: Random) -> str:
    with file.open("ab") as stream:
        stream.write(chance.randbytes(chance.randint(1, 1000)))
    return "bytes appended"


def delete(file: Path, chance: Random) -> str:
    file.unlink()
    return "deleted"


def empty(file: Path, chance: Random) -> str:
    file.write_bytes(b"")
    return "emptied"


DAMAGES = (flip_one_bit, flip_one_bit, flip_one_bit, truncate, zero, rubbish, append, delete, empty)


@dataclass(frozen=True)
class Cache(Campaign):
    """Damages of the cache."""

    name: ClassVar[str] = "cache"
    unit: ClassVar[str] = "damages"
    command: tuple[str, ...] = ENGINE

    def prepare(self) -> None:
        warm_cache()

    def run(self, number: int, chance: Random) -> Outcome:
        outcome = Outcome()
        damage = chance.choice(DAMAGES)
        limit = FULL_LIMIT if chance.random() < SHARE_OF_FULL else SHORT_LIMIT
        question = random_question(chance, limit)
        with tempfile.TemporaryDirectory(prefix="propolis-soak-") as folder:
            cache = Path(folder) / "cache"
            shutil.copytree(warm_cache(), cache)
            file = choose_file(cache, chance)
            name = str(file.relative_to(cache))
            how = damage(file, chance)
            if name in json.loads((cache / LOADED).read_text()):
                outcome.counts["damages of files that the engine loads"] += 1
            ended = ask(question, self.command, PROPOLIS_CACHE_DIR=str(cache))
        kind = damage.__name__.replace("_", " ")
        outcome.counts.update({"damages": 1, f"damages: {kind}": 1, f"asked for {limit}": 1})
        outcome.sample("start to end with a damaged cache", ended.seconds)
        if wrong := question.objection(ended):
            outcome.fail(wrong, damage=kind, how=how, file=name, **question.details(ended))
        return outcome
