"""What is put on a picture: the last move, arrows and marks."""

import pytest
from positions import board
from svg_reader import SVG, having, parsed, place_on_paper

from engine import PASS, Game, Hex, Move, Piece, svg
from engine.svg import Arrow, Mark

SURROUNDED = """
  wA1 wA2
bG1 wQ bA1
  wS1 bQ+bB1+wM
"""


def test_the_last_move_is_shown_at_both_ends() -> None:
    game = Game()
    for move in ("wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-", r"wQ \wA1"):
        game.play(move)
    left, reached = Hex(-1, 0), game.history[-1].to
    assert reached
    root = parsed(game.svg())
    assert [cell.get("data-hex") for cell in having(root, "hive-cell")] == [f"{left.q},{left.r}"]
    assert [ring.get("data-hex") for ring in having(root, "hive-reached")] == [
        f"{reached.q},{reached.r}"
    ]
    assert game.svg() == game.svg(last_move=game.history[-1]) == game.svg(last_move=True)
    for nothing in (None, False):
        root = parsed(game.svg(last_move=nothing))
        assert not having(root, "hive-reached")
        assert not having(root, "hive-cell")


def test_a_last_move_may_be_a_placement_a_pass_or_not_made_yet() -> None:
    game = Game()
    game.play("wA1")
    root = parsed(game.svg())
    assert len(having(root, "hive-reached")) == 1
    assert not having(root, "hive-cell")
    assert not having(parsed(game.svg(last_move=PASS)), "hive-reached")
    coming = parsed(game.svg(last_move=game.parse_move("bA1 wA1-")))
    assert [cell.get("data-hex") for cell in having(coming, "hive-cell")] == ["1,0"]


def test_a_beetle_that_leaves_a_stack_marks_it() -> None:
    game = board("wQ+wB1 bQ", turn="w")
    game.play("wB1 bQ")
    root = parsed(game.svg())
    assert [ring.get("data-hex") for ring in having(root, "hive-left")] == ["0,0"]
    assert [ring.get("data-hex") for ring in having(root, "hive-reached")] == ["1,0"]


def test_arrows_come_in_many_forms() -> None:
    game = board("wQ bQ wA1")
    ant, to = Piece.named("wA1"), Hex(0, -1)
    same = [
        game.svg(arrows=[form], prefix="p")
        for form in (Arrow(ant, to), Arrow("wA1", to), (ant, to), ("wa1", to), Move(ant, to))
    ]
    assert len(set(same)) == 1
    (arrow,) = having(parsed(same[0]), "hive-arrow")
    assert (arrow.get("data-tail"), arrow.get("data-head")) == ("2,0", "0,-1")
    assert same[0] == game.svg(arrows=[r"wA1 \wQ"], prefix="p")
    assert len(having(parsed(game.svg(arrows=game.legal_moves)), "hive-arrow")) > 10
    assert not having(parsed(game.svg(arrows=[PASS])), "hive-arrow")


def test_arrows_have_colours_and_dashes() -> None:
    game = board("wQ bQ wA1")
    root = parsed(game.svg(arrows=[("wA1", "wQ", "crimson"), Arrow("wA1", "bQ", dashed=True)]))
    plain, dashed = having(root, "hive-arrow")
    assert {part.get("stroke") or part.get("fill") for part in plain} == {"crimson"}
    assert {part.get("stroke") or part.get("fill") for part in dashed} == {svg.LIGHT["arrow"]}
    assert plain[0].get("stroke-dasharray") is None
    assert dashed[0].get("stroke-dasharray")


def test_an_arrow_from_the_hand_shows_the_piece_where_it_would_lie() -> None:
    game = board("wQ bQ")
    (arrow,) = having(parsed(game.svg(arrows=["wM -wQ"])), "hive-arrow")
    assert (arrow.get("data-tail"), arrow.get("data-head")) == ("wM", "-1,0")
    assert any(str(use.get("href")).endswith("-mosquito") for use in arrow.iter(f"{SVG}use"))


def test_an_arrow_to_where_it_begins_is_a_ring() -> None:
    (arrow,) = having(parsed(board("wQ bQ").svg(arrows=[("wQ", "wQ")])), "hive-arrow")
    assert [part.tag for part in arrow] == [f"{SVG}circle"]


@pytest.mark.parametrize("kind", svg.KINDS)
def test_every_kind_of_mark_is_drawn(kind: str) -> None:
    game = board("wQ bQ")
    plain = game.svg(prefix="p", marks={"wQ": Mark("text")})
    for where in ("wQ", Piece.named("wQ"), Hex(0, 0)):
        picture = game.svg(prefix="p", marks={where: Mark(kind, "rebeccapurple", "x")})
        (mark,) = having(parsed(picture), f"hive-{kind}")
        assert mark.get("data-hex") == "0,0"
        assert "rebeccapurple" in picture
        assert picture != plain


def test_a_mark_has_the_colour_of_its_kind() -> None:
    game = board("wQ bQ")
    for kind in ("dot", "highlight", "stunned", "pinned", "surrounded"):
        (mark,) = having(parsed(game.svg(marks={Hex(0, 0): kind})), f"hive-{kind}")
        colors = {found.get("fill") for found in mark.iter()} | {
            found.get("stroke") for found in mark.iter()
        }
        assert svg.LIGHT[kind] in colors


def test_a_cell_can_have_several_marks() -> None:
    root = parsed(board("wQ bQ").svg(marks={"wQ": ["stunned", "pinned", Mark("text", text="A")]}))
    assert len(having(root, "hive-mark")) == 3
    spots = {place_on_paper(mark[0]) for mark in having(root, "hive-mark")[:2]}
    assert len(spots) == 2


def test_a_mark_for_nobody_is_passed_over() -> None:
    game = board("wQ bQ")
    assert game.stunned is None
    assert game.svg(marks={game.stunned: "stunned"}) == game.svg()


def test_a_surrounded_queen_is_marked() -> None:
    game = board(SURROUNDED)
    marks = having(parsed(game.svg()), "hive-surrounded")
    place = game.place_of("wQ")
    assert place
    assert [mark.get("data-hex") for mark in marks] == [f"{place.q},{place.r}"]
    assert not having(parsed(game.svg(surrounded=False)), "hive-surrounded")
    assert parsed(game.svg()).findtext(f"{SVG}title") == "Hive: Black has won"
