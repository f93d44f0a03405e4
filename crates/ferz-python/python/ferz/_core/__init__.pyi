"""The Rust classes of the package; ``ferz`` exports the public ones."""

from os import PathLike
from types import ModuleType, TracebackType
from typing import (
    Any,
    Callable,
    ClassVar,
    Dict,
    Hashable,
    Iterable,
    Iterator,
    List,
    Mapping,
    MutableMapping,
)
from typing import Optional, Sequence, SupportsIndex, Tuple, Type, Union, final, overload

from typing_extensions import Self, disjoint_base

from . import batch as batch
from .._epd import Operand
from .._outcome import Outcome, Status
from .._types import Bitboard, Color, EnPassantSpec, IntoSquareSet, PieceType, Square
from ..engine import BestMove, ConfigMapping, InfoDict, Limit, Opponent, Option, PlayResult
from ..engine.types import Info

__all__ = [
    "AmbiguousMoveError", "Analysis", "BaseBoard", "Board", "Engine", "ExploreError", "GameIndex", "GameLine",
    "IllegalMoveError", "InvalidMoveError", "LegalMoveGenerator", "LineAnalysis", "MissingTableError",
    "Move", "MoveStack", "OutputFile", "PgnText", "PgnTree", "Piece", "PolyglotBook", "PseudoLegalMoveGenerator",
    "PuzzleRows", "SquareIterator", "SquareSet", "SubsetIterator", "SyzygyTables", "VariantRules", "__version__", "batch", "between",
    "classify_opening", "connect", "evaluate", "find_opening", "merge_indexes", "opening_rows", "perft",
    "perft_divide", "pgn_variant", "polyglot_key", "polyglot_random", "puzzle_is_solved", "puzzle_themes", "ray", "read_pgn_text",
    "replace_file", "run_program", "scan_forward", "scan_reversed", "svg_piece", "variant_name",
]  # fmt: skip
__version__: str
_Extras = Tuple[Tuple[int, ...], Tuple[int, ...], Tuple[int, ...]]

@disjoint_base
class SquareSet:
    """A set of squares.

    `SquareSet(squares)` takes an integer mask, another set or an iterable of squares. The operators
    `&`, `|`, `^`, `-`, `~`, `<<` and `>>` work on the 64-bit mask, and the methods are those of
    Python's `set`.
    """

    mask: Bitboard
    """The squares as an integer mask: bit 0 is a1, bit 63 is h8."""
    def __new__(cls, squares: Optional[IntoSquareSet] = None) -> Self: ...
    @staticmethod
    def between(a: Square, b: Square) -> SquareSet:
        """Creates the set of the squares between two squares on a common rank, file or diagonal,
        without the two.
        """

    @staticmethod
    def ray(a: Square, b: Square) -> SquareSet:
        """Creates the set of all squares of the rank, file or diagonal through two squares, or the
        empty set if they have none in common.
        """

    @staticmethod
    def from_square(square: Square) -> SquareSet:
        """Creates the set of one square."""

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        """Returns true if the sets have no square in common."""

    def issubset(self, other: IntoSquareSet) -> bool:
        """Returns true if every square of this set is in the other."""

    def issuperset(self, other: IntoSquareSet) -> bool:
        """Returns true if every square of the other set is in this one."""

    def union(self, other: IntoSquareSet) -> SquareSet:
        """Returns the squares in either set."""

    def intersection(self, other: IntoSquareSet) -> SquareSet:
        """Returns the squares in both sets."""

    def difference(self, other: IntoSquareSet) -> SquareSet:
        """Returns the squares in this set that are not in the other."""

    def symmetric_difference(self, other: IntoSquareSet) -> SquareSet:
        """Returns the squares in exactly one of the sets."""

    def update(self, *others: IntoSquareSet) -> None:
        """Adds the squares of other sets."""

    def intersection_update(self, *others: IntoSquareSet) -> None:
        """Keeps the squares that are also in all other sets."""

    def difference_update(self, other: IntoSquareSet) -> None:
        """Removes the squares of another set."""

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        """Keeps the squares in exactly one of the sets."""

    def add(self, square: Square) -> None:
        """Adds a square."""

    def remove(self, square: Square) -> None:
        """Removes a square. Raises `KeyError` if it is not in the set."""

    def discard(self, square: Square) -> None:
        """Removes a square if it is in the set."""

    def pop(self) -> Square:
        """Removes and returns the lowest square. Raises `KeyError` if the set is empty."""

    def clear(self) -> None:
        """Removes all squares."""

    def copy(self) -> SquareSet:
        """Returns a copy."""

    def carry_rippler(self) -> Iterator[Bitboard]:
        """Returns an iterator over the subsets as integer masks, the empty set first."""

    def mirror(self) -> SquareSet:
        """Returns the set mirrored top to bottom."""

    def tolist(self) -> List[bool]:
        """Returns a list of 64 booleans, `True` for the squares of the set."""
    def __contains__(self, square: Square, /) -> bool: ...
    def __iter__(self) -> Iterator[Square]: ...
    def __reversed__(self) -> Iterator[Square]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Dict[int, object]) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __or__(self, other: IntoSquareSet, /) -> SquareSet: ...
    def __ror__(self, other: IntoSquareSet, /) -> SquareSet: ...
    def __ior__(self, other: IntoSquareSet, /) -> Self: ...
    def __and__(self, other: IntoSquareSet, /) -> SquareSet: ...
    def __rand__(self, other: IntoSquareSet, /) -> SquareSet: ...
    def __iand__(self, other: IntoSquareSet, /) -> Self: ...
    def __xor__(self, other: IntoSquareSet, /) -> SquareSet: ...
    def __rxor__(self, other: IntoSquareSet, /) -> SquareSet: ...
    def __ixor__(self, other: IntoSquareSet, /) -> Self: ...
    def __sub__(self, other: IntoSquareSet, /) -> SquareSet: ...
    def __rsub__(self, other: IntoSquareSet, /) -> SquareSet: ...
    def __isub__(self, other: IntoSquareSet, /) -> Self: ...
    def __invert__(self) -> SquareSet: ...
    def __lshift__(self, shift: int, /) -> SquareSet: ...
    def __rshift__(self, shift: int, /) -> SquareSet: ...
    def __ilshift__(self, shift: int, /) -> Self: ...
    def __irshift__(self, shift: int, /) -> Self: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def _repr_svg_(self) -> str:
        """Returns a picture for Jupyter."""

