"""PGN: what Mzinga and hivegame.com write is read, and what we write is read back."""

import random
import re
from io import StringIO
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    GAME_TYPES,
    Game,
    GameState,
    Record,
    RecordError,
    pgn_reader,
    read_all,
    read_pgn,
    write_pgn,
)
from engine.lines import Lines
from engine.pgn import Dialect

MZINGA = dedent("""\
    [GameType "Base+MLP"]
    [Date "2024.05.06"]
    [Event "Club night"]
    [Site ""]
    [Round "3"]
    [White "Ann"]
    [Black "Bob"]
    [Result "BlackWins"]
    [Annotator "Cleo"]

    {A friendly game.}
    1. wL
    2. bM wL-
    {The mosquito,
    unusually early.}
    3. wQ /wL
    4. bQ bM-

    BlackWins
    """)
HIVEGAME = dedent("""\
    [GameType "Base+M"]
    [Date "2012.05.01"]
    [Event ""]
    [Site "boardspace.net"]
    [Round ""]
    [White "Ann"]
    [Black "Bob"]
    [Result "1/2-1/2"]

    1. wM1
    2. bG1 wM1-
    3. wQ -wM1
    4. bQ bG1-
    5. wA1 \\wM1
    """)
ROSTER = ("Date", "Event", "Site", "Round", "White", "Black")
MOVES = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 wQ/", "bA1 bQ\\")
WON = (
    "Base;WhiteWins;Black[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bQ\\;bG2 bQ/;"
    "wA1 wQ\\;bA1 bG2/;wA1 bG2\\;bA1 \\bG2;wQ \\wS1;bA1 bG2/;wQ /bG1"
)
NASTY = [
    'say "hi"',
    "back\\slash",
    "ends in \\",
    'ends in \\"',
    "\\\\",
    '"',
    '"]',
    '"]\n[White "Eve"]',
    "{braces}}{",
    "&#125;",
    "& &amp; &#125",
    "&#9999999;",
    "two\nlines",
    "odd\rends\r\nof\x85lines\u2028here",
    " blanks outside ",
    "\t\n",
    "1. wS1\n\n1-0",
    '[White "Eve"]',
    "\x00\x07\x1f\x7f",
    "\ufeff",
    "\ud800",
    "Zoë plays ♞ and 🐝",
]

texts = st.one_of(st.text(max_size=30), st.sampled_from(NASTY))


def game_of(*moves: str, game_type: str = "Base", queen_first: bool = False) -> Game:
    game = Game(game_type, queen_first=queen_first)
    for move in moves:
        game.play(move)
    return game


def pgn_of(*moves: str, tags: str = "") -> str:
    return tags + "\n" + "".join(f"{ply}. {move}\n" for ply, move in enumerate(moves, start=1))


def test_mzingas_records_are_read() -> None:
    record = read_pgn(MZINGA)
    assert record.game.game_string == "Base+MLP;InProgress;White[3];wL;bM wL-;wQ /wL;bQ bM-"
    assert record.result is GameState.BLACK_WINS
    assert list(record.tags) == ["GameType", *ROSTER, "Result", "Annotator"]
    assert record.tags["White"] == "Ann"
    assert record.comments == {0: "A friendly game.", 2: "The mosquito,\nunusually early."}


def test_mzingas_records_are_written_as_they_were() -> None:
    assert write_pgn(read_pgn(MZINGA)) == MZINGA


def test_hivegames_records_are_read() -> None:
    record = read_pgn(HIVEGAME)
    assert record.game.move_strings == ("wM", "bG1 wM-", "wQ -wM", "bQ bG1-", "wA1 \\wM")
    assert record.result is GameState.DRAW


def test_hivegames_records_are_written_as_they_were_but_for_the_names() -> None:
    assert write_pgn(read_pgn(HIVEGAME), dialect="hivegame") == HIVEGAME.replace("M1", "M")


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_of_other_systems_are_read(line_end: str) -> None:
    assert read_pgn("\ufeff" + MZINGA.replace("\n", line_end)) == read_pgn(MZINGA)


@pytest.mark.parametrize(
    "body",
    [
        "1. wS1\n2. bS1 wS1-\n3. wQ -wS1",
        "1.wS1\n2.bS1 wS1-\n3.wQ -wS1\n",
        "1 wS1\n2 bS1 wS1-\n3 wQ -wS1\n",
        "1... wS1\n\n\n2... bS1 wS1-\n3... wQ -wS1\n",
        "wS1\nbS1 wS1-\nwQ -wS1\n",
        "1. wS1 2. bS1 wS1- 3. wQ -wS1 *",
        "  1.   ws1\t\n 2. BS1   wS1- \n3. wq -WS1",
    ],
)
def test_numbers_blanks_and_case_do_not_matter(body: str) -> None:
    assert read_pgn(body).game.move_strings == ("wS1", "bS1 wS1-", "wQ -wS1")


