"""MoveStrings and GameStrings: what is read, what is refused, and how moves are printed."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    GAME_TYPES,
    PASS,
    Game,
    GameState,
    GameStringError,
    Hex,
    IllegalMoveError,
    Move,
    MoveParseError,
    Piece,
    Reason,
)
from engine.errors import quoted
from engine.notation import Spelling, parse_spelling

OPENING = "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 wQ/;bA1 bQ\\"
BEETLES = "Base;InProgress;White[1];wB1;bS1 wB1-;wQ -wB1;bQ bS1-;wB2 wQ/;bA1 bQ\\"
FORCED_PASS = (
    "Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \\wA1;bA1 bS1\\;wQ -wA1;bA2 bQ\\;"
    "wQ \\wA1;bA1 \\wQ;wG1 /wQ;bA2 /wG1"
)
WON = (
    "Base;WhiteWins;Black[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bQ\\;bG2 bQ/;"
    "wA1 wQ\\;bA1 bG2/;wA1 bG2\\;bA1 \\bG2;wQ \\wS1;bA1 bG2/;wQ /bG1"
)
DIRECTIONS = {
    "X/": (1, -1),
    "X-": (1, 0),
    "X\\": (0, 1),
    "/X": (-1, 1),
    "-X": (-1, 0),
    "\\X": (0, -1),
}
MZINGA_ORDER = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
"""NW, NE, E, SE, SW, W: where a reference piece is looked for."""


NOT_A_MOVE = (
    "wQ -wS1-, wQ /wS1\\, wQ -wS1 extra, wQ -wS1 ;, wQ - wS1, w Q -wS1, wQ --wS1, wQ wS1--, "
    "wQ1 -wS1, wP1 -wS1, wM1, wL1, wQ wQ1-, wS -bS1, wS3, wB3, wG4, wA4, wA0, wX, Q, S1, gQ, "
    "wS1-, -wS1, wQ., wQ +wS1, wQ |wS1, 1. wS1, pass wS1, pas, passs"
)
ODD_CHARACTERS = [
    "wS1\x00",
    "wS\N{FULLWIDTH DIGIT ONE}",
    "wS\N{ARABIC-INDIC DIGIT ONE}",
    "wS\N{SUPERSCRIPT ONE}",
    "w\N{LATIN SMALL LETTER LONG S}1",
    "pa\N{LATIN SMALL LETTER LONG S}s",
    "wQ\N{NO-BREAK SPACE}-wS1",
    "wQ \N{MINUS SIGN}wS1",
]
NOT_A_GAME = (
    ";, base, BASE, Base+, Base+X, Base+MM, Base+mlp, Base+M+L, Base +M, Base+ M, Base MLP, "
    "Base;InProgress, Base;, Base;;, Base;inprogress;White[1], Base;Resigned;White[1], "
    "Base;InProgress;White, Base;InProgress;White[0], Base;InProgress;White[01], "
    "Base;InProgress;White[-1], Base;InProgress;White[x], "
    "Base;InProgress;White[\N{ARABIC-INDIC DIGIT ONE}], Base;InProgress;white[1], "
    "Base;InProgress;Red[1], Base;NotStarted;White[1];, Base;InProgress;Black[1];wS1;, "
    "Base;InProgress;Black[1];;wS1, Base;InProgress;Black[1];wQ, "
    "Base;InProgress;Black[1];wS2, Base;InProgress;Black[1];bS1, "
    "Base;InProgress;White[2];wS1;bS1, Base;InProgress;White[2];wS1;nonsense, "
    "Base;InProgress;White[2];wS1;pass, Base;InProgress;White[1];wM, wS1;bS1 wS1-"
)


def refused(game: Game, text: str) -> Reason:
    """Why a game refuses a move; it must be left as it was."""
    before = game.game_string
    with pytest.raises(IllegalMoveError) as caught:
        game.play(text)
    assert game.game_string == before
    return caught.value.reason


def random_game(game_type: str, seed: int, plies: int) -> Game:
    rng = random.Random(seed)
    game = Game(game_type)
    while game.ply < plies and not game.is_over:
        game.play(rng.choice(game.legal_moves))
    return game


@pytest.mark.parametrize(("form", "step"), DIRECTIONS.items())
def test_a_symbol_puts_the_mover_on_that_side_of_the_reference(
    form: str, step: tuple[int, int]
) -> None:
    game = Game.from_string("Base;InProgress;Black[1];wS1")
    assert game.play("bA1 " + form.replace("X", "wS1")) == Move(Piece.named("bA1"), Hex(*step))


def test_a_bare_name_puts_the_mover_on_top_of_the_reference() -> None:
    game = Game.from_string(BEETLES)
    game.play("wB2 wQ")
    assert [piece.name for piece in game.stack(Hex(-1, 0))] == ["wQ", "wB2"]


def test_any_neighbour_of_either_colour_serves_as_reference() -> None:
    game = Game.from_string(OPENING)
    assert game.parse_move("wA1 wS1/") == game.parse_move("wA1 \\bS1")
    assert game.parse_move("wA1 -wQ") == Move(Piece.named("wA1"), Hex(-2, 0))


def test_the_mover_itself_serves_as_reference_from_its_old_cell() -> None:
    game = Game.from_string(BEETLES)
    assert game.parse_move("wB2 wB2-") == game.parse_move("wB2 wB1/")
    assert game.play("wB2 -wB2") == Move(Piece.named("wB2"), Hex(-1, -1))


def test_a_covered_piece_serves_as_reference() -> None:
    game = Game.from_string(BEETLES)
    game.play("wB2 wQ")
    game.play("bA1 -wQ")
    assert game.place_of("bA1") == Hex(-2, 0)


def test_a_symbol_does_not_climb() -> None:
    game = Game.from_string(BEETLES)
    assert refused(game, "wB2 /wB2") is Reason.OCCUPIED
    assert refused(game, "wB2 -wB1") is Reason.OCCUPIED
    assert game.is_legal("wB2 wQ")


def test_a_climb_names_the_top_piece() -> None:
    game = Game.from_string(
        "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 wQ/;bA1 bQ-;wB2 \\wQ;bA2 bQ\\;"
        "wB1 wQ;bA3 bQ/"
    )
    assert refused(game, "wB2 wQ") is Reason.NOT_THE_TOP
    game.play("wB2 wB1")
    assert [piece.name for piece in game.stack(Hex(-1, 0))] == ["wQ", "wB1", "wB2"]


def test_the_reference_must_be_on_the_board() -> None:
    game = Game.from_string(OPENING)
    assert refused(game, "wA1 wG1-") is Reason.REFERENCE_IN_HAND
    assert refused(game, "wG1 wG1-") is Reason.REFERENCE_IN_HAND


@pytest.mark.parametrize("text", [*NOT_A_MOVE.split(", "), *ODD_CHARACTERS, "", " ", "\t"])
def test_text_that_is_no_move_string_is_refused(text: str) -> None:
    game = Game.from_string("Base+MLP;InProgress;White[2];wS1;bS1 wS1-")
    before = game.game_string
    with pytest.raises(MoveParseError):
        game.play(text)
    with pytest.raises(MoveParseError):
        game.parse_move(text)
    assert game.game_string == before


@pytest.mark.parametrize(
    "text",
    ["wQ -wS1", "  wQ   -wS1 ", "\twQ\t-wS1\n", "WQ -WS1", "wq -ws1", "Wq -wS1", "wQ  -Ws1\r\n"],
)
def test_blanks_and_case_do_not_matter_and_are_made_regular(text: str) -> None:
    game = Game.from_string("Base;InProgress;White[2];wS1;bS1 wS1-")
    game.play(text)
    assert game.game_string == "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1"


def test_the_spelling_of_the_reference_is_kept() -> None:
    game = Game.from_string(OPENING)
    move = game.play("wa1  \\Bs1")
    assert game.move_strings[-1] == "wA1 \\bS1"
    game.undo()
    assert game.play("wA1 wS1/") == move
    assert game.move_strings[-1] == "wA1 wS1/"


def test_moves_given_as_objects_are_spelled_by_the_game() -> None:
    game = Game.from_string(OPENING)
    game.play(game.parse_move("wA1 wS1/"))
    assert game.move_strings[-1] == "wA1 \\bS1"


def test_pieces_come_into_play_in_order_of_their_numbers() -> None:
    game = Game()
    assert refused(game, "wS2") is Reason.NOT_IN_HAND
    assert refused(game, "wA3") is Reason.NOT_IN_HAND
    game.play("wS1")
    assert refused(game, "bG2 wS1-") is Reason.NOT_IN_HAND
    game.play("bG1 wS1-")
    assert refused(game, "wG3 -wS1") is Reason.NOT_IN_HAND
    assert refused(game, "wS1 -bG1") is Reason.QUEEN_NOT_PLACED


def test_only_the_first_move_goes_without_a_destination() -> None:
    game = Game()
    assert refused(game, "wS1 wS1-") is Reason.REFERENCE_IN_HAND
    game.play("wS1")
    assert refused(game, "bS1") is Reason.NO_DESTINATION
    game.play("bS1 wS1-")
    assert refused(game, "wQ") is Reason.NO_DESTINATION


def test_pieces_outside_the_game_type_are_refused() -> None:
    assert refused(Game("Base+LP"), "wM") is Reason.NOT_IN_GAME
    assert Game("Base+M").is_legal("wM")


@pytest.mark.parametrize("text", ["pass", "PASS", "Pass", "  pass\n"])
def test_a_forced_pass_is_written_in_any_case(text: str) -> None:
    game = Game.from_string(FORCED_PASS)
    assert game.legal_move_strings == ["pass"]
    assert game.play(text) == PASS
    assert game.move_strings[-1] == "pass"
    assert refused(game, "pass") is Reason.PASS_NOT_FORCED


def test_a_throw_is_a_move_of_the_thrown_piece() -> None:
    game = Game.from_string(
        "Base+P;InProgress;White[1];wP;bS1 wP-;wQ -wP;bQ bS1-;wA1 -wQ;bA1 bQ-;wG1 /wQ;bA1 \\wP;"
        "wG2 -wA1;bA2 bQ-"
    )
    assert game.play("bA1 wP\\") == Move(Piece.named("bA1"), Hex(0, 1))
    assert game.move_strings[-1] == "bA1 wP\\"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("wA1", ("wA1", None, None)),
        ("wA1 bQ", ("wA1", "bQ", None)),
        ("wA1 \\bQ", ("wA1", "bQ", 0)),
        ("wA1 bQ/", ("wA1", "bQ", 1)),
        ("wA1 bQ-", ("wA1", "bQ", 2)),
        ("wA1 bQ\\", ("wA1", "bQ", 3)),
        ("wA1 /bQ", ("wA1", "bQ", 4)),
        ("wA1 -bQ", ("wA1", "bQ", 5)),
    ],
)
def test_a_spelling_has_three_parts(text: str, parts: tuple[str, str | None, int | None]) -> None:
    piece, reference, direction = parts
    spelling = parse_spelling(text)
    named = reference and Piece.named(reference)
    assert spelling == Spelling(Piece.named(piece), named or None, direction)
    assert str(spelling) == text


def test_long_text_is_shortened_in_messages() -> None:
    assert quoted("x" * 10_000) == repr("x" * 37 + "...")
    assert "\n" not in quoted("a\nb")


def test_backslashes_are_directions_in_messages() -> None:
    assert quoted("wA1 bQ\\") == "'wA1 bQ\\'"
    assert quoted("C:\\", double_backslashes=True) == repr("C:\\")


def mzinga_spelling(game: Game, move: Move) -> str:
    """Mzinga's choice of reference, worked out from the stacks alone."""
    if move.piece is None or move.to is None:
        return "pass"
    tops = {}
    for place, pieces in game.stacks.items():
        left = [piece for piece in pieces if piece != move.piece]
        if left:
            tops[place] = left[-1]
    if move.to in tops:
        return f"{move.piece} {tops[move.to]}"
    forms = ["{}\\", "/{}", "-{}", "\\{}", "{}/", "{}-"]
    for (q, r), form in zip(MZINGA_ORDER, forms, strict=True):
        reference = tops.get(Hex(move.to.q + q, move.to.r + r))
        if reference is not None:
            return f"{move.piece} {form.format(reference)}"
    return str(move.piece)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(GAME_TYPES), st.integers(0, 2**32), st.integers(0, 70))
