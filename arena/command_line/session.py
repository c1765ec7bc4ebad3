"""A run of the arena: journal and outputs opened, engines tried, games played, results told."""

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from arena.command_line.arguments import (
    GAME_TYPES,
    Group,
    Invocation,
    JournalChoice,
    UsageError,
    build,
    check_count,
    journal_choice,
)
from arena.files import check_distinct, check_regular, check_writable
from arena.match.adjudication import asking_for_scores
from arena.match.game_record import GameRecord
from arena.match.inspection import Inspection, UnfitEngineError, fit_engine, inspect_engine
from arena.output.pgn import PgnFile
from arena.output.picture import svg_picture
from arena.output.progress import Progress
from arena.output.report import json_report, text_report
from arena.plain_text import counted
from arena.settings import ArenaError, EngineSettings, TournamentSettings
from arena.statistics.results import Results
from arena.tournament.journal import (
    Journal,
    JournalContents,
    JournalError,
    bad_line,
    is_stillborn,
    read_journal,
)
from arena.tournament.openings import Openings, open_openings
from arena.tournament.pools import LOCAL_CLUSTER, LocalPool, Pool, open_cluster
from arena.tournament.schedule import Schedule
from arena.tournament.tournament import Tournament

_REPORT_FILES = ("jsonout", "svgout")
_NOT_STORED = ("resume", "journal", "report", "quiet")


@dataclass(frozen=True)
class Plan:
    """What is to be done, after a journal to go on with has been consulted."""

    invocation: Invocation
    groups: list[Group]
    journal: Path
    contents: JournalContents | None = None
    """What the journal held when it was looked at, if it is gone on with."""
    upto: int | None = None
    """The last line of the journal that counts."""


def make_plan(groups: list[Group]) -> Plan:
    """Find out what tournament is meant. Raises ArenaError."""
    resume = journal_choice(groups, "resume")
    named, upto = resume or JournalChoice()
    if named is not None and not any(name == "engine" for name, _ in groups):
        groups = _stored_groups(read_journal(named, upto)) + groups
    invocation = build(groups)
    if named is not None and not named.exists():
        raise JournalError(f"there is no journal {named}")
    journal = named or invocation.journal or _default_journal(invocation.pgn)
    started = journal.exists() and not is_stillborn(journal)
    resumes = resume is not None and (named is not None or started)
    if upto is not None and not resumes:
        raise UsageError(f"upto={upto}: there is no journal {journal}")
    _check_outputs(invocation, journal)
    if invocation.pgn is not None and invocation.pgn.exists() and not resumes:
        if resume is None:
            advice = "choose another -pgnout or -resume"
        else:
            advice = f"but not its journal {journal}: choose another -pgnout"
        raise UsageError(f"{invocation.pgn} is there already, {advice}")
    if not resumes:
        return Plan(invocation, groups, journal)
    contents = read_journal(journal, upto)
    check_content(contents, invocation)
    return Plan(invocation, groups, journal, contents, upto)


def _check_outputs(invocation: Invocation, journal: Path) -> None:
    """See that all files can be written and none is another one. Raises OutputError."""
    outputs = {
        "-pgnout": invocation.pgn,
        "-journal": journal,
        "-jsonout": invocation.json,
        "-svgout": invocation.svg,
    }
    check_distinct({"the opening file": invocation.settings.openings.file, **outputs})
    for path in (invocation.pgn, journal):
        if path is not None:
            check_regular(path)
    for path in outputs.values():
        if path is not None:
            check_writable(path)


def _stored_groups(contents: JournalContents) -> list[Group]:
    """The command line a journal was begun with. Raises JournalError if it is none."""
    groups = [(name, values) for name, values in contents.header["arguments"]]
    try:
        for name, values in groups:
            check_count(name, len(values))
        build(groups)
    except UsageError as error:
        raise bad_line(contents.path, 1, error) from None
    return groups


def check_content(contents: JournalContents, invocation: Invocation) -> list[str]:
    """See that a journal's games can be those of its tournament; returns the engines' names.

    Raises JournalError.
    """
    fingerprint = contents.header["fingerprint"]
    try:
        names = [str(engine["name"]) for engine in fingerprint["engines"]]
        game_types = tuple(fingerprint["gametype"])
        gauntlet = fingerprint["tournament"] == "gauntlet"
        stored = build(_stored_groups(contents)).settings
        is_known = game_types and set(game_types) <= set(GAME_TYPES)
        if not is_known or not len(set(names)) == len(names) == len(stored.engines):
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise bad_line(contents.path, 1, "it does not tell engines and game types") from None
    games = max(stored.games, invocation.settings.games)
    schedule = Schedule(len(names), games, game_types, gauntlet=gauntlet)
    contents.check(names, schedule, stored.conditions)
    return names


