"""The stubs of the Rust module: the same names and the same documentation."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ferz
import ferz._core as core

STUBS = Path(ferz.__file__).parent / "_core"
NODES = {
    node.name: node
    for node in ast.parse((STUBS / "__init__.pyi").read_text("utf-8")).body
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_")
}


def test_every_name_has_a_stub() -> None:
    members = {name: value for name, value in vars(core).items() if not name.startswith("_")}
    assert {name for name, value in members.items() if not inspect.ismodule(value)} == set(NODES)


def test_stubs_pass_stubtest(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    allowed = Path(__file__).parent / "stubtest_allowlist.txt"
    command = [sys.executable, "-m", "mypy.stubtest", "ferz._core", "--allowlist", str(allowed)]
    environment = dict(os.environ)
    package = STUBS.parent.parent
    # mypy finds an installed package by itself and refuses its folder.
    if package.name != "site-packages":
        environment["MYPYPATH"] = str(package)
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", sorted(n for n in NODES if isinstance(NODES[n], ast.ClassDef)))
def test_stubs_have_the_members_and_their_documentation(name: str) -> None:
    node, cls = NODES[name], getattr(core, name)
    assert ast.get_docstring(node) == (inspect.getdoc(cls) or None)
    stubbed = set()
    for member in node.body:
        if isinstance(member, ast.FunctionDef):
            stubbed.add(member.name)
            documentation = ast.get_docstring(member)
            if documentation is not None:
                found = inspect.getattr_static(cls, member.name)
                found = found if inspect.isgetsetdescriptor(found) else getattr(cls, member.name)
                assert documentation.strip() == inspect.cleandoc(found.__doc__), member.name
        elif isinstance(member, ast.AnnAssign):
            stubbed.add(member.target.id)
    public = {member for member in vars(cls) if not member.startswith("_")}
    inherited = set().union(*(vars(base) for base in cls.__mro__[1:-1]))
    assert public - inherited <= stubbed
    assert stubbed <= set(dir(cls))


def test_signatures_are_shown() -> None:
    assert list(inspect.signature(ferz.Board).parameters) == ["fen", "chess960"]
    assert inspect.signature(ferz.Board).parameters["fen"].default == ferz.STARTING_FEN
    assert list(inspect.signature(ferz.BaseBoard).parameters) == ["board_fen"]
    for method in (ferz.Board.push, ferz.Board.san, ferz.Board.is_legal):
        assert list(inspect.signature(method).parameters) == ["self", "move"]


def test_public_functions_are_documented() -> None:
    for name, value in vars(ferz).items():
        if not name.startswith("_") and (inspect.isclass(value) or inspect.isroutine(value)):
            assert value.__doc__, name
