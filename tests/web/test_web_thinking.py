"""Moves and analyses: they come, they end when told to, and everybody gets a share."""

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from bruteforce import crowded_position
from web_pages import LiveServer, Page, PageError, search_threads, vanish, wait_until

from engine import PASS, Game, Move
from search import Analysis, Result, Searcher
from search.result import Line
from search.values import Score
from web import thinking
from web.lines import LineBoard
from web.preparing import Preparation
from web.sharing import Cores, Memory
from web.state import ServerState
from web.thinking import Thinker

GAME = r"Base+MLP;InProgress;Black[4];wP;bP /wP;wQ \wP;bQ -bP;wA1 wP-;bA1 bP\;wA1 /bA1"


def forced_pass() -> Game:
    """A position in which nothing is left but to pass."""
    rng = random.Random(0)
    game = Game()
    while game.legal_moves != [PASS]:
        game = Game()
        while not game.is_over and game.legal_moves != [PASS] and game.ply < 120:
            game.play(rng.choice(game.legal_moves))
    return game


@pytest.mark.parametrize("level", [1, 4, 9])
def test_levels_move(page: Page, level: int) -> None:
    found = page.ask("move", game=GAME, level=level)
    assert Game.from_notation(GAME).is_legal(found["move"])
    assert 0 <= found["win"] <= 100
    assert found["win"] + found["white_win"] == pytest.approx(100)  # it is Black's turn


def test_a_move_takes_the_time_it_is_given(page: Page) -> None:
    page.ask("move", game=GAME, level=1)  # everything is loaded
    started = time.perf_counter()
    found = page.ask("move", game=GAME, seconds=0.4)
    assert 0.3 < time.perf_counter() - started < 20
    assert 0.3 < found["seconds"] < 20


def test_a_forced_pass_is_a_move(page: Page) -> None:
    game = forced_pass().notation
    assert page.ask("move", game=game, seconds=5)["move"] == "pass"
    number = page.ask("analyse", game=game)["analysis"]
    [line] = page.event("lines", analysis=number)["lines"]
    assert (line["moves"][0], line["piece"], line["to"]) == ("pass", None, None)
    page.ask("stop", analysis=number)


def test_a_game_that_is_over_is_not_thought_about(page: Page) -> None:
    over = over_game()
    for do in ("move", "analyse"):
        with pytest.raises(PageError, match=r"^The game is over\.$"):
            page.ask(do, game=over)


def over_game() -> str:
    rng = random.Random(1)
    while True:
        game = Game()
        while not game.is_over and game.ply < 200:
            game.play(rng.choice(game.legal_moves))
        if game.is_over:
            return game.notation


def test_a_cancelled_move_is_answered_and_the_next_one_comes(page: Page) -> None:
    page.ask("move", game=GAME, level=1)
    started = time.perf_counter()
    long = page.begin("move", game=GAME, seconds=60)
    with pytest.raises(PageError, match="Another move is being thought out"):
        page.ask("move", game=GAME, level=1)
    assert page.ask("cancel", of=long) == {}
    after = page.begin("move", game=GAME, level=1)
    with pytest.raises(PageError, match=r"^Cancelled\.$"):
        page.answer(long)
    assert page.answer(after)["move"]
    assert time.perf_counter() - started < 20
    assert page.ask("cancel", of=long) == {}
    assert page.ask("cancel", of=123456) == {}


def test_a_view_is_answered_while_a_move_is_thought_out(page: Page) -> None:
    long = page.begin("move", game=GAME, seconds=60)
    for _ in range(5):
        started = time.perf_counter()
        page.ask("view", game=GAME)
        assert time.perf_counter() - started < 20
    page.ask("cancel", of=long)
    with pytest.raises(PageError, match="Cancelled"):
        page.answer(long)


def check_lines(event: dict[str, Any], wanted: int) -> None:
    game = Game.from_notation(GAME)
    lines = event["lines"]
    assert [line["rank"] for line in lines] == [*range(1, len(lines) + 1)]
    assert len(lines) <= wanted
    assert len({line["moves"][0] for line in lines}) == len(lines)
    assert event["depth"] == max(line["depth"] for line in lines)
    for line in lines:
        replayed = game.copy()
        for text in line["moves"]:
            replayed.play(text)
        first = game.parse_move(line["moves"][0])
        assert first.piece is not None
        assert first.to is not None
        assert line["piece"] == first.piece.name
        assert line["to"] == [*first.to]
        origin = game.place_of(first.piece)
        assert line["from"] == (None if origin is None else [*origin])
        assert line["win"] + line["white_win"] == pytest.approx(100)


