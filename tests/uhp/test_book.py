"""The option Book: off it changes nothing, on it plays known openings at once, and varied."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from uhp_client import ENGINE, PATIENCE, ROOT, Engine, environment

from engine import Game
from search import StopFlag
from study import Book, make_book
from uhp.loader import Loader
from uhp.session import Session
from uhp.stdin import CommandLine

AFTER_P = "Base+MLP;InProgress;Black[1];wP"
"""Which every book of openings knows."""


@pytest.fixture(scope="module")
def loader() -> Loader:
    loader = Loader()
    loader.book.wait()
    loader.searches["AlphaBeta"].wait()
    return loader


@pytest.fixture
def session(loader: Loader) -> Session:
    session = Session(loader)
    answer(session, "options set Threads 1")
    answer(session, "options set TableSizeMiB 1")
    return session


def answer(session: Session, line: str) -> list[str]:
    now = time.perf_counter()
    return list(session.answer(CommandLine(line, now), now, StopFlag()))


@pytest.fixture(scope="module")
def own_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book whose only first move is one that no search would choose, in a folder with a blank."""
    path = tmp_path_factory.mktemp("my books") / "a.book"
    game = Game.from_string("Base+MLP;InProgress;White[2];wA1;bA1 wA1-")
    make_book([game]).save(path)
    return path


def bestmoves(session: Session, count: int) -> set[str]:
    found = set()
    for _ in range(count):
        answer(session, "newgame Base")  # another game in between: chance begins anew
        answer(session, f"newgame {AFTER_P}")
        [move] = answer(session, "bestmove depth 1")
        found.add(move)
    return found


def test_it_is_off_until_it_is_asked_for(session: Session) -> None:
    assert answer(session, "options get Book") == ["Book;enum;Off;Off;Off;Own"]
    assert answer(session, "options get BookVariety") == ["BookVariety;int;20;20;0;100"]
    answer(session, "newgame Base+MLP")
    [move] = answer(session, "bestmove nodes 300")
    for setting in ("Own", "Off"):
        assert answer(session, f"options set Book {setting}")[0].startswith(f"Book;enum;{setting}")
    answer(session, "newgame Base")
    answer(session, "newgame Base+MLP")
    assert answer(session, "bestmove nodes 300") == [move]


def test_a_known_position_is_answered_from_the_book(session: Session, own_file: Path) -> None:
    [line] = answer(session, f"options set Book {own_file}")
    assert line == f"Book;enum;{own_file};Off;Off;Own;{own_file}"
    answer(session, "newgame Base+MLP")
    assert answer(session, "bestmove depth 3") == ["wA1"]
    answer(session, "play wA1")
    [move] = answer(session, "bestmove depth 1")
    assert move.startswith("bA1 ")
    answer(session, f"play {move}")
    [move] = answer(session, "bestmove depth 1")  # unknown: the search has its say
    assert session.game is not None
    assert session.game.is_legal(move)


def test_analysis_never_asks_the_book(session: Session, own_file: Path) -> None:
    answer(session, "newgame Base+MLP")
    plain = answer(session, "analyze nodes 300")
    answer(session, f"options set Book {own_file}")
    answer(session, "newgame Base")
    answer(session, "newgame Base+MLP")
    assert answer(session, "analyze nodes 300") == plain


def test_a_seed_makes_it_repeatable_and_variety_makes_it_varied(session: Session) -> None:
    book = Book.own()
    options = book.moves(Game.from_string(AFTER_P))
    assert len(options) > 3
    answer(session, "options set Book Own")
    answer(session, "options set BookVariety 100")
    assert len(bestmoves(session, 30)) > 1
    answer(session, "options set Seed 7")
    assert len(bestmoves(session, 10)) == 1
    answer(session, "options set Seed 0")
    answer(session, "options set BookVariety 0")
    [move] = bestmoves(session, 5)
    best = book.choose(Game.from_string(AFTER_P), 0)
    assert best is not None
    assert move == best.text


def test_levels_play_from_the_book_too(session: Session, own_file: Path) -> None:
    answer(session, f"options set Book {own_file}")
    answer(session, "options set Level 3")
    answer(session, "newgame Base+MLP")
    assert answer(session, "bestmove depth 3") == ["wA1"]


def test_moves_from_the_book_are_legal_by_the_rules_of_the_game(
    session: Session, tmp_path: Path
) -> None:
    game = Game("Base", queen_first=True)
    game.play("wQ")
    make_book([game]).save(tmp_path / "queen.book")
    answer(session, f"options set Book {tmp_path / 'queen.book'}")
    answer(session, "newgame Base")
    assert answer(session, "bestmove depth 1") != ["wQ"]
    answer(session, "options set QueenFirst True")
    assert answer(session, "bestmove depth 1") == ["wQ"]


def test_a_file_that_is_no_book_is_refused_and_the_old_value_stays(
    session: Session, own_file: Path, tmp_path: Path
) -> None:
    answer(session, f"options set Book {own_file}")
    before = answer(session, "options get Book")
    damaged = tmp_path / "damaged.book"
    damaged.write_bytes(own_file.read_bytes()[:-1])
    for value, words in (
        ("nowhere.book", "cannot read 'nowhere.book': No such file or directory"),
        (str(damaged), "it is cut off"),
        ("README.md", "it is no opening book"),
        ("a;b", "cannot be the name of a file"),
        (str(tmp_path), "is not a file"),
    ):
        [line] = answer(session, f"options set Book {value}")
        assert line.startswith("err Book: ")
        assert words in line
        assert answer(session, "options get Book") == before
    answer(session, "newgame Base+MLP")
    assert answer(session, "bestmove depth 1") == ["wA1"]
    assert answer(session, "options set Book")[0].startswith("err write 'options'")


def test_it_can_be_given_when_the_program_is_started(own_file: Path) -> None:
    arguments = (*ENGINE, "--option", f"Book={own_file}")
    with Engine(arguments) as engine:
        assert engine.ask("options get Book") == [
            f"Book;enum;{own_file};{own_file};Off;Own;{own_file}"
        ]
        engine.ask("newgame Base+MLP")
        assert engine.ask("bestmove time 00:00:10") == ["wA1"]
    with Engine(env=environment(PROPOLIS_OPTIONS="Book=own,BookVariety=0")) as engine:
        assert engine.ask("options get Book") == ["Book;enum;Own;Own;Off;Own"]
    refused = subprocess.run(
        [*ENGINE, "--option", "Book=README.md"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    assert refused.returncode == 2
    assert refused.stdout == ""
    expected = "propolis: --option: Book: cannot read 'README.md': it is no opening book\n"
    assert refused.stderr == expected


def printed_by(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        timeout=PATIENCE,
        check=True,
    ).stdout


def test_nothing_is_imported_for_it_while_it_is_off() -> None:
    code = (
        "import sys, uhp.session, uhp.search_commands, uhp.options\n"
        "uhp.options.Options()\n"
        "print(*sorted({name for name in sys.modules if name.split('.')[0] in "
        "('study', 'random', 'json', 'zlib')}))"
    )
    printed = printed_by(code)
    assert "study" not in printed
    assert "random" not in printed.split()


def test_the_own_book_is_loaded_without_numpy() -> None:
    code = (
        "import sys\n"
        "from study.openings.book import Book\n"
        "Book.own()\n"
        "print({'numpy', 'engine.game', 'search'} & {*sys.modules})"
    )
    printed = printed_by(code)
    assert printed == "set()\n"
