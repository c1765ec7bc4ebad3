"""Positions without a history: put together, written as one line, checked, played on."""

import copy
import pickle
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from positions import played
from reference import ReferenceGame

from engine import (
    GAME_TYPES,
    PASS,
    Bug,
    Color,
    Fault,
    Game,
    GameState,
    GameStringError,
    Hex,
    HiveError,
    Move,
    Piece,
    PositionError,
    Setup,
)
from search import Limits, Searcher

MIDGAME = "Base+MLP White[7] 2,wA1,wQbB1/bQ,1,wS1 bB1"


def random_game(seed: object, game_type: str, plies: int, **rules: bool) -> Game:
    random, game = Random(repr(seed)), Game(game_type, **rules)
    while game.ply < plies and (moves := game.legal_moves):
        game.play(random.choice(moves))
    return game


def faults(setup: Setup, *, queen_first: bool = False) -> set[Fault]:
    return {problem.fault for problem in setup.problems(queen_first=queen_first)}


# Positions of real games are good ones


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_every_position_of_a_game_can_be_set_up(game_type: str) -> None:
    """Round trip: the same position, the same legal moves, the same end."""
    for seed in range(4):
        game = Game(game_type)
        random = Random(f"{game_type} {seed}")
        while game.ply < 90:
            assert game.setup().problems() == []
            twin = Game.from_position_text(game.position_text)
            assert twin == game
            assert twin.position_text == game.position_text
            assert (twin.state, twin.stunned) == (game.state, game.stunned)
            assert twin.turn_string == game.turn_string
            assert sorted(twin.legal_move_strings) == sorted(game.legal_move_strings)
            assert [twin.hand(color) for color in Color] == [game.hand(color) for color in Color]
            if not (moves := game.legal_moves):
                break
            game.play(random.choice(moves))


def test_a_set_up_game_goes_on_as_the_game_it_was_taken_from() -> None:
    random, game = Random(5), random_game(5, "Base+MLP", 24)
    twin = game.setup().game()
    assert twin.position["hash"] == game.position["hash"]
    for _ in range(40):
        assert twin.legal_moves == game.legal_moves
        assert twin.game_type == game.game_type
        if not game.legal_moves:
            break
        move = random.choice(game.legal_moves)
        assert twin.play(move) == game.play(move)
        assert twin == game
    assert twin.state == game.state
    made = len(twin.history)
    assert made > 10
    twin.undo(made)
    assert twin.position_text == twin.start_position


def test_legal_moves_of_a_set_up_position_are_those_of_the_reference_rules() -> None:
    for seed in range(6):
        game = random_game(("reference", seed), "Base+MLP", 30 + seed)
        twin = Game.from_position_text(game.position_text)
        reference = ReferenceGame.from_stacks(
            "Base+MLP",
            {(q, r): [*map(str, pieces)] for (q, r), pieces in twin.stacks.items()},
            turn=twin.turn.letter,
            stunned=None if twin.stunned is None else twin.stunned.name,
            ply=twin.ply,
        )
        ours = {(str(move.piece), tuple(move.to or ())) for move in twin.legal_moves}
        assert len(ours) > 1
        assert ours == reference.legal_moves()


def test_an_end_of_game_can_be_set_up() -> None:
    ring = ("bQ", "wA1", "wA2", "bA1", "bA2", "wG1")
    around = {Hex(0, 0).neighbour(direction): name for direction, name in enumerate(ring)}
    game = Game.from_stacks({Hex(0, 0): "wQ", **around})
    assert game.state is GameState.BLACK_WINS
    assert game.legal_moves == []
    with pytest.raises(HiveError, match="over"):
        game.play("wA1 bQ-")


# Text