def test_an_analysis_sends_lines_at_most_ten_times_a_second_until_it_is_stopped(page: Page) -> None:
    started = time.perf_counter()
    number = page.ask("analyse", game=GAME, lines=3)["analysis"]
    lines = [page.event("lines", analysis=number)]
    while len(lines) < 6 or len(lines[-1]["lines"]) < 3:
        lines.append(page.event("lines", analysis=number))
    assert len(lines) <= 10 * (time.perf_counter() - started) + 2
    for event in lines:
        check_lines(event, 3)
    assert len(lines[-1]["lines"]) == 3
    assert lines[-1]["nodes"] > 0
    depths = [event["depth"] for event in lines]
    assert depths == sorted(depths)
    assert page.ask("stop", analysis=number) == {}
    ended = page.event("analysed", analysis=number)
    assert (ended["why"], ended["message"]) == ("stopped", None)
    page.events.clear()
    page.listen(0.3)
    assert page.events == []
    assert page.ask("stop", analysis=number) == {}


def test_showing_lines_takes_little_time_from_the_search(server: LiveServer) -> None:
    with Page(server) as page:
        number = page.ask("analyse", game=GAME, lines=5)["analysis"]
        page.event("lines", analysis=number)
        taken = []
        for _ in range(3):
            before = server.cpu_seconds()
            page.listen(1.5)
            taken.append(server.cpu_seconds() - before)
            if taken[-1] < 0.05 * 1.5:
                break
        assert min(taken) < 0.05 * 1.5


def test_a_new_analysis_takes_the_place_of_the_old_one(page: Page) -> None:
    first = page.ask("analyse", game=GAME)["analysis"]
    page.event("lines", analysis=first)
    second = page.ask("analyse", game=GAME, lines=2)["analysis"]
    assert page.event("analysed", analysis=first)["why"] == "stopped"
    page.event("lines", analysis=second)
    assert page.ask("stop", analysis=first) == {}
    page.events.clear()
    page.ask("stop", analysis=second)
    assert page.event("analysed", analysis=second)["why"] == "stopped"


def test_an_analysis_may_be_stopped_before_it_has_begun(page: Page) -> None:
    for _ in range(5):
        number = page.begin("analyse", game=GAME)
        page.begin("stop", analysis=number)
        begun = page.answer(number)["analysis"]
        page.ask("stop", analysis=begun)
        assert page.event("analysed", analysis=begun)["why"] == "stopped"


def test_a_move_can_be_asked_for_during_an_analysis(page: Page) -> None:
    number = page.ask("analyse", game=GAME)["analysis"]
    page.event("lines", analysis=number)
    assert page.ask("move", game=GAME, level=3)["move"]
    page.ask("stop", analysis=number)
    page.event("analysed", analysis=number)


def test_a_proven_outcome_ends_the_analysis(page: Page) -> None:
    """Where every line is certain there is nothing more to find."""
    game = win_in_one()
    number = page.ask("analyse", game=game.notation, lines=1)["analysis"]
    ended = page.event("analysed", analysis=number)
    assert ended["why"] == "certain"
    [line] = [event for event in page.events if event["event"] == "lines"][-1]["lines"]
    assert line["mate"] == 1
    assert (line["win"], line["score"]) == (100.0, "#1")


def win_in_one() -> Game:
    for seed in range(100):
        game = crowded_position("Base", f"win {seed}", 60)
        for move in game.legal_moves:
            after = game.copy()
            after.play(move)
            if after.winner is game.turn:
                return game
    raise AssertionError("no win in one")


def test_closing_the_socket_stops_what_it_has_started(server: LiveServer) -> None:
    pages = [Page(server) for _ in range(3)]
    for page in pages:
        number = page.ask("analyse", game=GAME)["analysis"]
        page.begin("move", game=GAME, seconds=100)
        page.event("lines", analysis=number)
    assert search_threads() > 0
    pages[0].close()
    vanish(pages[1].socket)
    pages[2].close()
    wait_until(lambda: search_threads() == 0, 20)
    wait_until(lambda: server.state.sessions == 0, 20)
    assert server.state.cores._shares == []
    assert server.state.memory._granted == {}


@pytest.mark.slow
def test_ten_pages_that_play_and_analyse_at_once_all_get_their_share() -> None:
    with LiveServer(cores=2) as server:
        ten_pages_play_and_analyse(server)
    wait_until(lambda: search_threads() == 0, 20)


