"""Parquet files of games and positions."""

from __future__ import annotations

import datetime
import io
import os
import re
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    List,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
)

import numpy as np

from ferz._core import OutputFile

from ._arrow import to_arrow
from ._pgn import (
    MOVETEXT,
    NO_CLOCK,
    NO_EVAL,
    UNKNOWN_RESULT,
    GameReader,
    PositionStream,
    Source,
    checked_headers,
    games,
)
from ._records import to_fens
from ._values import to_uci

if TYPE_CHECKING:
    import pyarrow  # type: ignore[import-untyped, unused-ignore]

    Columns = Dict[str, Any]

PARQUET_COLUMNS = {
    **{
        name: "string"
        for name in ("Event", "Site", "White", "Black", "Result", "WhiteTitle", "BlackTitle")
    },
    **{name: "int16" for name in ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")},
    **{"UTCDate": "date32", "UTCTime": "time32[s]"},
    **{name: "string" for name in ("ECO", "Opening", "Termination", "TimeControl", MOVETEXT)},
}
"""The columns of :func:`write_parquet` for games, with the names of their types in Apache Arrow: those of the set
``Lichess/standard-chess-games`` on Hugging Face. In the file times have milliseconds, as Parquet has no seconds."""

# The tags from which columns are made.
_TAGS = [name for name in PARQUET_COLUMNS if name not in ("Result", MOVETEXT)] + ["Date"]
# Rows that are converted at once: texts are Python objects meanwhile.
_CHUNK = 8192
# A row group has at most about this size in memory, however long its games are.
_MAX_GROUP_BYTES = 256 << 20
# Texts of the column `result` of `games` by its value; -1 is the last one.
_RESULTS = np.array(["1/2-1/2", "1-0", "*", "0-1"], object)
# Values of positions that stand for no value.
_UNKNOWN = {
    **{"result": UNKNOWN_RESULT, "white_elo": 0, "black_elo": 0},
    **{"clock": NO_CLOCK, "eval": NO_EVAL, "eval_after": NO_EVAL},
}


class ParquetReport(NamedTuple):
    """What :func:`write_parquet` wrote."""

    rows: int
    """The number of rows."""
    games: int
    """The number of games with rows."""
    errors: int
    """The number of games with an error, which have no rows unless ``on_error="keep"`` is given."""


def write_parquet(
    source: Union[Source, GameReader],
    path: Union[str, "os.PathLike[str]"],
    *,
    headers: Sequence[str] = (),
    row_group_size: int = 65536,
    compression: str = "zstd",
    **filters: Any,
) -> ParquetReport:
    """Writes the games of PGN texts to a Parquet file, a row a game, with the columns of Lichess's own Parquet
    set (:data:`PARQUET_COLUMNS`): ``Event``, ``Site``, ``White``, ``Black``, ``Result``, ``WhiteElo``, ...,
    ``movetext``.

    ``source`` and ``filters`` are those of :func:`games`: the conditions on games, ``on_error`` (here ``"skip"`` unless
    given), ``progress``, ``threads``. ``headers`` are further tags, each a column of texts.

    A tag that is missing or cannot be read as the type of its column is null. ``UTCDate`` is that of the tag
    ``Date`` where the tag of its own name is missing, ``ECO`` and ``Opening`` are those of :mod:`ferz.openings`.
    ``Result`` is that behind the moves, or else that of the tag, ``*`` if it is unknown; ``movetext`` is the text
    behind the tags.

    Given a stream instead, of :func:`positions` or :func:`games`, writes the columns of the stream. Positions
    have the column ``fen`` in place of ``position``, moves in UCI notation, and nulls where the arrays have
    numbers for unknown values.

    >>> import ferz.batch as batch
    >>> rows = batch.positions(b"1. e4 e5 2. Nf3 1-0", columns=["ply", "move", "result"])
    >>> batch.write_parquet(rows, "positions.parquet")                              # doctest: +SKIP
    ParquetReport(rows=3, games=1, errors=0)

    The text is read once, in memory that does not depend on its length: row groups have ``row_group_size`` rows,
    or fewer where games are long. The file is replaced as a whole at the end; after an error, Ctrl-C or a kill the
    old one is there. It needs pyarrow: ``pip install ferz[arrow]``.

    Raises :class:`ImportError` without pyarrow, :class:`OSError` if a file cannot be read or written, and
    :class:`ValueError` for invalid arguments.
    """
    try:
        import pyarrow.parquet as parquet  # type: ignore[import-untyped, unused-ignore]
    except ImportError as error:
        raise ImportError(
            "ferz.batch.write_parquet needs pyarrow: pip install ferz[arrow]"
        ) from error
    if row_group_size < 1:
        raise ValueError(f"expected row_group_size of at least 1, found {row_group_size}")
    stream, convert = _opened(source, headers, filters)
    schema = convert(stream.no_rows()).schema
    with stream, _ReplacedFile(path) as file:
        with parquet.ParquetWriter(file, schema, compression=compression) as writer:
            rows = _write_groups(writer, (convert(chunk) for chunk in stream), row_group_size)
        file.commit()
    return ParquetReport(rows, stream.games_selected, stream.error_count)


def _opened(
    source: Union[Source, GameReader], headers: Sequence[str], filters: Dict[str, Any]
) -> Tuple[GameReader, Callable[[Columns], pyarrow.Table]]:
    """Returns a stream of rows and the function that makes a table of them."""
    if isinstance(source, GameReader):
        if headers or filters:
            name = "headers" if headers else next(iter(filters))
            raise TypeError(f"{name} belongs to the function that made the stream")
        return source, _position_table if isinstance(source, PositionStream) else to_arrow
    headers = checked_headers(headers)
    taken = [name for name in headers if name in PARQUET_COLUMNS]
    if taken:
        raise ValueError(f"expected names of tags that are no column yet, found {taken[0]!r}")
    tags = [*_TAGS, *(name for name in headers if name not in _TAGS)]
    options = {"on_error": "skip", "chunk_size": _CHUNK, **filters}
    stream = games(source, headers=tags, movetext=True, **options)
    return stream, lambda columns: _game_table(columns, headers)


def _write_groups(writer: Any, tables: Any, row_group_size: int) -> int:
    """Writes tables in row groups and returns the number of rows."""
    import pyarrow

    pending: List[Any] = []
    written = rows = size = 0

    def flush(least: int) -> None:
        nonlocal pending, written, rows, size
        table = pyarrow.concat_tables(pending)
        start = 0
        while len(table) - start >= least and start < len(table):
            group = table.slice(start, row_group_size)
            writer.write_table(group, row_group_size)
            start += len(group)
        written, rows, size, pending = written + start, len(table) - start, 0, [table.slice(start)]

    for table in tables:
        pending.append(table)
        rows, size = rows + len(table), size + table.nbytes
        if rows >= row_group_size:
            flush(row_group_size)
        elif size >= _MAX_GROUP_BYTES:
            flush(1)
    if rows:
        flush(1)
    return written


def _game_table(columns: Columns, headers: Sequence[str]) -> pyarrow.Table:
    """Returns rows of :func:`games` with the columns of Lichess's set, and further tags."""
    import pyarrow
    import pyarrow.compute as compute  # type: ignore[import-untyped, unused-ignore]

    texts = {
        name: pyarrow.array(columns[name], pyarrow.string())
        for name in (*_TAGS, *headers, MOVETEXT)
    }
    for name, found in (("ECO", "opening_eco"), ("Opening", "opening_name")):
        known = _converted(
            texts[name], lambda text: text if text.strip() not in ("", "?") else None, "string"
        )
        texts[name] = compute.coalesce(known, pyarrow.array(columns[found], pyarrow.string()))
    texts["Result"] = pyarrow.array(_RESULTS[columns["result"]], pyarrow.string())
    readers = {"int16": _number, "date32": _date, "time32[s]": _time}
    table = {}
    for name, kind in PARQUET_COLUMNS.items():
        table[name] = (
            texts[name] if kind == "string" else _converted(texts[name], readers[kind], kind)
        )
    table["UTCDate"] = compute.coalesce(
        table["UTCDate"], _converted(texts["Date"], _date, "date32")
    )
    return pyarrow.table({**table, **{name: texts[name] for name in headers}})


def _converted(texts: Any, convert: Callable[[str], Any], kind: str) -> Any:
    """Returns the values of texts, each different text being converted once."""
    import pyarrow

    encoded = texts.dictionary_encode()
    values = [convert(text) for text in encoded.dictionary.to_pylist()]
    return pyarrow.array(values, pyarrow.type_for_alias(kind)).take(encoded.indices)


def _number(text: str) -> Optional[int]:
    found = re.fullmatch(r"\s*([+-]?[0-9]{1,5})\s*", text)
    number = int(found[1]) if found else None
    return number if number is not None and abs(number) <= 32767 else None


def _date(text: str) -> Optional[datetime.date]:
    """Returns the date of a tag; None if a part is unknown."""
    found = re.fullmatch(r"\s*([0-9]{4})([-./])([0-9]{1,2})\2([0-9]{1,2})\s*", text)
    try:
        return datetime.date(int(found[1]), int(found[3]), int(found[4])) if found else None
    except ValueError:
        return None


def _time(text: str) -> Optional[datetime.time]:
    found = re.fullmatch(r"\s*([0-9]{1,2}):([0-9]{2}):([0-9]{2})\s*", text)
    try:
        return datetime.time(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


def _position_table(columns: Columns) -> pyarrow.Table:
    """Returns rows of :func:`positions` with texts for positions and moves, and nulls for unknown values."""
    import pyarrow

    positions = columns["position"]
    table = {"fen": pyarrow.array(to_fens(positions), pyarrow.string())}
    for name, values in columns.items():
        if name == "move":
            # A null move and the end of a game have no move.
            played = values != 0
            texts = np.full(len(values), None, object)
            texts[played] = to_uci(positions[played], values[played])
            table[name] = pyarrow.array(texts, pyarrow.string())
        elif name in _UNKNOWN:
            table[name] = pyarrow.array(values, mask=values == _UNKNOWN[name])
        elif name != "position":
            table[name] = pyarrow.array(values)
    return pyarrow.table(table)


class _ReplacedFile(io.RawIOBase):
    """A file for pyarrow that replaces an old one when it is committed."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self._file = OutputFile(path)

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        content = bytes(data)
        self._file.write(content)
        return len(content)

    def commit(self) -> None:
        """Replaces the old file."""
        self._file.commit()

    def close(self) -> None:
        """Leaves the old file as it is, unless this one has replaced it."""
        if not self.closed:
            self._file.discard()
        super().close()