@final
class SquareIterator(Iterator[Square]):
    """Iterator over squares by ascending or descending number."""
    def __iter__(self) -> SquareIterator: ...
    def __next__(self) -> Square: ...
    def __length_hint__(self) -> int: ...

@final
class SubsetIterator(Iterator[Bitboard]):
    """Iterator over the subsets of a set as integer masks."""
    def __iter__(self) -> SubsetIterator: ...
    def __next__(self) -> Bitboard: ...

def scan_forward(bb: IntoSquareSet) -> SquareIterator:
    """Returns an iterator over the squares of a mask, a1 first."""

def scan_reversed(bb: IntoSquareSet) -> SquareIterator:
    """Returns an iterator over the squares of a mask, h8 first."""

def between(a: Square, b: Square) -> Bitboard:
    """Returns the mask of the squares between two squares on a common line, without the two."""

def ray(a: Square, b: Square) -> Bitboard:
    """Returns the mask of the whole rank, file or diagonal through two squares, or 0."""

def connect(
    epd: ModuleType, rules: ModuleType, outcome: ModuleType, import_: Callable[[str], ModuleType]
) -> None:
    """Sets the modules for operations of EPD, rules of subclasses and outcomes, and the function that
    imports a larger module at its first use. Later calls have no effect.
    """

