"""Thousands of random command lines in one process: one `ok` each, and refusals change nothing."""

from pathlib import Path

import pytest
from uhp_client import Engine
from uhp_fuzzer import Fuzzer

LINES = 20_000
BATCH = 25


def moves_of_pgn(pgn: list[str]) -> list[str]:
    return [line.partition(". ")[2] for line in pgn if line[:1].isdigit()]


def is_refusal(reply: list[str]) -> bool:
    return bool(reply) and reply[0].startswith(("err ", "invalidmove "))


@pytest.mark.slow
def test_random_lines_never_confuse_the_engine(tmp_path: Path) -> None:
    fuzzer = Fuzzer(20240607)
    sent = refused = 0
    with Engine(cwd=tmp_path) as engine:  # where files come up that some lines ask for
        engine.ask("newgame Base")
        options, pgn = engine.ask("options"), engine.ask("pgn")
        while sent < LINES:
            moves = engine.ask("validmoves")
            fuzzer.moves = [] if is_refusal(moves) else moves[0].split(";")
            lines = [fuzzer.line() for _ in range(BATCH)]
            engine.send(b"".join(line + b"\npgn\noptions\n" for line in lines))
            for line in lines:
                sent += 1
                reply = engine.reply()
                pgn_before, pgn = pgn, engine.reply()
                options_before, options = options, engine.reply()
                assert not any(text.startswith("err internal") for text in reply), (line, reply)
                if is_refusal(reply):
                    refused += 1
                    assert len(reply) == 1, line
                    assert (pgn, options) == (pgn_before, options_before), line
                elif len(reply) == 1 and reply[0].startswith("Base"):
                    fuzzer.state = reply[0]
                    assert fuzzer.state.split(";")[3:] == moves_of_pgn(pgn), line
        assert engine.ask("info")[0].startswith("id ")
        assert "Traceback" not in engine.errors
    assert LINES // 5 < refused < LINES * 4 // 5
