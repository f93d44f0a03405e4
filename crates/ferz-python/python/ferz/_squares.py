"""Colours, piece types, squares and bitboards: constants and helper functions."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from ._core import ray, scan_forward
from ._types import Bitboard, Color, File, PieceType, Rank, Square

WHITE: Color = True
BLACK: Color = False
COLORS: List[Color] = [WHITE, BLACK]
COLOR_NAMES: List[str] = ["black", "white"]

PAWN: PieceType = 1
KNIGHT: PieceType = 2
BISHOP: PieceType = 3
ROOK: PieceType = 4
QUEEN: PieceType = 5
KING: PieceType = 6
PIECE_TYPES: List[PieceType] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
PIECE_SYMBOLS: List[Optional[str]] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: List[Optional[str]] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS: Dict[str, str] = {
    "R": "♖", "r": "♜",
    "N": "♘", "n": "♞",
    "B": "♗", "b": "♝",
    "Q": "♕", "q": "♛",
    "K": "♔", "k": "♚",
    "P": "♙", "p": "♟",
}  # fmt: skip

FILE_NAMES: List[str] = ["a", "b", "c", "d", "e", "f", "g", "h"]
RANK_NAMES: List[str] = ["1", "2", "3", "4", "5", "6", "7", "8"]
FILES: List[File] = list(range(8))
(FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H) = FILES
RANKS: List[Rank] = list(range(8))
(RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8) = RANKS

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

SQUARES: List[Square] = list(range(64))
A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)
SQUARE_NAMES: List[str] = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
#: The squares of the board seen from Black: a8 to h8 first.
SQUARES_180: List[Square] = [square ^ 56 for square in SQUARES]

BB_EMPTY: Bitboard = 0
BB_ALL: Bitboard = 0xFFFF_FFFF_FFFF_FFFF
BB_SQUARES: List[Bitboard] = [1 << square for square in SQUARES]
(BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1) = BB_SQUARES[0:8]
(BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2) = BB_SQUARES[8:16]
(BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3) = BB_SQUARES[16:24]
(BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4) = BB_SQUARES[24:32]
(BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5) = BB_SQUARES[32:40]
(BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6) = BB_SQUARES[40:48]
(BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7) = BB_SQUARES[48:56]
(BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8) = BB_SQUARES[56:64]
BB_CORNERS: Bitboard = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER: Bitboard = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_LIGHT_SQUARES: Bitboard = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES: Bitboard = 0xAA55_AA55_AA55_AA55
BB_FILES: List[Bitboard] = [0x0101_0101_0101_0101 << file for file in range(8)]
(BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D) = BB_FILES[:4]
(BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H) = BB_FILES[4:]
BB_RANKS: List[Bitboard] = [0xFF << 8 * rank for rank in range(8)]
(BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4) = BB_RANKS[:4]
(BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8) = BB_RANKS[4:]
BB_BACKRANKS: Bitboard = BB_RANK_1 | BB_RANK_8


def piece_symbol(piece_type: PieceType) -> str:
    """Returns the lower-case letter of a piece type."""
    return _of_piece_type(PIECE_SYMBOLS, piece_type)


def piece_name(piece_type: PieceType) -> str:
    """Returns the English name of a piece type."""
    return _of_piece_type(PIECE_NAMES, piece_type)


def _of_piece_type(names: List[Optional[str]], piece_type: PieceType) -> str:
    name = names[piece_type] if 0 < piece_type < len(names) else None
    if name is None:
        raise ValueError(f"piece type out of range: {piece_type!r} is not in 1..=6")
    return name


_SQUARES_BY_NAME = {name: square for square, name in enumerate(SQUARE_NAMES)}


def parse_square(name: str) -> Square:
    """Returns the square of a name such as ``e4``. Raises ``ValueError`` for other text."""
    try:
        return _SQUARES_BY_NAME[name]
    except (KeyError, TypeError):
        raise ValueError(f"expected a square like 'e4', found {str(name)[:40]!r}") from None


def square_name(square: Square) -> str:
    """Returns the name of a square."""
    return SQUARE_NAMES[square]


def parse_file(name: str) -> File:
    """Returns the file of a letter from ``a`` to ``h``. Raises ``ValueError`` for other text."""
    return FILE_NAMES.index(name)


def file_name(file: File) -> str:
    """Returns the letter of a file."""
    return FILE_NAMES[file]


def parse_rank(name: str) -> Rank:
    """Returns the rank of a digit from ``1`` to ``8``. Raises ``ValueError`` for other text."""
    return RANK_NAMES.index(name)


def rank_name(rank: Rank) -> str:
    """Returns the digit of a rank."""
    return RANK_NAMES[rank]


def square(file_index: int, rank_index: int) -> Square:
    """Returns the square of a file and a rank, both 0 to 7."""
    return rank_index << 3 | file_index


def square_file(square: Square) -> int:
    """Returns the file of a square, 0 for the a-file."""
    return square & 7


def square_rank(square: Square) -> int:
    """Returns the rank of a square, 0 for the first."""
    return square >> 3


def square_distance(a: Square, b: Square) -> int:
    """Returns the distance in king moves (Chebyshev distance)."""
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


def square_manhattan_distance(a: Square, b: Square) -> int:
    """Returns the sum of the distances in files and in ranks."""
    return abs((a & 7) - (b & 7)) + abs((a >> 3) - (b >> 3))


def square_knight_distance(a: Square, b: Square) -> int:
    """Returns the least number of knight moves between two squares on an empty board."""
    return _KNIGHT_DISTANCES[a][b]


def square_mirror(square: Square) -> Square:
    """Mirrors a square top to bottom."""
    return square ^ 56


def _step_attacks(square: Square, steps: List[Tuple[int, int]]) -> Bitboard:
    """Returns the squares on the board at these distances in files and ranks."""
    file, rank = square & 7, square >> 3
    targets = ((file + x, rank + y) for x, y in steps)
    return sum(1 << 8 * y + x for x, y in targets if 0 <= x < 8 and 0 <= y < 8)


_KNIGHT_STEPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
_KING_STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
BB_KNIGHT_ATTACKS: List[Bitboard] = [_step_attacks(s, _KNIGHT_STEPS) for s in SQUARES]
BB_KING_ATTACKS: List[Bitboard] = [_step_attacks(s, _KING_STEPS) for s in SQUARES]
#: The attacks of Black's and of White's pawns.
BB_PAWN_ATTACKS: List[List[Bitboard]] = [
    [_step_attacks(s, [(-1, forward), (1, forward)]) for s in SQUARES] for forward in (-1, 1)
]
#: The whole rank, file or diagonal through two squares, or 0.
BB_RAYS: List[List[Bitboard]] = [[ray(a, b) for b in SQUARES] for a in SQUARES]


def _knight_distances(origin: Square) -> List[int]:
    """Returns the distances from a square by a search in widening rings."""
    distances: Dict[Square, int] = {}
    ring, distance = {origin}, 0
    while ring:
        distances.update(dict.fromkeys(ring, distance))
        targets = (
            target for reached in ring for target in scan_forward(BB_KNIGHT_ATTACKS[reached])
        )
        ring = set(targets) - distances.keys()
        distance += 1
    return [distances[square] for square in SQUARES]


_KNIGHT_DISTANCES: List[List[int]] = [_knight_distances(origin) for origin in SQUARES]


def lsb(bb: Bitboard) -> int:
    """Returns the lowest square of a mask, -1 for 0."""
    return (bb & -bb).bit_length() - 1


def msb(bb: Bitboard) -> int:
    """Returns the highest square of a mask, -1 for 0."""
    return bb.bit_length() - 1


def popcount(bb: Bitboard) -> int:
    """Returns the number of squares of a mask."""
    return bin(bb).count("1")


def flip_vertical(bb: Bitboard) -> Bitboard:
    """Mirrors a mask, or a ``SquareSet``, top to bottom."""
    bb = ((bb >> 8) & 0x00FF_00FF_00FF_00FF) | ((bb & 0x00FF_00FF_00FF_00FF) << 8)
    bb = ((bb >> 16) & 0x0000_FFFF_0000_FFFF) | ((bb & 0x0000_FFFF_0000_FFFF) << 16)
    return (bb >> 32) | ((bb & 0x0000_0000_FFFF_FFFF) << 32)


def flip_horizontal(bb: Bitboard) -> Bitboard:
    """Mirrors a mask left to right."""
    bb = ((bb >> 1) & 0x5555_5555_5555_5555) | ((bb & 0x5555_5555_5555_5555) << 1)
    bb = ((bb >> 2) & 0x3333_3333_3333_3333) | ((bb & 0x3333_3333_3333_3333) << 2)
    return ((bb >> 4) & 0x0F0F_0F0F_0F0F_0F0F) | ((bb & 0x0F0F_0F0F_0F0F_0F0F) << 4)


def flip_diagonal(bb: Bitboard) -> Bitboard:
    """Mirrors a mask at the diagonal from a1 to h8."""
    for mask, shift in (
        (0x0F0F_0F0F_0000_0000, 28),
        (0x3333_0000_3333_0000, 14),
        (0x5500_5500_5500_5500, 7),
    ):
        changed = (bb ^ (bb << shift)) & mask
        bb = bb ^ changed ^ (changed >> shift)
    return bb


def flip_anti_diagonal(bb: Bitboard) -> Bitboard:
    """Mirrors a mask at the diagonal from h1 to a8."""
    return flip_vertical(flip_horizontal(flip_diagonal(bb)))


def shift_down(b: Bitboard) -> Bitboard:
    """Moves a mask one rank down."""
    return b >> 8


def shift_2_down(b: Bitboard) -> Bitboard:
    """Moves a mask two ranks down."""
    return b >> 16


def shift_up(b: Bitboard) -> Bitboard:
    """Moves a mask one rank up."""
    return (b << 8) & BB_ALL


def shift_2_up(b: Bitboard) -> Bitboard:
    """Moves a mask two ranks up."""
    return (b << 16) & BB_ALL


def shift_right(b: Bitboard) -> Bitboard:
    """Moves a mask one file to the right."""
    return (b << 1) & ~BB_FILE_A & BB_ALL


def shift_2_right(b: Bitboard) -> Bitboard:
    """Moves a mask two files to the right."""
    return (b << 2) & ~BB_FILE_A & ~BB_FILE_B & BB_ALL


def shift_left(b: Bitboard) -> Bitboard:
    """Moves a mask one file to the left."""
    return (b >> 1) & ~BB_FILE_H


def shift_2_left(b: Bitboard) -> Bitboard:
    """Moves a mask two files to the left."""
    return (b >> 2) & ~BB_FILE_G & ~BB_FILE_H


def shift_up_left(b: Bitboard) -> Bitboard:
    """Moves a mask one square up and left."""
    return (b << 7) & ~BB_FILE_H & BB_ALL


def shift_up_right(b: Bitboard) -> Bitboard:
    """Moves a mask one square up and right."""
    return (b << 9) & ~BB_FILE_A & BB_ALL


def shift_down_left(b: Bitboard) -> Bitboard:
    """Moves a mask one square down and left."""
    return (b >> 9) & ~BB_FILE_H


def shift_down_right(b: Bitboard) -> Bitboard:
    """Moves a mask one square down and right."""
    return (b >> 7) & ~BB_FILE_A
