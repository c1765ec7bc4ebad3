"""What the TAB key offers: commands, the pieces that can move and where to, options, files."""

import os
from collections.abc import Iterable

from uhp.terminal.help import TOPICS
from uhp.terminal.session import TerminalSession

_GAME_TYPES = ("Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP")
_LIMITS = ("time ", "depth ", "nodes ")
_FILES = ("save", "load", "pgn")
_MOST_FILES = 500


class Completer:
    """Completes what stands before the cursor, by the game and the options as they are now."""

    def __init__(self, session: TerminalSession) -> None:
        self._session = session

    def __call__(self, line: str, begin: int) -> list[str]:
        """What may stand in place of `line[begin:]`; a blank follows where more is needed."""
        keyword, *rest = line[:begin].split() or [""]
        keyword, part = keyword.lower(), line[begin:]
        if not line[:begin].strip():
            return _matching(part, [*self._first_words(), *self._moves([])]) or self._uncolored(
                part
            )
        if keyword in _FILES:
            return _files(line, begin)
        if keyword == "play" and not rest:
            return _matching(part, [*self._moves([]), *_GAME_TYPES, "as ", "level ", "time "])
        if keyword == "play" and rest and not rest[0].lower().startswith(("base", "as", "l", "t")):
            return _matching(part, self._moves(rest))
        return _matching(part, self._parameters(keyword, rest))

    def _first_words(self) -> Iterable[str]:
        for name in self._session.commands:
            yield f"{name} " if name in ("newgame", "play", "bestmove", *_FILES) else name

    def _moves(self, before: list[str]) -> list[str]:
        """The words with which a legal move can go on."""
        game = self._session.session.game
        if game is None or game.is_over:
            return []
        moves = [move.split() for move in game.legal_move_strings]
        if not before:
            return sorted({f"{move[0]} " if len(move) > 1 else move[0] for move in moves})
        names = (before[0].lower(), game.turn.letter + before[0].lower())
        return [
            move[1] for move in moves if len(before) == 1 < len(move) and move[0].lower() in names
        ]

    def _uncolored(self, part: str) -> list[str]:
        """Pieces of the player to move, whose colour goes without saying."""
        game = self._session.session.game
        return [] if game is None else _matching(game.turn.letter + part, self._moves([]))

    def _parameters(self, keyword: str, rest: list[str]) -> Iterable[str]:
        """What may follow a command and its first words."""
        last = rest[-1].lower() if rest else ""
        if keyword in ("help", "?"):
            return sorted({*self._session.commands, *TOPICS}) if not rest else ()
        if keyword == "newgame":
            return _GAME_TYPES if not rest else ()
        if keyword in ("bestmove", "analyze"):
            if not rest:
                return (*_LIMITS, "infinite") if keyword == "analyze" else _LIMITS
            return ("multipv ",) if keyword == "analyze" and last != "multipv" else ()
        if keyword == "options":
            return self._options(rest)
        if keyword in ("play", "new"):
            if last == "as":
                return ("white", "black")
            kinds = () if rest else _GAME_TYPES
            return () if last in ("level", "time") else (*kinds, "as ", "level ", "time ")
        return self._moves([keyword, *rest])

    def _options(self, rest: list[str]) -> Iterable[str]:
        options = self._session.session.options
        if not rest:
            return ("get ", "set ")
        if len(rest) == 1:
            return [f"{option.name}{' ' * (rest[0].lower() == 'set')}" for option in options]
        if len(rest) == 2 and rest[0].lower() == "set":
            for option in options:
                if option.name == rest[1]:
                    words = option.extra() if option.type_name == "enum" else ("True", "False")
                    return () if option.type_name == "int" else words
        return ()


def _matching(part: str, words: Iterable[str]) -> list[str]:
    """The words that begin like what has been typed, in any case."""
    return [word for word in words if word.lower().startswith(part.lower())]


def _files(line: str, begin: int) -> list[str]:
    """The files and folders that go on like the last words of a line."""
    start = len(line) - len(line.split(maxsplit=1)[1]) if len(line.split()) > 1 else begin
    typed = line[start:]
    folder, name = os.path.split(typed)
    found = []
    try:
        with os.scandir(os.path.expanduser(folder) or ".") as entries:
            for entry in entries:
                if entry.name.startswith(name) and (name or not entry.name.startswith(".")):
                    whole = os.path.join(folder, entry.name) + "/" * entry.is_dir()
                    # Readline replaces the last word alone.
                    found.append(whole[begin - start :])
                    if len(found) == _MOST_FILES:
                        break
    except OSError:
        return []
    return sorted(path for path in found if path.isprintable())
