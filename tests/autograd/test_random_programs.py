"""Random programs of operations, views, in-place writes and backward calls: both engines must agree after every line.

Each program is a list of lines, made from a seed; if a line raises, its message is noted and the program goes on.
`python tests/autograd/test_random_programs.py 1000 2000` tries further seeds and prints the first program that differs.
"""

import math
import random
import sys
import warnings

import pytest

import autogradlab

LINES_PER_PROGRAM = 14
MAKE = [
    "{a} + {b}",
    "{a} * {b}",
    "{a} - 2 * {b}",
    "{a} / ({b} * {b} + 1)",
    "{a} ** 2",
    "{a}.exp()",
    "{a}.tanh()",
    "{a}.relu()",
    "{a}.sigmoid()",
    "{a}.abs()",
    "-{a}",
    "{a}.clone()",
    "{a}.detach()",
    "{a}.data",
    "{a}.sum()",
    "{a}.mean(0)",
    "{a}.reshape(-1)",
    "{a}.view(3, 2)",
    "{a}.t()",
    "{a}[0]",
    "{a}[:, 1]",
    "{a}[1:]",
    "{a}[[1, 0]]",
    "{a}.unsqueeze(0)",
    "{a}.squeeze()",
    "{a}.expand(2, 2, 3)",
    "{a}.flatten()",
    "{a}.max()",
    "{a}.cumsum(0)",
    "ag.cat([{a}, {b}])",
    "ag.stack([{a}, {b}])[1]",
    "{a}.chunk(2)[0]",
    "ag.where({a} > {b}, {a}, {b})",
    "{a}.masked_fill({b} > 0, 0.5)",
    "{a} @ {b}.t()",
    "{a}.double()",
    "{a}.clamp(-1, 1)",
    "{a}.softmax(-1)",
    "{a}.requires_grad_()",
    "{a}.unbind(0)[1]",
    "{a}.logsumexp(0)",
    "ag.maximum({a}, {b})",
    "{a}.prod()",
    "ag.autograd.grad({a}.sum(), [l0], retain_graph=True)[0].clone()",
    "{a}.sort(0)[0]",
    "{a}.norm()",
    "{a}.var(0)",
]
WRITE = [
    "{a}.add_({b})",
    "{a}.mul_(2)",
    "{a}.mul_({b})",
    "{a} += 1",
    "{a} *= {b}",
    "{a}.zero_()",
    "{a}[0] = {b}[1]",
    "{a}[0] = 3.",
    "{a}.relu_()",
    "{a}.exp_()",
    "{a}.copy_({b})",
    "{a}.fill_(0.25)",
    "{a}.sub_({b}, alpha=2)",
    "{a}.data.mul_(3)",
    "{a}.detach().add_(1)",
    "{a}.clamp_(-1, 1)",
    "{a}.retain_grad()",
    "{a}.requires_grad_(False)",
    "{a}[:, :2].add_(1)",
    "{a}.t().mul_(2)",
    "{a}.grad = None",
]
WALK = [
    "{a}.sum().backward()",
    "{a}.sum().backward(retain_graph=True)",
    "{a}.backward()",
    "{a}.pow(2).mean().backward()",
    "{a}.backward(ag.ones_like({a}), retain_graph=True)",
    "{a}.sum().backward(create_graph=True)",
    "ag.autograd.grad({a}.sum(), [l0, l1], allow_unused=True)",
    "{a}.sum().backward(inputs=[l1])",
]


def program(seed):
    """Lines of a random program; tensors are called l0, l1 (leaves), c0 (a constant) and t0, t1, ..."""
    dice = random.Random(seed)
    names, lines = ["l0", "l1", "c0"], []
    for i in range(LINES_PER_PROGRAM):
        kind = dice.choices([MAKE, WRITE, WALK], [7, 3, 1.3])[0]
        a, b = dice.choice(names[-4:] + names[:3]), dice.choice(names[-3:] + names[:3])
        line = dice.choice(kind).format(a=a, b=b)
        if kind is MAKE:
            line = f"t{i} = {line}"
            names.append(f"t{i}")
        lines.append(f"with ag.no_grad(): {line}" if dice.random() < 0.12 else line)
    return lines


def transcript(ag, lines):
    """For each line: (the line, its error message or "", what can be seen of every tensor afterwards)."""
    space = {
        "ag": ag,
        "l0": ag.tensor([[0.5, -1.0, 2.0], [0.25, 1.5, -0.75]], requires_grad=True),
        "l1": ag.tensor([[1.0, 0.5, -2.0], [-0.5, 3.0, 0.125]], requires_grad=True),
        "c0": ag.tensor([[2.0, -1.0, 0.5], [1.0, -0.25, 0.75]]),
    }
    for line in lines:
        said = ""
        try:
            exec(line, space)
        except (RuntimeError, ValueError, TypeError, IndexError, NameError) as error:
            said = f"{type(error).__name__}: {error}".split("\n")[0]
        yield line, said, {name: seen(value) for name, value in space.items() if name[1:].isdigit()}


def seen(t):
    if not isinstance(t, (autogradlab.Tensor, sys.modules["torch"].Tensor)):
        return repr(t)
    return [
        looked(t, look)
        for look in (
            numbers,
            lambda t: (tuple(t.shape), str(t.dtype), t.requires_grad, t._version),
            lambda t: t.is_leaf,
            lambda t: t.grad_fn and t.grad_fn.name(),
            lambda t: numbers(t.grad) if t.is_leaf or t.retains_grad else None,
        )
    ]


def looked(t, look):
    try:
        return look(t)
    except RuntimeError as error:
        return str(error)


def numbers(t):
    return t if t is None else [v + 0.0 for v in t.detach().reshape(-1).tolist()]


def difference(seed):
    """The program and the first line after which the engines disagree; None if they never do."""
    import torch

    lines = program(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for ours, theirs in zip(transcript(autogradlab, lines), transcript(torch, lines)):
            if ours[1] == theirs[1] and ("a second time" in ours[1] or "modified by an inplace" in ours[1]):
                return None  # PyTorch notices half-way, when some leaves already have their gradient
            if not same(ours, theirs):
                return told(lines, ours, theirs)
    return None


def same(ours, theirs):
    """Whether both are equal, numbers nearly so: the engines may add in another order."""
    if isinstance(ours, (list, tuple)) and isinstance(theirs, (list, tuple)):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(ours, dict):
        return ours.keys() == theirs.keys() and all(same(a, theirs[name]) for name, a in ours.items())
    if isinstance(ours, float) and isinstance(theirs, float):
        return math.isclose(ours, theirs, rel_tol=1e-3, abs_tol=1e-5) or repr(ours) == repr(theirs)
    return ours == theirs


def told(lines, ours, theirs):
    wrong = {name: (a, theirs[2].get(name)) for name, a in ours[2].items() if not same(a, theirs[2].get(name))}
    return "\n".join(
        [
            *lines[: lines.index(ours[0]) + 1],
            "",
            f"ours:   {ours[1]}",
            f"theirs: {theirs[1]}",
            *(f"{name}:\n  {a}\n  {b}" for name, (a, b) in wrong.items()),
        ]
    )


@pytest.mark.parametrize("seed", range(300))
def test_both_engines_say_the_same_after_every_line(seed):
    pytest.importorskip("torch")
    assert difference(seed) is None


if __name__ == "__main__":
    found = [(seed, text) for seed in range(*map(int, sys.argv[1:3])) if (text := difference(seed))]
    print(f"{len(found)} programs differ")
    for seed, text in found[: int((sys.argv[3:] or [1])[0])]:
        print(f"\n# seed {seed}\n{text}")
