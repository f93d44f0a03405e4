"""Positions and games of PGN texts."""

from __future__ import annotations

import functools
import os
import re
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

import numpy as np

from ferz._closing import Closing
from ferz._conditions import Conditions
from ferz._core import batch as _batch
from ferz._progress import Progress
from ferz.openings import all_openings

from ._arrow import to_arrow
from ._records import POSITION_DTYPE, as_positions

if TYPE_CHECKING:
    import pandas
    import polars
    from numpy.typing import NDArray
    from typing_extensions import Self, Unpack

COLUMNS: Dict[str, np.dtype[Any]] = {
    "game": np.dtype("u8"),
    "file": np.dtype("u4"),
    "ply": np.dtype("u4"),
    "result": np.dtype("i1"),
    "move": np.dtype("u2"),
    "white_elo": np.dtype("u2"),
    "black_elo": np.dtype("u2"),
    "clock": np.dtype("i4"),
    "eval": np.dtype("i2"),
    "eval_after": np.dtype("i2"),
    "key": np.dtype("u8"),
}
"""The columns of :func:`positions` besides ``position``, with their types."""

NO_EVAL = -32768
"""The value of the columns ``eval`` and ``eval_after`` without an annotation."""
NO_CLOCK = -1
"""The value of the column ``clock`` without an annotation."""
UNKNOWN_RESULT = 2
"""The value of the column ``result`` for a game without a result."""

HEADERS = (
    "Event", "Site", "Date", "Round", "White", "Black", "WhiteElo", "BlackElo", "ECO", "TimeControl", "Termination"
)  # fmt: skip
"""The tags that are columns of :func:`games` by default."""

TAGS = (
    "Result", "UTCDate", "UTCTime", "WhiteTitle", "BlackTitle", "WhiteRatingDiff", "BlackRatingDiff", "WhiteFideId",
    "BlackFideId", "WhiteTeam", "BlackTeam", "Opening", "Variation", "Variant", "SetUp", "FEN", "PlyCount", "EventDate",
    "Annotator", "GameId", "Board", "Mode",
)  # fmt: skip
"""Other tags that files have, for errors about their spelling."""

GAME_COLUMNS: Dict[str, np.dtype[Any]] = {
    "game": np.dtype("u8"),
    "file": np.dtype("u4"),
    "result": np.dtype("i1"),
    "plies": np.dtype("u4"),
    "opening_eco": np.dtype("O"),
    "opening_name": np.dtype("O"),
    "warnings": np.dtype("u4"),
    "error": np.dtype("O"),
}
"""The columns of :func:`games` besides the tags, with their types."""

MOVETEXT = "movetext"
"""The column of :func:`games` with the text of the moves."""

Source = Union[str, "os.PathLike[str]", bytes, Any]
"""A path, a text as ``bytes``, an open binary file, or a list of them."""


