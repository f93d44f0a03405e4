"""
Random operations on boards beside python-chess: games with pieces that are set and removed, moves that
are not legal, and on odd boards any number of kings, promoted kings, impossible castling rights and en
passant squares, pawns on back ranks, and masks that contradict each other.

``FERZ_DIFFERENTIAL_OPERATIONS`` is the number of operations and ``FERZ_DIFFERENTIAL_SEED`` the seed,
which a failure prints. The oracle is python-chess 1.11.2. In two places Ferz follows its later versions:
``king()`` of several kings, and the status of two leapers that give check.
"""

from __future__ import annotations

import os
import random
from typing import Any, Callable, List

import pytest

import ferz

chess = pytest.importorskip("chess")

OPERATIONS = int(os.environ.get("FERZ_DIFFERENTIAL_OPERATIONS", 6000))
SEED = int(os.environ.get("FERZ_DIFFERENTIAL_SEED", 1))

BACK_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8
EP_SQUARES = (None, *range(16, 24), *range(40, 48))
MASKS = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "promoted", "occupied")
FENS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "PPPPPPPP/8/8/2k5/5K2/8/8/pppppppp b - - 98 200",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "k1K1k3/8/8/3K4/8/8/p6P/K1k5 w - - 0 1",
    "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1",
)


def answer(function: Callable[[], Any]) -> Any:
    """Returns the result as plain data, or the name of the error."""
    try:
        found = function()
    except (ValueError, AssertionError, IndexError, KeyError, AttributeError) as error:
        return type(error).__name__
    if isinstance(found, (bool, int, str, type(None), tuple)):
        return int(found) if isinstance(found, int) else found
    return str(found)


