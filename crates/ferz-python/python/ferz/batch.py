"""Arrays of positions: millions of positions without a Python object for each.

An array of positions is a NumPy array of :data:`POSITION_DTYPE`, 32 bytes for each position. The
functions use all cores (``threads=0``; any other number is that many threads) and release the
interpreter lock. They accept NumPy arrays and any other contiguous buffer of that type, such as a
memory map, and check every record: bytes that are no legal position raise :class:`PositionError`
with the index.

>>> import ferz.batch as batch
>>> array = batch.from_fens(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
>>> batch.legal_move_counts(array).tolist()
[20]

The record, little-endian, with squares numbered a1 = 0, b1 = 1 to h8 = 63:

====== ===== ================== =================================================================
offset bytes field              meaning
====== ===== ================== =================================================================
0      8     ``occupied``       bit *i* is set if square *i* is occupied
8      16    ``pieces``         four bits for each piece in the order of the squares, low half of
                                a byte first; unused halves are 0
24     1     ``state``          bits 0 to 6: the en passant square if a legal capture there
                                exists, else 64; bit 7: set if Black is to move
25     1     ``reserved1``      0
26     2     ``halfmove_clock`` plies since the last capture or pawn move
28     2     ``fullmove_number`` from 1
30     2     ``reserved2``      0
====== ===== ================== =================================================================

Codes of pieces: 0 and 1 white and black pawn, 2 and 3 knight, 4 and 5 bishop, 6 and 7 rook, 8 and
9 queen, 10 and 11 king, 12 and 13 a rook with a castling right. A castling right is kingside if its
rook is to the right of the king, as in Chess960. A position has exactly one encoding, so records
can be compared as bytes.

Moves are 16 bits: origin (bits 0 to 5), target (6 to 11), flag (12 to 15: 0 quiet, 1 castling, 2
double push, 4 to 7 promotion to knight, bishop, rook, queen, 8 capture, 9 en passant, 12 to 15
promotion with capture). Castling is the king's move to the square of its rook; 0 is no move.
"""

from __future__ import annotations

import bz2
import gzip
import itertools
import lzma
import os
import pathlib
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

try:
    import numpy as np
except ImportError as error:
    raise ImportError("ferz.batch needs NumPy: pip install ferz[numpy]") from error

from ferz._core import batch as _batch
from ferz._progress import Progress

if TYPE_CHECKING:
    import pyarrow
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

