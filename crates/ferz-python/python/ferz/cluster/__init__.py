"""Large jobs as tasks on the cores of this machine or of a Ray cluster.

A job is split into tasks that depend on their input alone. Each finished task is one file in the
output directory, written to a temporary file first and then renamed, beside ``manifest.json``,
which holds the arguments. A job that was interrupted at any point is continued by the same call:
finished tasks are not repeated, and none counts twice. A directory of other arguments is refused.

Without Ray, tasks run in processes of this machine (``workers``, by default one for each core;
``workers=0`` runs them in this process). A process that dies is replaced and its tasks are
repeated. With ``ray=True`` the tasks run on the cluster to which Ray is connected, or on the one
that ``ray.init()`` finds or starts; Ray repeats tasks of dead workers and nodes. Input and results
travel with the tasks, so the nodes need no common file system, only this package.

As with every program that starts processes, a script needs ``if __name__ == "__main__":``.
"""

from __future__ import annotations

from ._evaluate import evaluate as evaluate, read_results as read_results
from ._games import annotate as annotate, selfplay as selfplay
from ._index import index as index
from ._perft import perft as perft
from ._puzzles import puzzles as puzzles
from ._workers import FORMAT as FORMAT, ClusterError as ClusterError
