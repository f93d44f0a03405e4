"""Analysis of games with annotations of their moves."""

from __future__ import annotations

import dataclasses
import sys
from typing import TYPE_CHECKING, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

from . import _chess as chess
from ._core import GameLine, LineAnalysis
from ._explain import Evidence, Reason, halved
from ._progress import Progress

if TYPE_CHECKING:
    from ferz.engine import Limit, PovScore, SimpleAnalysisResult, SimpleEngine
    from ferz.pgn import ChildNode, Game, GameNode


@dataclasses.dataclass(frozen=True)
class MoveAnalysis:
    """A move of the main line of an analysed game. Null moves lose nothing."""

    ply: int
    """The number of the move in the game, from 1."""

    node: ChildNode
    """The node of the move."""

    san: str
    """The move in standard algebraic notation."""

    turn: chess.Color
    """The side that moved."""

    score: PovScore
    """The evaluation after the move."""

    depth: Optional[int]
    """The depth of this evaluation in plies, or ``None`` if the game has ended."""

    expected_score: float
    """White's expected score after the move, in percent."""

    loss: float
    """The side's loss of expected score in percentage points, at least 0."""

    centipawn_loss: int
    """The side's loss in centipawns, at least 0, with evaluations of at most 1000."""

    accuracy: float
    """The accuracy of the move, from 0 to 100."""

    assessment: Optional[str]
    """``"inaccuracy"``, ``"mistake"``, ``"blunder"`` or ``None``."""

    nag: Optional[int]
    """The NAG of the assessment: 6, 2 or 4."""

    best_line: Tuple[chess.Move, ...]
    """The best line of the position before the move."""

    reasons: Tuple[Reason, ...] = ()
    """Why the move was bad, as far as it is proven; empty unless ``annotate`` was asked for reasons."""


@dataclasses.dataclass(frozen=True)
class PlayerAnalysis:
    """The moves of one side in numbers, without null moves."""

    moves: int
    """The number of moves."""

    inaccuracies: int
    """The number of inaccuracies."""

    mistakes: int
    """The number of mistakes."""

    blunders: int
    """The number of blunders."""

    average_centipawn_loss: Optional[float]
    """The mean loss in centipawns, or ``None`` without moves."""

    accuracy: Optional[float]
    """The accuracy from 0 to 100 as lichess computes it, or ``None`` without moves."""


@dataclasses.dataclass(frozen=True)
class GameAnalysis:
    """The analysis of a game, returned by :func:`annotate`. Notebooks show its chart."""

    white: PlayerAnalysis
    """The moves of White in numbers."""

    black: PlayerAnalysis
    """The moves of Black in numbers."""

    moves: List[MoveAnalysis]
    """The moves of the main line."""

    start_score: PovScore
    """The evaluation before the first move."""

    start_expected_score: float
    """White's expected score before the first move, in percent."""

    _svg: str = dataclasses.field(repr=False)

    def chart_svg(self) -> str:
        """Returns a drawing of White's expected score after each move as SVG. Markers show the
        inaccuracies, mistakes and blunders."""
        return self._svg

    def _repr_svg_(self) -> str:
        return self._svg


class _Searched(NamedTuple):
    """An evaluated position."""

    score: PovScore
    depth: Optional[int]
    line: List[chess.Move]
    is_deeper: bool = False

    def values(self) -> Tuple[Optional[int], Optional[int], Optional[int], List[chess.Move], bool]:
        """Returns the values for a ``GameLine``."""
        score = self.score.relative
        return score.score(), score.mate(), self.depth, self.line, self.is_deeper


