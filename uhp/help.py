"""What `help` says. No line may look like `ok`, `err` or `invalidmove` to a client."""

from typing import NamedTuple

from uhp.errors import RefusedError, quoted
from uhp.options import Options

_OPTION_WIDTH = 14
"""Width of the names of options in their list; only one is longer."""


class _Help(NamedTuple):
    usage: str
    summary: str
    details: str
    example: str


_COMMANDS = {
    "info": _Help(
        "info",
        "the engine's name and the expansions it plays",
        "The second line lists the expansions: mosquito, ladybug and pillbug.",
        "info",
    ),
    "newgame": _Help(
        "newgame [GameType | GameString]",
        "start a new game, or load one",
        "A game type is Base or Base+ with some of M, L and P for the expansions.\n"
        "A GameString is what this and other commands answer: the type, the state, the turn and\n"
        "all moves. Its moves are played again; the game in progress is kept if they are illegal.",
        "newgame Base+MLP",
    ),
    "play": _Help(
        "play MoveString",
        "make a move",
        "Name the piece, then its new place by a piece beside it and the side of that piece:\n"
        "  wA1 bQ/  upper right of bQ    wA1 \\bQ  upper left\n"
        "  wA1 bQ-  right                wA1 -bQ  left\n"
        "  wA1 bQ\\  lower right          wA1 /bQ  lower left\n"
        "To climb, name the piece to stand on (wB1 bQ). The first piece needs no place (wS1).",
        "play bS1 wS1-",
    ),
    "pass": _Help(
        "pass",
        "pass the turn",
        "Only where there is no other legal move.",
        "pass",
    ),
    "validmoves": _Help(
        "validmoves",
        "list all legal moves",
        "The moves stand in one line with semicolons between them.",
        "validmoves",
    ),
    "bestmove": _Help(
        "bestmove time hh:mm:ss | depth N | nodes N",
        "ask for a move, without making it",
        "Think for so long, so many plies ahead or over so many positions. Seconds may have a\n"
        "fraction (00:00:00.5). Ctrl-C, or SIGINT, makes the engine answer at once.\n"
        "With the option ReportIntermediateBestMoves, lines such as wA1 bQ/;7;+0.35 come before\n"
        "the move: best so far, plies searched, points for the side to move (inf: a forced win).",
        "bestmove time 00:00:05",
    ),
    "undo": _Help(
        "undo [N]",
        "take back moves",
        "One move without a number; passes count as moves.",
        "undo 2",
    ),
    "options": _Help(
        "options [get Name | set Name Value]",
        "see or change options",
        "A line of the list is Name;type;value;default, then the bounds or the choices.\n"
        "A change holds from the next command on. The default is what the program started with:\n"
        "propolis --option Level=5, or PROPOLIS_OPTIONS='Level=5,Threads=1' in the environment.",
        "options set Level 5",
    ),
    "analyze": _Help(
        "analyze time hh:mm:ss | depth N | nodes N | infinite [multipv K]",
        "search and show the best lines of play",
        "Answers up to K lines, best first, such as\n"
        "  1;score +0.35;win 54.2%;depth 6;nodes 81234;pv wS1;bS1 wS1-\n"
        "rank, points for the side to move (#5 wins in 5 plies, -#4 loses in 4), chance to win,\n"
        "plies searched, positions visited, and the moves. Ctrl-C ends the search early.\n"
        "When it ends early, some lines may have been searched deeper than others, as the depths\n"
        "tell. The option Level does not matter here.\n"
        "With 'infinite' every line is printed as soon as it is there, and the best ones again\n"
        "at the end, which comes with the line 'stop', any other command, the end of input or\n"
        "SIGINT. At a terminal the lines stay in their place and any key ends it.",
        "analyze time 00:00:10 multipv 3",
    ),
    "eval": _Help(
        "eval",
        "value the position without searching",
        "One part of the evaluation a line, in points for the side to move: those of a linear sum\n"
        "of features, what the network adds to it, and the total. Each line is rounded on its own.",
        "eval",
    ),
    "perft": _Help(
        "perft [depth]",
        "count the move sequences of every length up to a depth (4 if not given)",
        "A line is: depth, count, seconds taken, million sequences a second. Uses as many cores\n"
        "as the option Threads says; Ctrl-C stops it.",
        "perft 5",
    ),
    "board": _Help(
        "board",
        "draw the hive",
        "The pieces in the hive, the stacks and the hands. Dots are empty places next to it.",
        "board",
    ),
    "pgn": _Help(
        "pgn [FILE [overwrite]]",
        "the game so far as a PGN record",
        "With a file the record is written there, to be opened in MzingaViewer. Its name may have\n"
        "blanks. A file that is there already is replaced only with the word 'overwrite' after it.",
        "pgn my game.pgn",
    ),
    "help": _Help(
        "help [command]",
        "this list, or more about one command",
        "Commands may be written in upper or lower case.",
        "help play",
    ),
    "exit": _Help(
        "exit",
        "leave",
        "There is no answer; the end of input does the same.",
        "exit",
    ),
}


def overview() -> list[str]:
    """All commands, one a line."""
    width = max(len(name) for name in _COMMANDS) + 2
    lines = [f"{name:{width}}{entry.summary}" for name, entry in _COMMANDS.items()]
    return [*lines, "'help COMMAND' tells more, with an example"]


def about(name: str) -> list[str]:
    """One command in full. Raises RefusedError."""
    entry = _COMMANDS.get(name)
    if entry is None:
        raise RefusedError(f"there is no command {quoted(name)}; try 'help'")
    lines = [f"usage: {entry.usage}", f"{entry.summary}", *entry.details.split("\n")]
    if name == "options":
        lines += [f"  {option.name:{_OPTION_WIDTH}}  {option.meaning}" for option in Options()]
    return [*lines, f"example: {entry.example}"]
