"""What the page is shown is the game: nothing is left out, nothing is made up."""

import json
import random
from typing import Any

import pytest
from bruteforce import crowded_game
from reference import ReferenceGame

from engine import GAME_TYPES, PASS, Bug, Color, Game, Hex, Move, Piece
from web.moves import pinned, throwers
from web.view import view


def games(game_type: str) -> list[Game]:
    """Positions of a random game and of one that crowds the queens."""
    rng = random.Random(game_type)
    played = [Game(game_type)]
    while len(played) < 60 and not played[-1].is_over:
        game = played[-1].copy()
        game.play(rng.choice(game.legal_moves))
        played.append(game)
    return [*played, *(game.copy() for game in crowded_game(game_type, "view", 90))]


def reference_of(game: Game) -> ReferenceGame:
    """The same position for the second implementation of the rules."""
    stacks = {
        (place.q, place.r): [piece.name for piece in pieces]
        for place, pieces in game.stacks.items()
    }
    stunned = None if game.stunned is None else game.stunned.name
    turn = "wb"[game.turn]
    return ReferenceGame.from_stacks(game.game_type, stacks, turn, stunned, game.ply)


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_a_view_says_what_the_game_says(game_type: str) -> None:
    for game in games(game_type)[::3]:
        shown = json.loads(json.dumps(view(game)))
        assert Game.from_notation(shown["game"]) == game
        assert shown["moves"] == [*game.move_strings]
        assert shown["state"] == game.state
        assert (shown["is_over"], shown["ply"]) == (game.is_over, game.ply)
        assert f"{shown['turn']}[{shown['turn_number']}]" == game.turn_string
        stacks = {Hex(each["q"], each["r"]): each["pieces"] for each in shown["stacks"]}
        assert stacks == {
            place: [piece.name for piece in pieces] for place, pieces in game.stacks.items()
        }
        for color in Color:
            pieces = [name for kind in shown["hands"][str(color)] for name in kind["pieces"]]
            assert pieces == [piece.name for piece in game.hand(color)]
            assert all(
                {n[1] for n in k["pieces"]} == {k["bug"]} for k in shown["hands"][str(color)]
            )
        legal = [Move(Piece.named(m["piece"]), Hex(*m["to"])) for m in shown["legal"]]
        assert legal == [move for move in game.legal_moves if move != PASS]
        assert [game.parse_move(m["move"]) for m in shown["legal"]] == legal
        assert shown["must_pass"] == (game.legal_moves == [PASS])
        assert (shown["pass_reason"] is not None) == shown["must_pass"]
        assert Game.from_position_text(shown["position"]).stunned == game.stunned
        check_last(game, shown)


def check_last(game: Game, shown: dict[str, Any]) -> None:
    if not game.history:
        assert shown["last"] is None
        return
    before = game.copy()
    move = before.undo()
    last = shown["last"]
    origin = None if move.piece is None else before.place_of(move.piece)
    assert last["from"] == (None if origin is None else [*origin])
    assert last["to"] == (None if move.to is None else [*move.to])
    assert last["move"] == game.move_strings[-1]
    assert shown["spoken"].endswith(".")


@pytest.mark.parametrize("game_type", ["Base", "Base+MP", "Base+MLP"])
def test_pinned_pieces_are_those_without_which_the_hive_falls_apart(game_type: str) -> None:
    seen = 0
    for game in games(game_type):
        if len(game.stacks) < 2:
            continue
        reference = reference_of(game)
        alone = {p[0].name: (c.q, c.r) for c, p in game.stacks.items() if len(p) == 1}
        wanted = {name for name, cell in alone.items() if reference._is_pinned(cell)}
        assert {piece.name for piece in pinned(game)} == wanted
        seen += len(wanted)
    assert seen > 100


