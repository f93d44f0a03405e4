"""FEN, EPD, diagrams and the placement of pieces."""

from __future__ import annotations

import random

import pytest

import ferz

LETTERS = "pnbrqkPNBRQK12345678/ -wbKQkqae36~0\n\0é♔"


def random_board(rng: random.Random) -> ferz.Board:
    """Returns a board with pieces anywhere, which need not be a legal position."""
    board = ferz.Board(None, chess960=rng.random() < 0.5)
    for square in rng.sample(ferz.SQUARES, rng.randrange(40)):
        piece = ferz.Piece(rng.choice(ferz.PIECE_TYPES), rng.random() < 0.5)
        board.set_piece_at(square, piece, promoted=rng.random() < 0.1)
    board.turn = rng.random() < 0.5
    board.castling_rights = board.rooks
    board.ep_square = rng.choice([None, *ferz.SQUARES])
    board.halfmove_clock, board.fullmove_number = rng.randrange(150), rng.randrange(1, 300)
    return board


def test_fens_of_any_board_round_trip() -> None:
    rng = random.Random(1)
    for _ in range(300):
        board = random_board(rng)
        fen = board.fen(shredder=board.chess960, en_passant="fen", promoted=True)
        copy = ferz.Board(fen, chess960=board.chess960)
        assert copy.fen(shredder=board.chess960, en_passant="fen", promoted=True) == fen
        assert copy.board_fen() == board.board_fen() == fen.split()[0].replace("~", "")
        assert copy.promoted == board.promoted
        if not board.chess960 or board.shredder_fen() == fen:
            assert copy == board
        placement = ferz.BaseBoard(board.board_fen())
        assert placement.piece_map() == board.piece_map()