def ten_pages_play_and_analyse(server: LiveServer) -> None:
    pages = [Page(server) for _ in range(10)]
    try:
        for page in pages:
            page.ask("analyse", game=GAME, lines=1)
        moves = [page.begin("move", game=GAME, seconds=0.5) for page in pages]
        shares = server.state.cores._shares
        assert {share.threads for share in shares} == {1}
        for page, key in zip(pages, moves, strict=True):
            assert Game.from_notation(GAME).is_legal(page.answer(key)["move"])
        for page in pages:
            check_lines(page.event("lines"), 1)
        # A page that comes late gets no less than those that were there before.
        with Page(server) as late:
            assert late.ask("move", game=GAME, level=1)["move"]
            late.ask("analyse", game=GAME, lines=1)
            check_lines(late.event("lines"), 1)
        # Nobody is forgotten: all come to a depth that takes a thousand nodes.
        for page in pages:
            while page.event("lines")["depth"] < 4:
                pass
    finally:
        for page in pages:
            page.close()


def test_a_long_move_gives_threads_away_and_takes_them_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used: list[int] = []
    search = Searcher.analysis

    def noted(searcher: Searcher, *arguments: Any, **options: Any) -> Analysis:
        used.append(searcher.threads)
        return search(searcher, *arguments, **options)

    with LiveServer(cores=4) as server, Page(server) as one, Page(server) as two:
        one.ask("move", game=GAME, level=1)  # everything is loaded
        monkeypatch.setattr(Searcher, "analysis", noted)
        monkeypatch.setattr(thinking, "_SETTLED", 0.01)
        move = one.begin("move", game=GAME, seconds=60)
        wait_until(lambda: used == [4])
        other = two.ask("analyse", game=GAME, threads=1)["analysis"]
        wait_until(lambda: sorted(used[1:]) == [1, 3])
        two.ask("stop", analysis=other)
        two.event("analysed", analysis=other)
        wait_until(lambda: used[3:] == [4])
        one.ask("cancel", of=move)
        with pytest.raises(PageError, match="Cancelled"):
            one.answer(move)


