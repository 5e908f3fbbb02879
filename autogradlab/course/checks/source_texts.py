"""Finds the source text of a function or class, even if it was written in a notebook."""

import ast
import builtins
import inspect
import linecache
import os
import textwrap
import types

from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.wording import quoted, with_article

WRITE_DEF = "Write it as a function with a name: `def f(x):`"
WRITE_CELL = "Write it in a cell of the notebook, run the cell, and check again."


def is_defined(value) -> bool:
    """Whether it was made by `def` or `class`, with or without decorators."""
    return isinstance(inspect.unwrap(value) if callable(value) else value, (types.FunctionType, type))


def refuse_what_nobody_wrote(value, name: str = "") -> None:
    """Raise Unreadable, naming what it is, unless it is a function or class written with `def` or `class`."""
    called = f"`{quoted(name or getattr(value, '__name__', type(value).__name__))}`"
    if getattr(value, "__name__", "") == "<lambda>":
        it = f"`{quoted(name)}`" if name else "That"
        raise Unreadable(f"{it} is a `lambda`, and its source cannot be cut out.", WRITE_DEF)
    if inspect.ismethod(value):
        raise Unreadable(f"{called} is the method of one object.", "Give the function, or the class, by its name.")
    if inspect.isbuiltin(value) or getattr(builtins, getattr(value, "__name__", ""), None) is value:
        raise Unreadable(f"{called} belongs to Python, and you did not write it.", WRITE_DEF)
    if not is_defined(value):
        raise Unreadable(f"That is {kind(value)}, not a function.", "Give your function's name, without brackets.")


def source_text(value) -> str:
    """The source text, moved to the left margin. Errors: Unreadable if none can be found."""
    value = inspect.unwrap(value)
    try:
        source = textwrap.dedent(inspect.getsource(value)).rstrip()
    except (OSError, TypeError, IndentationError):
        source = _class_source(value) if isinstance(value, type) else None
    if not source or _is_something_else(source):
        raise Unreadable(f"The source of `{quoted(value.__name__)}` cannot be found.", WRITE_CELL)
    return source


def _is_something_else(source: str) -> bool:
    """Whether it is not a definition: under `python -c`, Python takes lines of that program for those of an `exec`."""
    body = _parsed(source).body
    return bool(body) and not isinstance(body[0], (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))


def _class_source(value: type) -> str | None:
    """The source of a class in a notebook, where Python itself does not find it."""
    for file, line in _places(value):
        lines = linecache.getlines(file)
        for node in ast.walk(_parsed("".join(lines))):
            if isinstance(node, ast.ClassDef) and node.name == value.__name__ and _holds(node, line):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                return textwrap.dedent("".join(lines[first - 1 : node.end_lineno])).rstrip()
    return None


def _places(value: type):
    """Where a class may be, as (file, a line inside the class): where its methods are, then any cell, latest first."""
    for method in vars(value).values():
        code = getattr(inspect.unwrap(method) if callable(method) else None, "__code__", None)
        if code:
            yield code.co_filename, code.co_firstlineno
    for file in reversed(list(linecache.cache)):
        if not os.path.exists(file):
            yield file, None


def _holds(node: ast.ClassDef, line: int | None) -> bool:
    return line is None or node.lineno <= line <= node.end_lineno


def _parsed(text: str) -> ast.AST:
    """The tree of a cell; an empty one for a cell with magics that no parser knows."""
    try:
        return ast.parse(text)
    except SyntaxError:
        return ast.Module([], [])


def kind(value) -> str:
    """The type of a value with its article: "a Tensor", "an int"."""
    return with_article(type(value).__name__)
