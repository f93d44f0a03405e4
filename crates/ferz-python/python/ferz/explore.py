"""An index of the positions of games: which moves were played, by whom, and how they scored.

The index is that of the command ``ferz explore``: a folder, which both can read and write.

>>> import ferz, ferz.explore
>>> index = ferz.explore.Index("my.index", create=True)                             # doctest: +SKIP
>>> index.add(["games.pgn.zst"])                                                    # doctest: +SKIP
AddReport(added=2000, duplicates=0, errors=0, error_texts=[])
>>> for row in index.moves(player="Anna", color=ferz.WHITE, since="2024"):          # doctest: +SKIP
...     print(row.san, row.games, f"{row.score:.1%}")

Rows are named tuples: ``pandas.DataFrame(rows)`` and ``polars.DataFrame(rows)`` have their names as columns.

Conditions, by keyword, all of which must hold; each is exact:

================ =================================================================================
``player``       words of the name of a player, in any case and order; one or several names
``color``        the side of that player, ``ferz.WHITE`` or ``ferz.BLACK``
``opponent``     words of the name of the other player
``opponent_elo`` the rating of the opponent of that player: a number, or ranges such as
                 ``"1800-1999"``, ``"2200-"`` or ``"-1500,1800-1999"``
``white``        words of the name of White; ``black`` likewise
``event``        a part of the tag ``Event``
``min_elo``      the minimum rating of both players, which then must be known
``max_elo``      the maximum rating of both players, which then must be known
``mean_elo``     the mean rating of both players, rounded down, as ``opponent_elo``
``speeds``       speeds as Lichess computes them from the time control: ``ultraBullet``, ``bullet``,
                 ``blitz``, ``rapid``, ``classical``, ``correspondence``
``modes``        ``rated``, ``casual``, by the first word of the tag ``Event``, as in the games of Lichess
``since``        the first date: a :class:`datetime.date`, ``"2024.03.15"``, ``"2024.03"`` or ``2024``
``until``        the last date. A date with unknown parts counts if it can mean a day of the range
``tags``         conditions on any tag, such as ``"Site ~ club"`` or ``"ECO >= B20"``, which must all hold
``results``      ``1-0``, ``0-1``, ``1/2-1/2``, ``*``
``won``          words of the name of a player who won; ``lost`` and ``drew`` likewise
================ =================================================================================

The conditions of :func:`ferz.batch.games` on moves have the same names, such as ``material`` and ``pattern``, for the games
with the position; ``follows`` reads a file and is refused: :class:`ValueError`. Of several values of one condition one is
enough. ``None`` is no condition. A position is a :class:`ferz.Board`, a FEN, or ``None`` for the start position, and is
found whatever moves led to it. Calls release the interpreter lock, and threads may use an index at once.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import ferz

from ._conditions import IndexConditions as IndexConditions
from ._core import ExploreError as ExploreError, GameIndex

if TYPE_CHECKING:
    from typing_extensions import Unpack

Position = Union[ferz.Board, str, None]
"""A board, a FEN, or None for the start position."""

Source = Union[str, "os.PathLike[str]", bytes]
"""A path of a PGN file, plain or compressed with gzip, bzip2 or Zstandard, or a text as ``bytes``."""


class MoveRow(NamedTuple):
    """A move of a position and the results of the games that played it."""

    uci: str
    """The move in UCI notation."""
    san: str
    """The move in SAN."""
    games: int
    """The number of games."""
    white: int
    """The number of wins of White."""
    draws: int
    """The number of draws."""
    black: int
    """The number of wins of Black."""
    unknown: int
    """The number of games without a known result."""
    average_rating: Optional[int]
    """The mean rating of the players who made the move, where it is known."""
    last_played: Optional[str]
    """The last date of a game, such as ``2024.03.??``."""
    game: Optional[int]
    """The number of the game, if it is the only one."""

    @property
    def score(self) -> Optional[float]:
        """The mean score of White, from 0 to 1, over the games with a known result."""
        known = self.white + self.draws + self.black
        return (self.white + self.draws / 2) / known if known else None


class GameRow(NamedTuple):
    """A game of the index."""

    number: int
    """The number in the index, from 0, for :meth:`Index.pgn`. It stays when games are added."""
    white: str
    """The name of White, ``?`` if it is unknown."""
    black: str
    """The name of Black."""
    white_elo: Optional[int]
    """The rating of White."""
    black_elo: Optional[int]
    """The rating of Black."""
    event: str
    """The tag ``Event``, ``?`` without one."""
    date: Optional[str]
    """The date, such as ``2024.03.??``."""
    result: str
    """The result as in PGN."""
    speed: Optional[str]
    """The speed as Lichess computes it."""


class AddReport(NamedTuple):
    """What :meth:`Index.add` did."""

    added: int
    """The number of new games."""
    duplicates: int
    """The number of games that the index had: the same start, moves, players, date and result."""
    errors: int
    """The number of games with an error, which are left out."""
    error_texts: List[str]
    """The first errors with their places, at most 1000."""


class Index:
    """An index of games in a folder.

    ``create=True`` makes one in a new or an empty folder, if there is none. It has the first ``plies`` plies of
    each game, 50 unless given. A reader sees the index as it was opened, or as it was after its own last change.

    Raises :class:`ExploreError` if there is no index or it is damaged, or if it has another number of plies, and
    :class:`OSError` if a file cannot be read or written.
    """

    def __init__(
        self,
        path: Union[str, "os.PathLike[str]"],
        *,
        create: bool = False,
        plies: Optional[int] = None,
    ) -> None:
        if plies is not None and not create:
            raise TypeError("plies are those of the index: expected create=True with them")
        self._path = os.fspath(path)
        self._index = GameIndex(self._path, create, plies)

    def __repr__(self) -> str:
        return f"<ferz.explore.Index {self._path!r}: {self.game_count} games, {self.position_count} positions>"

    @property
    def game_count(self) -> int:
        """The number of games."""
        return self._index.sizes()[0]

    @property
    def position_count(self) -> int:
        """The number of positions. One that several segments have counts in each."""
        return self._index.sizes()[1]

    @property
    def segment_count(self) -> int:
        """The number of segments."""
        return self._index.sizes()[2]

    @property
    def plies(self) -> int:
        """The number of plies of each game that are stored."""
        return self._index.sizes()[3]

    @property
    def size(self) -> Tuple[int, int]:
        """The bytes of the index, and those of the texts of its games."""
        return self._index.sizes()[4:]

    def moves(
        self, position: Position = None, **conditions: Unpack[IndexConditions]
    ) -> List[MoveRow]:
        """Returns the moves that games played in a position, the most frequent first."""
        return [MoveRow(**row) for row in self._explore(position, conditions)[0]]

    def top_games(
        self, position: Position = None, limit: int = 10, **conditions: Unpack[IndexConditions]
    ) -> List[Tuple[str, GameRow]]:
        """Returns the games with a position of the best rated players by the mean of both ratings, each with the
        move that it played, in UCI notation."""
        return [
            (move, GameRow(**row))
            for move, row in self._explore(position, conditions, top=limit)[1]
        ]

    def recent_games(
        self, position: Position = None, limit: int = 10, **conditions: Unpack[IndexConditions]
    ) -> List[Tuple[str, GameRow]]:
        """Returns the games with a position of the last dates, each with the move that it played, in UCI
        notation."""
        return [
            (move, GameRow(**row))
            for move, row in self._explore(position, conditions, recent=limit)[2]
        ]

    def _explore(
        self, position: Position, conditions: Any, *, top: int = 0, recent: int = 0
    ) -> Any:
        return self._index.explore(_board(position), dict(conditions), top, recent)

    def games(
        self, position: Position = None, **conditions: Unpack[IndexConditions]
    ) -> Iterator[GameRow]:
        """Yields the games with a position in the order of the index. Their numbers are found at once."""
        for number in self._index.find_games(_board(position), dict(conditions)):
            yield self.game(number)

    def game(self, number: int) -> GameRow:
        """Returns a game by its number.

        Raises :class:`IndexError` if there is none.
        """
        row = self._index.game(number)
        if row is None:
            raise IndexError(f"expected a number below {self.game_count}, found {number}")
        return GameRow(**row)

    def pgn(self, number: int) -> Optional[str]:
        """Returns the text of a game by its number; None if the index does not have the texts of its games.

        Raises :class:`IndexError` if there is no such game.
        """
        self.game(number)
        text = self._index.text(number)
        return text and text.rstrip()

    def add(
        self,
        source: Union[Source, Sequence[Source]],
        *,
        memory: int = 256 << 20,
        texts: bool = True,
        threads: int = 0,
    ) -> AddReport:
        """Adds the games of one or more PGN texts, without those that the index has and those with errors.

        At most ``memory`` bytes hold games, more of them are sorted on the disk. ``texts=False`` leaves the texts
        of the games out. The index is changed at the end, as a whole: after an error, Ctrl-C or a kill it is the
        old one.

        Raises :class:`OSError` if a file cannot be read or written, and :class:`ExploreError` if another process
        writes the index.
        """
        items = [source] if isinstance(source, (str, os.PathLike, bytes)) else source
        sources = [item if isinstance(item, bytes) else os.fspath(item) for item in items]
        for item in sources:
            if isinstance(item, str):
                # An error of the system with the name of the file, before the first text is read.
                os.stat(item)
        options = {
            "memory": memory,
            "texts": texts,
            "threads": threads,
            "known": [],
            "keeps_fingerprints": False,
        }
        return AddReport(*self._index.add(sources, options)[:4])

    def compact(self) -> int:
        """Merges all segments into one, which is smaller and faster. Returns the number that there were."""
        return self._index.compact()

    def check(self) -> List[str]:
        """Reads and verifies all files. Returns the first fault of each segment that has one."""
        return self._index.check()


def _board(position: Position) -> ferz.Board:
    if position is None:
        return ferz.Board()
    return position if isinstance(position, ferz.Board) else ferz.Board(position)
