"""The readers of PGN texts find the same games: ``ferz.pgn``, ``ferz.batch`` and the commands.

``FERZ_TEXTS`` sets the number of mutated texts.
"""

import collections
import io
import json
import os
import random
import subprocess
import sys

import pytest

import ferz
from ferz import pgn

batch = pytest.importorskip("ferz.batch")

TEXTS = [
    '[Event "a"]\n[White "w"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {good [%clk 0:01:00]} Nc6 3. Bb5 a6 (3... Nf6 4. O-O) 4. Ba4 1-0\n\n',
    '[Event "b"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e3 Ke7 2. Kd2 $5 *\n\n',
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 1/2-1/2\n\n1. c4 e5 0-1\n\n",
    '[Event "c"]\n\n1. e4 c5 2. Nf3 d6\n3. d4 cxd4 4. Nxd4 Nf6\n5. Nc3 a6 ; comment\n6. Be2 *\n\n',
]
PARTS = [
    "\n", "\n\n", "\r\n", " ", "\t", "(", ")", "{", "}", "{c}", ";", "%", "[", "]", "\"", "\\", "*", "1-0", "0-1", "1/2-1/2", "1/2",
    "½-½", "1:0", "1. ", "12.", "4.0-0", "3.1-0", "--", "Z0", "<>", "e4", "Nf3", "O-O", "g1f3", "e1g1", "Nxf3", "Sf3", "♘f3",
    "±", "+-", "-/+", "∞", "N", "D", "!?", "$1", "$256", "$", "e.p.", "ch", "White", "ff", "\u00a0", "\u200b", "\ufeff", "\0", "\x1a",
    '[Event "x"]\n', '[White "y"]\n', "[White bad]\n", '[Variant "Bughouse"]\n', '[Variant "Chess960"]\n', "= +", "@", "#", ",",
]  # fmt: skip


RESULTS = ["1/2-1/2", "1-0", "*", "0-1"]
"""The results by their numbers in tables: 0, 1, 2 and -1."""


def mutated(rng):
    """Returns a text of some games with random changes."""
    text = "".join(rng.choices(TEXTS, k=rng.randint(1, 3)))
    for _ in range(rng.randint(1, 6)):
        start = rng.randrange(len(text) + 1)
        end = start + rng.choice([0, 0, 1, 2, 8])
        text = text[:start] + rng.choice(["", *PARTS]) + text[end:]
    return text


def read_games(text):
    games, handle = [], io.StringIO(text)
    while (game := pgn.read_game(handle)) is not None:
        games.append(game)
    return games


def fens(game):
    """Returns the positions before the moves of the main line."""
    board, found = game.board(), []
    for move in game.mainline_moves():
        found.append(board.fen())
        board.push(move)
    return found


@pytest.fixture(autouse=True)
def quiet(caplog):
    caplog.set_level("CRITICAL", logger="ferz.pgn")


def test_mutated_texts_have_the_same_games():
    number = int(os.environ.get("FERZ_TEXTS", "1500"))
    rng = random.Random(int(os.environ.get("FERZ_SEED", "1")))
    total = faulty = 0
    for _ in range(number):
        text = mutated(rng)
        games = read_games(text)
        stream = batch.positions(text.encode(), columns=["game", "ply", "move"], threads=1)
        chunk = stream.read_all()
        assert stream.games == len(games), repr(text)
        lengths = {}
        for game in chunk["game"].tolist():
            lengths[game] = lengths.get(game, 0) + 1
        for index, game in enumerate(games, 1):
            line = list(game.mainline_moves())
            total += 1
            if index in lengths:
                assert lengths[index] == len(line), repr(text)
                if rng.random() < 0.05:
                    rows = chunk["position"][chunk["game"] == index]
                    assert batch.to_fens(rows) == fens(game), repr(text)
            elif line and "FEN" not in game.headers:
                assert game.errors, repr(text)
                faulty += 1
    assert total > number and faulty > number // 20


def problems(paths, *options):
    """Returns what ``ferz pgn check`` reports: the totals, the errors and the warnings with a place of each game."""
    command = [
        sys.executable,
        "-m",
        "ferz",
        "pgn",
        "check",
        "--json",
        "--max-errors",
        "1000000",
        *options,
        *paths,
    ]
    *rows, totals = map(
        json.loads, subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    )
    errors, warnings = {}, collections.Counter()
    for row in rows:
        game = row["file"], row["game"]
        if row["severity"] == "error":
            errors[game] = "{file}:{line}:{column}: game {game}: {message}".format(**row)
        elif "line" in row:
            warnings[game] += 1
    return totals, errors, warnings


