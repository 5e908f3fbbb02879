"""Random programs that combine features of the engine: both engines must agree on every statement and at the end.

A program that differs is shown with the lines it needs for that.
`python tests/autograd/test_random_combinations.py 1000 2000` tries other seeds and prints those that differ.
"""

import ast
import contextlib
import io
import itertools
import math
import re
import sys
import warnings

import pytest
from combined import program, tools

import autogradlab


def transcript(source, ag):
    """(statement, what it printed, its error) for all statements of a program, then what is seen of its tensors."""
    space, lines = dict(tools(ag)), source.splitlines()
    try:
        for statement in ast.parse(source).body:
            text, error = "\n".join(lines[statement.lineno - 1 : statement.end_lineno]), ""
            with contextlib.redirect_stdout(io.StringIO()) as out:
                try:
                    exec(compile(ast.Module([statement], []), "program", "exec"), space)
                except Exception as raised:
                    error = f"{type(raised).__name__}: {raised}".split("\n")[0]
            yield text, plain(out.getvalue()), plain(error)
        for name, value in space.items():
            if isinstance(value, ag.Tensor):
                for look in LOOKS[: 3 if "inference" in source else 4]:
                    yield name, *looked(value, look)
    finally:
        ag.set_grad_enabled(True)
        ag.set_default_dtype(ag.float32)


def plain(text):
    return re.sub(r" at 0x\w+", "", text).replace("autogradlab", "torch")


def looked(value, look):
    try:
        return str(look(value)), ""
    except RuntimeError as error:
        return "", plain(str(error))


#: What is seen of a tensor at the end.
LOOKS = (
    lambda t: t.detach().tolist(),
    lambda t: (tuple(t.shape), t.dtype, t.is_inference(), t.requires_grad, t.is_leaf, t.grad_fn and t.grad_fn.name()),
    lambda t: t.grad is not None and t.grad.tolist() if t.is_leaf or t.retains_grad else None,
    lambda t: t._version,  # PyTorch's kernels write, and count it, into what they make of inference tensors
)


def difference(source):
    """The first thing that differs, in words; None if nothing does."""
    import torch

    tolerance = 1e-7 if "float64" in source and "float()" not in source else 1e-3
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for ours, theirs in itertools.zip_longest(transcript(source, autogradlab), transcript(source, torch)):
            if ours and theirs and LAST.search(ours[2]) and LAST.search(theirs[2]):
                return None  # in PyTorch some leaves may already have their gradient
            if ours is None or theirs is None or not all(alike(a, b, tolerance) for a, b in zip(ours, theirs)):
                return f"autogradlab: {ours}\nPyTorch:     {theirs}"
    return None


#: Errors that end the comparison: those in the middle of a walk, and those of which one call may deserve two.
LAST = re.compile(
    "a second time|modified by an inplace|checkpoint|_will_engine|unsupported operation|output with shape"
)
NUMBER = re.compile(r"\s*-?(?:\d+\.?\d*(?:e[-+]\d+)?|\binf\b|\bnan\b)")


def alike(ours, theirs, tolerance):
    """Whether two texts are the same, but for small differences of numbers: the engines may add in another order."""
    if ours == theirs:
        return True
    if NUMBER.sub("#", ours) != NUMBER.sub("#", theirs):
        return False
    pairs = zip(map(float, NUMBER.findall(ours)), map(float, NUMBER.findall(theirs)))
    return all(math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance) or a != a and b != b for a, b in pairs)


def shrunk(source):
    """The program without the lines that it does not need to differ."""
    lines = source.splitlines()
    for i in reversed(range(len(lines))):
        end = next((j for j in range(i + 1, len(lines)) if not lines[j].startswith("    ")), len(lines))
        inner = [] if lines[i].startswith("    ") else lines[i + 1 : end]
        for kept in ([], [line.removeprefix("    ") for line in inner]):
            fewer = [*lines[:i], *kept, *lines[i + 1 + len(inner) :]]
            with contextlib.suppress(SyntaxError):
                if difference("\n".join(fewer)):
                    lines = fewer
                    break
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(200))
def test_both_engines_agree(seed):
    pytest.importorskip("torch")
    if difference(program(seed)):
        short = shrunk(program(seed))
        pytest.fail(f"seed {seed}\n{short}\n\n{difference(short)}")


if __name__ == "__main__":
    for seed in range(*map(int, sys.argv[1:3])):
        if difference(program(seed)):
            short = shrunk(program(seed))
            print(f"# seed {seed}", short, difference(short), "", sep="\n", flush=True)
