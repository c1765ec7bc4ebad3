"""Kernels that go through some games of a batch, one after the other, from `start` to `end`.

Games know nothing of each other: chance is drawn from a generator of each game's own, so it does
not matter which thread plays which of them.
"""

import numpy as np

from engine import types
from engine.jit import kernel
from engine.movegen import list_moves
from engine.position import (
    BLACK_LOSES,
    BOTH_LOSE,
    MAX_MOVES,
    POSITION_BYTES,
    WHITE_LOSES,
    Moves,
    Position,
    losers,
    make,
)
from learning.centre import centre_of
from learning.numbering import NO_ACTION, list_actions, move_code
from learning.outcomes import Outcome
from learning.planes import Sketch, draw

IN_PROGRESS = int(Outcome.IN_PROGRESS)
WHITE_WINS = int(Outcome.WHITE_WINS)
BLACK_WINS = int(Outcome.BLACK_WINS)
DRAW = int(Outcome.DRAW)
PLY_LIMIT = int(Outcome.PLY_LIMIT)

REPETITIONS = 3
"""How often a position occurs until that is a draw."""

NONE_BAD = -1
NO_MOVE = -1

RULES = np.dtype(
    [
        ("max_plies", np.int64),
        # Whether games that end are set up anew at once.
        ("auto_reset", np.int64),
        ("repetition_draw", np.int64),
        # Which centre actions and observations have.
        ("centre", np.int64),
    ],
    align=True,
)
"""What holds for all games of a batch."""

STATE = np.dtype(
    [
        ("chance", np.uint64),
        ("count", np.int64),
        ("centre", np.int64),
        # The move about to be made.
        ("code", np.int64),
        # The first plies of which the batch knows the move, and the hash of the position.
        ("first_move", np.int64),
        ("first_hash", np.int64),
    ],
    align=True,
)
"""What a batch knows of a game beside its position."""

Rules = types.Record(RULES)
Positions = types.Array(Position, 1)
States = types.Array(types.Record(STATE), 1)
Outcomes = types.Array(types.int8, 1)
Numbers = types.Array(types.int64, 1)
Bytes = types.Array(types.uint8, 2)
Played = types.Array(types.int32, 2)
Hashes = types.Array(types.uint64, 2)
Masks = types.Array(types.int8, 2)
Sketches = types.Array(Sketch, 1)

SPLIT = np.uint64(0x9E3779B97F4A7C15)


# Chance


