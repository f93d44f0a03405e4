"""
The rules of boards whose class overrides some of them: as in :class:`Board`, by calls of the methods
that can be overridden.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, List, Optional

from ._core import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Move
from ._outcome import Outcome, Termination
from ._regexes import SAN_REGEX
from ._squares import (
    BB_ALL,
    BB_FILES,
    BB_RANKS,
    BB_SQUARES,
    FILE_NAMES,
    PAWN,
    PIECE_SYMBOLS,
    RANK_NAMES,
)
from ._squares import SQUARE_NAMES, square_file, square_rank

if TYPE_CHECKING:
    from ._core import Board

_ENDINGS = (
    ("is_variant_loss", Termination.VARIANT_LOSS),
    ("is_variant_win", Termination.VARIANT_WIN),
    ("is_variant_draw", Termination.VARIANT_DRAW),
    ("is_checkmate", Termination.CHECKMATE),
    ("is_insufficient_material", Termination.INSUFFICIENT_MATERIAL),
    ("is_stalemate", Termination.STALEMATE),
    ("is_seventyfive_moves", Termination.SEVENTYFIVE_MOVES),
    ("is_fivefold_repetition", Termination.FIVEFOLD_REPETITION),
)
_CLAIMS = (
    ("can_claim_fifty_moves", Termination.FIFTY_MOVES),
    ("can_claim_threefold_repetition", Termination.THREEFOLD_REPETITION),
)


def _has_move(board: Board) -> bool:
    return next(iter(board.generate_legal_moves()), None) is not None


def is_checkmate(board: Board) -> bool:
    return board.is_check() and not _has_move(board)


def is_stalemate(board: Board) -> bool:
    return not board.is_check() and not board.is_variant_end() and not _has_move(board)


def is_halfmoves(board: Board, limit: int) -> bool:
    return board.halfmove_clock >= limit and _has_move(board)


def outcome(board: Board, claim_draw: bool) -> Optional[Outcome]:
    for test, termination in _ENDINGS + (_CLAIMS if claim_draw else ()):
        if getattr(board, test)():
            winner = None
            if termination in (Termination.CHECKMATE, Termination.VARIANT_LOSS):
                winner = not board.turn
            elif termination is Termination.VARIANT_WIN:
                winner = board.turn
            return Outcome(termination, winner)
    return None


def can_claim_fifty_moves(board: Board) -> bool:
    return board.is_fifty_moves() or (
        board.halfmove_clock >= 99 and _is_reached(board, "is_fifty_moves")
    )


def can_claim_threefold_repetition(board: Board) -> bool:
    return board.is_repetition(3) or _is_reached(board, "is_repetition")


def _is_reached(board: Board, test: str) -> bool:
    """Returns true if a test holds after a legal move that is no capture and no pawn move."""
    for move in list(board.generate_legal_moves()):
        if not board.is_zeroing(move):
            board.push(move)
            try:
                if getattr(board, test)():
                    return True
            finally:
                board.pop()
    return False


def algebraic(board: Board, move: Move, long: bool, keep: bool) -> str:
    """Returns a move in SAN or long algebraic notation. With ``keep`` the move is made."""
    text = _without_mark(board, move, long)
    board.push(move)
    try:
        is_check = board.is_check()
        is_over = (
            is_check and board.is_checkmate() or board.is_variant_loss() or board.is_variant_win()
        )
    finally:
        if not keep:
            board.pop()
    return text + ("#" if is_over else "+" if is_check else "")


def _without_mark(board: Board, move: Move, long: bool) -> str:
    if not move:
        return "--"
    if move.drop:
        return move.uci().lstrip("P")
    if board.is_castling(move):
        return "O-O-O" if square_file(move.to_square) < square_file(move.from_square) else "O-O"
    kind = board.piece_type_at(move.from_square)
    assert kind, f"san() and lan() expect move to be legal or null, but got {move} in {board.fen()}"
    is_capture = board.is_capture(move)
    if long:
        origin = SQUARE_NAMES[move.from_square]
    elif kind != PAWN:
        origin = _origin(board, move, kind)
    else:
        origin = FILE_NAMES[square_file(move.from_square)] if is_capture else ""
    piece = "" if kind == PAWN else (PIECE_SYMBOLS[kind] or "").upper()
    promotion = "=" + (PIECE_SYMBOLS[move.promotion] or "").upper() if move.promotion else ""
    return (
        piece
        + origin
        + ("x" if is_capture else "-" if long else "")
        + SQUARE_NAMES[move.to_square]
        + promotion
    )


def _origin(board: Board, move: Move, kind: int) -> str:
    """Returns the part of the origin that no other piece with a legal move to the target shares."""
    own = move.from_square
    others = board.pieces_mask(kind, board.turn) & ~BB_SQUARES[own]
    rivals = 0
    for rival in board.generate_legal_moves(others, BB_SQUARES[move.to_square]):
        rivals |= BB_SQUARES[rival.from_square]
    if not rivals:
        return ""
    same_file = bool(rivals & BB_FILES[square_file(own)])
    same_rank = bool(rivals & BB_RANKS[square_rank(own)])
    file = FILE_NAMES[square_file(own)] if same_rank or not same_file else ""
    return file + (RANK_NAMES[square_rank(own)] if same_file else "")


def parse_san(board: Board, san: str) -> Move:
    if san in ("--", "Z0", "0000", "@@@@"):
        return Move.null()
    match, drop = SAN_REGEX.match(san), re.fullmatch(r"([PNBRQ]?)(@[a-h][1-8])[+#]?", san)
    if match:
        found = _matching(board, match)
    elif drop:
        move = Move.from_uci((drop[1] or "P") + drop[2])
        found = [move] if board.is_legal(move) else []
    elif re.fullmatch(r"(O-O(-O)?|0-0(-0)?)[+#]?", san):
        short = san.count("-") == 1
        is_side = board.is_kingside_castling if short else board.is_queenside_castling
        found = [move for move in board.generate_castling_moves() if is_side(move)]
    else:
        raise InvalidMoveError(f"invalid san: {san[:120]!r}")
    if len(found) > 1:
        raise AmbiguousMoveError(f"ambiguous san: {san[:120]!r} in {board.fen()}")
    if not found:
        raise IllegalMoveError(f"illegal san: {san[:120]!r} in {board.fen()}")
    return found[0]


def _matching(board: Board, match: Any) -> List[Move]:
    """Returns the legal moves that a match of SAN_REGEX names."""
    letter, file, rank, target, promotion = match.groups()
    kind = PIECE_SYMBOLS.index(letter.lower()) if letter else PAWN
    promoted = PIECE_SYMBOLS.index(promotion[-1].lower()) if promotion else None
    from_mask, to_mask = BB_ALL, BB_SQUARES[SQUARE_NAMES.index(target)]
    if file:
        from_mask &= BB_FILES[FILE_NAMES.index(file)]
    if rank:
        from_mask &= BB_RANKS[RANK_NAMES.index(rank)]
    if kind == PAWN and file and rank:
        # The piece letter may be missing from a move with its whole origin.
        move = Move(SQUARE_NAMES.index(file + rank), SQUARE_NAMES.index(target), promoted)
        # Castling is returned as the board writes it.
        return [Move.from_uci(board.uci(move))] if board.is_legal(move) else []
    from_mask &= board.pieces_mask(kind, board.turn)
    if kind == PAWN and not file:
        from_mask &= BB_FILES[FILE_NAMES.index(target[0])]
    moves = board.generate_legal_moves(from_mask, to_mask)
    return [move for move in moves if move.promotion == promoted and not board.is_castling(move)]


def variation_san(board: Board, moves: Any) -> str:
    board, words = board.copy(stack=False), []
    for nth, move in enumerate(moves):
        if not board.is_legal(move):
            raise IllegalMoveError(f"illegal move {move} in position {board.fen()}")
        if board.turn:
            words.append(f"{board.fullmove_number}.")
        elif nth == 0:
            words.append(f"{board.fullmove_number}...")
        words.append(algebraic(board, move, long=False, keep=True))
    return " ".join(words)
