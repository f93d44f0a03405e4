"""The XBoard protocol, version 2."""

from __future__ import annotations

import logging
from typing import Callable, Dict, Iterable, List, Optional

from ferz import _chess as chess

from .analysis import AnalysisResult
from .exchange import EngineError, Exchange
from .option import ConfigValue, Option
from .protocol import Protocol
from .types import BestMove, Info, InfoDict, Limit, Opponent, PlayResult, Request, merge_info
from .uci_text import split_word
from .xboard_text import (
    check_error,
    level_command,
    option_command,
    parse_features,
    parse_option,
    parse_post,
)
from .xboard_text import result_command

LOGGER = logging.getLogger(__name__)

#: Seconds in which an engine sends its features, unless it extends the time by `done=0`.
_FEATURE_TIMEOUT = 2.0

_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class XBoardProtocol(Protocol):
    """
    An XBoard engine: the
    `XBoard protocol <https://www.gnu.org/software/xboard/engine-intf.html>`_.
    """

    _option_map = dict

    def __init__(self) -> None:
        super().__init__()
        self.features: Dict[str, str] = {}
        #: The position of the engine.
        self._board: Optional[chess.Board] = None
        self._game: object = None
        self._clock_id: object = None
        self._has_level = False
        self._has_excluded = False
        self._opponent: Optional[Opponent] = None
        self._game_opponent: Optional[Opponent] = None
        self._rating: Optional[int] = None
        self._pings = 0

    # Initialization and options.

    async def _initialize(self) -> None:
        exchange: Exchange[bool] = Exchange(self._read_feature_line)
        timer = self.loop.call_later(_FEATURE_TIMEOUT, exchange.complete, True)
        self._feature_timer = timer
        try:
            self._begin(exchange, "xboard", "protover 2")
            await exchange.wait()
        finally:
            timer.cancel()
        for feature in ("ping", "setboard"):
            if self.features.get(feature) != "1":
                raise EngineError(f"the engine lacks the feature {feature}")
        self.id["name"] = self.features.get("myname", "")

    def _read_feature_line(self, line: str) -> Optional[bool]:
        word, rest = split_word(line)
        check_error(line)
        if word != "feature":
            return None
        is_done = None
        for name, value in parse_features(rest):
            if name == "done":
                self._feature_timer.cancel()
                is_done = True if value == "1" else None
            elif name == "option":
                self._add_option(value)
            else:
                self._add_feature(name, value)
        return is_done

    def _add_feature(self, name: str, value: str) -> None:
        self.features[name] = value
        if name == "egt":
            for kind in value.split(","):
                self._declare(Option(f"egtpath {kind}", "path", None, None, None, None))
            self.send_line("accepted egt")
        elif name in ("memory", "smp") and value == "1":
            option = "memory" if name == "memory" else "cores"
            self._declare(Option(option, "spin", None, 1, None, None))

    def _add_option(self, text: str) -> None:
        try:
            self._declare(parse_option(text))
        except EngineError as error:
            LOGGER.warning("%s: option ignored: %s", self, error)

    def _declare(self, option: Option) -> None:
        self.options[option.name] = option

    def _option_command(self, option: Option, value: ConfigValue) -> str:
        return option_command(option, value)

    async def _wait_ready(self) -> None:
        self._pings += 1
        pong = f"pong {self._pings}"
        exchange = Exchange(lambda line: True if line.strip() == pong else check_error(line))
        self._begin(exchange, f"ping {self._pings}")
        await exchange.wait()

    # Games.

    async def send_opponent_information(
        self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None
    ) -> None:
        _check_opponent(opponent)
        self._opponent, self._rating = opponent, engine_rating

    def _variant(self, board: chess.Board) -> str:
        variant = getattr(type(board), "xboard_variant", "normal") or "normal"
        if board.chess960 and variant == "normal":
            variant = "fischerandom"
        supported = self.features.get("variants", "normal").split(",")
        if variant not in supported:
            raise EngineError(f"the engine does not play the variant {variant}")
        return variant

    def _set_position(
        self, board: chess.Board, game: object, opponent: Optional[Opponent] = None
    ) -> None:
        """Sends the position, as the difference from that of the engine in the same game."""
        variant = self._variant(board)
        opponent = opponent or self._opponent
        _check_opponent(opponent)
        root = board.root()
        known = self._board
        if (
            known is None
            or self._game != game
            or self._game_opponent != opponent
            or known.root() != root
            or known.chess960 != board.chess960
        ):
            self._begin_game(variant, root, opponent)
            self._game, self._game_opponent, known = game, opponent, root
        else:
            self.send_line("force")
        common = _common_moves(known, board)
        undone = len(known.move_stack) - common
        for _ in range(undone // 2):
            self.send_line("remove")
        if undone % 2:
            self.send_line("undo")
        after = board.root()
        for index, move in enumerate(board.move_stack):
            if index >= common:
                self._send_move(after, move)
            after.push(move)
        self._board = board.copy()

    def _begin_game(self, variant: str, root: chess.Board, opponent: Optional[Opponent]) -> None:
        self._has_level = self._has_excluded = False
        self.send_line("new")
        if variant != "normal":
            self.send_line(f"variant {variant}")
        if opponent is not None:
            self._send_opponent(opponent)
        self.send_line("force")
        fen = root.fen(shredder=root.chess960, en_passant="fen")
        if fen != chess.STARTING_FEN or variant != "normal":
            self.send_line(f"setboard {fen}")

    def _send_opponent(self, opponent: Opponent) -> None:
        if opponent.name and self.features.get("name") == "1":
            title = f"{opponent.title} " if opponent.title else ""
            self.send_line(f"name {title}{opponent.name}")
        if opponent.rating is not None and self._rating is not None:
            self.send_line(f"rating {self._rating} {opponent.rating}")
        if opponent.is_engine:
            self.send_line("computer")

    def _send_move(self, board: chess.Board, move: chess.Move) -> None:
        if not move:
            text = "@@@@"
        elif board.chess960 and board.is_castling(move):
            text = board.san(move).rstrip("+#")
        else:
            text = move.uci()
        self.send_line(f"usermove {text}" if self.features.get("usermove") == "1" else text)

    async def send_game_result(
        self,
        board: chess.Board,
        winner: Optional[bool] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        async with self._turn():
            command = result_command(board, winner, game_ending, game_complete)
            await self._end_exchange()
            self._set_position(board, self._game)
            self.send_line(command)

    # Searches.

    def _send_limit(self, limit: Limit, board: chess.Board) -> None:
        if limit.nodes is not None or limit.mate is not None:
            raise EngineError("XBoard engines have no limits of nodes or mate")
        own, other = limit.white_clock, limit.black_clock
        increment = limit.white_inc
        if not board.turn:
            own, other, increment = other, own, limit.black_inc
        if limit.time is not None:
            self.send_line(f"st {limit.time:g}")
        elif own is not None:
            if not self._has_level or self._clock_id != limit.clock_id:
                self.send_line(level_command(own, increment or 0, limit.remaining_moves))
                self._has_level = True
            self._clock_id = limit.clock_id
        if limit.depth is not None:
            self.send_line(f"sd {max(1, limit.depth)}")
        for name, clock in (("time", own), ("otim", other)):
            if clock is not None:
                self.send_line(f"{name} {max(1, round(clock * 100))}")

    def _send_root_moves(self, root_moves: Optional[Iterable[chess.Move]]) -> None:
        if root_moves is None:
            if self._has_excluded:
                self.send_line("include all")
            self._has_excluded = False
            return
        if self.features.get("exclude") != "1":
            raise EngineError("the engine cannot restrict the root moves")
        self.send_line("exclude all")
        for move in root_moves:
            self.send_line(f"include {move.uci()}")
        self._has_excluded = True

    def _prepare(self, request: Request) -> None:
        self._send_options({**self._target, **self._parse(request.options)})
        self._set_position(request.board, request.game, request.opponent)

    async def _play(self, request: Request) -> PlayResult:
        await self._end_exchange()
        self._prepare(request)
        self._send_limit(request.limit or Limit(), request.board)
        self._send_root_moves(request.root_moves)
        self.send_line("post" if request.info else "nopost")
        self.send_line("hard" if request.ponder else "easy")
        if request.draw_offered:
            self.send_line("draw")
        result = PlayResult(None, None)
        reader = _MoveReader(request.board, request.info, result)
        exchange = Exchange(reader.read, lambda: self.send_line("?"))
        self._begin(exchange, "go")
        await exchange.wait()
        if result.move and self._board is not None:
            self._board.push(result.move)
        await self._wait_ready()
        return result

    async def _begin_analysis(self, request: Request) -> AnalysisResult:
        if request.multipv is not None and request.multipv != 1:
            raise EngineError("XBoard engines analyse a single line")
        await self._end_exchange()
        self._prepare(request)
        self._send_root_moves(request.root_moves)
        result = AnalysisResult(stop=lambda: exchange.stop())
        limit = request.limit or Limit()
        self._pings += 1
        reader = _AnalysisReader(
            request.board, request.info, limit, self._pings, result, lambda: exchange.stop()
        )
        exchange = Exchange(reader.read, lambda: self._send_stop(reader))
        exchange.reply.add_done_callback(result._end)
        self.send_line("post")
        self._begin(exchange, "analyze")
        if limit.time is not None:
            self.loop.call_later(limit.time, exchange.stop)
        return result

    def _send_stop(self, reader: _AnalysisReader) -> None:
        # The dot requests a last line, the ping the end of them.
        for line in (".", "exit", f"ping {reader.ping}"):
            self.send_line(line)


class _MoveReader:
    """Reads a search up to its move, a resignation or a result."""

    def __init__(self, board: chess.Board, selector: Info, result: PlayResult) -> None:
        self.board = board.copy(stack=False)
        self.selector = selector
        self.result = result

    def read(self, line: str) -> Optional[bool]:
        word, rest = split_word(line)
        if word == "move":
            self.result.move = _parse_move(self.board, rest)
            return True
        if word == "offer" and rest.strip() == "draw":
            self.result.draw_offered = True
        elif word == "resign":
            self.result.resigned = True
            return True
        elif word in _RESULTS:
            # The engine claims that the game is over.
            self.result.resigned = (
                word == ("0-1" if self.board.turn else "1-0") and "resign" in rest
            )
            return True
        check_error(line)
        if self.selector:
            info = parse_post(line, self.board, self.selector)
            if info is not None:
                merge_info(self.result.info, info)
        return None


class _AnalysisReader:
    """Reads an analysis up to the reply to the ping after its end."""

    def __init__(
        self,
        board: chess.Board,
        selector: Info,
        limit: Limit,
        ping: int,
        result: AnalysisResult,
        stop: Callable[[], None],
    ) -> None:
        self.board = board.copy(stack=False)
        self.selector = selector
        self.limit = limit
        self.ping = ping
        self.result = result
        self.stop = stop
        self.pv: List[chess.Move] = []

    def read(self, line: str) -> Optional[BestMove]:
        if line.strip() == f"pong {self.ping}":
            moves = [*self.pv[:2], None, None]
            return BestMove(moves[0], moves[1])
        check_error(line)
        info = parse_post(line, self.board)
        if info is not None:
            self.pv = info.get("pv") or self.pv
            self.result.post(_select(info, self.selector))
            if self._is_reached(info):
                self.stop()
        return None

    def _is_reached(self, info: InfoDict) -> bool:
        limit, mate = self.limit, info["score"].relative.mate() if "score" in info else None
        return (
            (limit.depth is not None and info.get("depth", 0) >= limit.depth)
            or (limit.nodes is not None and info.get("nodes", 0) >= limit.nodes)
            or (limit.mate is not None and mate is not None and abs(mate) <= limit.mate)
        )


def _select(info: InfoDict, selector: Info) -> InfoDict:
    kinds = {"score": Info.SCORE, "pv": Info.PV}
    selected = {key: value for key, value in info.items() if kinds.get(key, Info.ALL) & selector}
    return selected  # type: ignore[return-value]


def _parse_move(board: chess.Board, text: str) -> chess.Move:
    """
    Parses a move in coordinate notation or SAN.

    :raises: :class:`EngineError` if the move is not legal.
    """
    text = text.strip()
    try:
        return board.parse_uci(text.lower())
    except ValueError:
        pass
    try:
        return board.parse_san(text)
    except ValueError as error:
        raise EngineError(f"the engine sent an invalid move: {error}") from error


def _common_moves(a: chess.Board, b: chess.Board) -> int:
    """Returns the number of moves with which both games begin."""
    pairs = zip(a.move_stack, b.move_stack)
    return next(
        (i for i, (x, y) in enumerate(pairs) if x != y), min(len(a.move_stack), len(b.move_stack))
    )


def _check_opponent(opponent: Optional[Opponent]) -> None:
    """Raises an error for a name or title with a line break."""
    if opponent is not None:
        for text in (opponent.name, opponent.title):
            if text and ("\n" in text or "\r" in text):
                raise EngineError(f"line break in the name of an opponent: {text!r}")
