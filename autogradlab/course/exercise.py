"""The messages of a graded exercise: one sentence for each thing that it checks.

A check passes with a line that begins with ✓. Otherwise it raises `NotYet`, which graders see as a failed cell
and notebooks show as one sentence instead of a traceback.
"""

import os
import sysconfig
import traceback
from pathlib import Path

from autogradlab.autograd.modes import enable_grad, is_grad_enabled, set_grad_enabled
from autogradlab.confine.withheld import Withheld, withheld

#: How the file names of code begin that is not the learner's: its folders, and Python's own import system.
LIBRARIES = (
    "<frozen ",
    *(
        os.path.join(folder, "")
        for folder in (Path(__file__).resolve().parents[1], *map(sysconfig.get_path, ("stdlib", "purelib", "platlib")))
    ),
)
#: A check begins with the recording on and puts back what it found: an earlier cell may have left it off.
recording = enable_grad()
TORCH = ("name 'torch' is not defined", "write ag in place of torch")
WRITTEN = f"written by {__name__.partition('.')[0]}"  # in the file name of code that the engine generates


class NotYet(AssertionError):
    """An answer that does not yet do what was asked, told in one sentence with a `help:` line."""

    def __init__(self, glyph, sentence, help):
        super().__init__(f"{glyph} {sentence}\n  help: {help}")

    def _render_traceback_(self):
        """IPython's hook for how an exception is shown."""
        return [str(self)]


def passed(sentence):
    """Print that one thing is right."""
    print(f"✓ {sentence}")


def require(holds, sentence, help):
    """Raise NotYet unless `holds`: say what is not yet right and what to look at."""
    if not holds:
        raise NotYet("✗ not yet:", sentence, help)


def call(function, *args, name, without=(), helps=()):
    """The result of the learner's function; its errors become NotYet, one sentence that names the line. `without` names
    modules of the package whose functions it may not use, as they do what it was asked to do. `helps` says more about
    some errors: pairs of a word that the error has in its class or its text, and a help. Whether gradients are recorded
    is afterwards as before, and NotYet says so if the function left it changed."""
    if not callable(function):
        raise NotYet(
            "✗ not yet:",
            f"`{name}` is {function!r}, which cannot be called",
            f"write it as a function: def {name}(...):",
        )
    before = is_grad_enabled()
    try:
        with withheld(*without, remembered=True), set_grad_enabled(before):
            result = function(*args)
            after = is_grad_enabled()
    except NotImplementedError as error:
        raise NotYet(
            "○ not attempted:",
            f"`{_raiser(error) or name}` still raises NotImplementedError",
            "replace the last line of the answer cell with your own, then run both cells again",
        ) from None
    except Withheld as error:
        raise NotYet(
            "✗ not yet:",
            f"`{name}` leaves to the course's package what you are asked to write",
            _where(error, "write it with the parts that the task names"),
        ) from None
    except Exception as error:
        said = f"{type(error).__name__}: {error}".removesuffix(": ")
        told = next((help for word, help in (*helps, TORCH) if word in said), "")
        raise NotYet("✗ not yet:", f"`{name}` raised {said}", _where(error, told=told)) from None
    except SystemExit as error:
        raise NotYet("✗ not yet:", f"`{name}` ended the program", _where(error)) from None
    if after != before:
        said = "nothing is recorded any more" if before else "the recording is on, where it was off"
        help = "use a `with` block, as in `with ag.no_grad():`, which puts back what was before, also after an error"
        raise NotYet("✗ not yet:", f"after `{name}` {said}", help)
    if result is None or result is ...:
        raise NotYet(
            "○ not attempted:" if result is ... else "✗ not yet:",
            f"`{name}` gave {result!r}",
            "does the function end with a line that begins with `return`?",
        )
    return result


def _theirs(error):
    """The learner's own lines that led to an error, the innermost last; without generated code."""
    frames = traceback.extract_tb(error.__traceback__)
    return [each for each in frames if not (each.filename.startswith(LIBRARIES) or WRITTEN in each.filename)]


def _raiser(error):
    """The learner's function that an error comes from, "" if it is the one that was called."""
    return next((frame.name for frame in reversed(_theirs(error)[1:]) if frame.name.isidentifier()), "")


def _where(
    error, otherwise="compare the first line of your function, and what it takes in brackets, with the task", told=""
):
    """What is `told` about an error, and the place to look at; `otherwise` where there is neither."""
    return "; ".join(filter(None, (told, _place(error)))) or otherwise


def _place(error):
    """A hint at the learner's own line that raised, or that called the code that raised; "" where none of theirs ran.
    A line whose text cannot be found is named by its number."""
    theirs = list(enumerate(_theirs(error)))
    for depth, frame in reversed([each for each in theirs if each[1].line] or theirs):
        name = frame.name.replace("<lambda>", "lambda")
        function = f", in `{name}`" if depth and name.isidentifier() else ""
        return f"look at line {frame.lineno} of the cell{function}" + (f": {frame.line}" if frame.line else "")
    if "gradient" in str(error) and "returned" in str(error):  # the engine, about what a backward returned
        return "look at the `return` of backward: one result for each argument of forward after ctx, in its shape"
    return ""
