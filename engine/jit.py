"""How kernels are declared and compiled.

A kernel is declared with one full signature and compiled, or loaded from the cache, at its first
use: importing a module compiles nothing, and a warm start loads only the kernels Python calls,
since their machine code contains what they call in turn.
"""

from collections.abc import Callable
from typing import Any

from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.typeconv.castgraph import Conversion
from numba.core.typeinfer import register_dispatcher

from engine.cache import KernelCache

KERNELS: list["KernelDispatcher"] = []
"""Every kernel declared so far, in order of declaration."""


class KernelDispatcher(CPUDispatcher):
    """A jitted function with exactly one signature, compiled or loaded when first needed."""

    signature: Any

    def enable_caching(self) -> None:
        """Keep the compiled code for the next process."""
        self._cache = KernelCache(self.py_func)

    def ensure_compiled(self) -> None:
        """Compile the kernel or load it from the cache, once."""
        with global_compiler_lock:
            if not self.overloads:
                with register_dispatcher(self):
                    self.compile(self.signature)
                self.disable_compile()

    def _takes(self, given: tuple[Any, ...]) -> bool:
        """Whether arguments of these types can be passed without loss."""
        wanted = self.signature.args
        context: Any = self.typingctx
        return len(given) == len(wanted) and all(
            context.can_convert(have, want) not in (None, Conversion.unsafe)
            for have, want in zip(given, wanted, strict=True)
        )

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Called by numba when another kernel that calls this one is compiled."""
        self.ensure_compiled()
        return super().get_call_template(args, kws)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Called by numba when Python calls the kernel with types it has no code for."""
        given = tuple(self.typeof_pyval(arg) for arg in args)
        if self.overloads or not self._takes(given):
            name = self.py_func.__name__
            raise TypeError(f"{name} takes {self.signature.args}, not {given}")
        self.ensure_compiled()
        compiled: Any = next(iter(self.overloads.values()))
        return compiled.entry_point


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Declare a jitted function with its one signature, return type included."""

    def declare(function: Callable[..., Any]) -> KernelDispatcher:
        options = {"nopython": True, "nogil": True, "error_model": "numpy"}
        dispatcher = KernelDispatcher(function, targetoptions=options)
        dispatcher.signature = signature
        dispatcher.enable_caching()
        KERNELS.append(dispatcher)
        return dispatcher

    return declare
