"""Lesson 08: its questions, what its page claims, and what the exercise says."""

import copy
from dataclasses import replace
from functools import partial

import pytest
from sources import solved_answers

import autogradlab as ag
from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.checks.questions import Recall
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_08 import exercise, items

ITEMS = [item for item in items.ITEMS if not isinstance(item, Recall)]


# ---- the items ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "item_id, phrase",
    [
        ("08-P6", "Inference tensors cannot be saved for backward"),
        ("08-C7", "does not require grad and does not have a grad_fn"),
    ],
)
def test_the_errors_are_those_of_pytorch(item_id, phrase):
    assert registry.find(item_id).key().startswith("RuntimeError") and phrase in registry.find(item_id).key()


def test_the_forecasts_of_the_bug_differ_as_the_notebook_prints_them():
    ran = registry.find("08-B1").ran()
    evaluate, new_model = ran.names["evaluate"], ran.names["new_model"]
    model = new_model()
    assert [round(evaluate(model).item(), 3) for _ in range(3)] == [23.237, 24.551, 29.832]
    assert registry.find("08-B2").key() == pytest.approx(evaluate(new_model(), layers="eval").item(), abs=1e-3)


@pytest.mark.parametrize("order", ["1 2 3 4", "4 1 2 3", "2 3 4 1", "3 4 1 2"])
def test_an_order_that_goes_round_passes_from_wherever_it_begins(order):
    wanted = "passed" if order != "3 4 1 2" else "not yet"  # the first validation would find the layer in train mode
    item = registry.find("08-C10")
    assert judge(item, order).verdict.word == wanted
    assert "begin with `norm.eval()` or with `norm.train()`" in item.reveal


def test_the_layer_may_be_woken_up_before_each_batch_or_after_each_validation():
    item = registry.find("08-C8")
    fix = item.lettered()["A"]
    after = replace(fix, line=fix.also, new=item.program.splitlines()[-1] + "\n    norm.train()")
    assert item.mended(after).outcome == item.mended(fix).outcome == pytest.approx(8.13)
    told = {line: judge(item, f"{line} A").verdict.word for line in (6, 7, 8, 9)}
    assert told == {6: "not yet", 7: "passed", 8: "not yet", 9: "passed"}
    assert judge(item, "9 A").says.startswith("**Yes: line 9, add `norm.train()` below this line")


def test_the_design_numbers_of_the_detached_factor():
    item = registry.find("08-C4")
    drawn = type(item)(**(item._written | {"numbers": {"a": 3, "k": 1, "c": 0}}))
    assert drawn.key() == 3  # x * x.detach() at 3


@pytest.mark.parametrize(
    "source, tag",
    [
        ("def pull(a, b):\n    return (a - b.detach())**2", ""),
        ("def pull(a, b):\n    b = b.detach()\n    return (b - a) * (b - a)", ""),
        ("def pull(a, b):\n    return (a - b.data)**2", ""),
        ("def pull(a, b):\n    with ag.no_grad():\n        c = b * 1\n    return (a - c)**2", ""),
        ("def pull(a, b):\n    return ((a - b.detach())**2).mean()", "averaged"),
        ("def pull(a, b):\n    return (a - b)**2", "teacher learns"),
        ("def pull(a, b):\n    with ag.no_grad():\n        return (a - b)**2", "M26"),
        ("def pull(a, b):\n    return ((a - b)**2).detach()", "M26"),
        ("def pull(a, b):\n    c = (a - b.detach())**2\n    c.backward()\n    return c", "walked inside"),
        ("def pull(a, b):\n    b.requires_grad = False\n    return (a - b)**2", "teacher switched off"),
    ],
)
def test_what_pull_does_decides_not_how_it_is_written(source, tag):
    feedback = judge(registry.find("08-C11"), source)
    assert (feedback.verdict.word, feedback.tag) == ("not yet" if tag else "passed", tag)


def test_pull_is_asked_for_tensors_with_several_entries():
    feedback = judge(registry.find("08-C11"), "def pull(a, b):\n    return (a - b.item())**2")
    assert feedback.verdict.word == "could not run" and "a Tensor with 2 elements" in str(feedback)


