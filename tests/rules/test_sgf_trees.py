"""SGF written in BoardSpace's manner, with variations, and read back."""

import random
import re
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import TEXTS, contents, line_of, random_tree

from engine import (
    GAME_TYPES,
    Game,
    GameState,
    GameTree,
    Hex,
    Record,
    RecordError,
    read_sgf,
    read_tree,
    write_pgn,
    write_sgf,
)
from engine.boardspace import Cell

WRITTEN = dedent(r"""
    (;GM[27]VV[1]CA[UTF-8]
    SU[hive-plm]
    RO[3]
    DT[2024-05-06]
    RE[B+]
    P0[id "Ann"]
    P1[id "Bob"]
    TAG[Annotator:Cleo [the first\]]
    C[A friendly game.]
    ; P0[0 start P0]
    ; P0[1 move W wP1 N 13 .]
    ; P0[2 done]
    (
    ; P1[3 move B bB1 N 12 wP\\]
    ; P1[4 done]C[hm]BM[1]NAG[14]
    ; P0[5 move W wB1 M 13 -wP]
    ; P0[6 done]
    ; P1[7 move B bQ O 12 bB1-]
    ; P1[8 done]
    ; P0[9 move W wQ N 14 \\wP]
    ; P0[10 done]
    ; P1[11 move B bA1 P 12 bQ-]
    ; P1[12 done]
    ; P0[13 move W wB1 N 13 .]
    ; P0[14 done]
    )
    (
    ; C[or the ant]
    ; P1[3 move B bA1 O 13 wP-]
    ; P1[4 done]
    )
    )
    """).lstrip()


def sample() -> GameTree:
    tags = {"White": "Ann", "Black": "Bob", "Date": "2024.05.06", "Round": "3"}
    tree = GameTree("Base+MLP", tags=tags | {"Annotator": "Cleo [the first]"})
    tree.result = GameState.BLACK_WINS
    tree.comment = "A friendly game."
    first = tree.add_variation("wP")
    beetle = first.add_variation("bB1 wP\\", comment="hm", nags=[2, 14])
    beetle.add_line(["wB1 -wP", "bQ bB1-", "wQ \\wP", "bA1 bQ-", "wB1 wP"])
    first.add_variation("bA1 wP-", starting_comment="or the ant")
    return tree


def sgf_nodes(text: str) -> list[tuple[int, dict[str, list[str]]]]:
    """A small reader for the SGF of any game: nodes with their depth. Raises AssertionError."""
    nodes: list[tuple[int, dict[str, list[str]]]] = []
    depth, position = 0, 0
    form = re.compile(r"\s*(?:([();])|([A-Z][A-Z0-9]*)((?:\s*\[(?:\\.|[^\]\\])*\])+))", re.DOTALL)
    while text[position:].strip():
        token = form.match(text, position)
        assert token, text[position : position + 50]
        position = token.end()
        mark, name, values = token.groups()
        if mark:
            depth += {"(": 1, ")": -1}.get(mark, 0)
            assert depth >= 0
            if mark == ";":
                nodes.append((depth, {}))
        else:
            assert name not in nodes[-1][1], f"{name} twice in a node"
            raw = re.findall(r"\[((?:\\.|[^\]\\])*)\]", values, re.DOTALL)
            nodes[-1][1][name] = [re.sub(r"\\(.)", r"\1", v, flags=re.DOTALL) for v in raw]
    assert depth == 0
    return nodes


def test_a_tree_is_written_in_boardspaces_manner() -> None:
    assert write_sgf(sample()) == WRITTEN
    assert contents(read_tree(WRITTEN)) == contents(sample())
    assert read_tree(WRITTEN).tags.items() >= sample().tags.items()
    assert write_sgf(read_tree(WRITTEN)) == WRITTEN


def test_any_reader_of_sgf_understands_it() -> None:
    nodes = sgf_nodes(WRITTEN)
    assert nodes[0][1]["TAG"] == ["Annotator:Cleo [the first]"]
    assert [depth for depth, _ in nodes] == [1] * 4 + [2] * 15
    assert nodes[4][1]["P1"] == ["3 move B bB1 N 12 wP\\"]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_any_tree_round_trips(seed: int) -> None:
    tree = random_tree(seed)
    text = write_sgf(tree)
    sgf_nodes(text)
    again = read_tree(text)
    assert contents(again) == contents(tree)
    assert again.tags.items() >= tree.tags.items()
    assert write_sgf(again) == text
    assert contents(read_tree(write_pgn(again))) == contents(tree)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(GAME_TYPES), st.integers(0, 2**32), st.integers(0, 120))
def test_any_game_round_trips(game_type: str, seed: int, plies: int) -> None:
    game = line_of(Game(game_type), plies, random.Random(seed))
    record = read_sgf(write_sgf(game))
    assert record.game.move_strings == game.move_strings
    assert record.result == (game.state if game.is_over else None)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(GAME_TYPES), st.integers(0, 2**32), st.integers(6, 24))
def test_a_game_from_a_position_round_trips_wherever_the_hive_lies(
    game_type: str, seed: int, plies: int
) -> None:
    """Climbs are told by coordinates alone."""
    chance = random.Random(seed)
    played = line_of(Game(game_type), plies, chance)
    start = played.setup().shifted(chance.randint(-50, 50), chance.randint(-50, 50))
    game = line_of(start.game(), 40, chance)
    record = read_sgf(write_sgf(game))
    assert record.game.move_strings == game.move_strings
    assert record.game == game


