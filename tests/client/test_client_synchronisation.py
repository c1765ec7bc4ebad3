"""Whatever game is wanted next, the commands that are sent lead to it."""

from random import Random

import pytest

from client.synchronisation import MOST_STEPS, EngineGame, ListedMoves
from engine import GAME_TYPES, Game


class Obedient:
    """An engine without a process: a game, changed by commands."""

    def __init__(self) -> None:
        self.game = Game()

    def answer(self, command: str) -> list[str]:
        word, _, rest = command.partition(" ")
        if word == "newgame":
            self.game = Game.from_string(rest)
        elif word == "undo":
            self.game.undo(int(rest or 1))
        else:
            assert word == "play"
            self.game.play(rest)
        return [self.game.game_string]


def wander(game: Game, chance: Random) -> Game:
    """A game some moves away: later, earlier, another way from there, or another altogether."""
    if chance.random() < 0.1:
        game = Game(chance.choice(GAME_TYPES))
    game = game.copy()
    if game.ply and chance.random() < 0.5:
        game.undo(chance.randint(1, game.ply))
    for _ in range(chance.choice((0, 1, 2, 3, 8))):
        if not game.is_over:
            move = chance.choice(game.legal_moves)
            spellings = [game.move_string(move), game.move_string(move).upper()]
            game.play(chance.choice(spellings))
    return game


@pytest.mark.parametrize("seed", range(4))
def test_an_engine_is_brought_to_any_game(seed: int) -> None:
    chance = Random(seed)
    engine, known, game = Obedient(), EngineGame(), Game()
    lengths = set()
    for _ in range(40):
        game = wander(game, chance)
        if chance.random() < 0.1:
            known.forget()
        commands = known.commands_to(game, whole=chance.random() < 0.1)
        for command in commands:
            reply = engine.answer(command)
        assert not commands or known.confirm(game, reply)
        assert (engine.game.game_type, engine.game.history) == (game.game_type, game.history)
        lengths.add(len(commands))
    assert max(lengths) <= MOST_STEPS
    assert len(lengths) > 2


def test_replies_about_another_game_are_noticed() -> None:
    game = Game.from_string("Base;InProgress;White[2];wS1;bS1 wS1-")
    for text in (
        "Base+M;InProgress;White[2];wS1;bS1 wS1-",
        "Base;InProgress;Black[1];wS1",
        "Base;InProgress;White[2];wS1;bS1 wS1/",
        "Base;InProgress;White[2];wS1;nonsense",
        "Base;InProgress;White[2]",
        "",
        "Base",
    ):
        known = EngineGame()
        known.commands_to(game)
        assert not known.confirm(game, [text]), text
        assert known.commands_to(game)[0].startswith("newgame"), text
    assert EngineGame().confirm(game, ["chatter", "Base;InProgress;White[2];WS1;bS1  wS1-"])
    assert not EngineGame().confirm(game, [])


def test_moves_listed_before_are_not_looked_at_again_but_others_are() -> None:
    game, listed = Game(), ListedMoves()
    texts: list[str] = []
    for text in ("wS1", "bS1 wS1-", "wQ -wS1"):
        game.play(text)
        texts = [*texts, text.upper()]
        assert listed.are_those_of(game, texts)
    assert not listed.are_those_of(game, ["wG1", *texts[1:]])
