"""The cells of every lesson run with `import torch as ag` and print the same text.

Left out are the cells that use the course's own tools (checks, movers, drawings), which PyTorch does not have.
"""

import ast
import contextlib
import io
import re
import warnings
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
#: What only the engine of the course has: cells that use it are not run with PyTorch. docs/differences.md says so.
OURS = {"draw", "trace", "memory", "compile"}


def cells(path):
    """(id, parsed source) of the code cells that do not use the course's own tools."""
    tools = set()
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type != "code":
            continue
        tree = ast.parse(cell.source)
        tools |= {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("autogradlab")
            for alias in node.names
        }
        tree.body = [statement for statement in tree.body if not ast.unparse(statement).startswith("ag.draw(")]
        if tree.body and not uses(tree, tools):
            yield cell.id, tree


def uses(tree, tools):
    """Whether a cell uses the course's tools, or a part of the engine that PyTorch does not have."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in tools:
            return True
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "ag"
            and node.attr in OURS
        ):
            return True
        if isinstance(node, (ast.Import, ast.ImportFrom)) and "autogradlab" in ast.unparse(node):
            return True
    return False


def printed(path, engine):
    """{cell id: what it prints, and shows as its last line} with this engine as `ag`."""
    names, texts = {"ag": engine}, {}
    for cell_id, tree in cells(path):
        body, last = tree.body, None
        if body and isinstance(body[-1], ast.Expr):
            body, last = body[:-1], body[-1]
        out = io.StringIO()
        with contextlib.redirect_stdout(out), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                exec(compile(ast.Module(body, []), cell_id, "exec"), names)
                value = eval(compile(ast.Expression(last.value), cell_id, "eval"), names) if last else None
                if value is not None:
                    print(repr(value))
            except Exception as error:
                print(f"{type(error).__name__}: {error}")
        texts[cell_id] = re.sub(r"0x[0-9a-f]+", "0x...", out.getvalue())
    return texts


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.name)
def test_a_lesson_prints_the_same_with_pytorch(path):
    torch = pytest.importorskip("torch")
    import autogradlab

    ours, theirs = printed(path, autogradlab), printed(path, torch)
    for cell_id, text in ours.items():
        assert text == theirs[cell_id], f"cell {cell_id}"


@pytest.mark.parametrize("path", LESSONS[1:], ids=lambda path: path.name)
def test_most_of_a_lesson_is_compared(path):
    assert len(list(cells(path))) >= 5