@kernel(types.uint64(types.uint64))
def scrambled(word):
    """Another word for every word, without visible order (the end of SplitMix64)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@kernel(types.void(States, types.uint64))
def sow(states, seed):
    """Give every game a generator of its own, by the seed and the number of the game."""
    for i in range(len(states)):
        states[i].chance = scrambled(scrambled(seed) + np.uint64(i + 1) * SPLIT)


@kernel(types.int64(States, types.int64, types.int64))
def drawn(states, i, count):
    """A number below `count`, by the generator of a game (SplitMix64)."""
    state = states[i]
    state.chance += SPLIT
    return np.int64(
        ((scrambled(state.chance) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32)
    )


# Listing


@kernel(types.int64(Rules, Outcomes, types.int64))
def is_over(rules, outcomes, i):
    """Whether a game cannot go on. Where games are set up anew, all can."""
    return 1 if outcomes[i] != IN_PROGRESS and not rules.auto_reset else 0


@kernel(types.int64(Rules, Positions, States, Outcomes, Moves, types.int64, types.int64))
def list_one(rules, positions, states, outcomes, actions, first, i):
    """List the legal actions of a game from a place on; returns the place after them."""
    pos = positions[i]
    state = states[i]
    state.count = 0
    if not is_over(rules, outcomes, i):
        state.centre = centre_of(pos, pos.ply & 1, rules.centre)
        state.count = list_actions(pos, state.centre, actions[first:])
    return first + state.count


@kernel(types.void(Rules, Positions, States, Outcomes, Moves, types.int64, types.int64))
def list_all(rules, positions, states, outcomes, actions, start, end):
    """List the legal actions, without gaps from the place on where those of `start` may begin."""
    first = start * MAX_MOVES
    for i in range(start, end):
        first = list_one(rules, positions, states, outcomes, actions, first, np.int64(i))


@kernel(types.void(States, Moves, Numbers, types.int64))
def close_up(states, actions, offsets, size):
    """Close the gaps between the lists, each made for so many games."""
    n = np.int64(0)
    for start in range(0, len(states), size):
        source = start * MAX_MOVES
        first = n
        for i in range(start, min(start + size, len(states))):
            offsets[i] = n
            n += states[i].count
        if source != first:
            for k in range(n - first):
                actions[first + k] = actions[source + k]
    offsets[len(states)] = n


@kernel(types.void(Masks, Moves, Numbers, types.int64, types.int64, types.int64))
def mark(masks, actions, offsets, value, start, end):
    """Write a value at the listed actions."""
    for i in range(start, end):
        for k in range(offsets[i], offsets[i + 1]):
            masks[i, actions[k]] = value


@kernel(types.void(Rules, Positions, Sketches, Bytes, types.int64, types.int64))
def draw_all(rules, positions, sketches, pictures, start, end):
    """Draw what the players to move see."""
    for i in range(start, end):
        pos = positions[i]
        color = pos.ply & 1
        draw(pos, color, centre_of(pos, color, rules.centre), sketches[i], pictures[i])


# Making moves


@kernel(types.void(Rules, Positions, States, Hashes, Bytes, Bytes, types.int64))
def set_up(rules, positions, states, hashes, records, fresh, i):
    """Put a game back to the start; scratch space may stay as it is."""
    for k in range(POSITION_BYTES):
        records[i, k] = fresh[0, k]
    states[i].first_move = 0
    states[i].first_hash = 0
    if rules.repetition_draw:
        hashes[i, 0] = positions[i].hash


@kernel(types.int64(Hashes, types.int64, types.int64, types.int64))
def occurrences(hashes, i, first_hash, ply):
    """How often the position of a ply has occurred so far."""
    count = np.int64(0)
    for earlier in range(ply, first_hash - 1, -2):
        if hashes[i, earlier] == hashes[i, ply]:
            count += 1
    return count


@kernel(types.int64(Rules, Positions, States, Hashes, types.int64))
def outcome_of(rules, positions, states, hashes, i):
    """How a game stands after a move."""
    pos = positions[i]
    lost = losers(pos)
    if lost == BOTH_LOSE:
        return np.int64(DRAW)
    if lost == WHITE_LOSES:
        return np.int64(BLACK_WINS)
    if lost == BLACK_LOSES:
        return np.int64(WHITE_WINS)
    if rules.repetition_draw:
        hashes[i, pos.ply] = pos.hash
        if occurrences(hashes, i, states[i].first_hash, pos.ply) >= REPETITIONS:
            return np.int64(DRAW)
    return np.int64(PLY_LIMIT if pos.ply >= rules.max_plies else IN_PROGRESS)


@kernel(types.int64(Rules, Positions, States, Outcomes, Played, Hashes, types.int64, types.int64))
def advance(rules, positions, states, outcomes, played, hashes, i, code):
    """Make a move; returns how the game stands then."""
    pos = positions[i]
    played[i, pos.ply] = code
    make(pos, code)
    outcome = outcome_of(rules, positions, states, hashes, i)
    outcomes[i] = outcome
    return outcome


@kernel(types.int64(Rules, Positions, States, Outcomes, Moves, Numbers, Numbers))
def check(rules, positions, states, outcomes, listed, offsets, actions):
    """Find the move that each action means; returns the first game that has no such move."""
    for i in range(len(states)):
        state = states[i]
        action = actions[i]
        state.code = NO_MOVE
        if action == NO_ACTION:
            continue
        found = np.int64(0)
        for k in range(offsets[i], offsets[i + 1]):
            found |= 1 if listed[k] == action else 0
        if not found:
            return np.int64(i)
        state.code = move_code(action, positions[i].ply & 1, state.centre)
    return np.int64(NONE_BAD)


@kernel(
    types.void(
        Rules,
        Positions,
        States,
        Outcomes,
        Played,
        Hashes,
        Bytes,
        Bytes,
        Moves,
        types.int64,
        types.int64,
    )
)
def step_all(
    rules, positions, states, outcomes, played, hashes, records, fresh, listed, start, end
):
    """Make the moves that `check` has found, and list the next ones while a game is at hand."""
    first = start * MAX_MOVES
    for i in range(start, end):
        if rules.auto_reset:
            outcomes[i] = IN_PROGRESS
        code = states[i].code
        if code != NO_MOVE:
            outcome = advance(rules, positions, states, outcomes, played, hashes, np.int64(i), code)
            if outcome != IN_PROGRESS and rules.auto_reset:
                set_up(rules, positions, states, hashes, records, fresh, np.int64(i))
        first = list_one(rules, positions, states, outcomes, listed, first, np.int64(i))


@kernel(
    types.int64(
        Rules,
        Positions,
        States,
        Outcomes,
        Played,
        Hashes,
        Bytes,
        Bytes,
        Moves,
        types.int64,
        types.int64,
        types.int64,
    )
)
def play_all(
    rules,
    positions,
    states,
    outcomes,
    played,
    hashes,
    records,
    fresh,
    moves,
    plies,
    start,
    end,
):
    """Play each game on with random moves, so many at most; returns how many were made."""
    made = np.int64(0)
    for i in range(start, end):
        if is_over(rules, outcomes, np.int64(i)):
            continue
        pos = positions[i]
        outcome = np.int64(IN_PROGRESS)
        outcomes[i] = IN_PROGRESS
        for _ in range(plies):
            buffer = moves[start * MAX_MOVES :]
            count = list_moves(pos, buffer)
            code = np.int64(buffer[drawn(states, np.int64(i), count)])
            outcome = advance(rules, positions, states, outcomes, played, hashes, np.int64(i), code)
            made += 1
            if outcome != IN_PROGRESS:
                break
        if outcome != IN_PROGRESS and rules.auto_reset:
            set_up(rules, positions, states, hashes, records, fresh, np.int64(i))
    return made
