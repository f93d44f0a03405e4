"""Probing of Syzygy endgame tablebases.

WDL tables contain the outcome of a position under the fifty-move rule (win, draw or loss), DTZ tables
the distance to the next capture or pawn move. Positions with castling rights are not included.
"""

from __future__ import annotations

import itertools
import os
from typing import Iterable, Iterator, List, Optional, Set, Tuple, Type

from . import _chess as chess
from ._closing import Closing
from ferz._core import MissingTableError, SyzygyTables

__all__ = [
    "DtzTable",
    "MissingTableError",
    "Tablebase",
    "WdlTable",
    "all_dependencies",
    "calc_key",
    "dependencies",
    "dtz_before_zeroing",
    "is_tablename",
    "normalize_tablename",
    "open_tablebase",
    "tablenames",
]

_PIECES = "KQRBNP"


def _split(name: str) -> Tuple[str, str]:
    """Splits the name of a table into its sides, with their pieces in order."""
    sides = name.split("v")
    if len(sides) != 2 or any(piece not in _PIECES for side in sides for piece in side):
        raise ValueError(f"expected a table name like KQvKR: {name!r}")
    white, black = ("".join(sorted(side, key=_PIECES.index)) for side in sides)
    return white, black


def _strength(side: str) -> Tuple[int, List[int]]:
    """Returns a key by which the side that a table name begins with comes first."""
    return -len(side), [_PIECES.index(piece) for piece in side]


def normalize_tablename(name: str, *, mirror: bool = False) -> str:
    """Returns the name that the table has as a file: with its pieces in order, and the side with more
    or stronger pieces first; the other side first if *mirror* is set.

    >>> normalize_tablename("KRvKNP")
    'KNPvKR'

    :raises: :exc:`ValueError` if *name* is not a list of pieces.
    """
    white, black = sorted(_split(name), key=_strength, reverse=mirror)
    return f"{white}v{black}"


def is_tablename(
    name: str, *, one_king: bool = True, piece_count: Optional[int] = 7, normalized: bool = True
) -> bool:
    """Checks if a text is the name of a table, of at most *piece_count* pieces, with one king a side
    if *one_king* is set, and as a file has it if *normalized* is set."""
    try:
        white, black = _split(name)
    except ValueError:
        return False
    count = len(white) + len(black)
    return (
        (piece_count is None or count <= piece_count)
        and (count > 2 or not one_king)
        and bool(white)
        and bool(black)
        and (not normalized or normalize_tablename(name) == name)
        and (not one_king or (white.count("K") == 1 and black.count("K") == 1))
    )


def tablenames(*, one_king: bool = True, piece_count: int = 6) -> Iterator[str]:
    """Generates the names of all tables with up to *piece_count* pieces."""
    pieces = _PIECES[1:] if one_king else _PIECES
    kings = "K" if one_king else ""
    for count in range(3 if one_king else 2, piece_count + 1):
        others = count - 2 * len(kings)
        for first in range(0 if one_king else 1, others + 1):
            second = others - first
            if second > first or (second == 0 and not one_king):
                continue
            for strong in itertools.combinations_with_replacement(pieces, first):
                for weak in itertools.combinations_with_replacement(pieces, second):
                    white, black = kings + "".join(strong), kings + "".join(weak)
                    if _strength(white) <= _strength(black):
                        yield f"{white}v{black}"


def dependencies(target: str, *, one_king: bool = True) -> Iterator[str]:
    """Generates the names of the tables that one capture or promotion leads to."""
    white, black = _split(target)
    seen: Set[str] = set()
    for side, other in [(white, black), (black, white)]:
        changed = [
            side.replace("P", piece, 1) for piece in _PIECES[not one_king : 5] if "P" in side
        ]
        changed += [side.replace(piece, "", 1) for piece in _PIECES if piece in side]
        for pieces in changed:
            name = f"{pieces}v{other}"
            if is_tablename(name, one_king=one_king, piece_count=None, normalized=False):
                name = normalize_tablename(name)
                if name not in seen:
                    seen.add(name)
                    yield name


def all_dependencies(targets: Iterable[str], *, one_king: bool = True) -> Iterator[str]:
    """Generates the names of some tables and of all tables that captures and promotions lead to."""
    seen: Set[str] = set()
    waiting = list(targets)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            yield name
            waiting += dependencies(name, one_king=one_king)


def calc_key(board: chess.BaseBoard, *, mirror: bool = False) -> str:
    """Returns the material of a board in the form of a table name, White first, or Black if *mirror* is
    set."""
    sides = [
        "".join(piece * len(board.pieces(6 - index, color)) for index, piece in enumerate(_PIECES))
        for color in (chess.WHITE, chess.BLACK)
    ]
    return "v".join(reversed(sides) if mirror else sides)


def dtz_before_zeroing(wdl: int) -> int:
    """Returns the DTZ of a position whose best move is a capture or a pawn move."""
    return ((wdl > 0) - (wdl < 0)) * (1 if wdl % 2 == 0 else 101)


