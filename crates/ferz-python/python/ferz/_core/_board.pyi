"""Positions with their moves."""

from typing import ClassVar, Dict, Hashable, Iterable, Iterator, List, Optional, Tuple, Union

from typing_extensions import Self

from .._epd import Operand
from .._outcome import Outcome, Status
from .._types import Bitboard, Color, EnPassantSpec, PieceType, Square
from ._base_board import BaseBoard
from ._moves import LegalMoveGenerator, Move, MoveStack, PseudoLegalMoveGenerator
from ._squares import SquareSet


class Board(BaseBoard):
    """A position with the moves that led to it: pieces, side to move, castling rights, en passant
    square and counters, move generation, notation and the rules of the game.

    `Board()` is the initial position, `Board(None)` the empty board, and `Board(fen)` reads a FEN of
    one to six fields. `chess960=True` writes castling as king takes rook and allows castling rights
    with other squares than those of standard chess. Positions need not be legal: see `is_valid()`
    and `status()`.

    Boards are equal if pieces, side to move, possible castling rights, legal en passant captures
    and counters are equal. They are mutable and not hashable.
    """
    aliases: ClassVar[List[str]]
    uci_variant: ClassVar[Optional[str]]
    xboard_variant: ClassVar[Optional[str]]
    starting_fen: ClassVar[str]
    tbw_suffix: ClassVar[Optional[str]]
    tbz_suffix: ClassVar[Optional[str]]
    tbw_magic: ClassVar[Optional[bytes]]
    tbz_magic: ClassVar[Optional[bytes]]
    pawnless_tbw_suffix: ClassVar[Optional[str]]
    pawnless_tbz_suffix: ClassVar[Optional[str]]
    pawnless_tbw_magic: ClassVar[Optional[bytes]]
    pawnless_tbz_magic: ClassVar[Optional[bytes]]
    connected_kings: ClassVar[bool]
    one_king: ClassVar[bool]
    captures_compulsory: ClassVar[bool]
    turn: Color
    """The side to move, `True` for White."""
    castling_rights: Bitboard
    """The squares of the rooks with castling rights as an integer mask, whether or not king and
    rook are in place: see `clean_castling_rights()`.
    """
    ep_square: Optional[Square]
    """The square passed by a double push in the last move, or `None`. It is set even if no capture
    is possible: see `has_legal_en_passant()`.
    """
    halfmove_clock: int
    """Plies since the last capture or pawn move."""
    fullmove_number: int
    """The number of the current move: 1 at the start, incremented after each move of Black."""
    chess960: bool
    """True if castling is written as king takes rook."""

    @property
    def move_stack(self) -> MoveStack:
        """The moves since the root position: a view, which cannot be changed."""

    @property
    def legal_moves(self) -> LegalMoveGenerator:
        """The legal moves as a view: iterate it, test moves with `in`, and count them with `count()`.
        """

    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoveGenerator:
        """The pseudo-legal moves as a view."""
    def __init__(self, fen: Optional[str] = ..., *, chess960: bool = False) -> None: ...
    def __eq__(self, other: object) -> bool: ...

    def push(self, move: Move) -> None:
        """Makes a move and appends it to the move stack.

        The move is not checked for legality: push only legal moves, or null moves, or check with
        `is_legal()`. Raises `AssertionError` if there is no piece on the move's origin.
        """

    def pop(self) -> Move:
        """Undoes the last move and returns it. Raises `IndexError` if the move stack is empty."""

    def peek(self) -> Move:
        """Returns the last move. Raises `IndexError` if the move stack is empty."""

    def root(self) -> Self:
        """Returns the position before all moves of the move stack."""

    def copy(self, *, stack: Union[bool, int] = True) -> Self:
        """Returns a copy. `stack=False` leaves out the move stack, and a number limits it to the last
        moves.
        """

    @classmethod
    def empty(cls, *, chess960: bool = False) -> Self:
        """Creates an empty board with White to move."""

    def ply(self) -> int:
        """Returns the number of plies since the start of the game, from the move number."""

    def reset(self) -> None:
        """Restores the initial position and clears the move stack."""

    def clear(self) -> None:
        """Removes all pieces, resets the other fields and clears the move stack."""

    def clear_stack(self) -> None:
        """Clears the move stack."""

    def generate_legal_moves(
        self, from_mask: Bitboard = ..., to_mask: Bitboard = ...
    ) -> Iterator[Move]:
        """Returns an iterator over the legal moves with origin and target in the masks."""

    def generate_pseudo_legal_moves(
        self, from_mask: Bitboard = ..., to_mask: Bitboard = ...
    ) -> Iterator[Move]:
        """Returns an iterator over the pseudo-legal moves with origin and target in the masks: they may
        leave the king in check. Castling moves are legal, and their target in the mask is the rook.
        """

    def generate_legal_captures(
        self, from_mask: Bitboard = ..., to_mask: Bitboard = ...
    ) -> Iterator[Move]:
        """Returns an iterator over the legal captures, en passant included."""

    def generate_pseudo_legal_captures(
        self, from_mask: Bitboard = ..., to_mask: Bitboard = ...
    ) -> Iterator[Move]:
        """Returns an iterator over the pseudo-legal captures, en passant included."""

    def generate_legal_ep(
        self, from_mask: Bitboard = ..., to_mask: Bitboard = ...
    ) -> Iterator[Move]:
        """Returns an iterator over the legal en passant captures."""

    def generate_pseudo_legal_ep(
        self, from_mask: Bitboard = ..., to_mask: Bitboard = ...
    ) -> Iterator[Move]:
        """Returns an iterator over the pseudo-legal en passant captures."""

    def generate_castling_moves(
        self, from_mask: Bitboard = ..., to_mask: Bitboard = ...
    ) -> Iterator[Move]:
        """Returns an iterator over the legal castling moves. The target in the mask is the rook."""

    def is_legal(self, move: Move) -> bool:
        """Returns true if a move is legal."""

    def is_pseudo_legal(self, move: Move) -> bool:
        """Returns true if a move is pseudo-legal: it may leave the king in check."""

    def is_into_check(self, move: Move) -> bool:
        """Returns true if a move leaves its own king in check or castles out of or through check.
        """

    def was_into_check(self) -> bool:
        """Returns true if the side not to move is in check: the last move was not legal."""

    def gives_check(self, move: Move) -> bool:
        """Returns true if a move gives check."""

    def is_en_passant(self, move: Move) -> bool:
        """Returns true if a move is an en passant capture."""

    def is_capture(self, move: Move) -> bool:
        """Returns true if a move captures, en passant included."""

    def is_zeroing(self, move: Move) -> bool:
        """Returns true if a move resets the halfmove clock: a capture or a pawn move."""

    def is_irreversible(self, move: Move) -> bool:
        """Returns true if no sequence of legal moves can lead back to the position: a capture, a pawn
        move, the loss of castling rights, or any move while en passant is possible.
        """

    def is_castling(self, move: Move) -> bool:
        """Returns true if a move is castling, written in either way."""

    def is_kingside_castling(self, move: Move) -> bool:
        """Returns true if a move is castling short."""

    def is_queenside_castling(self, move: Move) -> bool:
        """Returns true if a move is castling long."""

    def has_pseudo_legal_en_passant(self) -> bool:
        """Returns true if a pawn can capture en passant, perhaps leaving its king in check."""

    def has_legal_en_passant(self) -> bool:
        """Returns true if an en passant capture is legal."""

    def checkers_mask(self) -> Bitboard:
        """Returns the mask of the pieces that give check to the side to move."""

    def checkers(self) -> SquareSet:
        """Returns the pieces that give check to the side to move."""

    def is_check(self) -> bool:
        """Returns true if the side to move is in check."""

    def is_checkmate(self) -> bool:
        """Returns true if the side to move is checkmated."""

    def is_stalemate(self) -> bool:
        """Returns true if the side to move has no legal move and is not in check."""

    def is_insufficient_material(self) -> bool:
        """Returns true if neither side can checkmate by any sequence of legal moves, by material alone.
        """

    def has_insufficient_material(self, color: Color) -> bool:
        """Returns true if a colour cannot checkmate by any sequence of legal moves, by material alone.
        """

    def is_seventyfive_moves(self) -> bool:
        """Returns true if the game is drawn by the seventy-five-move rule."""

    def is_fivefold_repetition(self) -> bool:
        """Returns true if the game is drawn because the position occurred five times."""

    def is_fifty_moves(self) -> bool:
        """Returns true if the halfmove clock allows a claim by the fifty-move rule and there is a legal
        move.
        """

    def is_repetition(self, count: int = 3) -> bool:
        """Returns true if the position occurred at least `count` times in the game."""

    def can_claim_draw(self) -> bool:
        """Returns true if the side to move can claim a draw by the fifty-move rule or by threefold
        repetition.
        """

    def can_claim_fifty_moves(self) -> bool:
        """Returns true if the side to move can claim a draw by the fifty-move rule, perhaps with its
        next move.
        """

    def can_claim_threefold_repetition(self) -> bool:
        """Returns true if the side to move can claim a draw by threefold repetition, perhaps with its
        next move.
        """

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Returns true if the game is over; with `claim_draw` also if a draw can be claimed."""

    def result(self, *, claim_draw: bool = False) -> str:
        """Returns the result of the game as PGN writes it: `1-0`, `0-1`, `1/2-1/2` or `*`."""

    def outcome(self, *, claim_draw: bool = False) -> Optional[Outcome]:
        """Returns the outcome if the game is over, else `None`. With `claim_draw` a draw that the side
        to move can claim also ends the game.
        """

    def is_variant_end(self) -> bool:
        """Returns true if a variant's own rules end the game; never in chess."""

    def is_variant_win(self) -> bool:
        """Returns true if the side to move wins by a variant's own rules; never in chess."""

    def is_variant_loss(self) -> bool:
        """Returns true if the side to move loses by a variant's own rules; never in chess."""

    def is_variant_draw(self) -> bool:
        """Returns true if the game is drawn by a variant's own rules; never in chess."""

    def status(self) -> Status:
        """Returns the faults of the position as `ferz.Status` flags; `Status.VALID` without faults.
        """

    def is_valid(self) -> bool:
        """Returns true if the position has no faults: see `status()`."""

    def _transposition_key(self) -> Hashable:
        """Returns a hashable value that is equal for positions that count as repetitions."""

    def san(self, move: Move) -> str:
        """Returns a legal or null move in SAN, with its check or checkmate mark.

        Raises `AssertionError` if there is no piece on the move's origin.
        """

    def lan(self, move: Move) -> str:
        """Returns a legal or null move in long algebraic notation, such as `Ng1-f3`.

        Raises `AssertionError` if there is no piece on the move's origin.
        """

    def san_and_push(self, move: Move) -> str:
        """Returns a legal or null move in SAN and makes it."""

    def variation_san(self, variation: Iterable[Move]) -> str:
        """Returns consecutive moves in SAN with move numbers: `1. e4 e5 2. Nf3`.

        Raises `IllegalMoveError` for a move that is not legal after the moves before it.
        """

    def parse_san(self, san: str) -> Move:
        """Returns the legal move that a text in SAN names, or the null move for `--` and its like.

        Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.
        """

    def push_san(self, san: str) -> Move:
        """Makes the legal move that a text in SAN names, and returns it.

        Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.
        """

    def uci(self, move: Move, *, chess960: Optional[bool] = None) -> str:
        """Returns a move in UCI notation, with castling as the board writes it, or as in Chess960 if
        `chess960` is true.
        """

    def parse_uci(self, uci: str) -> Move:
        """Returns the legal or null move that a text in UCI notation names, with castling in either
        notation.

        Raises `InvalidMoveError` or `IllegalMoveError`.
        """

    def push_uci(self, uci: str) -> Move:
        """Makes the legal or null move that a text in UCI notation names, and returns it.

        Raises `InvalidMoveError` or `IllegalMoveError`.
        """

    def xboard(self, move: Move, chess960: Optional[bool] = None) -> str:
        """Returns a move in the notation of XBoard: UCI, with `O-O` and `O-O-O` in Chess960 and `@@@@`
        for the null move.
        """

    def parse_xboard(self, xboard: str) -> Move:
        """Returns the legal move that a text in the notation of XBoard names: all that `parse_san`
        accepts, which includes moves as UCI writes them.

        Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.
        """

    def push_xboard(self, san: str) -> Move:
        """Makes the legal move that a text in the notation of XBoard names, and returns it.

        Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.
        """

    def find_move(
        self, from_square: Square, to_square: Square, promotion: Optional[PieceType] = None
    ) -> Move:
        """Returns the legal move between two squares; a pawn promotes to a queen by default. Castling
        is found in both notations.

        Raises `IllegalMoveError`.
        """

    def fen(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: Optional[bool] = None,
    ) -> str:
        """Returns the FEN.

        `shredder` writes castling rights as file letters. `en_passant` writes the en passant square
        if a capture is `"legal"`, if a pawn can capture (`"xfen"`), or after each double push
        (`"fen"`). `promoted` marks promoted pieces with `~`.
        """

    def shredder_fen(
        self, *, en_passant: EnPassantSpec = "legal", promoted: Optional[bool] = None
    ) -> str:
        """Returns the FEN with castling rights as file letters of the rooks."""

    def set_fen(self, fen: str) -> None:
        """Reads a FEN of one to six fields and clears the move stack.

        Raises `ValueError` for other text, with the board unchanged.
        """

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: Optional[bool] = None,
        **operations: Union[Operand,
        Iterable[Move]],
    ) -> str:
        """Returns the EPD: the first four fields of the FEN with operations, given as keywords.

        Operands are `None`, text, numbers, a move, or a list of moves; the moves of `pv` are
        consecutive.
        """

    def set_epd(self, epd: str) -> Dict[str, Operand]:
        """Reads an EPD, clears the move stack and returns the operations. `hmvc` and `fmvn` set the
        counters.

        Raises `ValueError` for other text.
        """

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> Tuple[Self, Dict[str, Operand]]:
        """Creates a board from an EPD and returns it with the operations.

        Raises `ValueError` for other text.
        """

    def castling_xfen(self) -> str:
        """Returns the possible castling rights as `KQkq`, with file letters where that is ambiguous.
        """

    def castling_shredder_fen(self) -> str:
        """Returns the possible castling rights as file letters of the rooks."""

    def set_castling_fen(self, castling_fen: str) -> None:
        """Sets the castling rights from the castling field of a FEN and clears the move stack.

        Raises `ValueError` for other text.
        """

    def clean_castling_rights(self) -> Bitboard:
        """Returns the mask of the castling rights whose king and rook are in place."""

    def has_castling_rights(self, color: Color) -> bool:
        """Returns true if a colour has a castling right."""

    def has_kingside_castling_rights(self, color: Color) -> bool:
        """Returns true if a colour has the right to castle short."""

    def has_queenside_castling_rights(self, color: Color) -> bool:
        """Returns true if a colour has the right to castle long."""

    def has_chess960_castling_rights(self) -> bool:
        """Returns true if there are castling rights that standard chess does not have."""

    def chess960_pos(
        self,
        *,
        ignore_turn: bool = False,
        ignore_castling: bool = False,
        ignore_counters: bool = True,
    ) -> Optional[int]:
        """Returns the Chess960 number of an initial position, or `None`.

        The side to move must be White and the castling rights complete, unless they are ignored.
        The counters are ignored by default.
        """
