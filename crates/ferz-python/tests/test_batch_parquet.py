"""Parquet files of games and positions."""

import datetime
import gzip
import os
import signal
import subprocess
import sys
import time

import pytest

np = pytest.importorskip("numpy")
pyarrow = pytest.importorskip("pyarrow")

import pyarrow.parquet as parquet

import ferz
import ferz.batch as batch
from test_batch_pgn import GAMES, many_games

# As https://database.lichess.org has them.
LICHESS = """[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2024.03.15"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]
[UTCDate "2024.03.14"]
[UTCTime "23:59:58"]
[WhiteElo "2100"]
[BlackElo "1987"]
[WhiteRatingDiff "+5"]
[BlackRatingDiff "-11"]
[WhiteTitle "FM"]
[ECO "B01"]
[Opening "Scandinavian Defense"]
[TimeControl "180+2"]
[Termination "Normal"]

1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... d5 { [%clk 0:03:00] } 2. exd5 1-0

[White "?"]
[WhiteElo "?"]
[BlackElo "99999"]
[WhiteRatingDiff "1_0"]
[Date "1886.11.03"]
[UTCDate "2024.02.30"]
[UTCTime "25:00:00"]
[ECO "?"]

1. d4 d5
2. c4 (2. Nf3 {[a]}) *

"""
# The schema in the description of the set on Hugging Face, but for the unit of times: Parquet has no seconds.
SCHEMA = {
    **{
        name: "string"
        for name in ("Event", "Site", "White", "Black", "Result", "WhiteTitle", "BlackTitle")
    },
    **{name: "int16" for name in ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")},
    **{"UTCDate": "date32[day]", "UTCTime": "time32[ms]"},
    **{name: "string" for name in ("ECO", "Opening", "Termination", "TimeControl", "movetext")},
}


def written(path, source, **options):
    """Returns the report and the table of a file."""
    report = batch.write_parquet(source, path, **options)
    table = parquet.read_table(path)
    assert report.rows == len(table)
    return report, table


def test_games_have_the_columns_of_lichess(tmp_path):
    report, table = written(tmp_path / "games.parquet", LICHESS.encode())
    assert report == (2, 2, 0)
    assert {field.name: str(field.type) for field in table.schema} == SCHEMA
    assert list(batch.PARQUET_COLUMNS) == list(SCHEMA)
    first, second = table.to_pylist()
    assert first == {
        **{
            "Event": "Rated Blitz game",
            "Site": "https://lichess.org/abcdefgh",
            "White": "Anna",
            "Black": "Bert",
        },
        **{
            "Result": "1-0",
            "WhiteTitle": "FM",
            "BlackTitle": None,
            "WhiteElo": 2100,
            "BlackElo": 1987,
        },
        **{"WhiteRatingDiff": 5, "BlackRatingDiff": -11, "UTCDate": datetime.date(2024, 3, 14)},
        **{"UTCTime": datetime.time(23, 59, 58), "ECO": "B01", "Opening": "Scandinavian Defense"},
        **{"Termination": "Normal", "TimeControl": "180+2"},
        "movetext": "1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... d5 { [%clk 0:03:00] } 2. exd5 1-0",
    }
    assert {name: value for name, value in second.items() if value is not None} == {
        **{"White": "?", "Result": "*", "UTCDate": datetime.date(1886, 11, 3)},
        **{
            "ECO": "D06",
            "Opening": "Queen's Gambit",
            "movetext": "1. d4 d5\n2. c4 (2. Nf3 {[a]}) *",
        },
    }


def test_movetext_is_a_column_of_games():
    games = batch.games(GAMES.encode(), headers=["White"], movetext=True).read_all()
    assert list(games)[:4] == ["game", "file", "White", "movetext"]
    for text, plies, error in zip(games["movetext"], games["plies"], games["error"]):
        again = batch.games(text.encode()).read_all()
        assert "[White" not in text
        # The start position is a tag.
        assert error is not None or again["error"][0] is not None or again["plies"][0] == plies
    with pytest.raises(ValueError, match="movetext"):
        batch.games(b"", headers=["movetext"])


def test_filters_and_further_tags(tmp_path):
    path = tmp_path / "games.parquet"
    _, table = written(
        path, [LICHESS.encode(), GAMES.encode()], player="Anna", headers=["Date", "Round"]
    )
    expected = batch.games(
        [LICHESS.encode(), GAMES.encode()], player="Anna", on_error="skip"
    ).read_all()
    assert table["White"].to_pylist() == expected["White"].tolist()
    assert (
        table.schema.names == [*SCHEMA, "Date", "Round"]
        and table["Date"][0].as_py() == "2024.03.15"
    )
    # A game with an error has a row only if it is wanted.
    report, table = written(path, GAMES.encode())
    assert (report.rows, report.errors) == (3, 1) and table["Result"].to_pylist() == [
        "1-0",
        "1/2-1/2",
        "0-1",
    ]
    report, table = written(path, GAMES.encode(), on_error="keep")
    assert (report.rows, report.errors) == (4, 1) and table["Result"][2].as_py() == "*"
    report, table = written(path, b"")
    assert report == (0, 0, 0) and table.schema.names == list(SCHEMA)


@pytest.mark.parametrize("size", [1, 7, 1000, 65536])
def test_rows_are_those_of_the_text_in_any_row_groups(tmp_path, size):
    source = [many_games(3000 if size > 1 else 20), GAMES.encode()]
    path = tmp_path / "games.parquet"
    _, table = written(path, source, row_group_size=size, headers=["Round"])
    games = batch.games(
        source, headers=["White", "WhiteElo", "Round"], movetext=True, on_error="skip"
    ).read_all()
    assert table["movetext"].to_pylist() == games["movetext"].tolist()
    assert table["Round"].to_pylist() == games["Round"].tolist()
    metadata = parquet.ParquetFile(path).metadata
    groups = [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)]
    assert sum(groups) == len(games["game"]) and set(groups[:-1]) <= {size} and groups[-1] <= size


