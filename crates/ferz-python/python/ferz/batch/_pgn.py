"""Positions of PGN texts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ferz._closing import Closing
from ferz._core import batch as _batch
from ferz._progress import Progress

from ._records import POSITION_DTYPE, as_positions

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLUMNS = {
    "game": np.dtype("u8"),
    "file": np.dtype("u4"),
    "ply": np.dtype("u4"),
    "result": np.dtype("i1"),
    "move": np.dtype("u2"),
    "white_elo": np.dtype("u2"),
    "black_elo": np.dtype("u2"),
    "clock": np.dtype("i4"),
    "eval": np.dtype("i2"),
    "eval_after": np.dtype("i2"),
    "key": np.dtype("u8"),
}
"""The columns of :func:`positions` besides ``position``, with their types."""

NO_EVAL = -32768
"""The value of the columns ``eval`` and ``eval_after`` without an annotation."""
NO_CLOCK = -1
"""The value of the column ``clock`` without an annotation."""
UNKNOWN_RESULT = 2
"""The value of the column ``result`` for a game without a result."""

Source = Union[str, "os.PathLike[str]", bytes, Any]
"""A path, a text as ``bytes``, an open binary file, or a list of them."""


class PositionStream(Closing):
    """Iterator over the positions of a PGN text in chunks, as :func:`positions` returns it.

    Each chunk is a dictionary of arrays of equal length. Reading runs ahead in the background by a
    few chunks. A stream can be used in a ``with`` statement, which ends reading early.
    """

    def __init__(self, stream: _batch.PgnStream, columns: Sequence[str], progress: Progress, on_error: str) -> None:
        self._stream = stream
        self._columns = list(columns)
        self._progress = progress
        self._on_error = on_error

    def __iter__(self) -> PositionStream:
        return self

    def __next__(self) -> Dict[str, NDArray[Any]]:
        chunk = next(self._stream, None)
        self._progress.advance_to(self._stream.bytes_read)
        if self._stream.error_count and self._on_error == "raise":
            self.close()
            raise ValueError(self._stream.errors[0])
        if chunk is None:
            self._progress.close()
            raise StopIteration
        named = {"position": as_positions(chunk["position"])}
        for name in self._columns:
            named[name] = chunk["mv" if name == "move" else name]
        return named

    @property
    def games(self) -> int:
        """The number of games read so far."""
        return self._stream.games

    @property
    def games_selected(self) -> int:
        """The number of games read so far that have positions in the result."""
        return self._stream.games_selected

    @property
    def bytes_read(self) -> int:
        """The number of bytes of text read so far, after decompression."""
        return self._stream.bytes_read

    @property
    def error_count(self) -> int:
        """The number of games read so far that have an error and therefore no positions."""
        return self._stream.error_count

    @property
    def warning_count(self) -> int:
        """The number of faults so far that do not hide the moves of a game, such as malformed tags."""
        return self._stream.warning_count

    @property
    def errors(self) -> List[str]:
        """The first errors as texts with line and column, at most 1000."""
        return self._stream.errors

    def read_all(self) -> Dict[str, NDArray[Any]]:
        """Returns the remaining rows as one chunk."""
        types: Dict[str, Any] = {"position": POSITION_DTYPE, **{name: COLUMNS[name] for name in self._columns}}
        chunks = list(self)
        if len(chunks) == 1:
            return chunks[0]
        return {
            name: np.concatenate([np.empty(0, kind), *(chunk[name] for chunk in chunks)])
            for name, kind in types.items()
        }

    def close(self) -> None:
        """Ends reading."""
        self._stream.close()
        self._progress.close()


def positions(
    source: Source,
    *,
    columns: Sequence[str] = ("game", "ply", "result", "move"),
    chunk_size: int = 65536,
    min_elo: int = 0,
    max_elo: int = 65535,
    results: Optional[Sequence[str]] = None,
    player: Optional[str] = None,
    chess960: Optional[bool] = None,
    min_ply: int = 0,
    max_ply: int = 0xFFFFFFFF,
    every: int = 1,
    final: bool = False,
    dedupe: bool = False,
    on_error: str = "skip",
    progress: bool = False,
    threads: int = 0,
) -> PositionStream:
    """Reads the positions of the main lines of PGN texts, plain or compressed with gzip, bzip2 or
    Zstandard, in their order. ``source`` is a path, a text as ``bytes``, a binary file, or a list of them.

    Each row is a position before a move. The column ``position`` is always there; the others are

    ============== ======== ====================================================================
    ``game``       uint64   the number of the game, from 1; those of several files are consecutive
    ``file``       uint32   the index of the file in the list of files
    ``ply``        uint32   the plies from the start of the game to the position
    ``result``     int8     1 if White won, 0 for a draw, -1 if Black won, 2 if unknown
    ``move``       uint16   the move played
    ``white_elo``  uint16   White's rating, 0 if unknown; ``black_elo`` likewise
    ``clock``      int32    the mover's clock after the move in milliseconds (``[%clk]``), or -1
    ``eval``       int16    the score of the position in centipawns for White (``[%eval]`` of the
                            move before), mate in *n* moves as 32000 - *n*, or -32768
    ``eval_after`` int16    the same of the move played
    ``key``        uint64   the key of the position, as :func:`keys`
    ============== ======== ====================================================================

    Filters: both ratings within ``min_elo`` and ``max_elo`` (an unknown rating is 0), ``results``
    (such as ``["1-0", "0-1"]``), ``player`` (either side, without case), ``chess960`` (only such
    games, or none of them), plies from ``min_ply`` to ``max_ply``, every ``every``-th ply from
    ``min_ply`` on. ``final`` adds the position after the last move, with the move 0. ``dedupe``
    keeps the first occurrence of each position only, which needs memory for all keys.

    Games with an error have no rows; ``on_error="raise"`` raises :class:`ValueError` instead.
    Raises :class:`OSError` if the text cannot be read.
    """
    unknown = [name for name in columns if name not in COLUMNS]
    if unknown:
        raise ValueError(f"expected columns among {', '.join(COLUMNS)}, found {unknown[0]!r}")
    if on_error not in ("skip", "raise"):
        raise ValueError(f'expected on_error="skip" or "raise", found {on_error!r}')
    bounds = {"min_elo": (min_elo, 0xFFFF), "max_elo": (max_elo, 0xFFFF)}
    for name, number in (("min_ply", min_ply), ("max_ply", max_ply), ("every", every)):
        bounds[name] = number, 0xFFFFFFFF
    for name, (number, limit) in bounds.items():
        if not 0 <= number <= limit:
            raise ValueError(f"expected {name} from 0 to {limit}, found {number}")
    filters = {
        **{name: number for name, (number, _) in bounds.items()},
        "columns": ["mv" if name == "move" else name for name in columns],
        "results": ["1-0", "0-1", "1/2-1/2", "*"] if results is None else list(results),
        "player": player,
        "chess960": chess960,
        "with_final": final,
        "dedupe": dedupe,
    }
    texts, sizes = [], []
    for item in source if isinstance(source, (list, tuple)) else [source]:
        text, size = _text(item)
        texts.append(text)
        sizes.append(size)
    total = None if None in sizes else sum(filter(None, sizes))
    stream = _batch.PgnStream(texts, filters, chunk_size, threads)
    return PositionStream(stream, columns, Progress(total, unit="B", enabled=progress), on_error)


def _text(source: Any) -> Tuple[Union[str, bytes], Optional[int]]:
    """Returns a path or a text, and the size of its text in bytes, if it is known."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        size = os.stat(path).st_size
        return path, size if not path.endswith((".gz", ".bz2", ".zst")) else None
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), len(source)
    if not hasattr(source, "read"):
        raise TypeError(f"expected a path, bytes or a binary file, found {type(source).__name__}")
    text = source.read()
    if not isinstance(text, bytes):
        raise TypeError("expected a file opened in binary mode")
    return text, len(text)
