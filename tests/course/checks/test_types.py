"""The types of question besides number, print and choice: what counts as right, and what is said otherwise."""

import ast

import pytest

from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.checks.questions import Code, Print, Probe, order
from autogradlab.course.checks.samples import BUG, CODE, LEAVES, LINE, NODE, ORDER, SEVERAL, TORN, VARIED
from autogradlab.course.checks.wording import to_text
from autogradlab.course.programs import Run

STATES = [
    (ORDER, "1 2 3 4", "passed", "", "Yes: 1 2 3 4."),
    (ORDER, [1, 2, 3, 4], "passed", "", "Yes"),
    (ORDER, "2 1 3 4", "passed", "", "Yes: 2 1 3 4."),
    (ORDER, "1 → 2 → 3 → 4", "passed", "", "Yes"),
    (ORDER, "2314", "not yet", "M07", "cleared before it is used"),
    (ORDER, "4 1 2 3", "not yet", "near:place", "out of place"),
    (ORDER, "4 3 1 2", "not yet", "", "NameError"),
    (ORDER, "1 2 3", "could not be read", "", "Line 4 is missing."),
    (ORDER, "1 2 3 3", "could not be read", "", "Line 3 is there twice."),
    (ORDER, "1 2 3 7", "could not be read", "", "There is no line 7."),
    (ORDER, "first the loss", "could not be read", "", "not a list of line numbers"),
    (ORDER, "", "not attempted", "", "No answer yet"),
    (BUG, "2 A", "passed", "", "Yes: line 2, remove the `with`."),
    (BUG, (2, "A"), "passed", "", "Yes"),
    (BUG, "line 2, remove the with", "passed", "", "Yes"),
    (BUG, "4 B", "not yet", "M56", "makes a new leaf"),
    (BUG, "1 B", "not yet", "M56", "makes a new leaf"),
    (BUG, "3 A", "not yet", "near:line", "The change is the right one"),
    (BUG, "2 C", "not yet", "", "The line is found"),
    (BUG, "1 C", "not yet", "", "Line 1 does what it should."),
    (BUG, "2", "could not be read", "", "the change is missing"),
    (BUG, "9 A", "could not be read", "", "There is no line 9."),
    (BUG, "A", "could not be read", "", "No line number"),
    (BUG, "2 Z", "could not be read", "", "There is no option"),
    (BUG, "", "not attempted", "", "No answer yet"),
    (LINE, 2, "passed", "", "Yes: line 2."),
    (LINE, "line 3", "not yet", "later line", "only uses what arrives"),
    (LINE, "1", "not yet", "", "Line 1 does what it should."),
    (NODE, "B", "passed", "", "AddBackward0"),
    (NODE, "AddBackward0 that makes y", "passed", "", "Yes"),
    (NODE, "A", "not yet", "itself", "z.grad_fn` itself"),
    (NODE, "C", "not yet", "", "a different place"),
    (NODE, "E", "could not be read", "", "There is no option"),
    (LEAVES, "C D", "passed", "", "Yes: `k`; `x`."),
    (LEAVES, "dc", "passed", "", "Yes"),
    (LEAVES, ["x", "k"], "passed", "", "Yes"),
    (LEAVES, "x, k", "passed", "", "Yes"),
    (LEAVES, "D", "not yet", "M17", "is a leaf too"),
    (LEAVES, "ABCD", "not yet", "", "of the 4 places"),
    (LEAVES, "none", "not yet", "", "of the 4 places"),
    (SEVERAL, "B D", "passed", "", "Yes: B, D."),
    (SEVERAL, "A B D", "not yet", "odd", "One is odd."),
    (SEVERAL, "B", "not yet", "", "of the 4 options"),
    (CODE, "def square(x):\n    return x**2", "passed", "", "passes all 2 trials"),
    (CODE, "def square(x):\n    return x + x", "not yet", "doubled", "This doubles."),
    (CODE, "def square(x):\n    return 9", "not yet", "", "Not yet for a tensor"),
    (CODE, "def square(x):\n    x**2", "not yet", "", "Does every way through it end with `return`?"),
    (CODE, "def square(x):\n    return y", "could not run", "", "NameError"),
    (CODE, "def square(x):\n    assert x > 99\n    return x", "could not run", "", "raised `AssertionError`. This"),
    (CODE, "def square(x)\n    return y", "could not run", "", "SyntaxError"),
    (CODE, "def other(x):\n    return x", "could not run", "", "There is no `square`"),
    (CODE, "exit()", "could not run", "", "exit()"),
    (CODE, "def square(x):\n    import torch.nn as nn\n    return x**2", "could not run", "", "uses PyTorch"),
    (CODE, "def square(x):\n    from torch import sqrt\n    return x**2", "could not run", "", "uses PyTorch"),
    (CODE, "def square(x):\n    return torch.square(x)", "could not run", "", "uses PyTorch"),
    (CODE, "def square(x):\n    return str(x * x)", "not yet", "", "it gives `'9'`"),
    (CODE, "def square(x):\n    ...", "not attempted", "", "Nothing is written yet"),
    (VARIED, "error", "not yet", "near:no error", "runs to the end"),
    (TORN, 12, "not yet", "undecided", "Two different ideas lead to 12."),
]


