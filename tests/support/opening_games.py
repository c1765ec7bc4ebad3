"""Games for tests of openings, and a second way to count them."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise
from random import Random

from engine import Game
from study import Tally

Counts = tuple[dict[str, Tally], dict[tuple[str, str], Tally]]
"""Of positions and of moves, by canonical texts."""


def random_game(seed: object, game_type: str = "Base+MLP", plies: int = 16) -> Game:
    """A game of a random length of at least four plies. Few bugs are placed, so that games meet."""
    random, game = Random(f"{seed}"), Game(game_type)
    for _ in range(random.randint(4, plies)):
        moves = [
            (move, text)
            for move, text in zip(game.legal_moves, game.legal_move_strings, strict=True)
            if text[1:2] in "QSAB"
        ]
        move, _ = random.choice(moves or [(move, "") for move in game.legal_moves])
        game.play(move)
    return game


def twin(game: Game, seed: object) -> Game:
    """The same game turned and perhaps mirrored."""
    random = Random(f"{seed}")
    turned = game.rotated(random.randrange(6))
    return turned.mirrored() if random.random() < 0.5 else turned


def recounted(games: Iterable[tuple[Game, Tally]], plies: int) -> Counts:
    """Count by playing every game again and comparing canonical texts: no hash, no graph."""
    positions: dict[str, Counter[str]] = defaultdict(Counter)
    moves: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for game, tally in games:
        again = Game(game.game_type, queen_first=game.queen_first)
        texts = [again.canonical_text]
        for move in game.history[:plies]:
            again.play(move)
            texts.append(again.canonical_text)
        for text in {*texts}:
            positions[text].update(tally._asdict())
        for pair in {*pairwise(texts)}:
            moves[pair].update(tally._asdict())
    return (
        {text: Tally(**counts) for text, counts in positions.items()},
        {pair: Tally(**counts) for pair, counts in moves.items()},
    )
