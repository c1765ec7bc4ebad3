"""What is wrong with an engine is said before the first game, with its name and its stderr."""

import pytest
from arena_helpers import scripted

from arena.match.inspection import UnfitEngineError, inspect_engine
from arena.match.time_control import TimeControl
from arena.settings import EngineSettings
from arena.tournament.preparation import default_concurrency

BAD = {
    "dies": ("ended with exit code 1 during its banner", "stderr: scripted: the library of moves"),
    "no-banner": ("no 'ok' within 0.5 s for its banner",),
    "no-expansions": ("does not play Base+M: it answers 'err no expansions here'", "no expansions"),
    "greets-and-leaves": ("ended with exit code 0 during 'newgame Base'",),
    "base-only": ("does not play Base+M: it answers 'Base;NotStarted;White[1]'",),
}


def fitted(settings: EngineSettings, *game_types: str) -> EngineSettings:
    found = inspect_engine(settings, game_types or ("Base", "Base+M"))
    assert isinstance(found, EngineSettings)
    return found


def refusal(settings: EngineSettings) -> str:
    found = inspect_engine(settings, ("Base", "Base+M"))
    assert isinstance(found, UnfitEngineError)
    assert found.exit_code == 3
    return str(found)


def test_a_good_engine_is_fit_and_named_after_its_banner() -> None:
    engine = fitted(scripted(name="", options=(("Level", "4"),)))
    assert engine.name == "Scripted 1.0"
    assert not engine.whole_seconds


def test_a_name_has_no_controls_and_an_end() -> None:
    engine = fitted(scripted("--fault", "odd-id", name=""))
    assert engine.name.startswith("\ufffd[31mEvil\ufffd\ufffd xxx")
    assert len(engine.name) == 80


@pytest.mark.parametrize("fault", list(BAD))
def test_unfit_engines_are_reported_by_name(fault: str) -> None:
    startup = 0.5 if fault == "no-banner" else 20.0
    message = refusal(scripted("--fault", fault, name="Lemon", startup=startup))
    assert message.startswith("engine 'Lemon' (")
    for words in BAD[fault]:
        assert words in message


@pytest.mark.parametrize(
    ("command", "words"),
    [(("/nowhere/engine",), "No such file"), (("/",), "cannot be started")],
)
def test_an_engine_that_is_not_there_is_reported(command: tuple[str, ...], words: str) -> None:
    message = refusal(EngineSettings("Ghost", command, TimeControl(depth=1)))
    assert "engine 'Ghost'" in message
    assert words in message


def test_a_program_that_is_no_engine_is_reported() -> None:
    message = refusal(EngineSettings("Echo", ("echo", "hello"), TimeControl(depth=1), startup=5.0))
    assert "Echo" in message
    assert "banner" in message


def test_a_missing_directory_is_reported() -> None:
    assert "No such file" in refusal(scripted(directory="/nowhere"))


def test_an_unknown_option_is_reported_with_those_there_are() -> None:
    message = refusal(scripted(options=(("Lvel", "4"),)))
    assert "'err no option Lvel' to 'options set Lvel 4'" in message
    assert "its options are: Level" in message


def test_an_option_that_is_not_taken_over_is_reported() -> None:
    message = refusal(scripted("--fault", "clamp", options=(("Level", "9"),)))
    assert "keeps option Level at 5 when told 9" in message


def test_an_option_whose_name_begins_like_an_error_can_be_set() -> None:
    fitted(scripted(options=(("ErrorMargin", "5"),)), "Base")


def test_threads_of_many_digits_are_taken_for_missing() -> None:
    assert fitted(scripted("--fault", "many-digits"), "Base").threads == 1


def test_an_engine_without_nodes_is_reported() -> None:
    message = refusal(scripted(time_control=TimeControl(nodes=100)))
    assert "does not know 'bestmove nodes'" in message


def test_an_engine_that_wants_whole_seconds_is_found_out() -> None:
    clocked = fitted(scripted("--fault", "whole-seconds", time_control=TimeControl(clock=60)))
    assert clocked.whole_seconds
    assert not fitted(
        scripted("--fault", "whole-seconds", time_control=TimeControl(move_time=2))
    ).whole_seconds
    message = refusal(scripted("--fault", "whole-seconds", time_control=TimeControl(move_time=0.5)))
    assert "takes whole seconds only, not st=0.5" in message


def test_concurrency_leaves_every_engine_its_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(8)), raising=False)
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    engines = [scripted(name=str(n), threads=n) for n in (1, 3, 16)]
    assert default_concurrency((engines[0], engines[0])) == 8
    assert default_concurrency((engines[0], engines[1])) == 2
    assert default_concurrency((engines[0], engines[2])) == 1
