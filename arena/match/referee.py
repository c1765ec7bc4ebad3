"""One game: the rules engine checks every move, and an engine that fails loses."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime

from arena.match.adjudication import Adjudicator
from arena.match.engine_process import EngineFailure, EngineProcess
from arena.match.engine_slots import EngineSlot, EngineSlots, GameAbandoned
from arena.match.game_record import DRAWN, LOST_BY, Ending, GameRecord, MoveRecord, Verdict
from arena.match.repetition import PlainRepetition
from arena.match.time_control import Clock
from arena.settings import Conditions, EngineSettings
from client.lines import Thought, read_thought
from client.plain_text import MOST_SHOWN, is_refusal, quoted
from client.search_command import bestmove_command
from client.synchronisation import HEADER_FIELDS, ListedMoves, is_repetition
from engine import Color, Game, GameState, HiveError, MoveParseError
from engine.notation import parse_spelling

LATE_GRACE = 2.0
"""Seconds to wait for a move that is late already, to tell a slow engine from a hung one."""

_STDERR_KEPT = 2000


@dataclass(frozen=True)
class GameTask:
    """A game to be played, complete in itself: it may be sent to another machine."""

    number: int
    white: EngineSettings
    black: EngineSettings
    game_type: str
    opening: tuple[str, ...]
    conditions: Conditions

    @property
    def players(self) -> tuple[EngineSettings, EngineSettings]:
        """White's engine and Black's."""
        return self.white, self.black


def play_game(task: GameTask, slots: EngineSlots) -> GameRecord:
    """Play a game in this thread. Whatever the engines do, there is a record of it.

    Raises GameAbandoned if the slots are stopped meanwhile.
    """
    slot = slots.of_this_thread()
    slot.begin_game(task.players)
    try:
        if slot.is_stopped:
            raise GameAbandoned
        return _GameInProgress(task, slot).play()
    finally:
        slot.end_game()


class _ForfeitError(Exception):
    """A side has lost by its own fault."""

    def __init__(self, color: Color, failure: EngineFailure) -> None:
        super().__init__(failure.message)
        self.color = color
        self.failure = failure


class _DrawClaimedError(Exception):
    """An engine has claimed a draw, and rightly so."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.detail)
        self.verdict = verdict


