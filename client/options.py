"""An engine's options, as it lists them: `Name;type;value;default[;min;max or all values]`."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from client.plain_text import MOST_SHOWN

Value = bool | int | float | str

_LEAST_FIELDS = 3
_LONGEST_NUMBER = 30


@dataclass(frozen=True)
class Option:
    """An option of an engine with its present value.

    `type` is `bool`, `int`, `double` or `enum`, or another word of the engine's, whose values are
    then texts. `value`, `default`, `min` and `max` are of that type.

    >>> parse_option("Level;int;3;10;1;10")
    Option(name='Level', type='int', value=3, default=10, min=1, max=10, choices=())
    """

    name: str
    type: str
    value: Value
    default: Value | None = None
    min: int | float | None = None
    max: int | float | None = None
    choices: tuple[str, ...] = ()
    text: str = field(default="", repr=False, compare=False)
    """The value as the engine writes it."""

    def text_of(self, value: Any) -> str:
        """How a value is written in a command. Raises ValueError with what the option takes."""
        found = self._checked(value)
        if found is None:
            raise ValueError(f"option {self.name} takes {self.wants}, not {_shown(value)}")
        text = str(found)
        if not text or any(letter.isspace() or letter == ";" for letter in text):
            raise ValueError(f"option {self.name} takes one word, not {_shown(value)}")
        return text

    @property
    def wants(self) -> str:
        """What the option takes, in words."""
        if self.type == "bool":
            return "True or False"
        if self.type == "enum":
            return " or ".join(self.choices) or "one word"
        if self.type not in ("int", "double"):
            return "one word"
        what = "a whole number" if self.type == "int" else "a number"
        if self.min is not None and self.max is not None:
            return f"{what} between {self.min} and {self.max}"
        return what

    def _checked(self, value: Any) -> Value | None:
        """The value as it will be sent; None if the option does not take it."""
        if self.type == "enum" and self.choices:
            words = (word for word in self.choices if word.lower() == str(value).lower())
            return next(words, None)
        if self.type == "bool":
            return value if isinstance(value, bool) else _read("bool", str(value))
        if self.type in ("int", "double"):
            number = None if isinstance(value, bool) else _read(self.type, str(value))
            if not isinstance(number, int | float):
                return None
            low = -math.inf if self.min is None else self.min
            high = math.inf if self.max is None else self.max
            return number if low <= number <= high else None
        return str(value)


def parse_option(line: str) -> Option | None:
    """The option that a line of `options` describes; None if it describes none."""
    name, *fields = (field.strip() for field in line.split(";"))
    if not name or len(fields) < _LEAST_FIELDS - 1:
        return None
    kind, value, *rest = fields
    kind = kind.lower()
    default = rest[0] if rest else None
    extra = rest[1:]
    is_number = kind in ("int", "double") and len(extra) > 1
    low, high = (_read(kind, text) for text in extra[:2]) if is_number else (None, None)
    return Option(
        name,
        kind,
        _typed(kind, value),
        None if default is None else _typed(kind, default),
        low if isinstance(low, int | float) else None,
        high if isinstance(high, int | float) else None,
        tuple(extra) if kind == "enum" else (),
        value,
    )


def same_value(one: str, other: str) -> bool:
    """Whether two option values are equal but for case or the way a number is written."""
    if one.strip().lower() == other.strip().lower():
        return True
    try:
        return float(one) == float(other)
    except ValueError:
        return False


def listing(options: Mapping[str, Option]) -> str:
    """The names of all options."""
    return ", ".join(options) or "none"


def _typed(kind: str, text: str) -> Value:
    """A value of an option's type; one that is not is kept as the text it is."""
    value = _read(kind, text)
    return text if value is None else value


def _read(kind: str, text: str) -> Value | None:
    text = text.strip()
    if kind == "bool":
        return {"true": True, "false": False}.get(text.lower())
    if kind in ("int", "double") and len(text) <= _LONGEST_NUMBER:
        try:
            return int(text) if kind == "int" else float(text)
        except ValueError:
            return None
    return text if kind not in ("int", "double") else None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 3]}..."