def test_position_text_reads_as_documented() -> None:
    setup = Setup.from_text(MIDGAME)
    assert setup.stacks == {
        Hex(2, 0): (Piece.named("wA1"),),
        Hex(3, 0): (Piece.named("wQ"), Piece.named("bB1")),
        Hex(0, 1): (Piece.named("bQ"),),
        Hex(2, 1): (Piece.named("wS1"),),
    }
    assert (setup.turn, setup.turn_number, setup.stunned) == (
        Color.WHITE,
        7,
        Piece.named("bB1"),
    )
    assert setup.text == MIDGAME


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Base White[1] -", "Base White[1] - -"),
        ("  Base+PLM   Black[1]  ws1  - ", "Base+MLP Black[1] wS1 -"),
        ("Base White[2] /2,wS1,bs1,3/ -", "Base White[2] wS1,bS1 -"),
        ("Base White[3] 1,wQ/bqwb1,bs1 -", "Base White[3] 1,wQ/bQwB1,bS1 -"),
    ],
)
def test_loose_spellings_of_a_position_text(text: str, same: str) -> None:
    assert Setup.from_text(text).text == same


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not a position"),
        ("Base", "is not a position"),
        ("Base White[1] - - -", "is not a position"),
        ("Chess White[1] - -", "unknown game type 'Chess'"),
        ("Base White - -", "'White' is not a turn"),
        ("Base White[0] - -", "'White[0]' is not a turn"),
        ("Base White[2] wS1,bS1 wX", "the stunned piece is a name such as bB1 or -"),
        ("Base White[2] wS1,bS -", "'bS' is neither pieces"),
        ("Base White[2] wS1,,bS1 -", "'' is neither pieces"),
        ("Base White[2] wS1,0,bS1 -", "'0' is neither pieces"),
        ("Base White[2] wS1,100,bS1 -", "'100' is neither pieces"),
        ("Base White[2] wS1,wS1 -", "wS1 is in play already"),
        ("Base White[2] wS1wS1 -", "wS1 is in play already"),
    ],
)
def test_a_bad_position_text_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(PositionError) as caught:
        Setup.from_text(text)
    assert says in str(caught.value)
    with pytest.raises(PositionError):
        Game.from_position_text(text)


@given(st.text(alphabet="Base+MLP White[12] Black wQbSAG123,/-;\\", max_size=60))
@example("Base White[999999999] wS1,bS1 -")
@example("Base White[2] " + "/" * 5000 + " -")
def test_any_text_is_a_position_or_a_position_error(text: str) -> None:
    try:
        setup = Setup.from_text(text)
    except PositionError:
        return
    assert Setup.from_text(setup.text).text == setup.text
    if setup.problems():
        with pytest.raises(PositionError):
            setup.game()
    else:
        assert Setup.from_text(setup.game().position_text).text == setup.text


# Validity