class GameReader(Closing):
    """Iterator over the rows of PGN texts in chunks: a :class:`PositionStream` or a :class:`GameStream`.

    Each chunk is a dictionary of arrays of equal length. Reading runs ahead in the background by a
    few chunks. A stream can be used in a ``with`` statement, which ends reading early.
    """

    def __init__(
        self, stream: _batch.PgnStream, types: Dict[str, Any], progress: Progress, on_error: str
    ) -> None:
        self._stream = stream
        self._types = types
        self._progress = progress
        self._on_error = on_error

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Dict[str, NDArray[Any]]:
        chunk = next(self._stream, None)
        self._progress.advance_to(self._stream.bytes_read)
        if self._stream.error_count and self._on_error == "raise":
            self.close()
            raise ValueError(self._stream.errors[0])
        if chunk is None:
            self._progress.close()
            raise StopIteration
        return self._named(chunk)

    def _named(self, chunk: Dict[str, Any]) -> Dict[str, NDArray[Any]]:
        """Returns the columns of a chunk under their names, in the order of their types."""
        raise NotImplementedError

    @property
    def games(self) -> int:
        """The number of games read so far."""
        return self._stream.games

    @property
    def games_selected(self) -> int:
        """The number of games read so far that have rows in the result."""
        return self._stream.games_selected

    @property
    def bytes_read(self) -> int:
        """The number of bytes of text read so far, after decompression."""
        return self._stream.bytes_read

    @property
    def error_count(self) -> int:
        """The number of games read so far that have an error."""
        return self._stream.error_count

    @property
    def warning_count(self) -> int:
        """The number of faults so far that do not hide the moves of a game, such as malformed tags."""
        return self._stream.warning_count

    @property
    def errors(self) -> List[str]:
        """The first errors as texts with line and column, at most 1000."""
        return self._stream.errors

    def read_all(self) -> Dict[str, NDArray[Any]]:
        """Returns the remaining rows as one chunk."""
        chunks = list(self)
        if len(chunks) == 1:
            return chunks[0]
        return {
            name: np.concatenate([np.empty(0, kind), *(chunk[name] for chunk in chunks)])
            for name, kind in self._types.items()
        }

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the remaining rows as a data frame of pandas; positions are values of 32 bytes."""
        import pandas

        return pandas.DataFrame({name: _plain(values) for name, values in self.read_all().items()})

    def to_polars(self) -> polars.DataFrame:
        """Returns the remaining rows as a data frame of Polars; positions are values of 32 bytes."""
        import polars

        columns = {name: _plain(values) for name, values in self.read_all().items()}
        texts = {name: polars.String for name, values in columns.items() if values.dtype == object}
        if "position" in texts:
            texts["position"] = polars.Binary
        lists = {
            name: list(values) if name in texts else values for name, values in columns.items()
        }
        return polars.DataFrame(lists, schema_overrides=texts)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        # pandas.DataFrame(stream) and numpy.asarray(stream) would take each chunk for a row.
        raise TypeError(
            "a stream has its rows in chunks: expected to_pandas(), to_polars() or read_all()"
        )

    def no_rows(self) -> Dict[str, NDArray[Any]]:
        """Returns the columns without rows, for their names and types."""
        return {name: np.empty(0, kind) for name, kind in self._types.items()}

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Exports the remaining rows to libraries that read streams of Apache Arrow, such as pyarrow, Polars
        and DuckDB, chunk by chunk. It needs pyarrow: ``pip install ferz[arrow]``."""
        import pyarrow  # type: ignore[import-untyped, unused-ignore]

        empty = to_arrow(self.no_rows())
        batches = (batch for chunk in self for batch in to_arrow(chunk).to_batches())
        reader = pyarrow.RecordBatchReader.from_batches(empty.schema, batches)
        return reader.__arrow_c_stream__(requested_schema)

    def close(self) -> None:
        """Ends reading."""
        self._stream.close()
        self._progress.close()


class PositionStream(GameReader):
    """Iterator over the positions of PGN texts in chunks, as :func:`positions` returns it."""

    def _named(self, chunk: Dict[str, Any]) -> Dict[str, NDArray[Any]]:
        names = {"move": "mv"}
        named = {name: chunk[names.get(name, name)] for name in self._types}
        named["position"] = as_positions(named["position"])
        return named


class GameStream(GameReader):
    """Iterator over the games of PGN texts in chunks, as :func:`games` returns it."""

    def _named(self, chunk: Dict[str, Any]) -> Dict[str, NDArray[Any]]:
        ecos, names = _opening_texts()
        opening = chunk.pop("opening")
        headers = [name for name in self._types if name not in GAME_COLUMNS]
        chunk.update(
            zip(headers, chunk.pop("tags")), opening_eco=ecos[opening], opening_name=names[opening]
        )
        return {name: chunk[name] for name in self._types}


def _plain(values: NDArray[Any]) -> NDArray[Any]:
    """Returns a column that libraries for data frames take: positions become objects of 32 bytes."""
    if values.dtype != POSITION_DTYPE:
        return values
    plain = np.empty(len(values), object)
    plain[:] = [record.tobytes() for record in values]
    return plain


@functools.lru_cache(maxsize=None)
def _opening_texts() -> Tuple[NDArray[Any], NDArray[Any]]:
    """Returns the codes and the names of all openings by their index; the last, for -1, is None."""
    openings = all_openings()
    ecos = [*(opening.eco for opening in openings), None]
    names = [*(opening.name for opening in openings), None]
    return np.array(ecos, object), np.array(names, object)


