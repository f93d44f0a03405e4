"""The names of types in annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Literal, SupportsInt, TypeVar, Union

if TYPE_CHECKING:
    from ._core import BaseBoard, Board

#: ``True`` for White, ``False`` for Black.
Color = bool
#: 1 to 6, from pawn to king.
PieceType = int
#: 0 to 7, from the a-file.
File = int
#: 0 to 7, from the first rank.
Rank = int
#: 0 to 63, from a1 to h8.
Square = int
#: A mask of squares: bit 0 is a1, bit 63 is h8.
Bitboard = int
#: The argument of functions that take a set of squares: a mask, a ``SquareSet`` or squares.
IntoSquareSet = Union[SupportsInt, Iterable[Square]]
#: The cases in which a FEN contains the en passant square: see ``Board.fen()``.
EnPassantSpec = Literal["legal", "fen", "xfen"]
#: A class of boards.
BoardT = TypeVar("BoardT", bound="Board")
#: A class of arrangements of pieces.
BaseBoardT = TypeVar("BaseBoardT", bound="BaseBoard")
