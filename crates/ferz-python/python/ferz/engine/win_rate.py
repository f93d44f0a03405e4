"""
Win rate models: the win, draw and loss probabilities of a score.

The coefficients are those that Stockfish published with its releases, and the curve of Lichess.
"""

from __future__ import annotations

import math
from typing import Dict, NamedTuple, Sequence, Tuple


class _Model(NamedTuple):
    """
    A logistic curve whose centre and slope, in internal units, are cubic polynomials of the game's
    progress: plies in units of 64, at most 240, or moves in units of 32, from 8 to 120.
    """

    centre: Tuple[float, float, float, float]
    slope: Tuple[float, float, float, float]
    #: Internal units of 100 centipawns.
    pawn: float = 100.0
    #: The largest absolute score, in internal units.
    limit: float = 4000.0
    #: Set if the progress is measured in moves.
    in_moves: bool = False


_STOCKFISH: Dict[str, _Model] = {
    "sf12": _Model(
        (-8.24404295, 64.23892342, -95.73056462, 153.86478679),
        (-3.37154371, 28.44489198, -56.67657741, 72.05858751),
        limit=1000.0,
    ),
    "sf14": _Model(
        (-3.68389304, 30.07065921, -60.52878723, 149.53378557),
        (-2.01818570, 15.85685038, -29.83452023, 47.59078827),
        limit=2000.0,
    ),
    "sf15": _Model(
        (-1.17202460e-1, 5.94729104e-1, 1.12065546e1, 1.22606222e2),
        (-1.79066759, 11.30759193, -17.43677612, 36.47147479),
        limit=2000.0,
    ),
    "sf15.1": _Model(
        (-0.58270499, 2.68512549, 15.24638015, 344.49745382),
        (-2.65734562, 15.96509799, -20.69040836, 73.61029937),
        pawn=361.0,
    ),
    "sf16": _Model(
        (0.38036525, -2.82015070, 23.17882135, 307.36768407),
        (-2.29434733, 13.27689788, -14.26828904, 63.45318330),
        pawn=328.0,
    ),
    "sf16.1": _Model(
        (-1.06249702, 7.42016937, 0.89425629, 348.60356174),
        (-5.33122190, 39.57831533, -90.84473771, 123.40620748),
        pawn=356.0,
        in_moves=True,
    ),
}

#: The model of the name "sf".
_LATEST = "sf16.1"


def _polynomial(coefficients: Sequence[float], x: float) -> float:
    value = 0.0
    for coefficient in coefficients:
        value = value * x + coefficient
    return value


def _stockfish_wins(model: _Model, cp: float, ply: int) -> int:
    if model.in_moves:
        progress = min(120.0, max(8.0, ply / 2 + 1)) / 32.0
    else:
        progress = min(240, ply) / 64.0
    centre = _polynomial(model.centre, progress)
    slope = _polynomial(model.slope, progress)
    value = max(-model.limit, min(model.limit, cp * model.pawn / 100.0))
    return int(0.5 + 1000.0 / (1.0 + math.exp((centre - value) / slope)))


def _lichess_wins(cp: float) -> int:
    return round(1000.0 / (1.0 + math.exp(-0.00368208 * cp)))


def win_rates(cp: int, model: str, ply: int) -> Tuple[int, int, int]:
    """
    Returns wins, draws and losses in permille for a score in centipawns at a ply of the game.
    A model without a known name is that of the latest Stockfish.
    """
    if model == "lichess":
        wins = _lichess_wins(max(-1000, min(1000, cp)))
        return wins, 0, 1000 - wins
    curve = _STOCKFISH.get(model, _STOCKFISH[_LATEST])
    wins = _stockfish_wins(curve, cp, ply)
    losses = _stockfish_wins(curve, -cp, ply)
    return wins, 1000 - wins - losses, losses


def mate_win_rates(moves: int, model: str) -> Tuple[int, int, int]:
    """
    Returns wins, draws and losses in permille of a mate in this many moves, which the side to move
    gives if the number is positive and suffers otherwise.
    """
    if model == "lichess" and moves != 0:
        wins = _lichess_wins(math.copysign(2100 - 100 * min(10, abs(moves)), moves))
        return wins, 0, 1000 - wins
    return (1000, 0, 0) if moves > 0 else (0, 0, 1000)