def annotate(
    game: Game,
    *,
    engine: Union[chess.Engine, SimpleEngine, None] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    time: Optional[float] = None,
    thresholds: Tuple[float, float, float] = (5.0, 10.0, 15.0),
    curve: str = "players",
    line_plies: int = 8,
    evals: bool = True,
    nags: bool = True,
    tags: bool = True,
    reasons: bool = False,
    replace: bool = False,
    progress: bool = False,
) -> GameAnalysis:
    """Analyses the main line of a game with an engine, annotates its moves, and returns the analysis.

    The searches, the annotations and their defaults are those of the command ``ferz pgn annotate``: each search is
    the first of a new game, and moves near the border of a class are judged by deeper ones.

    :param game: The game. It is changed after all searches, so that an error or Ctrl-C leaves it as
        it was.
    :param engine: The engine; without one a new ``Engine`` with one thread.
    :param nodes: The limit of nodes for the first search of each position, 100,000 without another limit.
    :param depth: The limit of depth in plies.
    :param time: The limit of time for each position in seconds.
    :param thresholds: The least losses of ``?!``, ``?`` and ``??`` in percentage points of expected
        score.
    :param curve: The curve from centipawns to expected score: ``"players"``, as lichess uses it for
        games of players, or ``"engine"``, for games of Ferz against itself.
    :param line_plies: The maximum number of plies of the best line that is added as a variation of a
        move with ``?!``, ``?`` or ``??``; 0 adds none.
    :param evals: Adds ``[%eval]`` after each move, in place of older ones.
    :param nags: Adds the NAGs 6, 2 and 4 to weak moves, unless a move has one of the NAGs 1 to 6.
    :param tags: Sets the headers ``WhiteAccuracy`` and ``BlackAccuracy``, and ``Annotator`` if the
        game has none.
    :param reasons: Says why weak moves were bad, as far as it is proven: in ``MoveAnalysis.reasons`` and as comments with
        arrows. It takes further searches of half the nodes, by an engine that can return several lines.
    :param replace: Removes comments, NAGs and variations first, except ``[%clk]`` and ``[%emt]``.
    :param progress: Shows a progress bar on standard error.
    :raises: :exc:`ValueError` for options out of bounds and start positions that are not legal;
        :exc:`IllegalMoveError` for moves that are not; the errors of the engine.
    """
    from ferz.engine import Limit
    from ferz.pgn import Game

    if not isinstance(game, Game):
        raise TypeError(f"expected a ferz.pgn.Game, found {type(game).__name__}")
    for name, value in (("nodes", nodes), ("depth", depth), ("time", time)):
        if value is not None and not value > 0:
            raise ValueError(f"{name} is {value}, but must be above 0")
    if line_plies < 0:
        raise ValueError(f"line_plies is {line_plies}, but must be at least 0")
    if nodes is None and depth is None and time is None:
        nodes = GameLine.NODES
    main_line = list(game.mainline())
    moves = [node.move for node in main_line]
    line = GameLine(game.board(), moves, thresholds, curve)
    if engine is None:
        engine = chess.Engine(hash=GameLine.HASH_MIB)
    limit = Limit(nodes=nodes, depth=depth, time=time)
    results = _search_all(engine, game.board(), moves, line, limit, progress)
    analysis = line.analyse([found and found.values() for found in results])
    searched = [
        found or _ended(board) for found, board in zip(results, _positions(game.board(), moves))
    ]
    explained = {}
    if reasons:
        evidence = Evidence(engine, halved(limit))
        explained = {index: evidence.explain(analysis, index) for index in range(len(main_line))}
    found_reasons = {index: found for index, (found, _) in explained.items()}
    result = _result(game, main_line, searched, analysis, found_reasons)

    # The variations with the best moves, whose comments are kept.
    variations = [
        None if replace or found.line[:1] == [node.move] else _child(node.parent, found.line)
        for node, found in zip(main_line, searched)
    ]
    after, headers = analysis.annotate(
        [_notes(node, best) for node, best in zip([game, *main_line], [None, *variations])],
        evals=evals,
        nags=nags,
        tags=tags,
        line_plies=min(line_plies, sys.maxsize),
        replace=replace,
    )
    if replace:
        _remove_annotations(game, main_line)
        game.comments = after[0][0]
    for node, found, (comments, numbers, best_line) in zip(main_line, searched, after[1:]):
        if evals or replace:
            node.comments = comments
        node.nags.update(numbers)
        if best_line is not None:
            plies, comments = best_line
            _add_line(node.parent, found.line[:plies], comments if evals else None)
    for index, (_, comment) in explained.items():
        _add_comment(main_line[index], comment)
    game.headers.update(headers)
    if tags and (replace or "Annotator" not in game.headers) and "name" in engine.id:
        game.headers["Annotator"] = engine.id["name"]
    return result


def _search_all(
    engine: Union[chess.Engine, SimpleEngine],
    board: chess.Board,
    moves: List[chess.Move],
    line: GameLine,
    limit: Limit,
    progress: bool,
) -> List[Optional[_Searched]]:
    """Searches the positions of a line as ``line`` says. Those where the game has ended have no search."""
    searched: List[Optional[_Searched]] = [None] * (len(moves) + 1)
    with Progress(len(searched), unit="position", enabled=progress) as bar:
        while wanted := dict(line.searches([found and found.values() for found in searched])):
            for index, position in enumerate(_positions(board.copy(), moves)):
                if index in wanted:
                    is_deeper = wanted[index]
                    found = _search(engine, position, _deeper(limit) if is_deeper else limit)
                    searched[index] = found._replace(is_deeper=is_deeper)
                    bar.advance(0 if is_deeper else 1)
        bar.advance(searched.count(None))
    return searched


