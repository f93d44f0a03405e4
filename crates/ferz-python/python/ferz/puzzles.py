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

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import warnings
from typing import (
    IO,
    Callable,
    Iterable,
    Iterator,
    List,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
)

import ferz

from ._core import PuzzleRows, puzzle_is_solved, puzzle_themes
from ._progress import Progress

Path = Union[str, "os.PathLike[str]"]

COLUMNS = (
    "PuzzleId", "FEN", "Moves", "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes", "GameUrl",
    "OpeningTags",
)  # fmt: skip
"""The columns of Lichess's set of puzzles, in which the first three are required."""


_FAILURE = re.compile(r"(?P<index>\d+) (?P<verdict>ambiguous|best, but not winning|refuted) at ")


class PuzzleError(Exception):
    """A command of puzzles failed."""


class Puzzle(NamedTuple):
    """A puzzle: one side errs, and the other has the only moves from there. One that does not come from a game may lack
    the error."""

    id: str
    """A name, unique within a set."""
    fen: str
    """The position before the first move."""
    moves: Tuple[str, ...]
    """The error, then the solution by turns of the solver and the opponent, in UCI notation. An odd number of moves has no
    error and begins with the solver."""
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

    @property
    def lead(self) -> int:
        """The number of moves before the solution: 1 for the error, or 0 without one."""
        return 1 - len(self.moves) % 2

    def board(self) -> ferz.Board:
        """Returns the position that is to be solved, after the error.

        Raises :class:`ValueError` if the position or the error is invalid.
        """
        board = ferz.Board(self.fen)
        for move in self.moves[: self.lead]:
            board.push_uci(move)
        return board

    @property
    def solution(self) -> List[ferz.Move]:
        """The moves of the solver and of the opponent by turns, beginning and ending with the solver."""
        return [ferz.Move.from_uci(move) for move in self.moves[self.lead :]]

    def is_solved_by(self, moves: Iterable[Union[ferz.Move, str]]) -> bool:
        """Returns true if these moves of the solver, in UCI notation or as moves, solve the puzzle by the rule of
        ``ferz puzzles solve``: they are those of the solution, or up to one that mates by force. The mate may come sooner or
        later than that of the solution; it must be proven in at most five moves and 100,000 positions.

        Raises :class:`ValueError` for moves that are not legal.
        """
        given = [move if isinstance(move, str) else move.uci() for move in moves]
        return puzzle_is_solved(self.fen, " ".join(self.moves), " ".join(given))

    def find_themes(self) -> List[str]:
        """Returns the themes that the moves show by the rules of Ferz, in Lichess's names and in alphabetical
        order. ``advantage`` and ``crushing`` need an evaluation and are not among them.

        Raises :class:`ValueError` if the position or a move is not legal.
        """
        return puzzle_themes(self.fen, " ".join(self.moves))


def read(path: Path) -> Iterator[Puzzle]:
    """Yields the puzzles of a CSV file with Lichess's columns, plain or compressed with gzip, bzip2 or Zstandard. The
    first line may be the names of the columns, in any order and among others; without it they are :data:`COLUMNS`.

    Rows that are no puzzles are left out; at the end of the file a warning has their number, and the first one.

    Raises :class:`OSError` if the file cannot be read.
    """
    rows = PuzzleRows(path)
    for name, fen, moves, rating, deviation, popularity, plays, themes, address, tags in rows:
        yield Puzzle(
            name,
            fen,
            tuple(moves),
            rating,
            deviation,
            popularity,
            plays,
            tuple(themes),
            address,
            tuple(tags),
        )
    if rows.skipped:
        others = f" and {rows.skipped - 1} more" if rows.skipped > 1 else ""
        warnings.warn(f"{os.fspath(path)}: no puzzle: {rows.fault}{others}", stacklevel=2)