@pytest.mark.parametrize("text", [*TEXTS, '"quoted"', 'id "x"', "W+", "\t", "a\\", "]", "Bob"])
@pytest.mark.parametrize("name", ["White", "Event", "Date", "SgfDate", "SgfResult", "GameName"])
def test_any_text_survives_in_tags(name: str, text: str) -> None:
    for result in (None, GameState.BLACK_WINS):
        tree = GameTree(tags={name: text}, result=result)
        again = read_tree(write_sgf(tree))
        assert again.tags[name] == text
        assert again.result is result
        assert write_sgf(again) == write_sgf(tree)


@pytest.mark.parametrize("result", ["1-0", "BlackWins", "Draw", "*"])
def test_tags_comments_and_result_may_be_given(result: str) -> None:
    game = Game.from_string("Base;InProgress;Black[1];wS1")
    record = read_sgf(write_sgf(game, {"White": "Ann"}, comments={1: "so"}, result=result))
    assert record.tags["White"] == "Ann"
    assert record.comments == {1: "so"}
    assert record.result == {"1-0": "WhiteWins", "*": None}.get(result, result)
    for bad in ({"comments": {2: "x"}}, {"result": "lost"}, {"tags": {"a b": "x"}}):
        with pytest.raises(RecordError):
            write_sgf(game, **bad)
    with pytest.raises(TypeError, match="can be written as SGF, not None"):
        write_sgf(None)  # type: ignore[arg-type]


def test_a_throw_is_told_from_a_move_of_ones_own() -> None:
    moves = "wP;bS1 wP-;wQ -wP;bQ bS1-;wA1 -wQ;bA1 bQ-;wG1 /wQ;bA1 \\wP;wG2 -wA1;bA2 bQ-;bA1 wP\\"
    game = Game.from_string(f"Base+MLP;InProgress;Black[6];{moves}")
    text = write_sgf(game)
    assert "pmove B bA1 N 12 wP\\\\" in text
    assert read_sgf(text).game.move_strings == game.move_strings


@pytest.mark.parametrize("place", [Hex(0, 0), Hex(12, -3), Hex(13, 20), Hex(-13, 0), Hex(-14, -99)])
def test_coordinates_read_back(place: Hex) -> None:
    cell = Cell.of(place)
    assert Cell.parse(*str(cell).split()) == cell


def test_variations_of_foreign_records_are_read_with_what_is_said_about_them() -> None:
    text = (
        "(;GM[27];P0[0 dropb wS1 N 13 .];P0[1 done]"
        "(;P1[2 dropb bS1 O 13 wS1-]C[main];P1[3 done];P0[4 resign];P0[5 done])"
        "(;C[why not];P1[2 dropb bG1 O 13 .]C[here]TE[2];P1[3 done]"
        "(;P0[4 move W wQ M 13 .];P0[5 done])(;P0[4 move W wA1 M 13 .];P0[5 done]IT[]GB[1]))"
        "(;P1[2 acceptdraw];P1[3 done]C[peace]))"
    )
    tree = read_tree(text)
    first = tree.variations[0]
    spider, hopper = first.variations
    assert (spider.comment, spider.starting_comment) == ("main", "")
    assert (hopper.comment, hopper.starting_comment, hopper.nags) == ("here", "why not", {3})
    assert [node.move_string for node in hopper.variations] == ["wQ -wS1", "wA1 -wS1"]
    assert hopper.variations[1].nags == {5, 17}
    assert first.comment == "peace"
    assert tree.result is GameState.BLACK_WINS


def test_moves_taken_back_in_a_variation_are_still_there_outside_of_it() -> None:
    text = (
        "(;GM[27];P0[0 movedone W wS1 N 13 .];P1[1 movedone B bS1 O 13 wS1-]"
        "(;P1[2 undo];P1[3 movedone B bG1 O 13 .]C[instead])(;P0[2 movedone W wQ M 13 -wS1]))"
    )
    tree = read_tree(text)
    spider, hopper = tree.variations[0].variations
    assert [node.move_string for node in spider.variations] == ["wQ -wS1"]
    assert (hopper.move_string, hopper.comment) == ("bG1 wS1-", "instead")


def test_a_comment_on_a_move_never_made_stays_with_the_last_one() -> None:
    record = read_sgf("(;GM[27];P0[0 movedone W wS1 N 13 .];P1[1 move B bS1 O 13 wS1-]C[hm])")
    assert record.comments == {1: "hm"}
    assert read_sgf(write_sgf(record)).comments == {1: "hm"}


def test_a_line_end_after_a_backslash_is_none() -> None:
    assert read_sgf("(;GM[27]C[a \\\nlong \\\\\nline])").comments == {0: "a long \\\nline"}


def test_ten_thousand_variations_in_each_other_are_no_harm() -> None:
    tree = read_tree("(;GM[27]" + 10_000 * "(;C[x]" + 10_001 * ")")
    assert tree.comment.count("x") == 10_000
    with pytest.raises(RecordError, match="never closed"):
        read_sgf("(;GM[27]" + 10_000 * "(")


def test_a_record_with_variations_is_written_whole() -> None:
    record = read_sgf(WRITTEN)
    assert isinstance(record, Record)
    assert write_sgf(record) == WRITTEN
