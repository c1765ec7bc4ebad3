"""Makes tactics.py: plays games by search, and keeps what a full-width solver proves about them.

    python tests/support/make_tactics.py

Games of short searches end in forced wins that one side overlooked for a while. Of the positions
before the end of a game one is kept, so that no two are alike.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from bruteforce import (
    OPEN,
    crowded_position,
    crowding_move,
    move_fates,
    saving_codes,
    winning_codes,
)

from engine import GAME_TYPES, Game, Move
from search import Limits, Searcher

WANTED = {("saves", 4): 16, ("saves", 2): 12, ("wins", 5): 16, ("wins", 3): 22, ("wins", 1): 12}
"""How many positions with a forced win in so many plies, and with a loss in so many plies that
just one move avoids; the rarest first.
"""

LONGEST_GAME = 120
SLIPS = 0.15
NODES = (300, 1000, 4000)
PLIES_BACK = 8
LONGEST_WIN = 5
FEWEST_MOVES = 12
"""A position with fewer moves hardly sets a task."""

TEXT_WIDTH = 96
HEAD = '''\
"""Positions with one right move, proven by a full-width solver. Made by make_tactics.py."""

from typing import NamedTuple


class Tactic(NamedTuple):
    """A position in which `move` alone wins in `plies`, or alone avoids losing within `plies`."""

    title: str
    kind: str
    plies: int
    move: str
    game_string: str


def _tactics(text: str) -> tuple[Tactic, ...]:
    """Read blocks of a title, a line such as `wins in 3: wA1 bQ-`, and a GameString."""
    found = []
    for block in text.strip().split("\\n\\n"):
        title, task, *game = block.split("\\n")
        words, _, move = task.partition(": ")
        kind, _, plies = words.split()
        found.append(Tactic(title, kind, int(plies), move, "".join(game)))
    return tuple(found)


TACTICS = _tactics(
    r"""
'''
TAIL = '"""\n)\n'


def played_game(game_type: str, seed: int) -> Game:
    """A game of short searches with a slip now and then, to its end if it has one."""
    random = Random(f"{game_type} {seed}")
    game = crowded_position(game_type, seed, random.randrange(6, 16))
    players = [Searcher(table_mib=4) for _ in range(2)]
    while not game.is_over and game.ply < LONGEST_GAME:
        if random.random() < SLIPS:
            move = game.move_of(crowding_move(game.position.copy(), random, careful=True))
        else:
            move = players[game.turn].search(game, Limits(nodes=random.choice(NODES))).move
        game.play(move)
    return game


def last_positions(game: Game) -> Iterator[Game]:
    """The positions shortly before the end of a game that somebody won."""
    if game.winner is not None:
        for back in range(1, PLIES_BACK + 1):
            before = game.copy()
            before.undo(back)
            yield before


def only_win(position: Any, longest: int) -> tuple[int, int | None]:
    """The plies of the shortest forced win, 0 for none, and its first move if there is but one."""
    for plies in range(1, longest + 1, 2):
        winning = winning_codes(position, plies)
        if winning:
            return plies, winning[0] if len(winning) == 1 else None
    return 0, None


def only_save(position: Any) -> tuple[int, int | None]:
    """The fewest plies within which all moves but one lose, 0 for none, with that move."""
    if max(move_fates(position).values()) <= OPEN:
        for plies in (2, 4):
            saving = saving_codes(position, plies)
            if len(saving) == 1:
                return plies, saving[0]
    return 0, None


def manner(game: Game, move: Move) -> str:
    """What a move does, in words."""
    piece, to = move
    assert piece is not None
    assert to is not None
    where = game.place_of(piece)
    if where is None:
        return f"placing the {piece.bug}"
    if piece.color is not game.turn:
        return f"throwing the enemy {piece.bug}"
    if game.stack(to):
        return f"climbing with the {piece.bug}"
    if len(game.stack(where)) > 1:
        return f"stepping down with the {piece.bug}"
    return f"moving the {piece.bug}"


def folded(text: str) -> Iterator[str]:
    """A GameString in lines of a bearable width."""
    line = ""
    for field in text.split(";"):
        if len(line) + len(field) >= TEXT_WIDTH:
            yield line
            line = ""
        line += field + ";"
    yield line[:-1]


def block(game: Game, kind: str, plies: int, code: int) -> str:
    """A position as it stands in the text."""
    move = game.move_of(code)
    deed = f"wins in {plies}" if kind == "wins" else f"escapes a loss in {plies}"
    title = f"{game.turn_string} of {game.game_type} {deed} by {manner(game, move)}"
    task = f"{kind} in {plies}: {game.move_string(move)}"
    return "\n".join([title, task, *folded(game.game_string)]) + "\n"


def tasks_of(game: Game) -> Iterator[tuple[tuple[str, int], str]]:
    """The kind and the block of every task that the last positions of a game set.

    A long win is looked for only where the mover's next position was a shorter one: to show that
    there is none takes the solver too long.
    """
    wins: list[int] = []
    for before in last_positions(game):
        position = before.position
        win, winning = only_win(position, LONGEST_WIN if len(wins) > 1 and wins[-2] else 3)
        wins.append(win)
        if len(move_fates(position)) < FEWEST_MOVES:
            continue
        if winning is not None:
            yield ("wins", win), block(before, "wins", win, winning)
        elif win == 0:
            plies, saving = only_save(position)
            if saving is not None:
                yield ("saves", plies), block(before, "saves", plies, saving)


def main() -> None:
    missing = Counter(WANTED)
    blocks: list[str] = []
    seed = 0
    while missing.total():
        tasks = dict(tasks_of(played_game(GAME_TYPES[seed % len(GAME_TYPES)], seed)))
        seed += 1
        for kind in WANTED:
            if missing[kind] > 0 and kind in tasks:
                missing[kind] -= 1
                blocks.append(tasks[kind])
                print(seed, tasks[kind].split("\n")[0], file=sys.stderr)
                break
    blocks.sort(key=lambda text: text.split("\n")[1])
    target = Path(__file__).with_name("tactics.py")
    target.write_text(HEAD + "\n".join(blocks) + TAIL, encoding="utf-8")


if __name__ == "__main__":
    main()
