"""The UCI protocol."""

from __future__ import annotations

import dataclasses
import logging
import time
from typing import Callable, MutableMapping, Optional, Tuple

from ferz import _chess as chess

from .analysis import AnalysisResult
from .exchange import EngineError, Exchange
from .option import ConfigValue, Option, UciOptionMap
from .protocol import Protocol
from .types import BestMove, Info, InfoDict, Limit, Opponent, PlayResult, Request, merge_info
from .uci_text import go_command, opponent_text, parse_best_move, parse_info, parse_option
from .uci_text import position_command, split_word

LOGGER = logging.getLogger(__name__)


class _Search(Exchange[BestMove]):
    """
    A search of the engine, from ``go`` to ``bestmove``.

    :param on_info: Called with each information; may be replaced while the search runs.
    :param selector: The kinds of information to parse; none are parsed without any.
    """

    def __init__(
        self,
        engine: UciProtocol,
        board: chess.Board,
        selector: Info,
        on_info: Callable[[InfoDict], None],
    ) -> None:
        super().__init__(self._read, lambda: engine.send_line("stop"))
        self.board = board.copy(stack=False)
        self.selector = selector
        self.on_info = on_info

    def _read(self, line: str) -> Optional[BestMove]:
        word, rest = split_word(line)
        if word == "info" and self.selector:
            self.on_info(parse_info(rest, self.board, self.selector))
        elif word == "bestmove":
            return parse_best_move(self.board, rest)
        return None


class _Pondering:
    """A search on the opponent's time, and what must be the same for a ponder hit."""

    def __init__(self, search: _Search, board: chess.Board, game: object) -> None:
        self.search = search
        self.board = board
        self.game = game
        self.info: InfoDict = {}

    def is_hit(self, board: chess.Board, game: object) -> bool:
        return (
            not self.search.reply.done()
            and self.game == game
            and self.board == board
            and self.board.move_stack == board.move_stack
        )


def _limit_after_move(limit: Limit, mover: chess.Color, used: float) -> Limit:
    """
    Returns the limit after a move on which ``mover`` used some seconds, and the reply. The time of the
    reply is not known: its side has its whole clock.
    """

    def clock_after(
        color: chess.Color, clock: Optional[float], increment: Optional[float]
    ) -> Optional[float]:
        return (
            None
            if clock is None
            else clock + (increment or 0.0) - (used if color == mover else 0.0)
        )

    moves = limit.remaining_moves
    return dataclasses.replace(
        limit,
        white_clock=clock_after(chess.WHITE, limit.white_clock, limit.white_inc),
        black_clock=clock_after(chess.BLACK, limit.black_clock, limit.black_inc),
        remaining_moves=moves - 1 if moves else moves,
    )


