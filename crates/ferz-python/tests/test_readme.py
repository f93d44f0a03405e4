"""The blocks of the package's description run, each alone, and its links are absolute."""

import pathlib
import re
import subprocess
import sys

import pytest

README = (pathlib.Path(__file__).resolve().parent.parent / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_block(number, tmp_path):
    if "ferz.batch" in BLOCKS[number] or "ferz.cluster" in BLOCKS[number]:
        pytest.importorskip("numpy")
    program = tmp_path / "program.py"
    program.write_text(BLOCKS[number], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, timeout=300, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr


def test_links():
    targets = re.findall(r"\]\(([^)]+)\)", README)
    assert all(target.startswith("https://") for target in targets), targets
