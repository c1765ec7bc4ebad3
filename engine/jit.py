"""How kernels are declared, and how Python calls them.

A kernel is declared with one full signature. Nothing is compiled or loaded before its first use.
Then its machine code is taken from the cache, which needs no compiler, or `engine.compiler` makes
it. The code of a kernel contains what it calls in turn, so a warm start loads only the kernels that
Python calls.
"""

import ctypes
import pickle
import threading
from collections.abc import Callable
from typing import Any

from engine import cache, machinecode
from engine.types import Signature

KERNELS: list["Kernel"] = []
"""Every kernel declared so far, in order of declaration."""

_EXCEPTION_RAISED = 1
"""What machine code made by numba returns beside an exception; 0 means all is well."""


_raised = ctypes.c_void_p()
_RAISED_REFERENCE = ctypes.byref(_raised)
"""Where kernels write which exception they raise: read at once, and only by tests."""


class Kernel:
    """A function compiled to machine code, with exactly one signature."""

    def __init__(self, function: Callable[..., Any], signature: Signature) -> None:
        self.py_func = function
        self.signature = signature
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self._native: Any = None
        self._brief: Any = None
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__name__}>"

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel; other threads run meanwhile. Raises TypeError for wrong arguments."""
        wanted = self.signature.arguments
        if len(arguments) != len(wanted):
            raise TypeError(f"{self.__name__} takes {len(wanted)} arguments, not {len(arguments)}")
        passed: list[Any] = []
        try:
            for kind, value in zip(wanted, arguments, strict=True):
                passed += kind.passed(value)
        except TypeError as error:
            raise TypeError(f"{self.__name__}: {error}") from None
        return self.call(*passed)

    def call(self, *passed: Any) -> Any:
        """Call the kernel with what `Type.passed` makes of its arguments.

        Making it takes longer than many a kernel; a caller with the same record again and again
        does it once.
        """
        if self._native is None:
            self.ensure_compiled()
        result = self.signature.returns.c_types[0]()
        status = self._native(ctypes.byref(result), _RAISED_REFERENCE, *passed)
        if status:
            raise _exception(self.__name__, status)
        return result.value

    def call_briefly(self, *passed: Any) -> Any:
        """The same while other threads stand still, for a kernel of microseconds.

        So threads that share a record never see or spoil what another has half done.
        """
        if self._brief is None:
            self.ensure_compiled()
        result = self.signature.returns.c_types[0]()
        status = self._brief(ctypes.byref(result), _RAISED_REFERENCE, *passed)
        if status:
            raise _exception(self.__name__, status)
        return result.value

    def ensure_compiled(self) -> None:
        """Load the kernel from the cache or compile it, once."""
        with self._lock:
            if self._native is None:
                address = self._address()
                self._brief = self._prototype(ctypes.PYFUNCTYPE)(address)
                self._native = self._prototype(ctypes.CFUNCTYPE)(address)

    def _address(self) -> int:
        kept = cache.load(self.py_func)
        if kept is not None:
            return machinecode.load(kept.object_code, kept.symbol)
        for listener in _listeners:
            listener()
        from engine import compiler

        return compiler.address_of(self)

    def _prototype(self, kind: Callable[..., Any]) -> Any:
        """The C function that numba makes: it returns a status and is given two places to write."""
        arguments = [c_type for kind in self.signature.arguments for c_type in kind.c_types]
        pointer = ctypes.c_void_p
        return kind(ctypes.c_int32, pointer, pointer, *arguments)

    @property
    def _numba_type_(self) -> Any:
        """What numba takes this object for when it compiles a kernel that calls it."""
        from engine import compiler

        return compiler.type_of_kernel(self)


def kernel(signature: Signature) -> Callable[[Callable[..., Any]], Any]:
    """Declare a kernel with its one signature."""

    def declare(function: Callable[..., Any]) -> Kernel:
        declared = Kernel(function, signature)
        KERNELS.append(declared)
        return declared

    return declare


_listeners: list[Callable[[], None]] = []


def call_before_compiling(listener: Callable[[], None]) -> None:
    """Have a function called whenever a kernel must be compiled, on the thread that does it."""
    _listeners.append(listener)


class _ExceptionInfo(ctypes.Structure):
    """Where numba's code says which exception it raises: a pickle of class, arguments, place."""

    _fields_ = (("pickle", ctypes.c_void_p), ("length", ctypes.c_int32))


def _exception(name: str, status: int) -> Exception:
    """The exception that a kernel raised, as with bounds checked."""
    if status == _EXCEPTION_RAISED and _raised.value:
        info = _ExceptionInfo.from_address(_raised.value)
        kind, arguments, _place = pickle.loads(ctypes.string_at(info.pickle, info.length))
        if isinstance(kind, type) and issubclass(kind, Exception):
            return kind(*arguments)
    return RuntimeError(f"{name} failed with status {status}")