class Tablebase(Closing):
    """A collection of tables.

    A table is opened at the first probe that needs it, and then kept. Threads may probe at once.
    Tables of up to 4 MiB are held in memory, the others keep one file open each; *max_fds* is accepted
    for compatibility and has no effect.
    """

    def __init__(
        self, *, max_fds: Optional[int] = 128, VariantBoard: Optional[Type[chess.Board]] = None
    ) -> None:
        self._variant = None if VariantBoard is None else VariantBoard.uci_variant
        self._tables = SyzygyTables()

    def add_directory(self, directory: str, *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Adds the tables of a directory and returns their number. Damaged files are skipped.

        :raises: :exc:`OSError` if the directory cannot be read, and :exc:`ValueError` for tables of a
            variant.
        """
        self._check_variant()
        return self._tables.add_directory(os.fsdecode(directory), load_wdl, load_dtz)

    def add_file(self, path: str, *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Adds a table. Returns 1, or 0 if the file is no table or cannot be used.

        :raises: :exc:`ValueError` for tables of a variant.
        """
        self._check_variant()
        return int(self._tables.add_file(os.fsdecode(path), load_wdl, load_dtz))

    def _check_variant(self) -> None:
        if self._variant not in (None, chess.Board.uci_variant):
            raise ValueError(f"tables of the variant {self._variant} are not supported")

    def probe_wdl(self, board: chess.Board) -> int:
        """Returns the outcome of a position, as if its halfmove clock were zero: 2 for a win, 1 for a
        win that the fifty-move rule makes a draw, 0 for a draw, and -1 and -2 for losses.

        :raises: :exc:`KeyError` if the position has castling rights or too many pieces, and
            :exc:`MissingTableError`, a :exc:`KeyError`, if a table is missing. :func:`get_wdl()`
            returns ``None`` instead. :exc:`OSError` if a table is damaged.
        """
        return self._tables.wdl(board)

    def get_wdl(self, board: chess.Board, default: Optional[int] = None) -> Optional[int]:
        """Returns the outcome of a position, or *default* if the tables do not have it."""
        try:
            return self.probe_wdl(board)
        except KeyError:
            return default

    def probe_dtz(self, board: chess.Board) -> int:
        """Returns the distance to zeroing in plies: the length of best play up to and including the
        next capture or pawn move, or mate.

        It is positive for wins, negative for losses, 0 for draws, and 100 greater in magnitude for wins
        and losses that the fifty-move rule makes draws. The magnitude may be one ply too small, since
        most tables store moves.

        :raises: as :func:`probe_wdl()`. Tables of both kinds are required.
        """
        return self._tables.dtz(board)

    def get_dtz(self, board: chess.Board, default: Optional[int] = None) -> Optional[int]:
        """Returns the distance to zeroing, or *default* if the tables do not have it."""
        try:
            return self.probe_dtz(board)
        except KeyError:
            return default

    def probe_wdl_table(self, board: chess.Board) -> int:
        """Returns the value of the WDL table alone, without a search of captures."""
        return self._tables.wdl_table(board)

    def probe_dtz_table(self, board: chess.Board, wdl: int) -> Tuple[int, int]:
        """Returns the value of the DTZ table alone and 1, or ``(0, -1)`` if the table has the other side
        to move."""
        plies = self._tables.dtz_table(board, wdl)
        return (0, -1) if plies is None else (plies, 1)

    def probe_dtz_no_ep(self, board: chess.Board) -> int:
        """Returns the distance to zeroing as if en passant were not possible."""
        board = board.copy(stack=False)
        board.ep_square = None
        return self.probe_dtz(board)

    def close(self) -> None:
        """Closes all tables."""
        self._tables.close()


def open_tablebase(
    directory: str,
    *,
    load_wdl: bool = True,
    load_dtz: bool = True,
    max_fds: Optional[int] = 128,
    VariantBoard: Optional[Type[chess.Board]] = None,
) -> Tablebase:
    """Opens the tables of a directory.

    A probe requires the table of its material and those that captures and promotions lead to.
    :func:`Tablebase.add_directory()` adds further directories.

    :raises: :exc:`OSError` if the directory cannot be read.
    """
    tables = Tablebase(max_fds=max_fds, VariantBoard=VariantBoard)
    tables.add_directory(directory, load_wdl=load_wdl, load_dtz=load_dtz)
    return tables


class _SingleTable(Closing):
    """One table, which is opened at once."""

    def __init__(self, path: str, *, variant: Optional[Type[chess.Board]] = None) -> None:
        self.path: str = os.fsdecode(path)
        self._tablebase = Tablebase(VariantBoard=variant)

    def _init_table(self) -> None:
        if not self._tablebase.add_file(self.path):
            with open(self.path, "rb"):
                raise OSError(f"not a Syzygy table: {self.path!r}")

    def close(self) -> None:
        """Closes the table."""
        self._tablebase.close()


class WdlTable(_SingleTable):
    """One WDL table."""

    def init_table_wdl(self) -> None:
        """Opens the file.

        :raises: :exc:`OSError` if it cannot be opened or is no table.
        """
        self._init_table()

    def probe_wdl_table(self, board: chess.Board) -> int:
        """Returns the value of the table."""
        return self._tablebase.probe_wdl_table(board)


class DtzTable(_SingleTable):
    """One DTZ table."""

    def init_table_dtz(self) -> None:
        """Opens the file.

        :raises: :exc:`OSError` if it cannot be opened or is no table.
        """
        self._init_table()

    def probe_dtz_table(self, board: chess.Board, wdl: int) -> Tuple[int, int]:
        """Returns the value of the table for a position with this outcome and 1, or ``(0, -1)`` if the
        table has the other side to move."""
        return self._tablebase.probe_dtz_table(board, wdl)
