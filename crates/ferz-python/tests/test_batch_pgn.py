"""Arrays of positions from PGN."""

from __future__ import annotations

import bz2
import gzip
import io
import pathlib
import threading
from typing import Any, List

import pytest

np = pytest.importorskip("numpy")

import ferz.batch as batch
from reference import START

GAMES = """\
[Event "A"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]
[WhiteElo "2500"]
[BlackElo "2400"]

{[%eval 0.2]} 1. e4 {[%eval 0.3] [%clk 0:10:00]} e5 {[%clk 0:09:58.5]} (1... c5 {[%eval 9.9]}
2. Nf3) 2. Qh5 Nc6 {[%eval #3]} 3. Bc4 Nf6 {[%eval #1]} 4. Qxf7# {[%eval #-0]} 1-0

[Event "B"]
[White "Cleo"]
[Black "anna"]
[Result "1/2-1/2"]
[WhiteElo "2300"]

1. d4 d5 1/2-1/2

[Event "C"]
[White "Cleo"]
[Black "Dora"]
[Result "*"]

1. e4 e5 2. Ke3 *

[Event "D"]
[White "Emil"]
[Black "Bert"]
[Result "0-1"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1"]

1. O-O O-O-O 0-1
"""

ANNA = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]


def rows(source: Any = None, **options: Any) -> dict:
    source = GAMES.encode() if source is None else source
    return batch.positions(source, **options).read_all()


def test_positions_and_moves_are_those_of_the_games() -> None:
    stream = batch.positions(GAMES.encode())
    chunk = stream.read_all()
    assert list(chunk) == ["position", "game", "ply", "result", "move"]
    assert chunk["game"].tolist() == [1] * 7 + [2] * 2 + [4] * 2
    assert chunk["ply"].tolist() == [*range(7), 0, 1, 0, 1]
    assert chunk["result"].tolist() == [1] * 7 + [0] * 2 + [-1] * 2
    moves = batch.to_uci(chunk["position"], chunk["move"])
    assert moves == [*ANNA, "d2d4", "d7d5", "b1e1", "b8a8"]
    fens = batch.to_fens(chunk["position"])
    assert fens[0] == fens[7] == START
    assert fens[2] == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    after = batch.play(chunk["position"], chunk["move"])
    assert (after[:6] == chunk["position"][1:7]).all()
    assert (stream.games, stream.games_selected, stream.error_count) == (4, 3, 1)
    assert stream.bytes_read == len(GAMES)
    (error,) = stream.errors
    assert "game 3" in error and "Ke3" in error and "<text>:24:13:" in error


def test_comments_fill_columns() -> None:
    chunk = rows(columns=("clock", "eval", "eval_after", "white_elo", "black_elo"))
    none = batch.NO_EVAL
    assert chunk["eval"].tolist()[:8] == [20, 30, none, none, 31997, none, 31999, none]
    assert chunk["eval_after"].tolist()[:8] == [30, none, none, 31997, none, 31999, 32000, none]
    assert chunk["clock"].tolist()[:3] == [600000, 598500, batch.NO_CLOCK]
    assert chunk["white_elo"].tolist() == [2500] * 7 + [2300] * 2 + [0] * 2
    assert chunk["black_elo"].tolist() == [2400] * 7 + [0] * 4


@pytest.mark.parametrize(
    "options, games",
    [
        ({}, [1, 2, 4]),
        ({"min_elo": 2300}, [1]),
        ({"max_elo": 2350}, []),
        ({"max_elo": 2500}, [1]),
        ({"min_elo": 2401}, []),
        ({"results": ["1-0"]}, [1]),
        ({"results": ["0-1", "1/2-1/2"]}, [2, 4]),
        ({"player": "Anna"}, [1, 2]),
        ({"player": "bert", "results": ["0-1"]}, [4]),
        ({"variant": "chess960"}, [4]),
        ({"variant": "standard"}, [1, 2]),
    ],
)
def test_filters_select_games(options: dict, games: List[int]) -> None:
    chunk = rows(**options)
    assert sorted(set(chunk["game"].tolist())) == games
    assert {name: column.dtype for name, column in chunk.items()} == {
        name: batch.COLUMNS.get(name, batch.POSITION_DTYPE) for name in chunk
    }
    expected = rows()
    keep = np.isin(expected["game"], games)
    assert (chunk["position"] == expected["position"][keep]).all()


@pytest.mark.parametrize("sign", ["", "-", "+"])
def test_mate_in_0_is_against_the_side_to_move(sign: str) -> None:
    text = f"1. f3 {{[%eval #{sign}0]}} e5 {{[%eval #{sign}0]}} *".encode()
    assert rows(text, columns=("eval_after",))["eval_after"].tolist() == [32000, -32000]
    text = f"{{[%eval #{sign}0]}} 1. f3 *".encode()
    assert rows(text, columns=("eval",))["eval"].tolist() == [-32000]


