"""Arrays of positions: type, checks and FEN."""

from __future__ import annotations

import bz2
import gzip
import itertools
import lzma
import os
import pathlib
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Tuple, Union

try:
    import numpy as np
except ImportError as error:
    raise ImportError("ferz.batch needs NumPy: pip install ferz[numpy]") from error

from ferz._core import batch as _batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

PositionError = _batch.PositionError

POSITION_DTYPE = np.dtype(
    [
        ("occupied", "<u8"),
        ("pieces", "u1", (16,)),
        ("state", "u1"),
        ("reserved1", "u1"),
        ("halfmove_clock", "<u2"),
        ("fullmove_number", "<u2"),
        ("reserved2", "<u2"),
    ]
)
"""The type of a packed position, described in the module's documentation."""


def as_records(positions: Any) -> NDArray[np.uint8]:
    """Returns the bytes of an array of positions, without a copy if it is contiguous."""
    array = positions if isinstance(positions, np.ndarray) else np.asarray(positions)
    if array.dtype != POSITION_DTYPE:
        raise TypeError(f"expected an array of POSITION_DTYPE, found {array.dtype}")
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def count(records: NDArray[np.uint8]) -> int:
    return len(records) // POSITION_DTYPE.itemsize


def as_positions(data: NDArray[np.uint8]) -> NDArray[np.void]:
    return data.view(POSITION_DTYPE)


def as_moves(moves: Any) -> NDArray[np.uint16]:
    array = np.asarray(moves)
    if array.dtype.kind not in "ui" and array.size:
        raise TypeError(f"expected an array of integers, found {array.dtype}")
    if array.size and (array.min() < 0 or array.max() > 0xFFFF):
        raise ValueError("expected values of 16 bits")
    return np.ascontiguousarray(array, dtype=np.uint16).reshape(-1)


def check_output(out: Optional[Any], shape: Tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Returns ``out`` after a check, or a new array."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray) or out.dtype != np.dtype(dtype) or out.shape != shape:
        found = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise TypeError(f"expected an output array of {np.dtype(dtype)} {shape}, found {found}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError("expected a contiguous and writable output array")
    return out


def _open_lines(path: pathlib.Path) -> Any:
    openers: Dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
    return openers.get(path.suffix, open)(path, "rt", encoding="utf-8")


def from_fens(
    fens: Union[Iterable[str], os.PathLike[str]], *, threads: int = 0
) -> NDArray[np.void]:
    """Reads FENs: a list or any other iterable of them, an open text file, or a path object.

    Standard FEN, X-FEN and Shredder-FEN of four to six fields are read. Blank lines of files are
    skipped. Impossible castling rights and en passant squares are dropped; the position must then be
    one that :func:`ferz.Board.is_valid` accepts.

    Raises :class:`PositionError` with the index of the FEN, or of the line from 0 for a file.
    """
    if isinstance(fens, str):
        raise TypeError("expected a list of FENs or a pathlib.Path, found a single string")
    if isinstance(fens, np.ndarray) and fens.ndim != 1:
        raise ValueError(f"expected a sequence of FENs, found an array of {fens.ndim} dimensions")
    if isinstance(fens, (list, tuple)):
        return as_positions(_batch.from_fens(list(fens), threads))
    if isinstance(fens, os.PathLike):
        with _open_lines(pathlib.Path(fens)) as file:
            return from_fens(file, threads=threads)
    parts: List[NDArray[np.void]] = []
    lines = enumerate(line.strip() for line in fens)
    while part := list(itertools.islice(lines, 1 << 18)):
        numbers = [number for number, line in part if line]
        try:
            read = _batch.from_fens([line for _, line in part if line], threads)
        except PositionError as error:
            number = numbers[error.index]
            moved = PositionError(f"position {number}: {error.text}")
            moved.index, moved.text = number, error.text
            raise moved from None
        parts.append(as_positions(read))
    return np.concatenate(parts) if parts else np.empty(0, POSITION_DTYPE)


def to_fens(positions: Any, *, shredder: bool = False, threads: int = 0) -> List[str]:
    """Writes FENs: X-FEN, which is standard FEN for standard chess, or Shredder-FEN."""
    return _batch.to_fens(as_records(positions), shredder, threads)
