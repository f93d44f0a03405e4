"""Why a move was bad, proven."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Tuple, Union

from . import _chess as chess
from ._core import GameLine, LineAnalysis

if TYPE_CHECKING:
    from ferz.engine import InfoDict, Limit, SimpleEngine
    from ferz.syzygy import Tablebase

# Centipawns or moves to mate for the side to move, depth, line, and False, as `GameLine` takes searched positions.
_Line = Tuple[Optional[int], Optional[int], Optional[int], List[chess.Move], bool]


@dataclasses.dataclass(frozen=True)
class Reason:
    """A reason why a move was bad, which the rules, a search of material, a mate or a tablebase proves."""

    kind: str
    """``"hanging"``, ``"fork"``, ``"mate"`` or another of the kinds in the guide "Why a move was bad"."""

    concern: str
    """``"played"`` for what the move allows, ``"best"`` for what it misses."""

    squares: Tuple[chess.Square, ...]
    """The squares to show: first that of the piece that acts or is lost, then the targets."""

    line: Tuple[chess.Move, ...]
    """The moves that show it: after the move, or in its place."""

    proof: str
    """How it is proven, such as ``"all-replies"``."""

    pawns: Optional[int]
    """The pawns that are proven to be lost or missed, or ``None`` for another reason."""

    text: str
    """A sentence without scores, with the moves numbered as in the game."""

    def __str__(self) -> str:
        return self.text


class Evidence:
    """The searches and tablebases that reasons may ask for."""

    def __init__(
        self,
        engine: Union[chess.Engine, SimpleEngine, None],
        limit: Optional[Limit],
        tablebase: Optional[Tablebase] = None,
    ) -> None:
        self._engine = engine
        self._limit = limit
        self._tablebase = tablebase

    def explain(self, analysis: LineAnalysis, index: int) -> Tuple[Tuple[Reason, ...], str]:
        """Returns the reasons of a move of an analysed line, and the comment that says them."""
        found = analysis.explain(
            index,
            None if self._engine is None else self._best_lines,
            None if self._tablebase is None else self._table_result,
        )
        if found is None:
            return (), ""
        reasons, comment = found
        made = [
            Reason(kind, concern, tuple(squares), tuple(line), proof, pawns, text)
            for kind, concern, squares, line, proof, pawns, text in reasons
        ]
        return tuple(made), comment

    def _best_lines(self, fen: str, chess960: bool, count: int) -> List[_Line]:
        assert self._engine is not None
        board = chess.Board(fen, chess960=chess960)
        found = self._engine.analyse(board, self._limit, multipv=count, game=object())
        return [searched(info) for info in found if "score" in info and info.get("pv")]

    def _table_result(self, fen: str, chess960: bool) -> Optional[int]:
        assert self._tablebase is not None
        wdl = self._tablebase.get_wdl(chess.Board(fen, chess960=chess960))
        # The rule of fifty moves makes 1 and -1 draws.
        return None if wdl is None else (wdl > 1) - (wdl < -1)


def halved(limit: Limit) -> Limit:
    """Returns the limit of the searches for reasons: half the nodes or time, so that they cost little beside a review."""
    return dataclasses.replace(
        limit,
        nodes=limit.nodes and max(1, limit.nodes // 2),
        time=limit.time and limit.time / 2,
    )


def searched(info: Mapping[str, Any]) -> _Line:
    """Returns a line of an engine as `GameLine` takes it."""
    score = info["score"].relative
    return score.score(), score.mate(), info.get("depth"), list(info.get("pv", [])), False


def explain(
    board: chess.Board,
    move: chess.Move,
    *,
    before: Optional[InfoDict] = None,
    after: Optional[InfoDict] = None,
    engine: Union[chess.Engine, SimpleEngine, None] = None,
    nodes: Optional[int] = None,
    time: Optional[float] = None,
    tablebase: Optional[Tablebase] = None,
) -> List[Reason]:
    """Says why a move is bad, as far as it can be proven: what it allows first, then what the best move would have done. The
    list is empty if nothing is proven, and for the best move.

    >>> import ferz
    >>> board = ferz.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
    >>> for reason in ferz.explain(board, board.parse_san("Nf6"), nodes=2000):
    ...     print(reason.kind, reason)
    mate It allows mate: 4. Qxf7#.

    :param board: The position before the move; the moves on its stack count for exchanges and repetitions.
    :param move: The move, which is legal there.
    :param before: What an engine returned for the position, with ``score`` and ``pv``. Without it the position is searched.
    :param after: The same for the position after the move.
    :param engine: The engine of the searches. Without one, a new ``Engine`` is used, unless both lines are given: then what
        they and the rules prove is said.
    :param nodes: The nodes of the searches of both positions, 100,000 without another limit; further searches, of which
        there are up to four, have half as many.
    :param time: The time of each of these searches in seconds.
    :param tablebase: Tablebases of ``ferz.syzygy``, for what the move changes in them.
    :raises: :exc:`IllegalMoveError` for a move that is not legal; the errors of the engine.
    """
    from ferz.engine import Limit

    if not board.is_legal(move):
        raise chess.IllegalMoveError(f"illegal move: {move} in {board.fen()}")
    if nodes is None and time is None:
        nodes = GameLine.NODES
    limit = Limit(nodes=nodes, time=time)
    if engine is None and (before is None or after is None):
        engine = chess.Engine(hash=GameLine.HASH_MIB)
    moves = [*board.move_stack, move]
    line = GameLine(board.root(), moves, (1e-6, 1.0, 2.0), "players")
    # Only the two positions beside the move count.
    values: List[Optional[_Line]] = [(0, None, None, [], False)] * len(board.move_stack)
    next_board = board.copy()
    next_board.push(move)
    for position, given in ((board, before), (next_board, after)):
        if given is not None and "score" in given:
            values.append(searched(given))
        elif position.is_game_over():
            values.append(None)
        else:
            assert engine is not None
            values.append(searched(engine.analyse(position, limit, game=object())))
    evidence = Evidence(engine, halved(limit), tablebase)
    return list(evidence.explain(line.analyse(values), len(board.move_stack))[0])
