"""The engine in the process, evaluation, perft and the program ``ferz``."""

from os import PathLike
from types import TracebackType
from typing import Dict, Iterable, Iterator, List, Optional, Sequence, Type, Union, overload

from ..engine import BestMove, InfoDict, Limit, PlayResult
from ._board import Board
from ._moves import Move

_Path = Union[str, PathLike[str]]

class Engine:
    """
    The engine Ferz in the process.

    :param threads: The number of search threads.
    :param hash: The size of the transposition table in MiB.
    :param network: The path of a network file in place of the embedded network.
    :param classical: Whether to use the classical evaluation in place of a network.
    :param syzygy: A directory of Syzygy tablebases or a list of them.
    :raises: :class:`OSError` for files that cannot be read, :class:`MemoryError` without memory for
        the table or the threads.

    Searches run without the lock of the interpreter. Ctrl-C stops a search and raises
    :class:`KeyboardInterrupt`. The moves of the board count for repetitions. An engine runs one
    search at a time; another one meanwhile raises :class:`RuntimeError`.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        hash: int = 64,
        network: Optional[_Path] = None,
        classical: bool = False,
        syzygy: Union[_Path, Sequence[_Path], None] = None,
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
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        multipv: None = None,
        root_moves: Optional[Iterable[Move]] = None,
    ) -> InfoDict: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        multipv: int,
        root_moves: Optional[Iterable[Move]] = None,
    ) -> List[InfoDict]:
        """
        Searches a position and returns its information, or with *multipv* a list of it, the best
        line first.

        :param limit: The limits, which the keywords override.
        :param nodes: The approximate number of nodes.
        :param depth: The depth in plies.
        :param time: The time in seconds.
        :param mate: Search for a mate in this many moves.
        :param multipv: The number of lines.
        :param root_moves: The moves to search, all by default.
        :raises: :class:`ValueError` without any limit, and for illegal boards and root moves.
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
        root_moves: Optional[Iterable[Move]] = None,
    ) -> PlayResult:
        """
        Searches a position and returns the move to play, the expected reply and the information
        of the search. The parameters are those of :func:`analyse()`.
        """

    def analysis(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        multipv: Optional[int] = None,
        root_moves: Optional[Iterable[Move]] = None,
    ) -> Analysis:
        """
        Starts a search and returns an iterator of its information. Without a limit it runs until it
        is stopped. The parameters are those of :func:`analyse()`.
        """

    def stop(self) -> None:
        """Stops the current search, which returns its result so far. For any thread."""

    def new_game(self) -> None:
        """Clears the transposition table and all history, for another game."""

class Analysis:
    """
    A running analysis of an :class:`Engine`. It stops at the end of a ``with`` block and when the
    object is deleted.
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
        """Waits for the end of the search and returns its best move."""

    def get(self) -> InfoDict:
        """
        Waits for the next information and returns it.

        :raises: :class:`ferz.engine.AnalysisComplete` at the end of the search.
        """

    def next(self) -> Optional[InfoDict]:
        """Like :func:`get()`, but returns ``None`` at the end."""

    def would_block(self) -> bool:
        """Returns true if :func:`next()` would wait."""

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
    by the embedded network or the classical evaluation. The value in check has no meaning.
    """

def perft(board: Board, depth: int, *, threads: int = 1, hash: Optional[int] = None) -> int:
    """
    Counts the leaves of the legal move tree.

    :param depth: The depth in plies, at most 64.
    :param threads: The number of threads that share the tree.
    :param hash: The size of a table of subtree counts in MiB, which pays from depth 6 on.
    :raises: :class:`OverflowError` for counts above 128 bits.
    """

def perft_divide(
    board: Board, depth: int, *, threads: int = 1, hash: Optional[int] = None
) -> Dict[Move, int]:
    """
    Counts the leaves below each legal move, in the alphabetical order of UCI notation. Empty at
    depth 0.
    """

def run_program(arguments: Sequence[str]) -> int:
    """
    Runs the program ``ferz`` on the standard streams and returns its exit status.

    :param arguments: The program's name and its arguments.
    """
