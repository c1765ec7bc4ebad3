"""The command line, in the manner of fastchess: `-option value key=value ...`."""

import difflib
import math
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from arena.match.time_control import TimeControl, parse_time_control
from arena.plain_text import MOST_SHOWN, is_utf8, one_line, shown
from arena.settings import (
    OWN_BOOK,
    ArenaError,
    Conditions,
    DrawRule,
    EngineSettings,
    OpeningSettings,
    ResignRule,
    SprtBounds,
    TournamentSettings,
)

Group = tuple[str, list[str]]
"""An option without its dash, and its values."""

TIME_CONTROLS = ("st", "tc", "depth", "nodes")
ENGINE_KEYS = ("cmd", "args", "name", "dir", "threads", *TIME_CONTROLS)
ENGINE_SECONDS = ("margin", "startup", "reply", "patience")
SPRT_GAMES = 200_000
"""The most games of a sequential test without `-games`."""

LARGEST_SPRT_ELO = 400.0

_MOST_DIGITS = 18
_FLAGS = ("quiet", "strict", "help", "version")
_SINGLE = (
    "games", "rounds", "tournament", "gametype", "seed", "concurrency", "dask", "maxplies",
    "repetition", "pgnout", "jsonout", "svgout", "journal", "event", "site",
)  # fmt: skip
_KEYED = ("engine", "each", "openings", "resign", "draw", "sprt")
_ALIASES = {"srand": "seed", "variant": "gametype", "h": "help"}
_JOURNALS = ("resume", "report")
OPTIONS = (*_FLAGS, *_SINGLE, *_KEYED, *_JOURNALS)


class UsageError(ArenaError):
    """The command line makes no sense."""


@dataclass(frozen=True)
class Invocation:
    """Everything the command line says."""

    settings: TournamentSettings
    concurrency: int | None = None
    dask: str | None = None
    pgn: Path | None = None
    json: Path | None = None
    svg: Path | None = None
    journal: Path | None = None
    quiet: bool = False


def split(arguments: Iterable[str]) -> list[Group]:
    """The options with their values; one dash or two. Raises UsageError."""
    groups: list[Group] = []
    for argument in arguments:
        # Journal, PGN and reports repeat the arguments, and are UTF-8.
        if not is_utf8(argument):
            raise UsageError(f"{shown(argument)} is not UTF-8")
        name = argument.lstrip("-")
        if argument.startswith("-") and name[:1].isalpha():
            name = _ALIASES.get(name, name)
            if name not in OPTIONS:
                close = difflib.get_close_matches(name, OPTIONS, 1)
                hint = f"; do you mean -{close[0]}?" if close else "; see -help"
                raise UsageError(f"there is no option {argument[:MOST_SHOWN]}{hint}")
            groups.append((name, []))
        elif groups:
            groups[-1][1].append(argument)
        else:
            raise UsageError(f"{shown(argument)} belongs to no option; see -help")
    for name, values in groups:
        check_count(name, len(values))
    return groups


def check_count(name: str, count: int) -> None:
    """Raise UsageError if an option is unknown or has too many or too few values."""
    if name not in OPTIONS:
        raise UsageError(f"there is no option -{name}")
    if name in _FLAGS and count:
        raise UsageError(f"-{name} takes no value")
    if name in _SINGLE and count != 1:
        raise UsageError(f"-{name} takes one value")
    if name in _KEYED and not count:
        raise UsageError(f"-{name} takes values such as key=value")
    if name in _JOURNALS and count > 2:
        raise UsageError(f"-{name} takes the name of a journal and perhaps upto=LINE")


class JournalChoice(NamedTuple):
    """The journal that `-resume` or `-report` names, and up to which line it counts."""

    path: Path | None = None
    upto: int | None = None


def journal_choice(groups: Iterable[Group], option: str) -> JournalChoice | None:
    """What the last `-resume` or `-report` says; None without that option. Raises UsageError."""
    tokens = dict(groups).get(option)
    if tokens is None:
        return None
    cuts = [token.removeprefix("upto=") for token in tokens if token.startswith("upto=")]
    names = [Path(token) for token in tokens if not token.startswith("upto=")]
    if len(cuts) > 1 or len(names) > 1:
        raise UsageError(f"-{option} takes one journal and perhaps upto=LINE")
    upto = _whole({"upto": cuts[0]}, "upto", 1) if cuts else None
    return JournalChoice(names[0] if names else None, upto)