@final
class Piece:
    """A piece with its type and colour: `Piece(KNIGHT, WHITE)` or `Piece.from_symbol("N")`."""

    @property
    def piece_type(self) -> PieceType:
        """The piece type."""

    @property
    def color(self) -> Color:
        """The colour, `True` for White."""
    __match_args__: ClassVar[Tuple[str, str]]
    def __new__(cls, piece_type: PieceType, color: Color) -> Self: ...
    @staticmethod
    def from_symbol(symbol: str) -> Piece:
        """Returns the piece of a FEN letter: upper case for White, lower case for Black.

        Raises `ValueError` for other text.
        """

    def symbol(self) -> str:
        """Returns the FEN letter."""

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """Returns the Unicode figurine."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Dict[int, object]) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str:
        """Returns a picture for Jupyter."""

@final
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
    __match_args__: ClassVar[Tuple[str, str, str, str]]
    def __new__(
        cls,
        from_square: Square,
        to_square: Square,
        promotion: Optional[PieceType] = None,
        drop: Optional[PieceType] = None,
    ) -> Self: ...
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
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Dict[int, object]) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class InvalidMoveError(ValueError):
    """The text or object is not a move at all."""

class IllegalMoveError(ValueError):
    """The move is not legal in the position."""

class AmbiguousMoveError(ValueError):
    """More than one legal move of the position matches the text."""

@final
class LegalMoveGenerator:
    """The legal moves of a board. The view always shows the current position; an iteration shows
    the position at its start, so the board may change meanwhile.
    """
    def __new__(cls, board: Board) -> Self: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object, /) -> bool: ...
    def __bool__(self) -> bool: ...
    def count(self) -> int:
        """Returns the number of moves."""

@final
class PseudoLegalMoveGenerator:
    """The pseudo-legal moves of a board, which may leave the king in check."""
    def __new__(cls, board: Board) -> Self: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object, /) -> bool: ...
    def __bool__(self) -> bool: ...
    def count(self) -> int:
        """Returns the number of moves."""

@final
class MoveStack(Sequence[Move]):
    """The moves of a board since its root position: a sequence that always shows the current moves. It
    is compared, sliced and copied like a list, but cannot be changed.
    """
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> List[Move]: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __reversed__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object, /) -> bool: ...
    def __add__(self, other: List[Move], /) -> List[Move]: ...
    def __radd__(self, other: List[Move], /) -> List[Move]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def count(self, move: object) -> int:
        """Returns the number of times that a move is among the moves."""

    def index(self, move: object, start: int = 0, stop: int = ...) -> int:
        """Returns the first index of a move. Raises `ValueError` if it is not among the moves."""

    def copy(self) -> List[Move]:
        """Returns the moves as a new list."""

@disjoint_base
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
    def __eq__(self, other: object, /) -> bool: ...
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
        """Puts the pieces on their initial squares. Clears the move stack of a `Board`."""

    def clear_board(self) -> None:
        """Removes all pieces. Clears the move stack of a `Board`."""

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
        """Returns the mask of the squares that the piece on a square attacks. Pins are not considered."""

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
        """Removes and returns the piece on a square, or returns `None`. Clears the move stack of a
        `Board`.
        """

    def set_piece_at(self, square: Square, piece: Optional[Piece], promoted: bool = False) -> None:
        """Puts a piece on a square in place of another, or removes the piece for `None`. Clears the
        move stack of a `Board`.
        """

    def board_fen(self, *, promoted: Optional[bool] = ...) -> str:
        """Returns the piece placement of a FEN, with `~` after promoted pieces if `promoted` is true."""

    def set_board_fen(self, fen: str) -> None:
        """Reads the piece placement of a FEN. Clears the move stack of a `Board`.

        Raises `ValueError` for other text.
        """

    def piece_map(self, *, mask: Bitboard = ...) -> Dict[Square, Piece]:
        """Returns a dictionary of the pieces by square, of the squares of a mask."""

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        """Replaces the pieces by those of a dictionary of pieces by square. Clears the move stack of a
        `Board`.
        """

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Puts the pieces of a Chess960 initial position with a number 0 to 959.

        Raises `ValueError` for another number.
        """

    def chess960_pos(self) -> Optional[int]:
        """Returns the Chess960 number if this is an initial placement, else `None`."""

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Applies a function from masks to masks to the board: the placement and, of a `Board`, the
        castling rights and the en passant square. Clears the move stack.
        """

    def transform(self, f: Callable[[Bitboard], Bitboard]) -> Self:
        """Returns a copy, without moves, with a function from masks to masks applied."""

    def apply_mirror(self) -> None:
        """Mirrors the board top to bottom and exchanges the colours; of a `Board` also castling rights,
        en passant square and side to move. Clears the move stack.
        """

    def mirror(self) -> Self:
        """Returns a mirrored copy without moves: see `apply_mirror()`."""

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

@disjoint_base
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
        """The legal moves as a view: iterate it, test moves with `in`, and count them with `count()`."""

    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoveGenerator:
        """The pseudo-legal moves as a view."""
    def __init__(self, fen: Optional[str] = ..., *, chess960: bool = False) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
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

    def copy(self, *, stack: Union[bool, int] = ...) -> Self:
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
        """Returns true if a move leaves its own king in check or castles out of or through check."""

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

    def gives_checkmate(self, move: Move) -> bool:
        """Returns true if a move, at least pseudo-legal, checkmates the opponent."""

    def is_stalemate(self) -> bool:
        """Returns true if the side to move has no legal move and is not in check."""

    def is_insufficient_material(self) -> bool:
        """Returns true if neither side can checkmate by any sequence of legal moves, by material alone."""

    def has_insufficient_material(self, color: Color) -> bool:
        """Returns true if a colour cannot checkmate by any sequence of legal moves, by material alone."""

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

        A check by two knights, by a knight and a pawn or by two pawns is `IMPOSSIBLE_CHECK`, since no
        move gives it. python-chess counts such positions as valid.
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
        en_passant: EnPassantSpec = ...,
        promoted: Optional[bool] = None,
    ) -> str:
        """Returns the FEN.

        `shredder` writes castling rights as file letters. `en_passant` writes the en passant square
        if a capture is `"legal"`, if a pawn can capture (`"xfen"`), or after each double push
        (`"fen"`). `promoted` marks promoted pieces with `~`.
        """

    def shredder_fen(
        self, *, en_passant: EnPassantSpec = ..., promoted: Optional[bool] = None
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
        en_passant: EnPassantSpec = ...,
        promoted: Optional[bool] = None,
        **operations: Union[Operand, Iterable[Move]],
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
        """Returns the possible castling rights as `KQkq`, with file letters where that is ambiguous."""

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

_Path = Union[str, PathLike[str]]

@final
class Engine:
    """
    The engine Ferz in the process.

    `Engine(threads=1, hash=64)` has a number of search threads and a transposition table in MiB.
    `network` is the path of a network file in place of the embedded network, `classical=True`
    selects the classical evaluation, and `syzygy` is a directory of tablebases or a list of them.

    Searches run without the lock of the interpreter, so that other threads of Python run meanwhile.
    Ctrl-C stops a search and raises `KeyboardInterrupt`; `stop()` stops it from another thread. The
    moves of the board count for repetitions. An engine runs one search at a time; use several engines
    for several searches.
    """

    def __new__(
        cls,
        *,
        threads: int = 1,
        hash: int = 64,
        network: Optional[_Path] = None,
        classical: bool = False,
        syzygy: Union[_Path, Sequence[_Path], None] = None,
    ) -> Self: ...
    @property
    def id(self) -> Dict[str, str]:
        """The names of the engine and its authors, as `SimpleEngine.id` has them."""

    @property
    def options(self) -> MutableMapping[str, Option]:
        """The options that `configure()` sets, as `SimpleEngine.options` has them."""

    def configure(self, options: ConfigMapping) -> None:
        """
        Sets options by their names in any case, as those of the UCI engine. A change of `Threads` or `Hash`
        (in MiB) clears the transposition table. `Skill Level` is the strength from 0 to 20, which is
        full strength; with `UCI_LimitStrength` the strength is `UCI_Elo` instead, on the scale of
        computer rating lists. Below full strength one thread searches a number of nodes that depends on
        the strength, and `play()` chooses among the best moves.

        Raises `ferz.engine.EngineError` for other options and `ValueError` for values out of range.
        """

    def ping(self) -> None:
        """Does nothing: the engine is always ready. For programs written for `SimpleEngine`."""

    def send_opponent_information(
        self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None
    ) -> None:
        """
        Does nothing: the engine plays alike against all opponents. For programs written for
        `SimpleEngine`.
        """

    def send_game_result(
        self,
        board: Board,
        winner: Optional[bool] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        """Does nothing: UCI has no results. For programs written for `SimpleEngine`."""

    def quit(self) -> None:
        """Stops the current search, as `close()` does."""

    def close(self) -> None:
        """Stops the current search. The engine needs no other end."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc_value: Optional[BaseException],
        traceback: Optional[TracebackType],
        /,
    ) -> None: ...
    @property
    def threads(self) -> int:
        """The number of search threads."""

    @property
    def hash(self) -> int:
        """The size of the transposition table in MiB."""

    @overload
    def analyse(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        multipv: None = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        game: object = None,
        info: Optional[Info] = None,
        root_moves: Optional[Iterable[Move]] = None,
        options: Optional[ConfigMapping] = None,
    ) -> InfoDict: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        multipv: int,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        game: object = None,
        info: Optional[Info] = None,
        root_moves: Optional[Iterable[Move]] = None,
        options: Optional[ConfigMapping] = None,
    ) -> List[InfoDict]:
        """
        Searches a position and returns its `ferz.engine.InfoDict`: score, principal variation,
        depth, nodes and so on. With `multipv`, returns a list with the best line first.

        `limit` is a `ferz.engine.Limit`; the keywords `nodes`, `depth` (plies), `time` (seconds) and
        `mate` (moves) override it. The search ends at the first limit that is reached. `root_moves` are
        the moves to search, all by default. Another object `game` than before begins a new game, `info`
        selects the kinds of information, all by default, and `options` are those of `configure()` for
        this search.
        """

    def play(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        game: object = None,
        info: Optional[Info] = None,
        root_moves: Optional[Iterable[Move]] = None,
        options: Optional[ConfigMapping] = None,
        ponder: bool = False,
        draw_offered: bool = False,
        opponent: Optional[Opponent] = None,
    ) -> PlayResult:
        """
        Searches a position and returns a `ferz.engine.PlayResult`: the move to play, the expected
        reply, and the information of the search. The arguments are those of `analyse()` without
        `multipv`; a `limit` with clocks is a time control.

        With `ponder` the position after the expected reply is searched until the next call, which then
        finds the results in the transposition table. `draw_offered` and `opponent` have no effect.
        """

    def analysis(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        game: object = None,
        info: Optional[Info] = None,
        root_moves: Optional[Iterable[Move]] = None,
        options: Optional[ConfigMapping] = None,
    ) -> Analysis:
        """
        Starts a search and returns its `Analysis`, an iterator of information. Without a limit it
        runs until it is stopped. The arguments are those of `analyse()`.
        """

    def stop(self) -> None:
        """
        Stops the current search, which returns its result so far. May be called from any thread.
        """

    def new_game(self) -> None:
        """
        Clears the transposition table and all history, for the first position of another game.
        """

