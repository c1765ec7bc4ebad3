"""Games as PGN, with limits, times and scores. The file is a view of the journal."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from arena.files import check_regular, copy_beside
from arena.match.game_record import GameRecord, MoveRecord
from arena.settings import ArenaError
from engine import Game
from engine.pgn import write_pgn

_FREE_TAGS = re.compile(r"^\[(?:Event|Site) .*\n?", re.MULTILINE)
"""Tags that may change when a tournament is resumed."""


def pgn_of(record: GameRecord, event: str, site: str) -> str:
    """One game; every move an engine made has a comment such as `+1.5/6 0.98s`."""
    game = Game(record.game_type)
    for move in record.moves:
        game.play(move.text)
    tags = {
        "Date": record.started[:10].replace("-", "."),
        "Event": event,
        "Site": site,
        "Round": f"{record.pair + 1}.{2 - record.number % 2}",
        "White": record.white,
        "Black": record.black,
        "WhiteLimit": record.time_controls[0],
        "BlackLimit": record.time_controls[1],
        "Opening": f"{sum(move.seconds is None for move in record.moves)} plies",
        "Termination": record.ending.value,
    }
    comments = {ply: _comment(move) for ply, move in enumerate(record.moves, start=1)}
    last = len(record.moves)
    remarks = (comments.get(last), record.detail, *record.disagreements, *record.notes)
    comments[last] = "\n".join(filter(None, remarks))
    return write_pgn(game, tags, comments=comments, result=record.result)


def _comment(move: MoveRecord) -> str:
    if move.seconds is None:
        return ""
    seconds = f"{move.seconds:.3f}s"
    if move.score is None:
        return seconds
    depth = "" if move.depth is None else f"/{move.depth}"
    return f"{move.score:+g}{depth} {seconds}"


def _is_view(text: str, games: list[str]) -> bool:
    """Whether a text has nothing but the first of these games and perhaps a part of the next."""
    whole = 0
    while whole < len(games) and text.startswith(games[whole]):
        text = text.removeprefix(games[whole])
        whole += 1
    if not text or (whole < len(games) and games[whole].startswith(text)):
        return True
    return whole > 0 and text.startswith("[") and "\n\n" not in text


class PgnFile:
    """The PGN file of a tournament."""

    def __init__(
        self,
        path: Path,
        event: str,
        site: str,
        records: Iterable[GameRecord],
        *,
        may_hold_more: bool = False,
    ) -> None:
        """Write the games there are, all at once.

        Raises ArenaError if that cannot be done, or if the file holds anything but these games.
        With `may_hold_more` it may go on after them; then it is kept under another name.
        """
        self.kept_as: Path | None = None
        self._path = Path(os.path.realpath(path))
        self._event, self._site = event, site
        games = [self._text(record) for record in records]
        fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}.new")
        try:
            check_regular(path)
            if self._path.exists():
                found = self._path.read_text(encoding="utf-8", errors="replace")
                text, *own = (_FREE_TAGS.sub("", part) for part in (found, *games))
                if not _is_view(text, own):
                    if not (may_hold_more and text.startswith("".join(own))):
                        raise ArenaError(f"{path} has other games: choose another -pgnout")
                    self.kept_as = copy_beside(self._path)
            with fresh.open("x", encoding="utf-8") as file:
                file.write("".join(games))
            os.replace(fresh, self._path)
        except OSError as error:
            raise ArenaError(f"cannot write the games: {error}") from None

    def append(self, record: GameRecord) -> None:
        """Add a game."""
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(self._text(record))
        except OSError as error:
            raise ArenaError(f"cannot write the games: {error}") from None

    def _text(self, record: GameRecord) -> str:
        return pgn_of(record, self._event, self._site) + "\n"
