"""Random `Function` classes and what may go wrong with them: both engines must print the same.

Each program is made from a seed: a class with a forward, in either style, that writes, saves, marks and returns what
the dice say, and a backward that returns what they say; then a call, perhaps a write, and walks.
`python tests/autograd/test_random_functions.py 1000 2000` tries other seeds and prints the first program that differs.
"""

import sys

import pytest
from drawn import Dice, printed

import autogradlab

TOOLS = '''
def show(name, value):
    if isinstance(value, tuple):
        print(name, "of", len(value))
        for each in value:
            show(name, each)
    elif not isinstance(value, ag.Tensor):
        print(name, value)
    else:
        numbers = ["%.4g" % number for number in value.detach().flatten().tolist()]
        print(name, numbers, tuple(value.shape), value.dtype, value.requires_grad, value.output_nr, end=" ")
        print(value.grad_fn and value.grad_fn.name(), name == "walk" or value._version)  # of gradients: see the docs


def tried(name, attempt):
    """What `attempt()` gives, shown, or None; its error, shown."""
    try:
        result = attempt()
        show(name, result)
        return result
    except Exception as error:
        print(name, type(error).__name__, str(error).splitlines()[0])


def gradients(names):
    for name, tensor in names.items():
        print(name, tensor.grad is None or ["%.4g" % number for number in tensor.grad.flatten().tolist()])
'''
RESULTS = """{}*2 {}+1 {}**2 {}.exp() {}.sum() {}.clone() {} {}.detach() {}.view(-1) {}.reshape(-1)[0] {}.round() {}>0
    {}.long() {}.mean(0) {}.t()""".split()
WRITES = "{}.mul_(2)", "{}.add_(1)", "{}.sin_()"
GRADIENTS = ("None", *["{g} * 2"] * 3, *["{g} * {saved}"] * 2, "{g}", "{g}.sum()", "{g}.expand(2, 2)", "ag.ones(5)",
             "{g}.double()", "({g} if {g} is not None else 0.0) * 2")  # fmt: skip
DATA = "[1., 2.]", "[[1., 2.], [3., 4.]]", "3.", "[0.5, -1.5]", "[[-1., 2.], [0., 4.]]"
WALKS = (
    ("ag.autograd.grad(total, leaves, create_graph=True, allow_unused={often})",),
    ("total.backward()", "total.backward()"),
    ("total.backward(retain_graph=True)", "total.backward()"),
)


def program(seed):
    """The source of a random program, with an engine called `ag`."""
    dice = Dice(seed)
    inputs, outputs = "abc"[: dice.randint(1, 3)], [f"y{i}" for i in range(dice.choice([1, 1, 1, 2, 2, 3]))]
    saved = dice.sample(inputs, dice.randint(0, len(inputs))) + [each for each in outputs if dice.says(0.25)]
    lines = ["class F(ag.autograd.Function):", *forward(dice, inputs, outputs, saved)]
    lines += backward(dice, inputs, outputs, saved)
    given, data = [], dice.choice(DATA)
    for name in inputs:
        other, asks, computed = dice.choice([data, dice.choice(DATA)]), dice.says(0.75), dice.says(0.5)
        lines.append(f"{name} = ag.tensor({other}, requires_grad={asks})")
        given.append(f"{name} * 1" if asks and computed else name)
    names = [f"given{i}" for i in range(len(given))]
    lines.append(f"{', '.join(names)}, = {', '.join(given)},")
    lines.append(f'y = tried("y", lambda: F.apply({", ".join(names)}))')
    lines += [f'tried("{name}", lambda: {name})' for name in names]
    lines.append("y = [each for each in (y if isinstance(y, tuple) else (y,)) if isinstance(each, ag.Tensor)]")
    lines.append(f"y = [each for each in y if each.grad_fn]{dice.choice(['', '', '', '[:1]', '[1:]'])}")
    if dice.says(0.2):
        lines.append(f'tried("write", lambda: {dice.choice(["y[0]", *names])}.{dice.choice(["mul_(2)", "add_(1)"])})')
    lines.append('total = tried("total", lambda: sum([(each * (i + 1)).sum() for i, each in enumerate(y)]))')
    lines.append(f"leaves = [each for each in [{', '.join(inputs)}] if each.requires_grad]")
    for walk in dice.choice(WALKS):
        lines.append(f'tried("walk", lambda: {walk.format(often=dice.says(0.6))})')
        lines.append(f"gradients(dict({', '.join(f'{name}={name}' for name in inputs)}))")
    return "\n".join([TOOLS, *lines])