COLUMNS = {
    "game": np.dtype("u8"),
    "ply": np.dtype("u2"),
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

GAME_ENDS = (
    "none",
    "checkmate",
    "stalemate",
    "insufficient material",
    "seventy-five-move rule",
)
"""The meanings of the values of :func:`game_ends`."""

POLICY_SIZES = {"lc0": 1858, "alphazero": 4672}
"""The number of moves of each policy layout: see :func:`move_indexes`."""

PLANES = {"white": 18, "mover": 18, "alphazero": 19}
"""The number of planes of each layout without ``counters``: see :func:`planes`."""

Source = Union[str, "os.PathLike[str]", bytes, Any]
"""A path, a text as ``bytes``, or an open binary file."""


def _records(positions: Any) -> NDArray[np.uint8]:
    """Returns the bytes of an array of positions, without a copy if it is contiguous."""
    array = positions if isinstance(positions, np.ndarray) else np.asarray(positions)
    if array.dtype != POSITION_DTYPE:
        raise TypeError(f"expected an array of POSITION_DTYPE, found {array.dtype}")
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def _count(records: NDArray[np.uint8]) -> int:
    return len(records) // POSITION_DTYPE.itemsize


def _positions(data: NDArray[np.uint8]) -> NDArray[np.void]:
    return data.view(POSITION_DTYPE)


def _moves(moves: Any) -> NDArray[np.uint16]:
    array = np.asarray(moves)
    if array.dtype.kind not in "ui" and array.size:
        raise TypeError(f"expected an array of integers, found {array.dtype}")
    if array.size and (array.min() < 0 or array.max() > 0xFFFF):
        raise ValueError("expected values of 16 bits")
    return np.ascontiguousarray(array, dtype=np.uint16).reshape(-1)


def _output(out: Optional[Any], shape: Tuple[int, ...], dtype: Any) -> NDArray[Any]:
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


def from_fens(fens: Union[Iterable[str], os.PathLike[str]], *, threads: int = 0) -> NDArray[np.void]:
    """Reads FENs: a list or any other iterable of them, an open text file, or a path object.

    Standard FEN, X-FEN and Shredder-FEN of four to six fields are read. Blank lines of files are
    skipped. Faults that do not affect the movement of pieces are ignored: impossible castling rights
    and en passant squares are dropped.

    Raises :class:`PositionError` with the index of the FEN, or of the line from 0 for a file.
    """
    if isinstance(fens, str):
        raise TypeError("expected a list of FENs or a pathlib.Path, found a single string")
    if isinstance(fens, (list, tuple)):
        return _positions(_batch.from_fens(list(fens), threads))
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
        parts.append(_positions(read))
    return np.concatenate(parts) if parts else np.empty(0, POSITION_DTYPE)


def to_fens(positions: Any, *, shredder: bool = False, threads: int = 0) -> List[str]:
    """Writes FENs: X-FEN, which is standard FEN for standard chess, or Shredder-FEN."""
    return _batch.to_fens(_records(positions), shredder, threads)


class PositionStream:
    """Iterator over the positions of a PGN text in chunks, as :func:`positions` returns it.

    Each chunk is a dictionary of arrays of equal length. Reading runs ahead in the background by a
    few chunks. A stream can be used in a ``with`` statement, which ends reading early.
    """

    def __init__(
        self, stream: Any, columns: Sequence[str], progress: Progress, on_error: str
    ) -> None:
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
        named = {"position": _positions(chunk["position"])}
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
    def errors(self) -> List[str]:
        """The first errors as texts with line and column, at most 1000."""
        return self._stream.errors

    def read_all(self) -> Dict[str, NDArray[Any]]:
        """Returns the remaining rows as one chunk."""
        types = {"position": POSITION_DTYPE, **{name: COLUMNS[name] for name in self._columns}}
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

    def __enter__(self) -> PositionStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


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
    max_ply: int = 65535,
    every: int = 1,
    final: bool = False,
    dedupe: bool = False,
    on_error: str = "skip",
    progress: bool = False,
    threads: int = 0,
) -> PositionStream:
    """Reads the positions of the main lines of a PGN text, plain or compressed with gzip, bzip2 or
    Zstandard, in the order of the text.

    Each row is a position before a move. The column ``position`` is always there; the others are

    ============== ======== ====================================================================
    ``game``       uint64   the number of the game in the text, from 1
    ``ply``        uint16   the plies from the start of the game to the position
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
    bounds = {
        "min_elo": min_elo,
        "max_elo": max_elo,
        "min_ply": min_ply,
        "max_ply": max_ply,
        "every": every,
    }
    for name, number in bounds.items():
        if not 0 <= number <= 65535:
            raise ValueError(f"expected {name} from 0 to 65535, found {number}")
    filters = {
        **bounds,
        "columns": ["mv" if name == "move" else name for name in columns],
        "results": ["1-0", "0-1", "1/2-1/2", "*"] if results is None else list(results),
        "player": player,
        "chess960": chess960,
        "with_final": final,
        "dedupe": dedupe,
    }
    path, text, total = None, None, None
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        size = os.stat(path).st_size
        # The amount of text in a compressed file is unknown.
        total = size if not path.endswith((".gz", ".bz2", ".zst")) else None
    elif isinstance(source, (bytes, bytearray, memoryview)):
        text, total = bytes(source), len(source)
    else:
        text = source.read()
        if not isinstance(text, bytes):
            raise TypeError("expected a file opened in binary mode")
    stream = _batch.PgnStream(path, text, filters, chunk_size, threads)
    return PositionStream(stream, columns, Progress(total, unit="B", enabled=progress), on_error)


def keys(positions: Any, *, threads: int = 0) -> NDArray[np.uint64]:
    """Returns the Zobrist key of each position: Polyglot's numbers, with the en passant file only
    if a legal capture exists."""
    return _map(_batch.keys, positions, np.uint64, threads)


def is_check(positions: Any, *, threads: int = 0) -> NDArray[np.bool_]:
    """Returns if the side to move is in check."""
    return _map(_batch.checks, positions, np.bool_, threads)


def legal_move_counts(positions: Any, *, threads: int = 0) -> NDArray[np.uint16]:
    """Returns the number of legal moves, at most 218."""
    return _map(_batch.legal_move_counts, positions, np.uint16, threads)


def game_ends(positions: Any, *, threads: int = 0) -> NDArray[np.uint8]:
    """Returns the index in :data:`GAME_ENDS` of the rule that ends the game, 0 if it goes on.

    Repetitions are not detected, because a record has no history.
    """
    return _map(_batch.game_ends, positions, np.uint8, threads)


def piece_counts(positions: Any, *, threads: int = 0) -> NDArray[np.uint8]:
    """Returns the numbers of pieces with shape (n, 12): White's pawns, knights, bishops, rooks,
    queens and king, then Black's."""
    records = _records(positions)
    output = np.empty((_count(records), 12), np.uint8)
    _batch.piece_counts(records, output.reshape(-1), threads)
    return output


