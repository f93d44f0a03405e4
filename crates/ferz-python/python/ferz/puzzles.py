"""Puzzles: those of games, and sets of puzzles such as Lichess's.

>>> import ferz.puzzles
>>> for puzzle in ferz.puzzles.read("lichess_db_puzzle.csv.zst"):                   # doctest: +SKIP
...     board, solution = puzzle.board(), puzzle.solution
>>> puzzles = ferz.puzzles.find("games.pgn", limit=10)                              # doctest: +SKIP
>>> ferz.puzzles.check(puzzles)                                                     # doctest: +SKIP
['confirmed', 'confirmed', ...]

:func:`find` and :func:`check` run the commands ``ferz puzzles find`` and ``ferz puzzles check`` in a process of their
own. Puzzles are named tuples: ``pandas.DataFrame(puzzles)`` has their names as columns.
"""

from __future__ import annotations

import csv
import io
import os
import pathlib
import subprocess
import sys
import tempfile
from typing import Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import ferz

from ._core import InputFile, puzzle_themes

Path = Union[str, "os.PathLike[str]"]

COLUMNS = (
    "PuzzleId", "FEN", "Moves", "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes", "GameUrl",
    "OpeningTags",
)  # fmt: skip
"""The columns of Lichess's set of puzzles, in which the first three are required."""


class PuzzleError(Exception):
    """A command of puzzles failed."""


class Puzzle(NamedTuple):
    """A puzzle: one side errs, and the other has the only moves from there."""

    id: str
    """A name, unique within a set."""
    fen: str
    """The position before the error."""
    moves: Tuple[str, ...]
    """The error, then the solution by turns of the solver and the opponent, in UCI notation."""
    rating: Optional[int] = None
    """The rating of the puzzle, where it has one."""
    rating_deviation: Optional[int] = None
    """The deviation of the rating."""
    popularity: Optional[int] = None
    """The popularity at Lichess, from -100 to 100."""
    plays: Optional[int] = None
    """The number of times that it was played at Lichess."""
    themes: Tuple[str, ...] = ()
    """What the solution shows, in Lichess's names, such as ``fork``."""
    game_url: str = ""
    """The address of the game, or empty."""
    opening_tags: Tuple[str, ...] = ()
    """The opening in Lichess's tags, such as ``Italian_Game``."""

    def board(self) -> ferz.Board:
        """Returns the position that is to be solved, after the error.

        Raises :class:`ValueError` if the position or the error is invalid.
        """
        board = ferz.Board(self.fen)
        board.push_uci(self.moves[0])
        return board

    @property
    def solution(self) -> List[ferz.Move]:
        """The moves of the solver and of the opponent by turns, beginning and ending with the solver."""
        return [ferz.Move.from_uci(move) for move in self.moves[1:]]

    def is_solved_by(self, moves: Iterable[Union[ferz.Move, str]]) -> bool:
        """Returns true if these are the moves of the solver, in UCI notation or as moves. The last one may be
        another move if it mates.

        Raises :class:`ValueError` for moves that are not legal.
        """
        board = self.board()
        given = [move if isinstance(move, str) else move.uci() for move in moves]
        expected = self.moves[1::2]
        if len(given) != len(expected):
            return False
        for turn, (move, wanted) in enumerate(zip(given, expected)):
            board.push_uci(move)
            if move != wanted:
                return turn == len(expected) - 1 and board.is_checkmate()
            if turn < len(expected) - 1:
                board.push_uci(self.moves[2 * turn + 2])
        return True

    def find_themes(self) -> List[str]:
        """Returns the themes that the moves show by the rules of Ferz, in Lichess's names and in alphabetical
        order. ``advantage`` and ``crushing`` need an evaluation and are not among them.

        Raises :class:`ValueError` if the position or a move is not legal.
        """
        return puzzle_themes(self.fen, " ".join(self.moves))


class _Decompressed(io.RawIOBase):
    """The text of a file after decompression."""

    def __init__(self, path: Path) -> None:
        self._file = InputFile(path)
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._rest = self._rest or self._file.read()
        part, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


