"""Turns the object that a learner passes to a code check into a self-contained source text that can be run elsewhere.

A function in a notebook uses names that other cells made. `source_of` gathers them: a module becomes an import line, a
function or class of the learner's own becomes its source, plain data become an assignment. Anything else is refused in
one sentence that names it.
"""

import inspect
import math
import re
import symtable
import sys
import types
from pathlib import Path

import numpy as np

from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.reading import Blank
from autogradlab.course.checks.source_texts import WRITE_CELL, is_defined, kind, refuse_what_nobody_wrote, source_text
from autogradlab.course.checks.wording import quoted

LONGEST_DATA = 20_000  # characters
_PROMPT = re.compile(r"\s*(>>>|\.\.\.:?|In \[\d*\]:) ?")
PACKAGES = Path(__file__).resolve().parents[3]


def source_of(raw) -> str:
    """The source text of a function or class, with everything it uses; a string is taken as it is, but for the marks
    that come along with a copy: a Markdown fence around it, or prompts in front of its lines.

    Errors: Blank for `...`, None and an empty string; Unreadable if there is no source or a used name cannot be copied.
    """
    if raw is None or raw is ... or isinstance(raw, str) and not raw.strip():
        raise Blank("There is no code yet.")
    if isinstance(raw, str):
        return _without_copied_marks(raw)
    refuse_what_nobody_wrote(raw)
    gathering = _Gathering(raw.__module__)
    gathering.take(raw.__name__, raw)
    return gathering.text()


def _without_copied_marks(text: str) -> str:
    """The text without a fence of backticks or, if it begins with a prompt, the lines behind prompts alone."""
    lines = text.strip().splitlines()
    if lines[0].startswith("```"):
        text = "\n".join(line for line in lines if not line.startswith("```"))
        lines = text.strip().splitlines()
    if lines and _PROMPT.match(lines[0]):
        text = "\n".join(_PROMPT.sub("", line, count=1) for line in lines if _PROMPT.match(line))
    return text


class _Gathering:
    """The source parts of a function and of the names it uses: each name once, definitions before their use."""

    def __init__(self, home: str):
        self.home = home
        self._seen: dict[str, object] = {}
        self._imports: list[str] = []
        self._parts: list[str] = []

    def text(self) -> str:
        return "\n\n".join(filter(None, ["\n".join(dict.fromkeys(self._imports)), *self._parts])) + "\n"

    def take(self, name: str, value) -> None:
        """Add a name and all that it uses, unless it was added before. Errors: Unreadable."""
        if name in self._seen:
            return
        self._seen[name] = value
        if isinstance(value, types.ModuleType):
            self._imports.append(_import_line(name, value))
        elif self._is_own(value):
            self._take_source(name, value)
        elif line := _from_line(name, value):
            self._imports.append(line)
        else:
            self._take_data(name, value)

    def _is_own(self, value) -> bool:
        """Whether it is a function or class of the learner's: from the same module as the one that is checked."""
        return is_defined(value) and getattr(value, "__module__", None) == self.home

    def _take_source(self, name: str, value) -> None:
        refuse_what_nobody_wrote(value, name)
        source = source_text(value)
        known = _known_to(value)
        for used in _names_used_by(source):
            if used in known:
                self.take(used, known[used])
        if name == value.__name__ or value.__name__ not in self._seen:
            self._seen.setdefault(value.__name__, value)
            self._parts.append(source)
        if name != value.__name__:
            self._parts.append(f"{name} = {value.__name__}")

    def _take_data(self, name: str, value) -> None:
        text = _literal(value, name)
        if len(text) > LONGEST_DATA:
            raise Unreadable(
                f"`{quoted(name)}` is too large to be copied along with your function.",
                "Make it inside the function, or use a smaller one.",
            )
        if isinstance(value, np.ndarray) or "numpy." in text:
            self._imports.append("import numpy")
        self._parts.append(f"{name} = {text}")


# What it uses ---------------------------------------------------------------------------------------------------


