"""A record with its review written into it: scores, signs, words and better lines."""

from engine.game_tree import GameTree, Node
from engine.pgn import write_pgn
from engine.pieces import Color
from search.values import Score
from study.review.model import GameReview, ReviewedMove, ReviewLine

TAG = "Review"
"""The tag that tells a record with a review from others."""
_SIGNS_OF_MOVES = frozenset(range(1, 7))
"""The annotations `!`, `?`, `!!`, `??`, `!?` and `?!`."""


def annotated_tree(tree: GameTree, review: GameReview) -> GameTree:
    """A copy of the tree that was reviewed, with the review beside what it says itself.

    Its own comments, variations and signs stay; a move that has a sign gets no second one.
    """
    tree = tree.copy()
    tree.tags[TAG] = str(review.settings)
    for node, move in zip([*tree.mainline()], review.moves, strict=True):
        parent = node.parent
        assert parent is not None
        nag = move.judgement.nag
        if nag is not None and not (node.has_nags and node.nags & _SIGNS_OF_MOVES):
            node.nags = {*node.nags, nag}
        ours = words_for(move, review.chances[node.depth], review.scores[node.depth])
        node.comment = f"{node.comment}\n{ours}" if node.comment else ours
        if move.judgement.is_error:
            _add_line(parent, move)
    return tree


def annotated_pgn(tree: GameTree, review: GameReview) -> str:
    """The same as PGN, which `read_tree` reads."""
    return write_pgn(annotated_tree(tree, review))


def words_for(move: ReviewedMove, white: float, score: Score | None) -> str:
    """What a review says of a move, given White's chance and score after it."""
    value = "" if score is None else f"{score}, "
    words = [f"{value}White {white:.0%}."]
    if move.judgement.is_error:
        words.append(f"{str(move.judgement).capitalize()}: {loss_words(move)}")
        words.append(f"Better was {move.best.moves[0]}.")
    return " ".join(words)


def loss_words(move: ReviewedMove) -> str:
    """What an error has cost."""
    text = f"{move.color}'s chance fell from {move.hoped:.0%} to {move.left:.0%}."
    if move.missed_win is not None:
        turns = "1 turn" if move.missed_win == 1 else f"{move.missed_win} turns"
        text = (
            f"A win in {turns} was missed. {text}" if move.drop else f"A win in {turns} was missed."
        )
    return text


def score_words(line: ReviewLine, color: Color) -> str:
    """The score of a line from White's side.

    >>> score_words(ReviewLine(Score(35), 5, ("bS1",)), Color.BLACK)
    '-0.35'
    """
    return str(line.score.pov(Color.WHITE, turn=color))


def _add_line(parent: Node, move: ReviewedMove) -> None:
    """Add the better line; where the record has a part of it already, only what follows."""
    node = parent
    for number, text in enumerate(move.best.moves):
        wanted = node.game().parse_move(text)
        known = next((child for child in node.variations if child.move == wanted), None)
        if known is None:
            known = node.add_variation(text)
            if number == 0:
                known.comment = f"{score_words(move.best, move.color)}, depth {move.best.depth}"
        node = known