def test_games_of_other_variants_are_skipped_and_counted() -> None:
    variants = ["Antichess", "Standard", "Horde", "From Position", "chess 960", "wild/5", "Chess 2"]
    text = "".join(f'[Variant "{name}"]\n[Result "0-1"]\n\n1. e4 e6 *\n\n' for name in variants)
    stream = batch.positions(text.encode())
    assert sorted(set(stream.read_all()["game"].tolist())) == [2, 4, 5, 6]
    assert (stream.games, stream.games_selected, stream.error_count) == (7, 4, 3)
    assert (
        stream.errors[0]
        == "<text>:4:1: game 1: found the variant `Antichess`, expected standard chess or Chess960"
    )
    with pytest.raises(ValueError, match="game 1: found the variant"):
        batch.positions(text.encode(), on_error="raise").read_all()


def test_plies_are_selected_and_the_final_position_is_added() -> None:
    def plies(**options: Any) -> List[int]:
        chunk = rows(**options)
        return chunk["ply"][chunk["game"] == 1].tolist()

    assert plies(min_ply=2, max_ply=5) == [2, 3, 4, 5]
    assert plies(every=3) == [0, 3, 6]
    assert plies(min_ply=1, every=3) == [1, 4]
    assert plies(final=True) == list(range(8))
    assert plies(final=True, max_ply=6) == list(range(7))
    final = rows(final=True, player="Anna", results=["1-0"])
    assert final["move"][-1] == 0
    assert batch.game_ends(final["position"])[-1] == batch.GAME_ENDS.index("checkmate")
    assert final["result"].tolist() == [1] * 8


def test_repeated_positions_are_dropped() -> None:
    text = GAMES.encode() * 2
    chunk = rows(text, dedupe=True)
    assert chunk["game"].tolist() == [1] * 7 + [2] + [4] * 2
    assert "key" not in chunk
    keys = rows(text, dedupe=True, columns=["key"])["key"]
    assert (keys == batch.keys(chunk["position"])).all() and len(set(keys)) == len(keys)


def many_games(count: int) -> bytes:
    """Returns more text than the reader's chunks of a megabyte; game n has n % 5 + 3 plies."""
    moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"]
    games = []
    for number in range(count):
        line = " ".join(moves[: number % 5 + 3])
        games.append(f'[Event "{"x" * 200}"]\n[WhiteElo "{number % 3000}"]\n\n{line} *\n\n')
    return "".join(games).encode()


def test_order_and_content_do_not_depend_on_threads_and_chunks() -> None:
    text = many_games(12000)
    assert len(text) > 2 << 20
    expected = rows(text, threads=1, columns=["game", "ply", "white_elo", "key"])
    lengths = [number % 5 + 3 for number in range(12000)]
    assert (expected["game"] == np.repeat(np.arange(1, 12001), lengths)).all()
    assert (expected["white_elo"] == (expected["game"] - 1) % 3000).all()
    for threads, size in ((0, 65536), (10**6, 1000), (2, 10**9)):
        sizes, parts = [], []
        columns = ["game", "ply", "white_elo", "key"]
        for chunk in batch.positions(text, threads=threads, chunk_size=size, columns=columns):
            sizes.append(len(chunk["position"]))
            assert all(len(column) == sizes[-1] for column in chunk.values())
            parts.append(chunk)
        assert set(sizes[:-1]) <= {size} and 0 < sizes[-1] <= size
        for name, column in expected.items():
            assert (np.concatenate([part[name] for part in parts]) == column).all()
    assert (batch.keys(expected["position"]) == expected["key"]).all()


def test_sources(tmp_path) -> None:
    text = GAMES.encode()
    expected = rows(text)["position"]
    files = {"a.pgn": text, "a.pgn.gz": gzip.compress(text), "a.pgn.bz2": bz2.compress(text)}
    for name, content in files.items():
        path = tmp_path / name
        path.write_bytes(content)
        for source in (path, str(path), content, io.BytesIO(content), open(path, "rb")):
            assert (rows(source)["position"] == expected).all()
    with pytest.raises(TypeError, match="binary"):
        batch.positions(io.StringIO(GAMES))
    with pytest.raises(OSError):
        rows(tmp_path / "missing.pgn")
    (tmp_path / "short.gz").write_bytes(gzip.compress(text * 100)[:-20])
    with pytest.raises(OSError):
        rows(tmp_path / "short.gz")
    assert len(rows(b"")["position"]) == len(rows(b"no pgn \xff\x00 )(")["position"]) == 0


