"""Reading of opening books in the Polyglot format.

>>> import ferz.polyglot
>>> hex(ferz.polyglot.zobrist_hash(ferz.Board()))
'0x463b96181691fc9c'
"""

from __future__ import annotations

import bisect
import itertools
import os
import random as _random
import struct
from typing import Callable, Container, Iterator, List, NamedTuple, Optional, Tuple, Union

from . import _chess as chess
from ._closing import Closing
from ferz._core import PolyglotBook, polyglot_key, polyglot_random

ENTRY_STRUCT = struct.Struct(">QHHI")
"""An entry of a book: key, move, weight, and a number that readers ignore."""

StrOrBytesPath = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

POLYGLOT_RANDOM_ARRAY: List[int] = polyglot_random()
"""The 781 numbers of the format: 64 for each of black pawn, white pawn, black knight, ..., white king,
then the castling rights, the en passant files, and White to move."""

_CASTLING, _EN_PASSANT, _WHITE_TO_MOVE = 768, 772, 780


class ZobristHasher:
    """Calculates keys of positions from an array in the order of :data:`POLYGLOT_RANDOM_ARRAY`."""

    def __init__(self, array: List[int]) -> None:
        if len(array) < 781:
            raise ValueError(f"expected 781 numbers, got {len(array)}")
        self.array = array

    def hash_board(self, board: chess.BaseBoard) -> int:
        """Returns the part of the key for the pieces."""
        key = 0
        for color in chess.COLORS:
            for piece_type in chess.PIECE_TYPES:
                first = 64 * (2 * piece_type - 2 + color)
                for square in board.pieces(piece_type, color):
                    key ^= self.array[first + square]
        return key

    def hash_castling(self, board: chess.Board) -> int:
        """Returns the part of the key for the castling rights."""
        key = 0
        sides = (board.has_kingside_castling_rights, board.has_queenside_castling_rights)
        for index, (color, has_right) in enumerate(
            itertools.product((chess.WHITE, chess.BLACK), sides)
        ):
            if has_right(color):
                key ^= self.array[_CASTLING + index]
        return key

    def hash_ep_square(self, board: chess.Board) -> int:
        """Returns the part of the key for an en passant square that a pawn attacks, pinned or not."""
        if board.ep_square is None:
            return 0
        # The squares from which a pawn attacks the en passant square.
        attackers = chess.BB_PAWN_ATTACKS[not board.turn][board.ep_square]
        if not attackers & board.pieces_mask(chess.PAWN, board.turn):
            return 0
        return self.array[_EN_PASSANT + chess.square_file(board.ep_square)]

    def hash_turn(self, board: chess.Board) -> int:
        """Returns the part of the key for the side to move."""
        return self.array[_WHITE_TO_MOVE] if board.turn else 0

    def __call__(self, board: chess.Board) -> int:
        return (
            self.hash_board(board)
            ^ self.hash_castling(board)
            ^ self.hash_ep_square(board)
            ^ self.hash_turn(board)
        )


def zobrist_hash(
    board: chess.Board, *, _hasher: Callable[[chess.Board], int] = polyglot_key
) -> int:
    """Calculates the Polyglot key of a position."""
    return _hasher(board)


class Entry(NamedTuple):
    """An entry of a book."""

    key: int
    """The Polyglot key of the position."""

    raw_move: int
    """The 16 bits that encode the move."""

    weight: int
    """The weight, proportional to the probability of the move."""

    learn: int
    """Data of the program that wrote the book."""

    move: chess.Move
    """The move. Castling is king takes rook, unless the entry was found for a board."""


def _decode(raw_move: int) -> chess.Move:
    """Returns the move of 16 bits, the null move if they encode none."""
    to_square, from_square, promotion = raw_move & 63, raw_move >> 6 & 63, raw_move >> 12
    if from_square == to_square or promotion > 4:
        return chess.Move.null()
    return chess.Move(from_square, to_square, promotion + 1 if promotion else None)


def _legal_move(board: chess.Board, move: chess.Move) -> Optional[chess.Move]:
    """Returns the legal move of the board for a move of a book, or ``None``."""
    try:
        # Castling in either notation; the null move is false.
        return board.parse_uci(move.uci()) or None
    except ValueError:
        return None


