"""A function that a learner passes becomes a source that stands alone, or one sentence says why it cannot."""

import linecache
import math
from functools import cache
from math import sqrt as root

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import autogradlab as ag
from autogradlab import confine
from autogradlab.autograd import Function
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.learner_code import source_of
from autogradlab.course.checks.reading import Blank
from autogradlab.course.checks.wording import word_count

RATE = 0.5
TABLE = {"a": [1, 2.5, None], "b": (True,), "c": {3}, "d": float("inf"), "e": b"x"}
GRID = np.arange(6.0).reshape(2, 3)
NOTHING = np.zeros((0, 3), dtype="int64")
TENSOR = ag.tensor([1.0])
LAMBDA = lambda x: x
ITSELF = []
ITSELF.append(ITSELF)
LONG = list(range(10_000))


def half(x):
    return RATE * x


def quarter(x):
    return half(half(x))


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n > 0 and even(n - 1)


@cache
def power(n, base=RATE):
    return base**n


class Square(Function):
    """Has a helper, too."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return half(4 * x * grad_output)


def square(x):
    return Square.apply(x)


other_name = half


def everything(x):
    return [other_name(x), power(2), root(16), math.pi, np.exp(0), TABLE, GRID.sum(), NOTHING.shape, ag.tensor(1.0)]


def gradient():
    x = ag.tensor(3.0, requires_grad=True)
    square(x).backward()
    return x.grad.item()


def ran(function, call):
    outcome = confine.run(source_of(function), [f"answer = {call}"])
    assert outcome.program.completed and outcome.results[0].completed, outcome
    return outcome.results[0].value


def test_a_text_is_taken_as_it_is():
    assert source_of("x = 1 +") == "x = 1 +"


@pytest.mark.parametrize(
    "copied",
    [
        "```python\ndef f(x):\n    ...\n\n    return x\n```",
        "\n```\n>>> def f(x):\n...     ...\n...\n...     return x\n```\n",
        ">>> def f(x):\n...     ...\n... \n...     return x\n>>>",
        "In [3]: def f(x):\n   ...:     ...\n   ...:\n   ...:     return x",
    ],
)
def test_marks_that_come_along_with_a_copy_are_left_out(copied):
    assert source_of(copied).strip() == "def f(x):\n    ...\n\n    return x"


def test_lines_that_are_not_behind_a_prompt_were_printed():
    assert source_of(">>> x = 1\n>>> print(x)\n1\n") == "x = 1\nprint(x)"


@pytest.mark.parametrize("nothing", [None, ..., "", "  \n"])
def test_nothing_yet_is_blank(nothing):
    with pytest.raises(Blank):
        source_of(nothing)


def test_a_function_brings_what_it_uses():
    assert ran(quarter, "quarter(8)") == 2.0


def test_each_helper_comes_once_and_before_it_is_used():
    source = source_of(quarter)
    assert source.count("def half") == 1 and source.index("RATE = ") < source.index("def half") < source.index("def q")


def test_functions_may_call_each_other():
    assert ran(even, "[even(4), odd(4)]") == [True, False]


def test_a_default_value_is_there_when_the_function_is_made():
    assert ran(power, "power(2)") == 0.25


def test_a_class_brings_its_base_and_its_helpers():
    assert ran(gradient, "gradient()") == 6.0
    assert "class Square(Function)" in source_of(Square)


def test_modules_aliases_and_data_come_along():
    values = ran(everything, "everything(8)")
    assert values[:5] == [4.0, 0.25, 4.0, math.pi, 1.0] and values[6:8] == [15.0, [0, 3]]


def test_data_arrive_as_they_are():
    def it():
        return TABLE

    assert ran(it, "repr(it())") == repr(TABLE)


def test_a_local_name_is_no_use_of_the_notebooks_name():
    def total(TENSOR):
        LAMBDA = 2
        return sum(LAMBDA * ITSELF for ITSELF in TENSOR)

    assert ran(total, "total([1, 2])") == 6


def test_a_function_within_a_function_brings_what_is_around_it():
    step = 3

    def add(x):
        return x + step

    assert ran(add, "add(1)") == 4


def test_a_name_that_nobody_made_is_left_for_python_to_report():
    def f():
        return not_made_yet  # noqa: F821

    outcome = confine.run(source_of(f), ["f()"])
    assert outcome.results[0].error.name == "NameError"


class Net:
    def forward(self):
        return 1


def uses_tensor():
    return TENSOR


def uses_lambda():
    return LAMBDA(1)


def uses_itself():
    return ITSELF


def uses_long():
    return LONG


made_by_exec = {}
exec("def f():\n    return 1", made_by_exec)


def counter():
    count = 0

    def up():
        nonlocal count
        count += 1
        return count

    return up


REFUSED = [
    (lambda x: x, "`lambda`"),
    (Net().forward, "`forward` is the method"),
    (len, "`len` belongs to Python"),
    (math.sqrt, "`sqrt` belongs to Python"),
    (dict, "`dict` belongs to Python"),
    (3, "an int, not a function"),
    ([1], "a list, not a function"),
    (TENSOR, "a Tensor, not a function"),
    (made_by_exec["f"], "The source of `f` cannot be found"),
    (uses_tensor, "uses `TENSOR`, a Tensor,"),
    (uses_lambda, "`LAMBDA` is a `lambda`"),
    (uses_itself, "uses `ITSELF`, a list,"),
    (uses_long, "`LONG` is too large"),
    (counter(), "inside the function around it"),
]


def test_lines_of_a_program_given_by_c_are_not_taken_for_a_function(monkeypatch):
    lines = ["import sys\n", "print(sys.path)\n"]  # what Python 3.13 keeps for `python -c` under this name
    monkeypatch.setitem(linecache.cache, "<string>", (len("".join(lines)), None, lines, "<string>"))
    with pytest.raises(Unreadable, match="The source of `f` cannot be found"):
        source_of(made_by_exec["f"])


@pytest.mark.parametrize("raw, says", REFUSED, ids=[says for _, says in REFUSED])
def test_what_cannot_be_gathered_is_refused_in_one_sentence(raw, says):
    with pytest.raises(Unreadable) as refused:
        source_of(raw)
    assert says in refused.value.sentence and refused.value.advice
    assert word_count(f"{refused.value.sentence} {refused.value.advice}") <= 40


def test_a_file_beside_the_notebook_is_named(tmp_path, monkeypatch):
    (tmp_path / "my_helper_file.py").write_text("def f():\n    return 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    import my_helper_file

    def whole():
        return my_helper_file.f()

    def part():
        return f()

    f = my_helper_file.f
    for function in (whole, part):
        with pytest.raises(Unreadable, match="my_helper_file.py"):
            source_of(function)


def test_it_works_in_a_notebook():
    cells = [
        "import autogradlab as ag, numpy as np\nfrom autogradlab.course.checks.learner_code import source_of",
        "from dataclasses import dataclass\n@dataclass\nclass Settings:\n    rate: float = 2.0\nsettings = Settings",
        "def helper(x):\n    return settings().rate * x",
        "from dataclasses import dataclass\n\n@dataclass\nclass Pair:\n    x: float\n\n"
        "    def doubled(self):\n        return helper(self.x)",
        "%matplotlib inline\ndef f(x):\n    return Pair(x).doubled() + np.exp(0.) + ag.tensor(1.).item()",
        "from autogradlab import confine\nprint(confine.run(source_of(f), ['answer = f(3.)']).results[0].value)",
        "def helper(x):\n    return -x",
        "print(confine.run(source_of(f), ['answer = f(3.)']).results[0].value)",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=120).execute()
    assert [notebook.cells[place].outputs[0].text for place in (5, 7)] == ["8.0\n", "-1.0\n"]
