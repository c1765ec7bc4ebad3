"""What `help` says at a terminal, beside the commands of the protocol."""

from collections.abc import Mapping

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
Commands such as 'validmoves' and 'analyze infinite' work as well; 'help moves' tells how
moves are written, 'help all' lists all commands, 'help COMMAND' tells more of one."""

_MOVES = """\
A move names a piece and then its new place, by a piece next to it and the side of that piece:
  wA1 bQ/  upper right of bQ    wA1 \\bQ  upper left
  wA1 bQ-  right                wA1 -bQ  left
  wA1 bQ\\  lower right          wA1 /bQ  lower left
To climb, name the piece to stand on: wB1 bQ. The first piece of all needs no place: wS1.
Pieces are w or b for the colour, then Q queen, A ant, G grasshopper, B beetle, S spider,
M mosquito, L ladybug, P pillbug, then their number: wA1, wA2, wA3. Small letters will do, and
no blanks are needed: a1bq/ is wA1 bQ/ if White is to move. The TAB key shows what is possible."""

_MORE: Mapping[str, tuple[str, str]] = {
    "play": (
        "play MoveString, or play [GameType] [as white|black] [level N] [time SECONDS]",
        "Makes a move; or begins a game against the engine, which answers your moves by itself.\n"
        "Without a game type it goes on with the game there is. A move needs no command at all\n"
        "at a terminal: 'wA1 bQ/' is 'play wA1 bQ/'. 'help moves' tells how moves are written.\n"
        "example: play Base+MLP as black level 3 time 5",
    ),
    "hint": ("hint", "The move that the engine would play at full strength, with its reasons."),
    "level": ("level [N]", "See or set the option Level: how strong the engine is, from 1 to 10."),
    "time": (
        "time [SECONDS]",
        "See or set how long the engine may think about a move in a game, or about a hint.\n"
        "In other commands a number is a time in seconds as well: bestmove time 2.",
    ),
    "save": (
        "save FILE [overwrite]",
        "Writes the game: as SGF if the name ends in .sgf, else as PGN. Its name may have blanks.\n"
        "A file that is there already is replaced only with the word 'overwrite' after it.",
    ),
    "load": (
        "load FILE [N]",
        "Reads a game from a file with PGN, SGF or GameStrings: the first, or the one numbered N.",
    ),
    "quit": ("quit", "Leaves a game against the engine; outside of one, the program."),
    "resign": ("resign", "Gives up a game against the engine."),
    "new": (
        "new [GameType] [as white|black] [level N] [time SECONDS]",
        "Begins another game against the engine; what is not said stays as it was.",
    ),
}

COMMANDS = (*_MORE, "moves")
"""What there is beside the commands of the protocol, or what it means something else by."""


def overview() -> list[str]:
    """All commands of the protocol, and what else there is."""
    return [
        *protocol.overview(),
        "At a terminal also: moves without a command ('help moves'), and " + ", ".join(_MORE),
    ]


def about(name: str, *, in_game: bool) -> list[str]:
    """What is asked for; nothing in particular is the overview. Raises RefusedError."""
    if not name and in_game:
        return _PLAY.split("\n")
    if name in ("", "all"):
        return overview()
    if name == "moves":
        return _MOVES.split("\n")
    if name in _MORE:
        usage, text = _MORE[name]
        return [f"usage: {usage}", *text.split("\n")]
    return protocol.about(name)
