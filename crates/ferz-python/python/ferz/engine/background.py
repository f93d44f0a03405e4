"""Event loops in threads of their own."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from typing import Any, Callable, Coroutine, Optional, Tuple, TypeVar

T = TypeVar("T")


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
