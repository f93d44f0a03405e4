"""The handle of a running analysis."""

from __future__ import annotations

import asyncio
import collections
from typing import Callable, Deque, List, Optional

from .exchange import AnalysisComplete
from .types import BestMove, InfoDict, merge_info


class AnalysisResult:
    """
    A running analysis, returned by :func:`Protocol.analysis()`.

    Iterating yields the information as the engine sends it::

        with await engine.analysis(board) as analysis:
            async for info in analysis:
                ...

    The analysis is stopped at the end of the ``with`` block.
    """

    multipv: List[InfoDict]
    """The newest information of each line, the best line first."""

    def __init__(self, stop: Optional[Callable[[], None]] = None) -> None:
        self._stop = stop
        self._posted: Deque[InfoDict] = collections.deque()
        self._changed = asyncio.Event()
        self._finished: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()
        # An analysis that fails need not be waited for.
        self._finished.add_done_callback(lambda future: future.cancelled() or future.exception())
        self.multipv = [{}]

    def post(self, info: InfoDict) -> None:
        """Adds information, for the iteration and to :attr:`multipv`."""
        if self._finished.done():
            return
        line = info.get("multipv", 1)
        while len(self.multipv) < line:
            self.multipv.append({})
        merge_info(self.multipv[line - 1], info)
        self._posted.append(info)
        self._changed.set()

    def set_finished(self, best: BestMove) -> None:
        """Completes the analysis."""
        if not self._finished.done():
            self._finished.set_result(best)
        self._changed.set()

    def set_exception(self, exc: BaseException) -> None:
        """Ends the analysis with an error, which :func:`wait()` and :func:`get()` raise."""
        if not self._finished.done():
            self._finished.set_exception(exc)
        self._changed.set()

    def _end(self, reply: asyncio.Future[BestMove]) -> None:
        """Ends the analysis as the reply of the engine ended."""
        error = reply.exception()
        if error is None:
            self.set_finished(reply.result())
        else:
            self.set_exception(error)

    @property
    def info(self) -> InfoDict:
        """The newest information of the best line: the first of :attr:`multipv`."""
        return self.multipv[0]

    def stop(self) -> None:
        """Stops the analysis as soon as possible."""
        if self._stop is not None and not self._finished.done():
            self._stop()
            self._stop = None

    async def wait(self) -> BestMove:
        """Waits until the analysis is finished and returns its best move."""
        return await asyncio.shield(self._finished)

    async def get(self) -> InfoDict:
        """
        Waits for the next information and returns it.

        It may be newer information of the same kind, or have other keys. :attr:`info` and
        :attr:`multipv` have everything so far.

        :raises: :class:`AnalysisComplete` once the analysis is finished and all its information
            has been returned.
        """
        while not self._posted:
            if self._finished.done():
                self._finished.result()
                raise AnalysisComplete()
            self._changed.clear()
            await self._changed.wait()
        return self._posted.popleft()

    async def next(self) -> Optional[InfoDict]:
        """Like :func:`get()`, but returns ``None`` at the end."""
        try:
            return await self.get()
        except AnalysisComplete:
            return None

    def would_block(self) -> bool:
        """Returns true if :func:`get()` and :func:`next()` would wait for the engine."""
        return not self._posted and not self._finished.done()

    def empty(self) -> bool:
        """Returns true if all information so far has been returned."""
        return not self._posted

    def __aiter__(self) -> AnalysisResult:
        return self

    async def __anext__(self) -> InfoDict:
        try:
            return await self.get()
        except AnalysisComplete:
            raise StopAsyncIteration from None

    def __enter__(self) -> AnalysisResult:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stop()
