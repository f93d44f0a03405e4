"""The index of games: against the games themselves and against the command `ferz explore`."""

from __future__ import annotations

import collections
import datetime
import itertools
import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from typing import Any, Dict, List

import pytest

import ferz
import ferz.explore as explore

NAMES = ["Meyer, Anna", "Boris", "Clara Ruiz", "anna-maria", "Zoë"]
TAGS = {
    "Event": ["League", "Club championship", "?", "Rated Blitz game", "casual club game"],
    "Date": ["2019.05.??", "2020.01.31", "2021.??.??", "????.??.??", "2022.11.03"],
    "White": NAMES,
    "Black": NAMES,
    "Result": ["1-0", "0-1", "1/2-1/2", "*"],
    "WhiteElo": ["1500", "2100", "2760", "?"],
    "BlackElo": ["1400", "2000", "2500", ""],
    "TimeControl": ["60+0", "180+2", "600+5", "-", "?", "40/7200"],
}


def simulated(count: int, seed: int) -> List[Dict[str, Any]]:
    """Returns games with their tags and moves, of which few are frequent, so that games share positions."""
    rng = random.Random(seed)
    games = []
    for _ in range(count):
        board, moves = ferz.Board(), []
        for _ in range(rng.randint(1, 24)):
            legal = sorted(board.legal_moves, key=str)
            if not legal:
                break
            moves.append(legal[int(rng.random() ** 6 * len(legal))])
            board.push(moves[-1])
        games.append(
            {**{name: rng.choice(values) for name, values in TAGS.items()}, "moves": moves}
        )
    return games


def pgn(game: Dict[str, Any]) -> str:
    tags = "".join(f'[{name} "{game[name]}"]\n' for name in TAGS)
    return f"{tags}\n{ferz.Board().variation_san(game['moves'])} {game['Result']}\n\n"


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", "ferz", "explore", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


@pytest.fixture(scope="module")
def games() -> List[Dict[str, Any]]:
    # An index has games with these facts once.
    names = ("White", "Black", "Date", "Result")
    unique = {(*map(game.get, names), tuple(game["moves"])): game for game in simulated(1200, 5)}
    return list(unique.values())