@final
class Analysis:
    """
    A running analysis, returned by `Engine.analysis()`.

    Iterating yields the information as the search finds it. The search stops at the end of a `with`
    block, when the object is deleted, and on Ctrl-C. The methods are those of
    `ferz.engine.SimpleAnalysisResult`.
    """

    @property
    def info(self) -> InfoDict:
        """The newest information of the best line, as a copy."""

    @property
    def multipv(self) -> List[InfoDict]:
        """The newest information of each line, the best line first, as copies."""

    def stop(self) -> None:
        """Stops the search. May be called from any thread."""

    def wait(self) -> BestMove:
        """Waits for the end of the search and returns its best move, a `ferz.engine.BestMove`."""

    def get(self) -> InfoDict:
        """As `next()`, but raises `ferz.engine.AnalysisComplete` at the end."""

    def next(self) -> Optional[InfoDict]:
        """Waits for the next information and returns it, or `None` at the end of the search."""

    def would_block(self) -> bool:
        """Returns true if `next()` would wait."""

    def empty(self) -> bool:
        """Returns true if all information so far has been returned."""

    def __iter__(self) -> Iterator[InfoDict]: ...
    def __next__(self) -> InfoDict: ...
    def __enter__(self) -> Analysis: ...
    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc_value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None: ...