def test_invalid_options_are_errors() -> None:
    for options in (
        {"columns": ["moves"]},
        {"results": ["1-1"]},
        {"results": []},
        {"every": 0},
        {"chunk_size": 0},
        {"on_error": "ignore"},
        {"min_elo": -1},
        {"max_ply": 1 << 32},
    ):
        with pytest.raises(ValueError):
            batch.positions(GAMES.encode(), **options)


def test_errors_of_games_can_be_raised() -> None:
    with pytest.raises(ValueError, match="Ke3"):
        rows(on_error="raise")
    valid = GAMES.replace("2. Ke3", "2. Nf3").encode()
    assert len(rows(valid, on_error="raise")["position"]) == 14


def test_reading_can_end_early() -> None:
    text = many_games(12000)
    with batch.positions(text, chunk_size=100) as stream:
        assert len(next(stream)["position"]) == 100
    assert next(stream, None) is None
    for _ in range(20):
        next(batch.positions(text, chunk_size=100))
    stream = batch.positions(text, chunk_size=100)
    stream.close()
    stream.close()
    assert list(stream) == []


def test_progress_is_shown(capsys: Any) -> None:
    rows(progress=True)
    # A captured stream is no terminal, so only tqdm writes to it.
    try:
        import tqdm  # noqa: F401
    except ImportError:
        assert capsys.readouterr().err == ""
    else:
        assert "100%" in capsys.readouterr().err


def test_plies_of_long_games_are_counted() -> None:
    text = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 20_000).encode()
    chunk = rows(text, columns=("ply",))
    assert (chunk["ply"] == np.arange(80_000)).all()
    assert rows(text, columns=("ply",), min_ply=70_000, every=5_000)["ply"].tolist() == [
        70_000,
        75_000,
    ]


def test_abandoned_streams_are_freed_at_once() -> None:
    text = many_games(20_000)
    before = threading.active_count()
    names = pathlib.Path("/proc/self/task")
    if not names.exists():
        pytest.skip("needs /proc")
    threads = len(list(names.iterdir()))
    for _ in range(50):
        next(batch.positions(text, chunk_size=1000, threads=1))
        assert len(list(names.iterdir())) <= threads + 1
    assert threading.active_count() == before


def test_lists_of_files(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.pgn").write_text(GAMES)
    with gzip.open(tmp_path / "b.pgn.gz", "wt") as file:
        file.write("1. e4 e5 2. Ke3 *\n\n1. c4 *\n")
    paths = [tmp_path / "a.pgn", str(tmp_path / "b.pgn.gz"), b"1. d4 d5 *"]
    columns = ("file", "game", "ply")
    single = [batch.positions(path, columns=columns[1:]) for path in paths]
    apart = [stream.read_all() for stream in single]
    with batch.positions(paths, columns=columns, chunk_size=2) as stream:
        together = stream.read_all()
        assert stream.games == sum(one.games for one in single)
        assert stream.bytes_read == sum(one.bytes_read for one in single)
        assert stream.error_count == sum(one.error_count for one in single) == 2
    assert together["position"].tobytes() == b"".join(rows["position"].tobytes() for rows in apart)
    assert together["file"].tolist() == sum(
        ([n] * len(rows["ply"]) for n, rows in enumerate(apart)), []
    )
    before = np.cumsum([0, *(one.games for one in single)])
    numbers = [rows["game"] + np.uint64(first) for rows, first in zip(apart, before)]
    assert together["game"].tolist() == np.concatenate(numbers).tolist()
    # Errors name the file and the game in it.
    assert stream.errors[1].startswith(f"{tmp_path / 'b.pgn.gz'}:1:13: game 1: ")
    unique = batch.positions([b"1. e4 *", b"1. e4 *"], dedupe=True).read_all()
    assert len(unique["position"]) == 1
    assert len(batch.positions([]).read_all()["position"]) == 0
    with pytest.raises(FileNotFoundError, match="absent"):
        batch.positions([paths[0], tmp_path / "absent.pgn"])
    with pytest.raises(TypeError, match="expected a path, bytes or a binary file, found int"):
        batch.positions([paths[0], 3])


def test_numbers_out_of_range_are_value_errors() -> None:
    one = batch.from_fens([START])
    for call in (
        lambda: batch.keys(one, threads=-1),
        lambda: batch.search(one, nodes=-1),
        lambda: batch.search(one, nodes=1 << 70),
        lambda: batch.planes(one, threads=-1),
        lambda: batch.positions(b"", chunk_size=-1),
        lambda: batch.positions(b"", threads=-1),
    ):
        with pytest.raises(ValueError, match="at least 0 and below 2.64"):
            call()


def test_many_games_without_tags() -> None:
    stream = batch.positions(b"1. e4 *\n\n" * 600_000, columns=("game",))
    rows = stream.read_all()
    assert rows["game"].tolist() == list(range(1, 600_001)) and stream.error_count == 0