class Pair:
    """A board of Ferz and one of python-chess that get the same operations."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.done: List[str] = []
        self.odd = rng.random() < 0.6
        self.contradictions = rng.choice((0, 1.5)) if self.odd else 0
        self.fen, self.chess960 = rng.choice(FENS if self.odd else FENS[:4]), rng.random() < 0.3
        self.boards = [module.Board(self.fen, chess960=self.chess960) for module in (ferz, chess)]
        self.has_ended = False

    def check(self, name: str, function: Callable[[Any, Any], Any]) -> Any:
        self.done.append(name)
        ours, theirs = (
            answer(lambda: function(module, board))
            for module, board in zip((ferz, chess), self.boards)
        )
        assert ours == theirs, self.report(name, ours, theirs)
        return theirs

    def report(self, name: str, ours: Any, theirs: Any) -> str:
        board = self.boards[1]
        masks = ", ".join(f"{mask}={getattr(board, mask):#x}" for mask in MASKS)
        return (
            f"seed {SEED}: {name}: {ours!r} instead of {theirs!r}\n{masks}, occupied_co={board.occupied_co}\n"
            f"turn={board.turn} castling={board.castling_rights:#x} ep={board.ep_square} "
            f"chess960={board.chess960}\nfrom {self.fen}: {'; '.join(self.done[-60:])}"
        )

    def compare(self) -> None:
        """Compares the state, the generated moves in their order, and the rules."""
        for mask in (*MASKS, "turn", "castling_rights", "ep_square", "halfmove_clock"):
            self.check(mask, lambda _, board: str(getattr(board, mask)))
        self.check("occupied_co", lambda _, board: str(list(board.occupied_co)))
        self.check("fullmove_number", lambda _, board: board.fullmove_number)
        self.check("fen", lambda _, board: board.fen(en_passant="fen", promoted=True))
        self.check("status", self.status)
        for name in (
            "generate_pseudo_legal_moves",
            "generate_legal_moves",
            "generate_castling_moves",
        ):
            self.check(
                name, lambda _, board: " ".join(move.uci() for move in getattr(board, name)())
            )
        for name in (
            "is_check",
            "is_checkmate",
            "is_stalemate",
            "was_into_check",
            "is_insufficient_material",
            "has_legal_en_passant",
            "has_pseudo_legal_en_passant",
            "clean_castling_rights",
            "has_chess960_castling_rights",
            "checkers_mask",
            "result",
            "castling_xfen",
            "castling_shredder_fen",
            "epd",
            "ply",
        ):
            self.check(name, lambda _, board: getattr(board, name)())
        self.check("mirror", lambda _, board: board.mirror().fen())
        for name in (
            "generate_legal_captures",
            "generate_pseudo_legal_captures",
            "generate_legal_ep",
        ):
            self.check(
                name, lambda _, board: " ".join(move.uci() for move in getattr(board, name)())
            )
        origins, targets = (self.rng.getrandbits(64) | self.rng.getrandbits(64) for _ in range(2))
        for name in (
            "generate_pseudo_legal_moves",
            "generate_legal_moves",
            "generate_castling_moves",
            "generate_legal_captures",
            "generate_pseudo_legal_captures",
            "generate_legal_ep",
        ):
            self.check(
                f"{name} {origins:#x} {targets:#x}",
                lambda _, board: " ".join(
                    move.uci() for move in getattr(board, name)(origins, targets)
                ),
            )
        for color in (True, False):
            for name in (
                "has_castling_rights",
                "has_kingside_castling_rights",
                "has_queenside_castling_rights",
                "has_insufficient_material",
            ):
                self.check(f"{name} {color}", lambda _, board: getattr(board, name)(color))
            for square in self.rng.sample(range(64), 3):
                for name in ("pin_mask", "attackers_mask"):
                    self.check(
                        f"{name} {color} {square}",
                        lambda _, board: getattr(board, name)(color, square),
                    )
                self.check(f"attacks_mask {square}", lambda _, board: board.attacks_mask(square))
            # Of several kings python-chess 1.11.2 returns one, later versions and Ferz none.
            if chess.popcount(self.boards[1].kings & self.boards[1].occupied_co[color]) < 2:
                self.check("king", lambda _, board: board.king(color))

    def status(self, module: Any, board: Any) -> int:
        """Returns the status. Two leapers that give check have no fault in python-chess 1.11.2, but in its
        later versions and Ferz."""
        status, checkers = int(board.status()), board.checkers_mask()
        leapers = checkers & (board.pawns | board.knights | board.kings)
        return status | int(chess.STATUS_IMPOSSIBLE_CHECK) * (
            module is chess and chess.popcount(leapers) > 1
        )

    def operate(self) -> None:
        rng = self.rng
        kind = rng.choices(
            ("push", "pop", "set", "remove", "san", "parse", "uci", "state", "mask", "moves"),
            (30, 8, 8, 6, 12, 12, 6, 6, self.contradictions, 12),
        )[0]
        getattr(self, f"_{kind}")(rng)

    def _random_move(self, rng: random.Random, legal: float = 0.85) -> str:
        board = self.boards[1]
        moves = board.generate_pseudo_legal_moves() if self.odd else board.generate_legal_moves()
        # With contradictory masks a king can castle with itself, which is no text of a move.
        moves = [move for move in moves if move.from_square != move.to_square]
        if moves and rng.random() < (0.85 if self.odd else legal):
            return rng.choice(moves).uci()
        squares = rng.sample(range(64), 2)
        promotion = rng.choice(("", "", "", "q", "n"))
        return chess.square_name(squares[0]) + chess.square_name(squares[1]) + promotion

    def _push(self, rng: random.Random) -> None:
        if not self.odd and not any(self.boards[1].legal_moves):
            self.has_ended = True
            return
        uci = (
            self._random_move(rng, 1.0)
            if rng.random() < 0.97 or self.boards[1].is_check()
            else "0000"
        )
        self.check(f"push {uci}", lambda module, board: board.push(module.Move.from_uci(uci)))
        self._end_after_failure()

    def _end_after_failure(self) -> None:
        """Ends the game if python-chess failed in the middle of a push."""
        self.has_ended = len({len(board.move_stack) for board in self.boards}) > 1

    def _pop(self, rng: random.Random) -> None:
        for _ in range(rng.randrange(1, 4)):
            self.check("pop", lambda _, board: board.pop())

    def _set(self, rng: random.Random) -> None:
        symbols = "PNBRQKpnbrqkkK" if self.odd else "PNBRQpnbrq"
        square, symbol, promoted = self._square(rng), rng.choice(symbols), rng.random() < 0.1
        self.check(
            f"set {square} {symbol} {promoted}",
            lambda module, board: board.set_piece_at(
                square, module.Piece.from_symbol(symbol), promoted
            ),
        )

    def _square(self, rng: random.Random) -> int:
        """A square that may be changed: without a king and a castling rook, unless all may."""
        board = self.boards[1]
        fixed = 0 if self.odd else board.kings | board.castling_rights
        return rng.choice(list(chess.SquareSet(chess.BB_ALL & ~fixed)))

    def _remove(self, rng: random.Random) -> None:
        square = self._square(rng)
        self.check(f"remove {square}", lambda _, board: board.remove_piece_at(square))

    def _state(self, rng: random.Random) -> None:
        odd_rights = BACK_RANKS if self.odd else 0
        name, value = rng.choice(
            (
                ("turn", rng.random() < 0.5 if self.odd else self.boards[1].turn),
                (
                    "castling_rights",
                    rng.getrandbits(64) & (self.boards[1].clean_castling_rights() | odd_rights),
                ),
                ("ep_square", rng.choice(EP_SQUARES) if self.odd else None),
                ("chess960", rng.random() < 0.3 if self.odd else self.boards[1].chess960),
                ("halfmove_clock", rng.choice((0, 99, 100, 149, 150, 1000))),
                ("fullmove_number", rng.choice((1, 2, 70000))),
            )
        )
        self.check(f"{name} = {value}", lambda _, board: setattr(board, name, value))

    def _mask(self, rng: random.Random) -> None:
        mask, bits = rng.choice(MASKS), 1 << rng.randrange(64) | 1 << rng.randrange(64)
        self.check(
            f"{mask} ^= {bits:#x}",
            lambda _, board: setattr(board, mask, getattr(board, mask) ^ bits),
        )
        if rng.random() < 0.2:
            black, white = self.boards[1].occupied_co
            self.check(
                f"occupied_co[1] ^= {bits:#x}",
                lambda _, board: setattr(board, "occupied_co", [black, white ^ bits]),
            )

    def _san(self, rng: random.Random) -> None:
        uci = self._random_move(rng)
        for name in ("san", "lan"):
            self.check(
                f"{name} {uci}",
                lambda module, board: getattr(board, name)(module.Move.from_uci(uci)),
            )
            self._end_after_failure()
            if self.has_ended:
                return

    def _parse(self, rng: random.Random) -> None:
        move = chess.Move.from_uci(self._random_move(rng))
        # A failure leaves the move on the board of python-chess.
        text = answer(lambda: self.boards[1].copy().san(move))
        if rng.random() < 0.3:
            index = rng.randrange(len(text) + 1)
            text = (
                text[:index]
                + rng.choice("abcdefgh12345678NBRQKx=-+#O0q ")
                + text[index + rng.randrange(2) :]
            )
        self.check(f"parse_san {text!r}", lambda _, board: board.parse_san(text))

    def _uci(self, rng: random.Random) -> None:
        uci = self._random_move(rng)
        for name in ("parse_uci", "push_uci") if rng.random() < 0.3 else ("parse_uci",):
            self.check(f"{name} {uci}", lambda _, board: getattr(board, name)(uci))
        self._end_after_failure()

    def _moves(self, rng: random.Random) -> None:
        uci = self._random_move(rng)
        names = [
            "is_pseudo_legal",
            "is_legal",
            "is_castling",
            "is_en_passant",
            "is_capture",
            "is_zeroing",
            "is_irreversible",
            "is_into_check",
            "is_kingside_castling",
            "is_queenside_castling",
        ]
        if self.boards[1].is_pseudo_legal(chess.Move.from_uci(uci)):
            names.append("gives_check")
        for name in names:
            self.check(
                f"{name} {uci}",
                lambda module, board: getattr(board, name)(module.Move.from_uci(uci)),
            )


def test_random_operations_have_the_results_of_python_chess() -> None:
    rng, operations = random.Random(SEED), 0
    print(f"seed {SEED}")
    while operations < OPERATIONS:
        pair = Pair(random.Random(rng.getrandbits(64)))
        for _ in range(rng.randrange(5, 60)):
            pair.operate()
            operations += 1
            if pair.has_ended:
                break
            if rng.random() < 0.25:
                pair.compare()
