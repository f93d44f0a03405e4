"""The names of ``chess.gaviota``. Their use raises ``NotImplementedError``."""

from __future__ import annotations

from typing import Any, NoReturn


def open_tablebase(directory: str, *, libgtb: Any = None, LibraryLoader: Any = None) -> NoReturn:
    """Raises ``NotImplementedError``."""
    raise NotImplementedError(
        "Ferz does not read Gaviota tables: use the Syzygy tables of chess.syzygy, or install python-chess "
        "and remove the import of ferz.compat"
    )


open_tablebase_native = open_tablebase


class PythonTablebase:
    """Tables that cannot be opened."""

    def __init__(self) -> None:
        open_tablebase("")


class NativeTablebase:
    """Tables that cannot be opened."""

    def __init__(self, libgtb: Any = None) -> None:
        open_tablebase("")


class MissingTableError(KeyError):
    """A table is missing."""
