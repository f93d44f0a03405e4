"""Limits, results and information of searches."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any, Dict, Iterable, List, Optional, TypedDict

from ferz._core import Board, Move

from .option import ConfigMapping
from .score import PovScore, PovWdl


class Info(enum.IntFlag):
    """Kinds of information of a search."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


#: No information.
INFO_NONE = Info.NONE
#: Depth, time, nodes, expected results, strings, and so on. All other kinds include it.
INFO_BASIC = Info.BASIC
#: Score.
INFO_SCORE = Info.SCORE
#: Principal variation.
INFO_PV = Info.PV
#: Refutations of root moves.
INFO_REFUTATION = Info.REFUTATION
#: Line that is searched now.
INFO_CURRLINE = Info.CURRLINE
#: All of them.
INFO_ALL = Info.ALL


class InfoDict(TypedDict, total=False):
    """
    Information that an engine sent. Keys are absent unless the engine sent them. Times are in
    seconds, ``hashfull`` and ``cpuload`` in permille.
    """

    score: PovScore
    pv: List[Move]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int
    cpuload: int
    refutation: Dict[Move, List[Move]]
    currline: Dict[int, List[Move]]
    ebf: float
    wdl: PovWdl
    string: str
    lowerbound: bool
    upperbound: bool
    movesleft: int


@dataclasses.dataclass(repr=False)
class Limit:
    """The limits of a search; it ends at the first that is reached."""

    time: Optional[float] = None
    """Time of the search in seconds."""
    depth: Optional[int] = None
    """Depth in plies."""
    nodes: Optional[int] = None
    """Number of nodes."""
    mate: Optional[int] = None
    """Search for a mate in this many moves."""
    white_clock: Optional[float] = None
    """White's time left in seconds."""
    black_clock: Optional[float] = None
    """Black's time left in seconds."""
    white_inc: Optional[float] = None
    """White's increment in seconds."""
    black_inc: Optional[float] = None
    """Black's increment in seconds."""
    remaining_moves: Optional[int] = None
    """
    Moves to the next time control. With clocks but without this, the clocks are for the rest of the
    game.
    """
    clock_id: object = None
    """
    Identifies the time control for XBoard engines, which get its description once, at the first
    limit with another identifier than the one before.
    """

    def __repr__(self) -> str:
        fields = ((field.name, getattr(self, field.name)) for field in dataclasses.fields(self))
        given = (f"{name}={value!r}" for name, value in fields if value is not None)
        return f"{type(self).__name__}({', '.join(given)})"


class SearchOptions(TypedDict, total=False):
    """The arguments of :func:`Protocol.analyse()` beside the position, the limit and the number of lines."""

    game: object
    info: Info
    root_moves: Optional[Iterable[Move]]
    options: ConfigMapping


class PlayOptions(SearchOptions, total=False):
    """The arguments of :func:`Protocol.play()` beside the position and the limit."""

    ponder: bool
    draw_offered: bool
    opponent: Optional[Opponent]


@dataclasses.dataclass(frozen=True)
class Request:
    """A search that was requested, with the arguments of :func:`Protocol.play()` and its relatives."""

    board: Board
    limit: Optional[Limit]
    game: object
    info: Info
    root_moves: Optional[Iterable[Move]]
    options: ConfigMapping
    multipv: Optional[int] = None
    ponder: bool = False
    draw_offered: bool = False
    opponent: Optional[Opponent] = None


class PlayResult:
    """The result of :func:`Protocol.play()`."""

    move: Optional[Move]
    """The move, or ``None`` if there is none: the game is over, or the engine resigns."""
    ponder: Optional[Move]
    """The reply that the engine expects, or ``None``."""
    info: InfoDict
    """The last information of each kind, if it was requested."""
    draw_offered: bool
    """Set if the engine offers a draw before its move."""
    resigned: bool
    """Set if the engine resigns."""

    def __init__(
        self,
        move: Optional[Move],
        ponder: Optional[Move],
        info: Optional[InfoDict] = None,
        *,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None:
        self.move = move
        self.ponder = ponder
        self.info = {} if info is None else info
        self.draw_offered = draw_offered
        self.resigned = resigned

    def __repr__(self) -> str:
        return (
            f"<PlayResult at {id(self):#x} (move={self.move}, ponder={self.ponder}, "
            f"info={self.info}, draw_offered={self.draw_offered}, resigned={self.resigned})>"
        )


@dataclasses.dataclass(frozen=True)
class Opponent:
    """The opponent of an engine."""

    name: Optional[str]
    """The name."""
    title: Optional[str]
    """The title, such as ``GM``."""
    rating: Optional[int]
    """The rating."""
    is_engine: Optional[bool]
    """True for an engine, false for a human."""


class BestMove:
    """The result of :func:`AnalysisResult.wait()`."""

    move: Optional[Move]
    """The best move, or ``None`` if there is none."""
    ponder: Optional[Move]
    """The expected reply, or ``None``."""

    def __init__(self, move: Optional[Move], ponder: Optional[Move]) -> None:
        self.move = move
        self.ponder = ponder

    def __repr__(self) -> str:
        return f"<BestMove at {id(self):#x} (move={self.move}, ponder={self.ponder})>"


def merge_info(target: Any, info: InfoDict) -> None:
    """Updates information with newer. An exact score replaces the bound of an older one."""
    if "score" in info:
        target.pop("lowerbound", None)
        target.pop("upperbound", None)
    target.update(info)