def positions(
    source: Source,
    *,
    columns: Sequence[str] = ("game", "ply", "result", "move"),
    chunk_size: int = 65536,
    min_ply: int = 0,
    max_ply: int = 0xFFFFFFFF,
    every: int = 1,
    final: bool = False,
    dedupe: bool = False,
    on_error: str = "skip",
    progress: bool = False,
    threads: int = 0,
    **conditions: Unpack[Conditions],
) -> PositionStream:
    """Reads the positions of the main lines of PGN texts, plain or compressed with gzip, bzip2 or
    Zstandard, in their order. ``source`` is a path, a text as ``bytes``, a binary file, or a list of them.

    Each row is a position before a move. The column ``position`` is always there; the others are

    ============== ======== ====================================================================
    ``game``       uint64   the number of the game, from 1; those of several files are consecutive
    ``file``       uint32   the index of the file in the list of files
    ``ply``        uint32   the plies from the start of the game to the position
    ``result``     int8     1 if White won, 0 for a draw, -1 if Black won, 2 if unknown: the result behind
                            the moves, or that of the tag if there is none or ``*``
    ``move``       uint16   the move played
    ``white_elo``  uint16   White's rating, 0 if unknown; ``black_elo`` likewise
    ``clock``      int32    the mover's clock after the move in milliseconds (``[%clk]``), or -1
    ``eval``       int16    the score of the position in centipawns for White (``[%eval]`` of the
                            move before), mate in *n* moves as 32000 - *n*, or -32768
    ``eval_after`` int16    the same of the move played
    ``key``        uint64   the key of the position, as :func:`keys`
    ============== ======== ====================================================================

    Plies are those from ``min_ply`` to ``max_ply``, every ``every``-th from ``min_ply`` on. ``final`` adds the position
    after the last move, with the move 0. ``dedupe`` keeps the first occurrence of each position only, which needs memory
    for all keys.

    Conditions on games are keywords with the names and meanings of the options of ``ferz pgn filter``, such as
    ``player="anna"``, ``min_elo=2000``, ``results=["1-0", "0-1"]``, ``endgame="rook"`` or ``since=2024``:
    :class:`ferz.batch.Conditions` has all. None is no condition, all of them must hold, and of several values of one
    condition one is enough. Unknown names are a :class:`TypeError`, invalid values a :class:`ValueError`.

    Games with an error have no rows; ``on_error="raise"`` raises :class:`ValueError` instead.
    Raises :class:`OSError` if the text cannot be read.
    """
    unknown = [name for name in columns if name not in COLUMNS]
    if unknown:
        raise ValueError(f"expected columns among {', '.join(COLUMNS)}, found {unknown[0]!r}")
    filters = {
        "columns": ["mv" if name == "move" else name for name in columns],
        **{
            "min_ply": min_ply,
            "max_ply": max_ply,
            "every": every,
            "with_final": final,
            "dedupe": dedupe,
        },
        "conditions": conditions,
    }
    types = {"position": POSITION_DTYPE, **{name: COLUMNS[name] for name in columns}}
    stream, bar = _open(source, filters, chunk_size, threads, on_error, progress)
    return PositionStream(stream, types, bar, on_error)


def games(
    source: Source,
    *,
    headers: Sequence[str] = HEADERS,
    chunk_size: int = 16384,
    movetext: bool = False,
    on_error: str = "keep",
    progress: bool = False,
    threads: int = 0,
    **conditions: Unpack[Conditions],
) -> GameStream:
    """Reads the games of PGN texts, plain or compressed with gzip, bzip2 or Zstandard, in their order.
    ``source`` is a path, a text as ``bytes``, a binary file, or a list of them.

    Each row is a game. The tags in ``headers`` are columns of texts as objects, None without the tag,
    without the escapes ``\\\\"`` and ``\\\\\\\\``. The other columns are always there:

    ================ ======== ==================================================================
    ``game``         uint64   the number of the game, from 1; those of several files are
                              consecutive, as in the column ``game`` of :func:`positions`
    ``file``         uint32   the index of the file in the list of files
    ``result``       int8     1 if White won, 0 for a draw, -1 if Black won, 2 if unknown, as
                              in :func:`positions`
    ``plies``        uint32   the plies of the main line, up to an error
    ``opening_eco``  object   the ECO code of the last position with a name, or None
    ``opening_name`` object   its name, or None: see :mod:`ferz.openings`
    ``warnings``     uint32   the faults that do not hide the moves, such as malformed tags
    ``error``        object   the error that ends the game with its place, or None
    ================ ======== ==================================================================

    ``movetext=True`` adds the column ``movetext`` with the text of each game behind its tags as the file has it,
    with comments, variations and result; None for a game longer than 64 MiB.

    Conditions on games are those of :func:`positions`. The memory does not depend on the length of the text.

    Games with an error have a row; ``on_error="skip"`` leaves them out, and ``on_error="raise"`` raises
    :class:`ValueError` instead. Raises :class:`OSError` if the text cannot be read.
    """
    headers = checked_headers(headers)
    reserved = (*GAME_COLUMNS, MOVETEXT)
    taken = [name for name in headers if name in reserved or headers.count(name) > 1]
    if taken:
        raise ValueError(
            f"expected names of tags, each once, other than {', '.join(reserved)}, found {taken[0]!r}"
        )
    filters = {
        "columns": [],
        "tags": headers,
        "conditions": conditions,
        "keeps_errors": on_error != "skip",
        "movetext": movetext,
    }
    texts = [*headers, MOVETEXT] if movetext else headers
    types = {
        "game": GAME_COLUMNS["game"],
        "file": GAME_COLUMNS["file"],
        **{name: np.dtype("O") for name in texts},
    }
    stream, bar = _open(source, filters, chunk_size, threads, on_error, progress)
    return GameStream(stream, {**types, **GAME_COLUMNS}, bar, on_error)