def _names_used_by(source: str) -> list[str]:
    """The names that a source takes from outside, sorted. Errors: Unreadable for one with a `nonlocal` name."""
    try:
        tables = [symtable.symtable(source, "<learner>", "exec")]
    except SyntaxError:
        raise Unreadable("This function only works inside the function around it.", WRITE_CELL) from None
    names = set()
    for table in tables:
        tables += table.get_children()
        names |= {symbol.get_name() for symbol in table.get_symbols() if _is_from_outside(symbol, table)}
    return sorted(names)


def _is_from_outside(symbol: symtable.Symbol, table: symtable.SymbolTable) -> bool:
    return symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module")


def _known_to(value) -> dict:
    """The names that a function or class can see: its module's, and those of an enclosing function."""
    value = inspect.unwrap(value)
    if isinstance(value, type):
        return vars(sys.modules.get(value.__module__)) | _around_methods(value)
    around = zip(value.__code__.co_freevars, value.__closure__ or ())
    return value.__globals__ | {name: cell.cell_contents for name, cell in around if _is_filled(cell)}


def _around_methods(value: type) -> dict:
    """The names that the methods of a class can see; in a notebook these are more reliable than its `__module__`."""
    methods = (method for method in vars(value).values() if isinstance(method, types.FunctionType))
    return {
        name: known
        for method in methods
        if method.__module__ == value.__module__
        for name, known in _known_to(method).items()
        if name != "__class__"
    }


def _is_filled(cell) -> bool:
    try:
        cell.cell_contents
    except ValueError:
        return False
    return True


# Import lines and data ------------------------------------------------------------------------------------------


def _import_line(name: str, module: types.ModuleType) -> str:
    _refuse_a_file_beside_the_notebook(name, module)
    full = module.__name__
    return f"import {full}" if full == name else f"import {full} as {name}"


def _from_line(name: str, value) -> str:
    """`from math import sqrt as name` if a module has the value under its `__name__`; else an empty string."""
    own = getattr(value, "__name__", None)
    for place in (getattr(value, "__module__", None), type(value).__module__, type(value).__module__.partition(".")[0]):
        module = sys.modules.get(place or "")
        if isinstance(own, str) and module and getattr(module, own, None) is value:
            _refuse_a_file_beside_the_notebook(name, module)
            return f"from {place} import {own}" + ("" if own == name else f" as {name}")
    return ""


def _refuse_a_file_beside_the_notebook(name: str, module: types.ModuleType) -> None:
    """Raise Unreadable for a module in the working folder: the run cannot find it, unless our package is there too."""
    file = Path(getattr(module, "__file__", None) or sys.executable)
    folder = file.parents[1] if file.name == "__init__.py" else file.parent
    if folder == Path.cwd() != PACKAGES:
        raise Unreadable(f"`{quoted(name)}` comes from your file `{quoted(file.name)}`.", "Copy it into a cell first.")


def _literal(value, name: str, depth: int = 0) -> str:
    """Plain data as a Python expression. Errors: Unreadable, naming `name`, for anything else."""
    if depth < 20:
        if value is None or type(value) in (bool, int, str, bytes):
            return repr(value)
        if type(value) in (float, complex):
            return repr(value) if math.isfinite(abs(value)) else f"{type(value).__name__}('{value}')"
        if isinstance(value, np.ndarray) and value.dtype.kind in "biuf" and value.size <= LONGEST_DATA:
            numbers = _literal(value.ravel().tolist(), name, depth + 1)
            return f"numpy.array({numbers}, dtype='{value.dtype}').reshape({value.shape})"
        if type(value) in (list, tuple, set, dict) and len(value) <= LONGEST_DATA:
            return _collection(value, lambda entry: _literal(entry, name, depth + 1))
    raise Unreadable(
        f"Your function uses `{quoted(name)}`, {kind(value)}, which cannot be copied along with it.",
        "Make it inside the function, or take it as an argument.",
    )


def _collection(value, written) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(key)}: {written(entry)}" for key, entry in value.items()) + "}"
    entries = ", ".join(map(written, value))
    if isinstance(value, tuple):
        return f"({entries},)" if value else "()"
    return f"[{entries}]" if isinstance(value, list) else f"set([{entries}])"
