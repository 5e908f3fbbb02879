"""Lesson 03: its questions, and what the exercise says."""

from functools import partial

import pytest
from sources import defined, solved_answers

from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_03 import exercise, items
from autogradlab.course.programs import run

ITEMS = items.ITEMS


# ---- the items ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_no_warning_stands_under_a_question(item, recwarn):
    judge(item, item.raw(item.key()))
    assert not recwarn.list


def test_a_loss_without_history_is_refused_with_pytorchs_sentence():
    assert registry.find("03-P4").key() == (
        "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn"
    )


def test_the_leaves_of_the_program():
    """Of the five tensors, one of which is the loss, three are leaves. The question shows no picture: its thick and its
    dashed boxes, which are the leaves, would give the answer away."""
    item = registry.find("03-C1")
    assert item.written(item.key()) == "`a`; `c`; `s`" and item.drawn() is None


def test_the_cut_is_in_the_second_line():
    item = registry.find("03-C5")
    line, letter = item.key()
    assert (line, item.lettered()[letter].text) == (2, "Compute with the tensor itself: `return error**2`")


def picked(item, *names):
    """The letters of options, by their names."""
    return "".join(letter for letter, option in item.lettered().items() if option.name in names)


@pytest.mark.parametrize(
    "item_id, names, idea",
    [
        ("03-P1", ["w", "b", "h", "loss"], "M16"),
        ("03-P1", ["x", "w", "b"], "M60"),
        ("03-P1", ["x", "w", "b", "h", "loss"], "every tensor"),
        ("03-P1", ["w", "b", "h"], "M16"),
        ("03-C6", ["half", "round", "own"], "M58"),
        ("03-C6", ["half", "round", "compare", "own"], "M58"),
        ("03-C6", ["half", "rewrapped", "own"], "M57"),
        ("03-C6", ["half"], "detach cuts everything"),
        ("03-C6", ["half", "compare"], "M58"),
        ("03-C7", ["leaf"], "M17"),
        ("03-C7", ["inputs"], "M60"),
        ("03-C7", ["grad_fn"], "always recorded"),
        ("03-B1", ["taken"], "gradient shared out"),
        ("03-B1", ["flat"], "zero for none"),
    ],
)
def test_a_wrong_pick_is_told_by_its_idea(item_id, names, idea):
    item = registry.find(item_id)
    assert judge(item, picked(item, *names)).tag == idea


def test_a_gradient_comes_to_four_tensors_as_the_answer_to_all_four_says():
    item = registry.find("03-P1")
    counted = "arrived = []\nfor t in (w, b, h, loss):\n    t.register_hook(arrived.append)\nloss.backward()"
    assert len(run(item.listing.replace("loss.backward()", counted)).names["arrived"]) == 4
    assert judge(item, "B C D E").says.startswith("**A gradient comes to four of these, and two of them keep it.**")


@pytest.mark.parametrize(
    "names, idea",
    [
        ("a", "M17"),
        ("a, c", "typed means leaf"),
        ("c, s", "not tracked means leaf"),
        ("a, p, loss", "tracked means leaf"),
        ("a, s", "data is no leaf"),
        ("a, c, p, s", "record overlooked"),
        ("a, c, s, loss", "record overlooked"),
    ],
)
def test_wrong_leaves_are_told_by_their_idea(names, idea):
    item = registry.find("03-C1")
    letters = "".join(letter for letter, spot in item.lettered().items() if spot.text.strip("`") in names.split(", "))
    assert judge(item, letters).tag == idea


@pytest.mark.parametrize("piece, idea", [("inside", "M57"), ("afterwards", "M56"), ("middle", "M14")])
def test_a_repair_that_only_silences_is_told_by_its_idea(piece, idea):
    item = registry.find("03-C5")
    letter, fix = next((letter, fix) for letter, fix in item.lettered().items() if piece in fix.text)
    assert judge(item, f"{fix.line} {letter}").tag == idea
    assert item.mended(fix).outcome is None or item.mended(fix).error


@pytest.mark.parametrize(
    "body, word, idea",
    [
        ("(ag.tensor(value) * 0.01).requires_grad_()", "passed", ""),
        ("ag.tensor(value * 0.01, requires_grad=True)", "passed", ""),
        ("(ag.tensor(value, requires_grad=True) / 100).detach().requires_grad_()", "passed", ""),
        ("ag.tensor(value, requires_grad=True) / 100", "not yet", "M18"),
        ("(w := ag.tensor(value, requires_grad=True) / 100).retain_grad() or w", "not yet", "kept, and no leaf"),
        ("ag.tensor(value // 100, requires_grad=True)", "not yet", ""),
        ("ag.tensor(value) / 100", "not yet", "not asked for"),
        ("ag.tensor(value, requires_grad=True)", "not yet", "not scaled"),
    ],
)
def test_the_small_weight_is_judged_by_what_it_is(body, word, idea):
    feedback = judge(registry.find("03-C3"), f"def small_weight(value):\n    return {body}")
    assert (feedback.verdict.word, feedback.tag) == (word, idea)


#: What cells, mover and PyTorch's transcript print on the page.
PRINTED_IN_THE_LESSON = ["None", "tensor(28.)", "tensor(14.)", "3.0", "6", "49", "1", "tensor(0.)", "0.28", "39.69"]


@pytest.mark.parametrize("item_id", ["03-C2", "03-C4", "03-B2"])
def test_nothing_that_the_lesson_printed_passes_its_last_questions(item_id):
    pairs = [f"{one} {other}" for one in PRINTED_IN_THE_LESSON for other in PRINTED_IN_THE_LESSON]
    tried = PRINTED_IN_THE_LESSON + (pairs if item_id != "03-B2" else [])
    assert all(judge(registry.find(item_id), text).verdict.word != "passed" for text in tried)


