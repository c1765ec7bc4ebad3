"""A review as one HTML file: a board to step through, a graph, the moves, a summary.

The file needs nothing but itself. Its content security policy forbids everything from elsewhere,
and any script but its own; names and comments of the record are data that is shown as text.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from engine import svg
from engine.game import Game
from engine.game_state import GameState
from engine.game_tree import GameTree
from engine.pieces import Color
from engine.svg_shapes import text_of
from study.review.annotated import loss_words, score_words
from study.review.model import GameReview, ReviewedMove

PAGE_MARK = '<meta name="generator" content="Propolis game review" />'
"""What tells such a page from others."""
_LONGEST_NAME, _LONGEST_COMMENT = 100, 2000
"""Characters of a name or comment that are shown; the annotated PGN has all of them."""
_FACTS = ("GameType", "Event", "Site", "Date", "Round")
_RESULTS = {
    GameState.WHITE_WINS: "1-0",
    GameState.BLACK_WINS: "0-1",
    GameState.DRAW: "½-½",
}
_ENDS = {
    GameState.WHITE_WINS: "White won",
    GameState.BLACK_WINS: "Black won",
    GameState.DRAW: "Draw",
}
_UNFIT = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""What might end a data block of HTML, as JSON can write it too."""


def review_page(tree: GameTree, review: GameReview, source: str = "") -> str:
    """The text of the HTML file; `tree` is the one that was reviewed, `source` where it is from."""
    data = _data(tree, review, source)
    style, script = _style(), _part("page.js")
    names = " - ".join(data["names"])
    parts = {
        "policy": (
            f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
            "img-src data:; base-uri 'none'; form-action 'none'"
        ),
        "title": text_of(f"{names}: review"),
        "style": style,
        "symbols": svg.symbols("hive"),
        "script": script,
        "data": json.dumps(data, separators=(",", ":"), allow_nan=False).translate(_UNFIT),
    }
    # Piece by piece: what is filled in is never looked through for places to fill in.
    text = []
    for piece in _part("page.html").split("{{"):
        name, found, rest = piece.partition("}}")
        text += [parts[name], rest] if found else [piece]
    return "".join(text)


def _data(tree: GameTree, review: GameReview, source: str) -> dict[str, Any]:
    """All that the page shows."""
    start = tree.game()
    walk = tree.game()
    moves = []
    for node, move in zip(tree.mainline(), review.moves, strict=True):
        before = walk.copy()
        step = _step(walk, move.move)
        score = review.scores[node.depth]
        moves.append(
            {
                "text": move.move,
                "step": step,
                "judgement": str(move.judgement),
                "sign": move.judgement.sign,
                "words": loss_words(move) if move.judgement.is_error else "",
                "score": "" if score is None else str(score),
                "comment": _cut(node.comment, _LONGEST_COMMENT),
                "line": _line(before, move),
            }
        )
    lying = [
        [piece.name, place.q, place.r] for place, pieces in start.stacks.items() for piece in pieces
    ]
    return {
        "names": [_name(review.tags, color) for color in Color],
        "result": "*" if review.result is None else _RESULTS[review.result],
        "facts": _facts(review, walk, source),
        "settings": f"Reviewed by {review.settings}.",
        "comment": _cut(tree.comment, _LONGEST_COMMENT),
        "first": start.ply,
        "start": lying,
        "pieces": [piece[0] for piece in lying]
        + [piece.name for color in Color for piece in start.hand(color)],
        "over": walk.is_over,
        "chances": [*review.chances],
        "moves": moves,
        "players": {"White": review.white.to_dict(), "Black": review.black.to_dict()},
    }


def _line(game: Game, move: ReviewedMove) -> dict[str, Any]:
    """The best line, ready to be played on the board; the game is moved to its end."""
    color = move.color
    steps = [_step(game, text) for text in move.best.moves]
    chance = move.best.score.win_chance
    return {
        "moves": [*move.best.moves],
        "steps": steps,
        "score": score_words(move.best, color),
        "chance": round(chance if color is Color.WHITE else 1 - chance, 4),
    }


def _step(game: Game, text: str) -> list[Any] | None:
    """Make a move: the piece and the cell it goes to; None for a pass."""
    move = game.play(text)
    if move.piece is None or move.to is None:
        return None
    return [move.piece.name, move.to.q, move.to.r]


def _facts(review: GameReview, end: Game, source: str) -> str:
    """Where and when the game was played and how it ended, as far as the record tells."""
    facts = [review.tags.get(name, "") for name in _FACTS]
    facts[0] = end.game_type
    facts = [_cut(fact.strip(), _LONGEST_NAME) for fact in (*facts, source) if fact.strip(" ?.*-")]
    if review.result is not None:
        how = "" if end.is_over else ", not on the board"
        facts.append(f"{_ENDS[review.result]} after {len(review.moves)} moves{how}")
    else:
        facts.append(f"{len(review.moves)} moves, not finished")
    return " · ".join(facts)


def _name(tags: Mapping[str, str], color: Color) -> str:
    return _cut(tags.get(str(color), "").strip(), _LONGEST_NAME) or str(color)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


@lru_cache
def _part(name: str) -> str:
    return files("study.review").joinpath("static", name).read_text(encoding="utf-8")


@lru_cache
def _style() -> str:
    """The style sheet with the colours of the pictures, light and dark."""

    def colors(theme: Mapping[str, str]) -> str:
        return "".join(f"--hive-{name.replace(' ', '-')}:{color};" for name, color in theme.items())

    return (
        f":root{{{colors(svg.LIGHT)}}}\n"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light])"
        f"{{{colors(svg.DARK)}}}}}\n"
        f":root[data-theme=dark]{{{colors(svg.DARK)}}}\n{_part('page.css')}"
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
