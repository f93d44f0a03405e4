"""Engines without asyncio: calls that wait for their result."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import copy
import threading
import weakref
from typing import (
    TYPE_CHECKING,
    Any,
    AsyncContextManager,
    Callable,
    Coroutine,
    Iterator,
    List,
    Mapping,
)
from typing import MutableMapping, Optional, Type, TypeVar, Union, overload

from ferz import _chess as chess
from ferz._closing import Closing

from .analysis import AnalysisResult
from .exchange import BaseCommand, EngineTerminatedError, start_in_background
from .option import ConfigMapping, Option
from .protocol import Protocol
from .types import BestMove, InfoDict, Limit, Opponent, PlayOptions, PlayResult, SearchOptions
from .uci import UciProtocol
from .xboard import XBoardProtocol

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")

#: Seconds in which the process of a closed engine is awaited. It has been killed by then.
_EXIT_TIMEOUT = 5.0


#: The context in which a coroutine waits for those before it.
_Turn = AsyncContextManager[Any]


async def _limited(coroutine: Coroutine[Any, Any, T], timeout: Optional[float], turn: _Turn) -> T:
    with contextlib.closing(coroutine):
        async with turn:
            return await asyncio.wait_for(coroutine, timeout)


class _Gate:
    """Passes coroutines to an event loop until the loop ends, and refuses them from then on."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lock = threading.Lock()
        self._is_open = True

    def close(self) -> None:
        with self._lock:
            self._is_open = False

    def submit(
        self, coroutine: Coroutine[Any, Any, T], timeout: Optional[float], turn: _Turn
    ) -> concurrent.futures.Future[T]:
        with self._lock:
            if not self._is_open or self._loop.is_closed():
                coroutine.close()
                raise EngineTerminatedError("the engine is closed")
            limited = _limited(coroutine, timeout, turn)
            return asyncio.run_coroutine_threadsafe(limited, self._loop)

    def call_soon(self, callback: Callable[[], object]) -> None:
        with self._lock:
            if self._is_open and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(callback)


def _close(
    gate: _Gate, transport: asyncio.SubprocessTransport, thread: List[threading.Thread]
) -> None:
    """Ends the process and waits for the thread of its event loop."""
    gate.call_soon(transport.close)
    for ending in thread:
        if ending is not threading.current_thread():
            ending.join(_EXIT_TIMEOUT)


