"""Puzzles for the page: which there are, and what is to be said about a move."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from engine import Game, HiveError
from study.puzzles.judging import HINTS, Judge
from study.puzzles.puzzle import Puzzle, shipped
from study.puzzles.solver import UnprovenError
from study.puzzles.themes import THEMES
from web.messages import BadRequestError, Fields
from web.state import ServerState
from web.view import sentence, view

_MOST_MOVES = 16
_LONGEST_MOVE = 100


def list_puzzles(state: ServerState, request: Fields) -> dict[str, Any]:
    """All puzzles, without their positions."""
    request.done()
    used = {theme for puzzle in shipped() for theme in puzzle.themes}
    return {
        "themes": [[theme, meaning] for theme, meaning in THEMES.items() if theme in used],
        "puzzles": [
            {"id": each.id, "difficulty": each.difficulty, "themes": each.themes}
            for each in shipped()
        ],
    }


def give_puzzle(state: ServerState, request: Fields) -> dict[str, Any]:
    """One puzzle: the task and the position."""
    puzzle = _puzzle(request)
    request.done()
    return {
        "id": puzzle.id,
        "task": puzzle.task,
        "color": str(puzzle.color),
        "kind": puzzle.kind,
        "length": puzzle.length,
        "difficulty": puzzle.difficulty,
        "view": view(puzzle.game),
    }


def try_move(state: ServerState, request: Fields) -> dict[str, Any]:
    """What is to be said about a move, with the views of what follows it."""
    puzzle, played = _puzzle(request), _moves(request)
    move = request.text("move", _LONGEST_MOVE)
    request.done()
    verdict = _asked(lambda: Judge().judge(puzzle, played, move))
    reply = [] if verdict.reply is None else [verdict.reply]
    return {
        "outcome": verdict.outcome,
        "message": verdict.message,
        "reply": verdict.reply,
        "views": _views(puzzle, played, [move, *reply, *verdict.refutation]),
    }


def give_hint(state: ServerState, request: Fields) -> dict[str, Any]:
    """The first, second or third hint; with the second comes the piece."""
    puzzle, played = _puzzle(request), _moves(request)
    number = request.whole("number", 1, HINTS)
    request.done()
    judge = Judge()
    message = _asked(lambda: judge.hint(puzzle, played, number))
    piece = None
    if number > 1:
        piece = _after(puzzle, played).parse_move(judge.solution(puzzle, played)[0]).piece
    return {"message": message, "piece": None if piece is None else piece.name}


def give_solution(state: ServerState, request: Fields) -> dict[str, Any]:
    """The moves to the end, with the view after each."""
    puzzle, played = _puzzle(request), _moves(request)
    request.done()
    moves = _asked(lambda: Judge().solution(puzzle, played))
    return {"moves": moves, "views": _views(puzzle, played, moves)}


REQUESTS: dict[str, Callable[[ServerState, Fields], dict[str, Any]]] = {
    "puzzles": list_puzzles,
    "puzzle": give_puzzle,
    "puzzle-try": try_move,
    "puzzle-hint": give_hint,
    "puzzle-solution": give_solution,
}
"""What is asked for, and how it is answered; proofs may take seconds."""


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped()}


def _puzzle(request: Fields) -> Puzzle:
    found = _by_id().get(request.text("puzzle", _LONGEST_MOVE))
    if found is None:
        raise BadRequestError("There is no such puzzle.")
    return found


def _moves(request: Fields) -> list[str]:
    moves = request.items("moves", _MOST_MOVES, [])
    if not all(isinstance(move, str) and len(move) <= _LONGEST_MOVE for move in moves):
        raise BadRequestError("The moves of a puzzle are texts.")
    return list(moves)


def _asked(question: Callable[[], Any]) -> Any:
    try:
        return question()
    except (HiveError, UnprovenError) as error:
        raise BadRequestError(sentence(error)) from None


def _after(puzzle: Puzzle, moves: Sequence[str]) -> Game:
    game = puzzle.game
    for move in moves:
        game.play(move)
    return game


def _views(puzzle: Puzzle, played: Sequence[str], moves: Sequence[str]) -> list[dict[str, Any]]:
    """The view after each of some moves."""
    game = _after(puzzle, played)
    views = []
    for move in moves:
        game.play(move)
        views.append(view(game))
    return views
