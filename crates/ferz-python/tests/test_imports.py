"""Who imports whom: no circles in the package, and nothing of it imported by the extension."""

import ast
import re
from pathlib import Path

import pytest

import ferz

PACKAGE = Path(ferz.__file__).parent
SOURCES = Path(__file__).parent.parent / "src"


def name_of(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in PACKAGE.rglob("*.py")}


def imports(module):
    """Yields the modules of the package that a module imports, in functions and for types too."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            above = (
                package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            )
            source = ".".join(above + ([node.module] if node.module else []))
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield from (
                    name for name in (inner if inner in MODULES else source,) if name in MODULES
                )


def test_there_are_no_circles():
    finished = set()

    def visit(module, path):
        assert module not in path, " imports ".join([*path[path.index(module) :], module])
        if module not in finished:
            for other in sorted(set(imports(module)) - {module}):
                visit(other, [*path, module])
            finished.add(module)

    for module in sorted(MODULES):
        visit(module, [])
    assert finished == set(MODULES) and len(MODULES) > 40


@pytest.mark.skipif(not SOURCES.exists(), reason="the sources of the extension are not here")
def test_the_extension_imports_nothing_of_the_package():
    sources = list(SOURCES.rglob("*.rs"))
    assert sources
    for path in sources:
        assert not re.search(r'import\([^)]*"ferz', path.read_text("utf-8")), path
