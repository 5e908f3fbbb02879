"""Lesson 09: its questions, what it claims, and its exercise."""

import warnings
from functools import partial

import pytest
from sources import code_cells

import autogradlab as ag
from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_09 import exercise
from autogradlab.course.programs import run

# ---- keys and signatures -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("item_id, line", [("09-C3", 11), ("09-C4", 4), ("09-B1", 10)])
def test_the_line_at_fault_is_this_one(item_id, line):
    assert registry.find(item_id).key()[0] == line


def test_the_lines_that_are_named_are_the_lines_that_are_meant():
    shown = dict(enumerate(registry.find("09-C4").shown_text().splitlines(), 1))
    assert [shown[line].split(maxsplit=1)[1] for line in (4, 9, 14, 15)] == [
        "ctx.x = x",
        "return grad_output * 2 * ctx.x",
        "x += 1",
        "y.backward()",
    ]


@pytest.mark.parametrize(
    "item_id, fix, idea",
    [
        ("09-C3", "Gentle()(x)", "M48"),
        ("09-C3", "x * 0.1", "the value is bent"),
        ("09-B1", "`return 2 * x / len", "M46"),
    ],
)
def test_a_wrong_repair_is_told_by_its_idea(item_id, fix, idea):
    item = registry.find(item_id)
    letter, chosen = next((letter, each) for letter, each in item.lettered().items() if fix in each.text)
    assert judge(item, f"{chosen.line} {letter}").tag == idea


def limit(line):
    return registry.find("09-C6").starter.replace("...", line)


@pytest.mark.parametrize(
    "line, idea",
    [
        ("return ag.ones(grad_output.shape), None, None", "M46"),
        ("return grad_output", "M47"),
        ("return grad_output, None", "M47"),
        ("return 1.0, None, None", "number for a tensor"),
        ("return grad_output, 0., 0.", "0 for a plain number"),
        ("return grad_output.clamp(-1., 2.), None, None", "gradient is cut, too"),
        ("return None, None, grad_output", "0 for a plain number"),
        ("return None, None, None", "nothing comes back"),
    ],
)
def test_a_class_is_told_by_its_idea(line, idea):
    assert judge(registry.find("09-C6"), limit(line)).tag == idea


@pytest.mark.parametrize("code", ["Limit = 3", "def Limit(x):\n    return x", "class Limit:\n    pass"])
def test_what_is_no_such_class_is_not_counted(code):
    feedback = judge(registry.find("09-C6"), code)
    assert not feedback.counts and "is not a class" in feedback.says


def test_an_error_of_ones_own_in_the_class_is_not_counted():
    assert not judge(registry.find("09-C6"), limit("return ctx.kept, None, None")).counts


@pytest.mark.parametrize("line", ["return 1 * grad_output, None, None", "return (grad_output.clone(), None, None)"])
def test_another_right_class_passes(line):
    assert judge(registry.find("09-C6"), limit(line)).verdict.word == "passed"


def test_the_halves_may_change_places():
    assert judge(registry.find("09-C7"), "4 5 6 1 2 3").verdict.word == "passed"


# ---- what the lesson says ------------------------------------------------------------------------------------------


cells = partial(code_cells, "09_function")


def test_the_learner_mends_the_rule_as_the_bug_says():
    notebook = cells("notebooks")
    mended = notebook["bug"].replace("ctx.saved_tensors[0]", "ctx.saved_tensors[0] / len(ctx.saved_tensors[0])")
    printed = [run(f"{bug}\n{notebook['bug-run']}").printed.split("\n")[1] for bug in (notebook["bug"], mended)]
    assert printed == [
        "tensor([60., 20., 40., 80.], dtype=torch.float64) False",
        "tensor([15.,  5., 10., 20.], dtype=torch.float64) True",
    ]


