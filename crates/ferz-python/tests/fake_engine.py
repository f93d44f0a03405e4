"""
A UCI engine for tests that misbehaves as its argument describes.

It always plays the first legal move in alphabetical order, which needs no search.
"""

import os
import sys
import time

import ferz as chess


def send(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(fault):
    if fault == "silent":
        time.sleep(600)
    board = chess.Board()
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "uci":
            if fault == "dies at uci":
                sys.exit(3)
            send("id name Fake")
            send("option name Hash type spin default 16 min 1 max 1024")
            send("option name broken type spin default many")
            send("option name Ponder type check default false")
            send("option name MultiPV type spin default 1 min 1 max 10")
            send("option name Skill Level type spin default 20 min 0 max 20")
            send("uciok")
        elif command == "isready":
            if fault == "hangs at isready":
                time.sleep(600)
            send("readyok")
        elif command == "position":
            board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:8]))
            if "moves" in words:
                for word in words[words.index("moves") + 1 :]:
                    board.push_uci(word)
        elif command == "go":
            go(board, words, fault)
        elif command == "stop":
            send(f"bestmove {best_move(board)}")
        elif command == "quit":
            if fault == "ignores quit":
                time.sleep(600)
            break


def best_move(board):
    return min(move.uci() for move in board.legal_moves)


def go(board, words, fault):
    if fault == "dies in search":
        send("info depth 1 score cp 10")
        sys.exit(1)
    if fault == "kills itself":
        os.kill(os.getpid(), 9)
    if fault == "closes its output":
        os.close(1)
        time.sleep(600)
    if fault == "never answers":
        return
    if fault == "slow":
        time.sleep(0.4)
    if fault == "illegal move":
        send("bestmove e2e5")
        return
    if fault == "nonsense":
        send("\x1b[31mhello\x00 \udcff".encode("utf-8", "replace").decode())
        sys.stdout.buffer.write(b"\xff\xfe info depth \xc3\n")
        send("info depth many score cp pv e9e4 nodes")
        send("info score cp 12 pv e2e4 e2e4")
        send("info depth 3 score mate 2 upperbound hashfull -1")
        send("")
    if fault == "endless line":
        while True:
            sys.stdout.write("x" * 4096)
    send("info depth 1 score cp 10 lowerbound nodes 1 time 1")
    send("info depth 1 score cp 20 nodes 2 time 2")
    if "infinite" not in words and "ponder" not in words:
        send(f"bestmove {best_move(board)}")


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