def test_moves_are_printed_with_mzingas_reference_and_read_back(
    game_type: str, seed: int, plies: int
) -> None:
    game = random_game(game_type, seed, plies)
    moves = game.legal_moves
    texts = game.legal_move_strings
    assert texts == [mzinga_spelling(game, move) for move in moves]
    assert len(set(texts)) == len(texts)
    assert [game.parse_move(text) for text in texts] == moves


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(GAME_TYPES), st.integers(0, 2**32), st.integers(1, 60))
def test_every_spelling_of_a_move_is_accepted(game_type: str, seed: int, plies: int) -> None:
    game = random_game(game_type, seed, plies)
    pieces = [piece for pieces in game.stacks.values() for piece in pieces]
    for move in game.legal_moves:
        if move.piece is None or move.to is None or game.stack(move.to):
            continue
        for piece in pieces:
            place = game.place_of(piece)
            assert place is not None
            for form, (q, r) in DIRECTIONS.items():
                if Hex(place.q + q, place.r + r) == move.to:
                    assert game.parse_move(f"{move.piece} {form.replace('X', str(piece))}") == move


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(GAME_TYPES), st.integers(0, 2**32), st.integers(0, 120))
def test_game_strings_round_trip(game_type: str, seed: int, plies: int) -> None:
    game = random_game(game_type, seed, plies)
    text = game.game_string
    again = Game.from_string(text)
    assert again.game_string == text
    assert again == game
    assert again.history == game.history


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Base", "Base"),
        (" Base\n", "Base"),
        ("Base+PLM", "Base+MLP"),
        ("Base+LM", "Base+ML"),
        ("Base+PM", "Base+MP"),
        ("Base+PL", "Base+LP"),
        ("Base+P;NotStarted;White[1]", "Base+P"),
        ("Base+LMP;NotStarted;White[1]", "Base+MLP"),
        *((game_type, game_type) for game_type in GAME_TYPES),
    ],
)
def test_game_type_letters_come_in_any_order_and_are_printed_in_one(
    text: str, canonical: str
) -> None:
    assert Game.from_string(text).game_string == f"{canonical};NotStarted;White[1]"


