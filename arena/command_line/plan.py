"""Which tournament is meant: the command line, and the journal that it may resume."""

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from arena.command_line.arguments import (
    Group,
    Invocation,
    JournalChoice,
    UsageError,
    build,
    check_count,
    journal_choice,
)
from arena.files import check_distinct, check_regular, check_writable
from arena.match.game_record import GameRecord
from arena.settings import OWN_BOOK, TournamentSettings
from arena.tournament.journal import (
    Journal,
    JournalContents,
    JournalError,
    bad_line,
    lacks_header,
    read_journal,
)
from arena.tournament.openings import Openings
from arena.tournament.schedule import Schedule
from engine import GAME_TYPES

_NOT_STORED = ("resume", "journal", "report", "quiet")


@dataclass(frozen=True)
class Plan:
    """What is to be done, once a journal to resume has been read."""

    invocation: Invocation
    groups: list[Group]
    journal: Path
    contents: JournalContents | None = None
    """What the journal held when it was read, if it is resumed."""
    upto: int | None = None
    """The last line of the journal that counts."""


def make_plan(groups: list[Group]) -> Plan:
    """Find out what tournament is meant. Raises ArenaError."""
    resume = journal_choice(groups, "resume")
    named, upto = resume or JournalChoice()
    if named is not None and not any(name == "engine" for name, _ in groups):
        groups = stored_groups(read_journal(named, upto)) + groups
    invocation = build(groups)
    if named is not None and not named.exists():
        raise JournalError(f"there is no journal {named}")
    journal = named or invocation.journal or _default_journal(invocation.pgn)
    started = journal.exists() and not lacks_header(journal)
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
    check_journal(contents, invocation)
    return Plan(invocation, groups, journal, contents, upto)


def _check_outputs(invocation: Invocation, journal: Path) -> None:
    """See that all files can be written and none is another one. Raises OutputError."""
    outputs = {
        "-pgnout": invocation.pgn,
        "-journal": journal,
        "-jsonout": invocation.json,
        "-svgout": invocation.svg,
    }
    openings = invocation.settings.openings
    book = None if openings.book in (None, OWN_BOOK) else Path(str(openings.book))
    check_distinct({"the opening file": openings.file, "the opening book": book, **outputs})
    for path in (invocation.pgn, journal):
        if path is not None:
            check_regular(path)
    for path in outputs.values():
        if path is not None:
            check_writable(path)


def stored_groups(contents: JournalContents) -> list[Group]:
    """The command line a journal was begun with. Raises JournalError if it makes no sense."""
    groups = [(name, values) for name, values in contents.header["arguments"]]
    try:
        for name, values in groups:
            check_count(name, len(values))
        build(groups)
    except UsageError as error:
        raise bad_line(contents.path, 1, error) from None
    return groups


def check_journal(contents: JournalContents, invocation: Invocation) -> list[str]:
    """See that a journal's games can be those of its tournament; returns the engines' names.

    Raises JournalError.
    """
    fingerprint = contents.header["fingerprint"]
    try:
        names = [str(engine["name"]) for engine in fingerprint["engines"]]
        game_types = tuple(fingerprint["gametype"])
        gauntlet = fingerprint["tournament"] == "gauntlet"
        stored = build(stored_groups(contents)).settings
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
    """The journal, the games it has already, and a note about it. Raises JournalError."""
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
        stored = contents.header["fingerprint"]
        changed = [key for key in now if now[key] != stored.get(key)]
        if changed:
            raise JournalError(
                f"{plan.journal} belongs to another tournament: different {', '.join(changed)}"
            )
        # Replaying all moves takes time, and was done when the plan was made.
        if contents != plan.contents:
            check_journal(contents, plan.invocation)

    journal, contents = Journal.reopen(plan.journal, plan.upto, check)
    notice = contents.notice
    if journal.kept_as:
        notice = f"using lines 1-{plan.upto}; the whole journal is in {journal.kept_as}"
    return journal, contents.records, notice
