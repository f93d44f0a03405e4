"""The operations of EPD (Extended Position Description), such as ``bm Nf3; id "x";``."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Dict, Iterable, List, Mapping, Tuple, Union

from ._core import Move

if TYPE_CHECKING:
    from ._core import Board

#: An operand: nothing, text, a number, a move, or the moves of ``bm``, ``am`` and ``pv``.
Operand = Union[None, str, int, float, Move, List[Move]]

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?\Z|[+-]?\.[0-9]+\Z", re.ASCII)
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)("|\Z)', re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNESCAPED = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}


def set_epd(board: Board, epd: str) -> Dict[str, Operand]:
    """Reads an EPD into a board and returns the operations. The board stays if there is an error."""
    fields = epd.strip().rstrip(";").split(None, 4)
    fen = " ".join(fields[:4])
    position = board.copy(stack=False)
    position.set_fen(fen)
    operations = parse_operations(fields[4], position) if len(fields) > 4 else {}
    if fields:
        fields = fields[:4] + ["w", "-", "-"][len(fields[:4]) - 1 :]
    clock, number = (_counter(operations, *default) for default in (("hmvc", 0), ("fmvn", 1)))
    board.set_fen(" ".join([*fields, str(clock), str(number)]))
    return operations


def _counter(operations: Mapping[str, Operand], opcode: str, default: int) -> int:
    """Returns the operand of an operation for a move counter."""
    value = operations.get(opcode, default)
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"expected a number as operand of {opcode}, found {value!r}")
    return int(value)


def parse_operations(text: str, board: Board) -> Dict[str, Operand]:
    """Reads operations; operands that are neither numbers nor text are moves of the board."""
    operations: Dict[str, Operand] = {}
    rest = text.lstrip(" \t\r\n;")
    while rest:
        opcode = re.split(r"[\s;]", rest, maxsplit=1)[0]
        rest = rest[len(opcode) :].lstrip()
        if opcode != "-":
            _check_opcode(opcode)
            operations[opcode], rest = _parse_operand(opcode, rest, board)
        rest = rest.lstrip(" \t\r\n;")
    return operations


def _parse_operand(opcode: str, rest: str, board: Board) -> Tuple[Operand, str]:
    """Reads the operand at the start of a text. Returns it with the text after it."""
    string = _STRING.match(rest)
    if string:
        return _ESCAPE.sub(_unescape, string[1]), rest[string.end() :]
    operand, _, rest = rest.partition(";")
    operand = operand.strip()
    if opcode == "pv":
        line = board.copy(stack=False)
        return [line.push_san(san) for san in operand.split()], rest
    if opcode in ("bm", "am"):
        return [board.parse_san(san) for san in operand.split()], rest
    if not operand:
        return None, rest
    if _NUMBER.match(operand):
        number = float(operand) if re.search(r"[.eE]", operand) else int(operand)
        return number, rest
    return board.parse_san(operand), rest


def _unescape(escape: re.Match[str]) -> str:
    return _UNESCAPED.get(escape[1], escape[0])


def _check_opcode(opcode: str) -> None:
    """Raises ``ValueError`` if the text is no opcode."""
    if not opcode:
        raise ValueError("empty string is not a valid epd opcode")
    if opcode == "-":
        raise ValueError("dash (-) is not a valid epd opcode")
    if not opcode[0].isalpha():
        raise ValueError(f"expected epd opcode to start with a letter, got: {opcode[:40]!r}")
    for character in opcode:
        if character.isspace() or character in ';"':
            raise ValueError(f"invalid character {character!r} in epd opcode: {opcode[:40]!r}")


def format_operations(
    board: Board, operations: Mapping[str, Union[Operand, Iterable[Move]]]
) -> str:
    """Returns the text of operations, each with its semicolon."""
    return " ".join(_format(board, opcode, operand) for opcode, operand in operations.items())


def _format(board: Board, opcode: str, operand: Union[Operand, Iterable[Move]]) -> str:
    _check_opcode(opcode)
    if operand is None:
        text = ""
    elif isinstance(operand, Move):
        text = board.san(operand)
    elif isinstance(operand, (int, float)):
        if not math.isfinite(operand):
            raise ValueError(f"expected numeric epd operand to be finite, got: {operand}")
        text = str(operand)
    elif opcode == "pv" and not isinstance(operand, str):
        position = board.copy(stack=False)
        text = " ".join([position.san_and_push(move) for move in operand])
    elif opcode in ("bm", "am") and not isinstance(operand, str):
        text = " ".join(sorted(board.san(move) for move in operand))
    else:
        text = '"' + "".join(_ESCAPED.get(c, c) for c in str(operand)) + '"'
    return f"{opcode} {text};" if text else f"{opcode};"