def evaluate(board: Board, *, classical: bool = False) -> int:
    """
    Evaluates a position without a search, for the side to move, in centipawns as scores have them:
    by the embedded network, or with `classical=True` by the classical evaluation. The value of a
    position in check has no meaning.
    """

def perft(board: Board, depth: int, *, threads: int = 1, hash: Optional[int] = None) -> int:
    """
    Counts the leaves of the legal move tree `depth` plies below a position.

    `threads` share the tree; `hash` is the size of a table of subtree counts in MiB, which pays from
    depth 6 on. Runs without the lock of the interpreter; Ctrl-C raises `KeyboardInterrupt`.
    """

def perft_divide(
    board: Board, depth: int, *, threads: int = 1, hash: Optional[int] = None
) -> Dict[Move, int]:
    """
    Counts as `perft()`, separately for each legal move. Returns a dictionary from moves to counts, in
    the alphabetical order of UCI notation; it is empty at depth 0.
    """

class ExploreError(Exception):
    """An index is missing or damaged, or another process writes it."""

_Fields = Dict[str, Any]

@final
class GameIndex:
    """An index of games in a folder. Threads may use it at once."""
    def __new__(cls, folder: _Path, create: bool, plies: Optional[int]) -> Self: ...
    def sizes(self) -> Tuple[int, int, int, int, int, int]:
        """Returns the numbers of games, positions, segments and plies, and the bytes of index and texts."""

    def explore(
        self, board: Board, conditions: Mapping[str, Any], top_games: int, recent_games: int
    ) -> Tuple[List[_Fields], List[Tuple[str, _Fields]], List[Tuple[str, _Fields]]]:
        """Returns the moves of a position, the most frequent first, then games of the best rated players and of the
        last dates.
        """

    def find_games(self, board: Board, conditions: Mapping[str, Any]) -> List[int]:
        """Returns the numbers of the games with a position, in the order of the index."""

    def game(self, number: int) -> Optional[_Fields]:
        """Returns a game by its number, None behind the last one."""

    def text(self, number: int) -> Optional[str]:
        """Returns the text of a game, None if it is not stored or there is no such game."""

    def add(
        self, sources: Sequence[Union[str, bytes]], options: Mapping[str, Any]
    ) -> Tuple[int, int, int, List[str], List[int]]:
        """Adds the games of texts."""

    def compact(self) -> int:
        """Merges all segments into one and returns the number that there were."""

    def check(self) -> List[str]:
        """Reads and verifies all files. Returns the first fault of each segment that has one."""

def merge_indexes(folder: _Path, parts: Iterable[_Path], plies: int) -> int:
    """Makes an index in a new or an empty folder out of others, whose folders are yielded one after the other and are
    not used later. A game that two of them have is in it twice.
    """

