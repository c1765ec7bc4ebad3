"""What the README shows is what the program does."""

import re
from pathlib import Path

from uhp_client import Engine

README = Path(__file__).resolve().parents[2] / "README.md"


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
