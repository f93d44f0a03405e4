"""Attack tables of sliders by occupancy, computed on first use of ``ferz.BB_RANK_ATTACKS`` and others.

``BB_RANK_ATTACKS[square][BB_RANK_MASKS[square] & occupied]`` is the mask of the squares that a rook
attacks on its rank; files and diagonals alike. ``Board.attacks()`` needs no tables.
"""

from __future__ import annotations

from typing import Dict, List, Tuple

from ._core import SquareSet
from ._squares import BB_FILES, BB_RANKS, SQUARES, square_file, square_rank
from ._types import Bitboard, Square

Table = Tuple[List[Bitboard], List[Dict[Bitboard, Bitboard]]]
#: Steps in files and ranks.
Steps = List[Tuple[int, int]]


def _attacks(origin: Square, occupied: Bitboard, steps: Steps) -> Bitboard:
    """Returns the squares in these directions up to and including the first occupied one."""
    attacks = 0
    for x, y in steps:
        file, rank = square_file(origin) + x, square_rank(origin) + y
        while 0 <= file < 8 and 0 <= rank < 8:
            square = 1 << 8 * rank + file
            attacks |= square
            if occupied & square:
                break
            file, rank = file + x, rank + y
    return attacks


def _table(steps: Steps) -> Table:
    """Returns the masks and the attacks of all squares in these directions."""
    masks, attacks = [], []
    for origin in SQUARES:
        edges = (BB_RANKS[0] | BB_RANKS[7]) & ~BB_RANKS[square_rank(origin)]
        edges |= (BB_FILES[0] | BB_FILES[7]) & ~BB_FILES[square_file(origin)]
        mask = _attacks(origin, 0, steps) & ~edges
        masks.append(mask)
        subsets = SquareSet(mask).carry_rippler()
        attacks.append({subset: _attacks(origin, subset, steps) for subset in subsets})
    return masks, attacks


BB_DIAG_MASKS, BB_DIAG_ATTACKS = _table([(-1, -1), (-1, 1), (1, -1), (1, 1)])
BB_FILE_MASKS, BB_FILE_ATTACKS = _table([(0, -1), (0, 1)])
BB_RANK_MASKS, BB_RANK_ATTACKS = _table([(-1, 0), (1, 0)])
