"""Whatever the parsers are fed, they answer with a value or with the exception they document."""

import random
import re
import time
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from trees import contents, random_tree

from engine import (
    GAME_TYPES,
    Game,
    GameStringError,
    IllegalMoveError,
    MoveParseError,
    RecordError,
    read_all,
    read_headers,
    read_pgn,
    read_sgf,
    read_tree,
    read_trees,
    write_pgn,
    write_sgf,
)
from engine.notation import parse_spelling
from engine.pieces import ALL_PIECES

MEGABYTE = 1_000_000
PATIENCE = 10.0
"""Seconds of work for a megabyte; it takes a small part of one unless something is quadratic."""

TRAPS = [
    *("\x00", "\x1a", "\x1c", "\x7f", "\x85", "\xa0", "\xad", "\u200b", "\u2028", "\ufeff"),
    *("\ud800", "\udfff", "\U0001f41d", "\u202e", "e\u0301"),
    *("\N{KELVIN SIGN}", "\N{LATIN SMALL LETTER DOTLESS I}", "\N{LATIN SMALL LETTER LONG S}"),
    *("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}", "\N{LATIN SMALL LETTER SHARP S}"),
    *("\N{FULLWIDTH DIGIT ONE}", "\N{ARABIC-INDIC DIGIT ONE}", "\N{SUPERSCRIPT TWO}"),
    *("\N{FULLWIDTH LATIN SMALL LETTER W}", "\N{CYRILLIC CAPITAL LETTER VE}", "\N{MINUS SIGN}"),
    *("\N{ROMAN NUMERAL ONE}", "\N{CIRCLED DIGIT ONE}", "\N{FRACTION SLASH}", "9" * 5000),
]
WORDS = [
    *("wQ", "bQ", "wS1", "bS1", "wB2", "bG3", "wA1", "bM", "wL", "bP", "wM1", "s1", "b1", "wA4"),
    *(
        "-",
        "/",
        "\\",
        ".",
        ";",
        ":",
        ",",
        "+",
        "*",
        "#",
        "&#125;",
        "&#9999999;",
        "%",
        "$1",
        "0",
        "!",
        "?",
        "!?",
        "$",
        "; ",
        "\n%",
        "TE[1]",
        "NAG[3][4]",
        "TAG[a:b]",
    ),
    *("{", "}", "[", "]", "(", ")", '"', "'", "\n", "\r\n", "\t", " ", "  ", "1.", "2. ", "12..."),
    *("pass", "PASS", "Base", "Base+MLP", "InProgress", "NotStarted", "White[1]", "Black[2]"),
    *("1-0", "0-1", "1/2-1/2", "WhiteWins", "Draw", '[GameType "Base"]\n', '[White "', "Result"),
    *("(;", ";P0[", ";P1[", "GM[27]", "SU[hive-plm]", "RE[", "C[", "TM[1]", "DT[", 'P0[id "'),
    *("1 dropb ", "2 pdropb ", "3 move W ", "4 pmove B ", "5 done]", "6 pickb ", "7 pick W 1 "),
    *("resign]", "acceptdraw]", "offerdraw]", "swap]", "undo]", "movedone B ", " N 13 ", " 1Z 0 "),
]
OPENING = "Base+MLP;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bP bQ\\;wB1 wQ"
PGN = write_pgn(
    Game.from_string(OPENING), {"White": 'A "n" n\\', "Event": "&"}, comments={0: "}{", 3: "wQ\\"}
)
SGF = r"""(;GM[27]SU[hive-plm 2 0 101]DT[3 May 2024]RE[Game won by Ann]P0[id "Ann"]P1[id "Bob"]
;P0[0 Start P0];P0[1 Pick W 4 wS1];P0[2 Dropb wS1 N 13 .];P0[3 Done ]C[so \] so]
;P1[4 Move B bP1 O 13 wS1-]TM[3];P1[5 Done ];P0[6 dropb q M 13 -ws1];P0[7 done]
;P1[8 move B q P 13 bP-];P1[9 done];P0[10 dropb b1 M 14 \\wq];P0[11 done];P1[12 offerdraw]
;P1[13 done];P0[14 declinedraw];P0[15 done];P1[16 dropb l1 P 12 bq\\];P1[17 done]
;P0[18 Dropb wB1 M 13 .];P0[19 done];P1[20 resign])
"""
TREE = random_tree(5, plies=5, branches=4)
PGN_TREE, SGF_TREE = write_pgn(TREE), write_sgf(TREE)
Reader = Callable[[str], None]


