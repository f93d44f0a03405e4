"""Status, checks, pins, and the end of a game."""

from __future__ import annotations

import itertools
import random

import pytest

import ferz


def play(board: ferz.Board, line: str) -> ferz.Board:
    for san in line.split():
        board.push_san(san)
    return board


@pytest.mark.parametrize(
    ("fen", "termination", "winner", "result"),
    [
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "CHECKMATE",
            False,
            "0-1",
        ),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "CHECKMATE", True, "1-0"),
        ("7K/7P/7k/8/6q1/8/8/8 w - - 0 1", "STALEMATE", None, "1/2-1/2"),
        ("4k3/8/8/8/8/5B2/8/4K3 w - - 0 1", "INSUFFICIENT_MATERIAL", None, "1/2-1/2"),
        ("4k3/8/6r1/8/8/8/2R5/4K3 w - - 150 1", "SEVENTYFIVE_MOVES", None, "1/2-1/2"),
    ],
)
def test_games_end(fen: str, termination: str, winner: object, result: str) -> None:
    board = ferz.Board(fen)
    outcome = board.outcome()
    assert outcome == ferz.Outcome(ferz.Termination[termination], winner)
    assert outcome.result() == board.result() == result
    assert board.is_game_over()
    assert board.is_checkmate() == (termination == "CHECKMATE")
    assert board.is_stalemate() == (termination == "STALEMATE")


def test_games_go_on() -> None:
    board = ferz.Board()
    assert board.outcome() is None and board.result() == "*" and not board.is_game_over()
    claimed = ferz.Board("4k3/8/6r1/8/8/8/2R5/4K3 w - - 99 80")
    assert claimed.result() == "*" and claimed.result(claim_draw=True) == "1/2-1/2"
    assert claimed.outcome(claim_draw=True).termination == ferz.Termination.FIFTY_MOVES
    assert claimed.can_claim_draw() and claimed.can_claim_fifty_moves()
    assert not claimed.is_fifty_moves() and not claimed.can_claim_threefold_repetition()


def test_repetitions_are_counted() -> None:
    board = ferz.Board()
    shuffle = itertools.cycle("Nf3 Nf6 Ng1 Ng8".split())
    for ply in range(16):
        count = ply // 4 + 1
        assert board.is_repetition(count) and not board.is_repetition(count + 1)
        assert board.is_repetition() == (ply >= 8)
        assert board.can_claim_threefold_repetition() == (ply >= 7)
        assert not board.is_fivefold_repetition()
        board.push_san(next(shuffle))
    assert board.is_fivefold_repetition()
    assert board.outcome().termination == ferz.Termination.FIVEFOLD_REPETITION
    play(board, "e4")
    assert not board.is_repetition(2) and board.is_repetition(0) and board.is_repetition(-3)
    board.pop()
    board.clear_stack()
    assert not board.is_repetition(2)


def test_lost_rights_and_en_passant_distinguish_positions() -> None:
    board = play(ferz.Board(), "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8")
    play(board, "Ng1 Ng8")
    assert not board.is_repetition(2)
    board = ferz.Board("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1")
    play(board, "d5 Kd1 Kd8 Ke1 Ke8")
    assert not board.is_repetition(2)
    play(board, "Kd1 Kd8 Ke1 Ke8")
    assert board.is_repetition(2)


def test_material() -> None:
    for fen, white, black in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", True, True),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", True, True),
        ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", False, True),
        ("4kr2/8/8/8/8/8/8/4KN2 w - - 0 1", False, False),
        ("4kq2/8/8/8/8/8/8/4KN2 w - - 0 1", True, False),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", True, True),
        ("4k1b1/8/8/8/8/8/8/2B1K3 w - - 0 1", False, False),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", False, True),
    ]:
        board = ferz.Board(fen)
        assert board.has_insufficient_material(ferz.WHITE) == white, fen
        assert board.has_insufficient_material(ferz.BLACK) == black, fen
        assert board.is_insufficient_material() == (white and black)


