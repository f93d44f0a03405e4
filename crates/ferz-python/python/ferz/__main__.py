"""The program ``ferz``: ``python -m ferz`` is a UCI engine, and ``python -m ferz --help`` lists its tools."""

from __future__ import annotations

import signal
import sys
from typing import List, Optional

from ._core import run_program


def main(arguments: Optional[List[str]] = None) -> int:
    """
    Runs the program ``ferz`` on the standard streams and returns its exit status.

    :param arguments: The arguments without the program's name, by default those of the process.
    """
    # Python's handler would only set a flag. The program installs one where a command needs it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_program(["ferz", *(sys.argv[1:] if arguments is None else arguments)])


if __name__ == "__main__":
    sys.exit(main())
