"""The reference rules checked on their own: published move counts, then rule by rule."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

import pytest
from reference import GAME_TYPES, Cell, Move, ReferenceGame, is_one_hive, neighbours, perft

PUBLISHED_PERFT = {
    "Base": (1, 4, 96, 1_440, 21_600),
    "Base+M": (1, 5, 150, 2_610, 45_414),
    "Base+L": (1, 5, 150, 2_610, 45_414),
    "Base+P": (1, 5, 150, 2_610, 45_414),
    "Base+ML": (1, 6, 216, 4_320, 86_400),
    "Base+MP": (1, 6, 216, 4_320, 86_400),
    "Base+LP": (1, 6, 216, 4_320, 86_400),
    "Base+MLP": (1, 7, 294, 6_678, 151_686),
}

FORCED_PASS = (
    r"Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \wA1;bA1 bS1\;wQ -wA1;bA2 bQ\;"
    r"wQ \wA1;bA1 \wQ;wG1 /wQ;bA2 /wG1"
)
POSITION_PERFT = {
    "beetles on top": (
        r"Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ",
        (36, 965),
    ),
    "three moves end the game": (
        r"Base+MLP;InProgress;White[11];wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;"
        r"bM bQ-;wP /wQ;bP bQ/;wL -wG1;bL bG1-;wA1 wQ\;bB1 \bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;"
        r"wA2 wS1/;bA2 /bA1",
        (115, 12_814),
    ),
    "all kinds in play": (
        r"Base+MLP;InProgress;Black[10];wL;bL wL\;wM \wL;bM bL\;wA1 /wM;bA1 /bL;wQ wM/;bQ bM-;"
        r"wA2 wQ\;bA2 bA1\;wA2 /bA2;bA1 /wA1;wB1 wQ\;bP bA2-;wM wB1\;bB1 \bA2;wA3 -wQ;bS1 /bA1;"
        r"wA3 -bS1",
        (57, 6_929),
    ),
    "forced pass": (FORCED_PASS, (1, 74)),
    "pillbug gate": (
        r"Base+P;InProgress;White[9];wP;bB1 wP-;wQ /wP;bQ bB1/;wQ wP\;bQ \bB1;wQ /wP;bA1 bQ/;"
        r"wQ wP\;bA1 -bQ;wQ /wP;bB2 \bQ;wQ wP\;bB2 bQ;bA1 -wP;bB1 wQ",
        (2, 88),
    ),
    "beetle gate": (
        r"Base;InProgress;White[12];wB1;bS1 wB1-;wQ \wB1;bQ bS1/;wB2 -wQ;bB1 bQ\;wS1 /wB2;bB1 bS1;"
        r"wG1 /wS1;bQ \bB1;wG2 wG1\;bB2 bQ/;wG3 wG2\;bB2 \bQ;wA1 wG3-;bB2 wQ;wA2 wA1-;bA1 bQ/;"
        r"wS2 wA2-;bA1 bB1/;wA3 wS2/;bA1 wA3/",
        (4, 202),
    ),
    "walk and throw to one cell": (
        r"Base+P;InProgress;White[3];wP;bS1 wP-;wQ /wP;bQ bS1-",
        (24,),
    ),
}

PREFIX_OFFSET = {"/": (-1, 1), "-": (-1, 0), "\\": (0, -1)}
SUFFIX_OFFSET = {"/": (1, -1), "-": (1, 0), "\\": (0, 1)}

Marks = dict[str, set[Cell]]


def at(game: ReferenceGame, piece: str) -> Cell:
    """The cell where a piece in play lies."""
    return next(cell for cell, stack in game.stacks.items() if piece in stack)


def parse_move(game: ReferenceGame, text: str) -> Move:
    """Read a move string in the position where it is about to be played."""
    if text == "pass":
        return None
    piece, _, destination = text.partition(" ")
    if not destination:
        return piece, (0, 0)
    offset = (0, 0)
    if destination[0] in PREFIX_OFFSET:
        offset = PREFIX_OFFSET[destination[0]]
    elif destination[-1] in SUFFIX_OFFSET:
        offset = SUFFIX_OFFSET[destination[-1]]
    q, r = at(game, destination.strip("/-\\"))
    return piece, (q + offset[0], r + offset[1])


def play_all(game: ReferenceGame, moves: str) -> None:
    """Play moves joined by semicolons."""
    for text in moves.split(";"):
        game.play(parse_move(game, text))


def replay(game_string: str, **options: bool) -> ReferenceGame:
    """Play a GameString from its first move."""
    game_type, _, _, moves = game_string.split(";", 3)
    game = ReferenceGame(game_type, **options)
    play_all(game, moves)
    return game


def scene(
    picture: str,
    turn: str = "w",
    *,
    under: Mapping[str, Sequence[str]] | None = None,
    stunned: str | None = None,
    game_type: str = "Base+MLP",
) -> tuple[ReferenceGame, Marks]:
    """Set up a drawn position; single letters in the picture mark empty cells.

    Cells are four columns wide and each row is shifted by two, so that neighbours touch as
    hexagons do. A stack shows its top piece; ``under`` lists what lies beneath, bottom first.
    """
    stacks: dict[Cell, list[str]] = {}
    marks: Marks = {}
    lines = [line for line in picture.splitlines() if line.strip()]
    margin = len(lines[0]) - len(lines[0].lstrip())
    for row, line in enumerate(lines):
        for found in re.finditer(r"\S+", line):
            token = found.group()
            q, misaligned = divmod(found.start() - margin - 2 * row, 4)
            assert not misaligned, f"{token} is out of line"
            if len(token) == 1:
                marks.setdefault(token, set()).add((q, row))
            else:
                stacks[q, row] = [*(under or {}).get(token, ()), token]
    return ReferenceGame.from_stacks(game_type, stacks, turn, stunned), marks


def destinations(game: ReferenceGame, piece: str) -> set[Cell]:
    """Where a piece may be moved this turn, by itself or by a throw."""
    return {move[1] for move in game.legal_moves() if move is not None and move[0] == piece}


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_perft_from_the_start(game_type: str) -> None:
    game = ReferenceGame(game_type)
    counts = tuple(perft(game, depth) for depth in range(5))
    assert counts == PUBLISHED_PERFT[game_type]


@pytest.mark.slow
def test_perft_of_first_throws() -> None:
    assert perft(ReferenceGame("Base+P"), 5) == 1_255_932


@pytest.mark.parametrize("name", POSITION_PERFT)
def test_perft_of_position(name: str) -> None:
    game_string, counts = POSITION_PERFT[name]
    game = replay(game_string)
    assert tuple(perft(game, depth + 1) for depth in range(len(counts))) == counts


@pytest.mark.slow
@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_random_game_keeps_its_promises(game_type: str) -> None:
    rng = random.Random(game_type)
    game = ReferenceGame(game_type)
    trail = []
    while game.ply < 60 and game.state in ("NotStarted", "InProgress"):
        trail.append((game.game_string(), game.position_key(), game.stunned))
        moves = game.legal_moves()
        for move in moves:
            assert parse_move(game, game.move_string(move)) == move
            assert move is None or move[0] not in game.stacks.get(move[1], ())
        game.play(rng.choice(sorted(moves, key=str)))
        assert is_one_hive(game.stacks)
    assert replay(game.game_string()).stacks == game.stacks
    for before in reversed(trail):
        game.undo()
        assert (game.game_string(), game.position_key(), game.stunned) == before
    assert game.stacks == {}


def test_illegal_move_is_refused() -> None:
    game = ReferenceGame()
    with pytest.raises(ValueError, match="illegal"):
        game.play(("wS2", (0, 0)))
    with pytest.raises(ValueError, match="illegal"):
        game.play(None)
    assert game.game_string() == "Base;NotStarted;White[1]"


def test_unknown_game_type_is_refused() -> None:
    with pytest.raises(ValueError, match="game type"):
        ReferenceGame("Base+X")


def test_pieces_outside_the_set_are_refused() -> None:
    with pytest.raises(ValueError, match="pieces"):
        ReferenceGame.from_stacks("Base", {(0, 0): ["wM"]}, "w")


def test_hand_is_what_is_not_in_play() -> None:
    game = replay("Base;InProgress;White[2];wS1;bG1 wS1-")
    assert game.hand("w") == ["wQ", "wS2", "wB1", "wB2", "wG1", "wG2", "wG3", "wA1", "wA2", "wA3"]
    assert "bG1" not in game.hand("b")
    assert len(ReferenceGame("Base+MLP").hand("b")) == 14


def test_reference_piece_is_found_clockwise_from_the_north_west() -> None:
    game, marks = scene(
        """
          wA1 wA2
        wA3 c   wG1
          wG2 wQ  bQ
        """
    )
    [centre] = marks["c"]
    assert game.move_string(("wB1", centre)) == "wB1 wA1\\"
    assert game.move_string(("wA1", centre)) == "wA1 /wA2"


def test_climb_names_the_top_piece() -> None:
    game, _ = scene("wB1 bB1 bQ  wQ", under={"bB1": ["bS1"]})
    assert game.move_string(("wB1", at(game, "bB1"))) == "wB1 bB1"


def test_queen_is_barred_from_the_first_turn() -> None:
    game = ReferenceGame()
    assert destinations(game, "wQ") == set()
    game.play(("wS1", (0, 0)))
    assert destinations(game, "bQ") == set()
    play_all(game, "bS1 wS1-")
    assert destinations(game, "wQ") != set()


def test_queen_may_come_first_by_option() -> None:
    game = ReferenceGame(queen_first=True)
    assert [perft(game, 1), perft(game, 2)] == [5, 150]


def test_queen_must_be_placed_by_the_fourth_turn() -> None:
    game = replay(r"Base;InProgress;White[4];wS1;bS1 wS1-;wG1 -wS1;bG1 bS1-;wA1 -wG1;bA1 bG1-")
    assert {move[0] for move in game.legal_moves() if move is not None} == {"wQ"}
    play_all(game, "wQ -wA1")
    assert {move[0] for move in game.legal_moves() if move is not None} == {"bQ"}


def test_nothing_moves_before_the_own_queen_is_placed() -> None:
    game = replay(r"Base+P;InProgress;Black[2];wA1;bP wA1-;wQ -wA1")
    in_play = {"bP", "wA1", "wQ"}
    assert not in_play & {move[0] for move in game.legal_moves() if move is not None}


def test_first_black_piece_touches_white() -> None:
    game = replay("Base;InProgress;Black[1];wS1")
    assert destinations(game, "bA1") == neighbours((0, 0))


def test_placement_touches_own_colour_only() -> None:
    game, marks = scene(
        """
          x   .
        x   wQ  bQ
          x
        """
    )
    assert destinations(game, "wA1") == marks["x"]


@pytest.mark.parametrize(("turn", "mark"), [("w", "x"), ("b", "y")])
def test_stack_has_the_colour_of_its_top(turn: str, mark: str) -> None:
    game, marks = scene(
        """
          x   x   .   y
        x   wQ  wB1 bA1 y
          x   x   .   y
        """,
        turn,
        under={"wB1": ["bQ"]},
    )
    assert destinations(game, f"{turn}G1") == marks[mark]


def test_only_the_lowest_number_of_a_kind_is_placed() -> None:
    game, _ = scene("wA2 wQ  bQ")
    assert destinations(game, "wA1") != set()
    assert destinations(game, "wA3") == set()


def test_queen_crawls_one_cell_keeping_contact() -> None:
    game, marks = scene(
        """
          x
        wQ  bQ
          x
        """
    )
    assert destinations(game, "wQ") == marks["x"]


def test_queen_does_not_pass_a_gate() -> None:
    game, _ = scene(
        """
          wA1 wA2
        .   wQ  bA1
          wG1 bQ
        """
    )
    assert destinations(game, "wQ") == set()


def test_pinned_piece_does_not_move() -> None:
    game, _ = scene("bQ  wQ  bA1")
    assert destinations(game, "wQ") == set()


def test_covered_piece_does_not_move() -> None:
    game, _ = scene("bB1 bQ  wQ", under={"bB1": ["wA1"]})
    assert destinations(game, "wA1") == set()


def test_beetle_crawls_or_climbs() -> None:
    game, marks = scene(
        """
          x
        wB1 bQ  wQ
          x
        """
    )
    assert destinations(game, "wB1") == marks["x"] | {at(game, "bQ")}


@pytest.mark.parametrize("gate", [True, False])
def test_beetle_does_not_climb_through_a_gate(gate: bool) -> None:
    game, marks = scene(
        """
        x   bB1
          wB1 bQ  wQ
        x   bB2
        """,
        under={"bB1": ["bS1"], "bB2": ["bS2"] if gate else []},
    )
    climbs = {at(game, "bB1"), at(game, "bB2")} | (set() if gate else {at(game, "bQ")})
    assert destinations(game, "wB1") == marks["x"] | climbs


@pytest.mark.parametrize("gate", [True, False])
def test_beetle_does_not_fall_through_a_gate(gate: bool) -> None:
    game, marks = scene(
        """
          bB1
        wB1 x   .
          bB2 wQ
        """,
        under={"wB1": ["bQ"], "bB1": ["bS1"], "bB2": ["bS2"] if gate else []},
    )
    assert (destinations(game, "wB1") >= marks["x"]) is not gate


def test_grasshopper_jumps_over_a_row_to_its_first_gap() -> None:
    game, marks = scene(
        """
        wG1 bQ  bA1 x
          wQ
            bS1
              x
        """
    )
    assert destinations(game, "wG1") == marks["x"]


def test_spider_crawls_exactly_three_cells() -> None:
    game, marks = scene(
        """
          .   .   x
        wS1 wQ  bQ  .
          .   .   x
        """
    )
    assert destinations(game, "wS1") == marks["x"]


def test_ant_crawls_all_the_way_round() -> None:
    game, marks = scene(
        """
          x   x   x
        wA1 wQ  bQ  x
          x   x   x
        """
    )
    assert destinations(game, "wA1") == marks["x"]


def test_ant_does_not_enter_through_a_gate() -> None:
    game, marks = scene(
        """
              wQ  bQ
        wA1 bA1 c   e
              bS1 bG1
        """
    )
    assert destinations(game, "wA1") >= marks["e"]
    assert not destinations(game, "wA1") & marks["c"]


def test_ladybug_takes_two_steps_on_top_and_one_down() -> None:
    game, marks = scene(
        """
              x   x
        wL  wQ  bQ  x
              x   x
        """
    )
    assert destinations(game, "wL") == marks["x"]


def test_ladybug_may_step_down_between_stacks() -> None:
    game, marks = scene(
        """
              x   x
        wL  bB1 bQ  wQ
              x   x
        """,
        under={"bB1": ["bS1"]},
    )
    assert destinations(game, "wL") == marks["x"]


@pytest.mark.parametrize("gate", [True, False])
def test_ladybug_does_not_pass_a_gate_on_top(gate: bool) -> None:
    game, marks = scene(
        """
              bB1
        wL  wQ  bQ  y
              bB2
        """,
        under={"bB1": ["bS1"], "bB2": ["bS2"] if gate else []},
    )
    assert (destinations(game, "wL") >= marks["y"]) is not gate


def test_mosquito_beside_a_mosquito_only_does_not_move() -> None:
    game, _ = scene("wM  bM  bQ  wQ")
    assert destinations(game, "wM") == set()


def test_mosquito_above_the_ground_is_a_beetle() -> None:
    game, _ = scene("wM  bA1 bQ  wQ", under={"wM": ["bG1"]})
    assert destinations(game, "wM") == neighbours(at(game, "wM"))


def test_mosquito_copies_the_top_of_a_stack_only() -> None:
    game, marks = scene(
        """
          x
        wM  bB1 wQ  bQ
          x
        """,
        under={"bB1": ["bA1"]},
    )
    assert destinations(game, "wM") == marks["x"] | {at(game, "bB1")}


def test_mosquito_copies_every_kind_it_touches() -> None:
    game, marks = scene(
        """
            x
          wM  bQ  bG1 bS1 wQ  x
        x   bG2
              x
        """
    )
    assert destinations(game, "wM") == marks["x"]


def test_pinned_pillbug_may_throw_friend_and_foe() -> None:
    game, marks = scene(
        """
          x   x
        bQ  wP  wQ
          x   x
        """
    )
    assert destinations(game, "wP") == set()
    assert destinations(game, "wQ") == marks["x"]
    assert destinations(game, "bQ") == marks["x"]


def test_covered_pillbug_may_not_throw() -> None:
    game, marks = scene(
        """
          .   x
        bQ  bB1 wQ
          .   x
        """,
        under={"bB1": ["wP"]},
    )
    assert destinations(game, "wQ") == marks["x"]
    assert destinations(game, "bQ") == set()


def test_opponents_pillbug_does_not_throw() -> None:
    game, marks = scene(
        """
          .   x
        bQ  bP  wQ
          .   x
        """
    )
    assert destinations(game, "wQ") == marks["x"]
    assert destinations(game, "bQ") == set()


@pytest.mark.parametrize("gate", [True, False])
def test_throw_does_not_climb_through_a_gate(gate: bool) -> None:
    game, marks = scene(
        """
        x   bB1 y
          wQ  wP  bQ
        x   bB2 y
        """,
        under={"bB1": ["bS1"], "bB2": ["bS2"] if gate else []},
    )
    thrown = set() if gate else marks["y"]
    assert destinations(game, "wQ") == marks["x"] | thrown


@pytest.mark.parametrize("gate", [True, False])
def test_throw_does_not_fall_through_a_gate(gate: bool) -> None:
    game, marks = scene(
        """
        wQ  bB1 x
          y   wP  bQ
            bB2 x
        """,
        under={"bB1": ["bS1"], "bB2": ["bS2"] if gate else []},
    )
    assert destinations(game, "bQ") == marks["x"] | (set() if gate else marks["y"])


def test_pinned_piece_is_not_thrown() -> None:
    game, _ = scene("bA1 bQ  wP  wQ")
    assert destinations(game, "bQ") == set()


def test_piece_in_a_stack_is_not_thrown() -> None:
    game, _ = scene("bB1 wP  wQ  bQ", under={"bB1": ["bS1"]})
    assert destinations(game, "bB1") == set()


def test_stunned_piece_is_not_thrown() -> None:
    game, _ = scene("bQ  wP  wQ", stunned="bQ")
    assert destinations(game, "bQ") == set()


def test_stunned_piece_does_not_move() -> None:
    game, _ = scene("bQ  wQ  wA1", stunned="wA1")
    assert destinations(game, "wA1") == set()


def test_stunned_pillbug_may_not_throw() -> None:
    game, _ = scene("bQ  wP  bA1 wQ", stunned="wP")
    assert destinations(game, "bQ") == set()


def test_stunned_mosquito_may_not_throw() -> None:
    game, _ = scene("bQ  wM  wP  wQ", stunned="wM")
    assert destinations(game, "bQ") == set()


@pytest.mark.parametrize("pillbug", ["wP", "bP"])
def test_mosquito_may_copy_a_stunned_pillbug(pillbug: str) -> None:
    game, marks = scene(
        f"""
          x   x
        bQ  wM  {pillbug}  wQ
          x   x
        """,
        stunned=pillbug,
    )
    assert destinations(game, "bQ") == marks["x"]


def test_mosquito_may_not_copy_a_covered_pillbug() -> None:
    game, _ = scene("bQ  wM  bB1 wQ", under={"bB1": ["wP"]})
    assert destinations(game, "bQ") == set()


def test_walk_stuns_but_placement_does_not() -> None:
    game = replay(r"Base+P;InProgress;White[3];wP;bS1 wP-;wQ /wP;bQ bS1-")
    assert game.stunned is None
    play_all(game, r"wQ \wP")
    assert game.stunned == "wQ"
    play_all(game, "bA1 bQ-")
    assert game.stunned is None
    play_all(game, r"wQ wP\;bA1 \bS1")
    assert game.stunned == "bA1"


def test_thrown_piece_may_not_move_next_turn_but_may_after_it() -> None:
    game, _ = scene("bA1 wP  wQ  bQ", game_type="Base+P")
    play_all(game, r"bA1 \wP")
    assert game.stunned == "bA1"
    assert destinations(game, "bA1") == set()
    play_all(game, "bS1 bQ-;wS1 /wP")
    assert destinations(game, "bA1") != set()


def test_pass_is_played_only_when_forced() -> None:
    game = replay(FORCED_PASS)
    assert game.stunned == "bA2"
    assert game.legal_moves() == {None}
    game.play(None)
    assert game.stunned is None
    assert game.game_string().endswith(";pass")
    assert game.game_string().startswith("Base;InProgress;Black[7];")
    assert None not in game.legal_moves()
    with pytest.raises(ValueError, match="illegal"):
        game.play(None)


SURROUNDED = """
          wA1 wA2
        wG1 {} wS1
          wQ  bA1
        """


def test_surrounded_queen_loses() -> None:
    game, _ = scene(SURROUNDED.format("bQ "))
    assert game.state == "WhiteWins"
    assert game.legal_moves() == set()
    assert [perft(game, depth) for depth in range(3)] == [1, 0, 0]


def test_surrounded_queen_loses_even_if_covered() -> None:
    game, _ = scene(SURROUNDED.format("bB1"), under={"bB1": ["bQ"]})
    assert game.state == "WhiteWins"


def test_both_queens_surrounded_is_a_draw() -> None:
    game, _ = scene(
        """
          wA1 wA2 wA3
        wG1 wQ  bQ  bG1
          bA1 bA2 bA3
        """
    )
    assert game.state == "Draw"
    assert game.legal_moves() == set()


def test_surrounding_the_own_queen_loses() -> None:
    game, marks = scene(
        """
          bA1 bA2
        bG1 wQ  x
          bS1 bQ  bG2
                    wG1
        """
    )
    [gap] = marks["x"]
    game.play(("wG1", gap))
    assert game.state == "BlackWins"


def test_finished_game_keeps_its_turn_and_refuses_moves() -> None:
    text = (
        r"Base;WhiteWins;Black[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \bQ;wG1 bQ\;bG2 bQ/;"
        r"wA1 wQ\;bA1 bG2/;wA1 bG2\;bA1 \bG2;wQ \wS1;bA1 bG2/;wQ /bG1"
    )
    game = replay(text)
    assert game.game_string().startswith("Base;WhiteWins;Black[8];")
    with pytest.raises(ValueError, match="illegal"):
        game.play(None)
    game.undo()
    assert game.state == "InProgress"


LINE = "InProgress;White[3];wG1;bG1 wG1-;wQ -wG1;bQ bG1-"
SHUFFLE = (r"wQ \wG1", r"bQ bG1/", "wQ -wG1", "bQ bG1-")


def drawn_after(game: ReferenceGame) -> int:
    """How many plies of queens going to and fro it takes until the game is drawn."""
    for plies in range(40):
        if game.state == "Draw":
            return plies
        play_all(game, SHUFFLE[plies % 4])
    raise AssertionError("no draw")


def test_third_occurrence_is_a_draw() -> None:
    game = replay(f"Base;{LINE}", repetition_draw=True)
    assert drawn_after(game) == 8
    assert game.legal_moves() == set()
    game.undo()
    assert game.state == "InProgress"


def test_stunned_piece_is_part_of_the_position_with_a_pillbug() -> None:
    assert drawn_after(replay(f"Base+P;{LINE}", repetition_draw=True)) == 9


def test_repetition_is_ignored_by_default() -> None:
    game = replay(f"Base;{LINE}")
    for _ in range(3):
        play_all(game, ";".join(SHUFFLE))
    assert game.state == "InProgress"


def test_start_position_counts_as_an_occurrence() -> None:
    game, _ = scene("wQ  wG1 bG1 bQ", game_type="Base")
    game.repetition_draw = True
    assert drawn_after(game) == 8


def test_position_is_the_same_up_to_a_shift_and_equal_bugs() -> None:
    here = {(0, 0): ["wA1"], (1, 0): ["wQ"], (2, 0): ["bQ"], (2, 1): ["wA2", "bB1"]}
    shifted = {(5, -3): ["wA2"], (6, -3): ["wQ"], (7, -3): ["bQ"], (7, -2): ["wA1", "bB2"]}
    turned = {(0, 0): ["wA1"], (0, 1): ["wQ"], (0, 2): ["bQ"], (-1, 3): ["wA2", "bB1"]}

    def key(stacks: dict[Cell, list[str]], turn: str = "w", stunned: str | None = None) -> object:
        return ReferenceGame.from_stacks("Base+P", stacks, turn, stunned).position_key()

    assert key(here) == key(shifted)
    assert key(here) != key(turned)
    assert key(here) != key(here, "b")
    assert key(here) != key(here, "w", "bB1")
    assert key(here, "w", "bB1") == key(shifted, "w", "bB2")