def _default_journal(pgn: Path | None) -> Path:
    if pgn is not None:
        return pgn.with_name(pgn.name + ".journal")
    return Path(f"arena-{datetime.now():%Y%m%d-%H%M%S}.journal")


def make_ready(
    invocation: Invocation, game_types: tuple[str, ...]
) -> tuple[tuple[EngineSettings, ...], Pool]:
    """Try every engine, all of them before complaining, and open the place to play.

    A cluster elsewhere tries them on each of its workers. Raises UnfitEngineError, ClusterError.
    """
    engines = invocation.settings.engines
    if invocation.settings.conditions.score_rules:
        engines = tuple(map(asking_for_scores, engines))
    if invocation.dask is not None and invocation.dask != LOCAL_CLUSTER:
        pool: Pool = open_cluster(invocation.dask, 1)
        try:
            return _fitted(engines, lambda engine: pool.inspect(engine, game_types)), pool
        except ArenaError:
            pool.close("")
            raise
    fitted = _fitted(engines, lambda engine: {"": inspect_engine(engine, game_types)})
    concurrency = invocation.concurrency or default_concurrency(fitted)
    if invocation.dask is not None:
        return fitted, open_cluster(LOCAL_CLUSTER, concurrency)
    return fitted, LocalPool(concurrency)


