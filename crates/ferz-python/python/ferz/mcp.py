"""Chess for programs that talk: a server of the Model Context Protocol on standard input and output.

``python -m ferz.mcp --folder GAMES`` serves the rules, the engine, reviews with their reasons, openings, an index of games,
tablebases and puzzles as tools. It needs the official SDK: ``pip install "ferz[mcp]"``. Searches have limits, and no file
outside of the folders that are named at the start is read.
"""

from __future__ import annotations

import argparse
import functools
import io
import itertools
import pathlib
import re
import sys
import threading
from typing import Annotated, Any, Callable, Dict, List, Optional, Sequence, TypeVar

import ferz
import ferz.engine
import ferz.explore
import ferz.openings
import ferz.pgn
import ferz.puzzles
import ferz.syzygy

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import Field
except ImportError as error:
    raise ImportError('ferz.mcp needs the SDK of the protocol: pip install "ferz[mcp]"') from error

NODES = 100_000
"""The nodes of a search unless a call says otherwise."""

LONGEST_GAME = 600
"""The plies of the longest game that is reviewed."""

_NUMBER = re.compile(r"(?<!\S)\d+\.+")
"""The number before a move."""

Result = Dict[str, Any]
Fen = Annotated[str, Field(description="A position as FEN; empty for the start position.")]
Moves = Annotated[
    List[str],
    Field(
        description="Moves from the position on, in SAN or UCI notation.", max_length=LONGEST_GAME
    ),
]
Nodes = Annotated[int, Field(description="Nodes of each search.", ge=1)]
File = Annotated[
    str, Field(description="A file of the folders of the server, as `files` lists them.")
]

_Tool = TypeVar("_Tool", bound=Callable[..., Result])

_EXPECTED = (ValueError, OSError, ferz.engine.EngineError, ferz.explore.ExploreError, KeyError)


def _tool(function: _Tool) -> _Tool:
    """Makes the errors that a caller can act on the answer of a tool."""

    @functools.wraps(function)
    def called(*arguments: Any, **named: Any) -> Result:
        try:
            return function(*arguments, **named)
        except _EXPECTED as error:
            raise ToolError(str(error)) from error

    return called  # type: ignore[return-value]