def find(
    files: Union[Path, Sequence[Path]],
    *,
    nodes: int = 150_000,
    threads: int = 1,
    hash: int = 32,
    limit: Optional[int] = None,
    progress: bool = False,
) -> List[Puzzle]:
    """Finds puzzles in the games of PGN files, at most ``limit``: errors after which the other side has the only
    moves, by a search of ``nodes`` nodes for each move and a test with ten times as many. Evaluations in the games
    (``[%eval]``) save the search for the errors. ``hash`` is the size of the table of each thread in MiB.
    ``progress`` shows the number of finished games on standard error.

    Raises :class:`PuzzleError` if a file cannot be read or an argument is invalid.
    """
    paths = [files] if isinstance(files, (str, os.PathLike)) else files
    options = [f"--nodes={nodes}", f"--threads={threads}", f"--hash={hash}"]
    if limit is not None:
        options.append(f"--limit={limit}")
    with tempfile.TemporaryDirectory(prefix="ferz-") as folder:
        found = pathlib.Path(folder, "puzzles.csv")
        # A line for each finished game, behind a first one.
        finished = pathlib.Path(folder, "finished")
        options += [f"--output={found}"] + ([f"--resume={finished}"] if progress else [])
        with Progress(None, unit="game", description="puzzles", enabled=progress) as bar:

            def show(lines: int) -> None:
                bar.advance_to(max(lines - 1, 0))

            files_of = [os.fspath(path) for path in paths]
            _run("find", [*options, "--", *files_of], _Lines(finished, show) if progress else None)
        return list(read(found))


def check(
    puzzles: Iterable[Puzzle],
    *,
    nodes: int = 1_500_000,
    threads: int = 1,
    hash: int = 32,
    progress: bool = False,
) -> List[str]:
    """Tests the solution of each puzzle by a search of ``nodes`` nodes for each move. Returns for each
    ``"confirmed"``; ``"ambiguous"`` if a second move is nearly as good; ``"not winning"`` if a move is the best, but does
    not win; ``"refuted"`` if another move is better. ``progress`` shows the number of tested puzzles on standard error.

    Raises :class:`PuzzleError` if a puzzle or an argument is invalid.
    """
    options = [f"--nodes={nodes}", f"--threads={threads}", f"--hash={hash}"]
    all_puzzles = list(puzzles)
    if not progress:
        return _check(all_puzzles, options)
    verdicts: List[str] = []
    with Progress(len(all_puzzles), unit="puzzle", description="check") as bar:
        # A process for some puzzles: each search begins with an empty table, so that the verdicts are the same.
        step = 8 * max(threads, 1)
        for start in range(0, len(all_puzzles), step):
            verdicts += _check(all_puzzles[start : start + step], options)
            bar.advance_to(len(verdicts))
    return verdicts


def _check(puzzles: Sequence[Puzzle], options: Sequence[str]) -> List[str]:
    """Returns the verdicts of a process."""
    with tempfile.TemporaryDirectory(prefix="ferz-") as folder:
        path = pathlib.Path(folder, "puzzles.csv")
        verdicts = ["confirmed"] * len(puzzles)
        with open(path, "w", encoding="utf-8") as file:
            for number, puzzle in enumerate(puzzles):
                # A row that is no puzzle is invalid, and the command names its line.
                file.write(f"{number},{' '.join(puzzle.fen.split())},{' '.join(puzzle.moves)}\n")
        lines = _run("check", [*options, str(path)])
        for line in lines[:-1]:
            found = _FAILURE.match(line)
            if found:
                verdict = found["verdict"]
                verdicts[int(found["index"])] = (
                    "not winning" if verdict.startswith("best") else verdict
                )
        return verdicts


class _Lines:
    """Counts the lines of a file that a process appends to."""

    def __init__(self, path: pathlib.Path, show: Callable[[int], None]) -> None:
        self._path, self._show = path, show
        self._lines = 0
        self._file: Optional[IO[bytes]] = None

    def update(self) -> None:
        """Shows the number of lines so far."""
        if self._file is None and self._path.exists():
            self._file = open(self._path, "rb")
        if self._file is not None:
            self._lines += self._file.read().count(b"\n")
            self._show(self._lines)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _run(command: str, arguments: Sequence[str], watched: Optional[_Lines] = None) -> List[str]:
    """Runs a command of puzzles and returns the lines of its output."""
    line = [sys.executable, "-m", "ferz", "puzzles", command, *arguments]
    with subprocess.Popen(
        line,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        try:
            while True:
                try:
                    out, errors = process.communicate(timeout=0.2 if watched else None)
                    break
                except subprocess.TimeoutExpired:
                    assert watched is not None
                    watched.update()
            if watched:
                watched.update()
        except BaseException:
            process.kill()
            raise
        finally:
            if watched:
                watched.close()
    # A check with refuted puzzles has status 1, and nothing on standard error.
    if process.returncode and (command == "find" or process.returncode != 1 or errors):
        raise PuzzleError(
            errors.strip() or f"ferz puzzles {command} ended with status {process.returncode}"
        )
    return out.splitlines()