@pytest.mark.parametrize(
    ("text", "fault", "says"),
    [
        ("Base White[3] wQ,bQ,wM,bS1 -", Fault.NOT_IN_GAME, "wM is not part of a Base game"),
        ("Base White[3] wQ,wA2,bQ,bS1 -", Fault.OUT_OF_ORDER, "wA2 is in play and wA1 is not"),
        ("Base White[3] wQ,wA1,1,bQ,bS1 -", Fault.MORE_THAN_ONE_HIVE, "is not linked with all"),
        ("Base White[9] wQ,wA1,bQbS1 -", Fault.CANNOT_CLIMB, "bS1 lies on bQ"),
        ("Base White[2] wS1 -", Fault.NOTHING_PLACED, "Black has had a turn"),
        ("Base Black[1] - -", Fault.NOTHING_PLACED, "White has had a turn"),
        ("Base White[1] wS1 -", Fault.TOO_FEW_TURNS, "White has had 0 turns"),
        ("Base Black[1] wS1,wA1 -", Fault.TOO_FEW_TURNS, "1 turns, too few"),
        ("Base White[3] wQwB1,bQ,bS1 -", Fault.TOO_FEW_TURNS, "2 placed and 1 or more moved"),
        ("Base White[2] wQ,bS1 -", Fault.QUEEN_FIRST_TURN, "White's queen is in play alone"),
        ("Base White[5] wS1,wS2,wA1,wG1,bQ,bS1 -", Fault.QUEEN_OVERDUE, "White has placed 4"),
        ("Base White[5] wS1wB1,bQ,bS1 -", Fault.QUEEN_NOT_PLACED, "wB1 lies on another piece"),
        ("Base White[5] wQ,wS1,bQ,bS1 wS1", Fault.STUNNED, "there is no pillbug in Base"),
        ("Base+P White[5] wQ,wS1,bQ,bS1 bP", Fault.STUNNED, "bP cannot be stunned: it is not in"),
        ("Base+P White[6] wQ,wS1bB1,bQ,bS1 wS1", Fault.STUNNED, "another piece lies on it"),
        ("Base+P White[9] wQ,bS1wB1,bQ wB1", Fault.STUNNED, "so White moved last"),
        ("Base+P White[4] wQ,wS1,bA1,bS1 wS1", Fault.QUEEN_NOT_PLACED, "wS1 moved last, but Black"),
    ],
)
def test_a_bad_position_says_why_no_game_comes_to_it(text: str, fault: Fault, says: str) -> None:
    setup = Setup.from_text(text)
    assert [problem.fault for problem in setup.problems()] == [fault]
    assert says in setup.problems()[0].message
    with pytest.raises(PositionError) as caught:
        Game.from_position_text(text)
    assert [problem.fault for problem in caught.value.problems] == [fault]


def test_all_problems_are_told_at_once() -> None:
    setup = Setup("Base", {(0, 0): "wM", (5, 5): "bA2"}, turn_number=1)
    assert faults(setup) == {
        Fault.NOT_IN_GAME,
        Fault.OUT_OF_ORDER,
        Fault.MORE_THAN_ONE_HIVE,
        Fault.TOO_FEW_TURNS,
    }


def test_the_queen_may_come_first_where_that_is_the_rule() -> None:
    setup = Setup.from_text("Base White[2] wQ,bS1 -")
    assert faults(setup) == {Fault.QUEEN_FIRST_TURN}
    assert faults(setup, queen_first=True) == set()
    assert setup.game(queen_first=True).queen_first


@pytest.mark.parametrize(
    ("stacks", "turn", "number"),
    [
        ({}, Color.WHITE, 1),
        ({(0, 0): "wS1"}, Color.BLACK, 1),
        ({(0, 0): "wS1", (1, 0): "bS1"}, Color.WHITE, 2),
        ({(0, 0): ["wQ"], (1, 0): ["bQ", "wB1"], (2, 0): "bA1"}, Color.WHITE, 4),
        ({(0, 0): ["wQ"], (1, 0): ["bQ", "wB1"], (2, 0): "bA1"}, Color.BLACK, 3),
    ],
)
def test_without_a_number_the_turn_has_the_lowest_that_fits(
    stacks: dict[tuple[int, int], list[str] | str], turn: Color, number: int
) -> None:
    game = Game.from_stacks(stacks, turn=turn)
    assert (game.turn, game.turn_number) == (turn, number)
    if number > 1:
        lower = Setup("Base", stacks, turn=turn, turn_number=number - 1)
        assert Fault.TOO_FEW_TURNS in faults(lower)


# Editing


def test_pieces_are_put_and_taken() -> None:
    setup = Setup("Base+MLP")
    setup.put("wQ", (0, 0))
    setup.put(Piece.named("bB1"), Hex(0, 0))
    with pytest.raises(PositionError, match="wQ is in play already"):
        setup.put("wQ", (1, 0))
    assert setup.take((0, 0)) == Piece.named("bB1")
    assert setup.stacks == {Hex(0, 0): (Piece.named("wQ"),)}
    with pytest.raises(PositionError, match="no piece at"):
        setup.take((3, 3))
    setup.put("bB1", (1, 0))
    setup.turn_number = 9
    assert setup.text == "Base+MLP White[9] wQ,bB1 -"


