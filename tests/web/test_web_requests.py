"""Every request: what a good one gets, and one clear sentence for every bad one."""

import json
from typing import Any

import pytest
from web_pages import LiveServer, Page, PageError
from websockets.exceptions import ConnectionClosed

from engine import GAME_TYPES, Game
from search import Limits
from search.levels import TOP_LEVEL, limits_of_level, spread_of_level
from web.answers import LEVELS
from web.messages import LONGEST_MESSAGE

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
    for level, told in enumerate(hello["levels"][:-1], start=1):
        depth = limits_of_level(level, Limits()).depth
        assert told["meaning"].startswith(f"looks {depth} moves ahead, and ")
    words = {"often": 0, "sometimes": 1, "seldom": 2, "hardly ever": 3}
    by_spread = sorted(range(1, TOP_LEVEL), key=spread_of_level, reverse=True)
    said = [LEVELS[level - 1][1].partition(" and ")[2] for level in by_spread]
    rarities = [words[each.removesuffix(" misjudges")] for each in said]
    assert rarities == sorted(rarities)
    assert {*rarities} == {*words.values()}
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