@final
class PuzzleRows:
    """The rows of a file of puzzles, plain or compressed with gzip, bzip2 or Zstandard. Rows that are no puzzles are left
    out and counted."""
    def __new__(cls, path: _Path) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(
        self,
    ) -> Tuple[
        str,
        str,
        List[str],
        Optional[int],
        Optional[int],
        Optional[int],
        Optional[int],
        List[str],
        str,
        List[str],
    ]: ...
    @property
    def skipped(self) -> int:
        """The number of rows so far that are no puzzles."""
    @property
    def fault(self) -> Optional[str]:
        """The first row that is no puzzle, in words."""

def puzzle_themes(fen: str, moves: str) -> List[str]:
    """Returns the themes that the moves of a puzzle show, in alphabetical order: the error, then the solution, in UCI
    notation with spaces between them.

    Raises `ValueError` if the position or a move is not legal, or there is no move.
    """

def puzzle_is_solved(fen: str, moves: str, given: str) -> bool:
    """Returns true if the moves of the solver, in UCI notation with spaces between them, solve a puzzle, as `ferz puzzles
    solve` decides.

    Raises `ValueError` if the position or a move is not legal, or there is no move of the puzzle.
    """

@final
class OutputFile:
    """A file that replaces an old one as a whole when it is committed: after an error or a kill the old one is
    there. A discarded file, or one that is deleted, leaves the old one.
    """
    def __new__(cls, path: _Path) -> Self: ...
    def write(self, content: bytes) -> None:
        """Writes bytes at the end."""

    def commit(self) -> None:
        """Replaces the old file."""

    def discard(self) -> None:
        """Leaves the old file as it is."""

def replace_file(path: _Path, content: bytes) -> None:
    """Replaces a file by this content as a whole: after an error or a kill it has its old content."""

def run_program(arguments: Sequence[str]) -> int:
    """
    Runs the program `ferz` with these arguments, of which the first is the program's name, on the
    standard streams of the process, and returns its exit status. Without further arguments it is a
    UCI engine.

    Ctrl-C and an output whose reader is gone may end the process, so call it from programs that do
    nothing else. The lock of the interpreter is released meanwhile.
    """

# Comments, NAGs, and the comments of the first move of the best line.
_NotesBefore = Tuple[Sequence[str], Sequence[int], Sequence[str]]
# Comments, NAGs, and the length of the best line that was added with the comments of its first move.
_NotesAfter = Tuple[List[str], List[int], Optional[Tuple[int, List[str]]]]

_Searched = Tuple[Optional[int], Optional[int], Optional[int], Sequence[Move], bool]
_ReasonTuple = Tuple[str, str, List[int], List[Move], str, Optional[int], str]

@final
class GameLine:
    """
    The main line of a game: the start position of a board and the moves from it, and the options of
    the analysis: `thresholds` are the least losses of inaccuracies, mistakes and blunders in
    percentage points, and `curve` is `"players"` or `"engine"`.

    Raises `ValueError` if the position is not legal or an option is invalid, and `IllegalMoveError` if a
    move is not legal.
    """

    def __new__(
        cls, board: Board, moves: Sequence[Move], thresholds: Tuple[float, float, float], curve: str
    ) -> Self: ...
    NODES: ClassVar[int]
    DEEPER: ClassVar[int]
    DEEPER_PLIES: ClassVar[int]
    HASH_MIB: ClassVar[int]
    def searches(
        self,
        searched: Sequence[
            Optional[Tuple[Optional[int], Optional[int], Optional[int], Sequence[Move], bool]]
        ],
    ) -> List[Tuple[int, bool]]:
        """
        Returns the positions to search now, by their index, and whether the search is a second, deeper one; none at
        the end. `searched` has the searches so far: centipawns or moves to mate for the side to move, depth, best line,
        and whether it was a second one; `None` without a search.
        """

    def analyse(
        self,
        searched: Sequence[
            Optional[Tuple[Optional[int], Optional[int], Optional[int], Sequence[Move], bool]]
        ],
    ) -> LineAnalysis:
        """
        Analyses the line by the searches of its positions, which those where the game has ended need not have.
        """

