"""Answers that need no thinking: what there is, how a game stands, files, positions, pictures."""

from typing import Any

from engine import GAME_TYPES, Color, Game, HiveError, Piece, PositionError, Setup, svg
from search import Limits
from search.levels import TOP_LEVEL, limits_of_level, spread_of_level
from web.messages import LONGEST_GAME, LONGEST_MESSAGE, MOST_PLIES, BadRequestError, Fields
from web.sharing import LEAST_MEMORY
from web.state import ServerState
from web.thinking import (
    LONGEST_ANALYSIS,
    LONGEST_MOVE,
    MOST_LINES,
    TOP_LEVEL_SECONDS,
    USUAL_MEMORY,
)
from web.trees import FORMATS, MOST_GAMES, MOST_NODES, read_text, read_tree_fields, write_tree
from web.version import version
from web.view import read_game, read_rules, sentence, view

_NAMES = [
    "Newcomer",
    "Beginner",
    "Learner",
    "Casual",
    "Club",
    "Steady",
    "Sharp",
    "Strong",
    "Expert",
]
_HOW_OFTEN = {22: "often", 12: "sometimes", 8: "seldom", 0: "hardly ever"}
"""In words, from so large a spread on (`search.levels`)."""


def _habits(level: int) -> str:
    """How a level below the top plays."""
    spread = spread_of_level(level)
    often = next(word for least, word in _HOW_OFTEN.items() if spread >= least)
    return f"looks {limits_of_level(level, Limits()).depth} moves ahead, and {often} misjudges"


LEVELS = (
    *((name, _habits(level)) for level, name in enumerate(_NAMES, start=1)),
    (
        "Full strength",
        f"thinks as long as you allow, {TOP_LEVEL_SECONDS:g} seconds if you do not say",
    ),
)
THEMES = {"light": svg.LIGHT, "dark": svg.DARK}
FARTHEST = 100
"""How far from the middle a piece can be put by hand."""
_MOST_PIECES = 28
_PREFIX = "hive"


def hello(state: ServerState, request: Fields) -> dict[str, Any]:
    """What there is to choose from, and what it is drawn with."""
    request.done()
    return {
        "version": version(),
        "preparing": state.preparation.status(),
        "cores": state.cores.count,
        "least_memory_mib": LEAST_MEMORY,
        "usual_memory_mib": min(USUAL_MEMORY, state.memory.most_for_one),
        "most_memory_mib": state.memory.most_for_one,
        "game_types": list(GAME_TYPES),
        "levels": [
            {"level": level, "name": name, "meaning": meaning}
            for level, (name, meaning) in enumerate(LEVELS, start=1)
        ],
        "top_level": TOP_LEVEL,
        "engines": state.programs.names,
        "symbols": f'<svg xmlns="http://www.w3.org/2000/svg">{svg.symbols(_PREFIX)}</svg>',
        "light": dict(svg.LIGHT),
        "dark": dict(svg.DARK),
        "formats": list(FORMATS),
        "limits": {
            "message": LONGEST_MESSAGE,
            "game": LONGEST_GAME,
            "plies": MOST_PLIES,
            "games": MOST_GAMES,
            "nodes": MOST_NODES,
            "seconds": LONGEST_MOVE,
            "analysis_seconds": LONGEST_ANALYSIS,
            "lines": MOST_LINES,
            "coordinate": FARTHEST,
        },
    }


def view_game(state: ServerState, request: Fields) -> dict[str, Any]:
    """How a game stands."""
    game = read_game(request)
    request.done()
    return view(game)


def play(state: ServerState, request: Fields) -> dict[str, Any]:
    """How a game stands after one more move."""
    game = read_game(request)
    move = request.text("move", 100)
    request.done()
    if len(game.history) >= MOST_PLIES:
        raise BadRequestError(f"A game ends here after {MOST_PLIES:,} moves.")
    try:
        game.play(move)
    except HiveError as error:
        raise BadRequestError(sentence(error)) from None
    return view(game)


def set_up(state: ServerState, request: Fields) -> dict[str, Any]:
    """What is wrong with a position put together by hand, or how a game from it stands."""
    given = request.fields("position")
    rules = read_rules(request)
    request.done()
    game_type = given.choice("game_type", GAME_TYPES)
    turn = Color.WHITE if given.choice("turn", map(str, Color)) == str(Color.WHITE) else Color.BLACK
    turn_number = given.whole("turn_number", 1, 10**9 - 1, None)
    stunned = given.text("stunned", 10, None)
    stacks = _read_stacks(given)
    given.done()
    try:
        setup = Setup(
            game_type,
            stacks,
            turn=turn,
            turn_number=turn_number,
            stunned=None if stunned is None else _piece(stunned),
        )
    except PositionError as error:
        return {"problems": [sentence(error)], "position": None, "view": None}
    problems = [sentence(each.message) for each in setup.problems(queen_first=rules["queen_first"])]
    shown = None if problems else view(Game.from_setup(setup, **rules))
    return {"problems": problems, "position": setup.text, "view": shown}


def _read_stacks(given: Fields) -> dict[tuple[int, int], list[Piece]]:
    stacks: dict[tuple[int, int], list[Piece]] = {}
    for number, each in enumerate(given.items("stacks", _MOST_PIECES)):
        stack = Fields(each, f"stack {number}")
        cell = stack.whole("q", -FARTHEST, FARTHEST), stack.whole("r", -FARTHEST, FARTHEST)
        pieces = stack.items("pieces", _MOST_PIECES)
        stack.done()
        if cell in stacks:
            raise BadRequestError(f"There are two stacks at {cell[0]}, {cell[1]}.")
        stacks[cell] = [_piece(piece) for piece in pieces]
    return {cell: pieces for cell, pieces in stacks.items() if pieces}


def _piece(name: Any) -> Piece:
    try:
        return Piece.of(name)
    except (TypeError, ValueError):
        raise BadRequestError("A piece is named like wA1 or bQ.") from None


def read(state: ServerState, request: Fields) -> dict[str, Any]:
    """The games of a text."""
    text = request.text("text", LONGEST_MESSAGE)
    request.done()
    return read_text(text)


def write(state: ServerState, request: Fields) -> dict[str, Any]:
    """A tree as the text of a file."""
    form = request.choice("format", FORMATS)
    fields = request.fields("tree")
    request.done()
    return {"text": write_tree(read_tree_fields(fields), form)}


def picture(state: ServerState, request: Fields) -> dict[str, Any]:
    """A position as a picture to be kept."""
    game = read_game(request)
    theme = request.choice("theme", THEMES, "light")
    hands = request.flag("hands", False)
    labels = request.choice("labels", svg.LABELS, "pips")
    size = request.whole("size", 16, 4096, None)
    request.done()
    marks = {game.stunned: "stunned"}
    options: dict[str, Any] = {"hands": hands, "labels": labels, "size": size, "marks": marks}
    return {"svg": str(game.svg(colors=THEMES[theme], **options))}