# ---- what the page claims beyond its cells --------------------------------------------------------------------------


def test_a_frozen_layer_is_not_recorded_and_hands_a_gradient_on():
    layer, x = ag.nn.Linear(1, 1).requires_grad_(False), ag.ones(1, 1)
    assert not layer(x).requires_grad
    layer(x.requires_grad_()).sum().backward()
    assert x.grad is not None and layer.weight.grad is None


def test_results_of_inference_mode_count_no_versions():
    with ag.inference_mode():
        c = ag.tensor(2.0) * 1.0
    with pytest.raises(RuntimeError, match="do not track version counter"):
        c._version


# ---- the exercise ---------------------------------------------------------------------------------------------------

answers = partial(solved_answers, "08_switches")


def functions(cell, *changes, also=()):
    """The functions of an answer cell after these changes; `also` are cells that it needs."""
    source = answers()[cell]
    for old, new in changes:
        assert old in source, old
        source = source.replace(old, new)
    names = {"ag": ag}
    exec("\n".join([*(answers()[other] for other in also), source]), names)
    return [names[name] for name in NAMES[cell]]


NAMES = {"a-answer": ("modes_of", "set_modes"), "b-answer": ("evaluate",), "c-answer": ("round_through",)}
NEEDS = {"b-answer": ("a-answer",)}


def untouched(*arguments):
    raise NotImplementedError


def test_half_an_answer_is_not_attempted():
    with pytest.raises(NotYet, match="○ not attempted: `set_modes`"):
        exercise.check_modes(functions("a-answer")[0], untouched)


FOR_X = "for x, y in batches:"
FLAGS = "[part.training for part in model.modules()]"
SET = "part.training = mode"
ROUNDED = "return x + (x.round() - x).detach()"
COUNTED_FIRST = "0.0, sum(len(x) for x, y in batches)"
UNDER_NO_GRAD = f"with ag.no_grad():\n            {FOR_X}\n                total += loss_of(model(x),"
CUT_OFF = f"if True:\n            {FOR_X}\n                total += loss_of(model(x).detach(),"
THAWED = "set_modes(model, modes)\n        model.requires_grad_()"
MISTAKES = [
    (exercise.check_modes, "a-answer", FLAGS, "[model.training]", "you give 1 flags"),
    (exercise.check_modes, "a-answer", FLAGS, "list(model.modules())", "help: give a list of True and False"),
    (exercise.check_modes, "a-answer", "part.training for", "str(part.training) for", "give a list of True and False"),
    (exercise.check_modes, "a-answer", SET, "part.training = True", "after model.eval() and set_modes"),
    (exercise.check_modes, "a-answer", SET, "part.training &= mode", "after model.eval() and set_modes"),
    (exercise.check_modes, "a-answer", f"return {FLAGS}", "return model", "gave Sequential"),
    (exercise.check_mean, "b-answer", "return total / samples", "return total", "the sum of all 9 losses"),
    (exercise.check_mean, "b-answer", "        model.eval()\n", "", "which behavior should the layers show"),
    (exercise.check_mean, "b-answer", "samples += len(x)", "samples = len(x)", "divide by the sum of len(x)"),
    (exercise.check_mean, "b-answer", "return total / samples", "return ag.tensor(total / samples)", "gives a tensor"),
    (exercise.check_mean, "b-answer", "return total / samples", "print(total / samples)", "gave None"),
    (
        exercise.check_mean,
        "b-answer",
        " * len(x)\n                samples += len(x)",
        "\n                samples += 1",
        "as much say as a batch of 4",
    ),
    (exercise.check_mean, "b-answer", "model.eval()", "model.train()", "the mean over all 9 samples is"),
    (exercise.check_mean, "b-answer", FOR_X, "for x, y in batches[:]:", "raised TypeError"),
    (exercise.check_traces, "b-answer", "        model.eval()\n", "", "some layers behave as in training"),
    (exercise.check_traces, "b-answer", "with ag.no_grad():", "if True:", "everything is recorded"),
    (exercise.check_traces, "b-answer", UNDER_NO_GRAD, CUT_OFF, "everything is recorded"),
    (exercise.check_traces, "b-answer", "set_modes(model, modes)", THAWED, "ask for a gradient that did not before"),
    (exercise.check_traces, "b-answer", "set_modes(model, modes)", "model.train()", "and afterwards they are"),
    (exercise.check_traces, "b-answer", "set_modes(model, modes)", "pass", "and afterwards they are"),
    (
        exercise.check_trouble,
        "b-answer",
        "    finally:",
        "    except Exception:\n        samples = 1\n    finally:",
        "and evaluate hides it",
    ),
    (
        exercise.check_trouble,
        "b-answer",
        "set_modes(model, modes)",
        "set_modes(model, modes)\n        return 1.0",
        "a `return` inside `finally`",
    ),
    (
        exercise.check_trouble,
        "b-answer",
        "    finally:",
        "    except ZeroDivisionError:\n        pass\n    if True:",
        "after an error in the second batch",
    ),
    (exercise.check_mean, "b-answer", "0.0, 0", COUNTED_FIRST, "can be gone through once"),
    (exercise.check_traces, "b-answer", "0.0, 0", COUNTED_FIRST, "no batch is measured"),
    (exercise.check_trouble, "b-answer", "samples += len(x)", "return total", "does not come to the second batch"),
    (exercise.check_rounding, "c-answer", ROUNDED, "return x.round()", "the staircase is flat"),
    (exercise.check_rounding, "c-answer", ROUNDED, "return x.detach().round()", "nothing leads back to x"),
    (exercise.check_rounding, "c-answer", ROUNDED, "return x", "for [1.2, -0.7, 2.6] you give"),
    (exercise.check_rounding, "c-answer", "return x +", "return x + x - x.detach() +", "and [20, 40, 60] comes to x"),
    (
        exercise.check_rounding,
        "c-answer",
        ROUNDED,
        "d = x.detach()\n    d[:] = d.round()\n    return x",
        "and now it is [1, -1, 3]",
    ),
]


