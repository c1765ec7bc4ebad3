"""Pictures of the hive: well-formed, complete, the same every time, and safe to put in a page."""

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from helpers import TASTES, Player
from positions import board
from svg_reader import SVG, check_ids, having, on_board, parsed, place_on_paper

from engine import GAME_TYPES, Bug, Color, Game, PictureError, Piece, svg
from engine.pieces import ALL_PIECES
from engine.svg import Mark

ROOT = Path(__file__).resolve().parents[2]

ALLOWED = {"circle", "defs", "desc", "g", "line", "path", "polygon", "rect", "svg", "symbol"}
ALLOWED |= {"text", "title", "use"}
"""The elements there are: nothing that runs, loads or styles."""

STACK = """
    wS1
  bA1+wB1+bB1+wM bQ
"""


def random_games() -> Iterator[Game]:
    """Eventful games of all types, stopped at any moment."""
    for seed in range(3 * len(GAME_TYPES)):
        rng = random.Random(seed)
        game = Game(GAME_TYPES[seed % len(GAME_TYPES)])
        players = [Player(rng, TASTES[(seed + seed // 8) % len(TASTES)]) for _ in Color]
        for ply in range(rng.randrange(80)):
            if game.is_over:
                break
            game.play(players[ply % 2].choose(game))
        yield game


def test_random_games_give_well_formed_pictures_with_every_piece_once() -> None:
    heights = set()
    for game in random_games():
        for options in ({}, {"hands": True, "colors": svg.DARK, "labels": "names"}):
            picture = game.svg(**options)  # type: ignore[arg-type]
            root = parsed(picture)
            shown = Counter(str(found.get("data-piece")) for found in on_board(root))
            lying = [piece.name for pieces in game.stacks.values() for piece in pieces]
            assert shown == Counter(lying)
            check_ids(root)
            check_it_fits(root)
            assert {str(found.tag).removeprefix(SVG) for found in root.iter()} <= ALLOWED
            heights |= {len(pieces) for pieces in game.stacks.values()}
    assert max(heights) > 2


def check_it_fits(root: Element) -> None:
    """Whole tiles lie inside the picture."""
    left, upper, width, height = map(float, root.get("viewBox", "").split())
    for found in having(root, "hive-piece"):
        x, y = place_on_paper(found)
        small = 0.58 if found.get("data-hex") is None else 1
        assert left <= x - 43 * small
        assert x + 43 * small <= left + width
        assert upper <= y - 50 * small
        assert y + 50 * small <= upper + height


def test_a_picture_says_where_pieces_lie() -> None:
    game = board(STACK)
    found = {str(piece.get("data-piece")): piece for piece in on_board(parsed(game.svg()))}
    for place, pieces in game.stacks.items():
        for level, piece in enumerate(pieces):
            assert found[piece.name].get("data-hex") == f"{place.q},{place.r}"
            assert found[piece.name].get("data-level") == str(level)


def test_neighbours_touch_and_nobody_lies_on_another_cell() -> None:
    game = board("wQ bQ wA1\n  bA1 wS1")
    spots = {
        piece.get("data-piece"): place_on_paper(piece) for piece in on_board(parsed(game.svg()))
    }
    names = [piece.name for pieces in game.stacks.values() for piece in pieces]
    for one in names:
        for other in names:
            (x1, y1), (x2, y2) = spots[one], spots[other]
            there, here = game.place_of(other), game.place_of(one)
            assert here
            assert there
            near = there in [here.neighbour(direction) for direction in range(6)]
            away = ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5
            assert (away == pytest.approx(86.6, abs=0.1)) == near
            assert one == other or away > 86


def test_a_stack_shows_its_height_and_what_lies_beneath_in_order() -> None:
    root = parsed(board(STACK).svg())
    (stack,) = having(root, "hive-stack")
    assert stack.get("data-height") == "4"
    assert [str(piece.get("data-piece")) for piece in stack] == ["bA1", "wB1", "bB1", "wM"]
    (contents,) = having(root, "hive-stack-contents")
    beneath = having(contents, "hive-beneath")
    bugs = [str(found.findall(f"{SVG}use")[1].get("href")).rpartition("-")[2] for found in beneath]
    assert bugs == ["beetle", "beetle", "ant"]
    heights = [place_on_paper(found)[1] for found in beneath]
    assert heights == sorted(heights)
    tiles = [place_on_paper(piece) for piece in stack]
    assert len(set(tiles)) == 4
    assert tiles == sorted(tiles, key=lambda spot: -spot[1])


def test_the_highest_stack_there_can_be_is_drawn() -> None:
    root = parsed(board("wQ+wB1+wB2+bB1+bB2+wM+bM bQ").svg(hands=True))
    assert len(having(root, "hive-beneath")) == 6
    assert len(on_board(root)) == 8


@pytest.mark.parametrize("picture", [" ".join(p.name for p in ALL_PIECES), "wQ"])
def test_long_and_tiny_hives_are_drawn_whole(picture: str) -> None:
    root = parsed(board(picture).svg(hands=True, size=600))
    check_it_fits(root)
    assert max(int(root.get("width", "")), int(root.get("height", ""))) == 600


def test_an_empty_board_is_a_picture_too() -> None:
    root = parsed(Game("Base+MLP").svg())
    assert not on_board(root)
    assert [cell.get("data-hex") for cell in having(root, "hive-cell")] == ["0,0"]
    assert root.findtext(f"{SVG}title") == "Hive: White to move"


def test_the_hands_show_every_kind_with_its_number() -> None:
    game = Game("Base+MLP")
    game.play("wA1")
    hands = having(parsed(game.svg(hands=True)), "hive-hand")
    for color, hand in zip(Color, hands, strict=True):
        shown = {
            piece.get("data-piece"): piece.get("data-count")
            for piece in hand
            if piece.get("data-piece")
        }
        assert hand.get("data-color") == str(color).lower()
        assert sum(int(count or 0) for count in shown.values()) == len(game.hand(color))
        assert set(shown) <= {piece.name for piece in game.hand(color)}
    assert "wA2" in {piece.get("data-piece") for piece in hands[0]}
    assert not having(parsed(game.svg()), "hive-hand")


def test_whose_turn_it_is_shows_at_the_hand() -> None:
    game = Game()
    game.play("wA1")
    white, black = having(parsed(game.svg(hands=True)), "hive-hand")
    assert not having(white, "hive-turn")
    assert having(black, "hive-turn")


def test_a_notebook_shows_the_hive_with_the_hands() -> None:
    game = board(STACK)
    assert game._repr_svg_() == game.svg(hands=True) == svg.board(game, hands=True)


def test_pictures_are_the_same_in_every_process() -> None:
    program = (
        "from engine import Game, svg, Hex\n"
        "g = Game('Base+MLP')\n"
        "[g.play(m) for m in ('wS1', 'bS1 wS1-', 'wQ -wS1')]\n"
        "print(g.svg(hands=True, arrows=['bA1 bS1-'], marks={Hex(0, 0): ['dot', 'pinned']}))\n"
        "print(svg.piece('bM'), svg.symbols())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1


def test_pictures_on_one_page_do_not_share_ids() -> None:
    games = [Game(), board("wQ bQ"), board("wQ bA1")]
    roots = [parsed(game.svg()) for game in games] + [parsed(games[0].svg(size=100))]
    seen = [{found.get("id") for found in root.iter()} - {None} for root in roots]
    assert all(not (one & other) for i, one in enumerate(seen) for other in seen[:i])


def test_a_prefix_for_ids_can_be_given() -> None:
    root = parsed(Game().svg(prefix="board-1"))
    assert root.get("id") == "board-1"
    check_ids(root)
    for bad in ("", "1a", 'x"y', "a b", "é", "x" * 65):
        with pytest.raises(PictureError, match="ids cannot begin"):
            Game().svg(prefix=bad)


def test_markup_in_texts_stays_text() -> None:
    evil = "<script>&\"'</script>]]>\x00\x1b\ud800"
    picture = board("wQ bQ").svg(marks={"wQ": Mark("text", text=evil)})
    root = parsed(picture)
    (text,) = root.iter(f"{SVG}text")
    assert text.text == "<script>&\"'</script>]]>\ufffd\ufffd\ufffd"
    assert "<script" not in picture
    picture.encode("utf-8")


def test_those_who_do_not_see_the_picture_are_told() -> None:
    root = parsed(board(STACK).svg())
    assert root.get("role") == "img"
    told = root.findtext(f"{SVG}desc") or ""
    assert "wM on bB1 on wB1 on bA1" in told
    assert "White's hand" in told
    assert on_board(root)[0].findtext(f"{SVG}title") == "wS1: White spider 1"


def test_nothing_from_outside_and_nothing_that_leaks() -> None:
    picture = board(STACK).svg(hands=True, labels="names", arrows=[("wS1", "bQ")])
    for word in ("<style", "<script", "style=", "url(", "javascript", "<image", " on"):
        assert word not in re.sub(r"<(title|desc)[^>]*>[^<]*", "", picture), word
    assert picture.count("http") == 1  # the namespace
    for use in parsed(picture).iter(f"{SVG}use"):
        assert use.get("href", "").startswith("#")


def test_a_picture_can_be_seen_from_the_other_side() -> None:
    game = board("wQ bQ wA1\n  bA1")
    here, there = (
        {p.get("data-piece"): place_on_paper(p) for p in on_board(parsed(game.svg(flipped=side)))}
        for side in (False, True)
    )
    assert there == {name: pytest.approx((-x, -y)) for name, (x, y) in here.items()}


def test_labels_are_pips_names_or_nothing() -> None:
    game = board("wQ wA1 wA2 wA3")
    pips = [len(found) for found in having(parsed(game.svg()), "hive-pips")]
    assert sorted(pips) == [1, 2, 3]
    named = parsed(game.svg(labels="names"))
    assert {found.text for found in named.iter(f"{SVG}text")} == {"wQ", "wA1", "wA2", "wA3"}
    bare = parsed(game.svg(labels=None))
    assert not having(bare, "hive-pips")
    assert not list(bare.iter(f"{SVG}text"))


@pytest.mark.parametrize("piece", ALL_PIECES, ids=str)
def test_one_tile_can_be_drawn_alone(piece: Piece) -> None:
    root = parsed(svg.piece(piece, 48))
    assert root.get("width") == "48"
    check_ids(root)
    assert svg.piece(piece) == svg.piece(piece.name)


def test_the_drawings_can_be_had_for_other_pages() -> None:
    root = parsed(svg.symbols("mine"))
    ids = {found.get("id") for found in root}
    assert ids == {"mine-tile", *(f"mine-{bug}" for bug in Bug)}


def test_drawing_changes_nothing() -> None:
    game = Game()
    game.play("wA1")
    before = game.game_string
    game.svg(hands=True)
    assert game.game_string == before


def test_notebooks_show_pictures_as_well_as_games() -> None:
    game = Game.from_string("Base;InProgress;Black[1];wS1")
    picture = svg.board(game)
    assert picture._repr_svg_() == picture == game.svg()
    assert type(picture._repr_svg_()) is str
    assert svg.piece("wQ")._repr_svg_().startswith("<svg")
