"""Inputs and outputs of neural networks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

import numpy as np

from ferz._core import batch as _batch

from ._records import as_moves, as_records, check_output, count

if TYPE_CHECKING:
    from numpy.typing import NDArray

POLICY_SIZES = {"lc0": 1858, "alphazero": 4672}
"""The number of moves of each policy layout: see :func:`move_indexes`."""

PLANES = {"white": 18, "mover": 18, "alphazero": 19}
"""The number of planes of each layout without ``counters``: see :func:`planes`."""


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
        ones if White is to move (12), the rook with each castling right (13 to 16: White kingside,
        queenside, Black kingside, queenside), the square of a legal en passant capture (17).
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
    fullmove number / 100 (19). ``dtype`` is ``np.float32``, ``np.float16`` or, without counters,
    ``np.int8`` or ``np.bool_``.
    """
    size = _size(PLANES, layout)
    records, kind = as_records(positions), np.dtype(dtype)
    if layout == "alphazero" and counters:
        raise ValueError('the layout "alphazero" has its own planes for counters')
    shape = (count(records), size + 2 * counters, 8, 8)
    has_counters = counters or layout == "alphazero"
    if kind not in (np.float32, np.float16) and (has_counters or kind not in (np.int8, np.bool_)):
        raise TypeError(
            f"expected float32 or float16, or int8 or bool for planes without counters, found {kind}"
        )
    output = check_output(out, shape, kind)
    _batch.planes(records, output.reshape(-1), layout, counters, threads)
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
    records = as_records(positions)
    output = check_output(out, (count(records), _size(POLICY_SIZES, layout)), np.bool_)
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
    records = as_records(positions)
    _size(POLICY_SIZES, layout)
    output = np.empty(count(records), np.uint16)
    _batch.move_indexes(records, as_moves(moves), output, layout, threads)
    return output


def moves_from_indexes(
    positions: Any, indexes: Any, *, layout: str = "lc0", threads: int = 0
) -> NDArray[np.uint16]:
    """Returns the legal move with an index of :func:`move_indexes` for each position.

    Raises :class:`PositionError` if no legal move has the index.
    """
    records = as_records(positions)
    _size(POLICY_SIZES, layout)
    output = np.empty(count(records), np.uint16)
    _batch.moves_from_indexes(records, as_moves(indexes), output, layout, threads)
    return output


def _size(sizes: Dict[str, int], layout: str) -> int:
    """Returns the number of planes or moves of a layout."""
    if layout not in sizes:
        raise ValueError(f"expected a layout among {', '.join(sizes)}, found {str(layout)[:40]!r}")
    return sizes[layout]
