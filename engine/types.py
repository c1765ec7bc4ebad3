"""The types of kernels' arguments and results, and how Python's values are passed for them.

They are described without numba, so that kernels that have been compiled before can be loaded and
called without importing a compiler. `engine.compiler` knows what numba calls each type.
"""

import ctypes
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class Type:
    """What a kernel takes or returns."""

    c_types: tuple[Any, ...]
    """The C arguments that one argument of this type becomes."""

    def __call__(self, *arguments: "Type") -> "Signature":
        """The signature of a kernel that returns this type."""
        return Signature(self, arguments)

    def passed(self, value: Any) -> tuple[Any, ...]:
        """A value as C arguments. Raises TypeError if it is not of this type."""
        raise TypeError(f"a kernel takes no {self}")


class Signature(NamedTuple):
    """What a kernel returns and takes."""

    returns: Type
    arguments: tuple[Type, ...]


class Number(Type):
    """A number of the machine."""

    def __init__(self, name: str, c_type: Any, converted: Callable[[Any], Any]) -> None:
        self.name = name
        self.dtype = np.dtype(name)
        self.c_types = (c_type,)
        self._converted = converted

    def __repr__(self) -> str:
        return self.name

    def passed(self, value: Any) -> tuple[Any, ...]:
        return (self._converted(value),)


class Nothing(Type):
    """The result of a kernel that returns nothing."""

    c_types = (ctypes.c_void_p,)

    def __repr__(self) -> str:
        return "void"


class Record(Type):
    """A numpy structured scalar, passed by its address: the kernel changes it in place."""

    c_types = (ctypes.c_void_p,)

    def __init__(self, dtype: "np.dtype[Any]") -> None:
        self.dtype = dtype

    def __repr__(self) -> str:
        return f"record of {self.dtype.itemsize} bytes"

    def passed(self, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, np.void) or value.dtype != self.dtype:
            raise TypeError(f"a {self} is wanted, not {type(value).__name__}")
        return (np.frombuffer(value, np.uint8).ctypes.data,)


class Array(Type):
    """A numpy array without gaps."""

    def __init__(self, element: "Number | Record", dimensions: int) -> None:
        self.element = element
        self.dimensions = dimensions
        # As numba passes arrays: owner, parent, length, item size, data, shape, strides.
        numbers = (ctypes.c_int64,) * (2 * dimensions)
        pointer, length = ctypes.c_void_p, ctypes.c_int64
        self.c_types = (pointer, pointer, length, length, pointer, *numbers)

    def __repr__(self) -> str:
        return f"array of {self.element} in {self.dimensions} dimensions"

    def passed(self, value: Any) -> tuple[Any, ...]:
        if (
            not isinstance(value, np.ndarray)
            or value.dtype != self.element.dtype
            or value.ndim != self.dimensions
            or not value.flags.carray
        ):
            raise TypeError(f"an {self} is wanted, not {type(value).__name__}")
        # A fifth of the time that `value.ctypes.data` takes, but not for an array of nothing.
        buffer: Any = value
        data = ctypes.addressof(ctypes.c_char.from_buffer(buffer)) if value.size else None
        return (None, None, value.size, value.itemsize, data, *value.shape, *value.strides)


void = Nothing()
int8 = Number("int8", ctypes.c_int8, operator.index)
uint8 = Number("uint8", ctypes.c_uint8, operator.index)
int16 = Number("int16", ctypes.c_int16, operator.index)
int32 = Number("int32", ctypes.c_int32, operator.index)
int64 = Number("int64", ctypes.c_int64, operator.index)
uint64 = Number("uint64", ctypes.c_uint64, operator.index)
float64 = Number("float64", ctypes.c_double, float)