def forward(dice, inputs, outputs, saved):
    """The lines of forward, and of setup_context where that is the style."""
    works = [f"{name} = {dice.choice(RESULTS).format(dice.choice(inputs))}" for name in outputs]
    dirty = [name for name in inputs if dice.says(0.15)]
    for name in dirty:
        works.insert(dice.randint(0, len(works)), dice.choice(WRITES).format(name))
    returned = [dirty[0], *outputs[1:]] if dirty and dice.says(0.7) else list(outputs)
    if dice.says(0.06):
        returned[dice.randrange(len(returned))] = dice.choice(["None", "3.0", inputs[0]])
    marks = [
        f"ctx.{method}({', '.join(names)})"
        for method, names, chance in (
            ("save_for_backward", saved, 1),
            ("save_for_backward", dice.sample(inputs, 1), 0.1),
            ("mark_dirty", dirty, 0.8),
            ("mark_dirty", inputs[0], 0.05),
            ("mark_non_differentiable", [name for name in outputs if dice.says(0.15)], 1),
            ("set_materialize_grads", ["False"], 0.2),
        )
        if names and dice.says(chance)
    ] + ["print(ctx.needs_input_grad)"]
    result = f"return {', '.join(returned)}{',' * (len(returned) == 1 and dice.says(0.1))}"
    if not dice.says(0.25):
        return method("forward", ["ctx", *inputs], [*works, *marks, result])
    unpacked = [f"{', '.join(inputs)}, = inputs", f"{', '.join(outputs)} = output"]
    setup = method("setup_context", ["ctx", "inputs", "output"], [*unpacked, *marks])
    return [*method("forward", inputs, [*works, result]), *setup]


def backward(dice, inputs, outputs, saved):
    gradients = [f"g{name[1:]}" for name in outputs]
    looks = bool(saved) and dice.says(0.9)
    works = [f"print([each is None or tuple(each.shape) for each in [{', '.join(gradients)}]])"]
    if looks:
        works.append("saved = ctx.saved_tensors")
        works.append("print([(each.requires_grad, each.grad_fn is None) for each in saved])")
    results = [
        dice.choice(GRADIENTS).format(
            g=dice.choice(gradients), saved=f"saved[{dice.randrange(len(saved))}]" if looks else 1
        )
        for _ in inputs
    ] + ["None"] * dice.says(0.06)
    works.append(f"return {', '.join(results[dice.says(0.04) :]) or None}")
    once = ["    @ag.autograd.function.once_differentiable"] * dice.says(0.15)
    first, *rest = method("backward", ["ctx", *gradients], works)
    return [first, *once, *rest]


def method(name, parameters, lines):
    return ["    @staticmethod", f"    def {name}({', '.join(parameters)}):", *[f"        {line}" for line in lines]]


@pytest.mark.parametrize("seed", range(300))
def test_both_engines_print_the_same(seed):
    torch = pytest.importorskip("torch")
    source = program(seed)
    assert printed(source, autogradlab) == printed(source, torch), source


if __name__ == "__main__":
    import torch

    differ = [
        seed
        for seed in range(*map(int, sys.argv[1:3]))
        if printed(program(seed), autogradlab) != printed(program(seed), torch)
    ]
    print(f"{len(differ)} programs differ: {differ[:20]}")
    for seed in differ[:1]:
        print(program(seed).removeprefix(TOOLS))
        for engine in (autogradlab, torch):
            print("", engine.__name__, *printed(program(seed), engine), sep="\n")