def checked_headers(headers: Iterable[str]) -> List[str]:
    """Returns the names of tags. Raises an error for what would be columns of None, since names of tags are compared
    letter by letter.
    """
    if isinstance(headers, str):
        raise TypeError(f"expected a list of names of tags, found {headers!r}")
    names = list(headers)
    spelled = {name.lower(): name for name in (*HEADERS, *TAGS)}
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"expected the name of a tag, found {name!r}")
        # A name in Python's own spelling, such as white_elo, is a guess too.
        meant = spelled.get(name.lower().replace(" ", "").replace("_", ""))
        if meant and name != meant:
            raise ValueError(f"expected the name of a tag, found {name!r}: did you mean {meant!r}?")
        if not re.fullmatch(r"[A-Za-z0-9][\w+#=:-]*", name, re.ASCII):
            raise ValueError(
                f"expected the name of a tag, of letters and digits without spaces, found {name!r}"
            )
    return names


def _open(
    source: Source,
    selection: Dict[str, Any],
    chunk_size: int,
    threads: int,
    on_error: str,
    progress: bool,
) -> Tuple[_batch.PgnStream, Progress]:
    """Begins to read texts. Filters that are not selected accept everything."""
    choices = ("keep", "skip", "raise") if selection.get("tags") is not None else ("skip", "raise")
    if on_error not in choices:
        raise ValueError(f"expected on_error as one of {', '.join(choices)}, found {on_error!r}")
    limits = {"min_ply": 0xFFFFFFFF, "max_ply": 0xFFFFFFFF, "every": 0xFFFFFFFF}
    for name, limit in limits.items():
        if not 0 <= selection.get(name, 0) <= limit:
            raise ValueError(f"expected {name} from 0 to {limit}, found {selection[name]}")
    filters = {
        **{
            "tags": None,
            "keeps_errors": False,
            "movetext": False,
            "with_final": False,
            "dedupe": False,
        },
        **{"min_ply": 0, "max_ply": 0xFFFFFFFF, "every": 1},
        **selection,
    }
    texts, sizes = [], []
    for item in source if isinstance(source, (list, tuple)) else [source]:
        text, size = _text(item)
        texts.append(text)
        sizes.append(size)
    total = None if None in sizes else sum(filter(None, sizes))
    stream = _batch.PgnStream(texts, filters, chunk_size, threads)
    return stream, Progress(total, unit="B", enabled=progress)


def _text(source: Any) -> Tuple[Union[str, bytes], Optional[int]]:
    """Returns a path or a text, and the size of its text in bytes, if it is known."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        size = os.stat(path).st_size
        return path, size if not path.endswith((".gz", ".bz2", ".zst")) else None
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), len(source)
    if not hasattr(source, "read"):
        raise TypeError(f"expected a path, bytes or a binary file, found {type(source).__name__}")
    text = source.read()
    if not isinstance(text, bytes):
        raise TypeError("expected a file opened in binary mode")
    return text, len(text)
