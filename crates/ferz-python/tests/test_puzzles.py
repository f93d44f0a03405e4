"""Puzzles: sets with Lichess's columns, solutions, themes, and the commands of the program."""

from __future__ import annotations

import bz2
import gzip
import sys
from pathlib import Path
from typing import Any

import pytest

import ferz
import ferz.puzzles as puzzles

ROWS = Path(__file__).parent.parent.parent / "ferz-database" / "tests" / "puzzles.csv"
LICHESS = """\
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1798,77,95,9012,crushing hangingPiece long middlegame,https://lichess.org/787zsVup/black#48,
NyqzC,5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33,c1a1 g5h6 g7g8 g4f6,1338,80,-9,13988,endgame mate mateIn2 short,https://lichess.org/x#65,Italian_Game Italian_Game_Two
"""
MATE = puzzles.Puzzle(
    "NyqzC",
    "5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33",
    ("c1a1", "g5h6", "g7g8", "g4f6"),
)


# Two rooks mate.
ROOKS = puzzles.Puzzle("x", "7k/8/6K1/8/8/8/8/RR6 b - - 0 1", ("h8g8", "a1a8"))


@pytest.mark.parametrize(
    "name, compress", [("p.csv", bytes), ("p.csv.gz", gzip.compress), ("p.csv.bz2", bz2.compress)]
)
def test_sets_are_read(tmp_path: Path, name: str, compress: Any) -> None:
    path = tmp_path / name
    path.write_bytes(compress(LICHESS.encode()))
    first, second = puzzles.read(path)
    assert first == puzzles.Puzzle(
        "00008", "r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24", tuple("f2g3 e6e7 b2b1 b3c1 b1c1 h6c1".split()),
        1798, 77, 95, 9012, ("crushing", "hangingPiece", "long", "middlegame"), "https://lichess.org/787zsVup/black#48", (),
    )  # fmt: skip
    assert (second.popularity, second.opening_tags) == (-9, ("Italian_Game", "Italian_Game_Two"))
    assert first.board().turn == ferz.WHITE and first.board().san(first.solution[0]) == "Rxe7"
    # Without names of columns, and with the required ones alone.
    path.write_bytes(
        compress(
            LICHESS.partition("\n")[2].encode() + b"\r\nx,8/8/8/8/8/8/k7/7K w - - 0 1,h1g1 a2a1\r\n"
        )
    )
    again = list(puzzles.read(path))
    assert again[:2] == [first, second] and again[2].rating is None and again[2].themes == ()


def test_rows_that_are_no_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.csv"
    for row, fault in [
        ("a,b", "no column Moves"),
        ("a,b,e2e4", "FEN"),
        (f"a,{ferz.STARTING_FEN},e2e5", "e2e5"),
        (f"a,{ferz.STARTING_FEN},", "no column Moves"),
    ]:
        path.write_text(f"{row}\n{LICHESS}".replace("PuzzleId,FEN,Moves", "a,b,c"))
        with pytest.warns(
            UserWarning, match=rf"puzzles.csv: no puzzle: line 1: .*{fault}.* and 1 more"
        ):
            assert len(list(puzzles.read(path))) == 2
    missing = tmp_path / "missing.csv"
    with pytest.raises(FileNotFoundError, match="missing.csv") as raised:
        next(puzzles.read(missing))
    assert sys.platform == "win32" or raised.value.filename == str(missing)
    path.write_bytes(gzip.compress(b"x" * 100000)[:-20])
    with pytest.raises(OSError, match="puzzles.csv"):
        list(puzzles.read(path))


def test_rows_in_quotes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.csv"
    # As R's write.csv writes a table, with a column of its own and a line break in a field.
    path.write_text(
        f'"","PuzzleId","FEN","Moves","Themes"\n"1","a, ""b""","{MATE.fen}","{" ".join(MATE.moves)}","x\ny"\n'
    )
    (read,) = puzzles.read(path)
    assert read == MATE._replace(id='a, "b"', themes=("x", "y"))


