"""The instructions of `engine.intrinsics` as numba and LLVM want them. Imported only to compile."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

_WORD = ir.IntType(64)


def _instruction(signature: Any, emit: Callable[[Any, Any], Any]) -> Any:
    """What an intrinsic returns: its signature and how to write it."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        result = emit(builder, args)
        return context.get_dummy_value() if signature.return_type is types.void else result

    return signature, codegen


def _pointer(builder: Any, address: Any) -> Any:
    return builder.inttoptr(address, _WORD.as_pointer())


@intrinsic
def lowest_bit(typingctx: Any, word: Any) -> Any:
    """Index of the lowest set bit of a word that is not 0."""
    known_not_zero = ir.Constant(ir.IntType(1), 1)
    return _instruction(
        types.int64(types.int64), lambda builder, args: builder.cttz(args[0], known_not_zero)
    )


@intrinsic
def popcount(typingctx: Any, word: Any) -> Any:
    """How many bits of a word are set."""
    return _instruction(types.int64(types.int64), lambda builder, args: builder.ctpop(args[0]))


@intrinsic
def load_word(typingctx: Any, address: Any) -> Any:
    """The 64-bit word at an address."""
    return _instruction(
        types.uint64(types.int64), lambda builder, args: builder.load(_pointer(builder, args[0]))
    )


@intrinsic
def store_word(typingctx: Any, address: Any, word: Any) -> Any:
    """Write a 64-bit word to an address."""
    return _instruction(
        types.void(types.int64, types.uint64),
        lambda builder, args: builder.store(args[1], _pointer(builder, args[0])),
    )


@intrinsic
def load_shared(typingctx: Any, address: Any) -> Any:
    """A word that another thread may change; a plain load would be hoisted out of loops."""
    return _instruction(
        types.int64(types.int64),
        lambda builder, args: builder.load_atomic(
            _pointer(builder, args[0]), ordering="monotonic", align=8
        ),
    )


@intrinsic
def prefetch(typingctx: Any, address: Any) -> Any:
    """Start bringing the memory at an address into the cache."""

    def emit(builder: Any, args: Any) -> Any:
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        read, keep, data = (ir.Constant(number, value) for value in (0, 3, 1))
        return builder.call(function, [builder.inttoptr(args[0], byte), read, keep, data])

    return _instruction(types.void(types.int64), emit)
