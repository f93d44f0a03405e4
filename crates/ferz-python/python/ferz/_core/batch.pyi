from typing import Any, Dict, Iterator, List, Optional, Sequence, Union, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

__all__ = [
    "PgnStream", "PositionError", "best_moves", "checks", "evaluate", "from_fens", "from_uci", "game_ends",
    "game_texts", "keys", "legal_mask", "legal_move_counts", "legal_moves", "move_indexes", "moves_from_indexes",
    "perft", "piece_counts", "planes", "play", "selfplay_text", "to_fens", "to_uci",
]  # fmt: skip

class PositionError(ValueError):
    index: int
    text: str

@final
class PgnStream:
    games: int
    games_selected: int
    bytes_read: int
    error_count: int
    errors: List[str]
    def __new__(
        cls,
        sources: Sequence[Union[str, bytes]],
        filters: Dict[str, Any],
        rows: int,
        threads: int,
    ) -> Self: ...
    def __iter__(self) -> Iterator[Dict[str, NDArray[Any]]]: ...
    def __next__(self) -> Dict[str, NDArray[Any]]: ...
    def close(self) -> None: ...

def from_fens(fens: Sequence[str], threads: int) -> NDArray[np.uint8]: ...
def to_fens(positions: NDArray[np.uint8], shredder: bool, threads: int) -> List[str]: ...
def keys(positions: NDArray[np.uint8], output: NDArray[np.uint64], threads: int) -> None: ...
def checks(positions: NDArray[np.uint8], output: NDArray[np.bool_], threads: int) -> None: ...
def legal_move_counts(
    positions: NDArray[np.uint8], output: NDArray[np.uint16], threads: int
) -> None: ...
def game_ends(positions: NDArray[np.uint8], output: NDArray[np.uint8], threads: int) -> None: ...
def piece_counts(positions: NDArray[np.uint8], output: NDArray[np.uint8], threads: int) -> None: ...
def perft(
    positions: NDArray[np.uint8], output: NDArray[np.uint64], depth: int, threads: int
) -> None: ...
def evaluate(
    positions: NDArray[np.uint8],
    output: NDArray[np.int32],
    for_white: bool,
    network: Optional[str],
    threads: int,
) -> None: ...
def best_moves(
    positions: NDArray[np.uint8],
    moves: NDArray[np.uint16],
    scores: NDArray[np.int16],
    nodes: int,
    threads: int,
) -> None: ...
def legal_moves(positions: NDArray[np.uint8], threads: int) -> NDArray[np.uint16]: ...
def play(
    positions: NDArray[np.uint8], moves: NDArray[np.uint16], threads: int
) -> NDArray[np.uint8]: ...
def to_uci(positions: NDArray[np.uint8], moves: NDArray[np.uint16], threads: int) -> List[str]: ...
def from_uci(
    positions: NDArray[np.uint8], texts: Sequence[str], threads: int
) -> NDArray[np.uint16]: ...
def planes(
    positions: NDArray[np.uint8],
    output: NDArray[Any],
    layout: str,
    counters: bool,
    threads: int,
) -> None: ...
def legal_mask(
    positions: NDArray[np.uint8], output: NDArray[np.bool_], layout: str, threads: int
) -> None: ...
def move_indexes(
    positions: NDArray[np.uint8],
    moves: NDArray[np.uint16],
    output: NDArray[np.uint16],
    layout: str,
    threads: int,
) -> None: ...
def moves_from_indexes(
    positions: NDArray[np.uint8],
    indexes: NDArray[np.uint16],
    output: NDArray[np.uint16],
    layout: str,
    threads: int,
) -> None: ...
def game_texts(text: bytes) -> List[str]: ...
def selfplay_text(first: int, count: int, seed: int, nodes: int, random_plies: int) -> str: ...
