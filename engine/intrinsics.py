"""Machine instructions that numba does not offer by itself, by name.

Kernels import them from here; `engine.instructions`, which is needed only to compile, defines them.
"""

from typing import Any

LANES = 32
"""Numbers of 16 bits that are handled at once."""

ROW_ALIGNMENT = 2 * LANES
"""Rows of them begin at multiples of so many bytes."""

LARGEST_SUM = 255
"""Where `weigh_squares` clips: squares of such sums have 16 bits."""

SQUARE_SHIFT = 8
"""Bits of the squares that it leaves out."""


class Instruction:
    """Stands for an instruction in the source of kernels. Python cannot call it."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def _numba_type_(self) -> Any:
        """What numba takes this object for when it compiles a kernel that uses it."""
        from engine import compiler

        return compiler.type_of_instruction(self)


lowest_bit: Any = Instruction("lowest_bit")
popcount: Any = Instruction("popcount")
load_word: Any = Instruction("load_word")
store_word: Any = Instruction("store_word")
load_shared: Any = Instruction("load_shared")
prefetch: Any = Instruction("prefetch")
sum_rows: Any = Instruction("sum_rows")
weigh_squares: Any = Instruction("weigh_squares")
