"""What the README shows is what the program does."""

import doctest
import re
from pathlib import Path

import pytest
from uhp_client import Engine

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


@pytest.mark.parametrize("page", ["README.md", "docs/records.md"])
def test_the_python_examples_run_as_printed(page: str) -> None:
    result = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0


def test_the_transcript_is_what_the_engine_answers() -> None:
    shown = re.search(r"\$ make run\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert shown is not None
    lines = shown[1].splitlines()
    with Engine() as engine:
        answered = [*engine.banner, "ok"]
        while len(answered) < len(lines):
            command = lines[len(answered)]
            answered.append(command)
            if command == "exit":
                break
            answered += [*engine.ask(command), "ok"]
    assert answered == lines
