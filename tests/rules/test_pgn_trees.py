"""PGN with variations, comments and annotations: read, written, read back."""

from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import contents, random_tree

from engine import Game, GameTree, RecordError, read_pgn, read_tree, write_pgn, write_sgf
from engine.pgn import Dialect

TREE = dedent("""\
    [GameType "Base"]
    [Date ""]
    [Event ""]
    [Site ""]
    [Round ""]
    [White ""]
    [Black ""]
    [Result "InProgress"]

    {A game with choices.}
    1. wS1
    2. bS1 wS1- $2
    {Or else:}
    (
    {the hopper}
    2. bG1 wS1- $1 $14
    {fine}
    3. wQ -wS1
    (
    3. wA1 -wS1
    )
    (
    3. wB1 -wS1
    4. bQ bG1-
    )
    4. bQ bG1-
    )
    3. wQ -wS1
    """)
ONE_LINE = (
    "{A game with choices.} 1. wS1 2. bS1 wS1-? {Or else:} ({the hopper} 2. bG1 wS1-! $14 {fine} "
    "3. wQ -wS1 (3. wA1 -wS1) (3... wB1 -wS1 4. bQ bG1-) 4. bQ bG1-) 3. wQ -wS1 *"
)


def outline(tree: GameTree) -> list[str]:
    return [f"{node.depth} {node.move_string}" for node in tree.walk()]


@pytest.mark.parametrize("text", [TREE, ONE_LINE, TREE.replace("\n", "\r\n")])
def test_variations_comments_and_annotations_are_read(text: str) -> None:
    tree = read_tree(text)
    assert outline(tree) == [
        *("1 wS1", "2 bS1 wS1-", "3 wQ -wS1"),
        *("2 bG1 wS1-", "3 wQ -wS1", "4 bQ bG1-", "3 wA1 -wS1", "3 wB1 -wS1", "4 bQ bG1-"),
    ]
    first = tree.variations[0]
    spider, hopper = first.variations
    assert tree.comment == "A game with choices."
    assert (spider.comment, spider.nags, spider.starting_comment) == ("Or else:", {2}, "")
    assert (hopper.comment, hopper.nags) == ("fine", {1, 14})
    assert hopper.starting_comment == "the hopper"


def test_they_are_written_one_ply_to_a_line_with_its_number() -> None:
    assert write_pgn(read_tree(ONE_LINE)) == TREE
    assert write_pgn(read_tree(TREE)) == TREE


def test_a_record_has_the_main_line_and_writes_all() -> None:
    record = read_pgn(TREE)
    assert record.game.move_strings == ("wS1", "bS1 wS1-", "wQ -wS1")
    assert record.comments == {0: "A game with choices.", 2: "Or else:"}
    assert write_pgn(record) == TREE


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(("mzinga", "hivegame")))
def test_any_tree_round_trips(seed: int, dialect: Dialect) -> None:
    tree = random_tree(seed)
    text = write_pgn(tree, dialect=dialect)
    again = read_tree(text)
    assert contents(again) == contents(tree)
    assert again.tags.items() >= tree.tags.items()
    assert write_pgn(again, dialect=dialect) == text
    assert contents(read_pgn(text).tree()) == contents(tree)


@pytest.mark.parametrize(
    ("written", "nag"), [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)]
)
def test_signs_behind_a_move_are_annotations(written: str, nag: int) -> None:
    for text in (
        f"1. wS1{written}",
        f"1. wS1 {written}",
        f"1. wS1 {{so}} ${nag}",
        f"1. wS1 $0{nag}",
    ):
        assert read_tree(text).end().nags == {nag}
    assert read_tree(f"1. wS1 2. bS1 wS1\\{written} 3. wQ -wS1").end().game().ply == 3


@pytest.mark.parametrize("text", ["$", "$256", "$1000", "!!!", "?!?", "$" + 5000 * "9"])
def test_other_signs_are_refused(text: str) -> None:
    with pytest.raises(RecordError, match=r"is not an annotation.* \(line 2\)"):
        read_tree(f"1. wS1\n2. bS1 wS1- {text}\n")


def test_a_semicolon_begins_a_comment_and_a_percent_sign_a_line_that_says_nothing() -> None:
    text = '%%{ [White "x"]\n1. wS1 ; quiet {so far\n%1. wG1\n2. bS1 wS1-;(\n{a\n%b} ; c\n'
    tree = read_tree(text)
    assert outline(tree) == ["1 wS1", "2 bS1 wS1-"]
    assert [node.comment for node in tree.walk()] == ["quiet {so far", "(\na\n%b\nc"]


def test_a_result_inside_a_variation_is_not_the_games() -> None:
    tree = read_tree("1. wS1 (1. wG1 0-1) 2. bS1 wS1- 1-0 {over}")
    assert tree.result == "WhiteWins"
    assert tree.end().comment == "over"


def test_empty_variations_leave_their_comments_behind() -> None:
    tree = read_tree("1. wS1 {a} () ({b} ) 2. bS1 wS1- ({c})")
    assert outline(tree) == ["1 wS1", "2 bS1 wS1-"]
    assert [node.comment for node in tree.walk()] == ["a\nb", "c"]


