"""
``import chess`` and its modules, such as ``chess.pgn``, find Ferz once this module is imported.

>>> import ferz.compat
>>> import chess.pgn
>>> chess.Board is ferz.Board
True

``chess.gaviota`` is importable, and raises ``NotImplementedError`` on use.

:raises: :exc:`ImportError` if python-chess was imported before.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from types import ModuleType
from typing import Optional, Sequence

import ferz

_OWN_NAMES = {"chess.gaviota": "ferz.compat.gaviota"}


def _ferz_name(name: str) -> str:
    return _OWN_NAMES.get(name, "ferz" + name[len("chess") :])


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds ``chess`` and its modules in Ferz."""

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[importlib.machinery.ModuleSpec]:
        if (
            fullname.partition(".")[0] != "chess"
            or importlib.util.find_spec(_ferz_name(fullname)) is None
        ):
            return None
        return importlib.machinery.ModuleSpec(fullname, self)

    def exec_module(self, module: ModuleType) -> None:
        # The import system returns what stands in `sys.modules` afterwards. The module of Ferz keeps its spec.
        sys.modules[module.__name__] = importlib.import_module(_ferz_name(module.__name__))


if sys.modules.get("chess", ferz) is not ferz:
    raise ImportError("python-chess is already imported: import ferz.compat before chess")
sys.meta_path.insert(0, _Finder())