class _GameInProgress:
    """The board, the clocks and the engines of a game, and what is to be recorded of it."""

    def __init__(self, task: GameTask, slot: EngineSlot) -> None:
        self.task = task
        self.slot = slot
        self.game = Game(task.game_type, repetition_draw=task.conditions.repetition)
        self.clocks = [Clock(side.time_control, side.whole_seconds) for side in task.players]
        self.adjudicator = Adjudicator(task.conditions, (task.white.name, task.black.name))
        self.moves: list[MoveRecord] = []
        self.engines: dict[Color, EngineProcess] = {}
        self.notes: dict[Color, str] = {}
        self.played_before: set[Color] = set()
        """The sides whose engine is still running from an earlier game."""
        self.restarts: list[str] = []
        self.disagreements: dict[Color, str] = {}
        self.moves_listed = {color: ListedMoves() for color in Color}
        self.repetition = PlainRepetition()

    def play(self) -> GameRecord:
        """Play the game to its end. Raises GameAbandoned."""
        started, start = datetime.now(UTC), time.monotonic()
        try:
            verdict = self._play_moves()
        except _ForfeitError as forfeit:
            if self.slot.is_stopped:
                raise GameAbandoned from None
            verdict = self._verdict_on(forfeit)
        except _DrawClaimedError as claim:
            verdict = claim.verdict
        return GameRecord(
            number=self.task.number,
            white=self.task.white.name,
            black=self.task.black.name,
            game_type=self.task.game_type,
            moves=tuple(self.moves),
            result=verdict.result,
            ending=verdict.ending,
            detail=verdict.detail,
            time_controls=(str(self.task.white.time_control), str(self.task.black.time_control)),
            notes=(*self.restarts, *self.notes.values()),
            disagreements=tuple(self.disagreements.values()),
            stderr=verdict.stderr[-_STDERR_KEPT:],
            started=started.isoformat(timespec="seconds"),
            seconds=round(time.monotonic() - start, 3),
        )

    def _play_moves(self) -> Verdict:
        for color in Color:
            if self.slot.has_engine(self.task.players[color]):
                self.played_before.add(color)
            self._start_engine(color)
        for color in Color:
            self._new_game(color)
        for text in self.task.opening:
            self._make_move(MoveRecord(text))
        while not self.game.is_over:
            if self.game.ply >= self.task.conditions.max_plies:
                return Verdict(DRAWN, Ending.PLY_LIMIT, f"{self.game.ply} plies")
            color, number = self.game.turn, self.game.turn_number
            record = self._ask_for_move(color)
            self._make_move(record)
            verdict = self.adjudicator.judge(color, record.score, number)
            if verdict is not None and not self.game.is_over:
                return verdict
        return self._verdict_of_rules()

    def _start_engine(self, color: Color) -> None:
        """Start an engine, unless it is running already."""
        try:
            self.engines[color] = self.slot.engine(self.task.players[color])
        except EngineFailure as failure:
            raise _ForfeitError(color, failure) from None

    def _new_game(self, color: Color) -> None:
        """Ask for a new game; an engine that ended without fault after the last is restarted."""
        command = f"newgame {self.task.game_type}"
        try:
            self._ask_for_state(color, command)
        except _ForfeitError:
            if color not in self.played_before or not self.engines[color].has_exited_cleanly:
                raise
            self._start_engine(color)
            settings = self.task.players[color]
            if self.slot.exits_for_the_first_time(settings):
                self.restarts.append(f"{settings.name} had left after a game; started anew")
            self._ask_for_state(color, command)

    def _verdict_of_rules(self) -> Verdict:
        state = self.game.state
        if state is not GameState.DRAW:
            loser = Color.BLACK if state is GameState.WHITE_WINS else Color.WHITE
            detail = f"{loser}'s queen is surrounded"
            return Verdict(LOST_BY[loser], Ending.QUEEN_SURROUNDED, detail)
        if is_repetition(self.game):
            return Verdict(DRAWN, Ending.REPETITION, "the position occurred for the third time")
        return Verdict(DRAWN, Ending.BOTH_SURROUNDED, "both queens are surrounded")

    def _ask_for_move(self, color: Color) -> MoveRecord:
        """Ask an engine for its move; it forfeits unless the move is legal and in time."""
        settings, clock = self.task.players[color], self.clocks[color]
        command, allowed = bestmove_command(clock.limits()), clock.allowed()
        patience = settings.patience
        if allowed is not None:
            patience = allowed + settings.margin + LATE_GRACE
        lines, seconds = self._ask(color, command, patience)
        if allowed is not None and seconds > allowed + settings.margin:
            ending = Ending.FLAG if clock.control.clock is not None else Ending.LATE
            raise self._forfeit(
                color, ending, f"took {seconds:.2f} s for '{command}', {allowed:.2f} s allowed"
            )
        clock.spend(seconds)
        thought = self._read_answer(color, command, lines)
        try:
            text = self.game.move_string(self.game.parse_move(thought.move))
        except HiveError as error:
            raise self._forfeit(
                color, Ending.ILLEGAL_MOVE, f"answered '{thought.move}': {error}"
            ) from None
        return MoveRecord(text, round(seconds, 3), thought.depth, thought.score)

    def _read_answer(self, color: Color, command: str, lines: list[str]) -> Thought:
        """The last line is the answer; depth and score are from the last line that has them."""
        if is_refusal(lines) or not lines:
            raise self._forfeit(color, Ending.PROTOCOL, f"answered {quoted(lines)} to '{command}'")
        thoughts = [read_thought(line) for line in lines]
        for line, thought in zip(lines, thoughts, strict=True):
            try:
                parse_spelling(thought.move)
            except MoveParseError:
                raise self._forfeit(
                    color, Ending.PROTOCOL, f"answered {quoted([line])}, which is not a move"
                ) from None
        scored = next((t for t in reversed(thoughts) if t.score is not None), thoughts[-1])
        return Thought(thoughts[-1].move, scored.depth, scored.score)

    def _make_move(self, record: MoveRecord) -> None:
        """Play a checked move and tell both engines, the mover first."""
        mover = self.game.turn
        self.game.play(record.text)
        self.repetition.add(self.game)
        self.moves.append(record)
        for color in (mover, mover.other):
            self._ask_for_state(color, f"play {record.text}")

    def _ask_for_state(self, color: Color, command: str) -> None:
        """Send `newgame` or `play` and compare the GameString that comes back."""
        lines, _ = self._ask(color, command, self.task.players[color].reply)
        fields = lines[-1].split(";") if lines else []
        is_this_turn = fields[:3:2] == [self.game.game_type, self.game.turn_string]
        has_all_moves = len(fields) == HEADER_FIELDS + self.game.ply
        if is_refusal(lines) or not is_this_turn or not has_all_moves:
            is_refused_move = is_refusal(lines) and command.startswith("play")
            ending = Ending.REFUSED_MOVE if is_refused_move else Ending.PROTOCOL
            raise self._forfeit(color, ending, f"answered {quoted(lines)} to '{command}'")
        moves = [field.strip() for field in fields[HEADER_FIELDS:]]
        if not self.moves_listed[color].are_those_of(self.game, moves):
            message = (
                f"answered another game to '{command}', its last move '{moves[-1][:MOST_SHOWN]}'"
            )
            raise self._forfeit(color, Ending.PROTOCOL, message)
        self._compare_state(color, fields[1])

    def _compare_state(self, color: Color, claimed: str) -> None:
        """Note where the engine first sees another state than the referee, whose view counts.

        Raises _DrawClaimedError if the engine sees a draw by repetition and may.
        """
        state = self.game.state
        name = self.task.players[color].name
        claims_draw = claimed == GameState.DRAW and state is GameState.IN_PROGRESS
        if claims_draw and self.task.conditions.repetition and self.repetition.is_draw:
            detail = f"{name} claims the third repetition, the stunned piece left aside"
            raise _DrawClaimedError(Verdict(DRAWN, Ending.CLAIM, detail))
        if claimed == state or color in self.disagreements or color in self.notes:
            return
        remark = (
            f"{name} says {claimed[:MOST_SHOWN]} at {self.game.turn_string}, the referee {state}"
        )
        if claims_draw or claimed not in set(GameState) or is_repetition(self.game):
            self.notes[color] = remark
        else:
            self.disagreements[color] = remark

    def _ask(self, color: Color, command: str, seconds: float) -> tuple[list[str], float]:
        try:
            return self.engines[color].command(command, seconds)
        except EngineFailure as failure:
            raise _ForfeitError(color, failure) from None

    def _forfeit(self, color: Color, ending: Ending, message: str) -> _ForfeitError:
        """The error to raise for a fault that leaves the engine running."""
        return _ForfeitError(color, self.engines[color].fail(ending, message))

    def _verdict_on(self, forfeit: _ForfeitError) -> Verdict:
        """The engine that failed loses, and is started anew for the next game."""
        color, failure = forfeit.color, forfeit.failure
        if color in self.engines:
            self.engines[color].close()
        detail = f"{self.task.players[color].name} {failure.message}"
        return Verdict(LOST_BY[color], failure.ending, detail, failure.stderr)
