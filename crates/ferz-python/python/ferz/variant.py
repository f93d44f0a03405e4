"""
Variants of chess, with the names of ``chess.variant``: boards as :class:`ferz.Board`.

>>> import ferz.variant
>>> board = ferz.variant.CrazyhouseBoard()
>>> for san in ("e4", "d5", "exd5", "Qxd5", "@d6"):
...     _ = board.push_san(san)
>>> board.fen()
'rnb1kbnr/ppp1pppp/3P4/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 1 3'

Searches, tablebases, books and openings know standard chess and Chess960 alone.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Hashable, Iterable, Iterator, List, Optional, Sequence, Tuple
from typing import Type, TypeVar, Union

from ferz import _chess as chess
from ferz import _epd
from ferz._core import VariantRules, pgn_variant, variant_name
from ferz._types import Bitboard, Color, EnPassantSpec, PieceType

_Extras = Tuple[Tuple[int, ...], Tuple[int, ...], Tuple[int, ...]]
"""The pieces of the pockets from pawns to queens and the checks still to give, White's first."""

_INITIAL: Any = object()
_NO_POCKET = (0,) * 5
_ALL_CHECKS = (3, 3)
_CountingT = TypeVar("_CountingT", bound="_CountingBoard")


class _VariantBoard(chess.Board):
    """A board whose moves and ends are those of a variant."""

    _rules: ClassVar[VariantRules]
    _ignored: ClassVar[chess.Status] = chess.Status.VALID
    """The faults of chess that are none of the variant."""

    tbw_suffix: ClassVar[Optional[str]] = None
    tbz_suffix: ClassVar[Optional[str]] = None
    tbw_magic: ClassVar[Optional[bytes]] = None
    tbz_magic: ClassVar[Optional[bytes]] = None

    def __init__(self, fen: Optional[str] = _INITIAL, *, chess960: bool = False) -> None:
        super().__init__(None, chess960=chess960)
        if fen is not None:
            self.set_fen(self.starting_fen if fen is _INITIAL else fen)

    def _extras(self) -> Optional[_Extras]:
        return None

    def _past_extras(self) -> Optional[List[_Extras]]:
        """Returns the extras before each move of the stack."""
        return None

    # Moves.

    def generate_legal_moves(
        self, from_mask: Bitboard = chess.BB_ALL, to_mask: Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        return iter(self._rules.legal_moves(self, self._extras(), from_mask, to_mask))

    def generate_pseudo_legal_moves(
        self, from_mask: Bitboard = chess.BB_ALL, to_mask: Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        return iter(self._rules.pseudo_legal_moves(self, self._extras(), from_mask, to_mask))

    def generate_legal_captures(
        self, from_mask: Bitboard = chess.BB_ALL, to_mask: Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        moves = self.generate_legal_moves(from_mask, to_mask)
        return iter([move for move in moves if self.is_capture(move)])

    def generate_pseudo_legal_captures(
        self, from_mask: Bitboard = chess.BB_ALL, to_mask: Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        moves = self.generate_pseudo_legal_moves(from_mask, to_mask)
        return iter([move for move in moves if self.is_capture(move)])

    def generate_legal_ep(
        self, from_mask: Bitboard = chess.BB_ALL, to_mask: Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        if self.ep_square is None:
            return iter(())
        moves = self.generate_legal_moves(from_mask, to_mask & chess.BB_SQUARES[self.ep_square])
        return iter([move for move in moves if self.is_en_passant(move)])

    def generate_pseudo_legal_ep(
        self, from_mask: Bitboard = chess.BB_ALL, to_mask: Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        if self.ep_square is None:
            return iter(())
        to_mask &= chess.BB_SQUARES[self.ep_square]
        moves = self.generate_pseudo_legal_moves(from_mask, to_mask)
        return iter([move for move in moves if self.is_en_passant(move)])

    def generate_castling_moves(
        self, from_mask: Bitboard = chess.BB_ALL, to_mask: Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        # Pseudo-legal castling leaves no king in check.
        moves = self.generate_pseudo_legal_moves(from_mask & self.kings, to_mask)
        return iter([move for move in moves if self.is_castling(move)])

    def is_legal(self, move: chess.Move) -> bool:
        return self._rules.is_legal(self, self._extras(), move)

    def is_pseudo_legal(self, move: chess.Move) -> bool:
        return self._rules.is_pseudo_legal(self, self._extras(), move)

    def is_castling(self, move: chess.Move) -> bool:
        return move.drop is None and super().is_castling(move)

    def has_legal_en_passant(self) -> bool:
        return any(self.generate_legal_ep())

    def has_pseudo_legal_en_passant(self) -> bool:
        return any(self.generate_pseudo_legal_ep())

    def push(self, move: chess.Move) -> None:
        self._rules.push(self, None, move)

    def _after(self, move: chess.Move, name: str) -> Any:
        """Returns the result of a method after a move."""
        self.push(move)
        try:
            return getattr(self, name)()
        finally:
            self.pop()

    def is_into_check(self, move: chess.Move) -> bool:
        return bool(self._after(move, "was_into_check"))

    def gives_check(self, move: chess.Move) -> bool:
        return bool(self._after(move, "is_check"))

    def reset(self) -> None:
        self.set_fen(self.starting_fen)

    def _transposition_key(self) -> Hashable:
        key: Any = super()._transposition_key()
        *placement, _ = key
        ep_square = self.ep_square if self.has_legal_en_passant() else None
        return (*placement, ep_square, self._extras())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, chess.Board):
            return NotImplemented
        return (
            isinstance(other, _VariantBoard)
            and self.uci_variant == other.uci_variant
            and self.halfmove_clock == other.halfmove_clock
            and self.fullmove_number == other.fullmove_number
            and self._transposition_key() == other._transposition_key()
        )

    # Checks and ends.

    def checkers_mask(self) -> Bitboard:
        return self._rules.checkers_mask(self, self.turn)

    def checkers(self) -> chess.SquareSet:
        return chess.SquareSet(self.checkers_mask())

    def is_check(self) -> bool:
        return bool(self.checkers_mask())

    def was_into_check(self) -> bool:
        return bool(self._rules.checkers_mask(self, not self.turn))

    def has_insufficient_material(self, color: Color) -> bool:
        return self._rules.has_insufficient_material(self, color)

    def is_insufficient_material(self) -> bool:
        return all(map(self.has_insufficient_material, chess.COLORS))

    def is_checkmate(self) -> bool:
        return self.is_check() and not self._rules.has_legal_move(self, self._extras())

    def is_stalemate(self) -> bool:
        is_over = self.is_check() or self.is_variant_end()
        return not is_over and not self._rules.has_legal_move(self, self._extras())

    def is_variant_end(self) -> bool:
        end = self._rules.end(self, self._extras())
        return end is not None and end[1]

    def is_variant_win(self) -> bool:
        end = self._rules.end(self, self._extras())
        return end is not None and end[0] == self.turn

    def is_variant_loss(self) -> bool:
        end = self._rules.end(self, self._extras())
        return end is not None and end[0] == (not self.turn)

    def is_variant_draw(self) -> bool:
        end = self._rules.end(self, self._extras())
        return end is not None and end[0] is None

    def is_repetition(self, count: int = 3) -> bool:
        # Each further occurrence is at least two plies before.
        if len(self.move_stack) < 2 * (count - 1):
            return False
        return self._rules.occurrences(self, self._extras(), self._past_extras()) >= count

    def is_fivefold_repetition(self) -> bool:
        return self.is_repetition(5)

    def status(self) -> chess.Status:
        return super().status() & ~self._ignored

    def is_valid(self) -> bool:
        return self.status() == chess.Status.VALID

    # FEN.

    def _fields(
        self, shredder: bool, en_passant: EnPassantSpec, promoted: Optional[bool]
    ) -> List[str]:
        """Returns the fields of a FEN before the counters."""
        fields = super().epd(shredder=shredder, en_passant=en_passant, promoted=promoted).split()
        if self.ep_square is not None and en_passant != "fen":
            test = self.has_legal_en_passant
            is_shown = test() if en_passant == "legal" else self.has_pseudo_legal_en_passant()
            fields[3] = chess.square_name(self.ep_square) if is_shown else "-"
        return fields

    def fen(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: Optional[bool] = None,
    ) -> str:
        fields = self._fields(shredder, en_passant, promoted)
        return " ".join([*fields, str(self.halfmove_clock), str(self.fullmove_number)])

    def shredder_fen(
        self, *, en_passant: EnPassantSpec = "legal", promoted: Optional[bool] = None
    ) -> str:
        return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: Optional[bool] = None,
        **operations: Any,
    ) -> str:
        fields = self._fields(shredder, en_passant, promoted)
        if operations:
            fields.append(_epd.format_operations(self, operations))
        return " ".join(fields)

    def __repr__(self) -> str:
        chess960 = ", chess960=True" if self.chess960 else ""
        return f"{type(self).__name__}({self.fen()!r}{chess960})"


class _CountingBoard(_VariantBoard):
    """A board with pockets or counted checks, which are kept for each move of the stack."""

    _counts: _Extras
    _shown: Any
    """The pockets or checks as the caller sees and may change them, once they were asked for."""

    def __init__(self, fen: Optional[str] = _INITIAL, *, chess960: bool = False) -> None:
        self._past: List[_Extras] = []
        self._reset_extras()
        super().__init__(fen, chess960=chess960)

    def _read(self, shown: Any) -> _Extras:
        raise NotImplementedError

    def _extras(self) -> _Extras:
        return self._counts if self._shown is None else self._read(self._shown)

    def _set_extras(self, extras: _Extras) -> None:
        self._counts, self._shown = extras, None

    def _past_extras(self) -> Optional[List[_Extras]]:
        return self._past

    def _reset_extras(self) -> None:
        self._set_extras((_NO_POCKET, _NO_POCKET, _ALL_CHECKS))

    def push(self, move: chess.Move) -> None:
        before = self._extras()
        after = self._rules.push(self, before, move)
        self._past.append(before)
        self._counts, self._shown = after or before, None

    def pop(self) -> chess.Move:
        move = super().pop()
        self._counts, self._shown = self._past.pop(), None
        return move

    def copy(self: _CountingT, *, stack: Union[bool, int] = True) -> _CountingT:
        board = super().copy(stack=stack)
        board._past = self._past[len(self._past) - len(board.move_stack) :]
        board._set_extras(self._extras())
        return board

    def root(self: _CountingT) -> _CountingT:
        board = super().root()
        board._set_extras(self._past[0] if self._past else self._extras())
        return board

    def clear(self) -> None:
        super().clear()
        self._reset_extras()

    def clear_board(self) -> None:
        super().clear_board()
        self._reset_extras()

    def reset_board(self) -> None:
        super().reset_board()
        self._reset_extras()

    def clear_stack(self) -> None:
        super().clear_stack()
        self._past = []

    def apply_mirror(self) -> None:
        super().apply_mirror()
        white, black, (white_checks, black_checks) = self._extras()
        self._set_extras((black, white, (black_checks, white_checks)))


class SuicideBoard(_VariantBoard):
    """Captures are compulsory. Who has no pieces left wins, and without a move who has fewer."""

    aliases: ClassVar[List[str]] = ["Suicide", "Suicide chess"]
    uci_variant: ClassVar[Optional[str]] = "suicide"
    xboard_variant: ClassVar[Optional[str]] = "suicide"
    connected_kings: ClassVar[bool] = True
    captures_compulsory: ClassVar[bool] = True
    _rules: ClassVar[VariantRules] = VariantRules("suicide")
    _ignored: ClassVar[chess.Status] = (
        chess.Status.NO_WHITE_KING
        | chess.Status.NO_BLACK_KING
        | chess.Status.TOO_MANY_KINGS
        | chess.Status.OPPOSITE_CHECK
        | chess.Status.TOO_MANY_CHECKERS
        | chess.Status.IMPOSSIBLE_CHECK
    )

    def has_insufficient_material(self, color: Color) -> bool:
        own, enemy = self.occupied_co[color], self.occupied_co[not color]
        if not own or not enemy:
            return bool(own)
        if self.occupied == self.bishops:
            # A bishop that no enemy bishop meets cannot be lost.
            shades = (chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES)
            return any(own & shade and not enemy & shade for shade in shades)
        return super().has_insufficient_material(color)


class GiveawayBoard(SuicideBoard):
    """Captures are compulsory. Who has no pieces or no move left wins."""

    aliases: ClassVar[List[str]] = ["Giveaway", "Giveaway chess", "Give away", "Give away chess"]
    uci_variant: ClassVar[Optional[str]] = "giveaway"
    xboard_variant: ClassVar[Optional[str]] = "giveaway"
    _rules: ClassVar[VariantRules] = VariantRules("giveaway")


class AntichessBoard(GiveawayBoard):
    """Giveaway without castling rights at the start."""

    aliases: ClassVar[List[str]] = ["Antichess", "Anti chess", "Anti"]
    uci_variant: ClassVar[Optional[str]] = "antichess"
    xboard_variant: ClassVar[Optional[str]] = "giveaway"
    starting_fen: ClassVar[str] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"


class AtomicBoard(_VariantBoard):
    """Captures remove all pieces but pawns around them. Who explodes the king wins."""

    aliases: ClassVar[List[str]] = ["Atomic", "Atom", "Atomic chess"]
    uci_variant: ClassVar[Optional[str]] = "atomic"
    xboard_variant: ClassVar[Optional[str]] = "atomic"
    connected_kings: ClassVar[bool] = True
    _rules: ClassVar[VariantRules] = VariantRules("atomic")
    _ignored: ClassVar[chess.Status] = (
        chess.Status.OPPOSITE_CHECK | chess.Status.TOO_MANY_CHECKERS | chess.Status.IMPOSSIBLE_CHECK
    )

    def is_into_check(self, move: chess.Move) -> bool:
        own, enemy = self.turn, not self.turn
        self.push(move)
        try:
            kings = [self.kings & self.occupied_co[color] for color in (own, enemy)]
            # The explosion of the enemy king ends the game before a check is answered.
            return not kings[0] or bool(kings[1] and self.was_into_check())
        finally:
            self.pop()

    def has_insufficient_material(self, color: Color) -> bool:
        own, enemy = self.occupied_co[color], self.occupied_co[not color]
        if not enemy & self.kings:
            return False
        if not own & ~self.kings:
            return True
        if enemy & ~self.kings:
            # An own piece of the enemy may explode beside its king, if any capture is possible.
            if self.occupied != self.kings | self.bishops:
                return False
            light, dark = (
                [self.bishops & side & shade for side in (own, enemy)]
                for shade in (chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES)
            )
            return not (light[0] or dark[1]) or not (dark[0] or light[1])
        if self.pawns or self.queens:
            return False
        others = (self.knights | self.bishops | self.rooks).bit_count()
        return others == 1 or (others == 2 and not self.bishops | self.rooks)

    def status(self) -> chess.Status:
        # The king of the side to move may have exploded.
        exploded = chess.Status.NO_WHITE_KING if self.turn else chess.Status.NO_BLACK_KING
        return super().status() & ~exploded


class KingOfTheHillBoard(_VariantBoard):
    """A king on one of the four central squares wins too."""

    aliases: ClassVar[List[str]] = ["King of the Hill", "KOTH", "kingOfTheHill"]
    uci_variant: ClassVar[Optional[str]] = "kingofthehill"
    xboard_variant: ClassVar[Optional[str]] = "kingofthehill"
    _rules: ClassVar[VariantRules] = VariantRules("kingofthehill")


class RacingKingsBoard(_VariantBoard):
    """The first king on the eighth rank wins. Checks are not allowed."""

    aliases: ClassVar[List[str]] = ["Racing Kings", "Racing", "Race", "racingkings"]
    uci_variant: ClassVar[Optional[str]] = "racingkings"
    xboard_variant: ClassVar[Optional[str]] = "racingkings"
    starting_fen: ClassVar[str] = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
    _rules: ClassVar[VariantRules] = VariantRules("racingkings")
    _ignored: ClassVar[chess.Status] = (
        chess.Status.TOO_MANY_CHECKERS | chess.Status.IMPOSSIBLE_CHECK
    )

    def status(self) -> chess.Status:
        status = super().status()
        if self.is_check():
            status |= chess.Status.RACE_CHECK | self._ignored
        # Black's king is home only after its own move, which ends the race.
        if not self.turn and self.kings & self.occupied_co[chess.BLACK] & chess.BB_RANK_8:
            status |= chess.Status.RACE_OVER
        for own in self.occupied_co:
            counts = [(own & kind).bit_count() for kind in (self.knights, self.bishops, self.rooks)]
            if own & self.pawns or max(counts) > 2 or (own & self.queens).bit_count() > 1:
                status |= chess.Status.RACE_MATERIAL
        return status


class HordeBoard(_VariantBoard):
    """White has 36 pawns and no king. Black wins by capturing all."""

    aliases: ClassVar[List[str]] = ["Horde", "Horde chess"]
    uci_variant: ClassVar[Optional[str]] = "horde"
    xboard_variant: ClassVar[Optional[str]] = "horde"
    starting_fen: ClassVar[str] = (
        "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
    )
    _rules: ClassVar[VariantRules] = VariantRules("horde")
    _ignored: ClassVar[chess.Status] = chess.Status.NO_WHITE_KING

    def status(self) -> chess.Status:
        status = super().status()
        black, white = self.occupied_co
        if white.bit_count() <= 36:
            status &= ~(chess.Status.TOO_MANY_WHITE_PIECES | chess.Status.TOO_MANY_WHITE_PAWNS)
        if not self.pawns & (chess.BB_RANK_8 | chess.BB_RANK_1 & black):
            status &= ~chess.Status.PAWNS_ON_BACKRANK
        if self.kings & white:
            status |= chess.Status.TOO_MANY_KINGS
        return status


class ThreeCheckBoard(_CountingBoard):
    """The third check wins too."""

    aliases: ClassVar[List[str]] = [
        "Three-check",
        "Three check",
        "Threecheck",
        "Three check chess",
        "3-check",
        "3 check",
        "3check",
    ]
    uci_variant: ClassVar[Optional[str]] = "3check"
    xboard_variant: ClassVar[Optional[str]] = "3check"
    starting_fen: ClassVar[str] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
    _rules: ClassVar[VariantRules] = VariantRules("3check")

    @property
    def remaining_checks(self) -> List[int]:
        """The checks still to give, by colour: ``remaining_checks[ferz.WHITE]``."""
        if self._shown is None:
            white, black = self._counts[2]
            self._shown = [black, white]
        checks: List[int] = self._shown
        return checks

    @remaining_checks.setter
    def remaining_checks(self, checks: List[int]) -> None:
        self._shown = checks

    def _read(self, shown: Any) -> _Extras:
        black, white = shown
        return _NO_POCKET, _NO_POCKET, (white, black)

    def is_irreversible(self, move: chess.Move) -> bool:
        return super().is_irreversible(move) or self.gives_check(move)

    def _without_checks(self, text: str, fields: int) -> Tuple[str, Tuple[int, ...]]:
        """Cuts the checks off a FEN or EPD; they are one of its first fields, after the fourth."""
        parts = text.split(None, fields)
        for place, part in enumerate(parts[4:fields], 4):
            if part[0] in "+0123456789" and "+" in part[1:]:
                match = re.fullmatch(r"(\+?)([0-3])\+([0-3]);?", part, re.ASCII)
                if match is None:
                    raise ValueError(
                        "expected the checks to be two numbers from 0 to 3, like 3+3 or +0+0, "
                        f"found {part[:40]!r} in {text[:120]!r}"
                    )
                checks = int(match[2]), int(match[3])
                if match[1]:
                    checks = 3 - checks[0], 3 - checks[1]
                return " ".join(parts[:place] + parts[place + 1 :]), checks
        return text, _ALL_CHECKS

    def set_fen(self, fen: str) -> None:
        rest, checks = self._without_checks(fen, 7)
        super().set_fen(rest)
        self._set_extras((_NO_POCKET, _NO_POCKET, checks))

    def set_epd(self, epd: str) -> Any:
        rest, checks = self._without_checks(epd, 5)
        operations = super().set_epd(rest)
        self._set_extras((_NO_POCKET, _NO_POCKET, checks))
        return operations

    def _fields(
        self, shredder: bool, en_passant: EnPassantSpec, promoted: Optional[bool]
    ) -> List[str]:
        white, black = self._extras()[2]
        return [*super()._fields(shredder, en_passant, promoted), f"{white}+{black}"]


class CrazyhousePocket:
    """The pieces that a side can drop."""

    def __init__(self, symbols: Iterable[str] = "") -> None:
        self.reset()
        for symbol in symbols:
            if symbol not in "pnbrq":
                raise ValueError(f"expected the letters pnbrq for a pocket, found {symbol[:40]!r}")
            self.add(chess.PIECE_SYMBOLS.index(symbol))

    @classmethod
    def _of(cls, counts: Sequence[int]) -> CrazyhousePocket:
        """Creates a pocket from the numbers of pawns to queens."""
        pocket = cls.__new__(cls)
        pocket._counts = list(counts)
        return pocket

    def _place(self, piece_type: PieceType) -> int:
        if not chess.PAWN <= piece_type <= chess.QUEEN:
            raise ValueError(f"no piece type of a pocket: {piece_type!r}")
        return piece_type - 1

    def reset(self) -> None:
        """Removes all pieces."""
        self._counts = list(_NO_POCKET)

    def add(self, piece_type: PieceType) -> None:
        """Adds a piece."""
        self._counts[self._place(piece_type)] += 1

    def remove(self, piece_type: PieceType) -> None:
        """Removes a piece.

        :raises: :exc:`AssertionError` if there is none.
        """
        place = self._place(piece_type)
        assert self._counts[place], f"no {chess.piece_symbol(piece_type)} in {self!r}"
        self._counts[place] -= 1

    def count(self, piece_type: PieceType) -> int:
        """Returns the number of pieces of a type."""
        return self._counts[self._place(piece_type)]

    def copy(self) -> CrazyhousePocket:
        """Returns a copy."""
        return self._of(self._counts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CrazyhousePocket):
            return NotImplemented
        return self._counts == other._counts

    def __str__(self) -> str:
        """Returns the letters, queens first."""
        letters = [symbol * count for symbol, count in zip("pnbrq", self._counts)]
        return "".join(reversed(letters))

    def __len__(self) -> int:
        return sum(self._counts)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class CrazyhouseBoard(_CountingBoard):
    """Captured pieces change sides and can be dropped."""

    aliases: ClassVar[List[str]] = ["Crazyhouse", "Crazy House", "House", "ZH"]
    uci_variant: ClassVar[Optional[str]] = "crazyhouse"
    xboard_variant: ClassVar[Optional[str]] = "crazyhouse"
    starting_fen: ClassVar[str] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    _rules: ClassVar[VariantRules] = VariantRules("crazyhouse")
    _ignored: ClassVar[chess.Status] = (
        chess.Status.TOO_MANY_CHECKERS | chess.Status.IMPOSSIBLE_CHECK
    )

    @property
    def pockets(self) -> List[CrazyhousePocket]:
        """The pieces that can be dropped, by colour: ``pockets[ferz.WHITE]``."""
        if self._shown is None:
            white, black, _ = self._counts
            self._shown = [CrazyhousePocket._of(black), CrazyhousePocket._of(white)]
        pockets: List[CrazyhousePocket] = self._shown
        return pockets

    @pockets.setter
    def pockets(self, pockets: List[CrazyhousePocket]) -> None:
        self._shown = pockets

    def _read(self, shown: Any) -> _Extras:
        black, white = shown
        return tuple(white._counts), tuple(black._counts), _ALL_CHECKS

    def legal_drop_squares_mask(self) -> Bitboard:
        """Returns the mask of the squares on which the side to move may drop pieces."""
        return self._rules.drop_squares_mask(self)

    def legal_drop_squares(self) -> chess.SquareSet:
        """Returns the squares on which the side to move may drop pieces. Pawns are not dropped on the
        back ranks."""
        return chess.SquareSet(self.legal_drop_squares_mask())

    def is_irreversible(self, move: chess.Move) -> bool:
        # Captured and dropped pieces may come back.
        rights = self.clean_castling_rights()
        return bool(self._after(move, "clean_castling_rights") != rights)

    def has_insufficient_material(self, color: Color) -> bool:
        # As in python-chess, although no piece leaves a game: two kings and a minor piece.
        if self.occupied.bit_count() > 3 or self.pawns | self.rooks | self.queens | self.promoted:
            return False
        strong = (chess.PAWN, chess.ROOK, chess.QUEEN)
        return self.occupied.bit_count() + sum(map(len, self.pockets)) <= 3 and not any(
            pocket.count(kind) for pocket in self.pockets for kind in strong
        )

    def status(self) -> chess.Status:
        status = super().status()
        if self.occupied.bit_count() + sum(map(len, self.pockets)) <= 32:
            status &= ~(chess.Status.TOO_MANY_WHITE_PIECES | chess.Status.TOO_MANY_BLACK_PIECES)
        pawns = (self.pawns | self.promoted).bit_count()
        if pawns + sum(pocket.count(chess.PAWN) for pocket in self.pockets) <= 16:
            status &= ~(chess.Status.TOO_MANY_WHITE_PAWNS | chess.Status.TOO_MANY_BLACK_PAWNS)
        return status

    def set_fen(self, fen: str) -> None:
        placement, *rest = fen.split(None, 1) or [""]
        pocket = ""
        if placement.endswith("]") and "[" in placement:
            placement, pocket = placement[:-1].split("[", 1)
        elif placement.count("/") == 8:
            placement, pocket = placement.rsplit("/", 1)
        letters = "" if pocket == "-" else pocket
        if set(letters) - set("PNBRQpnbrq") or len(letters) > 255:
            raise ValueError(f"expected up to 255 of PNBRQpnbrq in pockets of fen: {fen[:120]!r}")
        super().set_fen(" ".join([placement, *rest]))
        sides = filter(str.islower, letters), map(str.lower, filter(str.isupper, letters))
        self.pockets = [CrazyhousePocket(side) for side in sides]

    def board_fen(self, *, promoted: Optional[bool] = None) -> str:
        return super().board_fen(promoted=True if promoted is None else promoted)

    def _fields(
        self, shredder: bool, en_passant: EnPassantSpec, promoted: Optional[bool]
    ) -> List[str]:
        fields = super()._fields(shredder, en_passant, True if promoted is None else promoted)
        white, black = (str(CrazyhousePocket._of(counts)) for counts in self._extras()[:2])
        fields[0] += f"[{white.upper()}{black}]"
        return fields


VARIANTS: List[Type[chess.Board]] = [
    chess.Board,
    SuicideBoard,
    GiveawayBoard,
    AntichessBoard,
    AtomicBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    HordeBoard,
    ThreeCheckBoard,
    CrazyhouseBoard,
]


def find_variant(name: str) -> Type[chess.Board]:
    """
    Returns the class of boards for the name of a variant, in any common spelling.

    :raises: :exc:`ValueError` for a variant without a class.
    """
    uci_variant = "chess" if pgn_variant(name) else variant_name(name)
    for variant in VARIANTS:
        if variant.uci_variant == uci_variant:
            return variant
    raise ValueError(f"unsupported variant: {name[:120]}")
