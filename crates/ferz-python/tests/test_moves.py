"""Moves, pieces and the notations of moves."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Optional

import pytest

import ferz


def test_moves_are_values() -> None:
    move = ferz.Move(ferz.E7, ferz.E8, ferz.QUEEN)
    assert move == ferz.Move.from_uci("e7e8q") != ferz.Move.from_uci("e7e8")
    assert len({move, ferz.Move.from_uci("e7e8q"), ferz.Move(ferz.E7, ferz.E8)}) == 2
    assert (move.from_square, move.to_square, move.promotion, move.drop) == (52, 60, 5, None)
    assert (str(move), repr(move), move.uci()) == ("e7e8q", "Move.from_uci('e7e8q')", "e7e8q")
    assert move != "e7e8q"
    for other in (
        copy.copy(move),
        copy.deepcopy(move),
        pickle.loads(pickle.dumps(move)),
        eval(repr(move), vars(ferz)),
    ):
        assert other == move and hash(other) == hash(move)
    with pytest.raises(AttributeError):
        move.promotion = ferz.ROOK


def test_hashes_of_moves_differ() -> None:
    moves = {ferz.Move(a, b, p) for a in range(64) for b in range(64) for p in (None, 2, 3, 4, 5)}
    assert len({hash(move) for move in moves}) == 5 * 64 * 64


def test_drops_and_null_moves() -> None:
    drop = ferz.Move.from_uci("N@f3")
    assert (drop.drop, drop.from_square, drop.to_square) == (ferz.KNIGHT, ferz.F3, ferz.F3)
    assert drop.uci() == drop.xboard() == "N@f3"
    assert drop and not ferz.Move.null()
    assert ferz.Move.null() == ferz.Move(0, 0) == ferz.Move.from_uci("0000")
    assert ferz.Move.null().xboard() == "@@@@"
    assert ferz.Move(3, 3)


@pytest.mark.parametrize(
    "text",
    ["", "e", "e2", "e2e", "e2e2", "e2e9", "i2e4", "E2E4", "e7e8Q", "e7e8x", "e2e4qq", "x@e4",
     "N@e", "N@e44", "é2e4", "e2e4\n", "\0\0\0\0", "0000 ", "♘@e4", "e2" * 100_000],
)  # fmt: skip
def test_other_text_is_no_move(text: str) -> None:
    with pytest.raises(ferz.InvalidMoveError) as caught:
        ferz.Move.from_uci(text)
    assert len(str(caught.value)) < 250
    with pytest.raises(ferz.InvalidMoveError):
        ferz.Board().push_uci(text)


@pytest.mark.parametrize("arguments", [(-1, 3), (3, 64), (2**70, 3), (3, 3, 0), (3, 3, 7)])
def test_numbers_out_of_range_are_refused(arguments: tuple) -> None:
    with pytest.raises(ValueError, match="out of range"):
        ferz.Move(*arguments)


@pytest.mark.parametrize("arguments", [("e2", "e4"), (None, 3), (1.5, 3), (3, 3, "q"), ()])
def test_other_types_are_refused(arguments: tuple) -> None:
    with pytest.raises(TypeError):
        ferz.Move(*arguments)


def test_pieces_are_values() -> None:
    knight = ferz.Piece(ferz.KNIGHT, ferz.WHITE)
    assert knight == ferz.Piece.from_symbol("N") != ferz.Piece.from_symbol("n")
    assert (knight.piece_type, knight.color, knight.symbol()) == (ferz.KNIGHT, True, "N")
    assert (str(knight), repr(knight)) == ("N", "Piece.from_symbol('N')")
    assert knight.unicode_symbol() == "♘" and knight.unicode_symbol(invert_color=True) == "♞"
    assert pickle.loads(pickle.dumps(knight)) == copy.deepcopy(knight) == knight
    assert {hash(ferz.Piece(t, c)) for t in ferz.PIECE_TYPES for c in ferz.COLORS} == set(range(12))
    for symbol in ("", "x", "NN", "♘", "N" * 10_000):
        with pytest.raises(ValueError):
            ferz.Piece.from_symbol(symbol)


def test_san_round_trips_in_random_games() -> None:
    rng = random.Random(11)
    for number in range(10):
        board = ferz.Board.from_chess960_pos(number * 96) if number else ferz.Board()
        for _ in range(60):
            moves = list(board.legal_moves)
            if not moves:
                break
            texts = [board.san(move) for move in moves]
            assert len(set(texts)) == len(texts)
            for move, san in zip(moves, texts):
                assert board.parse_san(san) == move
                assert board.parse_san(san.rstrip("+#")) == move
                assert board.parse_uci(board.uci(move)) == move
                if not board.is_castling(move):
                    assert board.parse_san(board.lan(move)) == move
                    assert board.find_move(move.from_square, move.to_square, move.promotion) == move
                assert board.gives_check(move) == san.endswith(("+", "#"))
            move = rng.choice(moves)
            san = board.san(move)
            assert board.san_and_push(move) == san
            assert board.is_checkmate() == san.endswith("#")


@pytest.mark.parametrize(
    ("fen", "san", "error"),
    [
        (ferz.STARTING_FEN, "e5", ferz.IllegalMoveError),
        (ferz.STARTING_FEN, "O-O", ferz.IllegalMoveError),
        (ferz.STARTING_FEN, "xyz", ferz.InvalidMoveError),
        (ferz.STARTING_FEN, "", ferz.InvalidMoveError),
        (ferz.STARTING_FEN, "Nf3!", ferz.InvalidMoveError),
        (ferz.STARTING_FEN, "Nf3\n", ferz.InvalidMoveError),
        (ferz.STARTING_FEN, "♘f3", ferz.InvalidMoveError),
        (ferz.STARTING_FEN, "N" * 100_000, ferz.InvalidMoveError),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Rf1", None),
        ("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "Rf1", ferz.AmbiguousMoveError),
        ("7k/P7/8/8/8/8/8/7K w - - 0 1", "a8", ferz.IllegalMoveError),
        ("7k/P7/8/8/8/8/8/7K w - - 0 1", "a8q", None),
        ("7k/P7/8/8/8/8/8/7K w - - 0 1", "a8=K", ferz.IllegalMoveError),
        ("7k/P7/8/8/8/8/8/7K w - - 0 1", "a8=P", ferz.InvalidMoveError),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", ferz.IllegalMoveError),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", None),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", None),
    ],
)
def test_errors_of_san(fen: str, san: str, error: type) -> None:
    board = ferz.Board(fen)
    if error is None:
        assert board.parse_san(san) in board.legal_moves
        return
    with pytest.raises(error) as caught:
        board.parse_san(san)
    assert issubclass(error, ValueError)
    assert len(str(caught.value)) < 250
    assert board.fen() == fen or board.ep_square


@pytest.mark.parametrize(
    ("fen", "chess960", "san", "uci"),
    [
        (ferz.STARTING_FEN, False, "g1f3", "g1f3"),
        (ferz.STARTING_FEN, False, "g1-f3+", "g1f3"),
        (ferz.STARTING_FEN, False, "g1xf3", "g1f3"),
        (ferz.STARTING_FEN, False, "Ng1-f3", "g1f3"),
        (ferz.STARTING_FEN, False, "e2-e4", "e2e4"),
        (ferz.STARTING_FEN, False, "g1e2", None),
        (ferz.STARTING_FEN, False, "Ne2e4", None),
        (ferz.STARTING_FEN, False, "e7e5", None),
        ("1k6/P7/8/8/8/8/8/4K3 w - - 0 1", False, "a7-a8=N", "a7a8n"),
        ("1k6/P7/8/8/8/8/8/4K3 w - - 0 1", False, "a7a8", None),
        ("4k3/8/8/8/N7/N3N3/8/4K3 w - - 0 1", False, "a3c4", "a3c4"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False, "e1-g1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False, "e1h1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False, "Ke1g1", None),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", True, "e1h1", "e1h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", True, "e1g1", None),
    ],
)
def test_moves_with_both_squares(fen: str, chess960: bool, san: str, uci: Optional[str]) -> None:
    board = ferz.Board(fen, chess960=chess960)
    for parse in (board.parse_san, board.parse_xboard):
        if uci is None:
            with pytest.raises(ferz.IllegalMoveError):
                parse(san)
        else:
            assert parse(san) == ferz.Move.from_uci(uci)
            assert parse(san) in list(board.legal_moves)


def test_castling_of_the_other_notation() -> None:
    """In Chess960 the king's two squares are castling for `push` but no legal move."""
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    board, chess960 = ferz.Board(fen), ferz.Board(fen, chess960=True)
    for uci, rook in (("e1g1", "e1h1"), ("e1c1", "e1a1")):
        move, with_rook = ferz.Move.from_uci(uci), ferz.Move.from_uci(rook)
        assert board.is_legal(move) and board.is_legal(with_rook) and with_rook in board.legal_moves
        assert move in list(board.legal_moves) and with_rook not in list(board.legal_moves)
        assert chess960.is_legal(with_rook) and with_rook in list(chess960.legal_moves)
        assert not chess960.is_legal(move) and not chess960.is_pseudo_legal(move)
        assert move not in chess960.legal_moves and move not in list(chess960.legal_moves)
        assert chess960.is_castling(move) and not chess960.is_into_check(move)
        chess960.push(move)
        board.push(move)
        assert chess960.board_fen() == board.board_fen()
        assert (chess960.pop(), board.pop()) == (with_rook, move)
        assert chess960.fen() == board.fen() == fen


