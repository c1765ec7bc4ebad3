"""Compiling kernels with numba.

Only imported where something has to be compiled: numba takes a quarter of a second to load.
"""

import contextlib
import pickle
from typing import Any

from numba import from_dtype
from numba.core import types as numba_types
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.serialize import dumps

from engine import cache, intrinsics
from engine.jit import Kernel
from engine.types import Array, Nothing, Number, Record, Type

_OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    # Kernels own no memory: what would allocate some does not compile.
    "_nrt": False,
    # Python calls the code itself, see `engine.jit`: compiling is a quarter faster.
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


_C_LIBRARY = frozenset(("exp", "sqrt"))
"""What kernels may call: functions that are there in every process."""


def address_of(kernel: Kernel) -> int:
    """Compile a kernel, unless that has been done; returns where its code is."""
    with global_compiler_lock:
        result = _dispatcher_of(kernel).compiled()
        return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def type_of_kernel(kernel: Kernel) -> Any:
    """The type of a kernel for a kernel that calls it."""
    return numba_types.Dispatcher(_dispatcher_of(kernel))


def type_of_instruction(instruction: "intrinsics.Instruction") -> Any:
    """The type of an instruction for a kernel that uses it."""
    from engine import instructions

    context = cpu_target.typing_context
    context.refresh()
    return context.resolve_value_type(getattr(instructions, instruction.name))


_dispatchers: dict[int, "_Dispatcher"] = {}


def _dispatcher_of(kernel: Kernel) -> "_Dispatcher":
    """The object that numba has for a kernel."""
    with global_compiler_lock:
        found = _dispatchers.get(id(kernel))
        if found is None or found.kernel is not kernel:
            found = _dispatchers[id(kernel)] = _Dispatcher(kernel)
        return found


class _Dispatcher(CPUDispatcher):
    """A function with exactly one signature, compiled when first needed."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel.py_func, targetoptions=dict(_OPTIONS))
        self.kernel = kernel
        self._cache = _KeptResults(kernel)

    def compiled(self) -> Any:
        """What numba made of the kernel."""
        if not self.overloads:
            signature = self.kernel.signature
            arguments = [_numba_type(kind) for kind in signature.arguments]
            self.compile(_numba_type(signature.returns)(*arguments))
            self.disable_compile()
        return next(iter(self.overloads.values()))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Called by numba when another kernel that calls this one is compiled."""
        if not self.is_compiling:
            self.compiled()
        return super().get_call_template(args, kws)


class _KeptResults:
    """The part of the cache that numba uses: what callers need to contain a kernel's code."""

    def __init__(self, kernel: Kernel) -> None:
        self._function = kernel.py_func

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """What numba made of the kernel in another process, if that was kept."""
        kept = cache.load(self._function)
        if kept is None:
            return None
        with contextlib.suppress(Exception):  # numba's own objects have changed: compile anew
            return CompileResult._rebuild(target_context, *pickle.loads(kept.compiler_result))
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep what numba made of the kernel."""
        if helpers := _called_from_outside(result) - _C_LIBRARY:
            raise TypeError(f"{self._function.__name__} cannot run without numba: {helpers}")
        reduced = result._reduce()
        _name, _kind, (object_code, _bitcode) = reduced[0]
        symbol = result.fndesc.llvm_func_name
        cache.save(self._function, cache.Kept(symbol, object_code, dumps(reduced)))


def _called_from_outside(result: Any) -> set[str]:
    """The functions that compiled code calls but does not contain."""
    functions = result.library._final_module.functions
    declared = {function.name for function in functions if function.is_declaration}
    return {name for name in declared if not name.startswith("llvm.")}


def _numba_type(kind: Type) -> Any:
    match kind:
        case Number():
            return getattr(numba_types, kind.name)
        case Nothing():
            return numba_types.void
        case Record():
            return from_dtype(kind.dtype)
        case Array():
            return numba_types.Array(_numba_type(kind.element), kind.dimensions, "C")
    raise TypeError(f"numba has no {kind}")
