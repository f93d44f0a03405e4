"""Fixtures of several files."""

from __future__ import annotations

import random
import signal
from typing import Any

import pytest

from reference import FENS


# A background process of a shell ignores SIGINT, and Python then raises no KeyboardInterrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


def random_positions(count: int, seed: int = 1) -> Any:
    """Returns positions of random games from all sample positions."""
    import ferz.batch as batch
    import numpy as np

    rng = random.Random(seed)
    found = [batch.from_fens(FENS)]
    while sum(map(len, found)) < count:
        current = found[-1]
        current = current[batch.legal_move_counts(current) > 0]
        moves, offsets = batch.legal_moves(current)
        picks = [moves[rng.randrange(a, b)] for a, b in zip(offsets, offsets[1:])]
        found.append(batch.play(current, picks))
        if len(found) % 80 == 0:
            found.append(batch.from_fens(FENS))
    return np.concatenate(found)[:count]


@pytest.fixture(scope="session")
def positions() -> Any:
    """3,000 positions of random games, as an array."""
    pytest.importorskip("numpy")
    return random_positions(3000)