class UciProtocol(Protocol):
    """A UCI engine: the `Universal Chess Interface <https://www.chessprogramming.org/UCI>`_."""

    def __init__(self) -> None:
        super().__init__()
        self._opponent: Optional[Opponent] = None
        #: The value of UCI_Opponent that the engine has.
        self._sent_opponent: Optional[str] = None
        self._game: object = None
        self._is_first_game = True
        self._pondering: Optional[_Pondering] = None

    async def _initialize(self) -> None:
        exchange: Exchange[bool] = Exchange(self._read_identification)
        self._begin(exchange, "uci")
        await exchange.wait()

    def _read_identification(self, line: str) -> Optional[bool]:
        word, rest = split_word(line)
        if word == "uciok":
            return True
        if word == "id":
            key, value = split_word(rest)
            self.id[key] = value.rstrip()
        elif word == "option":
            try:
                option = parse_option(rest)
            except EngineError as error:
                LOGGER.warning("%s: option ignored: %s", self, error)
            else:
                self.options[option.name] = option
        return None

    async def _wait_ready(self) -> None:
        exchange = Exchange(lambda line: True if line.strip() == "readyok" else None)
        self._begin(exchange, "isready")
        await exchange.wait()

    def debug(self, on: bool = True) -> None:
        """Switches the debug mode of the engine."""
        self.send_line("debug on" if on else "debug off")

    # Options.

    def _option_command(self, option: Option, value: ConfigValue) -> str:
        if option.is_button():
            return f"setoption name {option.name}"
        text = str(value).lower() if option.type == "check" else str(value)
        return f"setoption name {option.name} value {text}"

    def _search_values(
        self, request: Request, *, analyse_mode: bool
    ) -> MutableMapping[str, ConfigValue]:
        """Returns the values of all options for a search."""
        values: MutableMapping[str, ConfigValue] = UciOptionMap(self._target.items())
        if "UCI_AnalyseMode" in self.options and "UCI_AnalyseMode" not in self._configured:
            values["UCI_AnalyseMode"] = analyse_mode
        values.update(self._parse(request.options))
        board, multipv = request.board, request.multipv
        variant = getattr(type(board), "uci_variant", "chess")
        for name, value, default in (
            ("UCI_Chess960", board.chess960, False),
            ("UCI_Variant", variant, "chess"),
            ("MultiPV", 1 if multipv is None else multipv, 1),
            ("Ponder", request.ponder, None),
        ):
            if name in self.options:
                values[name] = self.options[name].parse(value)
            elif default is not None and value != default:
                raise EngineError(f"the engine has no option {name}, which this search needs")
        return values

    # Games.

    async def send_opponent_information(
        self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None
    ) -> None:
        if opponent is not None and "UCI_Opponent" in self.options:
            self.options["UCI_Opponent"].parse(opponent_text(opponent))
        self._opponent = opponent

    def _new_opponent(self, opponent: Optional[Opponent]) -> Optional[str]:
        """Returns the value of UCI_Opponent if the engine needs a new one."""
        opponent = opponent or self._opponent
        if opponent is None or "UCI_Opponent" not in self.options:
            return None
        value = self.options["UCI_Opponent"].parse(opponent_text(opponent))
        return str(value) if value != self._sent_opponent else None

    def _is_new_game(self, game: object, new_opponent: Optional[str]) -> bool:
        return self._is_first_game or self._game != game or new_opponent is not None

    async def _begin_game(self, game: object, new_opponent: Optional[str]) -> None:
        self.send_line("ucinewgame")
        if new_opponent is not None:
            self._send_options({"UCI_Opponent": new_opponent})
            # Searches keep the value.
            self._target["UCI_Opponent"] = self._sent_opponent = new_opponent
        self._is_first_game, self._game = False, game
        await self._wait_ready()

    # Searches.

    async def _play(self, request: Request) -> PlayResult:
        board, limit = request.board, request.limit or Limit()
        values = self._search_values(request, analyse_mode=False)
        new_opponent = self._new_opponent(request.opponent)
        is_new_game = self._is_new_game(request.game, new_opponent)
        pondering, self._pondering = self._pondering, None
        found: InfoDict = {}
        if (
            pondering is not None
            and pondering.is_hit(board, request.game)
            and not (self._changes(values) or is_new_game)
            and request.root_moves is None
        ):
            search, found = pondering.search, pondering.info
            search.selector = request.info
            started = time.perf_counter()
            self.send_line("ponderhit")
        else:
            await self._end_exchange()
            self._send_options(values)
            if is_new_game:
                await self._begin_game(request.game, new_opponent)
            search = _Search(self, board, request.info, lambda new: merge_info(found, new))
            started = time.perf_counter()
            self._begin(
                search, position_command(board), go_command(limit, root_moves=request.root_moves)
            )
        best = await search.wait()
        if request.ponder and best.move and best.ponder:
            used = time.perf_counter() - started
            self._ponder(
                request, _limit_after_move(limit, board.turn, used), (best.move, best.ponder)
            )
        return PlayResult(best.move, best.ponder, found)

    def _ponder(self, request: Request, limit: Limit, moves: Tuple[chess.Move, chess.Move]) -> None:
        """Begins a search on the opponent's time, unless the expected reply ends the game."""
        after = request.board.copy()
        for move in moves:
            after.push(move)
        if not any(after.legal_moves):
            return
        search = _Search(self, after, request.info, lambda new: merge_info(pondering.info, new))
        pondering = self._pondering = _Pondering(search, after, request.game)
        self._begin(search, position_command(after), go_command(limit, ponder=True))

    async def _begin_analysis(self, request: Request) -> AnalysisResult:
        values = self._search_values(request, analyse_mode=True)
        self._pondering = None
        await self._end_exchange()
        self._send_options(values)
        game = request.game
        if self._is_new_game(game, None):
            await self._begin_game(game, self._new_opponent(None) if self._is_first_game else None)
        result = AnalysisResult(stop=lambda: search.stop())
        search = _Search(self, request.board, request.info, result.post)
        search.reply.add_done_callback(result._end)
        limit = request.limit
        go = go_command(limit or Limit(), root_moves=request.root_moves, infinite=limit is None)
        self._begin(search, position_command(request.board), go)
        return result