def material(positions: Any, *, threads: int = 0) -> NDArray[np.int32]:
    """Returns White's material minus Black's in pawns: 1, 3, 3, 5 and 9."""
    counts = piece_counts(positions, threads=threads).astype(np.int32)
    return (counts[:, :6] - counts[:, 6:]) @ np.array([1, 3, 3, 5, 9, 0], np.int32)


def _map(function: Any, positions: Any, dtype: Any, threads: int) -> NDArray[Any]:
    records = _records(positions)
    output = np.empty(_count(records), dtype)
    function(records, output, threads)
    return output


def evaluate(
    positions: Any,
    *,
    view: str = "mover",
    network: Optional[Union[str, os.PathLike[str]]] = None,
    out: Optional[NDArray[np.int32]] = None,
    threads: int = 0,
) -> NDArray[np.int32]:
    """Returns the engine's static evaluation in centipawns, without a search.

    The values are for the side to move or with ``view="white"`` for White, on the scale of the
    engine's reports, by the embedded network or the one in the file ``network``. They mean nothing
    in check or during an exchange: see :func:`is_check` and :func:`search`.
    """
    if view not in ("mover", "white"):
        raise ValueError(f'expected view="mover" or "white", found {view!r}')
    records = _records(positions)
    output = _output(out, (_count(records),), np.int32)
    path = None if network is None else os.fspath(network)
    _batch.evaluate(records, output, view == "white", path, threads)
    return output


def search(
    positions: Any, *, nodes: int = 1000, threads: int = 0
) -> Tuple[NDArray[np.uint16], NDArray[np.int16]]:
    """Searches each position with a limit of ``nodes`` nodes, one thread for each, and returns the
    best moves (0 without a legal move) and their scores in centipawns for the side to move; mate in
    *n* moves is 32000 - *n*.

    Results depend on the position and the limit alone.
    """
    records = _records(positions)
    moves, scores = np.zeros(_count(records), np.uint16), np.zeros(_count(records), np.int16)
    _batch.best_moves(records, moves, scores, nodes, threads)
    return moves, scores


def perft(positions: Any, depth: int, *, threads: int = 0) -> NDArray[np.uint64]:
    """Returns the number of move sequences of ``depth`` plies from each position.

    Raises :class:`PositionError` if a number exceeds 64 bits.
    """
    records = _records(positions)
    output = np.empty(_count(records), np.uint64)
    _batch.perft(records, output, depth, threads)
    return output


def legal_moves(
    positions: Any, *, threads: int = 0
) -> Tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """Returns the legal moves of all positions in one array, and the offsets of each position:
    ``moves[offsets[i]:offsets[i + 1]]`` are those of position ``i``."""
    records = _records(positions)
    offsets = np.zeros(_count(records) + 1, np.int64)
    np.cumsum(legal_move_counts(positions, threads=threads), out=offsets[1:])
    return _batch.legal_moves(records, threads), offsets