@final
class LineAnalysis:
    """
    The analysis of a `GameLine`.
    """

    @property
    def start_score(self) -> float:
        """
        White's expected score before the first move, in percent.
        """

    def moves(self) -> List[Tuple[float, float, int, float, Optional[str], Optional[int]]]:
        """
        Returns for each move White's expected score after it in percent, the loss in percentage
        points and in centipawns, the accuracy, the name of the assessment, and its NAG.
        """

    def summary(self, white: bool) -> Tuple[int, int, int, int, Optional[float], Optional[float]]:
        """
        Returns the moves, inaccuracies, mistakes and blunders of a side, its average centipawn loss,
        and its accuracy.
        """

    def explain(
        self,
        index: int,
        best_lines: Optional[Callable[[str, bool, int], Sequence[_Searched]]] = None,
        table_result: Optional[Callable[[str, bool], Optional[int]]] = None,
    ) -> Optional[Tuple[List[_ReasonTuple], str]]:
        """
        Returns the reasons why a move was bad and the comment that says them; `None` if nothing is proven.

        `best_lines(fen, chess960, count)` returns the best lines of a position as `GameLine.searches` takes them, and
        `table_result(fen, chess960)` its result by a tablebase for the side to move: 1, 0, -1 or `None`. Their errors are
        raised.
        """

    def chart(self, white: str, black: str, result: str) -> str:
        """
        Returns the chart as SVG, with the names of the players and the result.
        """

    def annotate(
        self,
        notes: Sequence[_NotesBefore],
        *,
        evals: bool,
        nags: bool,
        tags: bool,
        line_plies: int,
        replace: bool,
    ) -> Tuple[List[_NotesAfter], List[Tuple[str, str]]]:
        """
        Returns the annotations of the start position and of each move, and the tags to set.

        `notes` are the annotations so far: comments, NAGs, and the comments of the first move of the
        best line before the move, empty if the game has no such variation. The annotations returned
        have the length of the best line to add and the comments of its first move instead, or `None`.
        `replace` removes the annotations so far first.
        """

# Comments, starting comments and NAGs.
_Notes = Tuple[List[str], List[str], List[int]]
_Other = Tuple[int, Move, Optional[_Notes]]

@final
class PgnText:
    """The tags and the movetext of one game."""
    def add_tags(self, tags: Dict[str, str]) -> None:
        """Adds the tags to a dictionary. Of two tags with the same name the last is kept."""
    def tags(self) -> List[Tuple[str, str]]:
        """Returns pairs of name and value, in the order of the text."""
    def tokens(self) -> List[Tuple[str, Any]]:
        """Returns the tokens of the movetext as pairs of a kind and a value: `"san"`, `"comment"` and
        `"result"` with a text, `"nag"` with a number, `"("` and `")"` with `None`.
        """
    @property
    def result(self) -> Optional[str]:
        """The game termination marker."""
    @property
    def error(self) -> Optional[str]:
        """The fault of the text after which the game has not been read."""
    @property
    def warnings(self) -> List[str]:
        """The faults of the text that hide no move."""
    def tree(self, board: Optional[Board] = None) -> Optional[PgnTree]:
        """Returns the tree of moves from the position of a board, by default the initial position of
        standard chess. Returns `None` if the position is not legal.
        """

@final
class PgnTree:
    """The moves of one game, from which nodes are created when they are needed."""
    @property
    def errors(self) -> List[Tuple[str, str]]:
        """The moves that cannot be read or made: for each the kind of the error, `"illegal"`, `"invalid"` or
        `"ambiguous"`, and its text.
        """
    @property
    def warnings(self) -> List[str]:
        """The faults of moves that are read in spite of them."""
    def line(self, node: int) -> List[Tuple[Move, Optional[_Notes], Optional[List[_Other]]]]:
        """Returns the main line after a node: for each move a tuple of the move, its annotations or
        `None`, and its alternatives or `None`. An alternative is a tuple of its index, move and
        annotations. Index 0 is the start position.
        """
    def notes(self, node: int) -> Optional[_Notes]:
        """Returns comments, starting comments and NAGs of a node, or `None`."""
    def main_line(self, node: int) -> List[Move]:
        """Returns the moves of the main line after a node."""

def read_pgn_text(
    handle: object, before: bytes, tags_only: bool
) -> Tuple[Optional[PgnText], bytes]:
    """Reads the next game, or its tags alone, from an object with a method `readline`, after the text `before`.
    Returns the game, `None` at the end of the text, and the text behind it that has been read and cannot be
    given back.
    """

@final
class PolyglotBook:
    """A Polyglot book that is searched in its file."""
    def __new__(cls, path: str) -> PolyglotBook: ...
    def __len__(self) -> int: ...
    def entry(self, index: int) -> Tuple[int, int, int, int]:
        """Returns the numbers of an entry."""
    def find(self, key: int) -> List[Tuple[int, int, int, int]]:
        """Returns the numbers of the entries of a position, in the order of the file."""

def opening_rows() -> List[Tuple[str, str, str]]:
    """Returns the ECO code, the name, and the moves in UCI notation of each opening."""

def find_opening(board: Board) -> Optional[int]:
    """Returns the index of the opening of a position, if it has a name."""