@pytest.fixture(scope="module")
def index(games: List[Dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> explore.Index:
    index = explore.Index(tmp_path_factory.mktemp("explore") / "index", create=True)
    halves = ["".join(map(pgn, games[:700])), "".join(map(pgn, games[700:]))]
    reports = [index.add(half.encode(), memory=1 << 20) for half in halves]
    # The least memory makes several segments, and games differ by more than their tags.
    assert [report[:3] for report in reports] == [(700, 0, 0), (len(games) - 700, 0, 0)]
    assert index.segment_count == 2 and index.game_count == len(games) and index.plies == 50
    return index


def brute_force(games: List[Dict[str, Any]]) -> Dict[str, Dict[str, Counter[str]]]:
    """Counts for each position the results of each move. Of several moves of a game the last one counts."""
    counts: Dict[str, Dict[str, Counter[str]]] = collections.defaultdict(
        lambda: collections.defaultdict(Counter)
    )
    for game in games:
        board, last = ferz.Board(), {}
        for move in game["moves"]:
            last[board.epd(en_passant="legal")] = move.uci()
            board.push(move)
        for epd, move in last.items():
            counts[epd][move][game["Result"]] += 1
    return counts


def test_moves_are_those_of_the_games(games: List[Dict[str, Any]], index: explore.Index) -> None:
    positions = brute_force(games)
    assert len(positions) > 1000
    for epd, expected in positions.items():
        board = ferz.Board(f"{epd} 0 1")
        rows = index.moves(board)
        found = {
            row.uci: {"1-0": row.white, "1/2-1/2": row.draws, "0-1": row.black, "*": row.unknown}
            for row in rows
        }
        assert found == {
            uci: {name: counts[name] for name in TAGS["Result"]} for uci, counts in expected.items()
        }
        assert [row.games for row in rows] == sorted(
            (counts.total() for counts in expected.values()), reverse=True
        )
        assert [row.san for row in rows] == [board.san(ferz.Move.from_uci(row.uci)) for row in rows]
        numbers = [row.number for row in index.games(board)]
        assert len(numbers) == sum(row.games for row in rows) and numbers == sorted(numbers)


CONDITIONS: List[Dict[str, Any]] = [
    {},
    {"player": "anna"},
    {"player": "ANNA meyer", "color": ferz.WHITE},
    {"player": "Zoë", "color": ferz.BLACK, "opponent": "boris"},
    {"event": "Club"},
    {"min_elo": 1500},
    {"max_elo": 2100},
    {"min_elo": 1400, "max_elo": 2500},
    {"player": "anna", "opponent_elo": "1400-2099,2500-"},
    {"opponent": "boris", "opponent_elo": 2000},
    {"mean_elo": "1500-1999"},
    {"modes": ["rated"]},
    {"modes": ["rated", "casual"], "since": "2019"},
    {"speeds": ["blitz"]},
    {"speeds": ("bullet", "correspondence")},
    {"since": "2020.06"},
    {"until": "2019"},
    {"since": "2019.05.15", "until": "2020.01.31"},
    {"player": "clara", "speeds": ["rapid", "classical"], "since": "2020"},
    {"player": "nobody"},
]
OPTIONS = {"speeds": "--speed", "modes": "--mode"}


@pytest.mark.parametrize("conditions", CONDITIONS, ids=str)
def test_conditions_are_those_of_the_program(
    games: List[Dict[str, Any]], index: explore.Index, conditions: Dict[str, Any]
) -> None:
    path = index._path
    options: List[str] = []
    for name, value in conditions.items():
        if name == "color":
            value = "white" if value else "black"
        for each in value if isinstance(value, (list, tuple)) else [value]:
            options += [OPTIONS.get(name, f"--{name.replace('_', '-')}"), str(each)]
    moves = ["e2e4"] if len(conditions) % 2 else []
    board = ferz.Board()
    for move in moves:
        board.push_uci(move)
    printed = json.loads(
        run("show", path, *moves, "--json", "--games", "5", "--max-moves", "300", *options)
    )
    rows = index.moves(board, **conditions)
    assert [row.uci for row in rows] == [move["uci"] for move in printed["moves"]]
    for row, move in zip(rows, printed["moves"]):
        found = (row.san, row.white, row.draws, row.black, row.unknown, row.average_rating)
        names = ("san", "white", "draws", "black")
        expected = (*map(move.get, names), move.get("unknown", 0), move["averageRating"])
        assert found == expected and row.games == row.white + row.draws + row.black + row.unknown
        assert row.game == (None if move["game"] is None else int(move["game"]["id"]))
    for name, found in (
        ("topGames", index.top_games(board, 5, **conditions)),
        ("recentGames", index.recent_games(board, limit=5, **conditions)),
    ):
        expected = [(game["uci"], game["id"]) for game in printed[name]]
        assert [(move, str(game.number)) for move, game in found] == expected
    texts = [index.pgn(game.number) for game in index.games(board, **conditions)]
    assert (
        "".join(f"{text}\n\n" for text in texts).split()
        == run("games", path, *moves, *options).split()
    )


def test_games_have_their_facts_and_texts(
    games: List[Dict[str, Any]], index: explore.Index
) -> None:
    for number, game in enumerate(games[:200]):
        row = index.game(number)
        assert (row.number, row.white, row.black, row.result) == (
            number,
            game["White"],
            game["Black"],
            game["Result"],
        )
        assert (
            str(row.white_elo or "?") == game["WhiteElo"]
            and str(row.black_elo or "") == game["BlackElo"]
        )
        assert (row.date or "????.??.??") == game["Date"] and row.event == game["Event"]
        assert index.pgn(number) == pgn(game).strip()
    assert {index.game(number).speed for number in range(300)} == {
        None, "bullet", "blitz", "rapid", "classical", "correspondence"
    }  # fmt: skip
    for call in (index.game, index.pgn):
        with pytest.raises(IndexError):
            call(len(games))


def test_positions_and_arguments(index: explore.Index) -> None:
    board = ferz.Board()
    for move in ("g1f3", "g8f6", "e2e3"):
        board.push_uci(move)
    transposed = ferz.Board()
    for move in ("e2e3", "g8f6", "g1f3"):
        transposed.push_uci(move)
    assert index.moves(board) == index.moves(transposed) == index.moves(board.fen())
    assert index.moves() == index.moves(ferz.Board()) == index.moves(None, player=None, since=None)
    expected = index.moves(since="2020.06.01")
    assert (
        index.moves(since=datetime.date(2020, 6, 1)) == index.moves(since="2020-06-01") == expected
    )
    assert index.moves(since=2020) == index.moves(since="2020")
    assert index.moves("8/8/8/8/8/8/k7/7K w - - 0 1") == []
    for conditions, error in [
        ({"rating": 5}, TypeError),
        ({"color": "white"}, TypeError),
        ({"player": " "}, ValueError),
        ({"speeds": ["fast"]}, ValueError),
        ({"since": "yesterday"}, ValueError),
        ({"min_elo": -1}, ValueError),
    ]:
        with pytest.raises(error):
            index.moves(**conditions)
        with pytest.raises(error):
            list(index.games(**conditions))
    with pytest.raises(ValueError, match="illegal position"):
        index.moves(ferz.Board(None))


def test_rows_are_those_of_data_frames(index: explore.Index) -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    rows = index.moves()
    frame, other = pandas.DataFrame(rows), polars.DataFrame(rows)
    assert list(frame) == other.columns == list(explore.MoveRow._fields)
    assert frame["games"].sum() == other["games"].sum() == index.game_count
    assert rows[0].score == (rows[0].white + rows[0].draws / 2) / (rows[0].games - rows[0].unknown)
    assert explore.MoveRow("e2e4", "e4", 1, 0, 0, 0, 1, None, None, 0).score is None


def test_adding_compacting_and_checking(games: List[Dict[str, Any]], tmp_path: Any) -> None:
    path = tmp_path / "index"
    with pytest.raises(explore.ExploreError, match="found no index"):
        explore.Index(path)
    assert not path.exists()
    with pytest.raises(TypeError):
        explore.Index(path, plies=5)
    index = explore.Index(path, create=True, plies=10)
    assert (index.game_count, index.position_count, index.size) == (
        0,
        0,
        (0, 0),
    ) and index.moves() == []
    text = "".join(map(pgn, games[:100]))
    file = tmp_path / "games.pgn"
    file.write_text(text + '[White "x"]\n\n1. e4 e5 2. Ke3 *\n', encoding="utf-8")
    report = index.add([file, text.encode()])
    assert (
        report[:3] == (100, 100, 1)
        and f"{file}:" in report.error_texts[0]
        and "game 101" in report.error_texts[0]
    )
    older = explore.Index(path, create=True)
    assert older.plies == 10 and older.game_count == 100
    index.add("".join(map(pgn, games[100:150])).encode(), texts=False)
    assert index.game_count == 150 and older.game_count == 100 and older.moves() != index.moves()
    assert index.pgn(99) is not None and index.pgn(100) is None
    rows = index.moves()
    assert index.compact() == 2 and index.segment_count == 1 and index.moves() == rows
    assert index.check() == [] and repr(index).startswith("<ferz.explore.Index ")
    with pytest.raises(explore.ExploreError, match="10 plies"):
        explore.Index(path, create=True, plies=50)
    with pytest.raises(OSError):
        index.add(tmp_path / "missing.pgn")
    assert explore.Index(path).game_count == 150
    (table,) = path.glob("games-*.tbl")
    content = bytearray(table.read_bytes())
    content[5000] ^= 1
    table.write_bytes(content)
    damaged = explore.Index(path)
    assert len(damaged.check()) == 1 and table.name in damaged.check()[0]
    with pytest.raises(explore.ExploreError, match="checksum"):
        list(damaged.games())


def test_one_process_writes(tmp_path: Any) -> None:
    fcntl = pytest.importorskip("fcntl")
    index = explore.Index(tmp_path / "index", create=True)
    with open(tmp_path / "index" / "lock", "ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        for call in (index.compact, lambda: index.add(b"1. e4 *")):
            with pytest.raises(explore.ExploreError, match="another process"):
                call()
        assert explore.Index(tmp_path / "index", create=True).game_count == 0
    assert index.add(b"1. e4 *").added == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals of Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_add_leaves_the_old_index(
    games: List[Dict[str, Any]], tmp_path: Any, number: int
) -> None:
    path, file = tmp_path / "index", tmp_path / "games.pgn"
    explore.Index(path, create=True).add(pgn(games[0]).encode())
    file.write_text("".join(map(pgn, games)), encoding="utf-8")
    code = (
        "import signal, sys, ferz.explore\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "index = ferz.explore.Index(sys.argv[1])\n"
        "try:\n    index.add([sys.argv[2]] * 10000)\nexcept KeyboardInterrupt:\n    sys.exit(9)\n"
    )
    running = subprocess.Popen([sys.executable, "-c", code, str(path), str(file)])
    end = time.monotonic() + 60
    while not any(path.glob(".ferz-*")) and time.monotonic() < end:
        time.sleep(0.01)
    running.send_signal(number)
    assert running.wait(60) == (9 if number == signal.SIGINT else -number)
    index = explore.Index(path)
    assert index.game_count == 1 and index.check() == []
    assert index.add(file).added == len(games) - 1
    # Nothing of the interrupted call is left.
    assert len(list(path.glob("positions-*.seg"))) == index.segment_count


def test_threads_read_while_one_writes(games: List[Dict[str, Any]], tmp_path: Any) -> None:
    index = explore.Index(tmp_path / "index", create=True)
    parts = ["".join(map(pgn, games[start : start + 100])).encode() for start in range(0, 800, 100)]
    failures: List[BaseException] = []
    done = threading.Event()

    def read() -> None:
        try:
            before = 0
            while not done.is_set():
                total = sum(row.games for row in index.moves())
                assert total >= before and total % 100 == 0
                before = total
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for part in parts:
        index.add(part)
    done.set()
    for thread in threads:
        thread.join()
    assert failures == [] and index.game_count == 800


def test_any_bytes_in_place_of_files_are_errors(games: List[Dict[str, Any]], tmp_path: Any) -> None:
    path = tmp_path / "index"
    explore.Index(path, create=True).add("".join(map(pgn, games[:60])).encode())
    rng = random.Random(8)
    files = sorted(file for file in path.iterdir() if file.name != "lock")
    for file in files:
        original = file.read_bytes()
        for _ in range(25):
            content = bytearray(original)
            if rng.random() < 0.3:
                del content[rng.randrange(len(content)) :]
            else:
                content[rng.randrange(len(content))] = rng.randrange(256)
            file.write_bytes(content)
            try:
                index = explore.Index(path)
                index.check()
                for row in itertools.islice(index.games(player="anna"), 20):
                    index.pgn(row.number)
            except (explore.ExploreError, OSError):
                pass
        file.write_bytes(original)
    assert explore.Index(path).check() == []


def test_errors_name_the_file_and_what_to_do_in_python(tmp_path: Any) -> None:
    with pytest.raises(explore.ExploreError, match=r"Index\(path, create=True\)"):
        explore.Index(tmp_path / "none")
    index = explore.Index(tmp_path / "index", create=True)
    with pytest.raises(FileNotFoundError) as raised:
        index.add("nofile.pgn")
    assert raised.value.filename == "nofile.pgn"
