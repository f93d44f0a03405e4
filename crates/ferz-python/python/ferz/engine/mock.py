"""A transport without a process, for tests of protocols."""

from __future__ import annotations

import asyncio
import collections
from typing import Deque, List, Optional, Tuple, Union

from .protocol import Protocol


class MockTransport(asyncio.SubprocessTransport, asyncio.WriteTransport):
    """Connects a protocol to a list of expected lines and the replies to them."""

    def __init__(self, protocol: Protocol) -> None:
        super().__init__()
        self.protocol = protocol
        self._expected: Deque[Tuple[str, List[str]]] = collections.deque()
        self._pings = 0
        self._buffer = b""
        protocol.connection_made(self)

    def expect(self, expectation: str, responses: List[str] = []) -> None:
        """Expects a line and replies with others."""
        self._expected.append((expectation, responses))

    def expect_ping(self) -> None:
        """Expects a ping of XBoard, with any number, and replies to it."""
        self._pings += 1

    def assert_done(self) -> None:
        """Raises an error unless all expected lines have been sent."""
        assert not self._expected, f"still expecting: {list(self._expected)}"
        assert not self._pings, f"still expecting {self._pings} pings"

    def write(self, data: Union[bytes, bytearray, memoryview]) -> None:
        self._buffer += bytes(data)
        *lines, self._buffer = self._buffer.split(b"\n")
        for line in lines:
            self._line_sent(line.decode("utf-8"))

    def _line_sent(self, line: str) -> None:
        if self._pings and line.startswith("ping "):
            self._pings -= 1
            replies = [line.replace("ping", "pong")]
        else:
            assert self._expected, f"unexpected: {line!r}"
            expected, replies = self._expected.popleft()
            assert line == expected, f"expected {expected!r}, got {line!r}"
        for reply in replies:
            self.protocol.pipe_data_received(1, f"{reply}\n".encode("utf-8"))

    def close(self) -> None:
        pass

    def is_closing(self) -> bool:
        return False

    def get_pid(self) -> int:
        return id(self)

    def get_pipe_transport(self, fd: int) -> Optional[asyncio.BaseTransport]:
        return self if fd == 0 else None

    def get_returncode(self) -> Optional[int]:
        return None