def test_castling_in_all_notations() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    board, chess960 = ferz.Board(fen), ferz.Board(fen, chess960=True)
    for uci, rook, san in (("e1g1", "e1h1", "O-O"), ("e1c1", "e1a1", "O-O-O")):
        move, with_rook = ferz.Move.from_uci(uci), ferz.Move.from_uci(rook)
        assert board.parse_san(san) == board.parse_uci(uci) == board.parse_uci(rook) == move
        assert chess960.parse_san(san) == chess960.parse_uci(uci) == with_rook
        assert board.is_legal(move) and board.is_legal(with_rook)
        assert board.uci(with_rook) == uci and board.uci(move, chess960=True) == rook
        assert (board.xboard(move), chess960.xboard(with_rook)) == (uci, san)
        assert board.san(move) == board.san(with_rook) == chess960.san(with_rook) == san
        for any_board in (board, chess960):
            any_board.push(with_rook)
            assert any_board.peek() == (with_rook if any_board.chess960 else move)
            any_board.pop()


def test_variations_are_numbered() -> None:
    board = ferz.Board()
    line = [ferz.Move.from_uci(uci) for uci in ("e2e4", "e7e5", "g1f3")]
    assert board.variation_san(line) == "1. e4 e5 2. Nf3"
    assert board.variation_san([]) == ""
    board.push(line[0])
    assert board.variation_san(iter(line[1:])) == "1... e5 2. Nf3"
    with pytest.raises(ferz.IllegalMoveError, match="g1f3"):
        board.variation_san([line[2]])
    with pytest.raises(TypeError):
        board.variation_san(["e5"])
    assert board.move_stack == line[:1]


def test_wrong_types_for_moves_are_refused() -> None:
    board = ferz.Board()
    for wrong in (None, "e2e4", 5, ferz.Piece.from_symbol("N")):
        for call in (board.push, board.san, board.is_legal, board.uci, board.gives_check):
            with pytest.raises(TypeError):
                call(wrong)
        assert wrong not in board.legal_moves
    for call in (board.parse_san, board.parse_uci, board.set_fen, ferz.Board, board.set_epd):
        with pytest.raises(TypeError):
            call(5)
    for square in (-1, 64, 2**65):
        with pytest.raises(ValueError):
            board.piece_at(square)
    with pytest.raises(TypeError):
        board.piece_at("e4")
