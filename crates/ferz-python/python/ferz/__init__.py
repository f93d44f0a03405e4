"""Chess: rules, games, engines and arrays of positions."""

from __future__ import annotations

import collections.abc as _collections
import typing as _typing

from ._annotate import (
    GameAnalysis as GameAnalysis,
    MoveAnalysis as MoveAnalysis,
    PlayerAnalysis as PlayerAnalysis,
    annotate as annotate,
)
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
    __version__ as __version__,
    between as between,
    evaluate as evaluate,
    perft as perft,
    perft_divide as perft_divide,
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

_collections.Sequence.register(_MoveStack)

if _typing.TYPE_CHECKING:
    from ._sliders import (
        BB_DIAG_ATTACKS as BB_DIAG_ATTACKS,
        BB_DIAG_MASKS as BB_DIAG_MASKS,
        BB_FILE_ATTACKS as BB_FILE_ATTACKS,
        BB_FILE_MASKS as BB_FILE_MASKS,
        BB_RANK_ATTACKS as BB_RANK_ATTACKS,
        BB_RANK_MASKS as BB_RANK_MASKS,
    )


def __getattr__(name: str) -> _typing.Any:
    """Computes the attack tables of sliders on first use."""
    if name.startswith("BB_") and name.endswith(("_ATTACKS", "_MASKS")):
        from . import _sliders

        if hasattr(_sliders, name):
            return getattr(_sliders, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
