"""Lists moves, searches and reads PGN by ctypes: python3 ferz_example.py LIBRARY."""

import ctypes
import sys
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int32, c_int64, c_size_t, c_uint16, c_uint32, c_uint64, c_void_p

ferz = ctypes.CDLL(sys.argv[1])
# Handles are pointers: without this, ctypes would pass and return 32 bits.
ferz.ferz_position_new.argtypes = [c_char_p, c_int32, POINTER(c_void_p)]
ferz.ferz_position_legal_moves.argtypes = [c_void_p, POINTER(c_uint16), c_size_t, POINTER(c_size_t)]
ferz.ferz_position_move_text.argtypes = [c_void_p, c_int32, c_uint16, c_char_p, c_size_t, POINTER(c_size_t)]
ferz.ferz_position_make.argtypes = [c_void_p, c_uint16]
ferz.ferz_engine_new.argtypes = [c_void_p, c_void_p, POINTER(c_void_p)]
ferz.ferz_engine_wait.argtypes = [c_void_p, c_int64, POINTER(c_uint16), POINTER(c_uint16)]
ferz.ferz_free.argtypes = [c_void_p]

START_CASTLING = SAN = 0
PLAYED = CFUNCTYPE(c_int32, c_void_p, c_uint16, c_uint64)


class Limits(ctypes.Structure):
    """The limits of a search, in the order of the header."""

    _fields_ = [
        ("struct_size", c_uint32),
        ("depth", c_uint32),
        ("nodes", c_uint64),
        ("move_time_ms", c_uint64),
        ("white_time_ms", c_uint64),
        ("black_time_ms", c_uint64),
        ("white_increment_ms", c_uint64),
        ("black_increment_ms", c_uint64),
        ("moves_to_go", c_uint32),
        ("mate", c_uint32),
        ("search_moves", POINTER(c_uint16)),
        ("search_move_count", c_size_t),
        ("ponder", c_uint32),
        ("infinite", c_uint32),
    ]


class PgnCallbacks(ctypes.Structure):
    """The callbacks of a reader, in the order of the header. Those of type `c_void_p` are left out here."""

    _fields_ = [
        ("struct_size", c_uint32),
        ("begin_game", c_void_p),
        ("tag", c_void_p),
        ("begin_moves", c_void_p),
        ("played", PLAYED),
        ("nag", c_void_p),
        ("comment", c_void_p),
        ("begin_variation", c_void_p),
        ("end_variation", c_void_p),
        ("end_game", c_void_p),
        ("error", c_void_p),
    ]


def check(status):
    """Raises the message of the library if a call has failed."""
    if status != 0:
        message = ctypes.create_string_buffer(256)
        ferz.ferz_last_error(message, c_size_t(256), None)
        raise RuntimeError(f"error {status}: {message.value.decode()}")


def san(position, move):
    """Returns a move in SAN."""
    text = ctypes.create_string_buffer(8)
    check(ferz.ferz_position_move_text(position, SAN, move, text, 8, None))
    return text.value.decode()


position, engine = c_void_p(), c_void_p()
fen = b"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1"
check(ferz.ferz_position_new(fen, START_CASTLING, byref(position)))
moves, count = (c_uint16 * 512)(), c_size_t()
check(ferz.ferz_position_legal_moves(position, moves, 512, byref(count)))
print(count.value, "moves:", *sorted(san(position, move) for move in moves[: count.value]))

check(ferz.ferz_engine_new(None, None, byref(engine)))
limits = Limits(struct_size=ctypes.sizeof(Limits), depth=6)
best = c_uint16()
check(ferz.ferz_engine_search(engine, position, byref(limits)))
check(ferz.ferz_engine_wait(engine, -1, byref(best), None))
print("best:", san(position, best.value))

played = []
pgn = b"1. e4 e5 2. Nf3 1-0\n\n1. d4 *\n"
callbacks = PgnCallbacks(
    struct_size=ctypes.sizeof(PgnCallbacks),
    played=PLAYED(lambda _user, move, _key: played.append(move) or 0),
)
games = c_uint64()
check(ferz.ferz_pgn_read(pgn, c_size_t(len(pgn)), byref(callbacks), None, byref(games)))
print(games.value, "games,", len(played), "moves")

try:
    check(ferz.ferz_position_make(position, 0))
except RuntimeError as error:
    print(error)
check(ferz.ferz_free(engine))
check(ferz.ferz_free(position))
