"""Driving UHP engines, ours or any other: one core, for plain code and for asyncio.

from client import Engine
from engine import Game
from search import Limits

with Engine.open("propolis") as engine:
    print(engine.play(Game("Base+MLP"), Limits(seconds=1)).text)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client.async_engine import AsyncAnalysis as AsyncAnalysis
    from client.async_engine import AsyncEngine as AsyncEngine
    from client.conversation import Reply as Reply
    from client.engine import Analysis as Analysis
    from client.engine import Engine as Engine
    from client.errors import EngineBusyError as EngineBusyError
    from client.errors import EngineCancelledError as EngineCancelledError
    from client.errors import EngineClaimsDrawError as EngineClaimsDrawError
    from client.errors import EngineClosedError as EngineClosedError
    from client.errors import EngineDisagreesError as EngineDisagreesError
    from client.errors import EngineEndedError as EngineEndedError
    from client.errors import EngineError as EngineError
    from client.errors import EngineIllegalMoveError as EngineIllegalMoveError
    from client.errors import EngineOptionError as EngineOptionError
    from client.errors import EngineProtocolError as EngineProtocolError
    from client.errors import EngineRefusedError as EngineRefusedError
    from client.errors import EngineStartError as EngineStartError
    from client.errors import EngineTimeoutError as EngineTimeoutError
    from client.errors import EngineUnsupportedError as EngineUnsupportedError
    from client.lines import AnalysedLine as AnalysedLine
    from client.lines import PlayResult as PlayResult
    from client.options import Option as Option
    from client.piped_process import PipedProcess as PipedProcess
    from client.timeouts import Timeouts as Timeouts
else:
    from engine.lazy_names import lazy_names

    __all__, __getattr__, __dir__ = lazy_names(
        globals(),
        {
            "client.async_engine": ("AsyncAnalysis", "AsyncEngine"),
            "client.conversation": ("Reply",),
            "client.engine": ("Analysis", "Engine"),
            "client.errors": (
                "EngineBusyError",
                "EngineCancelledError",
                "EngineClaimsDrawError",
                "EngineClosedError",
                "EngineDisagreesError",
                "EngineEndedError",
                "EngineError",
                "EngineIllegalMoveError",
                "EngineOptionError",
                "EngineProtocolError",
                "EngineRefusedError",
                "EngineStartError",
                "EngineTimeoutError",
                "EngineUnsupportedError",
            ),
            "client.lines": ("AnalysedLine", "PlayResult"),
            "client.options": ("Option",),
            "client.piped_process": ("PipedProcess",),
            "client.timeouts": ("Timeouts",),
        },
    )