def results(paths):
    """Returns the results of the games without errors, as ``ferz pgn list`` has them."""
    command = [sys.executable, "-m", "ferz", "pgn", "list", "--json", *paths]
    rows = map(
        json.loads, subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    )
    return {(row["file"], row["game"]): row["result"] for row in rows}


def test_commands_tables_and_trees_agree(tmp_path):
    rng = random.Random(int(os.environ.get("FERZ_SEED", "5")))
    texts = {}
    for number in range(int(os.environ.get("FERZ_TEXTS", "1500")) // 3):
        path = tmp_path / f"{number}.pgn"
        texts[str(path)] = mutated(rng)
        path.write_bytes(texts[str(path)].encode())
    totals, errors, warnings = problems(texts)
    with_variations = problems(texts, "--variations")[2]
    listed = results(texts)
    stream = batch.games(list(texts), headers=[])
    table = stream.read_all()
    assert (stream.games, stream.error_count) == (totals["games"], totals["errors"])
    rows = iter(
        zip(*(table[name].tolist() for name in ("file", "result", "plies", "warnings", "error")))
    )
    for index, (path, text) in enumerate(texts.items()):
        for number, game in enumerate(read_games(text), 1):
            file, result, plies, warning_count, error = next(rows)
            place = path, number
            assert (file, error, warning_count) == (index, errors.get(place), warnings[place]), (
                repr(text)
            )
            # Without a start position the table has no moves, the tree those from the initial position.
            if error is None or not ("found the FEN" in error or "found the variant" in error):
                assert plies == len(list(game.mainline_moves())), repr(text)
                assert error is None or game.errors, repr(text)
            if error is None and not game.errors:
                assert len(game.warnings) == with_variations[place], repr(text)
            if error is None:
                assert RESULTS[result] == listed[place], repr(text)
    assert next(rows, None) is None and sum(warnings.values()) > 100 < len(errors)


def test_variants_that_the_check_reads_are_refused_by_name(tmp_path):
    path = tmp_path / "atomic.pgn"
    path.write_text('[Variant "Atomic"]\n\n1. Nf3 f6 2. Nd4 Nc6 3. Nb5 a6 4. Nxc7# 1-0\n')
    totals, _, _ = problems([str(path)])
    assert (totals["games"], totals["errors"]) == (1, 0)
    stream = batch.games([str(path)], headers=[])
    assert "Atomic" in stream.read_all()["error"].tolist()[0]
    assert stream.error_count == 1


def test_commands_find_the_same_games(tmp_path):
    rng = random.Random(2)
    path = tmp_path / "games.pgn"
    for _ in range(20):
        # A tag separates the texts: a comment without end costs one game.
        text = "".join(mutated(rng) + '\n\n[Event "next"]\n\n' for _ in range(40))
        path.write_bytes(text.encode())
        ran = subprocess.run(
            [sys.executable, "-m", "ferz", "pgn", "convert", str(path), "--to", "jsonl", "--final"],
            capture_output=True,
            text=True,
        )
        found = {row["game"]: row["fen"] for row in map(json.loads, ran.stdout.splitlines())}
        games = read_games(text)
        for index, game in enumerate(games, 1):
            if index in found:
                board = game.end().board()
                assert ferz.Board(found[index]).board_fen() == board.board_fen(), (index, text)
            elif "FEN" not in game.headers:
                assert game.errors, (index, text)
        assert len(found) > 20


def test_warnings_of_start_positions_and_of_variations_before_moves():
    text = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1"]\n\n1. e3 *\n\n(1. c4) 1. d4 -- 2. c4 -- *\n'
    expected = [
        ["the FEN was corrected"],
        ["found `(`, expected a move", "found the null move", "found the null move"],
    ]
    games = read_games(text)
    assert len(games) == len(expected)
    for game, starts in zip(games, expected):
        assert [one[: len(start)] for one, start in zip(game.warnings, starts)] == starts
    assert batch.games(text.encode()).read_all()["warnings"].tolist() == [
        len(game.warnings) for game in games
    ]