@pytest.mark.parametrize(
    "text",
    [
        "Base;InProgress;White[9];wS1",
        "Base;WhiteWins;Black[1];wS1",
        "Base;NotStarted;White[1];wS1",
        "Base;Draw;White[123];wS1",
        "Base; InProgress ; Black[1] ; wS1 ",
    ],
)
def test_state_and_turn_are_worked_out_anew(text: str) -> None:
    assert Game.from_string(text).game_string == "Base;InProgress;Black[1];wS1"


@pytest.mark.parametrize(
    "text", [*NOT_A_GAME.split(", "), "", " ", WON + ";bG3 bG2-", WON + ";pass"]
)
def test_text_that_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(GameStringError) as caught:
        Game.from_string(text)
    assert "\n" not in str(caught.value)


def test_errors_say_which_move_and_why() -> None:
    with pytest.raises(GameStringError, match=r"^move 2 \('bS1'\): .*destination"):
        Game.from_string("Base;InProgress;White[2];wS1;bS1")


def test_a_finished_game_is_recognised_from_its_moves() -> None:
    game = Game.from_string(WON.replace("WhiteWins", "InProgress"))
    assert game.state is GameState.WHITE_WINS
    assert game.game_string == WON
    assert game.legal_moves == []


def test_the_queen_may_come_first_only_where_the_rules_say_so() -> None:
    text = "Base;InProgress;White[2];wQ;bQ wQ-"
    with pytest.raises(GameStringError):
        Game.from_string(text)
    assert Game.from_string(text, queen_first=True).game_string == text