class Toolbox:
    """The tools with the engine, the folders and the limits that they share."""

    def __init__(
        self,
        folders: Sequence[pathlib.Path] = (),
        *,
        index: Optional[pathlib.Path] = None,
        syzygy: Optional[pathlib.Path] = None,
        max_nodes: int = 2_000_000,
        seconds: float = 60.0,
    ) -> None:
        self._folders = [folder.resolve(strict=True) for folder in folders]
        self._index = ferz.explore.Index(index) if index is not None else None
        self._tablebase = ferz.syzygy.open_tablebase(str(syzygy)) if syzygy is not None else None
        self._max_nodes = max_nodes
        self._seconds = seconds
        self._engine = ferz.Engine(hash=16)
        # A call may come while another runs.
        self._lock = threading.Lock()

    @_tool
    def position(self, fen: Fen = "", moves: Moves = []) -> Result:
        """The facts of a position: side to move, legal moves, check, the end of the game, material, opening."""
        board = _board(fen, moves)
        outcome = board.outcome(claim_draw=True)
        counts = {
            name: {
                ferz.piece_name(kind): len(board.pieces(kind, color))
                for kind in range(ferz.PAWN, ferz.KING)
            }
            for name, color in (("white", ferz.WHITE), ("black", ferz.BLACK))
        }
        return {
            "fen": board.fen(),
            "board": str(board),
            "turn": ferz.COLOR_NAMES[board.turn],
            "legal_moves": [board.san(move) for move in board.legal_moves],
            "check": board.is_check(),
            "checkers": [ferz.square_name(square) for square in board.checkers()],
            "end": None
            if outcome is None
            else {"result": outcome.result(), "by": outcome.termination.name.lower()},
            "material": counts,
            "opening": _opening(board),
        }

    @_tool
    def evaluate(
        self,
        fen: Fen = "",
        moves: Moves = [],
        lines: Annotated[int, Field(description="Number of best lines.", ge=1, le=10)] = 1,
        nodes: Nodes = NODES,
    ) -> Result:
        """The engine's best lines of a position with scores for White: pawns such as +0.35, or moves to mate such as #3."""
        board = _board(fen, moves)
        if board.is_game_over():
            raise ValueError("the game has ended in this position: there is nothing to search")
        with self._lock:
            limit = self._limit(nodes)
            found = self._engine.analyse(board, limit, multipv=lines, game=object())
        return {
            "lines": [
                {
                    "score": _score(info["score"].white()),
                    "depth": info["depth"],
                    "line": board.variation_san(info["pv"]),
                }
                for info in found
                if info.get("pv")
            ]
        }

    @_tool
    def explain_move(
        self, move: str, fen: Fen = "", moves: Moves = [], nodes: Nodes = NODES
    ) -> Result:
        """Why a move is bad, as far as it is proven: sentences with the line that shows each. Says nothing without a proof;
        then do not invent a reason, but compare the lines."""
        board = _board(fen, moves)
        played = _move(board, move)
        with self._lock:
            limit = self._limit(nodes)
            info = {"before": self._engine.analyse(board, limit, game=object())}
            after = board.copy()
            after.push(played)
            if not after.is_game_over():
                info["after"] = self._engine.analyse(after, limit, game=object())
            reasons = ferz.explain(
                board,
                played,
                engine=self._engine,
                nodes=limit.nodes,
                time=limit.time,
                tablebase=self._tablebase,
                **info,
            )
        return {
            "move": board.variation_san([played]),
            "is_best": info["before"]["pv"][:1] == [played],
            "best_line": board.variation_san(info["before"]["pv"][:8]),
            "score_before": _score(info["before"]["score"].white()),
            "score_after": _score(info["after"]["score"].white()) if "after" in info else None,
            "reasons": [_reason(reason, board, played) for reason in reasons],
        }

    @_tool
    def review_game(
        self,
        pgn: Annotated[str, Field(description="A game as PGN, or empty with `file`.")] = "",
        file: File = "",
        game: Annotated[int, Field(description="The number of the game in it, from 1.", ge=1)] = 1,
        nodes: Nodes = 20_000,
    ) -> Result:
        """Reviews a game: accuracy of both sides, and each weak move with the better line and the proven reasons."""
        found = self._game(pgn, file, game)
        plies = sum(1 for _ in found.mainline())
        if plies == 0:
            raise ValueError("the game has no moves")
        if plies > LONGEST_GAME:
            raise ValueError(f"the game has {plies} plies; at most {LONGEST_GAME} are reviewed")
        with self._lock:
            # Some positions are searched twice, and weak moves have searches of their own.
            time = self._seconds / (3 * (plies + 1))
            nodes = self._limit(nodes).nodes or nodes
            analysis = ferz.annotate(
                found, engine=self._engine, nodes=nodes, time=time, reasons=True
            )
        weak = []
        for move in analysis.moves:
            if move.assessment is not None:
                board = move.node.parent.board()
                weak.append(
                    {
                        "move": board.variation_san([move.node.move]),
                        "assessment": move.assessment,
                        "loss": round(move.loss, 1),
                        "fen": board.fen(),
                        "better": board.variation_san(move.best_line[:8]),
                        "reasons": [
                            _reason(reason, board, move.node.move) for reason in move.reasons
                        ],
                    }
                )
        opening = ferz.openings.classify(found)
        return {
            "headers": dict(found.headers),
            "opening": None if opening is None else str(opening),
            "white": _player(analysis.white),
            "black": _player(analysis.black),
            "weak_moves": weak,
        }

    @_tool
    def opening(self, fen: Fen = "", moves: Moves = []) -> Result:
        """The name and the code of an opening: that of the position or of the moves to it."""
        return {"opening": _opening(_board(fen, moves))}

    @_tool
    def explorer(
        self,
        fen: Fen = "",
        moves: Moves = [],
        player: Annotated[str, Field(description="Words of a player's name.")] = "",
        color: Annotated[str, Field(description="That player's side: white or black.")] = "",
        since: Annotated[str, Field(description="First date, such as 2024.03.")] = "",
        min_elo: Annotated[int, Field(description="Least rating of both players.", ge=0)] = 0,
    ) -> Result:
        """The moves that games of the server's index played in a position, with results, and the best rated of these games."""
        if self._index is None:
            raise ValueError("the server has no index of games: start it with --index FOLDER")
        if color not in ("", "white", "black"):
            raise ValueError(f"color is white or black, not {color!r}")
        board = _board(fen, moves)
        conditions: Dict[str, Any] = {
            "player": player or None,
            "color": {"": None, "white": ferz.WHITE, "black": ferz.BLACK}[color],
            "since": since or None,
            "min_elo": min_elo or None,
        }
        rows = self._index.moves(board, **conditions)
        games = self._index.top_games(board, limit=5, **conditions)
        return {
            "games": sum(row.games for row in rows),
            "moves": [
                {
                    "move": row.san,
                    "games": row.games,
                    "white": row.white,
                    "draws": row.draws,
                    "black": row.black,
                    "last_played": row.last_played,
                }
                for row in rows[:20]
            ],
            "top_games": [game._asdict() for _, game in games],
        }

    @_tool
    def tablebase(self, fen: Fen, moves: Moves = []) -> Result:
        """The result of a position of few pieces by Syzygy tablebases, for the side to move, and that of each move."""
        if self._tablebase is None:
            raise ValueError("the server has no tablebases: start it with --syzygy FOLDER")
        board = _board(fen, moves)
        tables = self._tablebase
        wdl = tables.get_wdl(board)
        if wdl is None:
            count = len(board.piece_map())
            raise ValueError(f"no table has this position of {count} pieces")
        names = {2: "win", 1: "draw by the rule of fifty moves", 0: "draw"}
        names |= {-1: "draw by the rule of fifty moves", -2: "loss"}
        results = {}
        for move in list(board.legal_moves):
            san = board.san(move)
            board.push(move)
            found = tables.get_wdl(board)
            board.pop()
            results[san] = None if found is None else names[-found]
        return {"result": names[wdl], "dtz": tables.get_dtz(board), "moves": results}

    @_tool
    def puzzle(
        self,
        file: File,
        theme: Annotated[str, Field(description="A theme such as fork, or empty.")] = "",
        number: Annotated[int, Field(description="Which of the fitting ones, from 1.", ge=1)] = 1,
        answer: Annotated[List[str], Field(description="The solver's moves, to check.")] = [],
        solution: Annotated[bool, Field(description="True to tell the solution.")] = False,
    ) -> Result:
        """A puzzle of a CSV file: its position, and on request the solution and why the move before it was a mistake."""
        fitting = (
            puzzle
            for puzzle in ferz.puzzles.read(self._path(file))
            if not theme or theme in puzzle.themes
        )
        found = next(itertools.islice(fitting, number - 1, None), None)
        if found is None:
            what = f" with the theme {theme!r}" if theme else ""
            raise ValueError(f"{file} has fewer than {number} puzzles{what}")
        board = found.board()
        told: Result = {
            "id": found.id,
            "fen": board.fen(),
            "turn": ferz.COLOR_NAMES[board.turn],
            "rating": found.rating,
            "themes": list(found.themes),
        }
        if answer:
            at = board.copy()
            given = []
            for index, text in enumerate(answer):
                given.append(_move(at, text))
                at.push(given[-1])
                reply = found.solution[2 * index + 1 : 2 * index + 2]
                if given[-1] != found.solution[2 * index] or not reply:
                    break
                at.push(reply[0])
            told["solved"] = found.is_solved_by(given)
        if solution:
            told["solution"] = board.variation_san(found.solution)
            if found.lead:
                before = ferz.Board(found.fen)
                error = ferz.Move.from_uci(found.moves[0])
                with self._lock:
                    limit = self._limit(NODES)
                    reasons = ferz.explain(
                        before, error, engine=self._engine, nodes=limit.nodes, time=limit.time
                    )
                told["why"] = [_reason(reason, before, error) for reason in reasons]
        return told

    @_tool
    def files(self) -> Result:
        """The files that the tools may read: at most 200, with their sizes in bytes."""
        found = {}
        for folder in self._folders:
            for path in sorted(folder.rglob("*")):
                if path.is_file() and len(found) < 200:
                    found[str(path)] = path.stat().st_size
        return {"folders": [str(folder) for folder in self._folders], "files": found}

    def _limit(self, nodes: int) -> ferz.engine.Limit:
        """Returns the limit of a search of so many nodes."""
        if nodes > self._max_nodes:
            raise ValueError(f"nodes is {nodes}, but this server allows at most {self._max_nodes}")
        # A call has some searches.
        return ferz.engine.Limit(nodes=nodes, time=self._seconds / 6)

    def _path(self, file: str) -> pathlib.Path:
        """Returns the path of a file within the folders."""
        for folder in self._folders:
            # Links are followed before the test.
            path = (folder / file).resolve()
            if path.is_relative_to(folder):
                if not path.is_file():
                    continue
                return path
        folders = ", ".join(map(str, self._folders)) or "none: start the server with --folder"
        raise ValueError(f"{file!r} is no file of the folders of this server ({folders})")

    def _game(self, pgn: str, file: str, number: int) -> ferz.pgn.Game:
        """Returns a game of a text or of a file."""
        if (pgn == "") == (file == ""):
            raise ValueError("expected either pgn or file")
        source = (
            io.StringIO(pgn) if pgn else open(self._path(file), encoding="utf-8", errors="replace")
        )
        with source as text:
            for _ in range(number - 1):
                if not ferz.pgn.skip_game(text):
                    break
            game = ferz.pgn.read_game(text)
        if game is None:
            raise ValueError(f"there is no game {number}")
        if game.errors:
            raise ValueError(f"game {number}: {game.errors[0]}")
        return game