@pytest.mark.parametrize("item, answer, verdict, tag, says", STATES, ids=lambda value: str(getattr(value, "id", "")))
def test_every_state_of_every_type(item, answer, verdict, tag, says):
    feedback = judge(item, answer)
    assert (feedback.verdict.word, feedback.tag) == (verdict, tag)
    assert says in to_text(feedback.says)
    assert feedback.counts == (verdict in ("passed", "not yet"))


def test_a_class_that_is_missing_is_asked_for_as_a_class():
    item = CODE.__class__(**(CODE._written | {"starter": "class square:\n    ..."}))
    assert judge(item, "other = 1").action == "Write it as a class: `class square(...):`"


def test_what_ends_in_a_point_gets_no_second_one(monkeypatch):
    monkeypatch.setattr(type(VARIED), "confirmed", lambda self, answer, key: "`It ends.`")
    assert judge(VARIED, 16).says.startswith("**Yes: `It ends.`** ")


def with_program(probe, given=""):
    """The item that asks for `square`, with this probe as its only one."""
    return Code(**(CODE._written | {"probes": (Probe("a tensor", probe),), "given": given, "wrong": ()}))


@pytest.mark.parametrize(
    "body, says, action",
    [
        ("x * x", "`square` gave back `None`", "Does it end with `return`?"),
        ("return (x * x,)", "`square` gave back `(tensor(9.),)`, a tuple", "take that one out with `[0]`"),
        ("return x, x", "`square` gave back", "'tuple' object has no attribute 'item'"),
        ("return lambda: x", "`square` gave back a function.", "'function' object has no attribute 'item'"),
        ("return 9.0", "`square` gave back `9.0`, a float", "Compare it with what the task asks for."),
    ],
)
def test_what_the_check_cannot_go_on_with_is_shown_and_no_line_is_blamed(body, says, action):
    feedback = judge(with_program("answer = square(ag.tensor(3.)).item()"), f"def square(x):\n    {body}")
    assert feedback.verdict.word == "could not run"
    assert says in feedback.says and action in feedback.action


def test_an_error_in_a_line_of_the_learners_is_shown_with_that_line():
    feedback = judge(with_program("answer = square(ag.tensor(3.)).item()"), "def square(x):\n    return x.size.a")
    assert "AttributeError" in feedback.says and "line 2" in feedback.action


def test_what_an_item_brings_along_is_there_and_takes_no_line():
    item = with_program("answer = square(3)", given="def times(a, b):\n    return a * b\n")
    assert judge(item, "def square(x):\n    return times(x, x)").verdict.word == "passed"
    assert "line 2" in judge(item, "def square(x):\n    return times(x)").action


@pytest.mark.parametrize("item", [item for item in registry.every_item() if isinstance(item, Code)], ids=lambda i: i.id)
def test_no_solution_defines_what_the_starter_does_not(item):
    """Otherwise a right answer that begins with the starter would lack a name that our solution has."""
    assert defined(item.program) <= defined(item.starter) | {item.entry}


def defined(source):
    """The names of the functions and classes that a source defines."""
    kinds = ast.FunctionDef, ast.ClassDef
    return {each.name for each in ast.parse(source).body if isinstance(each, kinds)}


def test_a_loop_without_end_is_stopped_and_not_counted():
    hasty = CODE.__class__(**(CODE._written | {"seconds": 1.0}))
    feedback = judge(hasty, "def square(x):\n    while True:\n        pass")
    assert feedback.verdict.word == "could not run" and not feedback.counts
    assert "stopped after 1 seconds" in feedback.says and "Which loop never ends?" in feedback.action


