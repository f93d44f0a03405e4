"""The analysis of games behind ``ferz.annotate``."""

from typing import List, Optional, Sequence, Tuple

from ._board import Board
from ._moves import Move

# Comments, NAGs, and the comments of the first move of the best line.
_NotesBefore = Tuple[Sequence[str], Sequence[int], Sequence[str]]
# Comments, NAGs, and the length of the best line that was added with the comments of its first move.
_NotesAfter = Tuple[List[str], List[int], Optional[Tuple[int, List[str]]]]

class GameLine:
    """
    The main line of a game: the start position of a board and the moves from it, and the options of
    the analysis: `thresholds` are the least losses of inaccuracies, mistakes and blunders in
    percentage points, and `curve` is `"players"` or `"engine"`.

    Raises `ValueError` if the position is not legal or an option is invalid, and `IllegalMoveError` if a
    move is not legal.
    """

    def __init__(
        self, board: Board, moves: Sequence[Move], thresholds: Tuple[float, float, float], curve: str
    ) -> None: ...
    def ended(self) -> List[bool]:
        """
        Returns for each position whether the game has ended there: by checkmate or as a draw.
        """

    def analyse(
        self, searched: Sequence[Tuple[Optional[int], Optional[int], Optional[int], Sequence[Move]]]
    ) -> LineAnalysis:
        """
        Analyses the line. `searched` has centipawns or moves to mate for the side to move, depth, and
        best line of each position.
        """

class LineAnalysis:
    """
    The analysis of a `GameLine`.
    """

    @property
    def start_score(self) -> float:
        """
        White's expected score before the first move, in percent.
        """

    def moves(self) -> List[Tuple[float, float, int, float, Optional[str], Optional[int]]]:
        """
        Returns for each move White's expected score after it in percent, the loss in percentage
        points and in centipawns, the accuracy, the name of the assessment, and its NAG.
        """

    def summary(self, white: bool) -> Tuple[int, int, int, int, Optional[float], Optional[float]]:
        """
        Returns the moves, inaccuracies, mistakes and blunders of a side, its average centipawn loss,
        and its accuracy.
        """

    def chart(self, white: str, black: str, result: str) -> str:
        """
        Returns the chart as SVG, with the names of the players and the result.
        """

    def annotate(
        self,
        notes: Sequence[_NotesBefore],
        *,
        evals: bool,
        nags: bool,
        tags: bool,
        line_plies: int,
        replace: bool,
    ) -> Tuple[List[_NotesAfter], List[Tuple[str, str]]]:
        """
        Returns the annotations of the start position and of each move, and the tags to set.

        `notes` are the annotations so far: comments, NAGs, and the comments of the first move of the
        best line before the move, empty if the game has no such variation. The annotations returned
        have the length of the best line to add and the comments of its first move instead, or `None`.
        `replace` removes the annotations so far first.
        """
