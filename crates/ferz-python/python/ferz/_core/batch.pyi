from typing import Any, Dict, Iterator, List, Optional, Sequence, Union, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

__all__ = [
    "PgnStream", "PositionError", "checks", "evaluate", "from_fens", "from_san", "from_uci", "game_ends",
    "game_texts", "keys", "legal_mask", "legal_move_counts", "legal_moves", "move_indexes", "moves_from_indexes",
    "openings", "perft", "piece_counts", "planes", "play", "search", "selfplay_text", "to_fens", "to_san", "to_uci",
]  # fmt: skip

class PositionError(ValueError):
    """An element of an array or a list is invalid. `index` is its index, `text` the element or its fault in words."""

    index: int
    text: str

@final
class PgnStream:
    """An iterator over dictionaries of arrays, read in the background from a PGN text."""

    games: int
    """The games read so far."""
    games_selected: int
    """The games with rows so far."""
    bytes_read: int
    """The bytes of text read so far."""
    error_count: int
    """The number of games with errors so far."""
    warning_count: int
    """The number of faults so far that do not hide the moves of a game."""
    errors: List[str]
    """The first errors as texts."""
    def __new__(
        cls,
        sources: Sequence[Union[str, bytes]],
        filters: Dict[str, Any],
        rows: int,
        threads: int,
    ) -> Self: ...
    def __iter__(self) -> Iterator[Dict[str, NDArray[Any]]]: ...
    def __next__(self) -> Dict[str, NDArray[Any]]: ...
    def close(self) -> None:
        """Ends reading."""

def from_fens(fens: Sequence[str], threads: int) -> NDArray[np.uint8]:
    """Reads FENs of four to six fields. Impossible castling rights and en passant squares are dropped;
    the position must then be valid.
    """

def to_fens(positions: NDArray[np.uint8], shredder: bool, threads: int) -> List[str]:
    """Writes X-FEN, or Shredder-FEN."""

def keys(positions: NDArray[np.uint8], output: NDArray[np.uint64], threads: int) -> None:
    """Writes the key of each position, with Polyglot's numbers."""

def checks(positions: NDArray[np.uint8], output: NDArray[np.bool_], threads: int) -> None:
    """Writes if the side to move is in check."""

def legal_move_counts(
    positions: NDArray[np.uint8], output: NDArray[np.uint16], threads: int
) -> None:
    """Writes the number of legal moves, at most 218."""

def game_ends(positions: NDArray[np.uint8], output: NDArray[np.uint8], threads: int) -> None:
    """Writes 0 if the game is not over, 1 checkmate, 2 stalemate, 3 insufficient material, 4 the
    seventy-five-move rule.
    """

def openings(positions: NDArray[np.uint8], output: NDArray[np.int16], threads: int) -> None:
    """Writes the index of the opening of each position, -1 without a name."""

def piece_counts(positions: NDArray[np.uint8], output: NDArray[np.uint8], threads: int) -> None:
    """Writes the numbers of white pawns, knights, bishops, rooks, queens, kings, then those of Black."""

def perft(
    positions: NDArray[np.uint8], output: NDArray[np.uint64], depth: int, threads: int
) -> None:
    """Writes the number of leaves `depth` plies below each position."""

def evaluate(
    positions: NDArray[np.uint8],
    output: NDArray[np.int32],
    view: str,
    network: Optional[str],
    threads: int,
) -> None:
    """Writes the engine's static evaluation in centipawns, for the side to move or with the view "white" for
    White.

    Consecutive positions that share pieces, as those of a game, are evaluated faster.
    """

def search(
    positions: NDArray[np.uint8],
    moves: NDArray[np.uint16],
    scores: NDArray[np.int16],
    nodes: int,
    threads: int,
) -> None:
    """Writes the best move of each position (0 if there is none) and its score in centipawns for the
    side to move, a mate in *n* moves as 32000 - *n*.
    """

def legal_moves(positions: NDArray[np.uint8], threads: int) -> NDArray[np.uint16]:
    """Returns the legal moves of all positions, in a fixed order for each."""

def play(
    positions: NDArray[np.uint8], moves: NDArray[np.uint16], threads: int
) -> NDArray[np.uint8]:
    """Returns the positions after one move in each."""

def to_uci(positions: NDArray[np.uint8], moves: NDArray[np.uint16], threads: int) -> List[str]:
    """Returns one move for each position in UCI notation."""

def to_san(positions: NDArray[np.uint8], moves: NDArray[np.uint16], threads: int) -> List[str]:
    """Returns one move for each position in SAN."""

def from_san(
    positions: NDArray[np.uint8], texts: Sequence[str], threads: int
) -> NDArray[np.uint16]:
    """Reads one move in SAN for each position."""

def from_uci(
    positions: NDArray[np.uint8], texts: Sequence[str], threads: int
) -> NDArray[np.uint16]:
    """Reads one move in UCI notation for each position."""

def planes(
    positions: NDArray[np.uint8], output: NDArray[Any], layout: str, counters: bool, threads: int
) -> None:
    """Writes planes, with counters if `counters` is set or if the layout has them."""

def legal_mask(
    positions: NDArray[np.uint8], output: NDArray[np.bool_], layout: str, threads: int
) -> None:
    """Writes for each position a row with true at the numbers of its legal moves."""

def move_indexes(
    positions: NDArray[np.uint8],
    moves: NDArray[np.uint16],
    output: NDArray[np.uint16],
    layout: str,
    threads: int,
) -> None:
    """Writes the number of one legal move for each position."""

def moves_from_indexes(
    positions: NDArray[np.uint8],
    indexes: NDArray[np.uint16],
    output: NDArray[np.uint16],
    layout: str,
    threads: int,
) -> None:
    """Writes the legal move with a number for each position."""

def game_texts(text: bytes) -> List[str]:
    """Returns each game of a PGN text, plain or compressed, in export format. A game with an error ends
    before it.
    """

def selfplay_text(first: int, count: int, seed: int, nodes: int, random_plies: int) -> str:
    """Plays the self-play games with the numbers `first..first + count` and returns them as PGN.

    A game begins with `random_plies` random legal moves, or one more in half of the games, by a
    generator seeded with `seed` and the number of the game.
    """