@pytest.mark.parametrize("check, cell, old, new, sentence", MISTAKES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_likely_mistake_is_told_in_a_sentence(check, cell, old, new, sentence):
    with pytest.raises(NotYet, match="help: ") as told:
        check(*functions(cell, (old, new), also=NEEDS.get(cell, ())))
    assert sentence in str(told.value)


def test_a_copy_of_the_model_may_be_measured_as_well():
    def evaluate(model, loss_of, batches):
        resting = copy.deepcopy(model).eval()
        with ag.no_grad():
            return sum(loss_of(resting(x), y).item() * len(x) for x, y in batches) / 9

    exercise.check_traces(evaluate)


def test_a_recording_left_off_is_told():
    by_hand = "ag.set_grad_enabled(False)\n        if True:"
    with pytest.raises(NotYet, match="nothing is recorded any more"):
        exercise.check_traces(*functions("b-answer", ("with ag.no_grad():", by_hand), also=NEEDS["b-answer"]))


def test_a_recording_turned_on_where_it_was_off_is_told():
    off = ("with ag.no_grad():", "ag.set_grad_enabled(False)\n        if True:")
    on = ("set_modes(model, modes)", "ag.set_grad_enabled(True)\n        set_modes(model, modes)")
    with pytest.raises(NotYet, match="the recording is on, where it was off"):
        exercise.check_traces(*functions("b-answer", off, on, also=NEEDS["b-answer"]))


@pytest.mark.parametrize(
    "check, cell",
    [
        (exercise.check_mean, "b-answer"),
        (exercise.check_traces, "b-answer"),
        (exercise.check_trouble, "b-answer"),
        (exercise.check_rounding, "c-answer"),
    ],
)
def test_a_recording_that_an_earlier_answer_left_off_is_not_held_against_a_later_one(check, cell):
    with ag.no_grad():
        check(*functions(cell, also=NEEDS.get(cell, ())))


def test_the_walk_is_shown_or_says_once_what_is_missing(capsys):
    exercise.show_rounding(*functions("c-answer"))
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].split()[1:] == ["2.2"] * 10 and shown[1].endswith("4.6")
    exercise.show_rounding(untouched)
    assert "○ not attempted" in capsys.readouterr().out
