"""A progress bar on standard error: tqdm's if it is installed, else a line of text."""

from __future__ import annotations

import sys
import time
from typing import Any, Optional, TextIO

from ._closing import Closing


class Progress(Closing):
    """Shows how much of a work is done. A disabled bar shows nothing.

    Without tqdm the line is rewritten at most ten times a second, and only on a terminal.
    """

    def __init__(
        self, total: Optional[int], *, unit: str, description: str = "", enabled: bool = True
    ) -> None:
        self._total = total
        self._unit = unit
        self._description = description
        self._done = 0
        self._bar: Any = None
        self._stream: Optional[TextIO] = None
        self._next_line = 0.0
        if not enabled:
            return
        try:
            from tqdm import tqdm  # type: ignore[import-untyped, unused-ignore]
        except ImportError:
            self._stream = sys.stderr if sys.stderr is not None and sys.stderr.isatty() else None
        else:
            scale = unit == "B"
            self._bar = tqdm(total=total, unit=unit, unit_scale=scale, desc=description or None)

    def advance(self, amount: int = 1) -> None:
        """Adds to the amount that is done."""
        self._done += amount
        if self._bar is not None:
            self._bar.update(amount)
        elif self._stream is not None and time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + 0.1
            self._write()

    def advance_to(self, amount: int) -> None:
        """Sets the amount that is done."""
        self.advance(amount - self._done)

    def close(self) -> None:
        """Ends the bar."""
        if self._bar is not None:
            self._bar.close()
        elif self._stream is not None:
            self._write()
            self._stream.write("\n")
            self._stream = None

    def _write(self) -> None:
        of_total = f"/{self._total} ({self._done / self._total:.0%})" if self._total else ""
        title = f"{self._description}: " if self._description else ""
        assert self._stream is not None
        self._stream.write(f"\r{title}{self._done}{of_total} {self._unit} ")
        self._stream.flush()