def play(positions: Any, moves: Any, *, threads: int = 0) -> NDArray[np.void]:
    """Returns the positions after one legal move in each.

    Raises :class:`PositionError` for a move that is not legal.
    """
    return _positions(_batch.play(_records(positions), _moves(moves), threads))


def children(
    positions: Any, *, threads: int = 0
) -> Tuple[NDArray[np.void], NDArray[np.int64]]:
    """Returns the positions after each legal move of each position, and the index of the position
    that each of them follows."""
    moves, offsets = legal_moves(positions, threads=threads)
    array = _positions(_records(positions))
    parents = np.repeat(np.arange(len(array)), np.diff(offsets))
    return play(array[parents], moves, threads=threads), parents


def unique(
    positions: Any, *, ignore_counters: bool = False
) -> Tuple[NDArray[np.void], NDArray[np.int64]]:
    """Returns the different positions in the order of their bytes, and for each given position the
    index in them.

    With ``ignore_counters`` the halfmove clock is 0 and the fullmove number 1 in all of them.
    """
    array = _positions(_records(positions))
    if ignore_counters:
        array = array.copy()
        array["halfmove_clock"] = 0
        array["fullmove_number"] = 1
    different, inverse = np.unique(array.view("V32"), return_inverse=True)
    return different.view(POSITION_DTYPE), inverse.reshape(-1)


def to_uci(positions: Any, moves: Any, *, threads: int = 0) -> List[str]:
    """Writes one legal move for each position in UCI notation."""
    return _batch.to_uci(_records(positions), _moves(moves), threads)


def from_uci(positions: Any, texts: Sequence[str], *, threads: int = 0) -> NDArray[np.uint16]:
    """Reads one legal move for each position in UCI notation."""
    return _batch.from_uci(_records(positions), list(texts), threads)


def planes(
    positions: Any,
    *,
    layout: str = "mover",
    dtype: Any = np.float32,
    counters: bool = False,
    out: Optional[NDArray[Any]] = None,
    threads: int = 0,
) -> NDArray[Any]:
    """Returns the positions as planes with shape (n, planes, 8, 8): rank 1 first, file a first.

    ``"white"``
        18 planes: White's pawns, knights, bishops, rooks, queens, king (0 to 5), Black's (6 to 11),
        ones if White is to move (12), the rook with each castling right White kingside and queenside,
        Black kingside and queenside (13 to 16), the square of a legal en passant capture (17).
    ``"mover"``
        The same with the side to move for White: if Black is to move, ranks are mirrored and
        colours exchanged. Plane 12 still is ones if White is to move.
    ``"alphazero"``
        19 planes as in AlphaZero without history and repetitions: the pieces as in ``"mover"`` (0
        to 11), then constant planes: ones if White is to move (12), fullmove number / 100 (13),
        castling rights of the mover kingside and queenside (14, 15), of the opponent (16, 17),
        halfmove clock / 100 (18). It has no en passant square, which a single position of
        AlphaZero's history does not show either.

    ``counters`` adds two constant planes to the first two layouts: halfmove clock / 100 (18) and
    fullmove number / 100 (19). ``dtype`` is ``np.float32`` or, without counters, ``np.bool_``.
    """
    if layout not in PLANES:
        raise ValueError(f"expected a layout among {', '.join(PLANES)}, found {layout!r}")
    records, kind = _records(positions), np.dtype(dtype)
    if layout == "alphazero" and counters:
        raise ValueError("the layout \"alphazero\" has its own planes for counters")
    shape = (_count(records), PLANES[layout] + 2 * counters, 8, 8)
    if kind == np.bool_ and not counters and layout != "alphazero":
        output = _output(out, shape, np.bool_)
        _batch.planes_bool(records, output.reshape(-1), layout, threads)
    elif kind == np.float32:
        output = _output(out, shape, np.float32)
        _batch.planes_float(records, output.reshape(-1), layout, counters, threads)
    else:
        raise TypeError(f"expected float32, or bool for planes without counters, found {kind}")
    return output


