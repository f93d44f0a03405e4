"""The engine in the process, evaluation, perft and the program ``ferz``."""

from os import PathLike
from types import TracebackType
from typing import Dict, Iterator, List, MutableMapping, Optional, Sequence, Type, TypedDict, Union, overload

from typing_extensions import Self, Unpack

from ..engine import BestMove, ConfigMapping, InfoDict, Limit, Opponent, Option, PlayResult
from ..engine.types import PlayOptions, SearchOptions
from ._board import Board
from ._moves import Move

_Path = Union[str, PathLike[str]]

class _Limits(TypedDict, total=False):
    nodes: Optional[int]
    depth: Optional[int]
    time: Optional[float]
    mate: Optional[int]

class _AnalysisOptions(_Limits, SearchOptions, total=False): ...
class _PlayOptions(_Limits, PlayOptions, total=False): ...

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
    def id(self) -> Dict[str, str]:
        """The names of the engine and its authors, as `SimpleEngine.id` has them."""

    @property
    def options(self) -> MutableMapping[str, Option]:
        """The options that `configure()` sets, as `SimpleEngine.options` has them."""

    def configure(self, options: ConfigMapping) -> None:
        """
        Sets the options `Threads` and `Hash` (in MiB), by their names in any case. A change clears the
        transposition table. Raises `ferz.engine.EngineError` for other options.
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
        **options: Unpack[_AnalysisOptions],
    ) -> InfoDict: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        multipv: int,
        **options: Unpack[_AnalysisOptions],
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
        self, board: Board, limit: Optional[Limit] = None, **options: Unpack[_PlayOptions]
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
        **options: Unpack[_AnalysisOptions],
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