@pytest.mark.parametrize(
    ("fen", "status"),
    [
        (ferz.STARTING_FEN, ferz.STATUS_VALID),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            ferz.STATUS_EMPTY | ferz.STATUS_NO_WHITE_KING | ferz.STATUS_NO_BLACK_KING,
        ),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", ferz.STATUS_NO_WHITE_KING),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", ferz.STATUS_TOO_MANY_KINGS),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", ferz.STATUS_PAWNS_ON_BACKRANK),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", ferz.STATUS_TOO_MANY_BLACK_PAWNS),
        ("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", ferz.STATUS_OPPOSITE_CHECK),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", ferz.STATUS_BAD_CASTLING_RIGHTS),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", ferz.STATUS_INVALID_EP_SQUARE),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", ferz.STATUS_VALID),
        ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", ferz.STATUS_INVALID_EP_SQUARE),
        (
            "4k3/5P2/3N4/8/8/8/4R3/4K3 b - - 0 1",
            ferz.STATUS_TOO_MANY_CHECKERS | ferz.STATUS_IMPOSSIBLE_CHECK,
        ),
        ("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", ferz.STATUS_IMPOSSIBLE_CHECK),
        ("4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1", ferz.STATUS_VALID),
    ],
)
def test_status(fen: str, status: ferz.Status) -> None:
    board = ferz.Board(fen)
    assert board.status() == status and isinstance(board.status(), ferz.Status)
    assert board.is_valid() == (not status)


def test_checks_and_pins() -> None:
    board = ferz.Board("rnb1k1nr/2pppppp/3P4/8/1b5q/8/PPPNPBPP/RNBQKB1R w KQkq - 0 1")
    assert board.pin(ferz.WHITE, ferz.F2) == ferz.SquareSet([ferz.E1, ferz.F2, ferz.G3, ferz.H4])
    assert board.is_pinned(ferz.WHITE, ferz.D2) and not board.is_pinned(ferz.WHITE, ferz.E1)
    assert board.pin_mask(ferz.WHITE, ferz.B1) == ferz.BB_ALL
    assert not board.is_check() and board.checkers() == 0
    board.remove_piece_at(ferz.F2)
    assert board.is_check() and list(board.checkers()) == [ferz.H4]
    assert board.is_attacked_by(ferz.BLACK, ferz.E1) and not board.was_into_check()
    without_queen = board.occupied & ~ferz.BB_G3
    assert board.attackers(ferz.BLACK, ferz.E1, without_queen) == ferz.BB_H4
    assert (
        board.attackers_mask(ferz.BLACK, ferz.E1, ferz.SquareSet(board.occupied | ferz.BB_G3)) == 0
    )


def test_attackers_are_the_reverse_of_attacks() -> None:
    rng = random.Random(5)
    board = ferz.Board()
    for _ in range(60):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
        for square in ferz.SQUARES:
            for color in ferz.COLORS:
                attackers = {
                    s
                    for s in ferz.SquareSet(board.occupied_co[color])
                    if square in board.attacks(s)
                }
                assert set(board.attackers(color, square)) == attackers


def test_irreversible_moves() -> None:
    board = ferz.Board("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1")
    for san, irreversible in [
        ("Ra2", True),
        ("Kd1", True),
        ("Rf1", False),
        ("Rxh8", True),
        ("O-O-O", True),
    ]:
        move = board.parse_san(san)
        assert board.is_irreversible(move) == irreversible, san
        assert board.is_zeroing(move) == ("x" in san)


def test_status_of_random_games_is_valid() -> None:
    for seed in range(8):
        rng, board = random.Random(seed), ferz.Board.from_chess960_pos(seed * 119)
        for _ in range(100):
            assert board.is_valid(), board.fen()
            moves = list(board.legal_moves)
            if not moves:
                assert board.is_game_over()
                break
            board.push(rng.choice(moves))
            assert board.halfmove_clock == 0 or not board.move_stack[-1].promotion