def build(groups: Iterable[Group]) -> Invocation:
    """The tournament that the options describe. Raises UsageError."""
    given = list(groups)
    last = dict(given)
    values = {name: found[0] for name, found in last.items() if name in _SINGLE}
    keyed = {name: _pairs(name, last[name]) for name in _KEYED if name in last}
    settings = TournamentSettings(
        engines=_engines(given),
        games=_games(values, has_sprt="sprt" in keyed),
        gauntlet=_choice(values, "tournament", ("roundrobin", "gauntlet")) == "gauntlet",
        game_types=_game_types(values.get("gametype")),
        openings=_openings(keyed.get("openings", {})),
        seed=_whole(values, "seed", 1, least=0),
        conditions=Conditions(
            max_plies=_whole(values, "maxplies", Conditions.max_plies),
            repetition=_choice(values, "repetition", ("on", "off")) == "on",
            resign=_resign(keyed["resign"]) if "resign" in keyed else None,
            draw=_draw(keyed["draw"]) if "draw" in keyed else None,
        ),
        sprt=_sprt(keyed["sprt"]) if "sprt" in keyed else None,
        event=one_line(values.get("event", TournamentSettings.event)),
        site=values.get("site", TournamentSettings.site),
    )
    if settings.sprt is not None and len(settings.engines) != 2:
        raise UsageError("-sprt compares two engines")
    return Invocation(
        settings,
        concurrency=_whole(values, "concurrency", 1) if "concurrency" in values else None,
        dask=values.get("dask"),
        pgn=_path(values.get("pgnout")),
        json=_path(values.get("jsonout")),
        svg=_path(values.get("svgout")),
        journal=_path(values.get("journal")),
        quiet="quiet" in last,
    )


