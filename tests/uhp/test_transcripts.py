"""Golden transcripts: every command and every refusal, word for word.

The transcripts stand in a file of plain text. `# ` starts one with a fresh engine, `> ` is a
command, and what follows is the reply. `<any>` stands for any text within a line and `<some lines>`
for one or more lines, where the machine or the strength of the engine decides.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from uhp_client import Engine

BANNER = ["id Propolis v0.2.0", "Mosquito;Ladybug;Pillbug"]


class Transcript(NamedTuple):
    """A conversation: commands, each with the pattern of its reply."""

    title: str
    exchanges: list[tuple[str, str]]


def read_transcripts() -> list[Transcript]:
    text = (Path(__file__).parent / "test_transcripts.txt").read_text()
    found = []
    for part in re.split(r"^# ", text, flags=re.MULTILINE)[1:]:
        title, *exchanges = re.split(r"\n> ", part.rstrip("\n"))
        pairs = [exchange.partition("\n") for exchange in exchanges]
        found.append(Transcript(title, [(command, reply) for command, _, reply in pairs]))
    return found


def matches(pattern: str, reply: str) -> bool:
    regex = re.escape(pattern).replace(re.escape("<any>"), r"[^\n]*")
    return (
        re.fullmatch(regex.replace(re.escape("<some lines>"), r"(?:[^\n]+\n?)+"), reply) is not None
    )


@pytest.mark.parametrize("transcript", read_transcripts(), ids=lambda t: t.title.replace(" ", "-"))
def test_transcript(transcript: Transcript) -> None:
    with Engine() as engine:
        assert engine.banner == BANNER
        for command, expected in transcript.exchanges:
            if command == "exit":
                engine.send("exit\n")
                assert expected == f"exit status {engine.wait()}"
                break
            reply = "\n".join([*engine.ask(command), "ok"])
            assert matches(expected, reply), f"> {command}\n{reply}\n\nbut expected\n{expected}"
        assert engine.rest == []
        assert "Traceback" not in engine.errors
