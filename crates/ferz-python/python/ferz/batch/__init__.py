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

from ferz._conditions import Conditions as Conditions

from ._arrow import (
    from_arrow as from_arrow,
    to_arrow as to_arrow,
)
from ._networks import (
    PLANES as PLANES,
    POLICY_SIZES as POLICY_SIZES,
    legal_mask as legal_mask,
    move_indexes as move_indexes,
    moves_from_indexes as moves_from_indexes,
    planes as planes,
)
from ._parquet import (
    PARQUET_COLUMNS as PARQUET_COLUMNS,
    ParquetReport as ParquetReport,
    write_parquet as write_parquet,
)
from ._pgn import (
    COLUMNS as COLUMNS,
    GAME_COLUMNS as GAME_COLUMNS,
    HEADERS as HEADERS,
    NO_CLOCK as NO_CLOCK,
    NO_EVAL as NO_EVAL,
    UNKNOWN_RESULT as UNKNOWN_RESULT,
    GameReader as GameReader,
    GameStream as GameStream,
    PositionStream as PositionStream,
    Source as Source,
    games as games,
    positions as positions,
)
from ._records import (
    POSITION_DTYPE as POSITION_DTYPE,
    PositionError as PositionError,
    from_fens as from_fens,
    to_fens as to_fens,
)
from ._values import (
    GAME_ENDS as GAME_ENDS,
    children as children,
    evaluate as evaluate,
    from_san as from_san,
    from_uci as from_uci,
    game_ends as game_ends,
    is_check as is_check,
    keys as keys,
    legal_move_counts as legal_move_counts,
    legal_moves as legal_moves,
    material as material,
    openings as openings,
    perft as perft,
    piece_counts as piece_counts,
    play as play,
    search as search,
    to_san as to_san,
    to_uci as to_uci,
    unique as unique,
)
