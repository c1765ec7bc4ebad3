"""`propolis puzzles make`: puzzles from files of games, or from games of the engine itself."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from engine import GameTypeError, HiveError, RecordError, read_games
from engine.cores import usable_cores
from engine.errors import quoted
from engine.game import Game
from engine.pieces import canonical_game_type
from search.searcher import Searcher
from search.stop_flag import StopFlag
from study.bad_games import BadGames
from study.progress import Progress
from study.puzzles.making import Maker, Source, in_order
from study.puzzles.puzzle import write_puzzles
from study.record_files import LARGEST_FILE
from study.selfplay import SelfPlay
from study.termination import termination_as_interrupt
from uhp.errors import RefusedError
from uhp.exit_codes import FAILURE, INTERRUPTED, SUCCESS, CommandLineError
from uhp.output import note
from uhp.saving import save, why_not_writable

_SAVE_SECONDS = 20.0
"""Between two times at which what has been found is written."""


def make(given: argparse.Namespace) -> int:
    """Find puzzles and write them; what was found before an interrupt is written too."""
    if bool(given.files) == (given.selfplay is not None):
        raise CommandLineError("make wants files of games, or --selfplay N")
    if given.out is not None:
        if os.path.lexists(os.path.expanduser(given.out)) and not given.overwrite:
            raise CommandLineError(f"there is a file {quoted(given.out)} already; add --overwrite")
        why = why_not_writable(os.path.expanduser(given.out))
        if why is not None:
            raise CommandLineError(f"cannot write {given.out!r}: {why}", FAILURE)
    troubles: list[str] = []

    def tell(trouble: str) -> None:
        troubles.append(trouble)
        note(f"propolis puzzles: {trouble}")

    sources, total = _selfplay(given) if given.selfplay else (_files(given.files, tell), None)
    Searcher().warm_up()
    maker = Maker(each=given.each, jobs=given.jobs or usable_cores())
    interrupted = False
    with ExitStack() as stack:
        stack.enter_context(termination_as_interrupt())
        progress = stack.enter_context(Progress(total, "games"))
        saved, when = 0, time.monotonic()
        try:
            for count in maker.make(sources):
                progress.advance()
                if count > saved and given.out and time.monotonic() - when > _SAVE_SECONDS:
                    saved, when = count, time.monotonic()
                    _write_meanwhile(maker, given.out)
        except KeyboardInterrupt:
            interrupted = True
    if maker.puzzles or not interrupted:  # who is stopped early loses no file for an empty one
        _write(maker, given.out)
    note(f"propolis puzzles: {len(maker.puzzles)} puzzles of {progress.done} games")
    if interrupted:
        return INTERRUPTED
    return FAILURE if troubles else SUCCESS


def _write_meanwhile(maker: Maker, out: str) -> None:
    """Write what has been found so far. A full disk may have room again when all is done."""
    try:
        _write(maker, out)
    except CommandLineError as error:
        note(f"propolis puzzles: {error}; the work goes on")


def _write(maker: Maker, out: str | None) -> None:
    text = write_puzzles(in_order(maker.puzzles))
    if out is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    try:
        save(text, out, overwrite=True)
    except RefusedError as error:
        raise CommandLineError(str(error), FAILURE) from None


def _selfplay(given: argparse.Namespace) -> tuple[Iterator[Source], int]:
    try:
        game_types = [canonical_game_type(text.strip()) for text in given.game_types.split(",")]
    except GameTypeError as error:
        raise CommandLineError(f"--game-types: {error}") from None
    play = SelfPlay(game_types=game_types, nodes=given.nodes, seed=given.seed)
    numbers = range(given.first, given.first + given.selfplay)
    return (partial(play.game, number) for number in numbers), given.selfplay


def _files(names: Sequence[str], tell: Callable[[str], None]) -> Iterator[Source]:
    paths = [Path(name) for name in names]
    for path in paths:
        if not path.exists():
            raise CommandLineError(f"there is no file {quoted(str(path))}")
    return (_given(game) for path in paths for game in _games(path, tell))


def _given(game: Game) -> Callable[[StopFlag], Game]:
    return lambda stop: game


def _games(path: Path, tell: Callable[[str], None]) -> Iterator[Game]:
    """The games of a file that can be read; what cannot is told."""
    is_empty = True

    def refuse(error: RecordError) -> None:
        nonlocal is_empty
        is_empty = False
        tell(str(error))

    bad_games = BadGames(refuse)
    try:
        for record in read_games(path, on_error=bad_games, largest=LARGEST_FILE):
            is_empty = False
            bad_games.saw_good_game()
            yield record.game
    except OSError as error:
        tell(f"cannot read {str(path)!r}: {error.strerror or error}")
    except HiveError as error:
        tell(str(error))
    else:
        if is_empty:
            tell(f"there is no game in {str(path)!r}")
