"""Game trees for tests: random ones, and what there is to compare of two."""

import random

from engine import GAME_TYPES, Game, GameState, GameTree, Node

TEXTS = (
    "quiet",
    "two\nlines",
    "a } brace { and a ] bracket [ and \\",
    '( ; $1 !? ) [White "Eve"]',
    "&#125; &amp; :",
    " blanks ",
    "Zoë 🐝",
    "\r\x00\x85\u2028",
)
NAGS = (1, 2, 3, 4, 5, 6, 7, 10, 13, 14, 16, 17, 18, 19, 140, 255)


def random_tree(seed: int, plies: int = 12, branches: int = 8, *, texts: bool = True) -> GameTree:
    """A tree with variations in variations; with texts, comments and annotations too."""
    rng = random.Random(seed)
    tree = GameTree(
        rng.choice(GAME_TYPES),
        queen_first=rng.random() < 0.2,
        repetition_draw=rng.random() < 0.2,
        result=rng.choice((None, GameState.WHITE_WINS, GameState.DRAW)),
    )
    nodes: list[Node] = [tree]
    for branch in range(branches):
        node = tree if branch == 0 else rng.choice(nodes)
        game = node.game()
        for _ in range(rng.randint(1, plies)):
            if game.is_over:
                break
            move = rng.choice(game.legal_moves)
            game.play(move)
            node = node.add_variation(move)
            nodes.append(node)
    if game := tree.end().game():
        tree.result = game.state if game.is_over else tree.result
    if texts:
        tree.tags = {"White": rng.choice(TEXTS), "Black": "Bob", "Own": rng.choice(TEXTS)}
        for node in nodes:
            _annotate(node, rng)
    return tree


def _annotate(node: Node, rng: random.Random) -> None:
    if rng.random() < 0.3:
        node.comment = rng.choice(TEXTS)
    if rng.random() < 0.3 and not node.is_main_variation:
        node.starting_comment = rng.choice(TEXTS)
    if rng.random() < 0.3 and node.parent is not None:
        node.nags = rng.sample(NAGS, rng.randint(1, 3))


def contents(tree: GameTree) -> tuple[object, ...]:
    """All that two equal trees share, but for the tags that writers add."""
    moves = [
        (node.depth, node.move, node.move_string, node.comment, node.starting_comment, node.nags)
        for node in (tree, *tree.walk())
    ]
    return tree.game_type, tree.queen_first, tree.repetition_draw, tree.result, moves


def line_of(game: Game, plies: int, rng: random.Random) -> Game:
    """A game played on at random."""
    while game.ply < plies and not game.is_over:
        game.play(rng.choice(game.legal_moves))
    return game
