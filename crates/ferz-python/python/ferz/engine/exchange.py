"""Exchanges with an engine: a request and its reply, errors, and event loops in threads of their own."""

from __future__ import annotations

import asyncio
import concurrent.futures
import enum
import threading
from typing import Any, Callable, Coroutine, Generic, Optional, Tuple, TypeVar

T = TypeVar("T")
PartT = TypeVar("PartT")


class EngineError(RuntimeError):
    """The engine misbehaved, or a request to it is invalid."""


class EngineTerminatedError(EngineError):
    """The process of the engine has ended, or its pipes are closed."""


class AnalysisComplete(Exception):
    """
    Further information was requested from an analysis that is complete and whose information has
    all been consumed.
    """


class Exchange(Generic[T]):
    """
    Reads the lines of an engine until its reply to a request is complete.

    :param receive: Called with each line. Returns ``None`` until the reply is complete, and then its
        value. Its :class:`EngineError` becomes that of the exchange.
    :param stop: Called once, by :func:`stop()`, to request an early end of the reply.
    """

    def __init__(
        self, receive: Callable[[str], Optional[T]], stop: Optional[Callable[[], None]] = None
    ) -> None:
        self._receive = receive
        self._stop = stop
        self.reply: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        # A reply that nothing waits for any more may fail.
        self.reply.add_done_callback(_retrieve)

    def line_received(self, line: str) -> None:
        """Reads a line. Lines after the reply are ignored."""
        if self.reply.done():
            return
        try:
            value = self._receive(line)
        except EngineError as error:
            self.fail(error)
        else:
            if value is not None:
                self.complete(value)

    def complete(self, value: T) -> None:
        """Ends the exchange with a value, unless its reply is complete."""
        if not self.reply.done():
            self.reply.set_result(value)

    def fail(self, error: BaseException) -> None:
        """Ends the exchange with an error, unless its reply is complete."""
        if not self.reply.done():
            self.reply.set_exception(error)

    def stop(self) -> None:
        """Requests an early end of the reply, once."""
        if self._stop is not None and not self.reply.done():
            stop, self._stop = self._stop, None
            stop()

    async def wait(self) -> T:
        """
        Waits for the reply. If the waiting task is cancelled, stops the exchange, whose remaining
        lines are then read before the next request.
        """
        return await self.wait_for(self.reply)

    async def wait_for(self, future: asyncio.Future[PartT]) -> PartT:
        """Waits for a part of the reply, as :func:`wait()` does for all of it."""
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            self.stop()
            raise


def _retrieve(future: asyncio.Future[Any]) -> None:
    """Marks the error of a future as retrieved, so that it is not logged."""
    if not future.cancelled():
        future.exception()


class CommandState(enum.Enum):
    """The states of a :class:`BaseCommand`."""

    NEW = 1
    ACTIVE = 2
    CANCELLING = 3
    DONE = 4


class BaseCommand(Generic[T]):
    """
    A command of a program's own, executed by :func:`Protocol.communicate()`.

    Subclasses send their lines in :func:`start()` and read the reply in :func:`line_received()`. They set
    ``result`` to the value that is returned, and call :func:`set_finished()` once the engine is ready for
    the next command.
    """

    def __init__(self, engine: Any) -> None:
        self.engine = engine
        self.state: CommandState = CommandState.NEW
        loop = asyncio.get_running_loop()
        self.result: asyncio.Future[T] = loop.create_future()
        self.finished: asyncio.Future[None] = loop.create_future()
        for future in (self.result, self.finished):
            future.add_done_callback(_retrieve)

    def add_finished_callback(self, callback: Callable[[], None]) -> None:
        """Calls a function once the command has ended."""
        self.finished.add_done_callback(lambda _: callback())

    def check_initialized(self) -> None:
        """Raises :class:`EngineError` if the engine is not ready for the command."""
        if not self.engine.initialized:
            raise EngineError("the engine is not initialized")

    def start(self) -> None:
        """Sends the command."""
        raise NotImplementedError

    def line_received(self, line: str) -> None:
        """Reads a line of the engine."""

    def cancel(self) -> None:
        """Requests an early end of the command."""

    def engine_terminated(self, exc: EngineError) -> None:
        """Ends the command with an error of the connection."""

    def set_finished(self) -> None:
        """Ends the command: the next one may begin."""
        self.state = CommandState.DONE
        if not self.result.done():
            self.result.set_exception(EngineError(f"{type(self).__name__} ended without a result"))
        if not self.finished.done():
            self.finished.set_result(None)

    def begin(self) -> None:
        """Starts the command in its turn."""
        self.state = CommandState.ACTIVE
        self.check_initialized()
        self.start()

    def exchange(self) -> Exchange[bool]:
        """Returns the exchange of the command."""
        exchange: Exchange[bool] = Exchange(self.line_received, self._cancel)
        exchange.reply.add_done_callback(self._end)
        self.finished.add_done_callback(lambda _: exchange.complete(True))
        return exchange

    def _cancel(self) -> None:
        self.state = CommandState.CANCELLING
        self.cancel()

    def _end(self, reply: asyncio.Future[bool]) -> None:
        error = reply.exception()
        if isinstance(error, EngineError):
            self.state = CommandState.DONE
            for future in (self.result, self.finished):
                if not future.done():
                    future.set_exception(error)
            self.engine_terminated(error)


def start_in_background(
    coroutine: Callable[[concurrent.futures.Future[T]], Coroutine[Any, Any, None]],
    *,
    name: Optional[str] = None,
    debug: Optional[bool] = None,
) -> Tuple[T, threading.Thread]:
    """
    Runs a coroutine like :func:`run_in_background()`, and returns its thread too. The thread does
    not keep the program alive.
    """
    future: concurrent.futures.Future[T] = concurrent.futures.Future()

    def run() -> None:
        try:
            asyncio.run(coroutine(future), debug=debug)
        except BaseException as error:  # Passed to the caller, if it still waits.
            if future.done():
                raise
            future.set_exception(error)
        else:
            if not future.done():
                future.set_exception(RuntimeError("the coroutine ended without a result"))

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return future.result(), thread


def run_in_background(
    coroutine: Callable[[concurrent.futures.Future[T]], Coroutine[Any, Any, None]],
    *,
    name: Optional[str] = None,
    debug: Optional[bool] = None,
) -> T:
    """
    Runs ``coroutine(future)`` in an event loop in a new thread. Blocks until it sets the result of
    the future, which is returned, or raises an error, which is raised. The coroutine may continue after that.
    """
    return start_in_background(coroutine, name=name, debug=debug)[0]