class MemoryMappedReader(Closing):
    """A sequence of the entries of a book, which are read from its file when they are needed."""

    def __init__(self, filename: StrOrBytesPath) -> None:
        self._book: Optional[PolyglotBook] = PolyglotBook(os.fsdecode(filename))

    def _open_book(self) -> PolyglotBook:
        if self._book is None:
            raise ValueError("the book is closed")
        return self._book

    def __len__(self) -> int:
        return len(self._open_book())

    def __getitem__(self, index: int) -> Entry:
        book = self._open_book()
        if index < 0:
            index += len(book)
        if index < 0:
            raise IndexError("no such entry")
        return _entry(book.entry(index))

    def __iter__(self) -> Iterator[Entry]:
        yield from map(self.__getitem__, range(len(self)))

    def __reversed__(self) -> Iterator[Entry]:
        yield from map(self.__getitem__, reversed(range(len(self))))

    def __contains__(self, entry: Entry) -> bool:
        return any(found == entry for found in map(_entry, self._open_book().find(entry.key)))

    def bisect_key_left(self, key: int) -> int:
        """Returns the index of the first entry whose key is not below *key*."""
        return bisect.bisect_left(self, key, key=lambda entry: entry.key)

    def find_all(
        self,
        board: Union[chess.Board, int],
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[chess.Move] = (),
    ) -> Iterator[Entry]:
        """Finds the entries of a board, with legal moves, or of a key, in the order of the book."""
        key = board if isinstance(board, int) else zobrist_hash(board)
        if not 0 <= key < 1 << 64:
            return
        for numbers in self._open_book().find(key):
            entry = _entry(numbers)
            if entry.weight < minimum_weight:
                continue
            if not isinstance(board, int):
                move = _legal_move(board, entry.move)
                if move is None:
                    continue
                entry = entry._replace(move=move)
            if entry.move not in exclude_moves:
                yield entry

    def find(
        self,
        board: Union[chess.Board, int],
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[chess.Move] = (),
    ) -> Entry:
        """Finds the first entry with the greatest weight.

        Entries of weight 0 count as deleted, unless *minimum_weight* is 0.

        :raises: :exc:`IndexError` if there is none. :func:`get()` returns ``None`` instead.
        """
        entry = self.get(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        if entry is None:
            raise IndexError("no entry for this position")
        return entry

    def get(
        self,
        board: Union[chess.Board, int],
        default: Optional[Entry] = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[chess.Move] = (),
    ) -> Optional[Entry]:
        """Finds the first entry with the greatest weight, or returns *default*."""
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        return max(entries, key=lambda entry: entry.weight, default=default)

    def choice(
        self,
        board: Union[chess.Board, int],
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[chess.Move] = (),
        random: Optional[_random.Random] = None,
    ) -> Entry:
        """Selects a random entry, each with the same probability.

        :raises: :exc:`IndexError` if there is none.
        """
        entries = list(
            self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        )
        if not entries:
            raise IndexError("no entry for this position")
        return entries[_randint(random, len(entries) - 1)]

    def weighted_choice(
        self,
        board: Union[chess.Board, int],
        *,
        exclude_moves: Container[chess.Move] = (),
        random: Optional[_random.Random] = None,
    ) -> Entry:
        """Selects a random entry, with a probability proportional to its weight.

        :raises: :exc:`IndexError` if there is none.
        """
        entries = list(self.find_all(board, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError("no entry for this position")
        rest = _randint(random, sum(entry.weight for entry in entries) - 1)
        for entry in entries:
            rest -= entry.weight
            if rest < 0:
                return entry
        raise AssertionError("random number out of range")

    def close(self) -> None:
        """Closes the book."""
        self._book = None


def _entry(numbers: Tuple[int, int, int, int]) -> Entry:
    key, raw_move, weight, learn = numbers
    return Entry(key, raw_move, weight, learn, _decode(raw_move))


def _randint(random: Optional[_random.Random], last: int) -> int:
    """Returns a random number from 0 to *last*."""
    return _random.randint(0, last) if random is None else random.randint(0, last)


def open_reader(path: StrOrBytesPath) -> MemoryMappedReader:
    """Opens a book.

    :raises: :exc:`OSError` if the file cannot be opened, and :exc:`ValueError` if its length is not a
        multiple of 16 bytes.
    """
    return MemoryMappedReader(path)
