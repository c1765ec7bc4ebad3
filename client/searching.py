"""Searches step by step: a move to play, lines of an analysis."""

import time
from collections import deque
from collections.abc import Callable

from client.conversation import Reply
from client.core import EngineCore
from client.errors import (
    EngineCancelledError,
    EngineClaimsDrawError,
    EngineDisagreesError,
    EngineError,
    EngineIllegalMoveError,
    EngineProtocolError,
    EngineRefusedError,
    EngineUnsupportedError,
)
from client.line_buffer import LineBuffer
from client.lines import (
    REPORT_OPTION,
    AnalysedLine,
    PlayResult,
    line_of_thought,
    read_analysis,
    read_thought,
)
from client.plain_text import MOST_SHOWN, is_refusal, quoted, text_of
from client.search_command import (
    LONGEST_TIME,
    bestmove_command,
    in_whole_seconds,
    limit_words,
    single_limit,
)
from client.steps import Steps, Waits
from client.synchronisation import Agreement, agreement, state_in
from engine import Game, GameState, GameStringError, HiveError, Move, MoveParseError
from engine.checks import instance, whole_number
from engine.notation import parse_spelling
from search.limits import Limits

VERBOSE_OPTION = "Verbose"
"""The option of Propolis that makes `analyze` tell its lines on stderr while it searches."""

_MOST_REMARK_BYTES = 1 << 16


def play(
    core: EngineCore,
    game: Game,
    limits: Limits,
    *,
    tell: bool = False,
    timeout: float | None = None,
) -> Steps[PlayResult]:
    """Ask for a move; the lines on the way are told if wanted and if the engine has them."""
    _check(game, limits)
    return _play(core, game.copy(), limits, tell, timeout)


def _play(
    core: EngineCore, game: Game, limits: Limits, tell: bool, timeout: float | None
) -> Steps[PlayResult]:
    limits = single_limit(limits)
    yield from _bring_to(core, game)
    yield from core.lend_option(REPORT_OPTION, True if tell else None)
    return (yield from _bestmove(core, game, limits, timeout))


def analyse(
    core: EngineCore,
    game: Game,
    limits: Limits | None,
    multipv: int | None = None,
    *,
    tell: bool = False,
    timeout: float | None = None,
) -> Steps[tuple[AnalysedLine, ...]]:
    """Ask for the best lines, by `analyze` or else by what `bestmove` tells on the way.

    Without limits it is to be cancelled. Lines on the way are told if wanted.
    """
    _check(game, Limits() if limits is None else limits)
    count = 1 if multipv is None else whole_number(multipv, "multipv", 1)
    return _analyse(core, game.copy(), limits, count, tell, timeout)


def _check(game: Game, limits: Limits) -> None:
    instance(game, Game, "a game is a Game")
    instance(limits, Limits, "limits are Limits, such as Limits(seconds=1)")


def _analyse(
    core: EngineCore,
    game: Game,
    limits: Limits | None,
    multipv: int,
    tell: bool,
    timeout: float | None,
) -> Steps[tuple[AnalysedLine, ...]]:
    limits = Limits(seconds=LONGEST_TIME) if limits is None else single_limit(limits)
    yield from _bring_to(core, game)
    if core.knows_analyze is not False:
        lines = yield from _analyze(core, game, limits, multipv, tell, timeout)
        if lines is not None:
            return lines
    if multipv > 1:
        message = f"has no command 'analyze', so it cannot show {multipv} lines"
        raise core.error(EngineUnsupportedError, message)
    if not (yield from core.lend_option(REPORT_OPTION, True)):
        message = f"shows no lines: it knows neither 'analyze' nor the option {REPORT_OPTION}"
        raise core.error(EngineUnsupportedError, message)
    result = yield from _bestmove(core, game, limits, timeout)
    if not result.lines:
        raise core.error(EngineProtocolError, f"told no score on the way to '{result.text}'")
    return result.lines[-1:]


# The game


