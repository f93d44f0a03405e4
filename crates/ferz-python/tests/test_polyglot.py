"""Tests of opening books."""

import os
import random
import struct

import pytest

import ferz
from ferz import polyglot

START = ferz.Board()
CASTLING = ferz.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")


def bits(from_square, to_square, promotion=0):
    return promotion << 12 | from_square << 6 | to_square


def write(path, rows):
    rows = sorted(rows, key=lambda row: row[0])
    path.write_bytes(b"".join(struct.pack(">QHHI", *row) for row in rows))
    return rows


@pytest.fixture
def book(tmp_path):
    start, castling = polyglot.zobrist_hash(START), polyglot.zobrist_hash(CASTLING)
    rows = [
        (start, bits(ferz.E2, ferz.E4), 10, 1),
        (start, bits(ferz.A1, ferz.H8), 9, 0),
        (start, bits(ferz.G1, ferz.F3), 8, 0),
        (start, bits(ferz.E2, ferz.E4, 7), 8, 0),
        (start, bits(ferz.D2, ferz.D4), 0, 2**32 - 1),
        (castling, bits(ferz.E1, ferz.H1), 1, 0),
        (castling, bits(ferz.E1, ferz.A1), 2, 0),
        (castling, bits(ferz.E8, ferz.H8), 3, 0),
        (2**64 - 1, bits(ferz.A7, ferz.A8, 4), 65535, 0),
    ]
    rows = write(tmp_path / "book.bin", rows)
    with polyglot.open_reader(tmp_path / "book.bin") as reader:
        reader.rows = rows
        yield reader


def moves(entries):
    return [entry.move.uci() for entry in entries]


def test_keys_are_those_of_the_format():
    for moves_, key in [
        ("", 0x463B96181691FC9C),
        ("e4", 0x823C9B50FD114196),
        ("e4 d5", 0x0756B94461C50FB0),
        ("e4 d5 e5", 0x662FAFB965DB29D4),
        ("e4 d5 e5 f5", 0x22A48B5A8E47FF78),
        ("e4 d5 e5 f5 Ke2", 0x652A607CA3F242C1),
        ("e4 d5 e5 f5 Ke2 Kf7", 0x00FDD303C946BDD9),
        ("a4 b5 h4 b4 c4", 0x3C8123EA7B067637),
        ("a4 b5 h4 b4 c4 bxc3 Ra3", 0x5C3F9B829B279560),
    ]:
        board = ferz.Board()
        for san in moves_.split():
            board.push_san(san)
        assert polyglot.zobrist_hash(board) == key
    assert polyglot.zobrist_hash(ferz.Board(None)) == polyglot.POLYGLOT_RANDOM_ARRAY[-1]
    assert len(set(polyglot.POLYGLOT_RANDOM_ARRAY)) == 781


@pytest.mark.parametrize("seed", range(20))
def test_hasher_and_function_agree(seed):
    hasher = polyglot.ZobristHasher(polyglot.POLYGLOT_RANDOM_ARRAY)
    rng = random.Random(seed)
    board = ferz.Board()
    for _ in range(80):
        assert hasher(board) == polyglot.zobrist_hash(board)
        if board.is_game_over():
            break
        board.push(rng.choice(list(board.legal_moves)))


def test_entries_are_a_sequence(book):
    assert len(book) == len(book.rows)
    assert [tuple(entry)[:4] for entry in book] == book.rows
    assert list(reversed(book)) == list(book)[::-1]
    assert book[-1] == book[len(book) - 1]
    for index in [len(book), -len(book) - 1]:
        with pytest.raises(IndexError):
            book[index]
    assert book[0] in book and book[0]._replace(weight=77) not in book
    for key in [0, *{row[0] for row in book.rows}]:
        assert book.bisect_key_left(key) == sum(row[0] < key for row in book.rows)


def test_only_legal_moves_of_a_board_are_found(book):
    assert moves(book.find_all(START)) == ["e2e4", "g1f3"]
    assert moves(book.find_all(START, minimum_weight=0)) == ["e2e4", "g1f3", "d2d4"]
    assert moves(book.find_all(START, minimum_weight=9)) == ["e2e4"]
    assert moves(book.find_all(START, exclude_moves=[ferz.Move.from_uci("e2e4")])) == ["g1f3"]
    assert moves(book.find_all(polyglot.zobrist_hash(START))) == ["e2e4", "a1h8", "g1f3", "0000"]
    assert moves(book.find_all(2**64 - 1)) == ["a7a8q"]
    assert moves(book.find_all(2**64)) == moves(book.find_all(0)) == []


def test_castling(book):
    assert moves(book.find_all(CASTLING)) == ["e1g1", "e1c1"]
    chess960 = ferz.Board(CASTLING.fen(), chess960=True)
    assert moves(book.find_all(chess960)) == ["e1h1", "e1a1"]


def test_castling_as_the_two_squares_of_the_king(tmp_path):
    rows = [(polyglot.zobrist_hash(CASTLING), bits(ferz.E1, ferz.G1), 1, 0)]
    write(tmp_path / "squares.bin", rows)
    with polyglot.open_reader(tmp_path / "squares.bin") as reader:
        assert moves(reader.find_all(CASTLING)) == ["e1g1"]
        assert moves(reader.find_all(ferz.Board(CASTLING.fen(), chess960=True))) == ["e1h1"]


def test_selection(book):
    assert book.find(START).move.uci() == book.get(START).move.uci() == "e2e4"
    assert book.get(7) is None and book.get(7, "none") == "none"
    rng = random.Random(1)
    uniform = [book.choice(START, random=rng).move.uci() for _ in range(2_000)]
    weighted = [book.weighted_choice(START, random=rng).move.uci() for _ in range(2_000)]
    assert uniform.count("e2e4") / 2_000 == pytest.approx(1 / 2, abs=0.05)
    assert weighted.count("e2e4") / 2_000 == pytest.approx(10 / 18, abs=0.05)
    assert set(uniform) == set(weighted) == {"e2e4", "g1f3"}
    for select in [book.find, book.choice, book.weighted_choice]:
        with pytest.raises(IndexError):
            select(7)


def test_unusable_files(tmp_path, book):
    with pytest.raises(FileNotFoundError, match="missing.bin"):
        polyglot.open_reader(tmp_path / "missing.bin")
    with pytest.raises(OSError, match="found a directory, expected a file"):
        polyglot.open_reader(tmp_path)
    (tmp_path / "short.bin").write_bytes(b"x" * 17)
    with pytest.raises(ValueError, match="17 bytes"):
        polyglot.open_reader(tmp_path / "short.bin")
    (tmp_path / "empty.bin").write_bytes(b"")
    with polyglot.open_reader(str(tmp_path / "empty.bin").encode()) as empty:
        assert len(empty) == 0 and list(empty.find_all(START)) == []
    with polyglot.open_reader(os.devnull) as empty:
        assert len(empty) == 0 and list(empty.find_all(START)) == []
    if os.path.exists("/dev/zero"):
        with pytest.raises(OSError, match="found a pipe or a device, expected a file"):
            polyglot.open_reader("/dev/zero")
    book.close()
    for use in [lambda: len(book), lambda: book.find(START), lambda: book[0]]:
        with pytest.raises(ValueError, match="closed"):
            use()
