"""Tables of games from PGN."""

import gzip
import io
import random
import re
import subprocess
import sys

import pytest

np = pytest.importorskip("numpy")

import ferz.batch as batch
from ferz import openings
from test_batch_pgn import GAMES, many_games
from test_pgn_readers import TEXTS, mutated, read_games

NAMES = [
    "Anna",
    "Müller, Jörg",
    'O\\"Neil \\"Bob\\"',
    "back\\\\slash",
    "",
    "?",
    "伝",
    "a b  c ",
    "#1=+[x]{y};%",
]


def table(source, **options):
    return batch.games(source, **options).read_all()


def test_rows_are_the_games():
    stream = batch.games(GAMES.encode())
    games = stream.read_all()
    assert list(games) == [
        "game", "file", *batch.HEADERS, "result", "plies", "opening_eco", "opening_name", "warnings", "error"
    ]  # fmt: skip
    assert {name: games[name].dtype for name in batch.GAME_COLUMNS} == batch.GAME_COLUMNS
    assert games["game"].tolist() == [1, 2, 3, 4] and games["file"].tolist() == [0] * 4
    assert games["White"].tolist() == ["Anna", "Cleo", "Cleo", "Emil"]
    assert (
        games["WhiteElo"].tolist() == ["2500", "2300", None, None]
        and games["Site"].tolist() == [None] * 4
    )
    assert games["result"].tolist() == [1, 0, batch.UNKNOWN_RESULT, -1]
    assert games["plies"].tolist() == [7, 2, 2, 2]
    assert games["opening_eco"].tolist() == ["C20", "D00", "C20", None]
    assert games["opening_name"].tolist()[1::2] == ["Queen's Pawn Game", None]
    error = games["error"].tolist()[2]
    assert games["error"].tolist() == [None, None, error, None] and stream.errors == [error]
    assert error.startswith("<text>:24:13: game 3: found the move `Ke3`")
    assert (stream.games, stream.games_selected, stream.error_count) == (4, 4, 1)


def test_players_are_found_by_whole_words():
    names = ["Carlsen, Magnus", "Carlsen, M.", "Player 1", "Player 10"]
    games = "".join(f'[White "{name}"]\n[Black "x"]\n\n1. e4 *\n\n' for name in names).encode()
    for player, expected in [
        ("magnus CARLSEN", [1]),
        ("carlsen", [1, 2]),
        ("Carlsen, Magnus", [1]),
        ("Player 1", [3]),
        ("play", []),
        ("x", [1, 2, 3, 4]),
    ]:
        for rows in [batch.games(games, player=player), batch.positions(games, player=player)]:
            assert sorted(set(rows.read_all()["game"].tolist())) == expected, player
    with pytest.raises(ValueError, match="expected a name or words of it"):
        batch.games(games, player=" ")


def test_results_are_those_of_the_program(tmp_path):
    # Of tag and marker behind the moves the marker counts, unless there is none or it is `*`.
    cases = [
        ("1-0", "0-1", "0-1"),
        ("1-0", "1/2-1/2", "1/2-1/2"),
        ("1-0", "*", "1-0"),
        (" 1/2-1/2 ", "", "1/2-1/2"),
        ("*", "1-0", "1-0"),
        ("x", "0-1", "0-1"),
        (None, "1-0", "1-0"),
        ("0-1", "0-1", "0-1"),
        ("*", "*", "*"),
        (None, "", "*"),
    ]
    tags = ["" if tag is None else f'[Result "{tag}"]\n' for tag, _, _ in cases]
    games = [f'[White "{n}"]\n{tags[n]}\n1. e4 e5 {case[1]}\n\n' for n, case in enumerate(cases)]
    path = tmp_path / "games.pgn"
    path.write_text("".join(games))
    numbers = {"1-0": 1, "1/2-1/2": 0, "0-1": -1, "*": batch.UNKNOWN_RESULT}
    expected = [numbers[result] for _, _, result in cases]
    assert table(path)["result"].tolist() == expected
    rows = batch.positions(path).read_all()
    assert rows["result"].tolist() == [result for result in expected for _ in range(2)]
    for result, number in numbers.items():
        selected = [game for game, found in enumerate(expected, 1) if found == number]
        assert table(path, results=[result])["game"].tolist() == selected
        positions = batch.positions(path, results=[result]).read_all()
        assert positions["game"].tolist() == [game for game in selected for _ in range(2)]
        command = [sys.executable, "-m", "ferz", "pgn", "filter", str(path), "--result", result]
        printed = subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=120
        ).stdout
        assert re.findall(r'White "(\d+)"', printed) == [str(game - 1) for game in selected]


