"""The connection to an engine, for both protocols."""

from __future__ import annotations

import abc
import asyncio
import contextlib
import logging
import os
import subprocess
import sys
from typing import (
    TYPE_CHECKING,
    Any,
    AsyncIterator,
    Callable,
    Dict,
    Iterable,
    List,
    MutableMapping,
    Optional,
    Tuple,
)
from typing import Type, TypeVar, Union, overload

from ferz import _chess as chess

from .analysis import AnalysisResult
from .exchange import BaseCommand, EngineError, EngineTerminatedError, Exchange
from .option import ConfigMapping, ConfigValue, Option, UciOptionMap
from .types import (
    INFO_ALL,
    INFO_NONE,
    Info,
    InfoDict,
    Limit,
    Opponent,
    PlayResult,
    Request,
    SearchOptions,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

LOGGER = logging.getLogger("ferz.engine")

T = TypeVar("T")
ProtocolT = TypeVar("ProtocolT", bound="Protocol")

#: The longest line of an engine in bytes. An engine that sends a longer one is closed.
_MAX_LINE = 1 << 20

#: Seconds in which an engine must exit once one of its pipes is closed, and in which its last
#: output must be read once it has exited.
_GRACE = 1.0

_STDOUT, _STDERR = 1, 2


class Protocol(asyncio.SubprocessProtocol, abc.ABC):
    """
    The connection to a UCI or XBoard engine.

    Requests are executed one after another, in the order of the calls, and each is complete before
    the next begins. Only what returns before its end is stopped by the next request: the handle of
    :func:`analysis()`, and pondering. A request that is cancelled stops its search too.
    """

    options: MutableMapping[str, Option]
    """The options of the engine. Names of UCI options ignore case."""

    id: Dict[str, str]
    """
    The engine's description of itself, mostly ``name`` and ``author``.
    """

    returncode: asyncio.Future[int]
    """A future of the exit status of the engine's process."""

    # Creates mappings from the names of options.
    _option_map: Callable[[], MutableMapping[str, Any]] = UciOptionMap

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop = asyncio.get_running_loop()
        self.transport: Optional[asyncio.SubprocessTransport] = None
        self.options = self._option_map()
        self.id = {}
        #: The values that the engine has, and those between searches.
        self._config: MutableMapping[str, ConfigValue] = self._option_map()
        self._target: MutableMapping[str, ConfigValue] = self._option_map()
        #: The options that `configure` has set.
        self._configured: MutableMapping[str, bool] = self._option_map()
        self.returncode = self.loop.create_future()
        self.initialized: bool = False
        self._buffers: Dict[int, bytearray] = {_STDOUT: bytearray(), _STDERR: bytearray()}
        self._lock = asyncio.Lock()
        self._exchange: Optional[Exchange[Any]] = None
        self._end: Optional[EngineTerminatedError] = None
        self._end_timer: Optional[asyncio.TimerHandle] = None

    # Events of the transport.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        LOGGER.debug("%s: connection made", self)

    def connection_lost(self, exc: Optional[Exception]) -> None:
        code = self.transport.get_returncode() if self.transport is not None else None
        LOGGER.debug("%s: connection lost (exit code: %s)", self, code)
        self._terminate(f"the engine process ended (exit code: {code})")
        if not self.returncode.done():
            self.returncode.set_result(-1 if code is None else code)

    def process_exited(self) -> None:
        # The pipes may remain open in processes that the engine started.
        self._expect_end("the engine process ended")

    def pipe_connection_lost(self, fd: int, exc: Optional[Exception]) -> None:
        if fd != _STDERR:
            name = "output" if fd == _STDOUT else "input"
            self._expect_end(f"the engine closed its standard {name}")

    def _expect_end(self, reason: str) -> None:
        if self._end is None and self._end_timer is None:
            self._end_timer = self.loop.call_later(_GRACE, self._terminate, reason)

    def _terminate(self, reason: str) -> None:
        """Fails the current request and all later ones, and closes the connection."""
        if self._end_timer is not None:
            self._end_timer.cancel()
        if self._end is None:
            self._end = EngineTerminatedError(reason)
        if self._exchange is not None:
            self._exchange.fail(self._end)
        if self.transport is not None:
            self.transport.close()

    def pipe_data_received(self, fd: int, data: Union[bytes, str]) -> None:
        buffer = self._buffers[fd]
        buffer += data.encode("utf-8") if isinstance(data, str) else data
        if b"\n" in data if isinstance(data, bytes) else "\n" in data:
            lines = buffer.split(b"\n")
            self._buffers[fd] = lines.pop()
            for line in lines:
                text = line.rstrip(b"\r").decode("utf-8", errors="replace")
                if fd == _STDOUT:
                    self._line_received(text)
                else:
                    self.error_line_received(text)
        if len(self._buffers[fd]) > _MAX_LINE:
            self._buffers[fd].clear()
            self._terminate(f"the engine sent a line of more than {_MAX_LINE} bytes")

    def error_line_received(self, line: str) -> None:
        """Logs a line of the engine's standard error."""
        LOGGER.warning("%s: stderr >> %s", self, line)

    def _line_received(self, line: str) -> None:
        LOGGER.debug("%s: >> %s", self, line)
        self.line_received(line)

    def line_received(self, line: str) -> None:
        """Passes a line of the engine to the current request."""
        if self._exchange is not None:
            self._exchange.line_received(line)

    def send_line(self, line: str) -> None:
        """
        Sends a line to the engine.

        :raises: :class:`EngineError` if the text has a line break, and
            :class:`EngineTerminatedError` if the engine is gone.
        """
        if "\n" in line or "\r" in line:
            raise EngineError(f"line break in a command to the engine: {line!r}")
        if self._end is not None:
            raise self._end
        assert self.transport is not None, "not connected"
        LOGGER.debug("%s: << %s", self, line)
        stdin = self.transport.get_pipe_transport(0)
        stdin.write(line.encode("utf-8") + b"\n")  # type: ignore[union-attr]

    # Requests.

    @contextlib.asynccontextmanager
    async def _turn(self, options: Iterable[str] = ()) -> AsyncIterator[None]:
        """Waits for the turn of a request, and checks that it can be sent and set these options."""
        async with self._lock:
            if self._end is not None:
                raise self._end
            if not self.initialized:
                raise EngineError("the engine is not initialized")
            self._check_available(options)
            yield

    async def _end_exchange(self) -> None:
        """Stops what the engine still does for an earlier request and waits for its end."""
        exchange = self._exchange
        if exchange is not None and not exchange.reply.done():
            exchange.stop()
            await asyncio.wait([exchange.reply])
        if self._end is not None:
            raise self._end

    def _begin(self, exchange: Exchange[Any], *lines: str) -> None:
        """Sends the lines of a request, whose reply the exchange reads."""
        self._exchange = exchange
        for line in lines:
            self.send_line(line)

    def _check_available(self, options: Iterable[str]) -> None:
        """Raises an error for options that the engine lacks or that are managed."""
        for name in options:
            option = self.options.get(name)
            if option is None:
                available = ", ".join(self.options) or "none"
                raise EngineError(f"the engine has no option {name} (available: {available})")
            if option.is_managed():
                raise EngineError(f"option {name} is managed and cannot be set")

    def _parse(self, options: ConfigMapping) -> MutableMapping[str, ConfigValue]:
        """Returns the values of options as the engine receives them."""
        values = self._option_map()
        values.update((name, self.options[name].parse(value)) for name, value in options.items())
        return values

    def _changes(self, values: MutableMapping[str, ConfigValue]) -> List[Tuple[str, ConfigValue]]:
        """Returns the values that the engine does not have yet. Buttons are always among them."""
        return [
            (name, value)
            for name, value in values.items()
            if self.options[name].is_button()
            or name not in self._config
            or self._config[name] != value
        ]

    def _send_options(self, values: MutableMapping[str, ConfigValue]) -> None:
        """Sends the values that the engine does not have yet."""
        for name, value in self._changes(values):
            option = self.options[name]
            self.send_line(self._option_command(option, value))
            if not option.is_button():
                self._config[name] = value

    @abc.abstractmethod
    def _option_command(self, option: Option, value: ConfigValue) -> str:
        """Returns the command that sets an option to a parsed value."""

    async def initialize(self) -> None:
        """Initializes the engine. Must be called once, before any other request."""
        async with self._lock:
            if self._end is not None:
                raise self._end
            if self.initialized:
                raise EngineError("the engine is already initialized")
            await self._initialize()
            for name, option in self.options.items():
                if option.default is not None:
                    self._config[name] = self._target[name] = option.default
            self.initialized = True

    @abc.abstractmethod
    async def _initialize(self) -> None:
        """Begins the protocol and reads the options."""

    async def ping(self) -> None:
        """Waits until the engine is ready."""
        async with self._turn():
            await self._end_exchange()
            await self._wait_ready()

    @abc.abstractmethod
    async def _wait_ready(self) -> None:
        """Waits until the engine is ready, in the turn of the caller."""

    async def communicate(self, command_factory: Callable[[Any], BaseCommand[T]]) -> T:
        """
        Executes a command of a program's own and returns its result.

        :param command_factory: Called with the protocol, returns the command.
        """
        async with self._turn():
            await self._end_exchange()
            command = command_factory(self)
            exchange = command.exchange()
            self._begin(exchange)
            command.begin()
            return await exchange.wait_for(command.result)

    async def configure(self, options: ConfigMapping) -> None:
        """
        Configures options of the engine.

        :param options: Names and values. Options that are :func:`managed <Option.is_managed()>`
            cannot be set.
        """
        async with self._turn(options):
            values = self._parse(options)
            await self._end_exchange()
            for name, value in values.items():
                self._configured[name] = True
                if not self.options[name].is_button():
                    self._target[name] = value
            self._send_options(values)

    @abc.abstractmethod
    async def send_opponent_information(
        self, *, opponent: Optional[Opponent] = None, engine_rating: Optional[int] = None
    ) -> None:
        """
        Describes the opponent of the following games, if the engine supports it. It is sent at the
        beginning of the next game.

        :param opponent: The opponent.
        :param engine_rating: The engine's own rating, for XBoard engines.
        """

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
        """
        Searches a position and returns the move to play.

        :param board: The position, with the moves that led to it.
        :param limit: The limits of the search.
        :param game: Any object that identifies the game. Another one than before begins a new game.
        :param info: The kinds of information to collect, such as ``INFO_SCORE | INFO_PV``.
        :param ponder: Whether to search on the opponent's time after the move.
        :param draw_offered: Whether the opponent offers a draw. Ignored by UCI engines.
        :param root_moves: The moves to choose from, all by default.
        :param options: Options for this search, see :func:`configure()`.
        :param opponent: The opponent of this game, in place of that of
            :func:`send_opponent_information()`.
        """
        request = Request(
            board, limit, game, info, root_moves, options, None, ponder, draw_offered, opponent
        )
        async with self._turn(options):
            return await self._play(request)

    @abc.abstractmethod
    async def _play(self, request: Request) -> PlayResult:
        """Searches for the move to play, in the turn of the caller."""

    @overload
    async def analyse(
        self,
        board: chess.Board,
        limit: Limit,
        *,
        multipv: None = None,
        **options: Unpack[SearchOptions],
    ) -> InfoDict: ...
    @overload
    async def analyse(
        self, board: chess.Board, limit: Limit, *, multipv: int, **options: Unpack[SearchOptions]
    ) -> List[InfoDict]: ...
    @overload
    async def analyse(
        self,
        board: chess.Board,
        limit: Limit,
        *,
        multipv: Optional[int] = None,
        **options: Unpack[SearchOptions],
    ) -> Union[List[InfoDict], InfoDict]: ...
    async def analyse(
        self,
        board: chess.Board,
        limit: Limit,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Optional[Iterable[chess.Move]] = None,
        options: ConfigMapping = {},
    ) -> Union[List[InfoDict], InfoDict]:
        """
        Analyses a position and returns the information, or with *multipv* a list of it, the best
        line first.

        :param board: The position, with the moves that led to it.
        :param limit: The limits of the search.
        :param multipv: The number of lines. There are fewer if there are fewer moves.
        :param game: Any object that identifies the game. Another one than before begins a new game.
        :param info: The kinds of information to collect.
        :param root_moves: The moves to analyse, all by default.
        :param options: Options for this search, see :func:`configure()`.
        """
        request = Request(board, limit, game, info, root_moves, options, multipv)
        async with self._turn(options):
            with await self._begin_analysis(request) as analysis:
                await analysis.wait()
        return analysis.info if multipv is None else analysis.multipv

    async def analysis(
        self,
        board: chess.Board,
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Optional[Iterable[chess.Move]] = None,
        options: ConfigMapping = {},
    ) -> AnalysisResult:
        """
        Starts the analysis of a position and returns its handle. Without a limit it runs until it
        is stopped, and in any case until the next request begins. The parameters are those of
        :func:`analyse()`.
        """
        request = Request(board, limit, game, info, root_moves, options, multipv)
        async with self._turn(options):
            return await self._begin_analysis(request)

    @abc.abstractmethod
    async def _begin_analysis(self, request: Request) -> AnalysisResult:
        """Starts an analysis in the turn of the caller."""

    async def send_game_result(
        self,
        board: chess.Board,
        winner: Optional[bool] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        """
        Sends the result of a game, to XBoard engines.

        :param board: The final position.
        :param winner: The winner, if the position does not decide it: a loss on time, or a resignation.
        :param game_ending: The reason of the result, if the position does not give it.
        :param game_complete: Whether the game was played to its end.
        """

    async def quit(self) -> None:
        """Sends ``quit`` and waits until its process has ended."""
        self.send_line("quit")
        await asyncio.shield(self.returncode)

    @classmethod
    async def popen(
        cls: Type[ProtocolT],
        command: Union[str, List[str]],
        *,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> Tuple[asyncio.SubprocessTransport, ProtocolT]:
        """
        Starts an engine and returns its transport and protocol, which is not initialized.

        :param command: The path of the engine, or a list of it and its arguments.
        :param setpgrp: Starts the engine in a process group of its own, so that Ctrl-C in a
            terminal does not reach it.
        :param popen_args: Further arguments of :class:`subprocess.Popen`.
        """
        if setpgrp:
            popen_args.update(_process_group_arguments())
        arguments = [command] if isinstance(command, str) else command
        loop = asyncio.get_running_loop()
        return await loop.subprocess_exec(cls, *arguments, **popen_args)

    def __repr__(self) -> str:
        pid = self.transport.get_pid() if self.transport is not None else None
        return f"<{type(self).__name__} (pid={pid})>"


def _process_group_arguments() -> Dict[str, Any]:
    """Returns the arguments of Popen for a process group of its own."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    if sys.version_info >= (3, 11):
        return {"process_group": 0}
    return {"preexec_fn": os.setpgrp}