def _pairs(option: str, tokens: list[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for token in tokens:
        key, equals, value = token.partition("=")
        if not equals and option == "openings" and key == "random":
            continue
        if not equals and option == "openings" and key == "book":
            equals, value = "=", OWN_BOOK
        if not equals or not key:
            raise UsageError(f"-{option}: {shown(token)} is not key=value")
        if key in pairs:
            raise UsageError(f"-{option}: {key[:MOST_SHOWN]}= is given twice")
        pairs[key] = value
    return pairs


def _engines(groups: list[Group]) -> tuple[EngineSettings, ...]:
    common: dict[str, str] = {}
    for name, tokens in groups:
        if name == "each":
            common |= _pairs(name, tokens)
    engines = tuple(
        _engine(_pairs(name, tokens), common) for name, tokens in groups if name == "engine"
    )
    if len(engines) < 2:
        raise UsageError("a tournament needs at least two -engine")
    names = [engine.name for engine in engines if engine.name]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two engines are called {shown(name)}")
    return engines


def _engine(own: Mapping[str, str], common: Mapping[str, str]) -> EngineSettings:
    title = one_line(own.get("name") or own.get("cmd") or "without cmd=")[:MOST_SHOWN]
    control = _time_control(title, own) or _time_control(title, common)
    merged = {**common, **own}
    for key in merged:
        if key not in (*ENGINE_KEYS, *ENGINE_SECONDS) and not key.startswith("option."):
            raise UsageError(f"engine {title}: there is no {key[:MOST_SHOWN]}=")
    if "cmd" not in merged:
        raise UsageError(f"engine {title}: cmd= is missing")
    if control is None:
        raise UsageError(f"engine {title} has no limit: give st=, tc=, depth= or nodes=")
    try:
        command = (*shlex.split(merged["cmd"]), *shlex.split(merged.get("args", "")))
    except ValueError as error:
        raise UsageError(f"engine {title}: {error}") from None
    if not command:
        raise UsageError(f"engine {title}: cmd= is empty")
    seconds = {key: _number(merged, key) for key in ENGINE_SECONDS if key in merged}
    return EngineSettings(
        name=one_line(merged.get("name", "")),
        command=command,
        time_control=control,
        directory=merged.get("dir"),
        options=tuple(
            (key.removeprefix("option."), value)
            for key, value in merged.items()
            if key.startswith("option.")
        ),
        threads=_whole(merged, "threads", 0),
        **seconds,  # type: ignore[arg-type]
    )


def _time_control(title: str, pairs: Mapping[str, str]) -> TimeControl | None:
    kinds = [key for key in TIME_CONTROLS if key in pairs]
    if len(kinds) > 1:
        raise UsageError(f"engine {title}: UHP takes one limit, not {'= and '.join(kinds)}=")
    try:
        return parse_time_control(kinds[0], pairs[kinds[0]]) if kinds else None
    except ValueError as error:
        raise UsageError(f"engine {title}: {error}") from None


def _games(values: Mapping[str, str], *, has_sprt: bool) -> int:
    if "games" in values and "rounds" in values:
        raise UsageError("give -games or -rounds, which are two games each")
    if "rounds" in values:
        return 2 * _whole(values, "rounds", 1)
    games = _whole(values, "games", SPRT_GAMES if has_sprt else 2)
    if games % 2:
        raise UsageError("-games must be even: every opening is played twice, colours swapped")
    return games


def _game_types(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    # Loading the rules engine takes a while, and `-help` imports this file too.
    from engine import GAME_TYPES

    if text == "all":
        return GAME_TYPES
    chosen = tuple(text.split(","))
    for game_type in chosen:
        if game_type not in GAME_TYPES:
            raise UsageError(
                f"{shown(game_type)} is no game type; known are {', '.join(GAME_TYPES)}"
            )
    return tuple(dict.fromkeys(chosen))


def _openings(pairs: Mapping[str, str]) -> OpeningSettings:
    _check_keys("openings", pairs, ("file", "format", "plies", "order", "start", "book", "score"))
    file = _path(pairs.get("file"))
    book = pairs.get("book")
    if file is None and pairs.keys() & {"format", "order", "start"}:
        raise UsageError("-openings: format=, order= and start= are for a file=")
    if book is None and "score" in pairs:
        raise UsageError("-openings: score= is for a book")
    if file is not None and book is not None:
        raise UsageError("-openings: openings are from a file= or a book, not from both")
    return OpeningSettings(
        file=file,
        book=book,
        most_score=_number({"score": f"{OpeningSettings.most_score}", **pairs}, "score"),
        format=_choice(pairs, "format", ("uhp", "pgn")) if "format" in pairs else None,
        plies=_whole(pairs, "plies", 0, least=0) if "plies" in pairs else None,
        order=_choice(pairs, "order", ("sequential", "random")),
        start=_whole(pairs, "start", 1),
    )


def _resign(pairs: Mapping[str, str]) -> ResignRule:
    _check_keys("resign", pairs, ("movecount", "score", "twosided"))
    return ResignRule(
        move_count=_whole(pairs, "movecount", 3),
        score=_number(pairs, "score"),
        two_sided=_choice(pairs, "twosided", ("false", "true")) == "true",
    )


def _draw(pairs: Mapping[str, str]) -> DrawRule:
    _check_keys("draw", pairs, ("movenumber", "movecount", "score"))
    return DrawRule(
        move_number=_whole(pairs, "movenumber", 20, least=0),
        move_count=_whole(pairs, "movecount", 8),
        score=_number(pairs, "score"),
    )


def _sprt(pairs: Mapping[str, str]) -> SprtBounds:
    _check_keys("sprt", pairs, ("elo0", "elo1", "alpha", "beta", "model"))
    bounds = SprtBounds(
        elo0=_number(pairs, "elo0", least=-LARGEST_SPRT_ELO),
        elo1=_number(pairs, "elo1", least=-LARGEST_SPRT_ELO),
        alpha=_number({"alpha": "0.05", **pairs}, "alpha"),
        beta=_number({"beta": "0.05", **pairs}, "beta"),
        normalized=_choice(pairs, "model", ("normalized", "logistic")) == "normalized",
    )
    if not bounds.elo0 < bounds.elo1 <= LARGEST_SPRT_ELO:
        raise UsageError(f"-sprt: elo0 must be below elo1, and both within {LARGEST_SPRT_ELO:g}")
    if not (0 < bounds.alpha < 0.5 and 0 < bounds.beta < 0.5):
        raise UsageError("-sprt: alpha and beta lie between 0 and 0.5")
    return bounds


def _check_keys(option: str, pairs: Mapping[str, str], known: tuple[str, ...]) -> None:
    for key in pairs:
        if key not in known:
            raise UsageError(
                f"-{option}: there is no {key[:MOST_SHOWN]}=; there are {'=, '.join(known)}="
            )


def _choice(values: Mapping[str, str], name: str, words: tuple[str, str]) -> str:
    """One of two words; the first is the default."""
    word = values.get(name, words[0]).lower()
    if word not in words:
        raise UsageError(f"{name} is {' or '.join(words)}, not {shown(word)}")
    return word


def _whole(values: Mapping[str, str], name: str, default: int, least: int = 1) -> int:
    text = values.get(name)
    if text is None:
        return default
    if not text.isdecimal() or len(text) > _MOST_DIGITS or int(text) < least:
        raise UsageError(f"{name} is a whole number of at least {least}, not {shown(text)}")
    return int(text)


def _number(values: Mapping[str, str], name: str, least: float = 0.0) -> float:
    text = values.get(name)
    if text is None:
        raise UsageError(f"{name}= is missing")
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or number < least:
        raise UsageError(f"{name} is a number of at least {least:g}, not {shown(text)}")
    return number


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)
