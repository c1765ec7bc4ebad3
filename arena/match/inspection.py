"""What is found out about an engine before the first game."""

from contextlib import closing
from dataclasses import replace

from arena.exit_codes import ExitCode
from arena.match.engine_process import EngineFailure, EngineProcess
from arena.settings import ArenaError, EngineSettings
from client.options import parse_option
from client.plain_text import is_refusal, quoted
from client.search_command import bestmove_command
from search.limits import Limits

PROBE_SECONDS = 0.1


class UnfitEngineError(ArenaError):
    """An engine cannot take part; the message has its name, the reason and its stderr."""

    exit_code = ExitCode.UNFIT_ENGINE


def inspect_engine(
    settings: EngineSettings, game_types: tuple[str, ...]
) -> EngineSettings | UnfitEngineError:
    """Start an engine, set its options and try everything the tournament will ask of it.

    Returns the settings completed by what was found out, or what is wrong. Either travels between
    machines.
    """
    try:
        with closing(EngineProcess(settings)) as engine:
            engine.configure()
            problem = _lacks_game_type(engine, game_types) or _lacks_nodes(engine)
            whole_seconds = not problem and _takes_whole_seconds_only(engine)
            move_time = settings.time_control.move_time
            if whole_seconds and move_time is not None:
                problem = f"takes whole seconds only, not st={move_time:g}"
            fitted = replace(
                settings,
                name=settings.name or engine.id,
                whole_seconds=whole_seconds,
                threads=settings.threads or _threads(engine),
            )
            return _unfit(fitted, problem, engine.stderr) if problem else fitted
    except EngineFailure as failure:
        return _unfit(settings, failure.message, failure.stderr)


def _unfit(settings: EngineSettings, problem: str, stderr: str) -> UnfitEngineError:
    title = f"engine {settings.name!r}" if settings.name else "an engine"
    lines = [f"{title} ({' '.join(settings.command)}) {problem}"]
    lines += [f"  stderr: {line}" for line in stderr.splitlines()[-20:]]
    return UnfitEngineError("\n".join(lines))


def _lacks_game_type(engine: EngineProcess, game_types: tuple[str, ...]) -> str:
    for game_type in game_types:
        lines, _ = engine.command(f"newgame {game_type}", engine.settings.reply)
        if is_refusal(lines) or not lines or lines[-1].split(";")[0] != game_type:
            can = ";".join(engine.capabilities) or "no expansions"
            answer = f"it answers {quoted(lines)} and its banner lists {can}"
            return f"does not play {game_type}: {answer}"
    return ""


def _lacks_nodes(engine: EngineProcess) -> str:
    if engine.settings.time_control.nodes is None:
        return ""
    lines, _ = engine.command(bestmove_command(Limits(nodes=1)), engine.settings.reply)
    if is_refusal(lines):
        return f"does not know 'bestmove nodes', an extension of UHP: it answers {quoted(lines)}"
    return ""


def _threads(engine: EngineProcess) -> int:
    """The value of the engine's option `Threads`; 1 if it has none."""
    lines, _ = engine.command("options", engine.settings.reply)
    for line in lines:
        option = parse_option(line)
        if option is not None and option.name.lower() == "threads":
            return max(1, option.value) if isinstance(option.value, int) else 1
    return 1


def _takes_whole_seconds_only(engine: EngineProcess) -> bool:
    """Whether `hh:mm:ss.fff` is refused; only tried where such times will be sent."""
    if not engine.settings.time_control.needs_fractions:
        return False
    command = bestmove_command(Limits(seconds=PROBE_SECONDS))
    lines, _ = engine.command(command, engine.settings.reply)
    return is_refusal(lines)