def test_a_move_begun_anew_is_never_shallower_than_before(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cores that change all the time cost time, not the move and not its deadline."""
    monkeypatch.setattr(thinking, "_SETTLED", 0.0)
    results: list[Result] = []
    get_result = Analysis._result

    async def noted(analysis: Analysis) -> Result:
        results.append(await get_result(analysis))
        return results[-1]

    monkeypatch.setattr(Analysis, "_result", noted)

    async def disturbed() -> Result:
        share = Cores(4).join(4)
        task = asyncio.create_task(
            Thinker(server.state)._choose(
                Game.from_notation(GAME), time.perf_counter() + 1.0, share
            )
        )
        while not task.done():
            await asyncio.sleep(0.1)
            share.threads = 3 - share.threads if share.threads < 3 else 1
            share.changed.set()
        return await task

    chosen = asyncio.run(disturbed())
    assert len(results) > 1
    assert chosen.depth == max(result.depth for result in results)


def test_cores_are_divided_anew_when_searches_come_and_go() -> None:
    cores = Cores(8)
    first = cores.join(8)
    assert first.threads == 8
    assert not first.changed.is_set()
    second = cores.join(2)
    assert (first.threads, second.threads) == (6, 2)
    assert first.changed.is_set()
    others = [cores.join(8) for _ in range(20)]
    assert {share.threads for share in (first, second, *others)} == {1}
    first.changed.clear()
    for share in (second, *others):
        cores.leave(share)
        cores.leave(share)
    assert first.threads == 8
    assert first.changed.is_set()


def test_an_analysis_goes_on_with_more_or_fewer_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_SETTLED", 0.0)
    begun_anew: list[int] = []
    monkeypatch.setattr(LineBoard, "begin_anew", count_calls(LineBoard.begin_anew, begun_anew))
    with LiveServer(cores=4) as server, Page(server) as one, Page(server) as two:
        number = one.ask("analyse", game=GAME)["analysis"]
        deep = one.event("lines", analysis=number)
        while deep["depth"] < 8:
            deep = one.event("lines", analysis=number)
        other = two.ask("analyse", game=GAME)["analysis"]
        two.event("lines", analysis=other)
        share = server.state.cores._shares[0]
        assert share.threads == 2
        wait_until(lambda: len(begun_anew) == 1)
        two.ask("stop", analysis=other)
        two.event("analysed", analysis=other)
        assert share.threads == 4
        wait_until(lambda: len(begun_anew) == 2)
        one.events.clear()
        one.listen(0.5)
        for event in one.events:
            assert (event["event"], event["depth"] >= deep["depth"]) == ("lines", True)
        one.ask("stop", analysis=number)
        assert one.event("analysed", analysis=number)["why"] == "stopped"


def count_calls(function: Callable[..., None], calls: list[int]) -> Callable[..., None]:
    def counted(*arguments: Any) -> None:
        calls.append(1)
        function(*arguments)

    return counted


def test_others_that_come_and_go_at_once_disturb_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    begun_anew: list[int] = []
    monkeypatch.setattr(LineBoard, "begin_anew", count_calls(LineBoard.begin_anew, begun_anew))
    monkeypatch.setattr(thinking, "_SETTLED", 3600)
    with LiveServer(cores=4) as server, Page(server) as one, Page(server) as two:
        number = one.ask("analyse", game=GAME)["analysis"]
        one.event("lines", analysis=number)
        for _ in range(5):
            two.ask("stop", analysis=two.ask("analyse", game=GAME)["analysis"])
        one.ask("stop", analysis=number)
        assert one.event("analysed", analysis=number)["why"] == "stopped"
    assert begun_anew == []


def test_levels_vary_from_game_to_game() -> None:
    """The same first moves again and again would bore; taking back gives another chance."""
    with LiveServer() as server, Page(server) as page:
        after = Game.from_string("Base+MLP;InProgress;Black[1];wG1").notation
        openings = {page.ask("move", game=after, level=1)["move"] for _ in range(20)}
        assert len(openings) == 1  # a game is not begun anew by asking again
        openings |= {
            page.ask("move", game=each, level=1)["move"]
            for _ in range(20)
            for each in (after, GAME)
        }
        assert len(openings) > 5


def test_what_cannot_be_loaded_is_told(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(_: Preparation) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(Preparation, "_load_search", fail)
    with LiveServer() as server, Page(server) as page:
        assert page.ask("view", game="Base")["ply"] == 0
        with pytest.raises(PageError, match=r"^The search cannot be loaded: OSError\.$"):
            page.ask("move", game=GAME, level=1)
        assert page.ask("hello")["preparing"]["state"] == "failed"
        number = page.ask("analyse", game=GAME)["analysis"]
        assert page.event("analysed", analysis=number)["why"] == "error"
    assert "the disk is gone" in capfd.readouterr().err


def test_searches_that_share_a_core_share_its_memory() -> None:
    state = ServerState(cores=2, memory=4096)
    thinker = Thinker(state)
    for _ in range(2):
        state.cores.join(2)
    thinker._get_memory(thinker._analyst, 256)
    assert thinker._analyst.table_mib == 256
    for _ in range(6):
        state.cores.join(2)
    thinker._get_memory(thinker._analyst, 256)
    assert thinker._analyst.table_mib == 64
    for _ in range(92):
        state.cores.join(2)
    for wanted, granted in ((256, 16), (4, 4)):
        thinker._get_memory(thinker._analyst, wanted)
        assert thinker._analyst.table_mib == granted


def test_memory_is_bounded_for_one_and_for_all() -> None:
    memory = Memory(1000)
    assert memory.grant("a", 10_000) == 250
    for name in "bcd":
        assert memory.grant(name, 250) == 250
    assert memory.grant("e", 250) == 16
    memory.free("a")
    assert memory.grant("e", 200) == 200


def line(rank: int, score: Score, depth: int, move: Move, nodes: int = 1000) -> Line:
    return Line(rank, score, depth, nodes, 1.0, 0.0, (move,))


def shown_by(board: LineBoard) -> list[tuple[str, int]]:
    return [(each["score"], each["depth"]) for each in board.snapshot()["lines"]]


def test_lines_of_a_search_begun_anew_do_not_hide_deeper_ones() -> None:
    game = Game()
    one, two = game.legal_moves[:2]
    board = LineBoard(game, 1)
    board.add(line(1, Score(10), 5, one))
    board.begin_anew()
    board.add(line(1, Score(99), 1, two, 10))
    board.add(line(1, Score(98), 2, one, 20))
    assert shown_by(board) == [("+0.10", 5)]
    board.add(line(1, Score(20), 6, two, 500))
    shown = board.snapshot()
    assert (shown["depth"], shown["nodes"]) == (6, 1500)
    assert not board.is_fresh


def test_all_places_are_filled_while_a_depth_is_being_searched() -> None:
    game = Game()
    one, two, three = game.legal_moves[:3]
    board = LineBoard(game, 2)
    board.add(line(1, Score(30), 4, one))
    board.add(line(2, Score(20), 4, two))
    board.add(line(1, Score(25), 5, two))
    assert shown_by(board) == [("+0.25", 5), ("+0.30", 4)]
    board.add(line(2, Score(22), 5, three))
    assert shown_by(board) == [("+0.25", 5), ("+0.22", 5)]
    board.add(line(1, Score.mate_in(3), 6, one))
    board.add(line(1, Score(1), 7, three))
    assert shown_by(board) == [("#3", 6), ("+0.01", 7)]
