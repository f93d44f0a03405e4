"""The stubs of the Rust modules: the same names and the same documentation."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Callable, Dict, Optional, Union

import pytest

import ferz
import ferz._core as core

STUBS = Path(ferz.__file__).parent / "_core"
MODULES = {"__init__": core, "batch": core.batch}
NODES = {
    (stub, node.name): node
    for stub in MODULES
    for node in ast.parse((STUBS / f"{stub}.pyi").read_text("utf-8")).body
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_")
}
CLASSES = sorted(key for key, node in NODES.items() if isinstance(node, ast.ClassDef))
FUNCTIONS = sorted(key for key, node in NODES.items() if isinstance(node, ast.FunctionDef))


def docstring(node: Union[ast.ClassDef, ast.FunctionDef]) -> Optional[str]:
    """Returns the docstring of a stub. `cleandoc` keeps blanks before closing quotes below one line of text."""
    text = ast.get_docstring(node)
    return text and text.strip()


def stubbed_members(cls: ast.ClassDef) -> Dict[str, Optional[str]]:
    """Returns the members of a class with their documentation, which one of several overloads has, and the
    getter of a property. That of an attribute follows it.
    """
    members: Dict[str, Optional[str]] = {}
    for member, following in zip(cls.body, [*cls.body[1:], None]):
        if isinstance(member, ast.FunctionDef):
            name, text = member.name, docstring(member)
        elif isinstance(member, ast.AnnAssign):
            assert isinstance(member.target, ast.Name)
            name, text = member.target.id, None
            if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
                text = inspect.cleandoc(following.value.value).strip()
        else:
            continue
        members[name] = members.get(name) or text
    return members


def documentation(value: object) -> Optional[str]:
    """Returns the documentation of a class, a function, or an attribute with a getter. The values of class
    attributes have that of their type.
    """
    if inspect.isclass(value) or inspect.isroutine(value) or inspect.isdatadescriptor(value):
        return inspect.cleandoc(value.__doc__) if value.__doc__ else None
    return None


def member_documentation(cls: type, name: str) -> Optional[str]:
    value = inspect.getattr_static(cls, name, None)
    return documentation(value if inspect.isdatadescriptor(value) else getattr(cls, name, None))


@pytest.mark.parametrize("stub", MODULES)
def test_every_name_has_a_stub(stub: str) -> None:
    members = {
        name: value for name, value in vars(MODULES[stub]).items() if not name.startswith("_")
    }
    names = {name for name, value in members.items() if not inspect.ismodule(value)}
    assert names == {name for file, name in NODES if file == stub}


def test_stubs_pass_stubtest(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    allowed = Path(__file__).parent / "stubtest_allowlist.txt"
    command = [sys.executable, "-m", "mypy.stubtest", "ferz._core", "--allowlist", str(allowed)]
    environment = dict(os.environ)
    package = STUBS.parent.parent
    # mypy finds an installed package by itself and refuses its folder.
    if package.name != "site-packages":
        environment["MYPYPATH"] = str(package)
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, cwd=tmp_path, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("stub", "name"), FUNCTIONS)
def test_stubs_have_the_documentation_of_functions(stub: str, name: str) -> None:
    assert docstring(NODES[stub, name]) == documentation(getattr(MODULES[stub], name))


@pytest.mark.parametrize(("stub", "name"), CLASSES)
def test_stubs_have_the_members_and_their_documentation(stub: str, name: str) -> None:
    node, cls = NODES[stub, name], getattr(MODULES[stub], name)
    assert docstring(node) == documentation(cls)
    stubbed = stubbed_members(node)
    for member, text in stubbed.items():
        # The interpreter gives special methods a documentation of their own.
        if text is not None or not member.startswith("__"):
            assert text == member_documentation(cls, member), member
    public = {member for member in vars(cls) if not member.startswith("_")}
    inherited = set().union(*(vars(base) for base in cls.__mro__[1:-1]))
    assert public - inherited <= set(stubbed)
    # Attributes of exceptions are those of their objects.
    if not issubclass(cls, BaseException):
        assert set(stubbed) <= set(dir(cls))


def test_signatures_are_shown() -> None:
    assert list(inspect.signature(ferz.Board).parameters) == ["fen", "chess960"]
    assert inspect.signature(ferz.Board).parameters["fen"].default == ferz.STARTING_FEN
    assert list(inspect.signature(ferz.BaseBoard).parameters) == ["board_fen"]
    for method in (ferz.Board.push, ferz.Board.san, ferz.Board.is_legal):
        assert list(inspect.signature(method).parameters) == ["self", "move"]


def test_signatures_of_the_engine_have_keywords_and_defaults() -> None:
    def defaults(function: Callable[..., object]) -> Dict[str, object]:
        parameters = inspect.signature(function).parameters.values()
        return {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}

    search = dict.fromkeys(
        ("nodes", "depth", "time", "mate", "game", "info", "root_moves", "options")
    )
    analysis = {**search, "multipv": None}
    play = {**search, "ponder": False, "draw_offered": False, "opponent": None}
    new = {"threads": 1, "hash": 64, "network": None, "classical": False, "syzygy": None}
    assert defaults(ferz.Engine) == new
    engine = ferz.Engine(**new)
    board = ferz.Board()
    for method, keywords in (
        (engine.analyse, analysis),
        (engine.play, play),
        (engine.analysis, analysis),
    ):
        assert defaults(method) == keywords
        method(board, **{**keywords, "nodes": 1})


def test_public_functions_are_documented() -> None:
    for name, value in vars(ferz).items():
        if not name.startswith("_") and (inspect.isclass(value) or inspect.isroutine(value)):
            assert value.__doc__, name