def _deeper(limit: Limit) -> Limit:
    """Returns the limit of a second search."""
    return dataclasses.replace(
        limit,
        nodes=limit.nodes and limit.nodes * GameLine.DEEPER,
        time=limit.time and limit.time * GameLine.DEEPER,
        depth=limit.depth and limit.depth + GameLine.DEEPER_PLIES,
    )


def _positions(board: chess.Board, moves: List[chess.Move]) -> Iterator[chess.Board]:
    """Yields the board of each position of a line, which the next one changes. A board has the moves since the
    last null move, which is no move of UCI."""
    yield board
    for move in moves:
        board.push(move)
        if not move:
            board = board.copy(stack=False)
        yield board


def _ended(board: chess.Board) -> _Searched:
    """Returns the evaluation of a position in which the game has ended."""
    from ferz.engine import Cp, Mate, PovScore

    return _Searched(PovScore(Mate(0) if board.is_checkmate() else Cp(0), board.turn), None, [])


def _search(
    engine: Union[chess.Engine, SimpleEngine], board: chess.Board, limit: Limit
) -> _Searched:
    """Searches a position as the first of a new game. Its score and depth are those of the last line that is no
    upper bound, and its best line begins with the best move.

    :raises: :exc:`ferz.engine.EngineError` if the engine sends no score.
    """
    from ferz.engine import EngineError

    score: Optional[PovScore] = None
    depth: Optional[int] = None
    line: List[chess.Move] = []
    started: Union[chess.Analysis, SimpleAnalysisResult] = engine.analysis(
        board, limit, game=object()
    )
    with started as analysis:
        for info in analysis:
            if "score" not in info or info.get("upperbound") or info.get("multipv", 1) > 1:
                continue
            score, depth = info["score"], info.get("depth", depth)
            line = _longer(line, info.get("pv", []))
        best = analysis.wait()
    if score is None:
        raise EngineError(f"no score in any reply: {board.fen()}")
    if best.move is not None and line[:1] != [best.move]:
        line = [best.move]
    return _Searched(score, depth, line)


def _longer(line: List[chess.Move], new: List[chess.Move]) -> List[chess.Move]:
    """Returns the new line, unless it is the start of the other one, as bounds have it."""
    return line if line[: len(new)] == new else new


def _child(node: GameNode, line: List[chess.Move]) -> Optional[ChildNode]:
    """Returns the child of a node with the first move of a line."""
    return next((child for child in node.variations if [child.move] == line[:1]), None)


def _notes(node: GameNode, best: Optional[ChildNode]) -> Tuple[List[str], List[int], List[str]]:
    """Returns the comments and NAGs of a node, and the comments of the best variation."""
    numbers = [number for number in sorted(node.nags) if 0 < number < 256]
    return node.comments, numbers, best.comments if best is not None else []


def _remove_annotations(game: Game, main_line: List[ChildNode]) -> None:
    """Removes variations, NAGs, and comments before moves."""
    for node in (game, *main_line):
        del node.variations[1:]
        node.nags = set()
        node.starting_comments = []


def _add_line(node: GameNode, line: List[chess.Move], comments: Optional[List[str]]) -> None:
    """Adds a line behind a node; moves that the game has are not added again. ``comments`` replace
    those of the first move."""
    for index, move in enumerate(line):
        child = _child(node, [move])
        node = child if child is not None else node.add_variation(move)
        if index == 0 and comments is not None:
            node.comments = comments


def _add_comment(node: ChildNode, comment: str) -> None:
    """Adds a comment with its marks, unless the node has it."""
    if comment and not any(comment in known for known in node.comments):
        node.comments = [*node.comments, comment]


def _result(
    game: Game,
    main_line: List[ChildNode],
    searched: List[_Searched],
    analysis: LineAnalysis,
    reasons: Dict[int, Tuple[Reason, ...]],
) -> GameAnalysis:
    board = game.board()
    moves = []
    for index, (node, numbers) in enumerate(zip(main_line, analysis.moves())):
        before, after = searched[index : index + 2]
        expected_score, loss, centipawn_loss, accuracy, assessment, nag = numbers
        move = MoveAnalysis(
            ply=index + 1,
            node=node,
            san=board.san(node.move),
            turn=board.turn,
            score=after.score,
            depth=after.depth,
            expected_score=expected_score,
            loss=loss,
            centipawn_loss=centipawn_loss,
            accuracy=accuracy,
            assessment=assessment,
            nag=nag,
            best_line=tuple(before.line),
            reasons=reasons.get(index, ()),
        )
        moves.append(move)
        board.push(node.move)
    white, black = (PlayerAnalysis(*analysis.summary(side)) for side in (True, False))
    headers = game.headers
    svg = analysis.chart(
        headers.get("White", "?"), headers.get("Black", "?"), headers.get("Result", "*")
    )
    return GameAnalysis(white, black, moves, searched[0].score, analysis.start_score, svg)