def classify_opening(board: Board, moves: Iterable[Move]) -> Optional[int]:
    """
    Returns the index of the last named position of the moves of a board and the moves after them, up to
    the first illegal one.
    """

def polyglot_key(board: Board) -> int:
    """Returns the Polyglot key of any board. The en passant file counts if a pawn attacks the square,
    pinned or not.
    """

def polyglot_random() -> List[int]:
    """Returns the 781 random numbers of the format."""

def svg_piece(piece: Piece) -> str:
    """Returns the drawing of a piece on a square of 100 by 100 units, as elements of SVG for a group with
    `stroke-linejoin="round"`.
    """

class MissingTableError(KeyError):
    """A table that a probe requires is missing."""

@final
class SyzygyTables:
    """A set of tables. Threads may probe at once."""
    def __new__(cls) -> SyzygyTables: ...
    def add_directory(self, path: str, wdl: bool, dtz: bool) -> int:
        """Adds the tables of a directory and returns the number of files."""
    def add_file(self, path: str, wdl: bool, dtz: bool) -> bool:
        """Adds a table and returns true, or false if the file is no table of these kinds."""
    def close(self) -> None:
        """Closes all tables."""
    def wdl(self, board: Board) -> int:
        """Returns the outcome of a position, -2 to 2."""
    def dtz(self, board: Board) -> int:
        """Returns the distance to zeroing of a position."""
    def wdl_table(self, board: Board) -> int:
        """Returns the value of the WDL table alone."""
    def dtz_table(self, board: Board, wdl: int) -> Optional[int]:
        """Returns the value of the DTZ table alone, or `None` if it stores the other side to move."""

def variant_name(name: str) -> Optional[str]:
    """Returns the value of `UCI_Variant` of a variant by its name in any common spelling, or `None`."""

def pgn_variant(name: str) -> Optional[str]:
    """Returns `"standard"`, `"wild"` or `"chess960"` for a value of the tag `Variant`, or `None` for a
    variant with rules of its own. Case, spaces and punctuation do not count.
    """

@final
class VariantRules:
    """The rules of a variant for the boards of `ferz.variant`: `VariantRules("atomic")`.

    The pockets, from pawns to queens, and the checks still to give, White's first, are the argument
    `extras` of the methods; it is `None` for variants that have neither.
    """
    def __new__(cls, name: str) -> Self: ...
    def legal_moves(
        self, board: Board, extras: Optional[_Extras], from_mask: Bitboard, to_mask: Bitboard
    ) -> List[Move]:
        """Returns the legal moves with origin and target in the masks. The origin of a drop is its target."""

    def pseudo_legal_moves(
        self, board: Board, extras: Optional[_Extras], from_mask: Bitboard, to_mask: Bitboard
    ) -> List[Move]:
        """Returns the moves with origin and target in the masks without tests of checks, compulsory captures
        and the end of the game.
        """

    def is_legal(self, board: Board, extras: Optional[_Extras], move: Move) -> bool:
        """Returns true if a move is legal. Castling is accepted as on boards of chess."""

    def is_pseudo_legal(self, board: Board, extras: Optional[_Extras], move: Move) -> bool:
        """Returns true if a move is pseudo-legal."""

    def push(self, board: Board, extras: Optional[_Extras], move: Move) -> Optional[_Extras]:
        """Makes a move, legal or not, or passes for the null move, and returns the pockets and checks after
        it, `None` if there were none before.

        Raises `AssertionError` if there is no piece on the move's origin, or for a drop none in the pocket
        or one on the target.
        """

    def checkers_mask(self, board: Board, color: Color) -> Bitboard:
        """Returns the mask of the pieces that give check to a colour."""

    def end(
        self, board: Board, extras: Optional[_Extras]
    ) -> Optional[Tuple[Optional[Color], bool]]:
        """Returns the winner, `None` for a draw, if the aim of the variant ended the game, or if captures
        are compulsory and there is no move, and whether it was the aim; or `None`.
        """

    def has_legal_move(self, board: Board, extras: Optional[_Extras]) -> bool:
        """Returns true if there is a legal move."""

    def occurrences(
        self, board: Board, extras: Optional[_Extras], past: Optional[Sequence[_Extras]]
    ) -> int:
        """Counts the occurrences of the position in the game, this one included. `past` has the pockets and
        checks before each move of the stack, or is `None`.
        """

    def has_insufficient_material(self, board: Board, color: Color) -> bool:
        """Returns true if a colour cannot win by any sequence of legal moves, by material alone."""

    def drop_squares_mask(self, board: Board) -> Bitboard:
        """Returns the mask of the empty squares on which a drop would not leave the side to move in check."""
