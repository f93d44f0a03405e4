"""
UCI and XBoard engines: playing moves and analysing positions, with asyncio or without.

::

    import ferz as chess
    import ferz.engine

    with ferz.engine.SimpleEngine.popen_uci("stockfish") as engine:
        board = chess.Board()
        info = engine.analyse(board, ferz.engine.Limit(time=0.1))
        print(info["score"], board.variation_san(info["pv"]))

The names and their behaviour are those of the module ``chess.engine`` of python-chess.
"""

from __future__ import annotations

import asyncio
from typing import Any, List, Tuple, Union

from .analysis import AnalysisResult
from .exchange import (
    AnalysisComplete,
    BaseCommand,
    CommandState,
    EngineError,
    EngineTerminatedError,
)
from .exchange import run_in_background
from .mock import MockTransport
from .option import MANAGED_OPTIONS, ConfigMapping, ConfigValue, Option, UciOptionMap
from .protocol import LOGGER, Protocol
from .score import Cp, Mate, MateGiven, MateGivenType, PovScore, PovWdl, Score, Wdl, WdlModel
from .simple import SimpleAnalysisResult, SimpleEngine
from .types import INFO_ALL, INFO_BASIC, INFO_CURRLINE, INFO_NONE, INFO_PV, INFO_REFUTATION
from .types import INFO_SCORE, BestMove, Info, InfoDict, Limit, Opponent, PlayResult
from .uci import UciProtocol
from .uci_text import UCI_REGEX, parse_info as _parse_uci_info
from .xboard import XBoardProtocol
from .xboard_text import XBOARD_ERROR_REGEX

__all__ = [
    "INFO_ALL",
    "INFO_BASIC",
    "INFO_CURRLINE",
    "INFO_NONE",
    "INFO_PV",
    "INFO_REFUTATION",
    "INFO_SCORE",
    "LOGGER",
    "MANAGED_OPTIONS",
    "UCI_REGEX",
    "XBOARD_ERROR_REGEX",
    "AnalysisComplete",
    "AnalysisResult",
    "BaseCommand",
    "BestMove",
    "CommandState",
    "ConfigMapping",
    "ConfigValue",
    "Cp",
    "EngineError",
    "EngineTerminatedError",
    "Info",
    "InfoDict",
    "Limit",
    "Mate",
    "MateGiven",
    "MateGivenType",
    "MockTransport",
    "Opponent",
    "Option",
    "PlayResult",
    "PovScore",
    "PovWdl",
    "Protocol",
    "Score",
    "SimpleAnalysisResult",
    "SimpleEngine",
    "UciOptionMap",
    "UciProtocol",
    "Wdl",
    "WdlModel",
    "XBoardProtocol",
    "popen_uci",
    "popen_xboard",
    "run_in_background",
]


async def popen_uci(
    command: Union[str, List[str]], *, setpgrp: bool = False, **popen_args: Any
) -> Tuple[asyncio.SubprocessTransport, UciProtocol]:
    """
    Starts and initializes a UCI engine.

    :param command: The path of the engine, or a list of it and its arguments.
    :param setpgrp: Starts the engine in a process group of its own.
    :param popen_args: Further arguments of :class:`subprocess.Popen`.
    """
    transport, protocol = await UciProtocol.popen(command, setpgrp=setpgrp, **popen_args)
    return transport, await _initialized(protocol)


async def popen_xboard(
    command: Union[str, List[str]], *, setpgrp: bool = False, **popen_args: Any
) -> Tuple[asyncio.SubprocessTransport, XBoardProtocol]:
    """Starts and initializes an XBoard engine. The parameters are those of :func:`popen_uci()`."""
    transport, protocol = await XBoardProtocol.popen(command, setpgrp=setpgrp, **popen_args)
    return transport, await _initialized(protocol)


async def _initialized(protocol: Any) -> Any:
    try:
        await protocol.initialize()
    except BaseException:
        protocol.transport.close()
        raise
    return protocol