def _bring_to(core: EngineCore, game: Game) -> Waits[None]:
    """See that the engine has this game, and that the game goes on for both."""
    if game.is_over:
        raise ValueError(f"the game is over ({game.state})")
    try:
        error = yield from _send_game(core, game, whole=False)
        if error is not None:
            error = yield from _send_game(core, game, whole=True)
    except GameStringError as reason:
        raise core.error(EngineUnsupportedError, f"cannot be sent this game: {reason}") from reason
    if error is not None:
        raise error
    claimed = core.game.state
    match agreement(game, claimed):
        case Agreement.CLAIMS_DRAW:
            raise _draw_claimed(core, game)
        case Agreement.DIFFERENT:
            message = f"says {claimed[:MOST_SHOWN]} at {game.turn_string}, the rules {game.state}"
            disagrees = core.error(EngineDisagreesError, message)
            disagrees.claimed = claimed
            raise disagrees


def _send_game(core: EngineCore, game: Game, *, whole: bool) -> Waits[EngineError | None]:
    """Send what is missing; returns what went wrong, after which the engine's game is unknown."""
    lines: list[str] = []
    command = ""
    claims_draw = False
    for command in core.game.commands_to(game, whole=whole):
        claims_draw = state_in(lines) == GameState.DRAW
        try:
            lines, _ = yield from core.command(command)
        except BaseException:
            core.game.forget()
            raise
        if is_refusal(lines):
            core.game.forget()
            return (
                _draw_claimed(core, game)
                if claims_draw
                else _refused_game(core, game, command, lines)
            )
    if command and not core.game.confirm(game, lines):
        core.game.forget()
        message = f"answered {quoted(lines)} to '{command[:MOST_SHOWN]}'"
        return core.error(EngineProtocolError, message)
    return None


def _draw_claimed(core: EngineCore, game: Game) -> EngineError:
    message = f"takes the game for drawn at {game.turn_string}; by the rules here it goes on"
    error = core.error(EngineClaimsDrawError, message)
    error.claimed = GameState.DRAW.value
    return error


def _refused_game(core: EngineCore, game: Game, command: str, lines: list[str]) -> EngineError:
    _, _, letters = game.game_type.partition("+")
    able = {flag[:1].upper() for flag in core.capabilities}
    if command.startswith("newgame") and not set(letters) <= able:
        can = ";".join(core.capabilities) or "no expansions"
        message = f"does not play {game.game_type}: it answers {quoted(lines)} and lists {can}"
        return core.error(EngineUnsupportedError, message)
    return _refused(core, command, lines)


def _refused(core: EngineCore, command: str, lines: list[str]) -> EngineError:
    message = f"answered {quoted(lines, 3 * MOST_SHOWN)} to '{command[:MOST_SHOWN]}'"
    error = core.error(EngineRefusedError, message)
    error.command, error.words = command, "\n".join(lines)
    return error


# The search


def _bestmove(
    core: EngineCore, game: Game, limits: Limits, timeout: float | None
) -> Steps[PlayResult]:
    told: list[AnalysedLine] = []
    began = time.monotonic()

    def read(text: str) -> AnalysedLine | None:
        return line_of_thought(text, game, time.monotonic() - began)

    while True:
        if core.takes_whole_seconds:
            limits = in_whole_seconds(limits)
        command = bestmove_command(limits)
        reply = yield from _telling(core, command, _patience(core, limits, timeout), read, told)
        if reply is None:
            if told:
                move = told[-1].move
                return _result(game, move, time.monotonic() - began, command, told)
            raise core.error(
                EngineCancelledError, f"had told no move when '{command}' was cancelled"
            )
        if not is_refusal(reply.lines):
            move = _move_in(core, game, command, reply.lines)
            return _result(game, move, reply.seconds, command, told)
        if core.is_cancelled:
            raise core.error(EngineCancelledError, f"answered {quoted(reply.lines)} to a cancel")
        if limits.nodes is not None:
            message = f"does not know 'bestmove nodes': it answers {quoted(reply.lines)}"
            raise core.error(EngineUnsupportedError, message)
        if limits == in_whole_seconds(limits):
            raise _refused(core, command, reply.lines)
        core.takes_whole_seconds = True


def _result(
    game: Game, move: Move, seconds: float, command: str, told: list[AnalysedLine]
) -> PlayResult:
    return PlayResult(move, game.move_string(move), seconds, command, tuple(told))


