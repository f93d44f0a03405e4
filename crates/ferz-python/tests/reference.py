"""Slow computations from FEN and UCI text alone, against which arrays are compared."""

from __future__ import annotations

import string
from typing import Dict, List, Optional, Tuple

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

# Published leaf counts of depths 1 to 3.
PERFT = {
    START: (20, 400, 8902),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (48, 2039, 97862),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2812),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9467),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1486, 62379),
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9": (21, 528, 12189),
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9": (21, 807, 18002),
}

FENS = [
    *PERFT,
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
    "8/8/8/4k3/8/8/4K3/8 b - - 150 65535",
    "1rkr4/8/8/8/8/8/8/RRKR4 w DBdb - 0 1",
    "8/P1P5/8/8/8/8/5k1p/7K w - - 3 60",
]


def square_name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def square_number(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def board_of(fen: str) -> Dict[int, str]:
    """Returns the letters of the pieces by square."""
    board = {}
    for rank, row in zip(range(7, -1, -1), fen.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[8 * rank + file] = letter
                file += 1
    return board


def castling_rooks(fen: str) -> List[Optional[int]]:
    """Returns the rooks of the rights K, Q, k, q of an X-FEN or Shredder-FEN."""
    board = board_of(fen)
    rooks: List[Optional[int]] = [None] * 4
    for letter in fen.split()[2].replace("-", ""):
        white = letter.isupper()
        rank = 0 if white else 56
        on_rank = [s for s in range(rank, rank + 8) if board.get(s) == ("R" if white else "r")]
        (king,) = [s for s in range(rank, rank + 8) if board.get(s) == ("K" if white else "k")]
        if letter in "Kk":
            rook = max(on_rank)
        elif letter in "Qq":
            rook = min(on_rank)
        else:
            rook = rank + string.ascii_lowercase.index(letter.lower())
        rooks[2 * (not white) + (rook < king)] = rook
    return rooks


def is_chess960(fen: str) -> bool:
    """Returns true if a castling right has its king or its rook on another file than in standard
    chess."""
    board = board_of(fen)
    rooks = [rook for rook in castling_rooks(fen) if rook is not None]
    kings = [board.get(4 + rook // 8 * 8) in ("K", "k") for rook in rooks]
    return not all(kings) or any(rook % 8 not in (0, 7) for rook in rooks)


def record_of(fen: str) -> bytes:
    """Returns the 32 bytes of a FEN whose en passant square can be captured on."""
    board, rooks = board_of(fen), castling_rooks(fen)
    _, side, _, en_passant, halfmove, fullmove = fen.split()
    codes = []
    for square in sorted(board):
        letter = board[square]
        code = 2 * "pnbrqk".index(letter.lower()) + letter.islower()
        codes.append(code + 6 if square in rooks else code)
    codes += [0] * (32 - len(codes))
    pieces = bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2]))
    state = 64 if en_passant == "-" else square_number(en_passant)
    return (
        sum(1 << square for square in board).to_bytes(8, "little")
        + pieces
        + bytes([state | (0x80 if side == "b" else 0), 0])
        + int(halfmove).to_bytes(2, "little")
        + int(fullmove).to_bytes(2, "little")
        + bytes(2)
    )


def lc0_moves() -> List[str]:
    """Returns the moves of lc0's policy in their order as UCI text from White's side."""
    squares = [file + rank for rank in "12345678" for file in "abcdefgh"]
    moves = []
    for origin in squares:
        for target in squares:
            files = abs(ord(origin[0]) - ord(target[0]))
            ranks = abs(ord(origin[1]) - ord(target[1]))
            queen = (files == 0) != (ranks == 0) or (files == ranks and files > 0)
            if queen or {files, ranks} == {1, 2}:
                moves.append(origin + target)
    for origin in "abcdefgh":
        for target in "abcdefgh":
            if abs(ord(origin) - ord(target)) <= 1:
                moves += [f"{origin}7{target}8{piece}" for piece in "qrb"]
    return moves


def seen_by_mover(fen: str, uci: str) -> str:
    """Returns a move with ranks mirrored if Black is to move, castling to the rook's square, and
    without the letter of a promotion to a knight."""
    origin, target, promotion = uci[:2], uci[2:4], uci[4:]
    board, side = board_of(fen), fen.split()[1]
    king = board[square_number(origin)] in "Kk"
    own = [
        square_name(rook)
        for rook in castling_rooks(fen)[0 if side == "w" else 2 :][:2]
        if rook is not None
    ]
    if king and abs(ord(origin[0]) - ord(target[0])) > 1 and target not in own:
        (target,) = [rook for rook in own if (rook > origin) == (target > origin)]
    if side == "b":
        origin, target = (name[0] + str(9 - int(name[1])) for name in (origin, target))
    return origin + target + promotion.replace("n", "")


def alphazero_index(move: str, underpromotion_to_knight: bool) -> int:
    """Returns the number of a move from the mover's side in the 8x8x73 layout."""
    origin, target = square_number(move[:2]), square_number(move[2:4])
    files, ranks = target % 8 - origin % 8, target // 8 - origin // 8
    piece = "n" if underpromotion_to_knight else move[4:]
    if piece in ("n", "b", "r"):
        return 73 * origin + 64 + 3 * (files + 1) + "nbr".index(piece)
    compass = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    knights = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    if (files, ranks) in knights:
        return 73 * origin + 56 + knights.index((files, ranks))
    name = ("N" if ranks > 0 else "S" if ranks < 0 else "") + (
        "E" if files > 0 else "W" if files < 0 else ""
    )
    return 73 * origin + 7 * compass.index(name) + max(abs(files), abs(ranks)) - 1


def planes_of(fen: str, *, mover: bool) -> Tuple[List[List[int]], int]:
    """Returns the squares of the 18 planes of a position, and 0 or 56 for mirrored ranks."""
    board, side = board_of(fen), fen.split()[1]
    black = mover and side == "b"
    flip = 56 if black else 0
    letters = "pnbrqkPNBRQK" if black else "PNBRQKpnbrqk"
    planes = [[s ^ flip for s, letter in board.items() if letter == wanted] for wanted in letters]
    planes.append(list(range(64)) if side == "w" else [])
    rooks = castling_rooks(fen)
    rooks = rooks[2:] + rooks[:2] if black else rooks
    planes += [[] if rook is None else [rook ^ flip] for rook in rooks]
    en_passant = fen.split()[3]
    planes.append([] if en_passant == "-" else [square_number(en_passant) ^ flip])
    return planes, flip
