"""Bad messages: one clear sentence for each, and nothing else happens."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from web_client import Application, ClientPage
from web_pages import PageError

from engine import Game
from web.messages import LONGEST_GAME, LONGEST_MESSAGE, MOST_PLIES

POSITION: dict[str, Any] = {
    "game_type": "Base+MLP",
    "turn": "Black",
    "stacks": [
        {"q": 0, "r": 0, "pieces": ["wQ"]},
        {"q": 1, "r": 0, "pieces": ["bQ", "wB1"]},
        {"q": 2, "r": 0, "pieces": ["bS1"]},
    ],
}


@pytest.fixture(scope="module")
def application() -> Iterator[Application]:
    application = Application()
    with application.client:
        yield application


@pytest.fixture
def page(application: Application) -> Iterator[ClientPage]:
    with application.page() as page:
        yield page


GAME = "Base;InProgress;Black[1];wS1"
BAD = [
    ("nonsense", {}, "There is no such request."),
    ("__class__", {}, "There is no such request."),
    ("view", {}, "Game is missing in view."),
    ("view", {"game": None}, "Game is missing in view."),
    ("view", {"game": 3}, "Game of view must be a text, not 3."),
    ("view", {"game": ["Base"]}, "Game of view must be a text, not a list."),
    ("view", {"game": {"a": 1}}, "Game of view must be a text, not an object."),
    ("view", {"game": "Chess"}, "Unknown game type 'Chess'"),
    ("view", {"game": "Base", "path": "/etc/passwd"}, "View has no 'path'."),
    ("view", {"game": "Base", "queen_first": 1}, "must be true or false, not 1"),
    ("view", {"game": "x" * (LONGEST_GAME + 1)}, "at most 65,536 are taken"),
    ("view", {"game": "Base;InProgress;White[1]" + ";pass" * (MOST_PLIES + 2)}, "too long"),
    ("view", {"game": "Base White[1] 99,wQ,99,bQ -"}, "not linked"),
    ("view", {"game": "\ud800"}, "Unknown game type"),
    ("view", {"game": "/etc/passwd"}, "Unknown game type"),
    ("play", {"game": GAME}, "Move is missing"),
    ("play", {"game": GAME, "move": "bQ wS1-"}, "queen"),
    ("play", {"game": GAME, "move": ""}, "is not a move"),
    ("play", {"game": GAME, "move": "x" * 101}, "at most 100"),
    ("setup", {}, "Position is missing in setup."),
    ("setup", {"position": 7}, "Position of setup must be an object"),
    ("setup", {"position": {}}, "Game_type is missing"),
    ("setup", {"position": {**POSITION, "turn": "Red"}}, "must be one of White, Black, not 'Red'"),
    ("setup", {"position": {**POSITION, "turn_number": 0}}, "whole number from 1"),
    ("setup", {"position": {**POSITION, "turn_number": 1.5}}, "whole number from 1"),
    ("setup", {"position": {**POSITION, "turn_number": 10**400}}, "not a huge number"),
    ("setup", {"position": {**POSITION, "stunned": "xx"}}, "A piece is named like wA1"),
    ("setup", {"position": {**POSITION, "stacks": {}}}, "must be a list"),
    ("setup", {"position": {**POSITION, "stacks": [[]]}}, "Stack 0 must be an object"),
    ("setup", {"position": {**POSITION, "stacks": [{"q": 0, "r": 10**9, "pieces": []}]}}, "100"),
    ("setup", {"position": {**POSITION, "stacks": [{"q": True, "r": 0, "pieces": []}]}}, "100"),
    ("setup", {"position": {**POSITION, "stacks": [{"q": 0, "r": 0, "pieces": [7]}]}}, "named"),
    ("setup", {"position": {**POSITION, "stacks": [{"q": 0, "r": 0}]}}, "Pieces is missing"),
    ("setup", {"position": {**POSITION, "stacks": 2 * POSITION["stacks"]}}, "two stacks"),
    ("setup", {"position": {**POSITION, "stacks": 29 * [{}]}}, "at most 28"),
    ("read", {}, "Text is missing"),
    ("write", {"tree": {}, "format": "exe"}, "must be one of pgn, sgf, gamestring"),
    ("write", {"tree": [], "format": "pgn"}, "must be an object"),
    ("write", {"tree": {"root": "Base"}, "format": "pgn"}, "Nodes is missing"),
    ("svg", {"game": GAME, "theme": "pink"}, "must be one of light, dark"),
    ("svg", {"game": GAME, "size": 10**6}, "4096"),
    ("move", {"game": GAME, "engine": "Deep Blue"}, "must be one of Propolis, not 'Deep Blue'"),
    ("move", {"game": GAME, "engine": "/bin/sh -c id"}, "must be one of Propolis"),
    ("move", {"game": GAME, "level": 11}, "from 1 to 10"),
    ("move", {"game": GAME, "level": "3"}, "from 1 to 10, not '3'"),
    ("move", {"game": GAME, "seconds": 0}, "from 0.01 to 120"),
    ("move", {"game": GAME, "seconds": 1e9}, "from 0.01 to 120"),
    ("move", {"game": GAME, "seconds": True}, "from 0.01 to 120, not true"),
    ("move", {"game": GAME, "command": "ls"}, "Move has no 'command'"),
    ("analyse", {"game": GAME, "lines": 6}, "from 1 to 5"),
    ("analyse", {"game": GAME, "threads": 0}, "from 1 to"),
    ("analyse", {"game": GAME, "memory_mib": -1}, "from 1 to"),
    ("analyse", {"game": GAME, "memory_mib": 2**70}, "from 1 to"),
    ("stop", {}, "Analysis is missing"),
    ("stop", {"analysis": "1"}, "whole number"),
    ("cancel", {"of": None}, "Of is missing"),
    ("hello", {"x": 1}, "Hello has no 'x'."),
]


@pytest.mark.parametrize(("do", "fields", "words"), BAD)
def test_a_bad_request_gets_one_sentence_and_the_socket_stays(
    page: ClientPage, do: str, fields: dict[str, Any], words: str
) -> None:
    with pytest.raises(PageError) as caught:
        page.ask(do, **fields)
    message = str(caught.value)
    assert words in message
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < 500
    assert "terminal" not in message
    assert page.ask("view", game="Base")["ply"] == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[]", "must be an object, not a list"),
        ("null", "must be an object, not null"),
        ("7", "must be an object, not a number"),
        ('{"do": "hello"}', "id of a message"),
        ('{"id": "7", "do": "hello"}', "id of a message"),
        ('{"id": true, "do": "hello"}', "id of a message"),
        ('{"id": -1, "do": "hello"}', "id of a message"),
        ('{"id": 1.0, "do": "hello"}', "id of a message"),
        (f'{{"id": {"9" * 5000}, "do": "hello"}}', "not JSON"),
        ('{"id": 1, "do": "move", "seconds": NaN}', "NaN is no number"),
        ('{"id": 1, "do": "move", "seconds": Infinity}', "Infinity is no number"),
        ("[" * 100_000, "nested too deep"),
        ('{"id":1,"a":' * 50_000, "nested too deep"),
    ],
)
def test_what_is_no_request_is_told_so(page: ClientPage, text: str, words: str) -> None:
    answer = page.raw(text)
    assert answer["id"] is None
    assert words in answer["error"]
    assert page.ask("view", game="Base")["ply"] == 0


def test_a_request_without_a_verb_is_answered_by_its_id(page: ClientPage) -> None:
    assert page.raw('{"id": 5}')["id"] == 5
    assert page.raw('{"id": 6, "do": [1]}')["id"] == 6


def test_numbers_beyond_all_bounds_are_refused(page: ClientPage) -> None:
    answer = page.raw(f'{{"id": 5, "do": "move", "game": "Base", "seconds": 1{"0" * 400}}}')
    assert "from 0.01 to 120" in answer["error"]
    answer = page.raw('{"id": 5, "do": "move", "game": "Base", "seconds": 1e999}')
    assert "error" in answer


@pytest.mark.parametrize(
    ("data", "code"), [("x" * (LONGEST_MESSAGE + 1), 1009), (b'{"id": 1, "do": "hello"}', 1003)]
)
def test_what_is_too_long_or_no_text_closes_the_socket(
    application: Application, data: str | bytes, code: int
) -> None:
    with application.page() as page:
        if isinstance(data, str):
            page.session.send_text(data)
        else:
            page.session.send_bytes(data)
        with pytest.raises(WebSocketDisconnect) as closed:
            page.next_answer()
        assert closed.value.code == code


@pytest.mark.parametrize(
    "text",
    ["\x00", "\x1b[31m", "\u202e", "\ud800", "\U0010ffff", "\ufeff", "é" * 300, "\r\n" * 300],
)
def test_whatever_a_text_holds_is_shown_as_text(page: ClientPage, text: str) -> None:
    for do, fields in (
        ("view", {"game": text}),
        ("play", {"game": "Base", "move": text[:100]}),
        ("move", {"game": "Base", "engine": text}),
        (text[:50], {}),
        ("view", {"game": "Base", text: 1}),
    ):
        with pytest.raises(PageError) as caught:
            page.ask(do, **fields)
        message = str(caught.value)
        assert message.isprintable()
        assert len(message) < 500


def test_as_many_moves_as_are_promised_can_be_shown_and_no_more(page: ClientPage) -> None:
    game = Game("Base")
    for text in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
        game.play(text)
    rng = random.Random(1)
    while len(game.history) < MOST_PLIES:
        game.play(rng.choice(game.legal_moves))
        if game.is_over:
            game.undo()
    assert page.ask("view", game=game.notation)["ply"] == MOST_PLIES
    with pytest.raises(PageError, match="A game ends here after 2,000 moves"):
        page.ask("play", game=game.notation, move=game.legal_move_strings[0])
    game.play(game.legal_moves[0])
    with pytest.raises(PageError, match="too long"):
        page.ask("view", game=game.notation)


def test_a_text_of_nothing_but_variations_is_refused_before_it_is_read(page: ClientPage) -> None:
    with pytest.raises(PageError, match="brackets is too large"):
        page.ask("read", text="1. wS1 (" * 100_000)
