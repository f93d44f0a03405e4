"""Objects that are closed at the end of a ``with`` block."""

from __future__ import annotations

from typing import TypeVar

ClosingT = TypeVar("ClosingT", bound="Closing")


class Closing:
    """Calls :func:`close()` at the end of a ``with`` block."""

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self: ClosingT) -> ClosingT:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()
