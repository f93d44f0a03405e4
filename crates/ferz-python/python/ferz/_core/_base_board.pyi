"""Placements of pieces."""

from typing import Callable, Dict, Mapping, Optional, Sequence, Tuple

from typing_extensions import Self

from .._types import Bitboard, Color, IntoSquareSet, PieceType, Square
from ._moves import Piece
from ._squares import SquareSet


class BaseBoard:
    """The placement of pieces on a board.

    `BaseBoard()` is the initial placement, `BaseBoard(None)` the empty board, and
    `BaseBoard(board_fen)` reads the piece placement of a FEN. Any placement is possible. `Board`
    adds the rest of a position, moves and rules.

    The attributes `pawns`, `knights`, `bishops`, `rooks`, `queens`, `kings`, `promoted` and
    `occupied` are integer masks, and `occupied_co` a tuple of those of Black and White. They can be
    set one by one; a board whose masks contradict each other has no defined moves.
    """
    pawns: Bitboard
    """The pawns as an integer mask."""
    knights: Bitboard
    """The knights as an integer mask."""
    bishops: Bitboard
    """The bishops as an integer mask."""
    rooks: Bitboard
    """The rooks as an integer mask."""
    queens: Bitboard
    """The queens as an integer mask."""
    kings: Bitboard
    """The kings as an integer mask."""
    promoted: Bitboard
    """The promoted pieces as an integer mask."""
    occupied: Bitboard
    """The occupied squares as an integer mask."""

    @property
    def occupied_co(self) -> Tuple[Bitboard, Bitboard]:
        """The squares occupied by Black and by White as integer masks, so that
        `board.occupied_co[color]` is the mask of a colour. Assign a new pair to change it.
        """
    @occupied_co.setter
    def occupied_co(self, masks: Sequence[Bitboard]) -> None: ...
    def __init__(self, board_fen: Optional[str] = ...) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Dict[int, object]) -> Self: ...

    def _repr_svg_(self) -> str:
        """Returns a picture for Jupyter."""

    def copy(self) -> Self:
        """Returns a copy."""

    @classmethod
    def empty(cls) -> Self:
        """Creates an empty board."""

    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """Creates a Chess960 initial placement with a number 0 to 959."""

    def reset_board(self) -> None:
        """Puts the pieces on their initial squares."""

    def clear_board(self) -> None:
        """Removes all pieces."""

    def pieces_mask(self, piece_type: PieceType, color: Color) -> Bitboard:
        """Returns the mask of the pieces of a type and a colour."""

    def pieces(self, piece_type: PieceType, color: Color) -> SquareSet:
        """Returns the squares of the pieces of a type and a colour."""

    def piece_count(self) -> int:
        """Returns the number of pieces on the board."""

    def piece_at(self, square: Square) -> Optional[Piece]:
        """Returns the piece on a square, or `None`."""

    def piece_type_at(self, square: Square) -> Optional[PieceType]:
        """Returns the type of the piece on a square, or `None`."""

    def color_at(self, square: Square) -> Optional[Color]:
        """Returns the colour of the piece on a square, or `None`."""

    def king(self, color: Color) -> Optional[Square]:
        """Returns the square of the king of a colour. Returns `None` if there is none or there are
        several. Promoted kings do not count.
        """

    def attacks_mask(self, square: Square) -> Bitboard:
        """Returns the mask of the squares that the piece on a square attacks. Pins are not considered.
        """

    def attacks(self, square: Square) -> SquareSet:
        """Returns the squares that the piece on a square attacks. Pins are not considered, and a pawn
        attacks the squares diagonally ahead.
        """

    def attackers_mask(
        self, color: Color, square: Square, occupied: Optional[IntoSquareSet] = None
    ) -> Bitboard:
        """Returns the mask of the pieces of a colour that attack a square, with `occupied` in place of
        the occupied squares.
        """

    def attackers(
        self, color: Color, square: Square, occupied: Optional[IntoSquareSet] = None
    ) -> SquareSet:
        """Returns the pieces of a colour that attack a square, with `occupied` in place of the occupied
        squares. Pinned pieces attack too.
        """

    def is_attacked_by(
        self, color: Color, square: Square, occupied: Optional[IntoSquareSet] = None
    ) -> bool:
        """Returns true if a colour attacks a square."""

    def pin_mask(self, color: Color, square: Square) -> Bitboard:
        """Returns the mask of the line of an absolute pin: see `pin()`."""

    def pin(self, color: Color, square: Square) -> SquareSet:
        """Returns the rank, file or diagonal of an absolute pin of a square against the king of a
        colour, or all squares if there is no pin.
        """

    def is_pinned(self, color: Color, square: Square) -> bool:
        """Returns true if a square is pinned against the king of a colour."""

    def remove_piece_at(self, square: Square) -> Optional[Piece]:
        """Removes and returns the piece on a square, or returns `None`."""

    def set_piece_at(
        self, square: Square, piece: Optional[Piece], promoted: bool = False
    ) -> None:
        """Puts a piece on a square in place of another, or removes the piece for `None`."""

    def board_fen(self, *, promoted: Optional[bool] = False) -> str:
        """Returns the piece placement of a FEN, with `~` after promoted pieces if `promoted` is true.
        """

    def set_board_fen(self, fen: str) -> None:
        """Reads the piece placement of a FEN. Raises `ValueError` for other text."""

    def piece_map(self, *, mask: Bitboard = ...) -> Dict[Square, Piece]:
        """Returns a dictionary of the pieces by square, of the squares of a mask."""

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        """Replaces the pieces by those of a dictionary of pieces by square."""

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Puts the pieces of a Chess960 initial position with a number 0 to 959.

        Raises `ValueError` for another number.
        """

    def chess960_pos(self) -> Optional[int]:
        """Returns the Chess960 number if this is an initial placement, else `None`."""

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Applies a function from masks to masks to the board."""

    def transform(self, f: Callable[[Bitboard], Bitboard]) -> Self:
        """Returns a copy of the board with a function from masks to masks applied."""

    def apply_mirror(self) -> None:
        """Mirrors the board top to bottom and exchanges the colours."""

    def mirror(self) -> Self:
        """Returns a mirrored copy: top and bottom, and the colours, are exchanged."""

    def unicode(
        self,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "⭘",
        orientation: Color = True,
    ) -> str:
        """Returns the board as eight lines of Unicode figurines.

        `invert_color` exchanges white and black figurines, for dark backgrounds; `borders` adds
        lines and coordinates; `orientation` is the colour at the bottom.
        """
