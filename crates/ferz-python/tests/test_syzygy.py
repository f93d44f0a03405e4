"""Tests of tablebases."""

import pathlib
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest

import ferz
from ferz import syzygy, variant

DATA = pathlib.Path(__file__).parents[2] / "ferz-syzygy" / "tests" / "data"
needs_tables = pytest.mark.skipif(not DATA.is_dir(), reason="no tables")


@pytest.fixture
def tables():
    with syzygy.open_tablebase(str(DATA)) as tables:
        yield tables


def test_names():
    names = list(syzygy.tablenames())
    assert len(names) == len(set(names)) == 510
    assert [len(list(syzygy.tablenames(piece_count=count))) for count in (2, 3, 4, 5, 7)] == [
        0,
        5,
        35,
        145,
        1511,
    ]
    for name in names:
        assert syzygy.normalize_tablename(name) == name and syzygy.is_tablename(name)
        mirrored = syzygy.normalize_tablename(name, mirror=True)
        assert mirrored == "v".join(reversed(name.split("v")))
        assert syzygy.is_tablename(mirrored) == (mirrored == name)
        assert syzygy.is_tablename(mirrored, normalized=False)
    assert syzygy.normalize_tablename("KNNvKBB") == "KBBvKNN"
    assert syzygy.normalize_tablename("KPNvKRQ") == "KQRvKNP"
    for name in ["", "K", "KK", "kqvk", "KXvK", "KvKvK"]:
        assert not syzygy.is_tablename(name)
        with pytest.raises(ValueError):
            syzygy.normalize_tablename(name)
    for name in ["KvK", "QvK", "KKvK", "KQRBNPPPvK"]:
        assert not syzygy.is_tablename(name)
    assert syzygy.is_tablename("QvN", one_king=False) and syzygy.is_tablename(
        "KQRBNPPPvK", piece_count=None
    )


def test_names_without_kings():
    names = list(syzygy.tablenames(one_king=False, piece_count=3))
    assert len(names) == len(set(names)) == 6 * 7 // 2 + 6 * 21
    assert all(syzygy.is_tablename(name, one_king=False) for name in names)


def test_dependencies():
    assert set(syzygy.dependencies("KBNvK")) == {"KBvK", "KNvK"}
    assert set(syzygy.dependencies("KQvKP")) == {"KQvK", "KPvK", "KQvKQ", "KQvKR", "KQvKB", "KQvKN"}
    assert list(syzygy.dependencies("KQvK")) == []
    assert set(syzygy.all_dependencies(["KPvK"])) == {"KPvK", "KQvK", "KRvK", "KBvK", "KNvK"}
    closed = set(syzygy.all_dependencies(["KRPvKP"]))
    assert all(set(syzygy.dependencies(name)) <= closed for name in closed)


def test_materials_of_boards():
    board = ferz.Board("8/8/8/5N2/5K2/2kB4/8/8 b - - 0 1")
    assert syzygy.calc_key(board) == "KBNvK" and syzygy.calc_key(board, mirror=True) == "KvKBN"
    assert syzygy.calc_key(ferz.Board(None)) == "v"
    assert [syzygy.dtz_before_zeroing(wdl) for wdl in range(-2, 3)] == [-1, -101, 0, 101, 1]


@needs_tables
@pytest.mark.parametrize(
    "fen, wdl, dtz",
    [
        ("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1", -2, -53),
        ("8/8/8/8/8/8/8/K6k w - - 0 1", 0, 0),
        ("kQ6/8/1K6/8/8/8/8/8 b - - 0 1", 0, 0),
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", -2, -1),
        ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", 0, 0),
        ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", 0, 0),
        ("8/8/8/8/8/5k2/4p3/7K b - - 0 1", 2, 1),
    ],
)
def test_probes(tables, fen, wdl, dtz):
    board = ferz.Board(fen)
    assert (tables.probe_wdl(board), tables.probe_dtz(board)) == (wdl, dtz)
    assert (tables.get_wdl(board), tables.get_dtz(board)) == (wdl, dtz)
    mirrored = board.mirror()
    assert (tables.probe_wdl(mirrored), tables.probe_dtz(mirrored)) == (wdl, dtz)
    assert board == ferz.Board(fen)


