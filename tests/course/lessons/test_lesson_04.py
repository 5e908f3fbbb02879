"""Lesson 04: its questions, what it claims, and its exercise."""

import importlib.util
import re
from functools import partial
from pathlib import Path

import pytest
from sources import code_cells, defined

import autogradlab as ag
from autogradlab.course import misconceptions
from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_04 import exercise, limits
from autogradlab.course.programs import run

ROOT = Path(__file__).parents[3]


# ---- keys and signatures -------------------------------------------------------------------------------------------


def test_two_of_the_sentences_from_the_web_hold():
    item = registry.find("04-W1")
    assert {item.lettered()[letter].name for letter in item.key()} == {"sum", "half"}


def test_the_two_micro_batches_may_change_places_and_no_other_lines_may():
    order = registry.find("04-C9")
    assert [judge(order, text).verdict.word for text in ("1 2 3 4", "1 3 2 4")] == ["passed"] * 2
    assert judge(order, "1 2 4 3").verdict.word == "not yet"


def test_the_step_that_is_shown_is_not_hidden_as_the_key():
    """The step shown as a case never has the numbers of a variant, whose result would be hidden as `?`."""
    for seed in range(20):
        item = registry.find("04-R2").variant(seed)
        for _, value in item.signed():
            assert "?" not in [case.result for case in judge(item, item.raw(value)).cases]


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_mean_of_negative_gradients_is_worked_out_without_two_signs_in_a_row(seed):
    item = registry.find("04-C5").variant(seed)
    assert not re.search(r"[+-] -", item.reason + item.reveal)


@pytest.mark.parametrize(
    "expression, idea",
    [
        ("sum(means) / len(means)", "M36"),
        ("sum(means)", "M35"),
        ("means[-1]", "M03"),
        ("sum(m * n for m, n in zip(means, sizes))", "M34"),
    ],
)
def test_a_function_is_told_by_its_idea(expression, idea):
    said = judge(registry.find("04-C10"), f"def big_batch(means, sizes):\n    return {expression}")
    assert said.tag == idea


@pytest.mark.parametrize(
    "expression",
    ["sum(n / sum(sizes) * m for n, m in zip(sizes, means))", "__import__('numpy').average(means, weights=sizes)"],
)
def test_another_right_function_passes(expression):
    said = judge(registry.find("04-C10"), f"def big_batch(means, sizes):\n    return {expression}")
    assert said.verdict.word == "passed"


# ---- the machines of the misconceptions ----------------------------------------------------------------------------


def test_the_second_place_without_clearing_is_that_of_the_machines():
    listing = registry.find("04-C4").listing
    for idea, place in (("M03", 0.64), ("M08", 0.48), ("M04", 0.62), ("M61", 0.64)):
        ran = run(listing, machine=misconceptions.find(idea).machine)
        assert ran.names["w"].item() == pytest.approx(place, abs=1e-6)


# ---- what the lesson says ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "layer, exact", [("ReLU()", True), ("Linear(3, 3)", True), ("LayerNorm(3)", True), ("BatchNorm1d(3)", False)]
)
def test_gradients_add_up_exactly_where_losses_do(layer, exact):
    """04-C8 compares losses; this compares the gradients of a weight in front of the layer."""
    with ag.random.fork_rng():
        ag.manual_seed(0)
        x, target, first = ag.randn(8, 4), ag.randn(8, 3), ag.nn.Linear(4, 3)
        net = ag.nn.Sequential(first, eval(layer, vars(ag.nn)))

    def gradient(size):
        first.weight.grad = None
        for start in range(0, 8, size):
            part = slice(start, start + size)
            (((net(x[part]) - target[part]) ** 2).mean() * size / 8).backward()
        return first.weight.grad.clone()

    assert ((gradient(8) - gradient(2)).abs().max().item() < 1e-6) == exact


def test_the_layers_of_the_question_leave_the_learners_random_numbers_alone():
    ag.manual_seed(3)
    expected = ag.randn(2).tolist()
    ag.manual_seed(3)
    limits.C8.key()
    assert ag.randn(2).tolist() == expected


def test_without_clearing_w_never_comes_to_rest():
    places = run(registry.find("04-P3").program).names["walk"](200)
    assert max(map(abs, places[-20:])) > 2


cells = partial(code_cells, "04_accumulate")


def test_the_learner_mends_the_loop_as_the_bug_says():
    """The change asked for in 04-B1, then the one in 04-B2, made in the notebook's own cell."""
    notebook = cells("notebooks")
    clear, halve, step = "        optimizer.zero_grad()", "(loss / 2)", "if i % 2 == 1:"
    once = notebook["bug"].replace(clear, "        if i % 2 == 0:\n    " + clear)
    twice = once.replace(halve, "(loss / (1 if i == 4 else 2))").replace(step, "if i % 2 == 1 or i == 4:")
    printed = [run(f"{bug}\n{notebook['bug-run']}").printed for bug in (notebook["bug"], once, twice)]
    assert printed == ["2.42\n", "2.02\n", "1.216\n"]


# ---- the exercise --------------------------------------------------------------------------------------------------

GRADIENT = (
    "def big_batch_gradient(mean_loss, w, batches):\n    total = sum(len(batch) for batch in batches)\n"
    "    w.grad = None\n    for batch in batches:\n        {line}.backward()\n    return w.grad"
)
CLEAN = "(mean_loss(w, batch) * len(batch) / total)"


