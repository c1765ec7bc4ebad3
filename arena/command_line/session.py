"""A run of the arena: engines tried, games played, results reported."""

import json
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from arena.command_line.arguments import (
    Group,
    Invocation,
    JournalChoice,
    UsageError,
    build,
    journal_choice,
)
from arena.command_line.plan import check_journal, make_plan, open_journal, stored_groups
from arena.files import check_distinct
from arena.match.game_record import GameRecord
from arena.output.console import note, show
from arena.output.pgn import PgnFile
from arena.output.picture import svg_picture
from arena.output.progress import Progress
from arena.output.report import json_report, text_report
from arena.plain_text import counted
from arena.settings import ArenaError, TournamentSettings
from arena.statistics.results import Results
from arena.tournament.journal import read_journal
from arena.tournament.openings import open_openings
from arena.tournament.preparation import prepare
from arena.tournament.tournament import Tournament

_REPORT_FILES = ("jsonout", "svgout")


def play_tournament(groups: list[Group]) -> Tournament:
    """Everything from the command line to the report. Raises ArenaError."""
    plan = make_plan(groups)
    invocation, settings = plan.invocation, plan.invocation.settings
    openings = open_openings(settings)
    max_plies = settings.conditions.max_plies
    if plan.contents is None and max_plies <= openings.longest:
        plies = counted(openings.longest, "ply", "plies")
        raise UsageError(
            f"-maxplies {max_plies} leaves nothing to play: openings have up to {plies}"
        )
    engines, pool = prepare(settings, openings.game_types, invocation.dask, invocation.concurrency)
    settings = replace(settings, engines=engines)
    with ExitStack() as undo:
        undo.callback(pool.close)
        journal, finished, notice = open_journal(plan, settings, openings)
        undo.callback(journal.close)
        tournament = Tournament(settings, openings, finished)
        stream = None if invocation.quiet else sys.stderr
        progress = Progress(settings, tournament.results, tournament.schedule.games, stream)
        if notice:
            progress.note(notice)
        pgn = invocation.pgn and PgnFile(
            invocation.pgn,
            settings.event,
            settings.site,
            finished,
            may_hold_more=plan.upto is not None,
        )
        undo.pop_all()
    if pgn and pgn.kept_as:
        progress.note(f"the games that were in {invocation.pgn} are in {pgn.kept_as}")
    progress.begin(plan.journal, pool.capacity)

    def on_game(record: GameRecord) -> None:
        journal.append(record)
        if pgn:
            pgn.append(record)
        progress.game_over(record)

    try:
        try:
            tournament.play(pool, on_game, progress.update)
        finally:
            progress.clear_line()
            journal.close()
    except BaseException as cause:
        try:
            report_results(invocation, settings, tournament.results, openings.title)
        except ArenaError as consequence:
            cause.add_note(str(consequence))
        raise
    report_results(invocation, settings, tournament.results, openings.title)
    return tournament


def report_results(
    invocation: Invocation, settings: TournamentSettings, results: Results, openings: str
) -> None:
    """Write the files that were asked for and print the report. Raises ArenaError."""
    complaints: list[str] = []
    try:
        texts: list[tuple[Path, str]] = []
        if invocation.json:
            report = json_report(settings, results, openings)
            text = json.dumps(report, indent=1, allow_nan=False, ensure_ascii=False)
            texts.append((invocation.json, text + "\n"))
        if invocation.svg:
            texts.append((invocation.svg, svg_picture(settings.event, results)))
        for path, text in texts:
            try:
                path.write_text(text, encoding="utf-8")
            except OSError as error:
                complaints.append(f"cannot write {path}: {error.strerror or error}")
    finally:
        show(text_report(settings, results, openings))
    if complaints:
        raise ArenaError("\n".join(complaints))


def report_journal(groups: list[Group]) -> None:
    """Report the results of a journal without playing on. Raises ArenaError."""
    path, upto = journal_choice(groups, "report") or JournalChoice()
    if path is None:
        raise UsageError("-report takes the name of a journal")
    contents = read_journal(path, upto)
    own = [(name, values) for name, values in groups if name != "report"]
    # The tournament may be running, and writes these files itself.
    stored = [group for group in stored_groups(contents) if group[0] not in _REPORT_FILES]
    invocation = build([*stored, *own])
    check_distinct({"-report": path, "-jsonout": invocation.json, "-svgout": invocation.svg})
    names = check_journal(contents, invocation)
    engines = tuple(
        replace(engine, name=name)
        for engine, name in zip(invocation.settings.engines, names, strict=True)
    )
    settings = replace(invocation.settings, engines=engines)
    if contents.notice and not invocation.quiet:
        note(contents.notice)
    report_results(
        invocation, settings, Results(names, contents.records), contents.header["openings"]
    )
