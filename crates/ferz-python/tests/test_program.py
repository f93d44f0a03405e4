"""The program ``python -m ferz``."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

FERZ = [sys.executable, "-m", "ferz"]


def ferz(*arguments, **options):
    return subprocess.run(
        [*FERZ, *arguments], capture_output=True, text=True, timeout=120, **options
    )


def test_uci_without_arguments():
    done = ferz(input="uci\nposition startpos\ngo depth 3\n")
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and done.stderr == ""
    assert lines[0].startswith("id name Ferz") and "uciok" in lines
    assert lines[-1].startswith("bestmove ")


def test_tools():
    done = ferz("perft", "3", "--json")
    assert done.returncode == 0
    assert "8902" in done.stdout and json.loads(done.stdout.splitlines()[-1])
    assert ferz("--version").stdout.startswith("ferz ")
    help_text = ferz("--help").stdout
    assert "perft" in help_text and "Usage: ferz" in help_text


def test_exit_status_and_message_of_errors():
    done = ferz("perft", "many")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("ferz: ") and "ferz perft --help" in done.stderr
    assert ferz("perft", "2", "--fen", "nonsense").returncode == 2


def test_lines_as_arguments():
    done = ferz("position startpos moves e2e4", "go depth 2", "quit")
    assert done.returncode == 0 and done.stdout.splitlines()[-1].startswith("bestmove ")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_the_engine_and_interrupts_tools():
    for arguments, status in (([], -signal.SIGINT), (["perft", "12"], 130)):
        with subprocess.Popen(
            [*FERZ, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            if arguments:
                time.sleep(2)
            else:
                process.stdin.write("isready\n")
                process.stdin.flush()
                assert process.stdout.readline() == "readyok\n"
            os.kill(process.pid, signal.SIGINT)
            assert process.wait(20) == status
            assert "Traceback" not in process.stderr.read()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_reader_that_is_gone():
    with subprocess.Popen([*FERZ, "perft", "12"], stdout=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.wait(20) == 0