def test_a_stretched_argument_gets_its_gradient_added_up():
    """The third row of the table: the engine sums the gradient of a broadcast argument, as PyTorch does."""

    class Add(ag.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            return a + b

        @staticmethod
        def backward(ctx, grad_output):
            return grad_output, grad_output

    a, b = ag.ones(2, 3).requires_grad_(), ag.tensor(1.0, requires_grad=True)
    Add.apply(a, b).sum().backward()
    assert b.grad.item() == 6


def test_single_precision_fails_the_right_rule():
    braking = run(cells("notebooks")["braking"]).names["Braking"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        passes = [
            ag.autograd.gradcheck(
                braking.apply, ag.tensor([3.0, 1.0], dtype=kind, requires_grad=True), raise_exception=False
            )
            for kind in (ag.float32, ag.float64)
        ]
    assert passes == [False, True]


# ---- the exercise --------------------------------------------------------------------------------------------------

CHECKS = {
    "check_huber_values": "huber",
    "check_huber_rule": "huber",
    "check_huber_care": "huber",
    "check_logsumexp": "logsumexp",
    "check_logsumexp_large": "logsumexp",
    "check_measured": "measured-slopes",
}
NAMES = {"huber": "Huber", "logsumexp": "LogSumExp", "measured-slopes": "measured_slopes"}


def written(source, cell):
    names = {"ag": ag, "places": exercise.places}
    exec("import numpy as np\n" + source, names)
    return names[NAMES[cell]]


@pytest.mark.parametrize(
    "check, old, new, says",
    [
        (
            "check_huber_values",
            "return part * (error - part / 2)",
            "return error ** 2 / 2",
            "the third error, 6, costs 18",
        ),
        ("check_huber_values", "error - part / 2", "error - part", "errors of 1, 0, -6 and 2"),
        (
            "check_huber_values",
            "return part * (error - part / 2)",
            "return (part * error).mean()",
            "no sum and no mean",
        ),
        ("check_huber_rule", "(guess - wish).clamp", "(wish - guess).clamp", "right, the sign is not"),
        ("check_huber_care", "slope, -slope", "-slope, slope", "-1 and -3\n  help: it should be 1 and 3"),
        (
            "check_huber_rule",
            "save_for_backward(guess, wish)",
            "save_for_backward(guess, wish, delta)",
            "`ctx.delta = delta`",
        ),
        ("check_huber_care", "return part *", "return guess.abs() * 1e-3 + part *", "gradcheck says no"),
        ("check_huber_rule", "grad_output * (guess", "(guess", "whatever arrives"),
        ("check_huber_rule", ".clamp(-ctx.delta, ctx.delta)", "", "pulls with its whole error"),
        ("check_huber_rule", "-slope, None", "slope, None", "for the wish you send"),
        ("check_huber_rule", "-slope, None", "None, None", "nothing lands in the wish"),
        ("check_huber_rule", "slope, -slope, None", "None, None, None", "no gradient lands in the guess"),
        ("check_huber_rule", "slope, -slope, None", "slope", "incorrect number of gradients"),
        ("check_huber_rule", "slope, -slope, None", "slope, -slope", "look at the `return` of backward"),
        ("check_huber_rule", "slope, -slope, None", "slope.sum() * ag.ones(7), -slope, None", "look at the `return`"),
        ("check_huber_rule", "slope, -slope", "2 * slope, -slope", "for the guess you send"),
        ("check_huber_care", "ctx.delta", "Huber.delta", "you send 3 and 3\n  help: each call has a ctx of its own"),
        (
            "check_huber_care",
            ".clamp(-ctx.delta, ctx.delta)",
            "",
            "you send 10 and 10\n  help: the slope of an error of",
        ),
        ("check_huber_care", "slope, -slope, None", "None, None, None", "no gradient lands in the guess"),
        (
            "check_huber_values",
            "part = error.clamp(-delta, delta)",
            "part = error if abs(error) <= delta else delta",
            "ambiguous\n  help: there are several entries, and `if` wants one answer: take `clamp`, or `ag.where`",
        ),
        (
            "check_huber_rule",
            "slope = grad_output * (guess - wish).clamp(-ctx.delta, ctx.delta)",
            "slope = grad_output * (guess - wish if abs(guess - wish) <= ctx.delta else ctx.delta)",
            "take `clamp`, or `ag.where`; look at line ",
        ),
        ("check_logsumexp", "grad_output * (x", "(x", "whatever arrives"),
        ("check_logsumexp", "(x - result).exp()", "x.exp()", "grad_output times exp"),
        ("check_logsumexp", "(x - result)", "(result - x)", "it should be"),
        ("check_logsumexp", ".sum().log()", ".mean().log()", "the log of 4"),
        ("check_logsumexp", "x.max()", "x.amax(dim=0, keepdim=True)", "a single number, without a dimension"),
        ("check_logsumexp_large", "largest = x.max()", "largest = 0", "take the largest entry out first"),
        ("check_logsumexp_large", "largest = x.max()", "largest = x.mean()", "for entries of 2000 and 0 you give inf"),
        ("check_logsumexp_large", "(x - result).exp()", "x.exp() / x.exp().sum()", "you send"),
        ("check_logsumexp_large", "result = largest + ", "result = ", "what was taken out has to come back"),
        (
            "check_logsumexp_large",
            ".sum().log()",
            ".sum()",
            "you give 1002.0\n  help: it should be 1000 and the log of 2",
        ),
        (
            "check_measured",
            "here = x.detach()",
            "here = x.detach()\n    here += 1\n    here -= 1",
            "the call wrote into x",
        ),
        ("check_measured", "/ (2 * h)", "/ h", "twice too large"),
        ("check_measured", "/ (2 * h)", "/ 2 * h", "nearly 0\n  help: `/ 2 . h` divides by 2 and multiplies by h"),
        ("check_measured", "(f(here + step) - f(here - step))", "(f(here - step) - f(here + step))", "the sign is not"),
        ("check_measured", "f(here - step)", "f(here)", "the slopes are"),
        ("check_measured", "return slopes", "return slopes.sum()", "for a matrix of 2 by 2"),
    ],
)
def test_a_mistake_is_told(check, old, new, says):
    cell = CHECKS[check]
    source = cells("solutions")[cell]
    assert old in source
    with pytest.raises(NotYet, match=says):
        getattr(exercise, check)(written(source.replace(old, new), cell))


def test_tensors_kept_as_attributes_are_told():
    source = cells("solutions")["huber"].replace("ctx.save_for_backward(guess, wish)", "ctx.both = guess, wish")
    with pytest.raises(NotYet, match="nothing is said"):
        exercise.check_huber_care(written(source.replace("ctx.saved_tensors", "ctx.both"), "huber"))


def test_a_function_in_place_of_the_class_is_told():
    with pytest.raises(NotYet, match="is <function"):
        exercise.check_huber_values(lambda guess, wish, delta: guess)
