"""Parts of PGN files."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any, List, Sequence, Union

from ._job import PathArgument

Paths = Union[PathArgument, Sequence[PathArgument]]

_COMPRESSED = (".gz", ".bz2", ".zst")
# A blank line and the start of a tag pair end a game in any state of the reader.
_BORDER = re.compile(rb"\n\r?\n(?=\[[A-Za-z0-9_+#=:-]{1,40}[ \t]{0,8}\")")


@dataclass(frozen=True)
class Part:
    """A range of bytes of a file, from one border of games to another."""

    file: int
    path: str
    start: int
    end: int

    def read(self) -> bytes:
        with open(self.path, "rb") as file:
            file.seek(self.start)
            return file.read(self.end - self.start)


def _border_after(file: Any, start: int, size: int) -> int:
    """Returns the first border of games at or after an offset, or the size of the file."""
    step = 1 << 20
    # One blank line before, since the border may begin before the offset.
    at = max(0, start - 3)
    while at < size:
        file.seek(at)
        # A border that is cut by the end of the text is found by the next step.
        text = file.read(step + 64)
        for match in _BORDER.finditer(text):
            if at + match.end() >= start:
                return at + match.end()
        at += step
    return size


def divide(paths: Sequence[str], part_size: int) -> List[Part]:
    """Divides files at borders of games. A compressed file is one part."""
    if part_size < 1:
        raise ValueError(f"expected a part size of at least 1 byte, found {part_size}")
    parts = []
    for number, path in enumerate(paths):
        size = os.stat(path).st_size
        if path.endswith(_COMPRESSED):
            parts.append(Part(number, path, 0, size))
            continue
        with open(path, "rb") as file:
            start = 0
            while start < size:
                end = _border_after(file, start + part_size, size)
                parts.append(Part(number, path, start, end))
                start = end
    return parts


def path_list(files: Paths) -> List[str]:
    if isinstance(files, (str, os.PathLike)):
        files = [files]
    return [os.path.abspath(os.fspath(file)) for file in files]


def file_identity(paths: Sequence[str]) -> List[List[Any]]:
    """Paths, sizes and times of files, by which a changed input is noticed."""
    return [[path, os.stat(path).st_size, os.stat(path).st_mtime_ns] for path in paths]
