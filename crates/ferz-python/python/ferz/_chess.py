"""The names of `ferz` but those of the analysis of games, for the modules of the package."""

from __future__ import annotations

import collections.abc as _collections

from ._core import (
    AmbiguousMoveError as AmbiguousMoveError,
    Analysis as Analysis,
    BaseBoard as BaseBoard,
    Board as Board,
    Engine as Engine,
    IllegalMoveError as IllegalMoveError,
    InvalidMoveError as InvalidMoveError,
    LegalMoveGenerator as LegalMoveGenerator,
    Move as Move,
    MoveStack as _MoveStack,
    Piece as Piece,
    PseudoLegalMoveGenerator as PseudoLegalMoveGenerator,
    SquareSet as SquareSet,
    between as between,
    evaluate as evaluate,
    perft as perft,
    perft_divide as perft_divide,
    ray as ray,
    scan_forward as scan_forward,
    scan_reversed as scan_reversed,
)
from ._outcome import *
from ._regexes import FEN_CASTLING_REGEX as FEN_CASTLING_REGEX, SAN_REGEX as SAN_REGEX
from ._squares import *
from ._types import (
    BaseBoardT as BaseBoardT,
    Bitboard as Bitboard,
    BoardT as BoardT,
    Color as Color,
    EnPassantSpec as EnPassantSpec,
    File as File,
    IntoSquareSet as IntoSquareSet,
    PieceType as PieceType,
    Rank as Rank,
    Square as Square,
)

_collections.Sequence.register(_MoveStack)  # type: ignore[attr-defined, unused-ignore]
