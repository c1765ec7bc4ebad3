"""What `help` says at a terminal, beside the commands of the protocol."""

from collections.abc import Mapping
from typing import NamedTuple

from uhp import help as protocol

_PLAY = """\
Type a move, or one of these:
  board           see the hive again; what moved last stands in [ ]
  undo [N]        take back your last move, or the last N
  hint            what I would play in your place
  level [N]       how strong I am, from 1 to 10
  time [SECONDS]  how long I may think about a move
  resign          give up
  new [...]       another game: new Base+MLP as black level 3 time 5
  save FILE       keep the game, as PGN or, if the name ends so, as .sgf
  load FILE       go on with a game from a PGN or SGF file
  quit            leave the game; 'exit' or Ctrl-D leaves the program
Other commands, such as 'validmoves' and 'analyze infinite', work as well.
'help moves' tells how moves are written, 'help all' lists all commands."""

_MOVES = """\
A move names a piece, then its new place by a piece beside it and the side of it:
  wA1 bQ/  upper right of bQ    wA1 \\bQ  upper left
  wA1 bQ-  right                wA1 -bQ  left
  wA1 bQ\\  lower right          wA1 /bQ  lower left
To climb, name the piece to stand on: wB1 bQ. The very first piece needs no place: wS1.
Pieces are w or b for the colour, a letter for the bug, a number if there are more:
  Q queen    A1 A2 A3 ants    G1 G2 G3 grasshoppers    B1 B2 beetles    S1 S2 spiders
  M mosquito    L ladybug    P pillbug
Small letters will do, blanks and your own colour may be left out: if White is to move,
a1bq/ is wA1 bQ/. The TAB key shows which moves there are."""


class _Help(NamedTuple):
    usage: str
    summary: str
    details: str = ""


_OURS: Mapping[str, _Help] = {
    "play": _Help(
        "play [GameType] [as white|black] [level N] [time SECONDS], or play MoveString",
        "play against the engine, or make a move",
        "The engine answers your moves by itself. Without a game type you go on with the game\n"
        "there is. A move needs no command: 'wA1 bQ/' is 'play wA1 bQ/'; see 'help moves'.\n"
        "example: play Base+MLP as black level 3 time 5",
    ),
    "hint": _Help("hint", "what the engine would play, at full strength"),
    "level": _Help("level [N]", "how strong the engine is, from 1 to 10: the option Level"),
    "time": _Help(
        "time [SECONDS]",
        "how long the engine may think about a move in a game, or about a hint",
        "In other commands a number is a time in seconds as well: bestmove time 2.",
    ),
    "save": _Help(
        "save FILE [overwrite]",
        "write the game to a file, as PGN or SGF",
        "As SGF if the name ends in .sgf. It may have blanks. A file that is there already is\n"
        "replaced only with the word 'overwrite' after it.",
    ),
    "load": _Help(
        "load FILE [N]",
        "read a game from a file with PGN, SGF or GameStrings",
        "The first game in it, or the one numbered N.",
    ),
    "quit": _Help("quit", "leave a game against the engine; outside of one, the program"),
    "resign": _Help("resign", "give up a game against the engine"),
    "new": _Help(
        "new [GameType] [as white|black] [level N] [time SECONDS]",
        "begin another game against the engine",
        "What is not said stays as it was.",
    ),
}

TOPICS = (*_OURS, "moves", "all")
"""What can be asked for beside the commands of the protocol."""


def overview() -> list[str]:
    """All commands of the protocol, and what else there is."""
    *commands, more = protocol.overview()
    width = commands[0].index("the engine's")
    ours = [f"{name:{width}}{entry.summary}" for name, entry in _OURS.items()]
    return [*commands, "", "For people at a terminal:", *ours, f"{more}; see also 'help moves'"]


def about(name: str, *, in_game: bool) -> list[str]:
    """What is asked for; nothing in particular is the overview. Raises RefusedError."""
    if not name and in_game:
        return _PLAY.split("\n")
    if name in ("", "all"):
        return overview()
    if name == "moves":
        return _MOVES.split("\n")
    if name in _OURS:
        entry = _OURS[name]
        return [f"usage: {entry.usage}", entry.summary, *filter(None, entry.details.split("\n"))]
    return protocol.about(name)