class SimpleEngine(Closing):
    """
    An engine whose methods wait for their result. Its event loop runs in a thread of its own.
    Requests of several threads are executed one after another, in the order of the calls.

    Methods raise :class:`asyncio.TimeoutError` if the engine takes *timeout* seconds longer than
    expected, from the beginning of the request; there is no timeout for searches without a time
    limit.

    The process ends at :func:`close()`, at the end of a ``with`` block, when the object is deleted
    or when the program exits.

    ::

        with SimpleEngine.popen_uci("stockfish") as engine:
            result = engine.play(board, Limit(time=0.1))
    """

    def __init__(
        self,
        transport: asyncio.SubprocessTransport,
        protocol: Protocol,
        *,
        timeout: Optional[float] = 10.0,
    ) -> None:
        self.transport = transport
        self.protocol = protocol
        self.timeout = timeout
        self._gate = gate = _Gate(protocol.loop)
        self._turn = asyncio.Lock()
        self._thread: List[threading.Thread] = []
        protocol.loop.call_soon_threadsafe(
            protocol.returncode.add_done_callback, lambda _: gate.close()
        )
        # Ends the process of an engine that is not closed. It must not refer to `self`.
        self._finalizer = weakref.finalize(self, _close, gate, transport, self._thread)

    def _call(
        self,
        coroutine: Coroutine[Any, Any, T],
        timeout: Optional[float],
        turn: _Turn = contextlib.nullcontext(),
    ) -> T:
        """Runs a coroutine in the event loop and waits for its result."""
        future = self._gate.submit(coroutine, timeout, turn)
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise EngineTerminatedError("the engine was closed") from None
        except KeyboardInterrupt:
            future.cancel()
            raise

    def _request(self, coroutine: Coroutine[Any, Any, T], timeout: Optional[float]) -> T:
        """Runs a request once those before it are complete. The timeout begins with its turn."""
        return self._call(coroutine, timeout, self._turn)

    def _timeout_for(self, limit: Limit) -> Optional[float]:
        if self.timeout is None or limit.time is None:
            return None
        return self.timeout + limit.time

    async def _in_loop(self, function: Callable[[], T]) -> T:
        return function()

    @property
    def options(self) -> MutableMapping[str, Option]:
        """The options of the engine, as a copy."""
        return self._call(self._in_loop(lambda: copy.copy(self.protocol.options)), self.timeout)

    @property
    def id(self) -> Mapping[str, str]:
        """The engine's description of itself, as a copy."""
        return self._call(self._in_loop(lambda: dict(self.protocol.id)), self.timeout)

    def configure(self, options: ConfigMapping) -> None:
        """Configures options of the engine, see :func:`Protocol.configure()`."""
        self._request(self.protocol.configure(options), self.timeout)

    def send_opponent_information(
        self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None
    ) -> None:
        """Describes the opponent, see :func:`Protocol.send_opponent_information()`."""
        self._request(
            self.protocol.send_opponent_information(opponent=opponent, engine_rating=engine_rating),
            self.timeout,
        )

    def ping(self) -> None:
        """Waits until the engine is ready."""
        self._request(self.protocol.ping(), self.timeout)

    def communicate(self, command_factory: Callable[[Any], BaseCommand[T]]) -> T:
        """Executes a command of a program's own, see :func:`Protocol.communicate()`."""
        return self._request(self.protocol.communicate(command_factory), self.timeout)

    def play(self, board: chess.Board, limit: Limit, **options: Unpack[PlayOptions]) -> PlayResult:
        """Searches a position and returns the move to play, see :func:`Protocol.play()`."""
        return self._request(self.protocol.play(board, limit, **options), self._timeout_for(limit))

    @overload
    def analyse(
        self,
        board: chess.Board,
        limit: Limit,
        *,
        multipv: None = None,
        **options: Unpack[SearchOptions],
    ) -> InfoDict: ...
    @overload
    def analyse(
        self, board: chess.Board, limit: Limit, *, multipv: int, **options: Unpack[SearchOptions]
    ) -> List[InfoDict]: ...
    @overload
    def analyse(
        self,
        board: chess.Board,
        limit: Limit,
        *,
        multipv: Optional[int] = None,
        **options: Unpack[SearchOptions],
    ) -> Union[List[InfoDict], InfoDict]: ...
    def analyse(
        self,
        board: chess.Board,
        limit: Limit,
        *,
        multipv: Optional[int] = None,
        **options: Unpack[SearchOptions],
    ) -> Union[InfoDict, List[InfoDict]]:
        """Analyses a position and returns the information, see :func:`Protocol.analyse()`."""
        analysed = self.protocol.analyse(board, limit, multipv=multipv, **options)
        return self._request(analysed, self._timeout_for(limit))

    def analysis(
        self,
        board: chess.Board,
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        **options: Unpack[SearchOptions],
    ) -> SimpleAnalysisResult:
        """Starts the analysis of a position, see :func:`Protocol.analysis()`."""
        # Analyses start at once.
        started = self.protocol.analysis(board, limit, multipv=multipv, **options)
        return SimpleAnalysisResult(self, self._request(started, self.timeout))

    def send_game_result(
        self,
        board: chess.Board,
        winner: Optional[bool] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        """Sends the result of a game, see :func:`Protocol.send_game_result()`."""
        self._request(
            self.protocol.send_game_result(board, winner, game_ending, game_complete),
            self.timeout,
        )

    def quit(self) -> None:
        """Sends ``quit`` and waits until its process has ended."""
        self._call(self.protocol.quit(), self.timeout)

    def close(self) -> None:
        """Ends the engine at once. May be called several times."""
        self._finalizer()

    @classmethod
    def popen(
        cls,
        Protocol: Type[Protocol],
        command: Union[str, List[str]],
        *,
        timeout: Optional[float] = 10.0,
        debug: Optional[bool] = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Starts and initializes an engine of the given protocol."""

        async def run(future: concurrent.futures.Future[Any]) -> None:
            transport, protocol = await Protocol.popen(command, setpgrp=setpgrp, **popen_args)
            threading.current_thread().name = f"{cls.__name__} (pid={transport.get_pid()})"
            try:
                await asyncio.wait_for(protocol.initialize(), timeout)
                future.set_result((transport, protocol))
                await protocol.returncode
            finally:
                transport.close()
                # The process has been killed, and is reaped by this loop.
                await asyncio.wait([protocol.returncode], timeout=_EXIT_TIMEOUT)

        (transport, protocol), thread = start_in_background(
            run, name=f"{cls.__name__} ({command!r})", debug=debug
        )
        engine = cls(transport, protocol, timeout=timeout)
        engine._thread.append(thread)
        return engine

    @classmethod
    def popen_uci(
        cls,
        command: Union[str, List[str]],
        *,
        timeout: Optional[float] = 10.0,
        debug: Optional[bool] = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """
        Starts and initializes a UCI engine.

        :param command: The path of the engine, or a list of it and its arguments.
        :param timeout: Seconds until a method that waits for the engine fails.
        :param debug: The debug mode of the event loop.
        :param setpgrp: Starts the engine in a process group of its own.
        :param popen_args: Further arguments of :class:`subprocess.Popen`.
        """
        return cls.popen(
            UciProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args
        )

    @classmethod
    def popen_xboard(
        cls,
        command: Union[str, List[str]],
        *,
        timeout: Optional[float] = 10.0,
        debug: Optional[bool] = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Starts and initializes an XBoard engine. The parameters are those of popen_uci."""
        return cls.popen(
            XBoardProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} (pid={self.transport.get_pid()})>"


class SimpleAnalysisResult:
    """A running analysis of a :class:`SimpleEngine`, see :class:`AnalysisResult`."""

    def __init__(self, simple_engine: SimpleEngine, inner: AnalysisResult) -> None:
        self.simple_engine = simple_engine
        self.inner = inner

    def _read(self, function: Callable[[], T]) -> T:
        """Calls a function in the event loop, or here once the loop has ended."""
        engine = self.simple_engine
        try:
            return engine._call(engine._in_loop(function), engine.timeout)
        except EngineTerminatedError:
            return function()

    @property
    def info(self) -> InfoDict:
        """The newest information of the best line, as a copy."""
        return self._read(lambda: self.inner.info.copy())

    @property
    def multipv(self) -> List[InfoDict]:
        """The newest information of each line, as copies."""
        return self._read(lambda: [info.copy() for info in self.inner.multipv])

    def stop(self) -> None:
        """Stops the analysis as soon as possible."""
        self.simple_engine._gate.call_soon(self.inner.stop)

    def wait(self) -> BestMove:
        """Waits until the analysis is finished and returns its best move."""
        return self.simple_engine._call(self.inner.wait(), None)

    def would_block(self) -> bool:
        """Returns true if :func:`get()` and :func:`next()` would wait for the engine."""
        return self._read(self.inner.would_block)

    def empty(self) -> bool:
        """Returns true if all information so far has been returned."""
        return self._read(self.inner.empty)

    def get(self) -> InfoDict:
        """Waits for the next information and returns it, see :func:`AnalysisResult.get()`."""
        return self.simple_engine._call(self.inner.get(), None)

    def next(self) -> Optional[InfoDict]:
        """Like :func:`get()`, but returns ``None`` at the end."""
        return self.simple_engine._call(self.inner.next(), None)

    def __iter__(self) -> Iterator[InfoDict]:
        while True:
            info = self.next()
            if info is None:
                return
            yield info

    def __enter__(self) -> SimpleAnalysisResult:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stop()
