"""Results on file, and the tables in the documents that are made from them."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from arena.statistics.elo import Tally
from training import tables
from training.commands import COMMANDS, main
from training.files import InputError
from training.results import (
    FOLDER,
    commit_of,
    is_match,
    new_choices_row,
    new_row,
    read_results,
    tally_of,
    write_results,
)
from uhp.version import __version__

LEAD = Tally(50, 14, 36, (4, 6, 20, 12, 8))
CLEAN = Tally(20, 0, 0, (0, 0, 0, 0, 10))
TABLE_HEAD = re.compile(r"^\|(.*)\|\n\| ?-", re.MULTILINE)


def test_a_file_has_all_that_a_reader_needs(tmp_path: Path) -> None:
    path = tmp_path / "new" / "results.json"
    write_results(path, "python -m some command", [new_row("one against two", "5 nodes", LEAD)])
    file = json.loads(path.read_text())
    assert (file["command"], file["version"]) == ("python -m some command", __version__)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", file["date"])
    (row,) = file["rows"]
    assert (row["games"], row["wins"], row["draws"], row["losses"]) == (100, 50, 14, 36)
    assert row["elo"] == pytest.approx(49.0)
    assert 0 < row["error"] < 100
    assert tally_of(row) == LEAD


def test_the_commit_of_a_changed_checkout_has_a_plus(tmp_path: Path) -> None:
    assert commit_of(tmp_path) is None

    def git(*words: str) -> str:
        names = ("-c", "user.name=x", "-c", "user.email=x@y.z")
        command = ("git", "-C", str(tmp_path), *names, *words)
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()

    git("init")
    assert commit_of(tmp_path) is None
    (tmp_path / "kernel.py").touch()
    (tmp_path / "table.md").touch()
    git("add", ".")
    git("commit", "-m", "first")
    commit = git("rev-parse", "--short", "HEAD")
    assert commit_of(tmp_path) == commit
    (tmp_path / "table.md").write_text("other\n")
    assert commit_of(tmp_path) == commit
    (tmp_path / "kernel.py").write_text("other\n")
    assert commit_of(tmp_path) == f"{commit}+"
    (tmp_path / "inner").mkdir()
    assert commit_of(tmp_path / "inner") is None


def test_tables_tell_the_commit_where_it_is_known(tmp_path: Path) -> None:
    file = {
        "command": "one",
        "version": "0.3",
        "date": "2026-01-01",
        "rows": [new_row("one against two", "5 nodes", LEAD)],
    }
    document = "<!-- results: one -->\n<!-- end of results -->"
    for more, told in (({}, "0.3, 2026-"), ({"commit": "abc"}, "0.3, commit abc, 2026-")):
        (tmp_path / "one.json").write_text(json.dumps({**file, **more}))
        assert f"    one  # version {told}" in tables.updated(document, tmp_path)


def test_what_games_do_not_tell_is_none() -> None:
    row = new_row("one against two", "5 nodes", CLEAN)
    assert (row["elo"], row["error"]) == (None, None)


def test_tables_show_elo_with_error_or_bound() -> None:
    rows = [
        new_row("one against two", "5 nodes", LEAD),
        new_row("two against three", "1 s", CLEAN, "[0, 10] H1 accepted"),
    ]
    head, ruler, first, second = tables.markdown(rows).splitlines()
    assert len({line.count("|") for line in (head, ruler, first, second)}) == 1
    assert re.fullmatch(
        r"\| one against two \| 5 nodes \| 100 \| 50 \| 14 \| 36 \| \+49\.0 ± [\d.]+ \|  \|", first
    )
    assert "at least +" in second
    assert second.endswith("| [0, 10] H1 accepted |")
    assert "verdict" not in tables.markdown(rows[:1])


def test_choices_are_told_by_mean_and_error() -> None:
    rows = [
        new_choices_row("late_moves_1=4", "9 nodes", [None, 0.004, None, -0.008]),
        new_choices_row("late_moves_1=5", "9 nodes", [None]),
    ]
    head, ruler, first, second = tables.markdown(rows).splitlines()
    assert "other moves" in head
    assert head.count("|") == ruler.count("|")
    assert first == f"| late_moves_1=4 | 9 nodes | 4 | 2 | -1.0 ± {1.96 * 5.033 / 2:.1f} |"
    assert second == "| late_moves_1=5 | 9 nodes | 1 | 0 | +0.0 ± ∞ |"
    with pytest.raises(InputError, match="one table"):
        tables.markdown([*rows, new_row("one against two", "5 nodes", LEAD)])


def test_marked_parts_of_a_document_are_replaced_and_nothing_else(tmp_path: Path) -> None:
    for name in ("a", "b"):
        rows = [new_row(f"{name} against c", "5 nodes", LEAD)]
        write_results(tmp_path / f"{name}.json", f"command {name}", rows)
    text = "before\n\n<!-- results: a b -->\nold\n<!-- end of results -->\n\nafter\n"
    new = tables.updated(text, tmp_path)
    assert new.startswith("before\n\n<!-- results: a b -->\n\n| match |")
    assert new.endswith("<!-- end of results -->\n\nafter\n")
    assert "old" not in new
    for name in ("a", "b"):
        assert f"| {name} against c |" in new
        assert f"    command {name}" in new
    assert tables.updated(new, tmp_path) == new
    with pytest.raises(FileNotFoundError):
        tables.updated(text.replace("a b", "no_such_file"), tmp_path)


@pytest.mark.parametrize("path", tables.documents(), ids=lambda path: path.name)
def test_tables_in_the_documents_are_what_the_results_give(path: Path) -> None:
    assert tables.updated(path.read_text("utf-8")) == path.read_text("utf-8")


def test_no_table_about_strength_is_without_a_file() -> None:
    for path in tables.documents():
        unmarked = tables.MARKED.sub("", path.read_text("utf-8"))
        assert not [head for head in TABLE_HEAD.findall(unmarked) if "Elo" in head], path


def test_every_file_of_results_is_shown_and_adds_up() -> None:
    shown = {
        name
        for path in tables.documents()
        for marked in tables.MARKED.finditer(path.read_text("utf-8"))
        for name in marked[2].split()
    }
    files = list(FOLDER.glob("*.json"))
    assert {path.stem for path in files} == shown
    for path in files:
        for row in filter(is_match, read_results(path)["rows"]):
            fresh = new_row(row["name"], row["limit"], tally_of(row), row.get("verdict", ""))
            assert row == fresh
            assert 2 * sum(row["pairs"]) == row["games"]


def test_tables_are_written_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("nothing marked\n")
    name = min(path.stem for path in FOLDER.glob("*.json"))
    document = tmp_path / "docs" / "some.md"
    document.write_text(f"<!-- results: {name} -->\n<!-- end of results -->\n")
    monkeypatch.setattr(tables, "ROOT", tmp_path)
    tables.main([])
    assert capsys.readouterr().out == "docs/some.md has new tables\n"
    assert "| match |" in document.read_text("utf-8")
    tables.main([])
    assert not capsys.readouterr().out
    for text, complaint in (
        ("<!-- results: no_such_file -->\n<!-- end of results -->\n", "no_such_file.json"),
        (f"<!-- results: {name} -->\nkept\n", "no end"),
        (
            f"<!-- results: {name} -->\nkept\n<!-- results: {name} -->\n<!-- end of results -->\n",
            "no end",
        ),
        ("<!-- results:  -->\n<!-- end of results -->\n", "no name"),
    ):
        document.write_text(text)
        with pytest.raises(InputError, match=complaint):
            tables.main([])
        assert document.read_text() == text


def changed(file: dict[str, object] | None = None, **row: object) -> str:
    """A file of results with something else in it or in its row."""
    sound = {
        "command": "one",
        "version": "0.3",
        "date": "2026-01-01",
        "rows": [{**new_row("one against two", "5 nodes", LEAD), **row}],
    }
    return json.dumps({**sound, **(file or {})})


def test_a_sound_file_of_results_is_read(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text(changed())
    assert tally_of(read_results(path)["rows"][0]) == LEAD


@pytest.mark.parametrize(
    "wrong",
    [
        *("{}", "[]", "{", '{"rows": [{}]}', '{"rows": [{"wins": "x"}]}', "\ud800"),
        '{"rows": [{"games": 2, "wins": 1, "draws": 0, "losses": 1, "pairs": [1]}]}',
        "[" * 100_000,
        '{"rows": [{"positions": 4, "other moves": 2, "gain": "x", "error": 1}]}',
        *(changed(name="a|b"), changed(name="a\nb"), changed(verdict=5), changed(verdict=None)),
        *(
            changed(wins=3),
            changed(wins=10**400),
            changed(pairs=[9, 9, 9, 9, 90]),
            changed(limit=1),
        ),
        *(changed({"command": "a\nb"}), changed({"version": 2}), changed({"commit": None})),
    ],
)
def test_a_damaged_file_of_results_is_refused(wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(wrong.encode("utf-8", "surrogatepass"))
    with pytest.raises(InputError, match="not a file of results"):
        read_results(path)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"python -m training {command}" in capsys.readouterr().out


def test_commands_are_listed_for_who_asks_and_who_errs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in COMMANDS)
    for arguments in ([], ["gravity"]):
        assert main(arguments) == 2
        assert capsys.readouterr().err == listed
