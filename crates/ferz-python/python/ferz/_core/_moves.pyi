"""Pieces, moves, their errors, and views of moves."""

from typing import Iterator, List, Optional, Sequence, SupportsIndex, overload

from .._types import Color, PieceType, Square
from ._board import Board


class Piece:
    """A piece with its type and colour: `Piece(KNIGHT, WHITE)` or `Piece.from_symbol("N")`."""

    @property
    def piece_type(self) -> PieceType:
        """The piece type."""

    @property
    def color(self) -> Color:
        """The colour, `True` for White."""
    def __init__(self, piece_type: PieceType, color: Color) -> None: ...

    @staticmethod
    def from_symbol(symbol: str) -> Piece:
        """Returns the piece of a FEN letter: upper case for White, lower case for Black.

        Raises `ValueError` for other text.
        """

    def symbol(self) -> str:
        """Returns the FEN letter."""

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """Returns the Unicode figurine."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

    def _repr_svg_(self) -> str:
        """Returns a picture for Jupyter."""

class Move:
    """A move from a square to a square, possibly a promotion or a drop.

    `Move(from_square, to_square, promotion=None, drop=None)`; `Move.from_uci("e2e4")` reads UCI
    notation. Castling is the king's two squares, or king takes rook in Chess960. The null move
    `Move.null()` passes the turn and is false.
    """

    @property
    def from_square(self) -> Square:
        """The origin square."""

    @property
    def to_square(self) -> Square:
        """The target square."""

    @property
    def promotion(self) -> Optional[PieceType]:
        """The piece type of a promotion, or `None`."""

    @property
    def drop(self) -> Optional[PieceType]:
        """The piece type of a drop, or `None`."""
    def __init__(
        self,
        from_square: Square,
        to_square: Square,
        promotion: Optional[PieceType] = None,
        drop: Optional[PieceType] = None,
    ) -> None: ...

    @staticmethod
    def from_uci(uci: str) -> Move:
        """Reads a move in UCI notation, such as `e2e4`, `e7e8q`, `N@f3` or `0000`.

        Raises `InvalidMoveError` for other text.
        """

    @staticmethod
    def null() -> Move:
        """Returns the null move, which passes the turn."""

    def uci(self) -> str:
        """Returns the move in UCI notation."""

    def xboard(self) -> str:
        """Returns the move in the notation of the XBoard protocol: as UCI, but `@@@@` for the null
        move. `Board.xboard()` writes castling in Chess960.
        """
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class InvalidMoveError(ValueError):
    """The text or object is not a move at all."""

class IllegalMoveError(ValueError):
    """The move is not legal in the position."""

class AmbiguousMoveError(ValueError):
    """More than one legal move of the position matches the text."""

class LegalMoveGenerator:
    """The legal moves of a board. The view always shows the current position; an iteration shows
    the position at its start, so the board may change meanwhile.
    """
    def __init__(self, board: Board) -> None: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object) -> bool: ...
    def __bool__(self) -> bool: ...

    def count(self) -> int:
        """Returns the number of moves."""

class PseudoLegalMoveGenerator:
    """The pseudo-legal moves of a board, which may leave the king in check."""
    def __init__(self, board: Board) -> None: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object) -> bool: ...
    def __bool__(self) -> bool: ...

    def count(self) -> int:
        """Returns the number of moves."""


class MoveStack(Sequence[Move]):
    """The moves of a board since its root position: a sequence that always shows the current moves. It
    is compared, sliced and copied like a list, but cannot be changed.
    """
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> List[Move]: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __reversed__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object) -> bool: ...
    def __add__(self, other: List[Move]) -> List[Move]: ...
    def __eq__(self, other: object) -> bool: ...

    def count(self, move: object) -> int:
        """Returns the number of times that a move is among the moves."""

    def index(self, move: object, start: int = 0, stop: int = ...) -> int:
        """Returns the first index of a move. Raises `ValueError` if it is not among the moves."""

    def copy(self) -> List[Move]:
        """Returns the moves as a new list."""