@pytest.mark.parametrize(
    "options, expected",
    [
        ({"min_elo": 2300}, [1]),
        ({"max_elo": 2350}, []),
        ({"max_elo": 2500}, [1]),
        ({"results": ["1-0", "*"]}, [1, 3]),
        ({"player": "anna"}, [1, 2]),
        ({"variant": "chess960"}, [4]),
        ({"variant": "standard"}, [1, 2, 3]),
        ({"on_error": "skip"}, [1, 2, 4]),
        ({"on_error": "skip", "player": "Cleo"}, [2]),
    ],
)
def test_filters_are_those_of_positions(options, expected):
    stream = batch.games(GAMES.encode(), **options)
    games = stream.read_all()
    assert games["game"].tolist() == expected
    assert stream.games == 4 and stream.games_selected == len(expected)
    filters = {name: value for name, value in options.items() if name != "on_error"}
    rows = batch.positions(GAMES.encode(), **filters).read_all()
    # Game 3 has an error and no positions.
    assert sorted(set(rows["game"].tolist())) == [game for game in expected if game != 3]


def test_games_join_positions(tmp_path):
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(many_games(2000)))
    sources = [GAMES.encode(), path, b"1. e4 c5 2. Nf3 *\n\n1. e4 *"]
    games = table(sources, headers=["Event", "Absent"], chunk_size=100)
    rows = batch.positions(sources, columns=["game", "file", "move", "result"]).read_all()
    assert games["game"].tolist() == list(range(1, 2007))
    assert games["file"].tolist() == [0] * 4 + [1] * 2000 + [2] * 2
    played = games["error"] == None  # noqa: E711, for each element
    numbers, first, counts = np.unique(rows["game"], return_index=True, return_counts=True)
    assert numbers.tolist() == games["game"][played].tolist()
    assert counts.tolist() == games["plies"][played].tolist()
    for name in ("file", "result"):
        assert rows[name][first].tolist() == games[name][played].tolist()
    found = batch.openings(batch.play(rows["position"], rows["move"]))
    table_rows = openings.all_openings()
    for number, eco, name in list(zip(games["game"], games["opening_eco"], games["opening_name"]))[
        -200:
    ]:
        last = [index for index in found[rows["game"] == number] if index >= 0][-1]
        assert (eco, name) == table_rows[last][:2]
    assert set(games["Absent"]) == {None} and games["Event"][5] == "x" * 200


def test_order_does_not_depend_on_threads_and_chunks():
    text = many_games(12000)
    expected = table(text, threads=1, headers=["WhiteElo"])
    assert expected["WhiteElo"].tolist() == [str(number % 3000) for number in range(12000)]
    assert expected["plies"].tolist() == [number % 5 + 3 for number in range(12000)]
    for threads, size in ((0, 16384), (3, 1000), (2, 10**9)):
        chunks = list(batch.games(text, threads=threads, chunk_size=size, headers=["WhiteElo"]))
        assert {len(chunk["game"]) for chunk in chunks[:-1]} <= {size}
        for name, column in expected.items():
            assert np.concatenate([chunk[name] for chunk in chunks]).tolist() == column.tolist()


def test_errors_and_warnings():
    text = b'[White "a"]\n[Oops]\n[Variant "Atomic"]\n\n1. e4 *\n\n[FEN "bad"]\n\n1. e4 *\n\n[White "c"]\n\n1. e2e4 -- 2. d4 *\n\n'
    games = table(text, headers=["White"])
    assert games["White"].tolist() == ["a", None, "c"]
    assert games["plies"].tolist() == [0, 0, 3] and games["warnings"].tolist() == [1, 0, 1]
    assert [error and error.split(": ")[1] for error in games["error"]] == [
        "game 1",
        "game 2",
        None,
    ]
    with pytest.raises(ValueError, match="Atomic"):
        table(text, on_error="raise")
    # The games of errors are counted from the start of their file.
    twice = table([text, text])["error"]
    assert twice[0] == twice[3] and twice[1] == twice[4]
    for options in (
        {"on_error": "ignore"},
        {"headers": ["White", "White"]},
        {"headers": ["plies"]},
        {"chunk_size": 0},
        {"min_elo": 70000},
        {"results": ["2-0"]},
        {"results": []},
    ):
        with pytest.raises(ValueError):
            batch.games(text, **options)
    for name, message in [
        ("whiteelo", "did you mean 'WhiteElo'"),
        ("WHITEELO", "did you mean 'WhiteElo'"),
        ("white_elo", "did you mean 'WhiteElo'"),
        ("White Elo", "did you mean 'WhiteElo'"),
        ("utcdate", "did you mean 'UTCDate'"),
        ("My tag", "without spaces"),
        ("", "without spaces"),
    ]:
        with pytest.raises(ValueError, match=message):
            batch.games(text, headers=[name])
    for headers in ("WhiteElo", [None], [b"White"], 3):
        with pytest.raises(TypeError):
            batch.games(text, headers=headers)
    from_iterator = table(text, headers=(name for name in ["White", "X_1"]))
    assert {"White", "X_1"} <= set(from_iterator)
    assert len(table(b"")["game"]) == 0 and table(b"", headers=[])["error"].dtype == object


