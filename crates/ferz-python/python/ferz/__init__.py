"""Chess: rules, games, engines and arrays of positions."""

from __future__ import annotations

import importlib as _importlib
import typing as _typing

from . import _core, _epd, _outcome, _rules
from ._annotate import (
    GameAnalysis as GameAnalysis,
    MoveAnalysis as MoveAnalysis,
    PlayerAnalysis as PlayerAnalysis,
    annotate as annotate,
)
from ._chess import *
from ._core import __version__ as __version__
from ._explain import (
    Reason as Reason,
    explain as explain,
)

if _typing.TYPE_CHECKING:
    from ._sliders import (
        BB_DIAG_ATTACKS as BB_DIAG_ATTACKS,
        BB_DIAG_MASKS as BB_DIAG_MASKS,
        BB_FILE_ATTACKS as BB_FILE_ATTACKS,
        BB_FILE_MASKS as BB_FILE_MASKS,
        BB_RANK_ATTACKS as BB_RANK_ATTACKS,
        BB_RANK_MASKS as BB_RANK_MASKS,
    )


_SLIDER_TABLES = [
    f"BB_{line}_{kind}" for line in ("DIAG", "FILE", "RANK") for kind in ("ATTACKS", "MASKS")
]

# The tables are names of the module too, although they are computed on first use.
__all__ = [
    name for name in globals() if not name.startswith("_") and name != "annotations"
] + _SLIDER_TABLES


def __getattr__(name: str) -> _typing.Any:
    """Computes the attack tables of sliders on first use."""
    if name in _SLIDER_TABLES:
        from . import _sliders

        return getattr(_sliders, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_core.connect(_epd, _rules, _outcome, lambda name: _importlib.import_module("." + name, __name__))
