"""Reading requests: JSON texts from a page that may be anybody's. Nothing is taken on trust.

A request is `{"id": 7, "do": "view", ...}`. What is wrong with one is told in one sentence.
"""

import json
import math
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TypeVar

from engine.errors import quoted

LONGEST_MESSAGE = 1 << 20
"""Bytes; a longer message closes the socket."""
LONGEST_GAME = 1 << 16
"""Characters of a game's notation."""
MOST_PLIES = 2000
LARGEST_ID = 2**53
"""As far as the numbers of a browser are whole."""
_LONGEST_NAME = 60

Value = TypeVar("Value")
_MISSING: Any = object()


class BadRequestError(Exception):
    """A request that cannot be answered; the text is for whoever looks at the page."""


class Fields:
    """The fields of a JSON object, each taken out once with its type checked.

    With a default, a field may be missing or null. `done` refuses those that nobody asked for.

    >>> fields = Fields({"level": 3}, "move")
    >>> fields.whole("level", 1, 10), fields.number("seconds", 0, 120, default=None)
    (3, None)
    >>> fields.done()
    """

    def __init__(self, given: Any, what: str) -> None:
        if not isinstance(given, dict):
            raise BadRequestError(f"{what} must be an object, not {_kind(given)}")
        self._given: dict[str, Any] = dict(given)
        self._what = what

    def text(self, name: str, longest: int = LONGEST_GAME, default: Any = _MISSING) -> Any:
        """A text of at most so many characters."""

        def check(value: Any) -> str:
            if not isinstance(value, str):
                self._refuse(name, "must be a text", value)
            if len(value) > longest:
                raise BadRequestError(
                    f"{name} of {self._what} is {len(value):,} characters long; at most "
                    f"{longest:,} are taken"
                )
            return value

        return self._take(name, check, default)

    def choice(self, name: str, words: Iterable[str], default: Any = _MISSING) -> Any:
        """One of some words."""
        known = tuple(words)

        def check(value: Any) -> str:
            if not isinstance(value, str) or value not in known:
                self._refuse(name, f"must be one of {', '.join(known)}", value)
            return value

        return self._take(name, check, default)

    def whole(self, name: str, low: int, high: int, default: Any = _MISSING) -> Any:
        """A whole number between bounds."""

        def check(value: Any) -> int:
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                self._refuse(name, f"must be a whole number from {low} to {high}", value)
            return value

        return self._take(name, check, default)

    def number(self, name: str, low: float, high: float, default: Any = _MISSING) -> Any:
        """A number between bounds."""

        def check(value: Any) -> float:
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not is_number or not low <= value <= high or not math.isfinite(value):
                self._refuse(name, f"must be a number from {low:g} to {high:g}", value)
            return float(value)

        return self._take(name, check, default)

    def flag(self, name: str, default: Any = _MISSING) -> Any:
        """True or false."""

        def check(value: Any) -> bool:
            if not isinstance(value, bool):
                self._refuse(name, "must be true or false", value)
            return value

        return self._take(name, check, default)

    def items(self, name: str, most: int, default: Any = _MISSING) -> Any:
        """A list of at most so many things."""

        def check(value: Any) -> list[Any]:
            if not isinstance(value, list):
                self._refuse(name, "must be a list", value)
            if len(value) > most:
                raise BadRequestError(
                    f"{name} of {self._what} has {len(value):,} items; at most {most:,} are taken"
                )
            return value

        return self._take(name, check, default)

    def fields(self, name: str) -> "Fields":
        """An object inside."""
        return Fields(self._take(name, lambda value: value, _MISSING), f"{name} of {self._what}")

    def mapping(self, name: str, most: int, longest: int, default: Any = _MISSING) -> Any:
        """An object of texts, at most so many of at most so many characters."""

        def check(value: Any) -> dict[str, str]:
            texts = isinstance(value, dict) and all(isinstance(v, str) for v in value.values())
            if not texts:
                self._refuse(name, "must be an object of texts", value)
            if len(value) > most or any(
                len(k) > longest or len(v) > longest for k, v in value.items()
            ):
                raise BadRequestError(
                    f"{name} of {self._what} has at most {most} entries of {longest:,} characters"
                )
            return dict(value)

        return self._take(name, check, default)

    def done(self) -> None:
        """Refuse what is left."""
        if self._given:
            raise BadRequestError(f"{self._what} has no {_shown(next(iter(self._given)))}")

    def _take(self, name: str, check: Callable[[Any], Value], default: Any) -> Value:
        value = self._given.pop(name, None)
        if value is not None:
            return check(value)
        if default is _MISSING:
            raise BadRequestError(f"{name} is missing in {self._what}")
        missing: Value = default
        return missing

    def _refuse(self, name: str, wanted: str, value: Any) -> NoReturn:
        raise BadRequestError(f"{name} of {self._what} {wanted}, not {_shown(value)}")


class Request(Fields):
    """A request: the number it is answered by, what is to be done, and what it brings along."""

    def __init__(self, key: int, do: str, fields: dict[str, Any]) -> None:
        super().__init__(fields, do)
        self.key = key
        self.do = do


def read_request(text: str) -> Request:
    """The request of a message. Raises BadRequestError, a KeyedError where the id can be read."""
    try:
        message = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BadRequestError(f"the message is not JSON: {_reason(error)}") from None
    if not isinstance(message, dict):
        raise BadRequestError(f"a message must be an object, not {_kind(message)}")
    key = message.pop("id", None)
    if not isinstance(key, int) or isinstance(key, bool) or not 0 <= key <= LARGEST_ID:
        raise BadRequestError("the id of a message must be a whole number from 0")
    do = message.pop("do", None)
    if not isinstance(do, str):
        raise KeyedError(key, f"do must say what is to be done, not {_shown(do)}")
    return Request(key, do[:_LONGEST_NAME], message)


class KeyedError(BadRequestError):
    """A bad request whose id is known all the same."""

    def __init__(self, key: int, message: str) -> None:
        super().__init__(message)
        self.key = key


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _reason(error: Exception) -> str:
    return "it is nested too deep" if isinstance(error, RecursionError) else f"{error}"[:200]


def _shown(value: Any) -> str:
    """A foreign value fit for a sentence."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (dict, list)):
        return _kind(value)
    if isinstance(value, int) and abs(value) > LARGEST_ID:
        return "a huge number"
    return json.dumps(value)


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "a truth value"}
    return "null" if value is None else names.get(type(value), "a number")
