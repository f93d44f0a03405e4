"""An XBoard engine for tests, which plays the first legal move in alphabetical order."""

import sys

import ferz as chess


def send(text):
    print(text, flush=True)


def main():
    board, forced, analyses = chess.Board(), False, False
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "protover":
            send('feature ping=1 setboard=1 usermove=1 analyze=1 myname="Fake X"')
            send('feature option="Depth -spin 3 1 9" done=1')
        elif command == "ping":
            send(f"pong {rest}")
        elif command == "new":
            board, forced = chess.Board(), False
        elif command == "setboard":
            board = chess.Board(rest)
        elif command == "force":
            forced = True
        elif command == "usermove":
            if not forced or chess.Move.from_uci(rest) not in board.legal_moves:
                send(f"Illegal move: {rest}")
            else:
                board.push_uci(rest)
        elif command in ("undo", "remove"):
            for _ in range(1 if command == "undo" else 2):
                board.pop()
        elif command == "go":
            forced = False
            move = min(board.legal_moves, key=lambda move: move.uci())
            send(f"1 25 3 40 {board.san(move)}")
            board.push(move)
            send("# comment")
            send(f"move {move.uci()}")
        elif command == "analyze":
            analyses = True
            moves = sorted(move.uci() for move in board.legal_moves)
            for depth in range(1, 4):
                send(f"{depth} {depth * 10} {depth} {depth * 100} {moves[0]}")
        elif command == "exit" and analyses:
            analyses = False
        elif command == "quit":
            break


if __name__ == "__main__":
    main()
