"""Chess: rules, games, engines and arrays of positions."""

from __future__ import annotations

from ._core import (
    AmbiguousMoveError as AmbiguousMoveError,
    BaseBoard as BaseBoard,
    Board as Board,
    IllegalMoveError as IllegalMoveError,
    InvalidMoveError as InvalidMoveError,
    LegalMoveGenerator as LegalMoveGenerator,
    Move as Move,
    Piece as Piece,
    PseudoLegalMoveGenerator as PseudoLegalMoveGenerator,
    SquareSet as SquareSet,
    __version__ as __version__,
    between as between,
    ray as ray,
    scan_forward as scan_forward,
    scan_reversed as scan_reversed,
)
from ._outcome import *
from ._squares import *
from ._types import (
    Bitboard as Bitboard,
    Color as Color,
    EnPassantSpec as EnPassantSpec,
    IntoSquareSet as IntoSquareSet,
    PieceType as PieceType,
    Square as Square,
)