def read_game_string(text: str) -> None:
    try:
        game = Game.from_string(text)
    except GameStringError as error:
        check_message(error)
    else:
        assert Game.from_string(game.game_string) == game


def read_move_string(text: str) -> None:
    for game in GAMES:
        before = fingerprint(game)
        try:
            game.play(text)
        except (MoveParseError, IllegalMoveError) as error:
            check_message(error)
        else:
            assert parse_spelling(text) == parse_spelling(game.move_strings[-1])
            game.undo()
        assert fingerprint(game) == before


def read_pgn_text(text: str) -> None:
    try:
        record = read_pgn(text)
    except RecordError as error:
        check_message(error)
    else:
        again = read_pgn(write_pgn(record))
        assert (again.game, again.comments) == (record.game, record.comments)
    try:
        list(read_all(text))
    except RecordError as error:
        check_message(error)


def read_sgf_text(text: str) -> None:
    try:
        record = read_sgf(text)
    except RecordError as error:
        check_message(error)
    else:
        assert read_pgn(write_pgn(record)).game == record.game
        assert read_sgf(write_sgf(record)).game == record.game


def read_any_text(text: str) -> None:
    try:
        games = read_trees(text, on_error="skip")
    except RecordError as refused:
        check_message(refused)
        return
    for tree in games:
        for write in (write_pgn, write_sgf):
            assert contents(read_tree(write(tree))) == contents(tree)
    for error in games.errors:
        check_message(error)
        assert error.line is None or 1 <= error.line <= len(re.findall(r"\r\n?|\n", text)) + 1
    list(read_headers(text, on_error=check_message))


def read_any_sgf(text: str) -> None:
    read_any_text("(;" + text)


VALID: dict[Reader, str] = {
    read_game_string: OPENING,
    read_move_string: "bA1 bQ-",
    read_pgn_text: PGN,
    read_sgf_text: SGF,
    read_any_text: PGN_TREE,
    read_any_sgf: SGF_TREE.removeprefix("(;"),
}
GAMES = [Game(), Game.from_string(OPENING)]
each_reader = pytest.mark.parametrize("reader", VALID)


def fingerprint(game: Game) -> tuple[object, ...]:
    """All that a failed call could have spoilt."""
    return game.game_string, game.position_hash, game.stacks, game.stunned, len(game.legal_moves)


def check_message(error: Exception) -> None:
    """Messages go out in one line and do not repeat whole files."""
    assert len(str(error)) < 400
    assert len(str(error).splitlines()) == 1