def read(path: Path) -> Iterator[Puzzle]:
    """Yields the puzzles of a CSV file with Lichess's columns, plain or compressed with gzip, bzip2 or Zstandard. The
    first line may be the names of the columns; without it they are :data:`COLUMNS`.

    Positions and moves are texts: :meth:`Puzzle.board` and :meth:`Puzzle.find_themes` check them.

    Raises :class:`OSError` if the file cannot be read, and :class:`ValueError` with the number of the line for rows
    that are no puzzles.
    """
    with io.TextIOWrapper(io.BufferedReader(_Decompressed(path), 1 << 18), "utf-8", newline="") as text:
        rows = csv.reader(text)
        names: Sequence[str] = COLUMNS
        for number, row in enumerate(rows):
            if number == 0 and row[:1] == ["PuzzleId"]:
                names = row
            elif row:
                try:
                    yield _puzzle(dict(zip(names, row)))
                except (KeyError, ValueError) as error:
                    raise ValueError(f"{os.fspath(path)}:{rows.line_num}: not a puzzle: {error}") from error


def _puzzle(row: Dict[str, str]) -> Puzzle:
    numbers = (row.get(name, "") for name in ("Rating", "RatingDeviation", "Popularity", "NbPlays"))
    rating, deviation, popularity, plays = (int(number) if number else None for number in numbers)
    moves, themes = tuple(row["Moves"].split()), tuple(row.get("Themes", "").split())
    if len(moves) < 2 or len(moves) % 2:
        raise ValueError(f"{len(moves)} moves: the error and an odd number of moves of the solution are required")
    tags = tuple(row.get("OpeningTags", "").split())
    return Puzzle(
        row["PuzzleId"], row["FEN"], moves, rating, deviation, popularity, plays, themes, row.get("GameUrl", ""), tags
    )


def find(
    files: Union[Path, Sequence[Path]],
    *,
    nodes: int = 150_000,
    threads: int = 1,
    hash: int = 32,
    limit: Optional[int] = None,
) -> List[Puzzle]:
    """Finds puzzles in the games of PGN files, at most ``limit``: errors after which the other side has the only
    moves, by a search of ``nodes`` nodes for each move and a test with ten times as many. Evaluations in the games
    (``[%eval]``) save the search for the errors. ``hash`` is the size of the table of each thread in MiB.

    Raises :class:`PuzzleError` if a file cannot be read or an argument is invalid.
    """
    paths = [files] if isinstance(files, (str, os.PathLike)) else files
    options = [f"--nodes={nodes}", f"--threads={threads}", f"--hash={hash}"]
    if limit is not None:
        options.append(f"--limit={limit}")
    with tempfile.TemporaryDirectory(prefix="ferz-") as folder:
        found = pathlib.Path(folder, "puzzles.csv")
        _run("find", [*options, f"--output={found}", "--", *(os.fspath(path) for path in paths)])
        return list(read(found))


def check(puzzles: Iterable[Puzzle], *, nodes: int = 1_500_000, threads: int = 1, hash: int = 32) -> List[str]:
    """Tests the solution of each puzzle by a search of ``nodes`` nodes for each move. Returns for each
    ``"confirmed"``; ``"ambiguous"`` if a second move is nearly as good; ``"refuted"`` if another move is better or the
    move does not win.

    Raises :class:`PuzzleError` if a puzzle or an argument is invalid.
    """
    with tempfile.TemporaryDirectory(prefix="ferz-") as folder:
        path = pathlib.Path(folder, "puzzles.csv")
        verdicts = []
        with open(path, "w", encoding="utf-8") as file:
            for number, puzzle in enumerate(puzzles):
                # An odd row is invalid, and the command names its line.
                file.write(f"{number},{' '.join(puzzle.fen.split())},{' '.join(puzzle.moves)}\n")
                verdicts.append("confirmed")
        lines = _run("check", [f"--nodes={nodes}", f"--threads={threads}", f"--hash={hash}", str(path)])
        for line in lines[:-1]:
            index, verdict, *_ = line.split()
            verdicts[int(index)] = verdict
        return verdicts


def _run(command: str, arguments: Sequence[str]) -> List[str]:
    """Runs a command of puzzles and returns the lines of its output."""
    line = [sys.executable, "-m", "ferz", "puzzles", command, *arguments]
    done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8")
    # A check with refuted puzzles has status 1, and nothing on standard error.
    if done.returncode and (command == "find" or done.returncode != 1 or done.stderr):
        raise PuzzleError(done.stderr.strip() or f"ferz puzzles {command} ended with status {done.returncode}")
    return done.stdout.splitlines()
