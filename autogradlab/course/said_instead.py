"""The sentences that take the place of a traceback in a learner's notebook.

There is one for a name that is not known yet (usually the cell was run before the cells above it), for a name of ours
that a cell has overwritten, and for a cell that was stopped.
"""

import ast
import builtins
import json
import linecache
import os
import reprlib
import sys
from contextlib import suppress
from pathlib import Path
from symtable import symtable

OURS = __name__.partition(".")[0]


def said_instead(shell, error, frames):
    """The sentence that takes the place of a traceback; empty where the traceback stays."""
    own = [frame for frame in frames if frame.tb_frame.f_globals is shell.user_global_ns]
    if isinstance(error, KeyboardInterrupt):
        return stopped(own)
    if not own or own[-1] is not frames[-1]:
        return ""
    used = own[-1].tb_frame.f_code.co_names  # local variables are not among them
    if isinstance(error, NameError) and error.name in used:
        made = _made(_cells(shell))
        return unknown(error.name, [*shell.user_ns, *made], error.name in made, _in_function(own[-1]))
    return _overwritten(shell, error, used)


# ---- a name that no cell has made yet -------------------------------------------------------------------------------


def unknown(name, known, made=False, where=""):
    """The sentence on an undefined name; `made`: another cell defines it, else it may be a slip for one in `known`."""
    near = [other for other in [*known, *dir(builtins)] if not other.startswith("_") and _is_slip(name, other)]
    other_reason = f"; or did you mean `{near[0]}`?" if near else "; or check the spelling"
    return (
        f"`{name}` is not known in this notebook yet{where}\n"
        "  help: run the cells above this one first (menu Run, Run All Above Selected Cell), then this one again"
        + ("" if made else other_reason)
    )


def _is_slip(name, meant):
    """Whether `name` is `meant` with two neighbors swapped, one letter missing or doubled. (`start` is not `str`.)"""
    if len(name) < 4 or name[0] != meant[0]:
        return False
    places = range(1, len(name))
    swapped = (name[:i] + name[i : i + 2][::-1] + name[i + 2 :] for i in places)
    undoubled = (name[:i] + name[i + 1 :] for i in places if name[i] == name[i - 1])
    lacking = (meant[:i] + meant[i + 1 :] for i in range(1, len(meant)))
    return meant in (*swapped, *undoubled) or name in lacking


def _in_function(frame):
    name = frame.tb_frame.f_code.co_name
    return f" (line {frame.tb_lineno} of `{name}` uses it)" if name.isidentifier() else ""


# ---- a name of ours that is something else now ----------------------------------------------------------------------


def _overwritten(shell, error, used):
    """The sentence on a line that uses a name of ours after the notebook has overwritten it; empty for other errors."""
    if not isinstance(error, (AttributeError, TypeError)):
        return ""
    for name, ours in _ours(_cells(shell)):
        value = shell.user_ns.get(name, ours)
        cannot_be_called = str(error) == f"'{type(value).__name__}' object is not callable"
        wanted = error.obj is value if isinstance(error, AttributeError) else cannot_be_called
        if name in used and value is not ours and wanted:
            shown = " ".join(reprlib.repr(value).split())
            return (
                f"`{name}` was overwritten in this notebook: it is now `{shown}`\n"
                "  help: give that another name, run the notebook's first cell again, then this one"
            )
    return ""


def _ours(cells):
    """(name, object) for everything that the cells import from this package."""
    for node in (node for cell in cells for node in ast.walk(ast.parse(cell))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == OURS:
            for alias in node.names:
                yield alias.asname or alias.name, getattr(sys.modules.get(node.module), alias.name, None)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.asname and alias.name.partition(".")[0] == OURS:
                    yield alias.asname, sys.modules.get(alias.name)


# ---- what else there is in the notebook -----------------------------------------------------------------------------


def _cells(shell):
    """The Python code of the notebook's cells, as saved in its file, and of the cells that were run."""
    sources = [*shell.history_manager.input_hist_raw]
    with suppress(OSError, ValueError, LookupError, TypeError):  # a console has no file, and a file can be renamed
        book = json.loads(Path(os.environ["JPY_SESSION_NAME"]).read_text("utf-8"))
        sources = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"] + sources
    cells = []
    for source in sources:
        with suppress(SyntaxError, ValueError):
            cell = shell.transform_cell(source)
            ast.parse(cell)
            cells.append(cell)
    return cells


def _made(cells):
    """The names that the cells bind, by assigning, importing or defining."""
    symbols = (symbol for cell in cells for symbol in symtable(cell, "<cell>", "exec").get_symbols())
    return {symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()}


# ---- a cell that was stopped ----------------------------------------------------------------------------------------


def stopped(own):
    """The sentence after a press of ■: where the cell was in the learner's `own` lines, without the libraries below."""
    for frame in reversed(own):
        code = frame.tb_frame.f_code
        if line := linecache.getline(code.co_filename, frame.tb_lineno).strip():
            function = f", in `{code.co_name}`" if code.co_name.isidentifier() else ""
            return (
                f"You stopped it. It was at line {frame.tb_lineno} of your cell{function}: `{line}`\n"
                "  help: if it never ends, change that line; then run the cell again"
            )
    return "You stopped it\n  help: run the cell again"
