"""The UCI protocol."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple, Union

import ferz as chess

from .analysis import AnalysisResult
from .errors import EngineError
from .exchange import Exchange
from .option import ConfigMapping, ConfigValue, UciOptionMap
from .protocol import Protocol
from .types import INFO_NONE, BestMove, Info, InfoDict, Limit, Opponent, PlayResult
from .types import merge_info
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


class UciProtocol(Protocol):
    """A UCI engine: the `Universal Chess Interface <https://www.chessprogramming.org/UCI>`_."""

    def __init__(self) -> None:
        super().__init__()
        #: The values that the engine has.
        self._config: UciOptionMap[ConfigValue] = UciOptionMap()
        #: The values between searches: defaults, and those of `configure`.
        self._target: UciOptionMap[ConfigValue] = UciOptionMap()
        #: The options that `configure` has set.
        self._configured: UciOptionMap[bool] = UciOptionMap()
        self._opponent: Optional[Opponent] = None
        #: The value of UCI_Opponent that the engine has.
        self._sent_opponent: Optional[str] = None
        self._game: object = None
        self._is_first_game = True
        self._pondering: Optional[_Pondering] = None

    async def initialize(self) -> None:
        async with self._lock:
            if self._end is not None:
                raise self._end
            if self.initialized:
                raise EngineError("the engine is already initialized")
            exchange: Exchange[bool] = Exchange(self._read_identification)
            self._begin(exchange, "uci")
            await exchange.wait()
            for name, option in self.options.items():
                if option.default is not None:
                    self._config[name] = self._target[name] = option.default
            self.initialized = True

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

    async def ping(self) -> None:
        async with self._turn():
            await self._end_exchange()
            await self._wait_ready()

    async def _wait_ready(self) -> None:
        exchange = Exchange(lambda line: True if line.strip() == "readyok" else None)
        self._begin(exchange, "isready")
        await exchange.wait()

    def debug(self, on: bool = True) -> None:
        """Switches the debug mode of the engine."""
        self.send_line("debug on" if on else "debug off")

    # Options.

    async def configure(self, options: ConfigMapping) -> None:
        async with self._turn():
            self._check_available(options)
            values = self._parse(options)
            await self._end_exchange()
            for name, value in values.items():
                self._configured[name] = True
                if not self.options[name].is_button():
                    self._target[name] = value
            self._send_options(self._changes(values))

    def _parse(self, options: ConfigMapping) -> UciOptionMap[ConfigValue]:
        return UciOptionMap((name, self.options[name].parse(options[name])) for name in options)

    def _changes(self, values: UciOptionMap[ConfigValue]) -> List[Tuple[str, ConfigValue]]:
        """Returns the values that the engine does not have yet. Buttons are always among them."""
        return [
            (name, value)
            for name, value in values.items()
            if self.options[name].is_button()
            or name not in self._config
            or self._config[name] != value
        ]

    def _send_options(self, changes: Iterable[Tuple[str, ConfigValue]]) -> None:
        for name, value in changes:
            option = self.options[name]
            if option.is_button():
                self.send_line(f"setoption name {option.name}")
                continue
            text = str(value).lower() if option.type == "check" else str(value)
            self.send_line(f"setoption name {option.name} value {text}")
            self._config[name] = value

    def _search_options(
        self,
        board: chess.Board,
        options: ConfigMapping,
        *,
        analyse_mode: bool,
        multipv: int = 1,
        ponder: bool = False,
    ) -> UciOptionMap[ConfigValue]:
        """Returns the values of all options for a search."""
        self._check_available(options)
        values = self._target.copy()
        if "UCI_AnalyseMode" in self.options and "UCI_AnalyseMode" not in self._configured:
            values["UCI_AnalyseMode"] = analyse_mode
        values.update(self._parse(options))
        variant = getattr(type(board), "uci_variant", "chess")
        for name, value, default in (
            ("UCI_Chess960", board.chess960, False),
            ("UCI_Variant", variant, "chess"),
            ("MultiPV", multipv, 1),
            ("Ponder", ponder, None),
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

    async def send_game_result(
        self,
        board: chess.Board,
        winner: Optional[bool] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        # UCI has no such command.
        pass

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
            self._send_options([("UCI_Opponent", new_opponent)])
            # Searches keep the value.
            self._target["UCI_Opponent"] = self._sent_opponent = new_opponent
        self._is_first_game, self._game = False, game
        await self._wait_ready()

    # Searches.

    async def play(
        self,
        board: chess.Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_NONE,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: Optional[Iterable[chess.Move]] = None,
        options: ConfigMapping = {},
        opponent: Optional[Opponent] = None,
    ) -> PlayResult:
        async with self._turn():
            values = self._search_options(board, options, analyse_mode=False, ponder=ponder)
            changes = self._changes(values)
            new_opponent = self._new_opponent(opponent)
            is_new_game = self._is_new_game(game, new_opponent)
            pondering, self._pondering = self._pondering, None
            found: InfoDict = {}
            if (
                pondering is not None
                and pondering.is_hit(board, game)
                and not (changes or is_new_game)
                and root_moves is None
            ):
                search, found = pondering.search, pondering.info
                search.selector = info
                self.send_line("ponderhit")
            else:
                await self._end_exchange()
                self._send_options(self._changes(values))
                if is_new_game:
                    await self._begin_game(game, new_opponent)
                search = _Search(self, board, info, lambda new: merge_info(found, new))
                go = go_command(limit, root_moves=root_moves)
                self._begin(search, position_command(board), go)
            best = await search.wait()
            if ponder and best.move and best.ponder:
                self._ponder(board, (best.move, best.ponder), limit, game, info)
            return PlayResult(best.move, best.ponder, found)

    def _ponder(
        self,
        board: chess.Board,
        moves: Tuple[chess.Move, chess.Move],
        limit: Limit,
        game: object,
        selector: Info,
    ) -> None:
        """Begins a search on the opponent's time, unless the expected reply ends the game."""
        after = board.copy()
        for move in moves:
            after.push(move)
        if not any(after.legal_moves):
            return
        search = _Search(self, after, selector, lambda new: merge_info(pondering.info, new))
        pondering = self._pondering = _Pondering(search, after, game)
        self._begin(search, position_command(after), go_command(limit, ponder=True))

    async def _begin_analysis(
        self,
        board: chess.Board,
        limit: Optional[Limit],
        multipv: Optional[int],
        game: object,
        info: Info,
        root_moves: Optional[Iterable[chess.Move]],
        options: ConfigMapping,
    ) -> AnalysisResult:
        lines = 1 if multipv is None else multipv
        values = self._search_options(board, options, analyse_mode=True, multipv=lines)
        self._pondering = None
        await self._end_exchange()
        self._send_options(self._changes(values))
        if self._is_new_game(game, None):
            await self._begin_game(game, self._new_opponent(None) if self._is_first_game else None)
        result = AnalysisResult(stop=lambda: search.stop())
        search = _Search(self, board, info, result.post)
        search.reply.add_done_callback(lambda reply: _finish(result, reply))
        infinite = limit is None
        go = go_command(limit or Limit(), root_moves=root_moves, infinite=infinite)
        self._begin(search, position_command(board), go)
        return result

    async def quit(self) -> None:
        self.send_line("quit")
        await asyncio.shield(self.returncode)


def _finish(result: AnalysisResult, reply: asyncio.Future[BestMove]) -> None:
    error = reply.exception()
    if error is None:
        result.set_finished(reply.result())
    else:
        result.set_exception(error)
