"""Programs of tests/autograd/programs.py, changed at random and run in both engines; prints those that differ.

    python tests/bench/changed.py 0 500         seeds 0 to 499, in about a minute; needs `pip install torch==2.13.0`

A program is changed at one to three places: as in mutations.py, a line left out, repeated or moved, a line of another
program put in, a name replaced by another one of the program. Most results are errors, which have to be PyTorch's.
What docs/differences.md lists differs here, too, and so do last digits: read the list, do not count it.
"""

import ast
import random
import re
import signal
import sys
from difflib import unified_diff
from multiprocessing import get_context
from pathlib import Path

import torch
from mutations import changes

import autogradlab

sys.path.insert(0, str(Path(__file__).parents[1] / "autograd"))
from test_same_as_torch import printed, programs

PROGRAMS = list(programs().values())
SECONDS = 20
#: What names the engine, and what a program without brackets prints of a method.
OURS = re.compile(r"autogradlab(\.autograd\.tensor)?|builtin_function_or_method|0x[0-9a-f]+")


def main():
    first, last = map(int, sys.argv[1:3])
    with get_context("fork").Pool(maxtasksperchild=50) as pool:
        for seed, source, theirs, ours in pool.imap(compared, range(first, last)):
            if theirs != ours:
                print(f"\n---- seed {seed}\n{source}\n")
                print(*list(unified_diff(theirs, ours, "PyTorch", "autogradlab", lineterm="", n=0))[:9], sep="\n")


def compared(seed):
    """The seed's program, and what it prints in PyTorch and here, as lines with rounded numbers."""
    source = changed(random.Random(seed))
    return seed, source, *[lines(said(source, engine)) for engine in (torch, autogradlab)]


def changed(dice):
    source = ast.unparse(ast.parse(dice.choice(PROGRAMS)))
    for _ in range(dice.choice([1, 1, 2, 3])):
        source = dice.choice([mistaken, rearranged, rearranged, renamed])(source, dice)
    return source


def mistaken(source, dice):
    found = changes(source)
    return dice.choice(found)[1] if found else source


def rearranged(source, dice):
    body = ast.parse(source).body
    line = dice.choice([dice.choice(body), dice.choice(ast.parse(dice.choice(PROGRAMS)).body)])
    if line in body and len(body) > 1 and dice.random() < 0.7:
        body.remove(line)
    if line not in body or dice.random() < 0.7:
        body.insert(dice.randint(0, len(body)), line)
    return ast.unparse(ast.Module(body, []))


def renamed(source, dice):
    tree = ast.parse(source)
    names = sorted(
        {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    )
    uses = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in names]
    if uses:
        dice.choice(uses).id = dice.choice(names)
    return ast.unparse(tree)


def said(source, engine):
    """What a program prints, with the error that ends it as its last line."""
    engine.manual_seed(0)
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.alarm(SECONDS)
    ending = "\ntry:\n    run()\nexcept Exception as error:\n    print(type(error).__name__, error)\n"
    whole = f"source = {source!r}\ndef run():\n    exec(source, globals())\n{ending}"
    try:
        return printed(whole, engine)
    except KeyboardInterrupt:
        return f"did not end within {SECONDS} s"
    finally:
        signal.alarm(0)


def lines(text):
    """The lines of a printed text, without what names an engine, its numbers rounded to four digits."""
    text = re.sub(r"-?\d+\.\d{4,}(e[-+]?\d+)?", lambda number: f"{float(number[0]):.4g}", OURS.sub("", text))
    return [line.rstrip() for line in text.splitlines()]


if __name__ == "__main__":
    main()
