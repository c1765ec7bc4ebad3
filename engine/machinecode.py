"""Putting compiled code into memory. This takes LLVM's linker, not the compiler."""

from functools import lru_cache
from typing import Any

import llvmlite.binding as llvm

_engines: list[Any] = []
"""Who owns the memory of the code: it must live as long as the process."""


@lru_cache
def _target() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def load(object_code: bytes, symbol: str) -> int:
    """The address at which a function of an object file can be called. Raises RuntimeError."""
    # An engine owns its target machine, and takes it along if an interrupt makes an end of it here.
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target().create_target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(object_code))
    engine.finalize_object()
    address = int(engine.get_function_address(symbol))
    if not address:
        raise RuntimeError(f"there is no {symbol} in the object code")
    _engines.append(engine)
    return address


def processor() -> str:
    """What object code made here needs: the processor's kind and its instruction sets."""
    return f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