def test_a_record_needs_no_tags_and_no_moves() -> None:
    assert read_pgn("1. wS1").game.game_type == "Base"
    assert read_pgn('[GameType "Base+P"]').game.game_string == "Base+P;NotStarted;White[1]"


def test_references_are_spelled_as_in_the_record() -> None:
    record = read_pgn(pgn_of(*MOVES, "wA1 wS1/"))
    assert record.game.move_strings == (*MOVES, "wA1 wS1/")


def test_pieces_numbered_by_the_box_are_renumbered_by_entry() -> None:
    record = read_pgn(
        pgn_of("wA3", "bS2 wA3-", "wQ -wA3", "bQ bS2-", "wA1 -wQ", "bS1 bQ-", "wA1 wA3/")
    )
    assert record.game.move_strings == (
        *("wA1", "bS1 wA1-", "wQ -wA1", "bQ bS1-", "wA2 -wQ", "bS2 bQ-", "wA2 wA1/"),
    )
    assert Game.from_string(record.game.game_string) == record.game


def test_a_piece_not_yet_placed_is_no_reference_whatever_its_number() -> None:
    with pytest.raises(RecordError, match=r"move 3 .*wA1 is not on the board"):
        read_pgn(pgn_of("wA2", "bS1 wA2-", "wQ -wA1"))


@pytest.mark.parametrize("moves", [("wQ", "bS1 wQ-"), ("wS1", "bQ wS1-"), ("wQ", "bQ wQ-")])
def test_a_queen_on_the_first_turn_calls_for_the_older_rule(moves: tuple[str, str]) -> None:
    game = read_pgn(pgn_of(*moves)).game
    assert game.queen_first
    assert game.move_strings == moves
    assert read_pgn(pgn_of(*moves), queen_first=True).game == game
    with pytest.raises(RecordError, match=r"move \d .*queen"):
        read_pgn(pgn_of(*moves), queen_first=False)


def test_other_records_are_played_by_the_usual_rule() -> None:
    assert not read_pgn(pgn_of(*MOVES)).game.queen_first
    assert read_pgn(pgn_of(*MOVES), queen_first=True).game.queen_first


@pytest.mark.parametrize(
    ("tag", "end", "result"),
    [
        ("WhiteWins", "", "WhiteWins"),
        ("1-0", "", "WhiteWins"),
        ("0-1", "", "BlackWins"),
        ("1/2-1/2", "", "Draw"),
        ("Draw", "Draw", "Draw"),
        ("", "0-1", "BlackWins"),
        ("InProgress", "", None),
        ("NotStarted", "InProgress", None),
        ("*", "*", None),
        ("who knows", "", None),
        ("WhiteWins", "BlackWins", "BlackWins"),
    ],
)
def test_the_result_is_what_the_record_claims(tag: str, end: str, result: str | None) -> None:
    record = read_pgn(pgn_of(*MOVES, tags=f'[Result "{tag}"]\n') + end)
    assert record.result == result
    assert record.game.state is GameState.IN_PROGRESS
    assert record.tags == {"Result": tag}


def test_without_a_claim_the_board_decides() -> None:
    won = Game.from_string(WON)
    assert read_pgn(pgn_of(*won.move_strings)).result is GameState.WHITE_WINS
    record = read_pgn(pgn_of(*won.move_strings, tags='[Result "BlackWins"]\n'))
    assert record.result is GameState.BLACK_WINS


def test_comments_at_one_place_are_joined() -> None:
    record = read_pgn("{a} {b}\n1. wS1 {c}{ }{}{d\n\ne} 2. bS1 wS1-{f}")
    assert record.comments == {0: "a\nb", 1: "c\nd\n\ne", 2: "f"}


def test_a_direction_may_end_a_comment() -> None:
    assert read_pgn("1. wS1 {or wG1 wS1\\}\n").comments == {1: "or wG1 wS1\\"}


