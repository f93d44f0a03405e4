"""A request to an engine and the lines of its reply."""

from __future__ import annotations

import asyncio
from typing import Callable, Generic, Optional, TypeVar

from .errors import EngineError

T = TypeVar("T")


class Exchange(Generic[T]):
    """
    Reads the lines of an engine until its reply to a request is complete.

    :param receive: Called with each line. Returns ``None`` until the reply is complete, and then its
        value. Its :class:`EngineError` becomes that of the exchange.
    :param stop: Called once, by :func:`stop()`, to request an early end of the reply.
    """

    def __init__(
        self,
        receive: Callable[[str], Optional[T]],
        stop: Optional[Callable[[], None]] = None,
    ) -> None:
        self._receive = receive
        self._stop = stop
        self.reply: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        # A reply that nothing waits for any more may fail.
        self.reply.add_done_callback(lambda future: future.cancelled() or future.exception())

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
        try:
            return await asyncio.shield(self.reply)
        except asyncio.CancelledError:
            self.stop()
            raise
