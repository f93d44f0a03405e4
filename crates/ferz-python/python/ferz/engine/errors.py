"""The errors of engines."""

from __future__ import annotations


class EngineError(RuntimeError):
    """The engine misbehaved, or a request to it is invalid."""


class EngineTerminatedError(EngineError):
    """The process of the engine has ended, or its pipes are closed."""


class AnalysisComplete(Exception):
    """
    Further information was requested from an analysis that is complete and whose information has
    all been consumed.
    """
