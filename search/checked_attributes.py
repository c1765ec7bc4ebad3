"""Attributes that refuse a bad value at the moment it is set."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from engine.checks import whole_number

Value = TypeVar("Value")


class CheckedAttribute(Generic[Value]):
    """An attribute whose values go through a check, which is given the name for its message."""

    def __init__(self, check: Callable[[Any, str], Value]) -> None:
        self._check = check

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Value:
        if instance is None:
            return self  # type: ignore[return-value]  # help() and the like look at the class
        value: Value = instance.__dict__[self._name]
        return value

    def __set__(self, instance: Any, value: Value) -> None:
        instance.__dict__[self._name] = self._check(value, self._name)


def whole(low: int, high: int | None = None) -> CheckedAttribute[int]:
    """An attribute that takes whole numbers between bounds."""
    return CheckedAttribute(lambda value, name: whole_number(value, name, low, high))


def choice(words: tuple[str, ...]) -> CheckedAttribute[str]:
    """An attribute that takes one of a few words."""

    def check(value: Any, name: str) -> str:
        if not isinstance(value, str) or value not in words:
            raise ValueError(f"{name} must be {' or '.join(map(repr, words))}, not {value!r}")
        return value

    return CheckedAttribute(check)
