"""Random command lines for the engine: sensible ones, senseless ones and mere noise."""

import random
from collections.abc import Callable, Mapping

SLOW = ("bestmove", "analyze", "perft", "exit")
"""Commands that random parameters could make last for hours; only tame forms are sent."""

PIECES = [
    color + bug + number
    for color in "wb"
    for bug, numbers in (("Q", ""), ("S", "12"), ("B", "12"), ("G", "123"), ("A", "123"))
    for number in numbers or [""]
] + ["wM", "wL", "wP", "bM", "bL", "bP"]
GAME_TYPE_TEXTS = ("Base", "Base+M", "Base+P", "Base+MLP", "Base+LM", "base", "Base+", "Base+X")
OPTIONS = {
    "Threads": ("1", "2", "3"),
    "TableSizeMiB": ("1", "2", "4"),
    "Strategy": ("AlphaBeta", "alphabeta"),
    "Ponder": ("False",),
    "Level": ("1", "5", "10"),
    "Seed": ("0", "12345"),
    "Verbose": ("True", "False"),
    "QueenFirst": ("True", "False"),
    "RepetitionDraw": ("True", "False"),
    "MoveOverheadMs": ("0", "10", "100"),
    "ReportIntermediateBestMoves": ("True", "False"),
    "Book": ("Off", "Own"),
    "BookVariety": ("0", "100"),
    "Nonsense": ("1",),
}
BAD_VALUES = ("", "-1", "0x1", "1e3", "nan", "True False", "9" * 50, "None", "'", "\u00b2")
WORDS = ("info", "validmoves", "pass", "undo", "play", "options", "eval", "board", "pgn", "help")


class Fuzzer:
    """Makes up command lines, sensible and senseless, for the game as last seen."""

    def __init__(
        self, seed: int | str, options: Mapping[str, tuple[str, ...]] | None = None
    ) -> None:
        self.chance = random.Random(seed)
        self.options = options or OPTIONS
        self.state = "Base;NotStarted;White[1]"
        self.moves: list[str] = []

    def line(self) -> bytes:
        kinds: dict[Callable[[], str], int] = {
            self.good_move: 30,
            self.any_move: 20,
            self.command: 14,
            self.new_game: 6,
            self.undo: 8,
            self.option: 8,
            self.search: 6,
            self.noise: 8,
        }
        while True:
            [make] = self.chance.choices(list(kinds), list(kinds.values()))
            text = make()
            data = text.encode()
            tame = self.chance.random() > 0.15
            if not tame:
                data = self.damaged(data)
            words = data.decode("utf-8", "replace").removeprefix("\ufeff").split()
            if words and (tame or not words[0].lower().startswith(SLOW)):
                return data

    def good_move(self) -> str:
        return f"play {self.chance.choice(self.moves)}" if self.moves else "validmoves"

    def any_move(self) -> str:
        piece, reference = self.chance.choices(PIECES, k=2)
        forms = ("{}", "-{}", "/{}", "\\{}", "{}-", "{}/", "{}\\", "-{}-", "")
        return f"play {piece} {self.chance.choice(forms).format(reference)}"

    def command(self) -> str:
        words = self.chance.choices(WORDS, k=self.chance.randint(1, 3))
        text = " ".join(words)
        return self.chance.choice((text, words[0], words[0].upper(), f"\t{text}\r"))

    def new_game(self) -> str:
        game_type = self.chance.choice(GAME_TYPE_TEXTS)
        fields = self.state.split(";")
        kept = fields[: self.chance.randint(0, len(fields))]
        if self.chance.random() < 0.3:
            self.chance.shuffle(fields)
        return "newgame " + self.chance.choice(
            (game_type, ";".join(kept), ";".join(fields), self.state, f"{game_type};InProgress;x")
        )

    def undo(self) -> str:
        return f"undo {self.chance.choice(('', '1', '2', '3', '0', '-1', '99', 'x', '1 1'))}"

    def option(self) -> str:
        name = self.chance.choice(list(self.options))
        value = self.chance.choice(self.options[name] + BAD_VALUES)
        return self.chance.choice((f"options set {name} {value}", f"options get {name}"))

    def search(self) -> str:
        forms = ("bestmove depth 1", "bestmove time 00:00:00", "bestmove nodes 5", "bestmove depth")
        more = ("analyze depth 1", "analyze nodes 9 multipv 3", "analyze", "perft 1", "perft x")
        return self.chance.choice(forms + more)

    def noise(self) -> str:
        size = self.chance.choice((1, 3, 10, 40, 2000))
        letters = [*map(chr, range(1, 10)), *map(chr, range(11, 128)), " ", "\t", "\U0001f41d"]
        return "".join(self.chance.choices(letters, k=size))

    def damaged(self, data: bytes) -> bytes:
        """The same bytes with some of them changed, dropped or doubled."""
        changed = bytearray(data)
        for _ in range(self.chance.randint(1, 3)):
            spot = self.chance.randrange(len(changed) + 1)
            changed[spot : spot + self.chance.randint(0, 2)] = self.chance.randbytes(
                self.chance.randint(0, 2)
            )
        return bytes(changed).replace(b"\n", b"")