def _move_in(core: EngineCore, game: Game, command: str, lines: list[str]) -> Move:
    """The move in a reply, which is the last line that has one."""
    for line in reversed(lines):
        text = read_thought(line).move
        try:
            parse_spelling(text)
        except MoveParseError:
            continue
        try:
            return game.parse_move(text)
        except HiveError as reason:
            message = f"answered '{text}' to '{command}': {reason}"
            raise core.error(EngineIllegalMoveError, message) from None
    message = f"answered {quoted(lines)} to '{command}', which is not a move"
    raise core.error(EngineProtocolError, message)


def _analyze(
    core: EngineCore, game: Game, limits: Limits, multipv: int, tell: bool, timeout: float | None
) -> Steps[tuple[AnalysedLine, ...] | None]:
    """The lines of `analyze`; None if the engine does not know it."""
    told: list[AnalysedLine] = []
    began = time.monotonic()

    def read(text: str) -> AnalysedLine | None:
        return read_analysis(text, game, time.monotonic() - began)

    has_remarks = tell and (yield from core.lend_option(VERBOSE_OPTION, True))
    command = f"analyze {limit_words(limits)}" + (f" multipv {multipv}" if multipv > 1 else "")
    patience = _patience(core, limits, timeout)
    reply = yield from _telling(core, command, patience, read, told, remarks=has_remarks)
    if has_remarks:
        yield from core.lend_option(VERBOSE_OPTION, None)
    if reply is None:
        latest = {line.rank: line for line in told}
        if latest:
            return tuple(latest[rank] for rank in sorted(latest))
        raise core.error(EngineCancelledError, f"had told nothing when '{command}' was cancelled")
    if is_refusal(reply.lines):
        if core.is_cancelled:
            raise core.error(EngineCancelledError, f"answered {quoted(reply.lines)} to a cancel")
        if core.knows_analyze is None:
            # It may know the command and refuse what was asked for.
            plainest, _ = yield from core.command("analyze depth 1", core.timeouts.search)
            core.knows_analyze = not is_refusal(plainest)
        if core.knows_analyze:
            raise _refused(core, command, reply.lines)
        return None
    core.knows_analyze = True
    lines = tuple(line for text in reply.lines if (line := read(text)) is not None)
    if not lines:
        message = f"answered {quoted(reply.lines)} to '{command}', which is no analysis"
        raise core.error(EngineProtocolError, message)
    return lines


def _telling(
    core: EngineCore,
    command: str,
    patience: float,
    read: Callable[[str], AnalysedLine | None],
    told: list[AnalysedLine],
    *,
    remarks: bool = False,
) -> Steps[Reply | None]:
    """Search, and tell each line of play as it comes, from stdout and perhaps from stderr."""
    heard: deque[str] = deque()
    process = core.conversation.process
    process.remarks = LineBuffer() if remarks else None
    steps = core.search(command, patience, heard.append)

    def news() -> Steps[None]:
        if process.remarks is not None:
            while (remark := process.remarks.line()) is not None:
                heard.append(text_of(remark))
            if len(process.remarks) > _MOST_REMARK_BYTES:
                process.remarks.take()
        while heard:
            line = read(heard.popleft())
            if line is not None and not _is_told(line, told):
                told.append(line)
                yield line

    try:
        while True:
            try:
                step = next(steps)
            except StopIteration as end:
                reply: Reply | None = end.value
                break
            yield from news()
            yield step
        yield from news()
    finally:
        process.remarks = None
        steps.close()
    return reply


def _is_told(line: AnalysedLine, told: list[AnalysedLine]) -> bool:
    """Whether the last line of this rank said the same, the time left aside."""
    last = next((before for before in reversed(told) if before.rank == line.rank), None)
    if last is None:
        return False
    fields = ("score", "depth", "nodes", "pv")
    return all(getattr(last, field) == getattr(line, field) for field in fields)


def _patience(core: EngineCore, limits: Limits, timeout: float | None) -> float:
    """How long to wait for a search: an engine may have to load before its time begins."""
    if timeout is not None:
        return timeout
    if limits.seconds is not None:
        return limits.seconds + core.timeouts.reply
    return core.timeouts.search