def throws_of(reference: ReferenceGame, name: str) -> set[tuple[str, tuple[int, int]]]:
    """What one piece can throw, and where to."""
    able = [(piece, cell) for piece, cell in reference._able_pieces() if piece == name]
    reference._able_pieces = lambda: iter(able)  # type: ignore[method-assign]
    try:
        return set(reference._throws())
    finally:
        del reference._able_pieces


@pytest.mark.parametrize("game_type", ["Base+P", "Base+MP", "Base+MLP"])
def test_a_throw_names_its_thrower_and_a_walk_names_none(game_type: str) -> None:
    seen: dict[str, int] = {}
    for seed in range(3):
        for game in crowded_game(game_type, f"throws {seed}", 90):
            if game.place_of(Piece(game.turn, Bug.QUEEN, 1)) is None:
                assert throwers(game) == {}
                continue
            reference = reference_of(game)
            walks = set(reference._walks())
            pillbug, mosquito = (f"{game.turn.letter}{bug}" for bug in "PM")
            by_pillbug = throws_of(reference, pillbug)
            found = throwers(game)
            for move in game.legal_moves:
                if move.piece is None or move.to is None:
                    continue
                plain = move.piece.name, (move.to.q, move.to.r)
                wanted = None
                if game.place_of(move.piece) is not None and plain not in walks:
                    wanted = pillbug if plain in by_pillbug else mosquito
                thrower = found.get(move)
                assert (None if thrower is None else thrower.name) == wanted
                seen[str(wanted)[1:]] = seen.get(str(wanted)[1:], 0) + 1
    assert seen["P"] > 50
    assert "M" not in game_type or seen["M"] > 10


def test_throws_are_spoken_with_who_throws_whom() -> None:
    game = Game.from_notation("Base+P White[5] wQ,wP,bA1/bQ -")
    text = next(m["move"] for m in view(game)["legal"] if m["piece"] == "bA1")
    game.play(text)
    shown = view(game)
    assert shown["last"]["thrown_by"] == "wP"
    assert shown["spoken"].startswith("White's pillbug throws Black's ant 1 ")
    assert shown["stunned"] == "bA1"


def test_a_pass_is_shown_and_explained() -> None:
    rng = random.Random(0)
    game = Game()
    while game.legal_moves != [PASS]:
        game = Game()
        while not game.is_over and game.legal_moves != [PASS] and game.ply < 120:
            game.play(rng.choice(game.legal_moves))
    shown = view(game)
    assert (shown["legal"], shown["must_pass"]) == ([], True)
    assert "must pass" in shown["pass_reason"]
    passed = game.turn
    game.play(PASS)
    shown = view(game)
    assert shown["spoken"] == f"{passed} passes."
    assert (shown["last"]["piece"], shown["last"]["to"]) == (None, None)


def test_the_end_of_a_game_is_told_with_its_reason() -> None:
    ends = set()
    for seed in range(6):
        game = Game()
        for now in crowded_game("Base+MLP", f"ends {seed}", 150):
            game = now
        moves = [move for move in game.legal_moves if wins(game, move)]
        for move in moves[:1]:
            game.play(move)
            shown = view(game)
            assert shown["is_over"]
            assert shown["surrounded"]
            assert shown["legal"] == []
            ends.add(shown["end"])
    assert ends & {
        "White wins: Black's queen is surrounded.",
        "Black wins: White's queen is surrounded.",
    }


def wins(game: Game, move: Move) -> bool:
    after = game.copy()
    after.play(move)
    return after.is_over


def test_a_draw_by_repetition_is_told_as_one() -> None:
    moves = [
        "wS1",
        "bS1 wS1-",
        "wQ -wS1",
        "bQ bS1-",
        *["wQ /wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"] * 3,
    ]
    game = Game("Base", repetition_draw=True)
    for move in moves:
        if game.is_over:
            break
        game.play(move)
    shown = view(game)
    assert shown["end"] == "Draw: the position has occurred for the third time."
    assert shown["surrounded"] == []
