"""The examples run, each with the libraries that are installed."""

import importlib.util
import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
GAMES = '[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[Result "0-1"]\n\n1. d4 d5 0-1\n\n[Result "1-0"]\n\n1. e4 c5 1-0\n'


def run(example, folder, *options, games=GAMES):
    path = folder / "games.pgn"
    path.write_text(games)
    command = [sys.executable, str(EXAMPLES / example), str(path), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("library", ["pandas", "polars", "duckdb"])
def test_data_frames(library, tmp_path):
    pytest.importorskip("pyarrow")
    pytest.importorskip(library)
    lines = dict(line.split(": ", 1) for line in run("dataframes.py", tmp_path).splitlines())
    counts = {"King's Knight Opening": 1, "Queen's Pawn Game": 1, "Sicilian Defense": 1}
    assert lines[library] == f"mean result 0.333, openings {sorted(counts.items())}"


def test_parquet(tmp_path):
    pytest.importorskip("pyarrow")
    games = "".join(
        f'[WhiteElo "{1500 + number % 700 if number % 3 else "?"}"]\n\n{line} {result}\n\n'
        for number in range(900)
        for line, result in [
            (
                ("1. e4 c5", "1. d4 d5", "1. e4 e5 2. Nf3")[number % 3],
                ("1-0", "1/2-1/2", "0-1", "*")[number % 4],
            )
        ]
    )
    lines = run(
        "parquet.py", tmp_path, str(tmp_path / "games.parquet"), games=games + "1. e4 e4 *\n"
    ).splitlines()
    assert lines[0] == "900 games written, 1 with errors left out"
    ratings = [sum(1500 + number % 700 for number in range(first, 900, 3)) for first in range(3)]
    codes = {
        "B20": (300, 112.5, 0),
        "C40": (300, 112.5, ratings[2]),
        "D00": (300, 112.5, ratings[1]),
    }
    answers = dict(line.split(": ", 1) for line in lines[1:])
    assert list(answers) == ["duckdb", "polars", "pandas"]
    for library, answer in answers.items():
        skipped = importlib.util.find_spec(library) is None
        assert answer == (
            "skipped, it is not installed" if skipped else str(sorted(codes.items()))
        ), library


def test_torch_dataset(tmp_path):
    pytest.importorskip("torch")
    moves = "8. Bb3 d6 9. c3 O-O 10. h3 Nb8 11. d4 Nbd7 12. Nbd2 Bb7"
    start = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. d3 a5"
    games = f'[Result "1-0"]\n\n{start} {moves} 1-0\n\n' * 4
    output = run("torch_dataset.py", tmp_path, "--steps", "3", "--batch-size", "8", games=games)
    assert output.startswith("step 0: policy ")
