"""What is found out about an engine before the first game."""

from contextlib import closing
from dataclasses import dataclass, replace

from arena.exit_codes import ExitCode
from arena.match.adjudication import whole_number
from arena.match.engine_process import EngineFailure, EngineProcess, is_refusal, quoted
from arena.match.time_control import bestmove_command
from arena.settings import ArenaError, EngineSettings
from search.limits import Limits

PROBE_SECONDS = 0.1


class UnfitEngineError(ArenaError):
    """An engine cannot take part; the message has its name, the reason and its stderr."""

    exit_code = ExitCode.UNFIT_ENGINE


@dataclass(frozen=True)
class Inspection:
    """What an engine turned out to be. It travels between machines."""

    id: str = ""
    whole_seconds: bool = False
    threads: int = 1
    problem: str = ""
    stderr: str = ""


def inspect_engine(settings: EngineSettings, game_types: tuple[str, ...]) -> Inspection:
    """Start an engine, set its options and try everything the tournament will ask of it."""
    try:
        with closing(EngineProcess(settings)) as engine:
            engine.configure()
            problem = _lacks_game_type(engine, game_types) or _lacks_nodes(engine)
            whole_seconds = not problem and _takes_whole_seconds_only(engine)
            move_time = settings.time_control.move_time
            if whole_seconds and move_time is not None:
                problem = f"takes whole seconds only, not st={move_time:g}"
            threads = settings.threads or _threads(engine)
            return Inspection(engine.id, whole_seconds, threads, problem, engine.stderr)
    except EngineFailure as failure:
        return Inspection(problem=failure.message, stderr=failure.stderr)


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
        name, *fields = line.split(";")
        if name.strip().lower() == "threads" and len(fields) > 1:
            return max(1, whole_number(fields[1].strip()) or 1)
    return 1


def _takes_whole_seconds_only(engine: EngineProcess) -> bool:
    """Whether `hh:mm:ss.fff` is refused; only tried where such times will be sent."""
    if not engine.settings.time_control.needs_fractions:
        return False
    command = bestmove_command(Limits(seconds=PROBE_SECONDS))
    lines, _ = engine.command(command, engine.settings.reply)
    return is_refusal(lines)


def fit_engine(settings: EngineSettings, inspection: Inspection) -> EngineSettings:
    """The settings completed by what was found out. Raises UnfitEngineError."""
    name = settings.name or inspection.id
    if inspection.problem:
        title = f"engine {name!r}" if name else "an engine"
        lines = [f"{title} ({' '.join(settings.command)}) {inspection.problem}"]
        lines += [f"  stderr: {line}" for line in inspection.stderr.splitlines()[-20:]]
        raise UnfitEngineError("\n".join(lines))
    return replace(
        settings,
        name=name,
        whole_seconds=inspection.whole_seconds,
        threads=inspection.threads,
    )