@pytest.mark.parametrize(
    "check, line, says",
    [
        ("check_even", "mean_loss(w, batch)", "21, four times too much"),
        ("check_even", "(mean_loss(w, batch) * len(batch))", "42, the gradient of a sum"),
        ("check_even", "(-mean_loss(w, batch) / 4)", "the sign is not"),
        ("check_even", "(mean_loss(w, batch) / 16)", "a quarter of what"),
        ("check_even", "(mean_loss(w, batch) / len(batch))", "divided by the size of its micro-batch"),
        ("check_even", "(mean_loss(w, batch) / 3)", "you give 7"),
        ("check_uneven", "(mean_loss(w, batch) / len(batches))", "both micro-batches have the same say"),
        ("check_uneven", "(mean_loss(w, batch) * len(batches[0]) / total)", "for sizes 5 and 3 you give"),
        ("check_uneven", "(mean_loss(w, batch) * (5 if len(batch) == 5 else 3) / 8)", "for sizes 1 and 7 you give"),
        (
            "check_uneven",
            "(mean_loss(w, batch) * len(batch) / (total if len(batches) > 1 else 4))",
            "single micro-batch",
        ),
    ],
)
def test_a_mistake_in_scaling_is_told(check, line, says):
    with pytest.raises(NotYet, match=says):
        getattr(exercise, check)(defined(GRADIENT.format(line=line), "big_batch_gradient"))


@pytest.mark.parametrize(
    "old, new, check, says",
    [
        ("    w.grad = None\n", "", "check_clean", "old gradient of 100"),
        (
            "for batch in batches:\n",
            "for batch in batches:\n        w.grad = None\n",
            "check_even",
            "the last micro-batch",
        ),
        ("return w.grad", "w.grad *= len(batches)\n    return w.grad", "check_clean", "for two micro-batches of four"),
        ("return w.grad", "w.data -= w.grad\n    return w.grad", "check_clean", "w was 3 before"),
        ("in batches:\n", "in [ag.cat(batches)]:\n", "check_clean", "went through mean_loss together"),
        ("return w.grad", "return None", "check_even", "does the function end with"),
        (".backward()", "", "check_even", "after `big_batch_gradient`, w.grad is None\n  help: which line brings"),
        ("return w.grad", "return 'w.grad'", "check_even", "return w.grad as it is"),
        ("return w.grad", "return w.grad.item()", "check_uneven", "raised RuntimeError"),
        ("return w.grad", "return w.grad.sum()", "check_uneven", "for a w with two entries"),
    ],
)
def test_a_mistake_around_the_loop_is_told(old, new, check, says):
    source = GRADIENT.format(line=CLEAN)
    assert old in source
    with pytest.raises(NotYet, match=says):
        getattr(exercise, check)(defined(source.replace(old, new), "big_batch_gradient"))


def test_weights_forget_no_old_gradient():
    source = cells("solutions")["weighted-gradient"]
    assert "    w.grad = None\n" in source
    with pytest.raises(NotYet, match="with an old gradient of 100 in w.grad you give 105.6"):
        exercise.check_weights(defined(source.replace("    w.grad = None\n", ""), "weighted_gradient"))


def test_a_run_that_does_not_move_is_told():
    sources = [cells("solutions")[cell] for cell in ("big-batch-gradient", "train")]
    assert "        optimizer.step()\n" in sources[1]
    sources[1] = sources[1].replace("        optimizer.step()\n", "")
    with pytest.raises(NotYet, match="w stays where it began"):
        exercise.check_train(defined("\n".join(sources), "train"))


def test_equal_numbers_in_the_list_are_not_taken_for_one_tensor():
    def train(mean_loss, w, batches, per_step, optimizer):
        mean_loss(w, batches[0]).backward()
        optimizer.step()
        return [w.item()] * 4

    with pytest.raises(NotYet, match="the length of your list is 4, not 3"):
        exercise.check_train(train)


def test_one_backward_at_the_end_is_told():
    def big_batch_gradient(mean_loss, w, batches):
        w.grad = None
        sum(mean_loss(w, batch) * len(batch) / 8 for batch in batches).backward()
        return w.grad

    with pytest.raises(NotYet, match="before the first backward"):
        exercise.check_clean(big_batch_gradient)


RUBRIC_FILE = ROOT / "solutions" / "rubrics" / "04_accumulate.py"
spec = importlib.util.spec_from_file_location("rubric_04", RUBRIC_FILE)
rubric = importlib.util.module_from_spec(spec)
spec.loader.exec_module(rubric)
KNOWN = [(question, known) for question in rubric.RUBRIC.questions for known in question.known]
SAID_BY_PUBLIC_CHECK = {
    "counted by length": "nothing counts|same say",
    "counted without weighing": "you give",
    "nan let in": "nan",
    "last group lost": "the fifth micro-batch makes a third group",
    "last group divided by per_step": "its loss is not halved",
    "divided by the number in the group": "sizes 3, 1 and 2",
}


@pytest.mark.parametrize("name, says", SAID_BY_PUBLIC_CHECK.items())
def test_a_known_mistake_is_told_by_the_public_check(name, says):
    question, known = next(pair for pair in KNOWN if pair[1].name == name)
    function = defined("\n".join([cells("solutions")["big-batch-gradient"], known.source]), question.entry[0])
    with pytest.raises(NotYet, match=says):
        getattr(exercise, {"weighted-gradient": "check_weights", "train": "check_train"}[question.cell])(function)