def test_a_setup_taken_from_a_game_leaves_the_game_as_it_is() -> None:
    game = played("Base", "wS1", "bS1 wS1-")
    setup = game.setup()
    setup.take((0, 0))
    assert game == played("Base", "wS1", "bS1 wS1-")
    start = Setup.from_text("Base White[2] wS1,bS1 -")
    twin = start.game()
    start.take((0, 0))
    assert twin.start_position == "Base White[2] wS1,bS1 -"
    assert twin.start is not None
    twin.start.take((0, 0))
    assert twin.start_position == "Base White[2] wS1,bS1 -"


@pytest.mark.parametrize(
    "call",
    [
        lambda: Setup(3),  # type: ignore[arg-type]
        lambda: Setup("Base", {0: "wQ"}),
        lambda: Setup("Base", {(0, 0, 0): "wQ"}),
        lambda: Setup("Base", {(0.5, 0): "wQ"}),
        lambda: Setup("Base", {(0, 0): 7}),  # type: ignore[dict-item]
        lambda: Setup("Base", turn_number="3"),  # type: ignore[arg-type]
        lambda: Setup.from_text(b"Base"),  # type: ignore[arg-type]
        lambda: Game.from_setup("Base White[1] - -"),  # type: ignore[arg-type]
        lambda: Game.from_notation(None),  # type: ignore[arg-type]
    ],
)
def test_things_of_the_wrong_type_are_refused(call: object) -> None:
    with pytest.raises(TypeError):
        call()  # type: ignore[operator]


