"""SGF: BoardSpace's records with all their quirks."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAME_TYPES, Game, GameState, Hex, Move, RecordError, read_pgn, read_sgf
from engine.pgn import write_pgn

NEW = r"""
 (;
GM[27]VV[1]CM[0,1]TC[None]
SU[hive-plm 2 0 101]
DT[Tue May 07 15:30:53 AEST 2024]
GN[HV-Ann-Bob-2024-05-07-0530]
RE[Game won by Bob]
P0[id "Ann"]
P1[id "Bob"]
; P0[0 Start P0]
; P0[1 Pick W 4 wS1]TM[1000]; P0[2 Dropb wS1 N 13 .]TM[2000]; P0[3 Done ]TM[2500]
; P1[4 Move B bP1 O 13 wS1-]TM[300]; P1[5 Done ]TM[400]
; P0[6 Pick W 0 wQ]TM[3000]; P0[7 Dropb wQ M 13 -wS1]TM[3500]; P0[8 Done ]TM[4000]
; P1[9 Move B bQ P 13 bP-]TM[500]; P1[10 Done ]TM[600]
; P0[11 Pick W 3 wB1]TM[5000]; P0[12 Dropb wB1 M 14 \\wQ]TM[5500]; P0[13 Done ]TM[6000]
; P1[14 Move B bL1 P 12 bQ\\]TM[700]; P1[15 Done ]TM[800]
; P0[16 Pickb M 14 wB1]TM[7000]; P0[17 Dropb wB1 M 13 .]TM[7500]; P0[18 Done ]TM[8000]
;
P0[time 0:00:08 ]
P1[time 0:00:01 ]
)
"""
OLD = r"""(;GM[hive]SU[Hive-PLM]P0[id "Ann"]P1[id "Bob"]; P0[0 Start P0]
; P0[1 pick W 4 s1]; P0[2 dropb s1 N 13 .]; P0[3 done]
; P1[4 move B P1 O 13 ws1-]; P1[5 done]
; P0[6 pick W 0 q]; P0[7 dropb q M 13 -ws1]; P0[8 done]
; P1[9 move B q P 13 bp1-]; P1[10 done]
; P0[11 pick W 3 b1]; P0[12 dropb b1 M 14 \wq]; P0[13 done]
; P1[14 move B l1 P 12 bq\]; P1[15 done]
; P0[16 pickb M 14 b1]; P0[17 dropb b1 M 13 wq]; P0[18 done]
)"""
MOVES = ("wS1", "bP wS1-", "wQ -wS1", "bQ bP-", "wB1 \\wQ", "bL bQ\\", "wB1 wQ")

START = "0 dropb wS1 N 13 .!, 1 dropb bS1 O 13 wS1-!, 0 dropb wQ M 13 -wS1!, 1 dropb bQ P 13 bS1-!"
STARTED = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
FORCED_PASS = (
    r"0 dropb wA1 N 13 .!, 1 dropb bS1 O 13 wA1-!, 0 dropb wQ M 13 -wA1!, 1 dropb bQ P 14 bS1/!, "
    r"0 dropb wQ N 14 \\wA1!, 1 dropb bA1 O 12 bS1\\!, 0 dropb wQ M 13 -wA1!, "
    r"1 dropb bA2 P 13 bQ\\!, 0 dropb wQ N 14 \\wA1!, 1 dropb bA1 N 15 \\wQ!, "
    r"0 dropb wG1 M 13 /wQ!, 1 dropb bA2 L 12 /wG1!"
)
WON = (
    "Base;WhiteWins;Black[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bQ\\;bG2 bQ/;"
    "wA1 wQ\\;bA1 bG2/;wA1 bG2\\;bA1 \\bG2;wQ \\wS1;bA1 bG2/;wQ /bG1"
)
BEFORE_A_THROW = (
    r"0 dropb wP1 N 13 .!, 1 dropb bS1 O 13 wP1-!, 0 dropb wQ M 13 -wP!, 1 dropb bQ P 13 bS1-!, "
    r"0 dropb wA1 L 13 -wQ!, 1 dropb bA1 Q 13 bQ-!, 0 dropb wG1 L 12 /wQ!, "
    r"1 pickb Q 13 bA1, 1 dropb bA1 N 14 \\wP!, 0 dropb wG2 K 13 -wA1!, 1 dropb bA2 Q 13 bQ-!"
)


def sgf(commands: str = "", setup: str = "hive-plm", header: str = "") -> str:
    """A record of commands with the player in front and `!` for done: `0 dropb wS1 N 13 .!, ...`"""
    nodes: list[str] = []
    for command in filter(None, commands.split(", ")):
        player, _, text = command.partition(" ")
        nodes.append(f"; P{player}[{len(nodes)} {text.removesuffix('!')}]TM[7]")
        if text.endswith("!"):
            nodes.append(f"; P{player}[{len(nodes)} Done ]TM[8]")
    return "\n".join([f"(;GM[27]SU[{setup}]", 'P0[id "Ann"]', 'P1[id "Bob"]', header, *nodes, ")"])


def moves_of(*commands: str, setup: str = "hive-plm") -> tuple[str, ...]:
    return read_sgf(sgf(", ".join(commands), setup)).game.move_strings


def test_a_record_of_today_is_read() -> None:
    record = read_sgf(NEW)
    assert record.game.move_strings == MOVES
    assert record.result is GameState.BLACK_WINS
    assert record.game.state is GameState.IN_PROGRESS
    assert record.tags == {
        "GameType": "Base+MLP",
        "Date": "2024.05.07",
        "White": "Ann",
        "Black": "Bob",
        "Result": "BlackWins",
        "SgfDate": "Tue May 07 15:30:53 AEST 2024",
        "SgfGameName": "HV-Ann-Bob-2024-05-07-0530",
        "SgfResult": "Game won by Bob",
    }
    assert record.comments == {}


def test_an_old_record_without_colours_result_and_doubled_backslashes_is_read() -> None:
    record = read_sgf(OLD)
    assert record.game.move_strings == MOVES
    assert record.result is None
    assert record.tags["Result"] == "InProgress"


@pytest.mark.parametrize("text", [NEW, OLD])
def test_line_ends_do_not_matter(text: str) -> None:
    assert read_sgf(text.replace("\n", "\r\n")) == read_sgf(text.replace("\n", " "))


def test_records_go_over_to_pgn() -> None:
    record = read_sgf(NEW)
    again = read_pgn(write_pgn(record))
    assert again.game == record.game
    assert again.result == record.result
    assert {name: again.tags[name] for name in record.tags} == record.tags


@pytest.mark.parametrize(
    ("setup", "game_type"),
    [
        ("hive", "Base"),
        ("Hive", "Base"),
        ("Hive-PLM", "Base+MLP"),
        ("hive-plm 2 0 101", "Base+MLP"),
        ("hive-lm", "Base+ML"),
        ("hive-pm", "Base+MP"),
        ("hive-p", "Base+P"),
    ],
)
def test_the_setup_names_the_game_type(setup: str, game_type: str) -> None:
    assert read_sgf(sgf(setup=setup)).game.game_string == f"{game_type};NotStarted;White[1]"


def test_a_record_without_setup_is_of_the_base_game() -> None:
    assert read_sgf("(;GM[27];P0[1 dropb wS1 N 13 .];P0[2 done])").game.ply == 1


@pytest.mark.parametrize(
    ("commands", "move"),
    [
        (r"0 dropb wA1 L 13 -wQ, 0 pickb L 13 wA1, 0 dropb wA1 M 14 \\wQ!", "wA1 \\wQ"),
        (r"0 dropb wA1 L 13 -wQ, 0 pick W 2 wG1, 0 dropb wG1 M 14 \\wQ!", "wG1 \\wQ"),
        (r"0 move W wA1 L 13 -wQ, 0 move W wG1 L 13 -wQ!", "wG1 -wQ"),
    ],
)
def test_the_last_drop_before_done_counts(commands: str, move: str) -> None:
    assert moves_of(START, commands) == (*STARTED, move)


def test_a_piece_put_back_has_not_moved() -> None:
    back_to_the_board = "0 pickb M 13 wQ, 0 dropb wQ M 13 -wS1"
    back_to_the_box = "0 pick W 1 wA1, 0 drop W 1 wA1 Rack"
    move = "0 pickb M 13 wQ, 0 dropb wQ M 12 /wS1!"
    assert moves_of(START, back_to_the_board, move) == (*STARTED, "wQ /wS1")
    assert moves_of(START, back_to_the_box, move) == (*STARTED, "wQ /wS1")


def test_a_move_that_was_never_confirmed_does_not_count() -> None:
    assert moves_of(START, "0 dropb wA1 L 13 -wQ") == STARTED


def test_the_next_players_command_confirms_a_move_too() -> None:
    assert moves_of(START.replace("!", ""), "0 resign") == STARTED


def test_moves_may_be_confirmed_in_one_word() -> None:
    assert moves_of("0 MoveDone W wS1 N 13 .", "1 MOVEDONE B BS1 o 13 WS1-") == STARTED[:2]


@pytest.mark.parametrize(
    "throw",
    [
        r"0 pickb N 14 bA1, 0 pdropb bA1 N 12 wP\\!",
        r"0 pickb N 14 ba1, 0 Pdropb ba1 N 12 wp1\\!",
        r"0 pmove B bA1 N 12 wP\\!",
        r"0 pmove B a1 N 12 wP\\!",
        r"0 PMoveDone B bA1 N 12 wP\\",
    ],
)
def test_a_pillbug_throws_with_commands_of_its_own(throw: str) -> None:
    assert moves_of(BEFORE_A_THROW, throw)[-1] == "bA1 wP\\"


@pytest.mark.parametrize("target", [".", "wQ", "wQ.", ""])
def test_a_dot_is_a_climb_onto_the_piece_at_those_coordinates(target: str) -> None:
    beetle = r"0 dropb wB1 M 14 \\wQ!, 1 dropb bA1 Q 13 bQ-!"
    assert moves_of(START, beetle, f"0 dropb wB1 M 13 {target}!")[-1] == "wB1 wQ"


def test_a_dot_at_an_empty_cell_is_a_step_down() -> None:
    up = r"0 dropb wB1 M 14 \\wQ!, 1 dropb bA1 Q 13 bQ-!, 0 dropb wB1 M 13 .!"
    assert moves_of(START, up, "1 dropb bA2 R 13 bA1-!, 0 dropb wB1 L 13 .!")[-1] == "wB1 -wQ"


@pytest.mark.parametrize("cells", [("Z 26", "Y 25", "Y 26"), ("1A 0", "2A -1", "2A 0")])
def test_the_board_has_no_edge(cells: tuple[str, str, str]) -> None:
    below, far_below, beside = cells
    commands = (
        f"0 dropb wB1 A 1 .!, 1 dropb bS1 B 1 wB1-!, 0 dropb wQ {below} /wB1!, "
        f"1 dropb bQ C 1 bS1-!, 0 dropb wB2 {far_below} /wQ!, 1 dropb bA1 D 1 bQ-!, "
        f"0 dropb wB2 {below} .!, 1 dropb bA2 E 1 bA1-!, 0 dropb wB2 {beside} .!"
    )
    assert read_sgf(sgf(commands)).game.place_of("wB2") == Hex(-2, 1)


@pytest.mark.parametrize("target", ["wG3-", "nonsense", "wQ-", "bQ"])
def test_coordinates_help_out_where_the_reference_makes_no_sense(target: str) -> None:
    assert moves_of(START, f"0 dropb wA1 L 13 {target}!")[-1] == "wA1 -wQ"


def test_pieces_numbered_by_the_box_are_renumbered_by_entry() -> None:
    text = sgf(f"{START}, 0 dropb wA3 L 13 -wQ!, 1 dropb bA2 Q 13 bQ-!").replace("S1", "S2")
    game = read_sgf(text).game
    assert game.move_strings == (*STARTED, "wA1 -wQ", "bA1 bQ-")
    assert Game.from_string(game.game_string) == game


@pytest.mark.parametrize("words", ["0 pass!, ", "0 done, ", "0 PassDone, ", ""])
def test_a_pass_may_be_said_or_hinted_at_or_left_out(words: str) -> None:
    moves = moves_of(FORCED_PASS, words + r"1 dropb bG1 P 15 \\bQ!", setup="hive")
    assert moves[-2:] == ("pass", "bG1 \\bQ")


@pytest.mark.parametrize(
    ("commands", "result"),
    [
        ("0 resign!", "BlackWins"),
        ("0 Resign ", "BlackWins"),
        ("1 Resign !", "WhiteWins"),
        ("0 OfferDraw !, 1 AcceptDraw !", "Draw"),
        ("0 offerdraw!, 1 declinedraw!", None),
        ("0 gameoverontime", None),
    ],
)
def test_games_end_by_agreement(commands: str, result: str | None) -> None:
    record = read_sgf(sgf(f"{START}, {commands}"))
    assert record.result == result
    assert record.game.move_strings == STARTED


def test_the_game_goes_on_after_a_declined_draw() -> None:
    talk = "0 offerdraw!, 1 declinedraw!"
    assert moves_of(START, talk, "0 dropb wA1 L 13 -wQ!")[-1] == "wA1 -wQ"


@pytest.mark.parametrize(
    ("sentence", "result"),
    [
        ("Game won by Ann", "WhiteWins"),
        ("Bob vann spelet", "BlackWins"),
        ("Игру выиграл Ann.", "WhiteWins"),
        ("Game won by Ann1460", "WhiteWins"),
        ("Game won by Bob.CZ", "BlackWins"),
        ("The game is a draw", "Draw"),
        ("Ann drew with Bob", None),
        ("Game won by Joanne", None),
        ("", None),
    ],
)
def test_the_result_is_a_sentence(sentence: str, result: str | None) -> None:
    assert read_sgf(sgf(START, header=f"RE[{sentence}]")).result == result


@pytest.mark.parametrize("swap", ["1 swap!", "1 PlayWhite!", "0 PlayBlack!", "1 PlayWhite"])
def test_players_may_swap_colours(swap: str) -> None:
    record = read_sgf(sgf(f"{swap}, 1 dropb wS1 N 13 .!, 0 dropb s1 O 13 wS1-!, 0 resign!"))
    assert record.game.move_strings == STARTED[:2]
    assert (record.tags["White"], record.tags["Black"]) == ("Bob", "Ann")
    assert record.result is GameState.WHITE_WINS


def test_moves_may_be_taken_back() -> None:
    assert moves_of(START, "1 undo, 1 dropb bQ P 14 bS1/!")[-1] == "bQ bS1/"
    assert moves_of(START, "0 dropb wA1 L 13 -wQ, 0 undo") == STARTED
    again = "0 dropb wA2 L 13 -wQ!, 0 undo, 0 dropb wA3 L 12 /wQ!, 1 dropb bA1 Q 13 bQ-!"
    moves = moves_of(START, again, "0 dropb wA2 K 12 -wA3!")
    assert moves[4:] == ("wA1 /wQ", "bA1 bQ-", "wA2 -wA1")


def test_comments_are_kept() -> None:
    text = sgf(START).replace("[0 dropb", "[0 Start P0]C[hello];P0[0 dropb")
    text = text.replace("[3 Done ]", "[3 Done ]C[a [quiet\\] one \\\\o/]")
    assert read_sgf(text).comments == {0: "hello", 2: "a [quiet] one \\o/"}
    during = sgf(START).replace("wS1 N 13 .]", "wS1 N 13 .]C[hm]")
    assert read_sgf(during).comments == {1: "hm"}


def test_only_the_main_line_is_played() -> None:
    text = sgf(START).removesuffix(")")
    variation = "(;P0[9 dropb wA1 L 13 -wQ];P0[10 done])(;P0[9 dropb wG1 L 13 -wQ];P0[10 done]))"
    assert read_sgf(text + variation).game.move_strings[-1] == "wA1 -wQ"


def test_a_queen_on_the_first_turn_calls_for_the_older_rule() -> None:
    text = sgf("0 dropb wQ N 13 .!, 1 dropb bQ O 13 wQ-!")
    assert read_sgf(text).game.queen_first
    with pytest.raises(RecordError, match=r"^move 1 \('wQ'\): .*queen"):
        read_sgf(text, queen_first=False)


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("Fri May 03 09:01:07 EDT 2024", "2024.05.03"),
        ("Fri May 03 09:01:07 GMT+04:00 2024", "2024.05.03"),
        ("3 May 2024", "2024.05.03"),
        ("3. May 2024", "2024.05.03"),
        ("May 3, 2024", "2024.05.03"),
        ("3 Maj 2024", "2024.05.04"),
        ("", "2024.05.04"),
    ],
)
def test_dates_are_written_in_many_ways(date: str, expected: str) -> None:
    header = f"DT[{date}]GN[HV-Ann-Bob-2024-05-04-1301]"
    assert read_sgf(sgf(header=header)).tags["Date"] == expected
    assert read_sgf(sgf()).tags["Date"] == ""


def in_boardspaces_words(game: Game, rng: random.Random) -> str:
    """The commands of a game with the quirks of one of BoardSpace's ages."""
    early = rng.random() < 0.5
    boxes = {bug: rng.sample("123", 3) if bug in "GA" else rng.sample("12", 2) for bug in "SBGA"}

    def name(piece: str, owner: str = "") -> str:
        digit = boxes[piece[1]][int(piece[2]) - 1] if piece[2:] else rng.choice(("", "1"))
        return ("" if early and piece[0] == owner else piece[0]) + piece[1] + digit

    def command(player: int, move: Move, text: str) -> str:
        if move.to is None:
            return rng.choice((f"{player} Pass !", f"{player} Done "))
        piece, _, target = text.partition(" ")
        reference = target.strip("-/\\")
        target = target.replace(reference, name(reference)) if reference else "."
        column, row = chr(ord("A") + (13 + move.to.q) % 26), (12 - move.to.r) % 26 + 1
        where = f"{column} {row} {rng.choice((target, target, '.'))}!".replace("\\", "\\\\")
        if rng.random() < 0.5:
            return f"{player} PMove {piece[0]} {name(piece, piece[0])} {where}"
        return f"{player} PDropb {name(piece, 'wb'[player])} {where}"

    history = enumerate(zip(game.history, game.move_strings, strict=True))
    commands = ", ".join(command(ply % 2, move, text) for ply, (move, text) in history)
    return commands.lower() if early else commands


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAME_TYPES), st.integers(0, 2**32), st.integers(0, 80))
def test_random_games_in_boardspaces_words_are_read(game_type: str, seed: int, plies: int) -> None:
    rng = random.Random(seed)
    game = Game(game_type)
    while game.ply < plies and not game.is_over:
        game.play(rng.choice(game.legal_moves))
    setup = game_type.replace("Base", "hive").replace("+", "-").lower()
    record = read_sgf(sgf(in_boardspaces_words(game, rng), setup))
    assert record.game.history == game.history
    assert record.game == game


