"""Scores and win, draw and loss statistics, relative to the side to move or to a colour."""

from __future__ import annotations

import abc
import dataclasses
import functools
from typing import Any, Iterator, Literal, Optional, Tuple, Union, overload

from .win_rate import mate_win_rates, win_rates

Color = bool

WdlModel = Literal["sf", "sf16.1", "sf16", "sf15.1", "sf15", "sf14", "sf12", "lichess"]


@dataclasses.dataclass(frozen=True)
class Wdl:
    """Wins, draws and losses, relative to a side. Their sum is often 1000."""

    wins: int
    """The number of wins."""
    draws: int
    """The number of draws."""
    losses: int
    """The number of losses."""

    def total(self) -> int:
        """Returns the number of games."""
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """Returns the share of wins."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """Returns the share of draws."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """Returns the share of losses."""
        return self.losses / self.total()

    def expectation(self) -> float:
        """Returns the expected points: 1 for a win, 0.5 for a draw, 0 for a loss."""
        return (self.wins + 0.5 * self.draws) / self.total()

    def __bool__(self) -> bool:
        return bool(self.total())

    def __iter__(self) -> Iterator[int]:
        return iter((self.wins, self.draws, self.losses))

    def __reversed__(self) -> Iterator[int]:
        return iter((self.losses, self.draws, self.wins))

    def __pos__(self) -> Wdl:
        return self

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)


@functools.total_ordering
class Score(abc.ABC):
    """
    The evaluation of a position, relative to a side: :class:`Cp` or :class:`Mate`.

    Scores are ordered: being mated, the later the better; centipawns; mating, the sooner the better;
    and :data:`MateGiven`.
    """

    __slots__ = ()

    @overload
    @abc.abstractmethod
    def score(self, *, mate_score: int) -> int: ...

    @overload
    @abc.abstractmethod
    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]: ...

    @abc.abstractmethod
    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """
        Returns the score in centipawns. A mate is ``None``, or ``mate_score`` less the number of
        moves to it.
        """

    @abc.abstractmethod
    def mate(self) -> Optional[int]:
        """
        Returns the moves to mate, negative if the side is mated, or ``None`` for a score in
        centipawns. Zero is a mate on the board: :func:`Mate(0) <Mate>` or :data:`MateGiven`.
        """

    def is_mate(self) -> bool:
        """Returns true if this is a mate score."""
        return self.mate() is not None

    @abc.abstractmethod
    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        """
        Returns the statistics that a model expects at a ply of the game.

        :param model: ``sf`` is the model of Stockfish 16.1; ``sf16``, ``sf15.1``, ``sf15``, ``sf14``
            and ``sf12`` are those of earlier versions; ``lichess`` is the curve of that site, which
            has no draws.
        :param ply: The half-moves since the start of the game.
        """

    @abc.abstractmethod
    def _rank(self) -> Tuple[int, int]:
        """Returns a key that orders scores."""

    @abc.abstractmethod
    def __neg__(self) -> Score: ...

    @abc.abstractmethod
    def __pos__(self) -> Score: ...

    @abc.abstractmethod
    def __abs__(self) -> Score: ...

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Score):
            return self._rank() == other._rank()
        return NotImplemented

    def __lt__(self, other: Any) -> bool:
        if isinstance(other, Score):
            return self._rank() < other._rank()
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._rank())


class Cp(Score):
    """A score in centipawns."""

    __slots__ = ("cp",)

    def __init__(self, cp: int) -> None:
        self.cp: int = cp

    def mate(self) -> None:
        return None

    def score(self, *, mate_score: Optional[int] = None) -> int:
        return self.cp

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        return Wdl(*win_rates(self.cp, model, ply))

    def _rank(self) -> Tuple[int, int]:
        return (0, self.cp)

    def __str__(self) -> str:
        return f"{self.cp:+d}" if self.cp else "0"

    def __repr__(self) -> str:
        return f"Cp({self})"

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __pos__(self) -> Cp:
        return self

    def __abs__(self) -> Cp:
        return Cp(abs(self.cp))


class Mate(Score):
    """A mate in a number of moves, negative if the side is mated, zero if it is mated now."""

    __slots__ = ("moves",)

    def __init__(self, moves: int) -> None:
        self.moves: int = moves

    def mate(self) -> int:
        return self.moves

    @overload
    def score(self, *, mate_score: int) -> int: ...

    @overload
    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]: ...

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        return Wdl(*mate_win_rates(self.moves, model))

    def _rank(self) -> Tuple[int, int]:
        return (1 if self.moves > 0 else -1, -self.moves)

    def _number(self) -> str:
        return f"+{self.moves}" if self.moves > 0 else f"-{-self.moves}"

    def __str__(self) -> str:
        return f"#{self._number()}"

    def __repr__(self) -> str:
        return f"Mate({self._number()})"

    def __neg__(self) -> Union[MateGivenType, Mate]:
        return Mate(-self.moves) if self.moves else MateGiven

    def __pos__(self) -> Mate:
        return self

    def __abs__(self) -> Union[MateGivenType, Mate]:
        return Mate(abs(self.moves)) if self.moves else MateGiven


class MateGivenType(Score):
    """The score of a side that has mated, better than any other: the type of :data:`MateGiven`."""

    __slots__ = ()

    def mate(self) -> int:
        return 0

    @overload
    def score(self, *, mate_score: int) -> int: ...

    @overload
    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]: ...

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        return mate_score

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        return Wdl(1000, 0, 0)

    def _rank(self) -> Tuple[int, int]:
        return (2, 0)

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"

    def __neg__(self) -> Mate:
        return Mate(0)

    def __pos__(self) -> MateGivenType:
        return self

    def __abs__(self) -> MateGivenType:
        return self


#: The score of a side that has mated.
MateGiven: MateGivenType = MateGivenType()


def _color_name(color: Color) -> str:
    return "WHITE" if color else "BLACK"


@dataclasses.dataclass(slots=True, eq=False, repr=False)
class PovScore:
    """A :class:`Score` with the side it is relative to. Equal if equal from White's view."""

    relative: Score
    """The score, relative to :attr:`turn`."""
    turn: Color
    """The side."""

    def white(self) -> Score:
        """Returns the score from White's view."""
        return self.pov(True)

    def black(self) -> Score:
        """Returns the score from Black's view."""
        return self.pov(False)

    def pov(self, color: Color) -> Score:
        """Returns the score from the view of a side."""
        return self.relative if self.turn == color else -self.relative

    def is_mate(self) -> bool:
        """Returns true if this is a mate score."""
        return self.relative.is_mate()

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> PovWdl:
        """Returns the expected statistics, see :func:`Score.wdl()`."""
        return PovWdl(self.relative.wdl(model=model, ply=ply), self.turn)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PovScore):
            return self.white() == other.white()
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {_color_name(self.turn)})"


@dataclasses.dataclass(slots=True, eq=False, repr=False)
class PovWdl:
    """:class:`Wdl` with the side it is relative to. Equal if equal from White's view."""

    relative: Wdl
    """The statistics, relative to :attr:`turn`."""
    turn: Color
    """The side."""

    def white(self) -> Wdl:
        """Returns the statistics from White's view."""
        return self.pov(True)

    def black(self) -> Wdl:
        """Returns the statistics from Black's view."""
        return self.pov(False)

    def pov(self, color: Color) -> Wdl:
        """Returns the statistics from the view of a side."""
        return self.relative if self.turn == color else -self.relative

    def __bool__(self) -> bool:
        return bool(self.relative)

    # A sequence of the relative wins, draws and losses.

    def __iter__(self) -> Iterator[int]:
        return iter(self.relative)

    def __reversed__(self) -> Iterator[int]:
        return reversed(self.relative)

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: int) -> int:
        return tuple(self.relative)[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PovWdl):
            return self.white() == other.white()
        if isinstance(other, tuple):
            return tuple(self.relative) == other
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovWdl({self.relative!r}, {_color_name(self.turn)})"
