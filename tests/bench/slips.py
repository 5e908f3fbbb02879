"""What the public checks of an exercise say to its solution with one small mistake.

    python tests/bench/slips.py 04          the exercise of lesson 04; a minute, or five for 13

Each line of an answer is changed as in mutations.py, or loses a `clone()`, a `detach()`, a `no_grad()` and the like;
then the notebook is run as a learner runs it. Printed are the mistakes that all checks accept, which are either none
or a gap, and each sentence with some of the mistakes that it was said to: is it true of them?
"""

import contextlib
import io
import linecache
import re
import signal
import sys
from collections import defaultdict
from multiprocessing import get_context
from pathlib import Path

import nbformat
from mutations import changes

SOLUTIONS = Path(__file__).resolve().parents[2] / "solutions"
SECONDS = 5
#: What is easily forgotten, or written in place of something else.
FORGOTTEN = {
    **dict.fromkeys((".clone()", ".copy()", ".detach()", ".item()", ".data", ".T"), ""),
    **{
        "with ag.no_grad():": "if True:",
        "retain_graph=True": "retain_graph=False",
        ".sum(": ".mean(",
        ".mean(": ".sum(",
    },
    "create_graph=True": "create_graph=False",
}


def main():
    number = sys.argv[1]
    notebook = nbformat.read(next(SOLUTIONS.glob(f"{number}_*.ipynb")), nbformat.NO_CONVERT)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    mistakes = [mistake for cell in cells if is_answer(cell) for mistake in mistakes_in(cell)]
    with get_context("fork").Pool(maxtasksperchild=1) as pool:
        said = pool.starmap(sentences, [(cells, cell, source) for cell, _, source in mistakes], chunksize=1)
    accepted = [mistake for mistake, words in zip(mistakes, said) if not words]
    print(f"{len(mistakes)} mistakes, {len(accepted)} of them accepted")
    for cell, name, _ in accepted:
        print(f"    {cell.id}: {name}")
    by_sentence = defaultdict(list)
    for (cell, name, _), words in zip(mistakes, said):
        for check, sentence in words.items():
            by_sentence[check, sentence].append(f"{cell.id}: {name}")
    for (check, sentence), names in sorted(by_sentence.items()):
        print(f"\n{check}: {sentence}")
        print(*(f"    {name}" for name in names[:4]), *["    ..."] * (len(names) > 4), sep="\n")


def is_answer(cell):
    return cell.metadata.get("nbgrader", {}).get("solution", False)


def mistakes_in(cell):
    """(cell, name, changed source) for each place of an answer that can be changed."""
    found = list(changes(cell.source))
    for before, after in FORGOTTEN.items():
        for place in re.finditer(re.escape(before), cell.source):
            name = f"`{before}` → `{after}`"
            found.append((name, cell.source[: place.start()] + after + cell.source[place.end() :]))
    return [(cell, name, source) for name, source in found if is_python(source)]


def is_python(source):
    try:
        compile(source, "answer", "exec")
    except SyntaxError:
        return False
    return True


def sentences(cells, changed, source):
    """{id of a cell: its error message} of the notebook with another source for one of its cells; {} if all pass."""
    names, said = {"__name__": "__main__"}, {}
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    for cell in cells:
        text = source if cell.id == changed.id else cell.source
        linecache.cache[cell.id] = len(text), None, text.splitlines(True), cell.id  # for the lines that checks name
        signal.alarm(SECONDS)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(text, cell.id, "exec"), names)
        except KeyboardInterrupt:
            said[cell.id] = f"did not end within {SECONDS} s"
        except Exception as error:
            said[cell.id] = re.sub(r" at 0x\w+", "", str(error))
        finally:
            signal.alarm(0)
    return said


if __name__ == "__main__":
    main()