def legal_mask(
    positions: Any,
    *,
    layout: str = "lc0",
    out: Optional[NDArray[np.bool_]] = None,
    threads: int = 0,
) -> NDArray[np.bool_]:
    """Returns for each position a row with true at the indexes of its legal moves, in a layout of
    :func:`move_indexes`."""
    records = _records(positions)
    output = _output(out, (_count(records), _policy_size(layout)), np.bool_)
    _batch.legal_mask(records, output.reshape(-1), layout, threads)
    return output


def move_indexes(
    positions: Any, moves: Any, *, layout: str = "lc0", threads: int = 0
) -> NDArray[np.uint16]:
    """Returns the index of one legal move for each position in the policy output of a network.

    In both layouts squares are seen from the mover's side (ranks are mirrored if Black is to move),
    and castling is the king's move to the square of its rook.

    ``"lc0"``
        1858 moves, as in Leela Chess Zero: all moves of a queen or a knight on an empty board, by
        origin, then by target (0 to 1791; a1b1 is 0); then the promotions to queen, rook and bishop
        by origin, target and piece (1792 to 1857; a7a8q is 1792). A promotion to a knight has the
        index of its squares.
    ``"alphazero"``
        4672 moves, 73 for each origin: ``73 * origin + plane``. Planes 0 to 55 are 7 distances in
        each of the directions N, NE, E, SE, S, SW, W, NW; 56 to 63 the knight moves clockwise from
        two ranks up and one file right; 64 to 72 promotions to knight, bishop, rook with a capture
        towards the a-file, straight, with a capture towards the h-file. A promotion to a queen has
        the index of its squares.

    Raises :class:`PositionError` for a move that is not legal.
    """
    records = _records(positions)
    _policy_size(layout)
    output = np.empty(_count(records), np.uint16)
    _batch.move_indexes(records, _moves(moves), output, layout, threads)
    return output


def moves_from_indexes(
    positions: Any, indexes: Any, *, layout: str = "lc0", threads: int = 0
) -> NDArray[np.uint16]:
    """Returns the legal move with an index of :func:`move_indexes` for each position.

    Raises :class:`PositionError` if no legal move has the index.
    """
    records = _records(positions)
    _policy_size(layout)
    output = np.empty(_count(records), np.uint16)
    _batch.moves_from_indexes(records, _moves(indexes), output, layout, threads)
    return output


def _policy_size(layout: str) -> int:
    if layout not in POLICY_SIZES:
        raise ValueError(f"expected a layout among {', '.join(POLICY_SIZES)}, found {layout!r}")
    return POLICY_SIZES[layout]


def to_arrow(columns: Dict[str, Any]) -> pyarrow.Table:
    """Returns a chunk of :func:`positions` as a table of Apache Arrow. Nothing is copied; positions
    are binary values of 32 bytes. It needs pyarrow: ``pip install ferz[arrow]``."""
    import pyarrow

    arrays = {}
    for name, values in columns.items():
        if values.dtype == POSITION_DTYPE:
            records = _records(values)
            arrays[name] = pyarrow.Array.from_buffers(
                pyarrow.binary(POSITION_DTYPE.itemsize),
                _count(records),
                [None, pyarrow.py_buffer(records)],
            )
        else:
            arrays[name] = pyarrow.array(values)
    return pyarrow.table(arrays)


def from_arrow(table: pyarrow.Table) -> Dict[str, NDArray[Any]]:
    """Returns the columns of a table of Apache Arrow as arrays; binary values of 32 bytes become
    positions.

    Raises :class:`ValueError` for missing values.
    """
    import pyarrow

    columns = {}
    for name in table.column_names:
        values = table[name].combine_chunks()
        if isinstance(values, pyarrow.ChunkedArray):
            values = values.chunk(0) if values.num_chunks else pyarrow.array([], values.type)
        if values.null_count:
            raise ValueError(f"missing values in the column {name!r}")
        if values.type == pyarrow.binary(POSITION_DTYPE.itemsize):
            size = POSITION_DTYPE.itemsize
            data = np.frombuffer(values.buffers()[1] or b"", np.uint8)
            columns[name] = _positions(data[size * values.offset :][: size * len(values)])
        else:
            columns[name] = values.to_numpy(zero_copy_only=False)
    return columns