def test_a_comment_after_a_variation_is_one_on_the_move_ahead_of_it() -> None:
    tree = read_tree("1. wS1 {a} (1. wG1 {b}) {c} 2. bS1 wS1-")
    assert [node.comment for node in tree.variations] == ["a\nc", "b"]


def test_pieces_numbered_by_the_box_are_renumbered_in_every_variation() -> None:
    tree = read_tree(
        "1. wA3 2. bS2 wA3- 3. wQ -wA3 (3. wA1 -wA3 4. bQ bS2- 5. wA2 -wA1) 4. bQ bS2- 5. wA2 -wQ"
    )
    ant = tree.variations[0].variations[0].variations[1]
    assert list(ant.end().game().move_strings) == [
        *("wA1", "bS1 wA1-", "wA2 -wA1", "bQ bS1-", "wA3 -wA2")
    ]
    assert tree.end().game().move_strings[-1] == "wA2 -wQ"


def test_a_queen_first_in_a_variation_calls_for_the_older_rule() -> None:
    tree = read_tree("1. wS1 (1. wQ 2. bQ wQ-) 2. bS1 wS1-")
    assert tree.queen_first
    assert tree.variations[1].end().game().queen_first
    assert '[QueenFirst "True"]' in write_pgn(tree)
    with pytest.raises(RecordError, match="queen"):
        read_tree("1. wS1 (1. wQ) 2. bS1 wS1-", queen_first=False)


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("(1. wS1)", "no move that this variation could replace", 1),
        ("1. wS1\n( (1. wG1))", "no move that this variation could replace", 2),
        ("1. wS1\n(1. wG1\n2. bS1 wG1-\n", "variation is never closed", 2),
        ("1. wS1\n(1. wG1 (1. wA1)\n", "variation is never closed", 2),
        ("1. wS1\n\n)", r"'\)' closes no variation", 3),
        ("1. wS1\n($1 1. wG1)", "ahead of the move", 2),
        ("1. wS1\n(\n\n1. wX)", r"move 1 \('wX'\)", 4),
        ("1. wS1\n(1. wG1\n2. bS1 wS1-)", r"move 2 \('bS1 wS1-'\): wS1 is not on the board", 3),
        ("1. wS1\n1-0\n(1. wG1)", "comes after the result", 3),
        ("1. wS1 (1. wG1 {never)\n", "never closed", 1),
    ],
)
def test_bad_variations_are_told_with_their_line(text: str, message: str, line: int) -> None:
    with pytest.raises(RecordError, match=message) as error:
        read_tree(text)
    assert error.value.line == line
    assert str(error.value).endswith(f"(line {line})")


def test_ten_thousand_variations_in_each_other_are_no_harm() -> None:
    with pytest.raises(RecordError, match="could replace"):
        read_tree("1. wS1 " + 10_000 * "(")
    with pytest.raises(RecordError, match="never closed"):
        read_tree("1. wS1 " + 10_000 * "(1. wG1 ")
    tree = read_tree("1. wS1 " + 1_500 * "(1. wG1 " + 1_500 * ")")
    assert len(tree.variations) == 1_501
    assert contents(read_tree(write_pgn(tree))) == contents(tree)


def test_a_deep_variation_of_a_deep_variation_round_trips() -> None:
    """Every move but the first two is an alternative to the one before it in its own line."""
    shuffle = ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"]
    tree = GameTree()
    node = tree.add_line(["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"])
    for number in range(400):
        node.add_variation(("wA1 -wQ", "bA1 bQ-")[number % 2] if number % 4 != 1 else "bA1 bQ/")
        node = node.add_variation(shuffle[number % 4])
    again = read_tree(write_pgn(tree))
    assert contents(again) == contents(tree)


@pytest.mark.parametrize("nag", [-1, 256, "1"])
def test_annotations_out_of_range_are_not_written(nag: int) -> None:
    tree = GameTree()
    tree.add_variation("wS1").nags.add(nag)
    with pytest.raises(RecordError, match="annotation"):
        write_pgn(tree)


def test_a_game_from_a_position_that_was_set_up_round_trips() -> None:
    set_up: Any = Game
    moves = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bA1 bQ-"
    before: Any = Game.from_string(f"Base+MLP;InProgress;White[4];{moves}")
    game = set_up.from_position_text(before.position_text)
    for move in ("wB1 wQ", "bA1 -wB1"):
        game.play(move)
    for write in (write_pgn, write_sgf):
        tree = read_tree(write(game))
        assert tree.start_position == before.position_text
        assert tree.end().game() == game
        assert [node.ply for node in tree.walk()] == [7, 8]
        assert read_tree(write(tree)).tags == tree.tags
    assert "\n7. wB1 wQ\n" in write_pgn(game)
    record = read_pgn(write_pgn(game, comments={2: "so"}))
    assert record.comments == {2: "so"}
    for position in ("Base+P " + before.position_text, "nonsense"):
        with pytest.raises(RecordError):
            read_pgn(f'[Position "{position}"]\n')
    with pytest.raises(RecordError, match="not of Base"):
        read_pgn(f'[GameType "Base"]\n[Position "{before.position_text}"]\n')
