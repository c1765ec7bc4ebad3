"""Every request: what a good one gets, and one clear sentence for every bad one."""

import json
from typing import Any

import pytest
from web_pages import LiveServer, Page, PageError
from websockets.exceptions import ConnectionClosed

from engine import GAME_TYPES, Game
from search.levels import TOP_LEVEL
from web.answers import LEVELS
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


def test_hello_says_what_there_is(page: Page) -> None:
    hello = page.ask("hello")
    assert hello["game_types"] == [*GAME_TYPES]
    assert [level["level"] for level in hello["levels"]] == [*range(1, TOP_LEVEL + 1)]
    assert len(LEVELS) == TOP_LEVEL
    assert hello["engines"] == ["Propolis"]
    assert hello["symbols"].startswith("<svg ")
    assert 'id="hive-queen"' in hello["symbols"]
    assert hello["light"].keys() == hello["dark"].keys()
    assert hello["cores"] >= 1
    assert hello["limits"]["lines"] == 5


def test_playing_a_game_move_by_move(page: Page) -> None:
    shown = page.ask("view", game="Base+MLP")
    for _ in range(12):
        move = shown["legal"][-1]["move"]
        shown = page.ask("play", game=shown["game"], move=move)
    assert shown["ply"] == 12
    assert Game.from_notation(shown["game"]).game_string == shown["game"]


def test_rules_go_with_the_game(page: Page) -> None:
    with pytest.raises(
        PageError, match=r"^The queen may not be placed on a player's first turn\.$"
    ):
        page.ask("play", game="Base", move="wQ")
    shown = page.ask("play", game="Base", move="wQ", queen_first=True)
    assert (shown["queen_first"], shown["moves"]) == (True, ["wQ"])
    with pytest.raises(PageError, match="queen"):
        page.ask("view", game=shown["game"])


def test_a_position_is_set_up(page: Page) -> None:
    found = page.ask("setup", position=POSITION)
    assert found["problems"] == []
    assert found["view"]["start"] == found["position"] == found["view"]["game"]
    after = page.ask("play", game=found["position"], move=found["view"]["legal"][0]["move"])
    assert after["moves"] == [found["view"]["legal"][0]["move"]]
    assert after["start"] == found["position"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"stacks": [*POSITION["stacks"], {"q": 9, "r": 9, "pieces": ["wA1"]}]}, "linked"),
        ({"stacks": [*POSITION["stacks"], {"q": 3, "r": 0, "pieces": ["wQ"]}]}, "in play already"),
        ({"stacks": []}, "placed"),
        ({"turn_number": 1}, "turn"),
        ({"stunned": "wA3"}, "stunned"),
        ({"game_type": "Base", "stacks": [{"q": 0, "r": 0, "pieces": ["wP"]}]}, "wP"),
    ],
)
def test_what_is_wrong_with_a_position_is_told(
    page: Page, change: dict[str, Any], problem: str
) -> None:
    found = page.ask("setup", position={**POSITION, **change})
    assert any(problem in each for each in found["problems"]), found["problems"]
    assert found["view"] is None


def test_a_picture_can_be_kept(page: Page) -> None:
    game = "Base;InProgress;Black[1];wS1"
    light = page.ask("svg", game=game)["svg"]
    dark = page.ask("svg", game=game, theme="dark", hands=True)["svg"]
    assert light.startswith("<svg ")
    assert 'data-piece="wS1"' in light
    assert light.count("data-piece") < dark.count("data-piece")


# Bad requests

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
    ("view", {"game": "Base;InProgress;White[1]" + ";pass" * MOST_PLIES}, "too long"),
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
    page: Page, do: str, fields: dict[str, Any], words: str
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


def raw(page: Page, text: str) -> Any:
    page.socket.send(text)
    return page.next_answer()


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
def test_what_is_no_request_is_told_so(page: Page, text: str, words: str) -> None:
    answer = raw(page, text)
    assert answer["id"] is None
    assert words in answer["error"]
    assert page.ask("view", game="Base")["ply"] == 0


def test_a_request_without_a_verb_is_answered_by_its_id(page: Page) -> None:
    assert raw(page, '{"id": 5}')["id"] == 5
    assert raw(page, '{"id": 6, "do": [1]}')["id"] == 6


def test_numbers_beyond_all_bounds_are_refused(page: Page) -> None:
    answer = raw(page, f'{{"id": 5, "do": "move", "game": "Base", "seconds": 1{"0" * 400}}}')
    assert "from 0.01 to 120" in answer["error"]
    answer = raw(page, '{"id": 5, "do": "move", "game": "Base", "seconds": 1e999}')
    assert "error" in answer


def closed_with(page: Page, data: str | bytes) -> int:
    with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012 -- it may close while we send
        page.socket.send(data)
        page.next_answer()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_a_message_over_the_limit_closes_the_socket(server: LiveServer) -> None:
    with Page(server) as page:
        assert closed_with(page, "x" * (LONGEST_MESSAGE + 1)) == 1009
    with Page(server) as page:
        long = json.dumps({"id": 1, "do": "read", "text": "x" * (LONGEST_MESSAGE - 100)})
        page.socket.send(long)
        assert page.answer(1)["games"] == []


def test_binary_messages_close_the_socket(server: LiveServer) -> None:
    with Page(server) as page:
        assert closed_with(page, b'{"id": 1, "do": "hello"}') == 1003


def test_an_error_of_the_server_itself_is_not_shown_to_the_page(
    page: Page, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from web import connection

    def fail(*_: object) -> dict[str, Any]:
        raise ZeroDivisionError("secret")

    monkeypatch.setitem(connection._QUICK, "view", fail)
    with pytest.raises(PageError, match=r"^Something went wrong in the server"):
        page.ask("view", game="Base")
    assert "ZeroDivisionError: secret" in capsys.readouterr().err
    assert page.ask("play", game="Base", move="wS1")["ply"] == 1
