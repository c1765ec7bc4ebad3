"""Colours and other arguments of pictures: all that can be drawn is taken, the rest refused."""

import re

import pytest
from positions import board

from engine import Game, Hex, Move, PictureError, Piece, svg
from engine.svg import Mark

NOWHERE = Move(Piece.named("wQ"), 3)  # type: ignore[arg-type]

SURROUNDED = """
  wA1 wA2
bG1 wQ bA1
  wS1 bQ+bB1+wM
"""


@pytest.mark.parametrize(
    "color", ["red", "Transparent", "#abc", "#abcd", "#A1b2C3", "#a1b2c3d4", "rgb(1, 2,3)",
              "rgba(10%,20%,30%,.5)", "hsl(120, 50%, 50%)", "hsla(120,50%,50%,1)"]
)  # fmt: skip
def test_css_colours_are_taken(color: str) -> None:
    assert color in board("wQ bQ").svg(colors={"background": color})


@pytest.mark.parametrize(
    "color", ["", "re d", "#ab", "#abcde", "#ggg", "url(#x)", 'red"/><script>', "red;fill:blue",
              "var(--x)", "expression(1)", "rgb(1,2)", "rgb(1,2,3", "currentColor", "inherit",
              "blu", "red\n", "#abc ", "\u0669", "rgb(\u0661,2,3)"]
)  # fmt: skip
def test_what_is_no_colour_is_refused_everywhere(color: str) -> None:
    game = board("wQ bQ")
    with pytest.raises(PictureError, match="no CSS colour"):
        game.svg(colors={"arrow": color})
    with pytest.raises(PictureError, match="the colour of an arrow"):
        game.svg(arrows=[("wQ", "bQ", color)])
    with pytest.raises(PictureError, match="the colour of a mark"):
        game.svg(marks={"wQ": Mark("dot", color)})
    with pytest.raises(PictureError, match="no CSS colour"):
        svg.piece("wQ", colors={"white tile": color})


def test_every_colour_of_the_theme_can_be_replaced() -> None:
    game = board(SURROUNDED)
    marks: svg.Marks = {
        Hex(5, 5): Mark("text", text="x"),
        Hex(5, 6): ["dot", "stunned", "pinned", "highlight"],
    }
    assert set(svg.DARK) == set(svg.LIGHT)
    for number, name in enumerate(svg.LIGHT):
        color = f"#0f{number:02x}f1"
        picture = game.svg(
            hands=True, colors={name: color}, marks=marks, arrows=[("wQ", "bQ"), ("wL", "bG1")],
            last_move=Move(Piece.named("wA1"), Hex(3, 3)),
        )  # fmt: skip
        empty = Game().svg(colors={name: color})
        assert color in picture + empty, name


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"size": 0}, PictureError, "size must be between"),
        ({"size": 2.5}, TypeError, "size must be a whole number"),
        ({"size": 10**6}, PictureError, "size must be between"),
        ({"labels": "digits"}, PictureError, "labels must be one of pips, names or None"),
        ({"colors": {"sky": "blue"}}, PictureError, "no colour called 'sky'"),
        ({"colors": "dark"}, TypeError, "colors must be a mapping"),
        ({"colors": {"arrow": 3}}, TypeError, "must be a CSS colour"),
        ({"marks": ["wQ"]}, TypeError, "marks must be a mapping"),
        ({"marks": {"wX": "dot"}}, PictureError, "no piece called 'wX'"),
        ({"marks": {"wA3": "dot"}}, PictureError, "wA3 is not on the board"),
        ({"marks": {"wQ": "star"}}, PictureError, "no mark called 'star'"),
        ({"marks": {"wQ": 3}}, TypeError, "a mark is a Mark or one of"),
        ({"marks": {3: "dot"}}, TypeError, "a mark must be at a Hex"),
        ({"marks": {(1, 2, 3): "dot"}}, TypeError, "a mark must be at a Hex"),
        ({"marks": {Hex(10**9, 0): "dot"}}, PictureError, "more than 40 cells from the hive"),
        ({"marks": {(0.5, 0): "dot"}}, TypeError, "a coordinate of a Hex"),
        ({"arrows": "wQ bQ-"}, TypeError, "arrows must be a list"),
        ({"arrows": 3}, TypeError, "arrows must be a list"),
        ({"arrows": [3]}, TypeError, "an arrow is an Arrow"),
        ({"arrows": [("wQ", None)]}, TypeError, "the head of an arrow must be at a Hex"),
        ({"arrows": ["wQ sky"]}, ValueError, "is not a move"),
        ({"arrows": ["wA1 wQ"]}, ValueError, "wA1"),
        ({"last_move": "wQ"}, TypeError, "last_move must be a Move"),
        ({"last_move": NOWHERE}, TypeError, "the last move must be at a Hex"),
        ({"prefix": 3}, TypeError, "prefix of ids"),
    ],
)  # fmt: skip
def test_bad_arguments_are_refused_clearly(
    options: dict[str, object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=re.escape(says)):
        board("wQ bQ").svg(**options)  # type: ignore[arg-type]


def test_bad_games_and_pieces_are_refused() -> None:
    with pytest.raises(TypeError, match="must be a Game"):
        svg.board("Base")  # type: ignore[arg-type]
    with pytest.raises(PictureError, match="no piece called 'wZ'"):
        svg.piece("wZ")
    with pytest.raises(TypeError, match="a piece is a Piece"):
        svg.piece(3)  # type: ignore[arg-type]
    with pytest.raises(PictureError, match="the size of a piece"):
        svg.piece("wQ", 3)