# ---- the exercise ---------------------------------------------------------------------------------------------------

answers = partial(solved_answers, "03_leaves")


ANSWERS = answers()
CELLS = list(ANSWERS)
ENTRY = dict(zip(CELLS, ("leaves_behind", "why_no_grad", "first_cut")))


def function(cell, source):
    """The function that a learner's cell defines, run after the solved cells before it."""
    before = [ANSWERS[each] for each in CELLS[: CELLS.index(cell)]]
    return defined("\n".join([*before, source]), ENTRY[cell])


def test_the_report_is_shown_or_says_once_what_is_missing(capsys):
    exercise.show_report(function("b-answer", ANSWERS["b-answer"]))
    assert "    switched on: take the switch out" in capsys.readouterr().out
    exercise.show_report(None)
    assert capsys.readouterr().out.count("help:") == 1


def test_every_planted_program_does_what_its_name_says():
    """`.grad` stays None in every one but the last."""
    for program in (exercise.frozen, exercise.no_history, exercise.switched_on, exercise.not_reached, exercise.reached):
        loss, w = program()
        if loss.requires_grad:
            loss.backward()
        assert (w.grad is not None) == (program is exercise.reached)


MISTAKES = [
    (exercise.check_leaves, "a-answer", "return leaves", "return None", "gave None"),
    (exercise.check_leaves, "a-answer", "leaves.append(node.variable)", "leaves.append(node)", "which is not a tensor"),
    (
        exercise.check_leaves,
        "a-answer",
        "waiting += [following for following, _ in node.next_functions]",
        "waiting.append(node.next_functions[0][0])",
        "of the leaves w and b you give 1",
    ),
    (exercise.check_leaves, "a-answer", "if node is None or node in seen", "if node in seen", "AttributeError"),
    (exercise.check_leaves, "a-answer", "[loss] if loss.requires_grad else []", "[loss]", "nobody asks there"),
    (exercise.check_leaves, "a-answer", "[loss] if loss.requires_grad else []", "[]", "itself a leaf"),
    (exercise.check_leaves, "a-answer", 'hasattr(node, "variable")', 'node.name() == "Leaf"', "hasattr(node,"),
    (exercise.check_shared, "a-answer", 'hasattr(node, "variable")', 'node.name() == "Leaf"', "you find no leaf"),
    (exercise.check_shared, "a-answer", "seen.add(node)", "pass", "you give a leaf 1024 times"),
    (
        exercise.check_shared,
        "a-answer",
        "leaves.append(node.variable)",
        "leaves += [] if node.variable in leaves else [node.variable]",
        "count as one",
    ),
    (exercise.check_param, "b-answer", "not param.requires_grad", "False", "and it is 'frozen'"),
    (exercise.check_param, "b-answer", "not param.is_leaf", "False", "and it is 'computed'"),
    (exercise.check_param, "b-answer", 'return "reached"', 'return "yes"', "why_no_grad gave 'yes'"),
    (
        exercise.check_param,
        "b-answer",
        "    if not param.requires_grad",
        '    if not loss.requires_grad:\n        return "no history"\n    if not param.requires_grad',
        "ask the parameter before the loss",
    ),
    (
        exercise.check_loss,
        "b-answer",
        "    if any(leaf is param for leaf in leaves_behind(loss)):",
        "    if loss.grad_fn: loss.backward()\n    if loss is param or param.grad is not None and loss.grad_fn:",
        "an old .grad says nothing about this loss",
    ),
    (
        exercise.check_loss,
        "b-answer",
        'return "reached"',
        'loss.backward()\n        return "reached"',
        "call no backward()",
    ),
    (
        exercise.check_loss,
        "b-answer",
        'return "reached"',
        'before = param.grad\n        loss.backward()\n        param.grad = before\n        return "reached"',
        "the .grad of another leaf is",
    ),
    (exercise.check_loss, "b-answer", "if not loss.requires_grad", "if False", "and it is 'no history'"),
    (exercise.check_loss, "b-answer", '"switched on" if loss.grad_fn is None else ', "", "and it is 'switched on'"),
    (
        exercise.check_loss,
        "b-answer",
        "any(leaf is param for leaf in leaves_behind(loss))",
        "param in leaves_behind(loss)",
        "and it is 'not reached'",
    ),
    (
        exercise.check_loss,
        "b-answer",
        "any(leaf is param for leaf in leaves_behind(loss))",
        "loss.grad_fn and any(leaf is param for leaf in leaves_behind(loss))",
        "parameter itself” you say 'switched on'",
    ),
    (exercise.check_first_cut, "c-answer", 'return "no cut"', "return None", "gave None"),
    (exercise.check_first_cut, "c-answer", "if not any", "if any", "the path is whole, but you name a step"),
    (exercise.check_first_cut, "c-answer", "steps.items()", "reversed(steps.items())", "and you say 'step 4'"),
    (exercise.check_first_cut, "c-answer", "return name", "return tensor", "first_cut gave"),
]


@pytest.mark.parametrize("check, cell, old, new, sentence", MISTAKES, ids=[mistake[4] for mistake in MISTAKES])
def test_a_likely_mistake_is_told_in_a_sentence(check, cell, old, new, sentence):
    assert old in ANSWERS[cell]
    with pytest.raises(NotYet, match="help: ") as told:
        check(function(cell, ANSWERS[cell].replace(old, new)))
    assert sentence in str(told.value)
