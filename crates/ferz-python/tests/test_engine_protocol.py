"""The texts of both protocols, with a transport that has no process."""

import asyncio
import logging
import types

import pytest

import ferz as chess
import ferz.engine.uci
from ferz.engine import INFO_NONE, INFO_PV, INFO_SCORE, BaseCommand, CommandState, Cp, EngineError
from ferz.engine import EngineTerminatedError, Limit, Mate, MockTransport
from ferz.engine import Opponent, PovScore, UciProtocol, XBoardProtocol
from ferz.engine.uci_text import go_command, parse_info, parse_option, position_command
from ferz.engine.xboard_text import parse_features, parse_option as parse_xboard_option, parse_post


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, 20))


async def connected(*lines):
    protocol = UciProtocol()
    mock = MockTransport(protocol)
    mock.expect("uci", [*lines, "uciok"])
    await protocol.initialize()
    return protocol, mock


def expect_game(mock):
    mock.expect("ucinewgame")
    mock.expect("isready", ["readyok"])


def test_info_fields():
    board = chess.Board()
    info = parse_info(
        "depth 12 seldepth 20 multipv 2 score mate -3 upperbound wdl 0 1 999 nodes 5 nps 7 "
        "hashfull 9 tbhits 1 time 1500 pv e2e4 e7e5 g1f3",
        board,
    )
    assert info["score"] == PovScore(Mate(-3), chess.WHITE) and info["upperbound"]
    assert "lowerbound" not in info
    assert [move.uci() for move in info["pv"]] == ["e2e4", "e7e5", "g1f3"]
    assert (info["time"], info["multipv"], tuple(info["wdl"])) == (1.5, 2, (0, 1, 999))
    # The view is that of the side to move.
    board.push_uci("e2e4")
    assert parse_info("score cp 30", board)["score"].white() == Cp(-30)


def test_selected_info():
    text = "depth 3 score cp 1 pv e2e4 string a  b"
    assert parse_info(text, chess.Board(), INFO_NONE) == {}
    # Basic information belongs to all kinds.
    assert list(parse_info(text, chess.Board(), INFO_SCORE)) == ["depth", "score", "string"]
    assert list(parse_info(text, chess.Board(), INFO_PV)) == ["depth", "pv", "string"]
    assert parse_info(text, chess.Board())["string"] == "a  b"


def test_damaged_info_leaves_other_fields(caplog):
    with caplog.at_level(logging.WARNING):
        info = parse_info("depth x seldepth 4 score cp pv e2e5 mystery nodes 12", chess.Board())
    assert info == {"seldepth": 4, "nodes": 12}
    assert len(caplog.records) == 3


@pytest.mark.parametrize("number", ("0", "-1", "257", "99999999999"))
def test_impossible_line_numbers_are_left_out(number):
    assert parse_info(f"depth 3 multipv {number} nodes 12", chess.Board()) == {
        "depth": 3,
        "nodes": 12,
    }


def test_castling_in_lines_of_both_notations():
    board = chess.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    for castling in ("e1g1", "e1h1"):
        assert parse_info(f"pv {castling} e8e7", board)["pv"][0] == chess.Move.from_uci("e1g1")


def test_declared_options():
    option = parse_option("name Debug Log File type string default")
    assert (option.name, option.type, option.default) == ("Debug Log File", "string", "")
    option = parse_option("name Style type combo default Solid var Solid var Very Risky")
    assert (option.default, option.var) == ("Solid", ["Solid", "Very Risky"])
    option = parse_option("name Level type spin default -2 min -10 max 10")
    assert (option.default, option.min, option.max) == (-2, -10, 10)
    for bad in ("", "name X", "type check default true", "name X type spin default 1 min low"):
        with pytest.raises(EngineError):
            parse_option(bad)


