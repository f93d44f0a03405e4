"""The server for programs that talk, by the client of the SDK."""

from __future__ import annotations

import asyncio
import json
import os
import pathlib
import sys
from typing import Any, Awaitable, Callable, Dict, List

import pytest

import ferz

mcp = pytest.importorskip("mcp", reason="the SDK of the protocol is not installed")

GAME = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'
PUZZLE = "one,q3k2r/6pp/8/3N4/8/8/PP3PPP/4K3 b - - 0 1,h7h6 d5c7 e8d7 c7a8,1200,,,,fork,,\n"

Call = Callable[..., Awaitable[Any]]


def served(arguments: List[str], talk: Callable[[Call], Awaitable[None]]) -> None:
    """Starts the server as a process and talks with it."""

    async def run() -> None:
        parameters = mcp.StdioServerParameters(
            command=sys.executable, args=["-m", "ferz.mcp", *arguments], env=dict(os.environ)
        )
        async with mcp.stdio_client(parameters) as (reader, writer):
            async with mcp.ClientSession(reader, writer) as session:
                await session.initialize()
                tools = {tool.name for tool in (await session.list_tools()).tools}

                async def call(name: str, error: bool = False, **given: Any) -> Any:
                    assert name in tools
                    result = await session.call_tool(name, given)
                    text = result.content[0].text
                    assert bool(result.is_error) is error, text
                    return text if error else json.loads(text)

                await talk(call)

    asyncio.run(run())


def test_a_game_is_explained_by_the_tools_alone(tmp_path: pathlib.Path) -> None:
    (tmp_path / "games.pgn").write_text(GAME + "\n" + GAME.replace("Anna", "Clara"))
    (tmp_path / "puzzles.csv").write_text(PUZZLE)

    async def talk(call: Call) -> None:
        files = [pathlib.Path(file).name for file in (await call("files"))["files"]]
        assert files == ["games.pgn", "puzzles.csv"]
        review = await call("review_game", file="games.pgn", game=2, nodes=1000)
        assert review["headers"]["White"] == "Clara"
        weak = review["weak_moves"][-1]
        assert (weak["move"], weak["assessment"]) == ("3... Nf6", "blunder")
        assert weak["reasons"][0]["text"] == "It allows mate: 4. Qxf7#."
        given: Dict[str, Any] = {"moves": ["e4", "e5", "Qh5", "Nc6", "Bc4"], "nodes": 1000}
        explained = await call("explain_move", move="g8f6", **given)
        assert explained["reasons"][0]["line"] == "4. Qxf7#"
        # Moves are taken as the tools write them, with numbers.
        again = await call("explain_move", move=weak["move"], fen=weak["fen"], nodes=1000)
        assert again["move"] == weak["move"] and again["reasons"] == weak["reasons"]
        line = await call("position", moves=["1. e4 e5 2.Qh5", "2... Nc6 3. Bc4"])
        assert line["fen"] == weak["fen"]
        position = await call("position", moves=[*given["moves"], "Nf6", "Qxf7"])
        assert position["end"] == {"result": "1-0", "by": "checkmate"}
        assert position["legal_moves"] == []
        lines = await call("evaluate", lines=2, nodes=1000)
        assert len(lines["lines"]) == 2
        assert "Italian" in (await call("opening", moves="e4 e5 Nf3 Nc6 Bc4".split()))["opening"]
        puzzle = await call("puzzle", file="puzzles.csv", theme="fork", answer=["Nc7", "Nxa8"])
        assert puzzle["solved"] and "solution" not in puzzle
        puzzle = await call("puzzle", file="puzzles.csv", solution=True)
        assert puzzle["solution"].startswith("2. Nc7+")
        assert any(reason["kind"] == "fork" for reason in puzzle["why"])

    served(["--folder", str(tmp_path)], talk)


def test_errors_say_what_to_do_and_files_outside_are_refused(tmp_path: pathlib.Path) -> None:
    inside = tmp_path / "games"
    inside.mkdir()
    secret = tmp_path / "secret.pgn"
    secret.write_text(GAME)
    (inside / "link.pgn").symlink_to(secret)
    (inside / "bad.pgn").write_text("1. e4 e5 2. Ke3 *\n")

    async def talk(call: Call) -> None:
        for file in (str(secret), "../secret.pgn", "link.pgn", "missing.pgn"):
            text = await call("review_game", error=True, file=file)
            assert "is no file of the folders of this server" in text and "games" in text
        assert "expected either pgn or file" in await call("review_game", error=True)
        assert "there is no game 2" in await call("review_game", error=True, pgn=GAME, game=2)
        assert "found the move `Ke3`" in await call("review_game", error=True, file="bad.pgn")
        text = await call("position", error=True, moves=["e4", "Ke2"])
        assert "move 2: 'Ke2' is not legal" in text and "Legal moves: Nh6 Nf6" in text
        assert "Expected a FEN such as" in await call("evaluate", error=True, fen="8/8")
        text = await call("evaluate", error=True, nodes=10_001)
        assert "this server allows at most 10000" in text
        assert "start it with --syzygy" in await call(
            "tablebase", error=True, fen=ferz.STARTING_FEN
        )
        assert "start it with --index" in await call("explorer", error=True)
        assert "nodes" in await call("evaluate", error=True, nodes=0)

    served(["--folder", str(inside), "--max-nodes", "10000"], talk)
