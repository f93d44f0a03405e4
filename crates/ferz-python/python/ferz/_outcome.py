"""The end of a game and the status of a position."""

from __future__ import annotations

import dataclasses
import enum
from typing import Optional


class Status(enum.IntFlag):
    """The faults of a position. ``VALID`` is the absence of faults."""

    VALID = 0
    NO_WHITE_KING = 1 << 0
    NO_BLACK_KING = 1 << 1
    TOO_MANY_KINGS = 1 << 2
    TOO_MANY_WHITE_PAWNS = 1 << 3
    TOO_MANY_BLACK_PAWNS = 1 << 4
    PAWNS_ON_BACKRANK = 1 << 5
    TOO_MANY_WHITE_PIECES = 1 << 6
    TOO_MANY_BLACK_PIECES = 1 << 7
    BAD_CASTLING_RIGHTS = 1 << 8
    INVALID_EP_SQUARE = 1 << 9
    OPPOSITE_CHECK = 1 << 10
    EMPTY = 1 << 11
    RACE_CHECK = 1 << 12
    RACE_OVER = 1 << 13
    RACE_MATERIAL = 1 << 14
    TOO_MANY_CHECKERS = 1 << 15
    IMPOSSIBLE_CHECK = 1 << 16


STATUS_VALID = Status.VALID
STATUS_NO_WHITE_KING = Status.NO_WHITE_KING
STATUS_NO_BLACK_KING = Status.NO_BLACK_KING
STATUS_TOO_MANY_KINGS = Status.TOO_MANY_KINGS
STATUS_TOO_MANY_WHITE_PAWNS = Status.TOO_MANY_WHITE_PAWNS
STATUS_TOO_MANY_BLACK_PAWNS = Status.TOO_MANY_BLACK_PAWNS
STATUS_PAWNS_ON_BACKRANK = Status.PAWNS_ON_BACKRANK
STATUS_TOO_MANY_WHITE_PIECES = Status.TOO_MANY_WHITE_PIECES
STATUS_TOO_MANY_BLACK_PIECES = Status.TOO_MANY_BLACK_PIECES
STATUS_BAD_CASTLING_RIGHTS = Status.BAD_CASTLING_RIGHTS
STATUS_INVALID_EP_SQUARE = Status.INVALID_EP_SQUARE
STATUS_OPPOSITE_CHECK = Status.OPPOSITE_CHECK
STATUS_EMPTY = Status.EMPTY
STATUS_RACE_CHECK = Status.RACE_CHECK
STATUS_RACE_OVER = Status.RACE_OVER
STATUS_RACE_MATERIAL = Status.RACE_MATERIAL
STATUS_TOO_MANY_CHECKERS = Status.TOO_MANY_CHECKERS
STATUS_IMPOSSIBLE_CHECK = Status.IMPOSSIBLE_CHECK


class Termination(enum.Enum):
    """The reasons for the end of a game."""

    CHECKMATE = 1
    """See ``Board.is_checkmate()``."""
    STALEMATE = 2
    """See ``Board.is_stalemate()``."""
    INSUFFICIENT_MATERIAL = 3
    """See ``Board.is_insufficient_material()``."""
    SEVENTYFIVE_MOVES = 4
    """See ``Board.is_seventyfive_moves()``."""
    FIVEFOLD_REPETITION = 5
    """See ``Board.is_fivefold_repetition()``."""
    FIFTY_MOVES = 6
    """See ``Board.can_claim_fifty_moves()``."""
    THREEFOLD_REPETITION = 7
    """See ``Board.can_claim_threefold_repetition()``."""
    VARIANT_WIN = 8
    """The rules of a variant."""
    VARIANT_LOSS = 9
    """The rules of a variant."""
    VARIANT_DRAW = 10
    """The rules of a variant."""


@dataclasses.dataclass
class Outcome:
    """The outcome of a game: its reason and the winner, ``None`` for a draw."""

    termination: Termination
    """The reason for the end of the game."""
    winner: Optional[bool]
    """The colour of the winner, or ``None`` for a draw."""

    def result(self) -> str:
        """Returns the result as PGN writes it: ``1-0``, ``0-1`` or ``1/2-1/2``."""
        return "1/2-1/2" if self.winner is None else ("1-0" if self.winner else "0-1")
