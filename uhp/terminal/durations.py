"""Times as people write them: `2` is two seconds."""

import re

from uhp.errors import RefusedError, quoted

_NUMBER = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})\s*(?:s|sec|seconds?)?", re.I)
_CLOCK = re.compile(r"(?:([0-9]{1,4}):)?([0-9]{1,4}):([0-5]?[0-9](?:\.[0-9]{1,6})?)")
_LONGEST = 86_400.0


def parse_duration(text: str) -> float:
    """Seconds: a number, minutes and seconds, or hours, minutes and seconds.

    >>> parse_duration("2"), parse_duration("1:30"), parse_duration("00:00:00.5")
    (2.0, 90.0, 0.5)
    """
    number, clock = _NUMBER.fullmatch(text.strip()), _CLOCK.fullmatch(text.strip())
    if number is not None:
        seconds = float(number[1])
    elif clock is not None:
        hours, minutes, rest = clock.groups()
        seconds = 3600.0 * int(hours or 0) + 60.0 * int(minutes) + float(rest)
    else:
        raise RefusedError(f"{quoted(text)} is not a time; write seconds, such as 'time 2'")
    if seconds > _LONGEST:
        raise RefusedError("a move may take a day at most")
    return seconds


def in_protocol_form(command: str) -> str:
    """A command with the time of `bestmove time 2` written as the protocol has it.

    >>> in_protocol_form("analyze time 2 multipv 3"), in_protocol_form("bestmove depth 2")
    ('analyze time 00:00:02 multipv 3', 'bestmove depth 2')
    """
    words = command.split()
    if len(words) > 2 and words[1].lower() == "time":
        try:
            seconds = parse_duration(words[2])
        except RefusedError:
            return command
        minutes, rest = divmod(seconds, 60)
        hours, minutes = divmod(int(minutes), 60)
        clock = f"{hours:02}:{minutes:02}:{f'{rest:09.6f}'.rstrip('0').rstrip('.')}"
        return " ".join((*words[:2], clock, *words[3:]))
    return command


def spoken(seconds: float) -> str:
    """A time in words.

    >>> spoken(1.0), spoken(0.5)
    ('1 second', '0.5 seconds')
    """
    return f"{seconds:g} {'second' if seconds == 1 else 'seconds'}"