def _board(fen: str, moves: Sequence[str]) -> ferz.Board:
    """Returns the position after moves.

    :raises: :exc:`ValueError` that says what to change.
    """
    try:
        board = ferz.Board(fen) if fen else ferz.Board()
    except ValueError as error:
        raise ValueError(f"{error}. Expected a FEN such as {ferz.STARTING_FEN}") from error
    if not board.is_valid():
        raise ValueError(f"the position is not legal: {board.status()!s}")
    # Several moves in one text, with their numbers, are a line of a program that talks.
    for number, text in enumerate((word for text in moves for word in _words(text)), 1):
        try:
            board.push(_move(board, text))
        except ValueError as error:
            raise ValueError(f"move {number}: {error}") from error
    return board


def _words(text: str) -> List[str]:
    """Returns the moves of a text without their numbers, such as ``6...``; a text without any is left as it is."""
    return _NUMBER.sub(" ", text).split() or [text]


def _move(board: ferz.Board, text: str) -> ferz.Move:
    """Reads a move in SAN or UCI notation, with or without its number: the tools answer with numbers."""
    words = _words(text)
    for read in (board.parse_san, board.parse_uci):
        try:
            move = read(words[0] if len(words) == 1 else text)
        except ValueError:
            continue
        if move:
            return move
    legal = " ".join(board.san(move) for move in board.legal_moves) or "none"
    raise ValueError(f"{text!r} is not legal in {board.fen()}. Legal moves: {legal}")