@pytest.mark.parametrize(
    "call",
    [
        lambda: Setup("Chess"),
        lambda: Setup("Base", {(0, 0): "wX"}),
        lambda: Setup("Base", turn=2),  # type: ignore[arg-type]
        lambda: Setup("Base", turn_number=0),
    ],
)
def test_values_that_are_none_of_hive_are_refused(call: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        call()  # type: ignore[operator]


# A game from a position


def test_a_set_up_game_has_a_notation_but_no_game_string() -> None:
    game = Game.from_position_text("Base White[3] wS1,wQ,bQ,bS1 -")
    with pytest.raises(GameStringError, match="has no GameString"):
        _ = game.game_string
    game.play("wA1 -wS1")
    assert game.notation == "Base White[3] wS1,wQ,bQ,bS1 -;wA1 -wS1"
    assert repr(game) == "<Game 'Base White[3] wS1,wQ,bQ,bS1 -;wA1 -wS1'>"
    again = Game.from_notation(game.notation)
    assert again == game
    assert again.notation == game.notation
    ordinary = played("Base", "wS1", "bS1 wS1-")
    assert ordinary.start is None
    assert ordinary.start_position is None
    assert ordinary.notation == ordinary.game_string
    assert Game.from_notation(ordinary.notation) == ordinary
    assert Game.from_notation("Base+M").game_type == "Base+M"
    with pytest.raises(GameStringError, match=r"move 1 \('wQ'\)"):
        Game.from_notation("Base White[3] wS1,wQ,bQ,bS1 -;wQ")


def test_repetition_counts_from_the_position_set_up() -> None:
    game = Game.from_position_text("Base White[3] wQ,wS1,bS1,bQ -", repetition_draw=True)
    start = game.position_hash
    for _ in range(2):
        for name in ("wQ", "bQ"):
            forth = next(move for move in game.legal_moves if move.piece == Piece.named(name))
            game.play(forth)
        for name, home in (("wQ", Hex(0, 0)), ("bQ", Hex(3, 0))):
            game.play(Move(Piece.named(name), home))
        assert game.position_hash == start
    assert game.state is GameState.DRAW
    assert game.legal_moves == []


@pytest.mark.parametrize("strategy", ["AlphaBeta", "MCTS"])
def test_a_set_up_position_is_searched(strategy: str) -> None:
    """The same move as from the game it was taken from, and no memory of another start."""
    searcher = Searcher(strategy=strategy, table_mib=4)
    for seed in range(3):
        game = random_game(("search", seed), "Base+MLP", 20 + seed)
        twin = Game.from_position_text(game.position_text)
        shifted = game.setup().shifted(9, -4).game()
        for position in (twin, shifted, game):
            result = searcher.search(position, Limits(nodes=300))
            assert position.is_legal(result.move)
            line = position.copy()
            for move in result.line.pv:
                line.play(move)


def test_a_queen_that_can_only_pass_passes() -> None:
    """A player all of whose cells touch the enemy passes, also in a position set up."""
    game = Game.from_stacks(
        {(0, 0): ["wQ", "bB1"], (1, 0): ["bQ"], (2, 0): "bS1"},
        turn=Color.WHITE,
        game_type="Base",
        queen_first=True,
    )
    assert game.legal_moves == [PASS]


# Pickles


@pytest.mark.parametrize("rules", [{}, {"repetition_draw": True}, {"queen_first": True}])
def test_games_are_pickled_with_their_history(rules: dict[str, bool]) -> None:
    for game in (
        random_game("pickle", "Base+MLP", 40, **rules),
        Game.from_notation("Base White[3] wS1,wQ,bQ,bS1 -;wA1 -wS1", **rules),
    ):
        twin = pickle.loads(pickle.dumps(game))
        assert twin == game
        assert twin.notation == game.notation
        assert twin.history == game.history
        assert twin.played == game.played
        assert twin.stacks == game.stacks
        assert twin.legal_moves == game.legal_moves
        assert twin._seen == game._seen
        twin.undo(len(twin.history))
        assert twin.notation != game.notation
        assert len(pickle.dumps(game)) < 4000


def test_moves_pieces_and_setups_are_pickled_and_copied() -> None:
    game = random_game("pickle", "Base+MLP", 10)
    for thing in (game.legal_moves[0], Piece.named("wA2"), game.setup(), PASS, Hex(1, 2)):
        assert pickle.loads(pickle.dumps(thing)) == thing
        assert copy.deepcopy(thing) == thing
    assert pickle.loads(pickle.dumps(Piece.named("wA2"))).name == "wA2"


# Small conveniences


def test_places_are_hexes_or_pairs_of_numbers() -> None:
    game = played("Base", "wS1", "bS1 wS1-")
    assert game.stack((1, 0)) == game.stack(Hex(1, 0)) == (Piece.named("bS1"),)
    for wrong in ("wS1", [0, 0], (0, 0, 0), (0.5, 0)):
        with pytest.raises(TypeError, match=r"a place is a Hex|must be a whole number"):
            game.stack(wrong)  # type: ignore[arg-type]
    assert Hex(0, 0).neighbours == tuple(Hex(0, 0).neighbour(d) for d in range(6))
    assert PASS.is_pass
    assert not game.legal_moves[0].is_pass


def test_pieces_that_are_not_in_the_box_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="the colour of a piece is a Color"):
        Piece("w", "A", 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="between 1 and 3, not 4"):
        Piece(Color.WHITE, Bug.ANT, 4)


def test_stacks_are_a_mapping() -> None:
    with pytest.raises(TypeError, match="stacks are given by place"):
        Game.from_stacks([("wQ", (0, 0))])  # type: ignore[arg-type]


def test_a_game_given_for_a_position_names_the_reader_of_games() -> None:
    with pytest.raises(PositionError, match="from_notation"):
        Game.from_position_text("Base;NotStarted;White[1]")


def test_good_and_bad_setups_are_drawn() -> None:
    setup = Setup("Base", {(0, 0): ["wS1", "wQ"], (7, 2): "wM", (39, 1): "bA3"})
    assert len(setup.problems()) > 3
    picture = setup.svg(hands=True)
    for name in ("wS1", "wQ", "wM", "bA3"):
        assert picture.count(f'data-piece="{name}"') == 1
    assert setup._repr_svg_() == picture
    good = Setup.from_text(MIDGAME)
    assert good.svg() == Setup.from_text(MIDGAME).svg()