def test_streams_are_read_by_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    source = [many_games(3000), GAMES.encode()]
    games = pyarrow.table(batch.games(source, chunk_size=500, headers=["Event", "White"]))
    expected = table(source, headers=["Event", "White"])
    assert games.to_pydict() == {name: column.tolist() for name, column in expected.items()}
    assert (
        games.schema.field("White").type == pyarrow.string() and games.column("game").num_chunks > 1
    )
    assert pyarrow.table(batch.games(b"")).schema.names == [*batch.games(b"").read_all()]
    rows = batch.from_arrow(pyarrow.table(batch.positions(source, chunk_size=1000)))
    read = batch.positions(source).read_all()
    assert all(rows[name].tobytes() == read[name].tobytes() for name in read)


def game_of(rng):
    """Returns a game with random tags and one of three lines."""
    names = [
        "Event",
        "Site",
        "Date",
        "Round",
        "White",
        "Black",
        "WhiteElo",
        "BlackElo",
        "ECO",
        "TimeControl",
        "X_1",
    ]
    rng.shuffle(names)
    tags = "".join(f'[{name} "{rng.choice(NAMES)}"]\n' for name in names[: rng.randint(1, 11)])
    return f"{tags}\n{rng.choice(['1. e4 e5 *', '1. d4 {[%clk 0:01:00]} (1. c4) d5 1-0', '*'])}\n\n"


def test_headers_are_those_of_python_chess():
    chess_pgn = pytest.importorskip("chess.pgn")
    rng = random.Random(3)
    text = "".join(game_of(rng) for _ in range(3000))
    headers = [*batch.HEADERS, "X_1"]
    games = table(text.encode(), headers=headers)
    handle = io.StringIO(text)
    for index in range(3000):
        found = chess_pgn.read_headers(handle)
        for name in headers:
            # python-chess keeps escapes.
            expected = found.get(name)
            assert games[name][index] == (expected and re.sub(r'\\(["\\])', r"\1", expected)), (
                index,
                name,
            )
    assert chess_pgn.read_headers(handle) is None and len(games["game"]) == 3000


def test_headers_of_mutated_texts_are_those_of_the_reader(caplog):
    caplog.set_level("CRITICAL", logger="ferz.pgn")
    rng = random.Random(4)
    names = ["Event", "White", "FEN", "Variant"]
    for _ in range(600):
        text = mutated(rng)
        games, read = table(text.encode(), headers=names, threads=1), read_games(text)
        assert len(games["game"]) == len(read), repr(text)
        for index, game in enumerate(read):
            for name in names:
                # The reader fills the seven tags.
                value = games[name][index]
                default = "?" if name in ("Event", "White") else None
                expected = game.headers.get(name)
                if expected is not None:
                    expected = re.sub(r'\\(["\\])', r"\1", expected)
                assert expected == (default if value is None else value), repr(text)


def test_memory_does_not_depend_on_the_length(tmp_path):
    pytest.importorskip("resource")
    path = tmp_path / "games.pgn"
    path.write_text("".join(TEXTS) * 1000)
    code = (
        "import resource, sys, ferz.batch as batch\n"
        "source = [sys.argv[1]] * int(sys.argv[2])\n"
        "games = sum(len(chunk['game']) for chunk in batch.games(source, chunk_size=1000, threads=2))\n"
        "print(games, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    peaks = []
    for files in (4, 40):
        ran = subprocess.run(
            [sys.executable, "-c", code, path, str(files)],
            capture_output=True,
            text=True,
            check=True,
        )
        games, peak = map(int, ran.stdout.split())
        assert games == 5000 * files
        peaks.append(peak)
    # Kilobytes, or bytes on macOS.
    assert peaks[1] < 1.3 * peaks[0], peaks


def test_a_stream_is_no_table_by_itself_but_becomes_one() -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pgn = b'[White "a"]\n\n1. e4 e5 *\n\n[White "b"]\n\n1. d4 *\n'
    for of_stream in (pandas.DataFrame, np.asarray):
        with pytest.raises(TypeError, match="to_pandas"):
            of_stream(batch.games(pgn))
    table = batch.games(pgn).to_pandas()
    assert (list(table["White"]), list(table["plies"])) == (["a", "b"], [2, 1])
    table = batch.positions(pgn, columns=("ply",)).to_polars()
    assert table.schema["position"] == polars.Binary and table["ply"].to_list() == [0, 1, 0]
    assert [len(position) for position in batch.positions(pgn).to_pandas()["position"]] == [
        32,
        32,
        32,
    ]
    with pytest.raises(ValueError, match="WhiteElo"):
        batch.games(pgn, headers=["whiteelo"])