def test_positions(tmp_path):
    source = [GAMES.encode(), b"1. e4 {[%eval 0.3] [%clk 0:01:00]} -- 2. d4 *"]
    rows = batch.positions(source, columns=list(batch.COLUMNS), final=True).read_all()
    stream = batch.positions(source, columns=list(batch.COLUMNS), final=True, chunk_size=2)
    report, table = written(tmp_path / "positions.parquet", stream)
    assert report.games == 4 and table.schema.names == ["fen", *batch.COLUMNS]
    assert table["fen"].to_pylist() == batch.to_fens(rows["position"])
    for position, move, text in zip(rows["position"], rows["move"], table["move"].to_pylist()):
        assert text == (batch.to_uci([position], [move])[0] if move else None)
    unknown = {
        "clock": batch.NO_CLOCK,
        "eval": batch.NO_EVAL,
        "eval_after": batch.NO_EVAL,
        "result": 2,
    }
    unknown.update(white_elo=0, black_elo=0)
    for name in batch.COLUMNS:
        if name != "move":
            expected = [
                None if value == unknown.get(name) else value for value in rows[name].tolist()
            ]
            assert table[name].to_pylist() == expected, name
    # The last row is that after the last move, before it a null move.
    assert table["move"].to_pylist()[-4:] == ["e2e4", None, "d2d4", None]
    assert table["clock"].to_pylist()[-4:] == [60000, None, None, None]


def test_a_stream_of_games_is_written_with_its_columns(tmp_path):
    _, table = written(tmp_path / "games.parquet", batch.games(GAMES.encode(), headers=["White"]))
    assert table.schema.names[:4] == ["game", "file", "White", "result"] and len(table) == 4
    for options in ({"headers": ["Round"]}, {"min_elo": 5}):
        with pytest.raises(TypeError, match=next(iter(options))):
            batch.write_parquet(batch.games(GAMES.encode()), tmp_path / "x", **options)


def test_faults_leave_the_old_file(tmp_path):
    path = tmp_path / "games.parquet"
    path.write_bytes(b"old")
    broken = gzip.compress(many_games(50000))[:-9]
    for source, options, error in [
        (GAMES.encode(), {"on_error": "raise"}, ValueError),
        (broken, {}, OSError),
        (tmp_path / "missing.pgn", {}, OSError),
        (GAMES.encode(), {"headers": ["White"]}, ValueError),
        (GAMES.encode(), {"row_group_size": 0}, ValueError),
        (GAMES.encode(), {"min_rating": 5}, TypeError),
        (GAMES.encode(), {"compression": "nonsense"}, Exception),
    ]:
        with pytest.raises(error):
            batch.write_parquet(source, path, **options)
        assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["games.parquet"], options
    with pytest.raises(OSError, match="does not exist"):
        batch.write_parquet(GAMES.encode(), tmp_path / "none" / "games.parquet")


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_process_leaves_the_old_file(tmp_path):
    path = tmp_path / "games.parquet"
    path.write_bytes(b"old")
    (tmp_path / "games.pgn").write_bytes(many_games(20000))
    code = "import sys, ferz.batch as b\nb.write_parquet([sys.argv[1]] * 1000, sys.argv[2], row_group_size=1000)"
    running = subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "games.pgn"), str(path)])
    end = time.monotonic() + 60
    while len(os.listdir(tmp_path)) < 3 and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.2)
    running.send_signal(signal.SIGKILL)
    assert running.wait(60) == -signal.SIGKILL and path.read_bytes() == b"old"


def test_memory_does_not_depend_on_the_length(tmp_path):
    pytest.importorskip("resource")
    text = tmp_path / "games.pgn"
    text.write_bytes(many_games(10000))
    code = (
        "import resource, sys, ferz.batch as batch\n"
        "source = [sys.argv[1]] * int(sys.argv[2])\n"
        "report = batch.write_parquet(source, sys.argv[3], row_group_size=10000, threads=2)\n"
        "print(report.rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    peaks = []
    for files in (3, 30):
        command = [
            sys.executable,
            "-c",
            code,
            str(text),
            str(files),
            str(tmp_path / "games.parquet"),
        ]
        rows, peak = map(
            int, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        )
        assert rows == 10000 * files
        peaks.append(peak)
    # Kilobytes, or bytes on macOS. The statistics of each row group are kept until the end of the file.
    assert peaks[1] < 1.3 * peaks[0], peaks


def test_pyarrow_is_named_where_it_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(ImportError, match=r"pip install ferz\[arrow\]"):
        batch.write_parquet(GAMES.encode(), tmp_path / "games.parquet")


def test_an_output_file_is_used_once(tmp_path):
    file = ferz._core.OutputFile(tmp_path / "file")
    file.write(b"new")
    assert not (tmp_path / "file").exists()
    file.commit()
    assert (tmp_path / "file").read_bytes() == b"new"
    for call in (file.commit, lambda: file.write(b"")):
        with pytest.raises(ValueError, match="closed"):
            call()
    file.discard()
    assert (tmp_path / "file").read_bytes() == b"new"
