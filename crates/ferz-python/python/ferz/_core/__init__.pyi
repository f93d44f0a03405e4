"""The Rust classes of the package; ``ferz`` exports the public ones."""

from ._base_board import BaseBoard as BaseBoard
from ._board import Board as Board
from ._moves import (
    AmbiguousMoveError as AmbiguousMoveError,
    IllegalMoveError as IllegalMoveError,
    InvalidMoveError as InvalidMoveError,
    LegalMoveGenerator as LegalMoveGenerator,
    Move as Move,
    Piece as Piece,
    PseudoLegalMoveGenerator as PseudoLegalMoveGenerator,
)
from ._squares import (
    SquareIterator as SquareIterator,
    SquareSet as SquareSet,
    SubsetIterator as SubsetIterator,
    between as between,
    ray as ray,
    scan_forward as scan_forward,
    scan_reversed as scan_reversed,
)

__version__: str