@needs_tables
def test_dtz_wins_by_the_best_moves(tables):
    board = ferz.Board("7k/8/8/8/8/8/8/KBN5 w - - 0 1")
    plies = 0
    while not board.is_game_over():
        before = tables.probe_dtz(board)

        def after(move):
            board.push(move)
            dtz = tables.probe_dtz(board)
            is_mate = board.is_checkmate()
            board.pop()
            return (not is_mate, -dtz) if board.turn == ferz.WHITE and dtz < 0 else (2, -dtz)

        if board.turn == ferz.WHITE:
            board.push(min(board.legal_moves, key=after))
        else:
            board.push(next(iter(board.legal_moves)))
        plies += 1
        assert before != 0 and plies < 100
    assert board.is_checkmate()


@needs_tables
def test_positions_without_tables(tables):
    castling = ferz.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    missing = ferz.Board("4k3/8/8/8/8/8/8/QQQ1K3 b - - 0 1")
    for board in [castling, missing, ferz.Board(), ferz.Board(None)]:
        for probe in [tables.probe_wdl, tables.probe_dtz]:
            with pytest.raises(KeyError):
                probe(board)
        assert tables.get_wdl(board) is None and tables.get_dtz(board, 7) == 7
    with pytest.raises(syzygy.MissingTableError, match="KQQQvK"):
        tables.probe_wdl(missing)
    tables.close()
    with pytest.raises(syzygy.MissingTableError):
        tables.probe_wdl(ferz.Board("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1"))


@needs_tables
def test_kinds_of_tables(tmp_path):
    count = len(list(DATA.glob("*.rtbw")))
    tables = syzygy.Tablebase()
    assert tables.add_directory(str(DATA), load_dtz=False) == count
    board = ferz.Board("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1")
    assert tables.get_wdl(board) == -2 and tables.get_dtz(board) is None
    assert tables.add_directory(str(DATA), load_wdl=False) == len(list(DATA.glob("*.rtbz")))
    assert tables.get_dtz(board) == -53
    shutil.copy(DATA / "KQvK.rtbw", tmp_path / "KRvK.rtbz")
    (tmp_path / "KQvK.rtbw").write_bytes((DATA / "KQvK.rtbw").read_bytes()[:-64])
    assert syzygy.Tablebase().add_directory(str(tmp_path)) == 0
    with pytest.raises(FileNotFoundError, match="missing"):
        tables.add_directory(str(tmp_path / "missing"))
    with pytest.raises(ValueError, match="variant atomic are not supported"):
        syzygy.open_tablebase(str(DATA), VariantBoard=variant.AtomicBoard)


@needs_tables
def test_single_tables(tmp_path):
    board = ferz.Board("8/8/8/5N2/5K2/2kB4/8/8 b - - 0 1")
    with syzygy.WdlTable(str(DATA / "KBNvK.rtbw")) as wdl:
        wdl.init_table_wdl()
        assert wdl.probe_wdl_table(board) == -2
    with syzygy.DtzTable(str(DATA / "KBNvK.rtbz")) as dtz:
        dtz.init_table_dtz()
        plies, known = dtz.probe_dtz_table(board, -2)
        assert known == -1 and plies == 0 or known == 1 and plies > 0
        with pytest.raises(ValueError):
            dtz.probe_dtz_table(board, 3)
    with pytest.raises(FileNotFoundError):
        syzygy.WdlTable(str(tmp_path / "KQvK.rtbw")).init_table_wdl()
    (tmp_path / "KQvK.rtbw").write_bytes(b"no table")
    with pytest.raises(OSError):
        syzygy.WdlTable(str(tmp_path / "KQvK.rtbw")).init_table_wdl()


@pytest.mark.skipif(not (DATA / "KPvKP.rtbz").exists(), reason="no table KPvKP")
def test_en_passant(tables):
    board = ferz.Board("8/8/8/8/2pP4/2K5/4k3/8 b - d3 0 1")
    assert tables.probe_dtz(board) == 1 and tables.probe_dtz_no_ep(board) == -1


@needs_tables
def test_threads_share_tables(tables):
    boards = [
        ferz.Board(f"8/8/8/8/8/{square}k{7 - square}/8/KQ6 w - - 0 1".replace("0", ""))
        for square in range(8)
    ]
    boards = [board for board in boards if board.is_valid()] * 50
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(tables.probe_dtz, boards)) == [
            tables.probe_dtz(board) for board in boards
        ]
