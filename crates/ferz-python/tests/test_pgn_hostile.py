"""Tests of texts that are no games."""

import io
import random

import pytest

from ferz import pgn


class EveryCall(pgn.GameBuilder):
    """Builds games through the calls of a visitor."""

    def visit_nag(self, nag):
        super().visit_nag(nag)


def read(text):
    return pgn.read_game(io.StringIO(text))


HOSTILE = [
    "(" * 10_000 + "1. e4" + ")" * 10_000,
    "1. e4 " + "(1. d4 " * 10_000,
    "1. e4 " + "(1. d4 e5 " * 10_000 + ")" * 20_000,
    "1. Nf3 Nf6 2. Ng1 Ng8 " * 500 + "(" * 5_000,
    "1. e4 {" + "x" * 2_000_000,
    "1. e4 {" + "{" * 100_000 + "}" * 100_000 + " e5",
    "1. e4 $" + "9" * 4_000 + " e5",
    "1. e4 " + "$1 " * 100_000,
    "[A " * 10_000,
    '[A "' + "x" * 1_000_000,
    '[A "1"]\n' * 10_000,
    "1. " + "e4e5" * 10_000,
    "\x00\x01\x7f\ud800\U0010ffff [\x00]",
    "%" * 10_000 + "\n;" * 10_000,
    '[A "b\rc"]\r[D "e"]\n\r\n\n1. e4',
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_are_read(text, caplog):
    handle = io.StringIO(text)
    game = pgn.read_game(handle)
    if game is not None:
        assert read(str(game)) is not None
        assert game.accept(pgn.GameBuilder()).headers == game.headers
        assert game.end().board().ply() == sum(1 for _ in game.mainline())
    for function in (pgn.read_headers, pgn.skip_game):
        handle.seek(0)
        assert bool(function(handle)) or game is None or function is pgn.read_headers


@pytest.mark.parametrize("seed", range(200))
def test_random_texts_are_read(seed, caplog):
    rng = random.Random(seed)
    words = [
        "e4",
        "e5",
        "Nf3",
        "O-O",
        "(",
        ")",
        "{",
        "}",
        ";",
        "\n",
        "\n\n",
        "[",
        "]\n",
        '[A "b"]\n',
        "$1",
        "!?",
        "1-0",
    ]
    words += ["*", "--", "\ufeff", "\r", "%", "é", "\x00", "a8=Q", "1.", "...", '"', "\\"]
    text = (
        " ".join(rng.choices(words, k=300))
        if seed % 2
        else "".join(chr(rng.randrange(256)) for _ in range(2_000))
    )
    counts = []
    for function in (
        pgn.read_game,
        pgn.read_headers,
        pgn.skip_game,
        lambda h: pgn.read_game(h, Visitor=EveryCall),
    ):
        handle = io.StringIO(text)
        count = 0
        while function(handle) not in (None, False):
            count += 1
        counts.append(count)
        assert handle.tell() == len(text)
    assert len(set(counts)) == 1