def test_several_games_are_read_one_after_the_other() -> None:
    text = MZINGA + HIVEGAME + write_pgn(Game()) + write_pgn(Game("Base+L")) + MZINGA
    records = list(read_all(text))
    assert [record.game.ply for record in records] == [4, 5, 0, 0, 4]
    assert records[0] == records[4] == read_pgn(MZINGA)
    assert list(read_all("")) == list(read_all(" \n\n")) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "0 games"),
        ("\n \n", "0 games"),
        (MZINGA + MZINGA, "2 games"),
        ('[GameType "Base+X"]', "unknown game type 'Base\\+X'"),
        ("[GameType Base]", "not a tag"),
        ('[White "Ann"', "not a tag"),
        ('[ "Ann"]', "not a tag"),
        ("1. wS1 {oh", "never closed"),
        ("1. wS1\n\n1-0\n2. bS1 wS1-", "after the result 1-0"),
        ("1. wS1\n\n1-0 0-1", "after the result 1-0"),
        ("1. wS1 }", "move 1 \\('wS1 }'\\): '}' is not a piece"),
        ("1. hello", "move 1 \\('hello'\\): 'hello' is not a piece"),
        ("1. S1", "move 1 .* whose piece"),
        ("1. wS", "move 1 .* which spider"),
        ("1. wM2", "move 1 .* no mosquito 'wM2'"),
        ("1. wM", "move 1 .*"),
        ("1. wS1\n2. bS1 S1-", "move 2 .* whose piece"),
        ("1. wS1\n2. bS1", "move 2 .*destination"),
        ("1. wS1\n2. bS1 -", "move 2 .*is not a piece"),
        ("1. wS1\n2. bS1 -wS1-", "move 2 .*both sides"),
        ("1. wS1\n2. bS1 wS1- wS1", "move 2 .*"),
        ("1. wS1\n2. pass", "move 2 \\('pass'\\): .*"),
        ("1. wS1\n2. wS2 wS1-", "move 2 .*"),
        (pgn_of(*Game.from_string(WON).move_strings, "bG3 bG2-"), "move 16 .* over"),
    ],
)
def test_bad_records_are_refused_with_the_move_and_the_reason(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_pgn(text)


def test_an_open_file_is_read_game_by_game() -> None:
    file = StringIO(3 * MZINGA + "never {looked at")
    games = read_all(file)
    first = next(games)
    assert (first.game, first.comments) == (read_pgn(MZINGA).game, read_pgn(MZINGA).comments)
    assert len(MZINGA) < file.tell() <= len(MZINGA) + len(MZINGA.splitlines()[0]) + 1
    assert next(games).tags == first.tags


SCRAPS = [
    "{",
    "}",
    "[",
    "]",
    '[White "a"]',
    "wS1",
    "12",
    "12.",
    "1-0",
    " ",
    "(",
    ")",
    ";",
    "%",
    "$1",
]


@given(
    st.lists(
        st.sampled_from(SCRAPS) | st.sampled_from(["\n", "\r", "\r\n", "\ufeff", "\x0b", "\u2028"]),
        max_size=25,
    )
)
def test_a_text_is_taken_apart_at_the_same_places_however_its_lines_end(pieces: list[str]) -> None:
    text = "".join(pieces)
    whole = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    expected = list(pgn_reader.chunks(Lines("\ufeff" + whole)))
    for source in (text, StringIO(text, newline=""), StringIO(text, newline=None)):
        assert list(pgn_reader.chunks(Lines(source))) == expected
    tokens = [token.groupdict() for token in pgn_reader._TOKEN.finditer(whole)]
    in_games = [pgn_reader._TOKEN.finditer(chunk.text) for chunk in expected]
    if expected and not re.search(r"\n\s*\n\s*\[", whole):  # where comments end without a brace
        assert [token.groupdict() for game in in_games for token in game] == tokens


def test_read_all_says_which_game_is_bad() -> None:
    games = read_all(MZINGA + '[GameType "Base"]\n1. wQ\n2. bQ')
    assert next(games).game.ply == 4
    with pytest.raises(RecordError, match=r"^game 2: move 2 \('bQ'\): "):
        next(games)


def test_a_bare_game_is_written_like_mzinga_does() -> None:
    tags = '[GameType "Base"]\n[Date ""]\n[Event ""]\n[Site ""]\n[Round ""]\n[White ""]\n[Black ""]'
    assert write_pgn(Game()) == f'{tags}\n[Result "NotStarted"]\n'
    assert write_pgn(game_of("wS1")) == f'{tags}\n[Result "InProgress"]\n\n1. wS1\n'
    won = Game.from_string(WON)
    lines = write_pgn(won).splitlines()
    assert lines[7:10] == ['[Result "WhiteWins"]', "", "1. wS1"]
    assert lines[-3:] == ["15. wQ /bG1", "", "WhiteWins"]
    lines = write_pgn(won, dialect="hivegame").splitlines()
    assert lines[7] == '[Result "1-0"]'
    assert lines[-1] == "15. wQ /bG1"


def test_tags_come_in_mzingas_order_and_the_game_has_the_last_word() -> None:
    tags = {"Annotator": "Cleo", "Black": "Bob", "GameType": "Base+P", "RepetitionDraw": "True"}
    names = [line.split()[0][1:] for line in write_pgn(Game(), tags).splitlines()]
    assert names == ["GameType", *ROSTER, "Result", "Annotator"]
    assert read_pgn(write_pgn(Game(), tags)).game == Game()


def test_the_result_to_write_may_be_given_or_tagged_or_recorded() -> None:
    game = game_of(*MOVES)
    assert read_pgn(write_pgn(game, result="1-0")).result is GameState.WHITE_WINS
    assert read_pgn(write_pgn(game, {"Result": "BlackWins"})).result is GameState.BLACK_WINS
    record = Record(game, result=GameState.DRAW)
    assert write_pgn(record).endswith("\n\nDraw\n")
    assert '[Result "1/2-1/2"]' in write_pgn(record, dialect="hivegame")
    assert read_pgn(write_pgn(record, result="InProgress")).result is None
    assert '[Result "*"]' in write_pgn(game, dialect="hivegame")


def test_tags_and_comments_are_added_to_those_of_a_record() -> None:
    record = Record(game_of(*MOVES), {"White": "Ann", "Black": "Bob"}, comments={1: "a", 2: "b"})
    again = read_pgn(write_pgn(record, {"Black": "Eve"}, comments={2: "c", 6: "d"}))
    assert (again.tags["White"], again.tags["Black"]) == ("Ann", "Eve")
    assert again.comments == {1: "a", 2: "c", 6: "d"}
    assert record.tags == {"White": "Ann", "Black": "Bob"}


@pytest.mark.parametrize("name", ["", "a b", 'x"', "x]", "Zoë", "a\nb"])
def test_tags_need_a_proper_name(name: str) -> None:
    with pytest.raises(RecordError, match="name of a tag"):
        write_pgn(Game(), {name: "x"})


def test_only_moves_that_were_made_can_be_commented_on() -> None:
    for ply in (-1, 2):
        with pytest.raises(RecordError, match=f"no move {ply}"):
            write_pgn(game_of("wS1"), comments={ply: "x"})
    with pytest.raises(RecordError, match="not a result"):
        write_pgn(Game(), result="resigned")


@pytest.mark.parametrize("queen_first", [False, True])
@pytest.mark.parametrize("repetition_draw", [False, True])
def test_rules_survive_and_are_only_written_when_on(
    queen_first: bool, repetition_draw: bool
) -> None:
    game = Game("Base+P", queen_first=queen_first, repetition_draw=repetition_draw)
    game.play("wP")
    text = write_pgn(game)
    assert ('[QueenFirst "True"]' in text) == queen_first
    assert ('[RepetitionDraw "True"]' in text) == repetition_draw
    assert read_pgn(text).game == game
    assert write_pgn(read_pgn(text)) == text


def test_a_draw_by_repetition_survives() -> None:
    game = Game(repetition_draw=True)
    for move in MOVES[:4] + 2 * ("wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"):
        game.play(move)
    assert game.state is GameState.DRAW
    record = read_pgn(write_pgn(game))
    assert record.game == game
    assert record.game.state is record.result is GameState.DRAW


@pytest.mark.parametrize("text", NASTY)
def test_nasty_text_survives(text: str) -> None:
    record = Record(game_of(*MOVES), {"White": text, "Own": text}, comments={0: text, 3: text})
    again = read_pgn(write_pgn(record))
    assert (again.tags["White"], again.tags["Own"]) == (text, text)
    assert again.comments == record.comments
    again = next(read_all(write_pgn(record) + write_pgn(record)))
    assert again.comments == record.comments


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_records_round_trip(data: st.DataObject) -> None:
    rng = random.Random(data.draw(st.integers(0, 2**32), label="seed"))
    game = Game(
        data.draw(st.sampled_from(GAME_TYPES)),
        queen_first=data.draw(st.booleans()),
        repetition_draw=data.draw(st.booleans()),
    )
    plies = data.draw(st.integers(0, 60))
    while game.ply < plies and not game.is_over:
        game.play(rng.choice(game.legal_moves))
    names = st.from_regex(r"[A-Za-z0-9_]{1,9}", fullmatch=True)
    record = Record(
        game,
        data.draw(st.dictionaries(names, texts, max_size=4)),
        data.draw(st.sampled_from([None, *list(GameState)[2:]])),
        data.draw(st.dictionaries(st.integers(0, game.ply), texts.filter(bool), max_size=4)),
    )
    dialect: Dialect = data.draw(st.sampled_from(("mzinga", "hivegame")))
    text = write_pgn(record, dialect=dialect)
    again = read_pgn(text)
    assert write_pgn(again, dialect=dialect) == text
    assert again.game == game
    assert again.game.game_string == game.game_string
    assert again.result == (record.result or (game.state if game.is_over else None))
    assert again.comments == record.comments
    for name in ("GameType", "Result", "QueenFirst", "RepetitionDraw"):
        again.tags.pop(name, None)
        record.tags.pop(name, None)
    assert again.tags == {**dict.fromkeys(ROSTER, ""), **record.tags}
    assert [r.game for r in read_all(text + text)] == [game, game]