def mutated(text: str, rng: random.Random) -> str:
    """A few slips of the pen: characters lost, doubled, swapped, changed or put in."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.randint(0, 12))
        part = text[start:end]
        middle = rng.choice(
            [
                "",
                part + part,
                part[::-1],
                part.swapcase(),
                rng.choice(TRAPS),
                rng.choice(WORDS),
                part + rng.choice(TRAPS),
                chr(rng.randrange(0x20, 0x7F)),
            ]
        )
        text = text[:start] + middle + text[end:]
    return text


def test_the_valid_samples_are_valid() -> None:
    game = Game.from_string(OPENING)
    assert game.is_legal(VALID[read_move_string])
    assert read_pgn(PGN).game == game
    assert read_sgf(SGF).game.ply == 7


@each_reader
@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=200))
@example(text="")
@example(text="\ufeff")
def test_any_text(reader: Reader, text: str) -> None:
    reader(text)


@each_reader
@settings(max_examples=200, deadline=None)
@given(words=st.lists(st.sampled_from(WORDS + TRAPS), max_size=40))
def test_any_soup_of_words(reader: Reader, words: list[str]) -> None:
    reader("".join(words))
    reader(" ".join(words))


@pytest.mark.slow
@each_reader
@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**64))
def test_any_slips_in_valid_text(reader: Reader, seed: int) -> None:
    reader(mutated(VALID[reader], random.Random(seed)))


@pytest.mark.slow
@each_reader
@pytest.mark.parametrize("trap", TRAPS)
def test_odd_characters_everywhere(reader: Reader, trap: str) -> None:
    text = VALID[reader]
    step = max(1, len(text) // 25)
    for position in range(0, len(text) + 1, step):
        reader(text[:position] + trap + text[position:])
        reader(text[:position] + trap + text[position + 1 :])


@each_reader
def test_every_way_to_cut_valid_text_short(reader: Reader) -> None:
    text = VALID[reader]
    for end in range(len(text)):
        reader(text[:end])
        reader(text[end:])


@pytest.mark.parametrize("text", ["bQ", "wS1", "bs1", "bS1 wS1", "  bM  \\wQ", "pass", "wB1 wQ"])
@pytest.mark.parametrize("trap", TRAPS)
def test_odd_characters_in_moves_are_not_taken_for_others(text: str, trap: str) -> None:
    for position, character in enumerate(text):
        odd = text[:position] + trap + text[position + 1 :]
        if character != " " and not trap.isspace():
            with pytest.raises(MoveParseError):
                parse_spelling(odd)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAME_TYPES), st.integers(0, 2**32), st.integers(0, 60))
def test_refused_moves_leave_any_game_as_it_was(game_type: str, seed: int, plies: int) -> None:
    rng = random.Random(seed)
    game = Game(game_type)
    while game.ply < plies and not game.is_over:
        game.play(rng.choice(game.legal_moves))
    before, legal = fingerprint(game), set(game.legal_moves)
    for _ in range(20):
        form = rng.choice(("{}", "-{}", "/{}", "\\{}", "{}-", "{}/", "{}\\"))
        text = f"{rng.choice(ALL_PIECES)} {form.format(rng.choice(ALL_PIECES))}"
        try:
            move = game.parse_move(text)
        except IllegalMoveError as error:
            check_message(error)
        else:
            assert move in legal
        assert fingerprint(game) == before


OPENERS = {
    "read_game_string": ("", "Base+", "Base;InProgress;White[", OPENING + ";"),
    "read_move_string": ("", "bA1 ", "bA1 bQ\\"),
    "read_pgn_text": ("", "1. wS1 {", '[White "', PGN),
    "read_sgf_text": ("(;GM[27]", "(;SU[", '(;GM[27]P0[id "', '(;GM[27]P0[id "Ann"]RE['),
    "read_any_text": ("", "1. wS1 (1. wG1 ", PGN_TREE),
    "read_any_sgf": ("GM[27](;C[", "GM[27]", SGF_TREE),
}
LONG = (
    " ",
    "\n",
    "1",
    "\\",
    '" ',
    "{hm, let me see} ",
    "wS1 ",
    "A[hm, let me see]",
    "( ",
    "(;",
    "Ann-2024-05-03 May 3 ",
)


@pytest.mark.slow
@pytest.mark.parametrize("unit", LONG)
@each_reader
def test_a_megabyte_takes_no_long_time(reader: Reader, unit: str) -> None:
    for opener in OPENERS[reader.__name__]:
        text = opener + unit * (MEGABYTE // len(unit)) + '"]})]'
        started = time.process_time()
        reader(text)
        assert time.process_time() - started < PATIENCE, opener


def test_a_long_game_takes_no_long_time() -> None:
    shuffle = ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"]
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", *shuffle * 500]
    started = time.process_time()
    game = Game.from_string("Base;InProgress;White[1];" + ";".join(moves))
    assert read_pgn(write_pgn(game)).game == game
    assert time.process_time() - started < PATIENCE
