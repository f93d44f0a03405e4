"""Values of single positions, moves and searches."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Tuple, Union

import numpy as np

from ferz._core import batch as _batch

from ._records import POSITION_DTYPE, as_moves, as_positions, as_records, check_output, count

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The count is recursive, and a larger tree cannot be counted anyway.
MAX_PERFT_DEPTH = 100

GAME_ENDS = (
    "none",
    "checkmate",
    "stalemate",
    "insufficient material",
    "seventy-five-move rule",
)
"""The meanings of the values of :func:`game_ends`."""


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
    """Returns the index in :data:`GAME_ENDS` of the rule that ends the game, 0 if it is not over.

    Repetitions are not detected, because a record has no history.
    """
    return _map(_batch.game_ends, positions, np.uint8, threads)


def openings(positions: Any, *, threads: int = 0) -> NDArray[np.int16]:
    """Returns the index in :func:`ferz.openings.all_openings` of the opening of each position, -1 for
    positions without a name. The opening of a game is that of its last position with a name."""
    return _map(_batch.openings, positions, np.int16, threads)


def piece_counts(positions: Any, *, threads: int = 0) -> NDArray[np.uint8]:
    """Returns the numbers of pieces with shape (n, 12): White's pawns, knights, bishops, rooks,
    queens and king, then Black's."""
    records = as_records(positions)
    output = np.empty((count(records), 12), np.uint8)
    _batch.piece_counts(records, output.reshape(-1), threads)
    return output


def material(positions: Any, *, threads: int = 0) -> NDArray[np.int32]:
    """Returns White's material minus Black's in pawns: 1, 3, 3, 5 and 9."""
    counts = piece_counts(positions, threads=threads).astype(np.int32)
    return (counts[:, :6] - counts[:, 6:]) @ np.array([1, 3, 3, 5, 9, 0], np.int32)


def _map(function: Any, positions: Any, dtype: Any, *arguments: int) -> NDArray[Any]:
    records = as_records(positions)
    output = np.empty(count(records), dtype)
    function(records, output, *arguments)
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
    records = as_records(positions)
    output = check_output(out, (count(records),), np.int32)
    path = None if network is None else os.fspath(network)
    _batch.evaluate(records, output, view, path, threads)
    return output


def search(
    positions: Any, *, nodes: int = 1000, threads: int = 0
) -> Tuple[NDArray[np.uint16], NDArray[np.int16]]:
    """Searches each position with a limit of ``nodes`` nodes, one thread for each, and returns the
    best moves (0 without a legal move) and their scores in centipawns for the side to move; mate in
    *n* moves is 32000 - *n*.

    Results depend on the position and the limit alone.
    """
    records = as_records(positions)
    moves, scores = np.zeros(count(records), np.uint16), np.zeros(count(records), np.int16)
    _batch.search(records, moves, scores, nodes, threads)
    return moves, scores


def perft(positions: Any, depth: int, *, threads: int = 0) -> NDArray[np.uint64]:
    """Returns the number of move sequences of ``depth`` plies, at most 100, from each position.

    Raises :class:`PositionError` if a number exceeds 64 bits.
    """
    if not 0 <= depth <= MAX_PERFT_DEPTH:
        raise ValueError(f"expected a depth from 0 to {MAX_PERFT_DEPTH}, found {depth}")
    return _map(_batch.perft, positions, np.uint64, depth, threads)


def legal_moves(
    positions: Any, *, threads: int = 0
) -> Tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """Returns the legal moves of all positions in one array, and the offsets of each position:
    ``moves[offsets[i]:offsets[i + 1]]`` are those of position ``i``."""
    records = as_records(positions)
    offsets = np.zeros(count(records) + 1, np.int64)
    np.cumsum(legal_move_counts(positions, threads=threads), out=offsets[1:])
    return _batch.legal_moves(records, threads), offsets


def play(positions: Any, moves: Any, *, threads: int = 0) -> NDArray[np.void]:
    """Returns the positions after one legal move in each.

    Raises :class:`PositionError` for a move that is not legal.
    """
    return as_positions(_batch.play(as_records(positions), as_moves(moves), threads))


def children(positions: Any, *, threads: int = 0) -> Tuple[NDArray[np.void], NDArray[np.int64]]:
    """Returns the positions after each legal move of each position, and the index of the position
    that each of them follows."""
    moves, offsets = legal_moves(positions, threads=threads)
    array = as_positions(as_records(positions))
    parents = np.repeat(np.arange(len(array)), np.diff(offsets))
    return play(array[parents], moves, threads=threads), parents


def unique(
    positions: Any, *, ignore_counters: bool = False
) -> Tuple[NDArray[np.void], NDArray[np.int64]]:
    """Returns the different positions in the order of their bytes, and for each given position the
    index in them.

    With ``ignore_counters`` the halfmove clock is 0 and the fullmove number 1 in all of them.
    """
    array = as_positions(as_records(positions))
    if ignore_counters:
        array = array.copy()
        array["halfmove_clock"] = 0
        array["fullmove_number"] = 1
    different, inverse = np.unique(array.view("V32"), return_inverse=True)
    return different.view(POSITION_DTYPE), inverse.reshape(-1)


def to_uci(positions: Any, moves: Any, *, threads: int = 0) -> List[str]:
    """Writes one legal move for each position in UCI notation."""
    return _batch.to_uci(as_records(positions), as_moves(moves), threads)


def from_uci(positions: Any, texts: Sequence[str], *, threads: int = 0) -> NDArray[np.uint16]:
    """Reads one legal move for each position in UCI notation."""
    return _batch.from_uci(as_records(positions), _texts(texts), threads)


def to_san(positions: Any, moves: Any, *, threads: int = 0) -> List[str]:
    """Writes one legal move for each position in SAN (Standard Algebraic Notation): ``"Nf3"``, ``"exd8=Q+"``.

    >>> import ferz, ferz.batch as batch
    >>> start = batch.from_fens([ferz.STARTING_FEN])
    >>> batch.to_san(start, batch.from_uci(start, ["g1f3"]))
    ['Nf3']
    """
    return _batch.to_san(as_records(positions), as_moves(moves), threads)


def from_san(positions: Any, texts: Sequence[str], *, threads: int = 0) -> NDArray[np.uint16]:
    """Reads one legal move for each position in SAN.

    Raises :class:`PositionError` with the index of a text that matches no legal move, or several.
    """
    return _batch.from_san(as_records(positions), _texts(texts), threads)


def _texts(texts: Sequence[str]) -> List[str]:
    if isinstance(texts, str):
        raise TypeError("expected a sequence of moves, found a single string")
    return list(texts)
