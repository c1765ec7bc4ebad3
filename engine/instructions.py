"""The instructions of `engine.intrinsics` as numba and LLVM want them. Imported only to compile."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic

from engine.intrinsics import LANES, LARGEST_SUM, ROW_ALIGNMENT, SQUARE_SHIFT

_WORD = ir.IntType(64)
_SHORT = ir.IntType(16)
_LANES = ir.VectorType(_SHORT, LANES)
_WIDE_LANES = ir.VectorType(ir.IntType(32), LANES)


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


def _constant_lanes(value: int) -> Any:
    return ir.Constant(_LANES, [value] * LANES)


def _data(context: Any, builder: Any, array: Any, kind: Any) -> Any:
    """Where an array begins, as a number."""
    return builder.ptrtoint(context.make_array(kind)(context, builder, array).data, _WORD)


def _load_lanes(builder: Any, address: Any, align: int) -> Any:
    return builder.load(builder.inttoptr(address, _LANES.as_pointer()), align=align)


@intrinsic
def sum_rows(
    typingctx: Any,
    start: Any,
    rows: Any,
    stride: Any,
    numbers: Any,
    count: Any,
    flip: Any,
    sums: Any,
) -> Any:
    """Add LANES numbers of 16 bits at `start` and of some rows, and once more of their neighbours.

    The rows lie at `rows`, so many bytes (`stride`) apart; `numbers` tells which, each with the
    bits of `flip` turned. A neighbour is the row with the lowest bit of its number turned. Both
    sums go to `sums`, one after the other; they stay in registers meanwhile, which takes a third
    of the time of adding row by row in memory.
    """
    word = types.int64
    shorts = types.Array(types.int16, 1, "C")
    signature = types.void(word, word, word, shorts, word, word, shorts)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        start, rows, stride, numbers, count, flip, sums = args
        listed = _data(context, builder, numbers, shorts)
        target = _data(context, builder, sums, shorts)
        before = builder.block
        loop = builder.append_basic_block("rows")
        after = builder.append_basic_block("summed")
        begin = _load_lanes(builder, start, ROW_ALIGNMENT)
        builder.cbranch(builder.icmp_signed(">", count, _WORD(0)), loop, after)

        builder.position_at_end(loop)
        i, totals = builder.phi(_WORD), [builder.phi(_LANES), builder.phi(_LANES)]
        place = builder.add(listed, builder.shl(i, _WORD(1)))
        number = builder.load(builder.inttoptr(place, _SHORT.as_pointer()), align=2)
        row = builder.xor(builder.zext(number, _WORD), flip)
        longer = []
        for total, each in zip(totals, (row, builder.xor(row, _WORD(1))), strict=True):
            address = builder.add(rows, builder.mul(each, stride))
            longer.append(builder.add(total, _load_lanes(builder, address, ROW_ALIGNMENT)))
        following = builder.add(i, _WORD(1))
        i.add_incoming(_WORD(0), before)
        i.add_incoming(following, loop)
        for total, next_total in zip(totals, longer, strict=True):
            total.add_incoming(begin, before)
            total.add_incoming(next_total, loop)
        builder.cbranch(builder.icmp_signed("<", following, count), loop, after)

        builder.position_at_end(after)
        found = [builder.phi(_LANES), builder.phi(_LANES)]
        for k, (sum_found, last_total) in enumerate(zip(found, longer, strict=True)):
            sum_found.add_incoming(begin, before)
            sum_found.add_incoming(last_total, loop)
            address = builder.add(target, _WORD(k * ROW_ALIGNMENT))
            builder.store(sum_found, builder.inttoptr(address, _LANES.as_pointer()), align=2)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def weigh_squares(typingctx: Any, sums: Any, view: Any, weights: Any) -> Any:
    """Clip LANES sums, square them, and add up the squares, less SQUARE_SHIFT bits, by weights.

    Of the two blocks of `sums` the one numbered `view` is taken; `weights` is where as many
    numbers of 16 bits lie.
    """
    shorts = types.Array(types.int16, 1, "C")
    signature = types.int64(shorts, types.int64, types.int64)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        sums, view, weights = args
        place = builder.mul(view, _WORD(ROW_ALIGNMENT))
        place = builder.add(_data(context, builder, sums, shorts), place)
        value = _load_lanes(builder, place, 2)
        for name, bound in (("llvm.smax", 0), ("llvm.smin", LARGEST_SUM)):
            kind = ir.FunctionType(_LANES, [_LANES, _LANES])
            function = get_or_insert_function(builder.module, kind, f"{name}.v{LANES}i16")
            value = builder.call(function, [value, _constant_lanes(bound)])
        square = builder.lshr(builder.mul(value, value), _constant_lanes(SQUARE_SHIFT))
        weight = _load_lanes(builder, weights, ROW_ALIGNMENT)
        products = builder.mul(builder.sext(square, _WIDE_LANES), builder.sext(weight, _WIDE_LANES))
        add_up = get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.IntType(32), [_WIDE_LANES]),
            f"llvm.vector.reduce.add.v{LANES}i32",
        )
        return builder.sext(builder.call(add_up, [products]), _WORD)

    return signature, codegen