def default_concurrency(engines: tuple[EngineSettings, ...]) -> int:
    """As many games as there are cores for the greediest engine's threads."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return max(1, cores // max(engine.threads for engine in engines))


def _fitted(
    engines: tuple[EngineSettings, ...],
    inspect: Callable[[EngineSettings], dict[str, Inspection]],
) -> tuple[EngineSettings, ...]:
    fitted: list[EngineSettings] = []
    complaints: list[str] = []
    for engine in engines:
        for place, inspection in inspect(engine).items():
            try:
                fit = fit_engine(engine, inspection)
            except UnfitEngineError as error:
                complaints.append(f"on worker {place}: {error}" if place else str(error))
                break
        else:
            taken = [other.name for other in fitted]
            fitted.append(replace(fit, name=_fresh_name(fit.name, taken)))
    if complaints:
        raise UnfitEngineError("\n".join(complaints))
    return tuple(fitted)


def _fresh_name(name: str, taken: list[str]) -> str:
    candidates = (name, *(f"{name} ({number})" for number in range(2, len(taken) + 3)))
    return next(candidate for candidate in candidates if candidate not in taken)


def fingerprint(settings: TournamentSettings, openings: Openings) -> dict[str, Any]:
    """What must be the same for the games of two runs to belong together."""
    return {
        "engines": [
            {
                "name": engine.name,
                "command": list(engine.command),
                "dir": engine.directory,
                "options": [list(option) for option in engine.options],
                "limit": str(engine.time_control),
            }
            for engine in settings.engines
        ],
        "tournament": "gauntlet" if settings.gauntlet else "roundrobin",
        "gametype": list(openings.game_types),
        "openings": openings.fingerprint,
        "conditions": asdict(settings.conditions),
    }


def open_journal(
    plan: Plan, settings: TournamentSettings, openings: Openings
) -> tuple[Journal, list[GameRecord], str]:
    """The journal, the games it has already, and what to tell of it. Raises JournalError."""
    now = fingerprint(settings, openings)
    if plan.contents is None:
        header = {
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            "arguments": [group for group in plan.groups if group[0] not in _NOT_STORED],
            "openings": openings.title,
            "fingerprint": now,
        }
        return Journal.create(plan.journal, header), [], ""

    def check(contents: JournalContents) -> None:
        before = contents.header["fingerprint"]
        changed = [key for key in now if now[key] != before.get(key)]
        if changed:
            raise JournalError(
                f"{plan.journal} belongs to another tournament: different {', '.join(changed)}"
            )
        # Looking at all moves again takes time, and is of use only if the file has changed since.
        if contents != plan.contents:
            check_content(contents, plan.invocation)

    journal, contents = Journal.reopen(plan.journal, plan.upto, check)
    notice = contents.notice
    if journal.kept_as:
        notice = f"using lines 1-{plan.upto}; the whole journal is in {journal.kept_as}"
    return journal, contents.records, notice


def play_tournament(groups: list[Group]) -> Tournament:
    """Everything from the command line to the report. Raises ArenaError."""
    plan = make_plan(groups)
    invocation, settings = plan.invocation, plan.invocation.settings
    openings = open_openings(
        settings.openings,
        settings.game_types,
        settings.seed,
        repetition=settings.conditions.repetition,
    )
    max_plies = settings.conditions.max_plies
    if plan.contents is None and max_plies <= openings.longest:
        plies = counted(openings.longest, "ply", "plies")
        raise UsageError(
            f"-maxplies {max_plies} leaves nothing to play: openings have up to {plies}"
        )
    engines, pool = make_ready(invocation, openings.game_types)
    settings = replace(settings, engines=engines)
    try:
        journal, finished, notice = open_journal(plan, settings, openings)
        tournament = Tournament(settings, openings, finished)
        is_silent = invocation.quiet or sys.stderr is None
        progress = None if is_silent else Progress(tournament, sys.stderr)
        if progress and notice:
            progress.tell(notice)
        try:
            pgn = invocation.pgn and PgnFile(
                invocation.pgn,
                settings.event,
                settings.site,
                finished,
                may_hold_more=plan.upto is not None,
            )
        except BaseException:
            journal.close()
            raise
    except BaseException:
        pool.close("")
        raise
    if progress:
        if pgn and pgn.kept_as:
            progress.tell(f"the games that were in {invocation.pgn} are in {pgn.kept_as}")
        progress.begin(plan.journal, pool.capacity)

    def on_game(record: GameRecord) -> None:
        journal.append(record)
        if pgn:
            pgn.append(record)
        if progress:
            progress.game_over(record)

    try:
        try:
            tournament.play(pool, on_game, progress.beat if progress else lambda: None)
        finally:
            if progress:
                progress.finish()
            journal.close()
    except BaseException as cause:
        try:
            tell(invocation, settings, tournament.results, openings.title)
        except ArenaError as consequence:
            cause.add_note(str(consequence))
        raise
    tell(invocation, settings, tournament.results, openings.title)
    return tournament


def tell(
    invocation: Invocation, settings: TournamentSettings, results: Results, openings: str
) -> None:
    """Write the files that were asked for and print the report."""
    try:
        _write_files(invocation, settings, results, openings)
    finally:
        _print(text_report(settings, results, openings))


def _print(text: str) -> None:
    """Print to standard output; whether anybody reads it does not matter."""
    try:
        print(text, end="", flush=True)
    except (OSError, ValueError) as error:
        if sys.stderr is not None and not isinstance(error, BrokenPipeError):
            with suppress(OSError, ValueError):
                print(f"propolis-arena: cannot print the report: {error}", file=sys.stderr)
        # What is left in the buffer would fail again at the end of the program.
        with suppress(OSError, ValueError):
            output = sys.stdout.fileno()
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, output)
            os.close(nowhere)


def _write_files(
    invocation: Invocation, settings: TournamentSettings, results: Results, openings: str
) -> None:
    """Write all that can be written. Raises ArenaError for the rest."""
    texts: list[tuple[Path, str]] = []
    if invocation.json:
        report = json_report(settings, results, openings)
        text = json.dumps(report, indent=1, allow_nan=False, ensure_ascii=False)
        texts.append((invocation.json, text + "\n"))
    if invocation.svg:
        texts.append((invocation.svg, svg_picture(settings.event, results)))
    complaints: list[str] = []
    for path, text in texts:
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            complaints.append(f"cannot write {path}: {error.strerror or error}")
    if complaints:
        raise ArenaError("\n".join(complaints))


def report_journal(groups: list[Group]) -> None:
    """Tell the results of a journal without playing on. Raises ArenaError."""
    path, upto = journal_choice(groups, "report") or JournalChoice()
    if path is None:
        raise UsageError("-report takes the name of a journal")
    contents = read_journal(path, upto)
    own = [(name, values) for name, values in groups if name != "report"]
    # Those files of the tournament's are its own: it may be running.
    stored = [group for group in _stored_groups(contents) if group[0] not in _REPORT_FILES]
    invocation = build([*stored, *own])
    check_distinct({"-report": path, "-jsonout": invocation.json, "-svgout": invocation.svg})
    names = check_content(contents, invocation)
    engines = tuple(
        replace(engine, name=name)
        for engine, name in zip(invocation.settings.engines, names, strict=True)
    )
    settings = replace(invocation.settings, engines=engines)
    if contents.notice and not invocation.quiet and sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(contents.notice, file=sys.stderr, flush=True)
    tell(invocation, settings, Results(names, contents.records), contents.header["openings"])
