"""Every test has its own empty data folder, and small items to answer."""

import pytest

from autogradlab.course.checks import Case, Choice, Number, Option, Print, Signature, registry
from autogradlab.course.checks.check import Check

NUMBER = Number(
    id="99-C1",
    task="What is `w.grad` for `w**2` at **4**?",
    expected="a positive number",
    reason="It is `2*w`.",
    program="w = ag.tensor(4., requires_grad=True)\nloss = w**2\nloss.backward()\nanswer = w.grad",
    wrong=(
        Signature(
            "M40",
            "loss",
            "**{answer} is the loss.** The slope is something else.",
            (Case("high", "answer = 4**2"), Case("steep", "answer = 2 * 4")),
        ),
    ),
    hints=("Look at the tangent.", "Rise over run.", "At 5 it is 10."),
    reveal="It is {key}.",
)

CHOICE = Choice(
    id="99-C2",
    task="Which one is larger?",
    program="answer = max('one', 'two', key={'one': 1, 'two': 2}.get)",
    reason="Two is one and one.",
    hints=("Count.", "Count again.", "Three is more than two."),
    reveal="{key}",
    options=(
        Option("one", "The number `one`", "smaller", "**This one is smaller.** Count both."),
        Option("two", "The number two"),
        Option("none", "None of them"),
    ),
)

PRINT = Print(
    id="99-C3",
    task="What is printed?",
    program="w = ag.tensor(3., requires_grad=True)\nprint(w.grad)",
    reason="Nothing was stored yet.",
    hints=("Look.", "Where is backward?", "With backward there would be a tensor."),
    reveal="{key}",
    wrong=(Signature("value", "print(ag.tensor(3.))", "**{answer} is the value of `w`.**"),),
)

RAISES = Print(
    id="99-C4",
    task="What is printed?",
    program="print(1 / 0)",
    reason="Nobody can divide by zero.",
    hints=("Look.", "Divide.", "2 / 0 is the same."),
    reveal="{key}",
)

ARRAY = Number(
    id="99-C5",
    task="The gradient of the sum?",
    program="answer = [[1., 2.], [3., 4.]]",
    reason="So it is.",
    expected="two rows of two",
    hints=("a", "b", "c"),
    reveal="{key}",
    batch=3,
)


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    """Where this test's attempts go."""
    monkeypatch.setenv("AUTOGRADLAB_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("AUTOGRADLAB_RECORD", raising=False)
    return tmp_path / "data"


@pytest.fixture(autouse=True)
def items(monkeypatch):
    """Small items of several types, known by their ids during one test."""
    known = {item.id: item for item in (NUMBER, CHOICE, PRINT, RAISES, ARRAY)}
    monkeypatch.setattr(registry, "_ITEMS", dict(registry._ITEMS) | known)
    return known


@pytest.fixture
def check():
    """A `check` as in a fresh kernel."""
    return Check()