def test_position_command_has_the_moves_of_the_game():
    board = chess.Board()
    assert position_command(board) == "position startpos"
    board.push_uci("e2e4")
    assert position_command(board) == "position startpos moves e2e4"
    board.push(chess.Move.null())
    assert position_command(board) == (
        "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    )


def test_go_command_has_whole_milliseconds():
    limit = Limit(time=0.0001, white_clock=60, black_clock=1.5, white_inc=0, nodes=0)
    assert go_command(limit) == "go wtime 60000 btime 1500 winc 0 nodes 1 movetime 1"
    moves = [chess.Move.from_uci("e2e4")]
    assert go_command(Limit(), root_moves=moves, infinite=True) == "go infinite searchmoves e2e4"


def test_options_are_sent_once_and_reverted_after_a_search():
    async def main():
        protocol, mock = await connected(
            "option name Hash type spin default 16 min 1 max 99",
            "option name Clear Hash type button",
            "option name Style type combo default Solid var Solid var Risky",
        )
        mock.expect("setoption name Hash value 32")
        await protocol.configure({"HASH": 32})
        await protocol.configure({"hash": "32"})
        for _ in range(2):
            mock.expect("setoption name Clear Hash")
            await protocol.configure({"Clear Hash": None})
        mock.assert_done()

        mock.expect("setoption name Hash value 64")
        expect_game(mock)
        mock.expect("position startpos")
        mock.expect("go depth 1", ["bestmove e2e4"])
        await protocol.play(chess.Board(), Limit(depth=1), options={"hash": 64})
        mock.expect("setoption name Hash value 32")
        mock.expect("position startpos")
        mock.expect("go depth 1", ["bestmove e2e4"])
        await protocol.play(chess.Board(), Limit(depth=1))
        mock.assert_done()

        # Nothing is sent if one of several values is invalid.
        for options in ({"Hash": 3, "Style": "Odd"}, {"Mystery": 1}, {"Hash": 100}):
            with pytest.raises(EngineError):
                await protocol.configure(options)
        mock.assert_done()

    run(main())


def test_several_lines():
    async def main():
        protocol, mock = await connected("option name MultiPV type spin default 1 min 1 max 5")
        mock.expect("setoption name MultiPV value 2")
        expect_game(mock)
        mock.expect("position startpos")
        mock.expect(
            "go depth 2",
            [
                "info depth 2 multipv 1 score cp 30 lowerbound",
                "info depth 2 multipv 2 score cp 20 pv d2d4",
                "info depth 2 multipv 1 score cp 40 pv e2e4",
                "bestmove e2e4 ponder e7e5",
            ],
        )
        infos = await protocol.analyse(chess.Board(), Limit(depth=2), multipv=2)
        assert [info["score"].relative for info in infos] == [Cp(40), Cp(20)]
        # The exact score has replaced the bound.
        assert "lowerbound" not in infos[0]
        mock.assert_done()

    run(main())


def test_needed_options_that_the_engine_lacks():
    async def main():
        protocol, mock = await connected()
        with pytest.raises(EngineError, match="MultiPV"):
            await protocol.analysis(chess.Board(), multipv=2)
        board = chess.Board.from_chess960_pos(0)
        with pytest.raises(EngineError, match="Chess960"):
            await protocol.play(board, Limit(depth=1))
        mock.assert_done()

    run(main())


def test_new_request_stops_an_analysis():
    async def main():
        protocol, mock = await connected()
        expect_game(mock)
        mock.expect("position startpos")
        mock.expect("go infinite", ["info depth 1 score cp 5"])
        analysis = await protocol.analysis(chess.Board())
        assert (await analysis.get())["depth"] == 1 and analysis.would_block()

        mock.expect("stop", ["bestmove d2d4"])
        mock.expect("isready", ["readyok"])
        await protocol.ping()
        assert (await analysis.wait()).move == chess.Move.from_uci("d2d4")
        assert await analysis.next() is None
        # A stop of a finished analysis sends nothing.
        analysis.stop()
        mock.assert_done()

    run(main())


def test_cancelled_search_is_stopped_and_its_move_is_read():
    async def main():
        protocol, mock = await connected()
        expect_game(mock)
        mock.expect("position startpos")
        mock.expect("go depth 9")
        task = asyncio.ensure_future(protocol.play(chess.Board(), Limit(depth=9)))
        for _ in range(5):
            await asyncio.sleep(0)
        mock.expect("stop")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        mock.assert_done()

        mock.expect("isready", ["readyok"])
        ping = asyncio.ensure_future(protocol.ping())
        await asyncio.sleep(0)
        protocol.pipe_data_received(1, b"bestmove e2")
        protocol.pipe_data_received(1, b"e4\r\n")
        await ping
        mock.assert_done()

    run(main())


def test_invalid_best_move_fails_one_search_only():
    async def main():
        protocol, mock = await connected()
        expect_game(mock)
        for _ in range(2):
            mock.expect("position startpos")
            mock.expect("go depth 1", ["bestmove e2e5"])
        with pytest.raises(EngineError, match="e2e5"):
            await protocol.play(chess.Board(), Limit(depth=1))
        analysis = await protocol.analysis(chess.Board(), Limit(depth=1))
        with pytest.raises(EngineError, match="e2e5"):
            await analysis.wait()
        with pytest.raises(EngineError, match="e2e5"):
            await analysis.get()
        mock.expect("isready", ["readyok"])
        await protocol.ping()
        mock.assert_done()

    run(main())


def stop_clock(monkeypatch, *times):
    """Makes these the times that the UCI protocol reads, the last of them again and again."""
    times = list(times)

    def read():
        return times.pop(0) if len(times) > 1 else times[0]

    monkeypatch.setattr(ferz.engine.uci, "time", types.SimpleNamespace(perf_counter=read))


def test_ponder_hit_and_miss(monkeypatch):
    stop_clock(monkeypatch, 7)

    async def main():
        protocol, mock = await connected("option name Ponder type check default false")
        board = chess.Board()
        mock.expect("setoption name Ponder value true")
        expect_game(mock)
        mock.expect("position startpos")
        mock.expect("go wtime 1000 btime 1000", ["bestmove e2e4 ponder e7e5"])
        mock.expect("position startpos moves e2e4 e7e5")
        mock.expect("go ponder wtime 1000 btime 1000", ["info depth 7"])
        limit = Limit(white_clock=1, black_clock=1)
        result = await protocol.play(board, limit, ponder=True)
        for move in (result.move, result.ponder):
            board.push(move)

        mock.expect("ponderhit", ["info score cp 9", "bestmove g1f3 ponder b8c6"])
        mock.expect("position startpos moves e2e4 e7e5 g1f3 b8c6")
        mock.expect("go ponder wtime 1000 btime 1000")
        result = await protocol.play(board, limit, ponder=True, info=INFO_SCORE)
        assert result.move == chess.Move.from_uci("g1f3")
        assert result.info["score"].relative == Cp(9)

        board.push_uci("g1f3")
        board.push_uci("g8f6")
        mock.expect("stop", ["bestmove f1b5"])
        mock.expect("position startpos moves e2e4 e7e5 g1f3 g8f6")
        mock.expect("go wtime 1000 btime 1000", ["bestmove f3e5"])
        result = await protocol.play(board, limit, ponder=True)
        assert result.move == chess.Move.from_uci("f3e5")
        mock.assert_done()

    run(main())


def test_pondering_has_the_clocks_after_the_move(monkeypatch):
    # A move after 2 seconds, and after a ponder hit one after half a second.
    stop_clock(monkeypatch, 10, 12, 20, 20.5)

    async def main():
        protocol, mock = await connected("option name Ponder type check default false")
        board = chess.Board()
        mock.expect("setoption name Ponder value true")
        expect_game(mock)
        mock.expect("position startpos")
        go = "wtime 5000 btime 6000 winc 1000 binc 500 movestogo 10"
        mock.expect(f"go {go}", ["bestmove e2e4 ponder e7e5"])
        mock.expect("position startpos moves e2e4 e7e5")
        mock.expect("go ponder wtime 4000 btime 6500 winc 1000 binc 500 movestogo 9")
        limit = Limit(white_clock=5, black_clock=6, white_inc=1, black_inc=0.5, remaining_moves=10)
        result = await protocol.play(board, limit, ponder=True)
        for move in (result.move, result.ponder):
            board.push(move)
        mock.expect("ponderhit", ["bestmove g1f3 ponder b8c6"])
        mock.expect("position startpos moves e2e4 e7e5 g1f3 b8c6")
        # After the last move of a time control the next one is not known.
        mock.expect("go ponder wtime 3500 btime 5000")
        await protocol.play(
            board, Limit(white_clock=4, black_clock=5, remaining_moves=1), ponder=True
        )
        mock.assert_done()

    run(main())


def test_pondering_subtracts_the_time_of_the_side_that_moved(monkeypatch):
    stop_clock(monkeypatch, 1, 9)

    async def main():
        protocol, mock = await connected()
        board = chess.Board()
        board.push_uci("e2e4")
        expect_game(mock)
        mock.expect("position startpos moves e2e4")
        mock.expect("go wtime 3000 btime 5000", ["bestmove e7e5 ponder g1f3"])
        mock.expect("position startpos moves e2e4 e7e5 g1f3")
        # More than the clock had.
        mock.expect("go ponder wtime 3000 btime 1")
        await protocol.play(board, Limit(white_clock=3, black_clock=5), ponder=True)
        mock.assert_done()

    run(main())


def test_line_breaks_are_not_sent():
    async def main():
        protocol, mock = await connected("option name UCI_Opponent type string")
        with pytest.raises(EngineError):
            protocol.send_line("isready\nquit")
        with pytest.raises(EngineError):
            await protocol.send_opponent_information(opponent=Opponent("a\nb", None, 1, False))
        mock.assert_done()

    run(main())


# XBoard.


async def connected_xboard(*features):
    protocol = XBoardProtocol()
    mock = MockTransport(protocol)
    mock.expect("xboard")
    mock.expect("protover 2", [*features, "feature ping=1 setboard=1 analyze=1 done=1"])
    await protocol.initialize()
    return protocol, mock


def test_features():
    text = 'myname="My Engine 1.0" ping=1 option="Log "x" -check 1" done=0'
    assert list(parse_features(text)) == [
        ("myname", "My Engine 1.0"),
        ("ping", "1"),
        ("option", 'Log "x" -check 1'),
        ("done", "0"),
    ]


def test_declared_xboard_options():
    option = parse_xboard_option("Contempt -spin 5 -10 10")
    assert (option.default, option.min, option.max) == (5, -10, 10)
    option = parse_xboard_option("Style -combo Solid /// *Very Risky")
    assert (option.default, option.var) == ("Very Risky", ["Solid", "Very Risky"])
    assert parse_xboard_option("Reset -button").type == "button"
    for bad in ("Contempt", "Contempt -spin many"):
        with pytest.raises(EngineError):
            parse_xboard_option(bad)


def test_thinking_output():
    board = chess.Board()
    info = parse_post("9 156 1084 48000 Nf3 Nc6 2. Bb5", board)
    assert (info["depth"], info["time"], info["nodes"]) == (9, 10.84, 48000)
    assert [move.uci() for move in info["pv"]] == ["g1f3", "b8c6"]
    info = parse_post("12 -100003 5 99 21 1000 2\te2e4 e7e5", board)
    assert info["score"].relative == Mate(-3)
    assert (info["seldepth"], info["nps"], info["tbhits"], len(info["pv"])) == (21, 1000, 2, 2)
    for other in ("move e2e4", "# 1 2 3 4", "1 2 3", ""):
        assert parse_post(other, board) is None


def test_xboard_game_of_two_moves():
    async def main():
        protocol, mock = await connected_xboard('feature usermove=1 myname="Old"')
        assert protocol.id["name"] == "Old"
        board = chess.Board()
        for line in ("new", "force", "st 2", "sd 5", "post", "easy"):
            mock.expect(line)
        mock.expect("go", ["1 20 0 30 e2e4", "offer draw", "move e2e4"])
        mock.expect_ping()
        result = await protocol.play(board, Limit(time=2, depth=5), info=INFO_SCORE)
        assert result.draw_offered and result.info["score"].relative == Cp(20)
        board.push(result.move)
        board.push_uci("e7e5")
        for line in ("force", "usermove e7e5", "st 2", "nopost", "hard"):
            mock.expect(line)
        mock.expect("go", ["resign"])
        mock.expect_ping()
        result = await protocol.play(board, Limit(time=2), ponder=True)
        assert result.resigned and result.move is None
        mock.assert_done()

    run(main())


def test_xboard_analysis_ends_at_its_depth():
    async def main():
        protocol, mock = await connected_xboard()
        for line in ("new", "force", "post"):
            mock.expect(line)
        mock.expect("analyze", ["1 10 0 20 e2e4", "2 15 1 400 d2d4 d7d5"])
        mock.expect(".")
        mock.expect("exit")
        mock.expect_ping()
        analysis = await protocol.analysis(chess.Board(), Limit(depth=2))
        depths = [info["depth"] async for info in analysis]
        assert depths == [1, 2]
        assert (await analysis.wait()).move == chess.Move.from_uci("d2d4")
        mock.assert_done()
        with pytest.raises(EngineError):
            await protocol.analysis(chess.Board(), multipv=2)

    run(main())


def test_xboard_engine_without_needed_features():
    async def main():
        protocol = XBoardProtocol()
        mock = MockTransport(protocol)
        mock.expect("xboard")
        mock.expect("protover 2", ["feature ping=1 done=1"])
        with pytest.raises(EngineError, match="setboard"):
            await protocol.initialize()

    run(main())


class Evaluation(BaseCommand):
    """The command `eval` of some engines, whose reply is one line."""

    def start(self):
        self.engine.send_line("eval")

    def line_received(self, line):
        if line.startswith("Final"):
            self.result.set_result(int(line.split()[-1]))
            self.set_finished()


class Nothing(BaseCommand):
    def start(self):
        self.set_finished()


class Endless(BaseCommand):
    def start(self):
        self.engine.send_line("count")

    def cancel(self):
        self.engine.send_line("enough")

    def line_received(self, line):
        if line == "counted":
            self.set_finished()


def test_commands_of_a_program():
    async def main():
        protocol, mock = await connected()
        mock.expect("eval", ["some text", "Final evaluation 17"])
        commands = []

        def factory(engine):
            commands.append(Evaluation(engine))
            return commands[-1]

        assert await protocol.communicate(factory) == 17
        assert commands[0].state is CommandState.DONE and commands[0].finished.done()
        with pytest.raises(EngineError, match="Nothing ended without a result"):
            await protocol.communicate(Nothing)
        # A cancelled command is stopped, and its lines are read before the next request.
        mock.expect("count")
        running = asyncio.ensure_future(protocol.communicate(Endless))
        await asyncio.sleep(0)
        mock.expect("enough", ["counted"])
        await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        mock.expect("isready", ["readyok"])
        await protocol.ping()
        mock.assert_done()
        # The end of the engine ends the command.
        mock.expect("eval")
        running = asyncio.ensure_future(protocol.communicate(factory))
        await asyncio.sleep(0.01)
        protocol.connection_lost(None)
        with pytest.raises(EngineTerminatedError):
            await running
        assert commands[1].state is CommandState.DONE

    run(main())
