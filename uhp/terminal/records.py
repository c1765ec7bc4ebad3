"""Saving and loading games as PGN or SGF."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from uhp.errors import RefusedError, quoted
from uhp.options import Options
from uhp.saving import parse_file, save

if TYPE_CHECKING:
    from engine import Game
    from search.stop_flag import StopFlag


def save_record(
    parameters: str, game: "Game", tags: Mapping[str, str], result: str | None = None
) -> str:
    """Write a game to the file that is named, as SGF if it ends so; tells what was done.

    Raises RefusedError.
    """
    from engine.pgn import write_pgn
    from engine.sgf import write_sgf

    if not parameters.strip():
        raise RefusedError("a file is missing, such as 'save game.pgn'")
    name, overwrite = parse_file(parameters)
    suffix = os.path.splitext(name)[1].lower()
    if not suffix:
        name += ".pgn"
    write = write_sgf if suffix == ".sgf" else write_pgn
    path = save(write(game, tags, result=result), name, overwrite)
    return f"wrote {game.ply} {'move' if game.ply == 1 else 'moves'} to {path}"


def load_record(parameters: str, options: Options, stop: "StopFlag") -> tuple["Game", list[str]]:
    """The game in the file that is named, the first or the one with the number; and remarks.

    Rules that the game was played by are set as options. Raises RefusedError.
    """
    from engine.errors import HiveError
    from engine.reading import read_games

    path, number = _named(parameters)
    try:
        stream = iter(read_games(path))
        for _ in range(number):
            record = next(stream, None)
            if record is None or stop.is_set:
                break
        has_more = record is not None and next(stream, None) is not None
    except HiveError as error:
        raise RefusedError(f"cannot read {quoted(path.name)}: {error}") from error
    except OSError as error:
        raise RefusedError(f"cannot read {quoted(path.name)}: {error.strerror or error}") from error
    if stop.is_set:
        raise RefusedError("interrupted before the game was loaded")
    if record is None:
        raise RefusedError(f"{quoted(path.name)} has no game {number}")
    game = record.game
    if game.start is not None:
        raise RefusedError(
            "the game begins with a position that was set up, which only 'propolis web' can show"
        )
    remarks = []
    for option, value in (
        (options.queen_first, game.queen_first),
        (options.repetition_draw, game.repetition_draw),
    ):
        if option.value != value:
            option.set(str(value))
            remarks.append(f"the option {option.name} is {value} from now on, as in this game")
    if has_more:
        remarks.append(f"there are more games in the file: 'load {path.name} {number + 1}' and on")
    return game, remarks


def _named(parameters: str) -> tuple[Path, int]:
    """The file, and the number of a game in it."""
    if not parameters.strip():
        raise RefusedError("a file is missing, such as 'load game.pgn'")
    for name, number in _readings(parameters):
        path = Path(os.path.expanduser(name))
        try:
            if path.is_file():
                return path, number
            if path.exists():
                raise RefusedError(f"{quoted(name)} is not an ordinary file")
        except (OSError, ValueError):
            continue
    name, _ = next(iter(_readings(parameters)))
    raise RefusedError(f"there is no file {quoted(name)}")


def _readings(parameters: str) -> list[tuple[str, int]]:
    """What is meant: a file whose name may have blanks, perhaps a number after it."""
    name = parse_file(parameters.strip() + " overwrite")[0]
    readings = [(name, 1)]
    start, _, last = parameters.strip().rpartition(" ")
    if start and last.isascii() and last.isdigit() and len(last) < 10 and int(last) > 0:
        readings.append((parse_file(start + " overwrite")[0], int(last)))
    return readings