def _score(score: ferz.engine.Score) -> str:
    """Returns a score as text."""
    mate = score.mate()
    return f"{(score.score() or 0) / 100:+.2f}" if mate is None else f"#{mate}"


def _opening(board: ferz.Board) -> Optional[str]:
    found = ferz.openings.classify(board) or ferz.openings.find(board)
    return None if found is None else str(found)


def _player(player: ferz.PlayerAnalysis) -> Result:
    accuracy = None if player.accuracy is None else round(player.accuracy, 1)
    return {
        "accuracy": accuracy,
        "inaccuracies": player.inaccuracies,
        "mistakes": player.mistakes,
        "blunders": player.blunders,
    }


def _reason(reason: ferz.Reason, before: ferz.Board, played: ferz.Move) -> Result:
    """Returns a reason as the object of ``ferz analyse --json``."""
    start = before.copy()
    if reason.concern == "played":
        start.push(played)
    return {
        "kind": reason.kind,
        "concern": reason.concern,
        "text": reason.text,
        "line": start.variation_san(reason.line),
        "squares": [ferz.square_name(square) for square in reason.squares],
        "proof": reason.proof,
    }


def serve(toolbox: Toolbox) -> MCPServer[Any]:
    """Returns the server of the tools."""
    server: MCPServer[Any] = MCPServer(
        "ferz",
        version=ferz.__version__,
        instructions=(
            "Rules and judgements of chess. Never invent moves or reasons: take legal moves from `position`, evaluations "
            "from `evaluate`, and say why a move is bad by the sentences of `explain_move` and `review_game`, which are "
            "proven."
        ),
        log_level="WARNING",
    )
    tools: List[Callable[..., Result]] = [
        toolbox.position,
        toolbox.evaluate,
        toolbox.explain_move,
        toolbox.review_game,
        toolbox.opening,
        toolbox.explorer,
        toolbox.tablebase,
        toolbox.puzzle,
        toolbox.files,
    ]
    for tool in tools:
        server.tool()(tool)
    return server


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the server until its input ends."""
    parser = argparse.ArgumentParser(
        prog="python -m ferz.mcp",
        description="Serves chess as tools by the Model Context Protocol on standard input and output.",
    )
    folder = {"type": pathlib.Path, "metavar": "FOLDER"}
    parser.add_argument(
        "--folder", action="append", default=[], help="a folder whose files may be read", **folder
    )
    parser.add_argument("--index", help="an index of games, as `ferz explore` makes it", **folder)
    parser.add_argument("--syzygy", help="a folder of tablebases", **folder)
    parser.add_argument(
        "--max-nodes", type=int, default=2_000_000, help="the most nodes of a search"
    )
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="about the longest time of a call"
    )
    given = parser.parse_args(arguments)
    if given.max_nodes < 1 or not given.seconds > 0:
        parser.error("--max-nodes and --seconds are above 0")
    try:
        toolbox = Toolbox(
            given.folder,
            index=given.index,
            syzygy=given.syzygy,
            max_nodes=given.max_nodes,
            seconds=given.seconds,
        )
    except (OSError, ferz.explore.ExploreError) as error:
        parser.error(str(error))
    serve(toolbox).run("stdio")
    return 0


if __name__ == "__main__":
    sys.exit(main())