def test_any_text_is_read_or_refused() -> None:
    rng = random.Random(2)
    for _ in range(3000):
        text = list(rng.choice([ferz.STARTING_FEN, "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1"]))
        for _ in range(rng.randrange(4)):
            place = rng.randrange(len(text))
            text[place : place + rng.randrange(3)] = rng.choice(LETTERS)
        board = ferz.Board(None)
        before = board.fen()
        try:
            board.set_fen("".join(text))
        except ValueError as error:
            assert str(error)
            assert board.fen() == before
        else:
            assert ferz.Board(board.fen()).board_fen() == board.board_fen()


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("", "empty fen"),
        (" \n", "empty fen"),
        ("8/8/8/8/8/8/8", "8 rows"),
        ("8/8/8/8/8/8/8/8/8", "8 rows"),
        ("8/8/8/8/8/8/8/44", "two subsequent digits"),
        ("8/8/8/8/8/8/8/9", "invalid character"),
        ("8/8/8/8/8/8/8/0p7", "invalid character"),
        ("8/8/8/8/8/8/8/7", "8 columns"),
        ("8/8/8/8/8/8/8/8p", "8 columns"),
        ("8/8/8/8/8/8/8/7~", "'~' not after piece"),
        ("8/8/8/8/8/8/8/8 W", "turn part"),
        ("8/8/8/8/8/8/8/8 w KQkqK", "castling part"),
        ("8/8/8/8/8/8/8/8 w kK", "castling part"),
        ("8/8/8/8/8/8/8/8 w - e9", "en passant part"),
        ("8/8/8/8/8/8/8/8 w - - x", "half-move clock"),
        ("8/8/8/8/8/8/8/8 w - - -1", "cannot be negative"),
        ("8/8/8/8/8/8/8/8 w - - 0 x", "fullmove number"),
        ("8/8/8/8/8/8/8/8 w - - 0 -1", "cannot be negative"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 2", "more parts"),
        ("8/8/8/8/8/8/8/8 w - - 99999999999999999999 1", "half-move clock"),
        ("/" * 1_000_000, "8 rows"),
        ("pppppppp/" * 7 + "p" * 1_000_000, "8 columns"),
    ],
)
def test_reasons_against_a_fen(fen: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as caught:
        ferz.Board(fen)
    assert len(str(caught.value)) < 250


def test_missing_fields_have_defaults() -> None:
    assert ferz.Board("8/8/8/8/8/8/8/K1k5").fen() == "8/8/8/8/8/8/8/K1k5 w - - 0 1"
    assert ferz.Board("8/8/8/8/8/8/8/K1k5 b - - 3").fen() == "8/8/8/8/8/8/8/K1k5 b - - 3 1"
    assert ferz.Board("8/8/8/8/8/8/8/K1k5 w - - 0 0").fullmove_number == 1


def test_en_passant_squares_are_shown_by_style() -> None:
    board = ferz.Board("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1")
    board.push_san("d4")
    assert [board.fen(en_passant=s).split()[3] for s in ("fen", "xfen", "legal")] == ["d3"] * 3
    pinned = ferz.Board("4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1")
    pinned.push_san("d4")
    assert [pinned.fen(en_passant=s).split()[3] for s in ("fen", "xfen", "legal")] == [
        "d3",
        "d3",
        "-",
    ]
    board = ferz.Board()
    board.push_san("d4")
    assert [board.fen(en_passant=s).split()[3] for s in ("fen", "xfen", "legal")] == [
        "d3",
        "-",
        "-",
    ]
    with pytest.raises(ValueError, match="en_passant"):
        board.fen(en_passant="never")


def test_chess960_positions() -> None:
    seen = set()
    for number in range(960):
        board = ferz.Board.from_chess960_pos(number)
        assert board.chess960_pos() == number and board.is_valid()
        assert ferz.BaseBoard.from_chess960_pos(number).chess960_pos() == number
        seen.add(board.board_fen())
    assert len(seen) == 960
    assert ferz.Board().chess960_pos() == 518
    board = ferz.Board()
    board.turn = ferz.BLACK
    assert board.chess960_pos() is None and board.chess960_pos(ignore_turn=True) == 518
    board = ferz.Board()
    board.castling_rights = 0
    assert board.chess960_pos() is None and board.chess960_pos(ignore_castling=True) == 518
    board = ferz.Board()
    board.fullmove_number = 2
    assert board.chess960_pos() == 518 and board.chess960_pos(ignore_counters=False) is None
    for number in (-1, 960, 2**40):
        with pytest.raises(ValueError, match="chess960|at least 0"):
            board.set_chess960_pos(number)


def test_castling_fields() -> None:
    board = ferz.Board("1r2kr1r/8/8/8/8/8/8/R3K1RR w GQfb - 0 1", chess960=True)
    assert board.castling_xfen() == "GQfq" and board.castling_shredder_fen() == "GAfb"
    board.set_castling_fen("HA")
    assert board.castling_xfen() == "KQ" and board.has_kingside_castling_rights(ferz.WHITE)
    assert not board.has_castling_rights(ferz.BLACK)
    for text in ("KK K", "x", "KQkqK", "kK", "--", "K-", "KQKkq"):
        with pytest.raises(ValueError, match="castling"):
            board.set_castling_fen(text)
    assert ferz.Board().has_chess960_castling_rights() is False
    assert ferz.Board.from_chess960_pos(0).has_chess960_castling_rights() is True


def test_epd_operations_round_trip() -> None:
    board = ferz.Board()
    move, line = ferz.Move.from_uci, [ferz.Move.from_uci("e2e4"), ferz.Move.from_uci("e7e5")]
    operations = {
        "bm": [move("d2d4"), move("e2e4")],
        "am": [move("a2a3")],
        "pv": line,
        "sm": move("g1f3"),
        "id": 'a "quoted"; text\\ \n\t♔',
        "ce": -55,
        "pi": 3.25,
        "noop": None,
    }
    epd = board.epd(**operations)
    other, read = ferz.Board.from_epd(epd)
    assert read == operations and other == board
    assert other.epd(**read) == epd


def test_epd_texts() -> None:
    fields = "4k3/8/8/8/8/8/4P3/4K3 w - -"
    board, operations = ferz.Board.from_epd(fields + ' bm e4 Kd1; id "x";; fmvn 7; hmvc 5')
    assert operations["bm"] == [ferz.Move.from_uci("e2e4"), ferz.Move.from_uci("e1d1")]
    assert (operations["id"], operations["fmvn"], operations["hmvc"]) == ("x", 7, 5)
    assert board.fen() == fields + " 5 7"
    assert ferz.Board.from_epd(fields)[1] == ferz.Board.from_epd(fields + " ;")[1] == {}
    assert ferz.Board().set_epd("8/8/8/8/8/8/8/8") == {}
    for text in (
        " bm Ke3;",
        " 1a 5;",
        " bm x",
        " pv e4 e4;",
        " hmvc Kd1;",
        ' a-"b 5;',
        " hmvc -1",
        " hmvc 1e400",
    ):
        board = ferz.Board()
        with pytest.raises(ValueError):
            board.set_epd(fields + text)
        assert board == ferz.Board()
    for opcode in ("", "-", "a b", "1a", "a;b"):
        with pytest.raises(ValueError):
            board.epd(**{opcode: 5})
    with pytest.raises(ValueError):
        board.epd(ce=float("inf"))


def test_diagrams() -> None:
    board = ferz.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    rows = str(board).split("\n")
    assert rows[0] == ". . . . k . . ." and rows[6] == ". . . . P . . ." and len(rows) == 8
    assert board.unicode(empty_square=".").split("\n")[7] == ". . . . ♔ . . ."
    black = board.unicode(orientation=ferz.BLACK, borders=True, invert_color=True).split("\n")
    assert black[1] == "1 |⭘|⭘|⭘|♚|⭘|⭘|⭘|⭘|" and black[-1] == "   h g f e d c b a"
    assert repr(ferz.BaseBoard(None)) == "BaseBoard('8/8/8/8/8/8/8/8')"


def test_pieces_are_put_and_removed() -> None:
    board = ferz.BaseBoard(None)
    queen = ferz.Piece.from_symbol("q")
    board.set_piece_at(ferz.D4, queen, promoted=True)
    assert board.promoted == board.queens == board.occupied == ferz.BB_D4
    board.set_piece_at(ferz.D4, ferz.Piece.from_symbol("N"))
    assert board.promoted == board.queens == 0 and board.color_at(ferz.D4) == ferz.WHITE
    assert board.remove_piece_at(ferz.D4) == ferz.Piece.from_symbol("N")
    assert board.remove_piece_at(ferz.D4) is None
    board.set_piece_map({ferz.A1: queen, ferz.H8: queen})
    assert board.piece_map() == {ferz.A1: queen, ferz.H8: queen} and board.piece_count() == 2
    assert board.piece_map(mask=ferz.BB_H8) == {ferz.H8: queen}
    assert list(board.pieces(ferz.QUEEN, ferz.BLACK)) == [ferz.A1, ferz.H8]
    for wrong in ({ferz.A1: "q"}, {64: queen}, [1]):
        with pytest.raises((TypeError, ValueError, AttributeError)):
            board.set_piece_map(wrong)
    assert board.piece_count() == 2
    full = ferz.Board()
    full.push_san("e4")
    full.remove_piece_at(ferz.A1)
    assert full.move_stack == []
    assert full.king(ferz.WHITE) == ferz.E1
    full.set_piece_at(ferz.E5, ferz.Piece.from_symbol("K"))
    assert full.king(ferz.WHITE) is None