def test_solutions_are_checked() -> None:
    assert MATE.is_solved_by(["g5h6", "g4f6"]) and MATE.is_solved_by(MATE.solution[::2])
    assert (
        not MATE.is_solved_by(["g5h6"])
        and not MATE.is_solved_by([])
        and not MATE.is_solved_by(["g4f6", "g5h6"])
    )
    with pytest.raises(ValueError):
        MATE.is_solved_by(["g5h6", "g4g8"])
    # Another mate in one.
    mates = [move for move in ROOKS.board().legal_moves if "#" in ROOKS.board().san(move)]
    assert len(mates) == 2 and all(ROOKS.is_solved_by([move]) for move in mates)
    # Mates before the end of the solution, and slower ones.
    long = ROOKS._replace(moves=("h8g8", "a1a2", "g8f8", "b1b8"))
    assert all(long.is_solved_by([move]) for move in mates) and long.is_solved_by(["b1b7"])
    assert not long.is_solved_by(["a1a2"]) and not long.is_solved_by(["a1a8", "b1b8"])
    assert not MATE.is_solved_by(["g5d8"])


def test_puzzles_may_begin_with_the_solver() -> None:
    puzzle = puzzles.Puzzle("x", "6k1/8/6K1/8/8/8/8/RR6 w - - 0 1", ("a1a8",))
    assert puzzle.lead == 0 and puzzle.board().fen() == puzzle.fen and puzzle.find_themes()
    assert puzzle.is_solved_by(["a1a8"]) and not puzzle.is_solved_by([])
    assert puzzles.check([puzzle], nodes=3000) == ["confirmed"]


@pytest.mark.skipif(not ROWS.exists(), reason="the rows of the crate are not here")
def test_themes_are_those_of_lichess() -> None:
    judged = {"advantage", "crushing"}
    rows = list(puzzles.read(ROWS))
    known = {theme for puzzle in rows for theme in puzzle.find_themes()}
    assert len(rows) > 20 and len(known) > 20
    for puzzle in rows:
        assert puzzle.find_themes() == sorted(
            theme for theme in puzzle.themes if theme in known - judged
        )
        assert puzzle.is_solved_by(puzzle.moves[1::2])
    with pytest.raises(ValueError, match="not legal"):
        puzzles.Puzzle("x", ferz.STARTING_FEN, ("e2e4", "e7e4")).find_themes()


def test_solutions_are_tested_by_the_engine() -> None:
    slow = ROOKS._replace(moves=("h8g8", "a1a2"))
    start = puzzles.Puzzle("", ferz.STARTING_FEN, ("e2e4", "e7e5"))
    assert puzzles.check([MATE, start, ROOKS, slow], nodes=3000) == [
        "confirmed",
        "refuted",
        "confirmed",
        "refuted",
    ]
    assert puzzles.check([], nodes=3000) == []
    with pytest.raises(puzzles.PuzzleError, match="line 2"):
        puzzles.check([MATE, MATE._replace(moves=("c1a1", "a1a8"))], nodes=3000)
    with pytest.raises(puzzles.PuzzleError):
        puzzles.check([MATE], nodes=0)


def test_puzzles_of_games_are_found(tmp_path: Path) -> None:
    # The error and the solution of a puzzle of Lichess as the end of a game.
    error, *solution = [ferz.Move.from_uci(move) for move in MATE.moves]
    line = f"{{[%eval 0.0]}} {ferz.Board(MATE.fen).variation_san([error])} {{[%eval #2]}}"
    line += f" {MATE.board().variation_san(solution)} 1-0"
    path = tmp_path / "games.pgn"
    path.write_text(
        f'[Site "https://example.org/1"]\n[FEN "{MATE.fen}"]\n\n{line}\n\n1. e4 e5 1/2-1/2\n'
    )
    (found,) = puzzles.find(path, nodes=3000)
    assert (found.fen, found.moves, found.id) == (MATE.fen, MATE.moves, "1-1")
    assert found.game_url == "https://example.org/1#1" and "mateIn2" in found.themes
    assert puzzles.find([path, path], nodes=3000, limit=1) == [found]
    with pytest.raises(puzzles.PuzzleError, match="missing.pgn"):
        puzzles.find(tmp_path / "missing.pgn")
