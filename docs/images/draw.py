"""Draw the pictures of docs/pictures.md anew: `python -m docs.images.draw`."""

from pathlib import Path

from engine import Game, Hex, svg
from engine.pieces import ALL_PIECES
from engine.svg import DARK, Arrow, Mark

HERE = Path(__file__).parent
MOVES = r"""
wP;bS1 wP\;wQ -wP;bQ bS1\;wM wP/;bG1 bQ/;wA1 -wM;bB1 /bS1;wA1 /bB1;bP bG1\;wA2 -wM;bM bP/;wM bQ\;
bQ bM\;wB1 wM\;bA1 bQ\;wA2 bA1-;bB2 \bM;wB2 wP/;bA2 bM/;wB1 wM;bA2 \wQ;wB1 bP;bM wB1;wG1 /wM;
bS2 bA2/;wS1 wA2-;bS2 /bA2;wS1 bQ/;bA3 -bA2;wG1 bB2\;bA3 wA1\;wA3 wB2/;bA2 wM\;wL wS1/;bA3 wL-;
wG2 wA2-;bA2 wG2\;wA3 bM\;bL bA3\;wM \bA3;bA2 \wM;wG2 /bM;bL -wL;wA2 wS1\
"""


def after(moves: int) -> Game:
    """The example game after so many moves."""
    game = Game("Base+MLP")
    for move in MOVES.replace("\n", "").split(";")[:moves]:
        game.play(move)
    return game


def all_bugs(size: int = 96) -> str:
    """Both players' first piece of each kind, in two rows."""
    tiles = []
    for number, piece in enumerate(piece for piece in ALL_PIECES if piece.number == 1):
        x, y = (size + 8) * (number % 8), (size + 24) * (number // 8)
        tiles.append(svg.piece(piece, size).replace("<svg ", f'<svg x="{x}" y="{y}" ', 1))
    width, height = 8 * (size + 8), 2 * (size + 24)
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
    return "".join((opening, *tiles, "</svg>"))


def pictures() -> dict[str, str]:
    """The pictures by the names of their files."""
    middle, attacked = after(24), after(14)
    marks: dict[object, svg.MarkLike] = {
        move.to: "dot" for move in middle.legal_moves if str(move.piece) == "wB2" and move.to
    }
    marks |= {"wB2": "highlight", "bM": "stunned", "bQ": "pinned"}
    marks["bB1"] = Mark("highlight", "crimson", "!")
    return {
        "bugs.svg": all_bugs(),
        "notebook.svg": after(13).svg(hands=True, size=480),
        "end.svg": after(45).svg(size=480),
        "marks.svg": middle.svg(size=480, marks=marks),
        "arrows.svg": attacked.svg(
            size=480,
            colors=DARK,
            labels="names",
            arrows=["wA1 bQ-", "wS1 wP/", Arrow("wQ", Hex(-1, 1), "#ffb02e", dashed=True)],
        ),
    }


def main() -> None:
    """Write them all."""
    for name, text in pictures().items():
        (HERE / name).write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