@pytest.mark.parametrize("tail", ["1 Pass !", "1 Done ", "0 Done , 1 Done , 0 Done "])
def test_idle_talk_after_the_end_does_no_harm(tail: str) -> None:
    commands = in_boardspaces_words(Game.from_string(WON), random.Random(1))
    record = read_sgf(sgf(f"{commands}, {tail}", "hive"))
    assert record.game == Game.from_string(WON)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an SGF record"),
        ("Base;NotStarted;White[1]", "not an SGF record"),
        ("()", "what game"),
        ("(;GM[1]SZ[19];B[aa])", "game '1' .*not Hive"),
        ("(;SU[hive-ultimate])", "set-up 'hive-ultimate'"),
        ("(;SU[hive-pp])", "unknown game type"),
        ("(;SU[hive", "no end"),
        ("(;SU[hive\\])", "no end"),
        ("(;SU[hive] hello", "'hello' is not SGF"),
        (sgf("0 dance"), "move 1 \\('dance'\\): not a command"),
        (sgf("0"), "not a command"),
        (sgf("0 dropb wS1 N"), "not a command"),
        (sgf("0 Pic\N{KELVIN SIGN} W 4 wS1"), "not a command"),
        (sgf("0 dropb wX N 13 ."), "move 1 .*'wX' is not a piece"),
        (sgf("0 dropb wS N 13 ."), "which spider"),
        (sgf("0 move X s1 N 13 ."), "whose piece"),
        (sgf("0 dropb wS1 1N 13 ."), "'1N 13' is not a cell"),
        (sgf("0 dropb wS1 N \N{ARABIC-INDIC DIGIT ONE} ."), "is not a cell"),
        (sgf("0 dropb wS1 N 99999 ."), "is not a cell"),
        (sgf("1 dropb bS1 N 13 .!"), "move 1 .*not Black's turn"),
        (sgf(f"{START}, 1 dropb bA1 Q 13 bQ-!"), "move 5 .*not Black's turn"),
        (sgf(f"{START}, 0 done"), "move 5 \\('pass'\\)"),
        (sgf(f"{START}, 0 dropb wA1 N 15 .!"), "move 5 \\('wA1'\\): .*destination"),
        (sgf(f"{START}, 0 dropb wA1 Q 13 bQ-!"), "move 5 \\('wA1 bQ-'\\): .*"),
        (sgf("0 dropb wM1 N 13 .!", setup="hive"), "move 1 .*"),
        (sgf("0 undo"), "move 1 \\('undo'\\)"),
    ],
)
def test_bad_records_are_refused_with_the_move_and_the_reason(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_sgf(text)