@pytest.mark.parametrize(
    "body, says",
    [
        ("time.sleep(9)", "It was at line 3: `time.sleep(9)`. What takes so long there"),
        ("return 7 ** 10**8", "what comes out is too large"),
    ],
)
def test_where_there_is_no_loop_none_is_blamed(body, says):
    hasty = CODE.__class__(**(CODE._written | {"seconds": 0.5}))
    assert says in judge(hasty, f"import time\ndef square(x):\n    {body}").action


def test_code_cannot_change_the_notebook_it_is_checked_from():
    judge(CODE, "import autogradlab\nautogradlab.tensor = None\ndef square(x):\n    return 2")
    import autogradlab

    assert autogradlab.tensor([1.0]).item() == 1.0


def test_every_order_that_works_is_right():
    works = [lines for lines in ("1 2 3 4", "2 1 3 4") if judge(ORDER, lines).verdict.word == "passed"]
    assert len(works) == 2


@pytest.mark.parametrize("learner", range(20))
def test_lines_are_mixed_for_each_learner_and_never_already_in_order(learner):
    item = ORDER.for_learner(str(learner))
    assert judge(item, "1 2 3 4").verdict.word != "passed"
    assert judge(item, item.raw(item.key())).verdict.word == "passed"
    assert item.stored(item.key()) == "1 2 3 4"
    assert judge(item, "1 2 3 4").tag != "M07"  # a learner with that idea would have no line to move


def test_lines_are_shown_after_each_order_has_run_once_at_most(monkeypatch):
    ran = []
    monkeypatch.setattr(order, "run", lambda program, **how: ran.append(program) or Run({"answer": 0}, ""))
    ORDER.for_learner("all orders give the same, so that every draw is tried")
    assert len(ran) == len(set(ran)) <= 24


def test_the_key_of_a_bug_is_the_fix_that_works_and_moves_with_the_learner():
    for learner in range(10):
        item = BUG.for_learner(str(learner))
        line, letter = item.key()
        assert (line, item.lettered()[letter].text) == (2, "remove the `with`")


def test_a_bug_must_have_exactly_one_fix_that_works():
    both = BUG.__class__(**(BUG._written | {"fixes": (BUG.fixes[0], BUG.fixes[0])}))
    with pytest.raises(ValueError, match="2 fixes"):
        both.key()


def test_what_can_be_clicked_is_in_the_picture_with_its_letter():
    picture, words = NODE.drawn()
    for letter, spot in NODE.lettered().items():
        assert f'data-node="{spot.id}"' in picture and f">{letter}</text>" in picture
        assert spot.text.split("`")[1] in words
    assert picture.count("onclick") == len(NODE.spots)


def test_texts_are_filled_with_the_numbers_of_the_item_and_of_its_variants():
    assert VARIED.task == "What is 4 squared?" and VARIED.wrong[0].says.endswith("twice 4.** Multiply it by itself.")
    variant = VARIED.variant(3)
    number = variant.numbers["w"]
    assert variant.task == f"What is {number} squared?" and variant.key() == number**2 != 16
    assert VARIED.variant(3).numbers == variant.numbers


@pytest.mark.parametrize("seed", range(1, 200))
def test_variants_keep_key_and_signatures_apart(seed):
    variant = VARIED.variant(seed)
    answers = [float(variant.key()), *(float(value) for _, value in variant.signed())]
    assert len(set(answers)) == len(answers)


def test_a_variant_that_cannot_be_told_apart_is_refused():
    with pytest.raises(ValueError, match="98-C7: no draw"):
        VARIED.__class__(**(VARIED._written | {"ranges": {"w": [2]}})).variant(1)


@pytest.mark.parametrize(
    "program, form",
    [
        ("print(1)", "what it prints"),
        ("for i in range(2):\n    i\nprint(i)", "what it prints"),
        ("x = [i for i in range(2)]\nprint(x)", "what it prints"),
        ("1 / 0\nprint(1)", "what it prints"),
        ("print(1)\nprint(2)", "what it prints, a space between lines"),
        ("for i in range(2):\n    print(i)", "what it prints, a space between lines"),
        ("while False:\n    print(1)", "what it prints, a space between lines"),
        ("show = lambda i: print(i)\nshow(1)\nshow(2)", "what it prints, a space between lines"),
        ("try:\n    1\nexcept ValueError:\n    print(1)\nprint(2)", "what it prints, a space between lines"),
    ],
)
def test_the_field_says_how_several_lines_are_written_where_there_may_be_several(program, form):
    item = Print(id="97-C1", task="What is printed?", program=program, reason="So.", hints=("a", "b", "c"), reveal="r")
    assert item.form() == form
