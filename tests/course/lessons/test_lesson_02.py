"""Lesson 02: the keys against numbers worked out by hand, wrong answers by their ideas, and what the exercise says."""

from functools import partial

import pytest
from sources import solved_answers

from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_02 import exercise

# ---- the items ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "item_id, key",
    [
        ("02-R2", 1.6),  # 1 - 0.2 * (-3)
        ("02-P1", 4),  # 10 guests pay more, 2 guests of 3 euro stay away
        ("02-C1", 48),  # 2 * 6 * 4
        ("02-C2", 144),  # 16 * 3 + 12 * 8
        ("02-C3", 13),  # 5 + 5 + 3
        ("02-P4", -3),
        ("02-C6", 7),
        ("02-C9", 2),
        ("02-B3", 15),  # 3 * 5
    ],
)
def test_the_numbers(item_id, key):
    assert registry.find(item_id).key() == pytest.approx(key)


@pytest.mark.parametrize(
    "item_id, numbers, key",
    [
        ("02-C1", {"x": 2, "a": 3, "b": 1}, 42),  # (3x + 1)**2 at 2
        ("02-C2", {"a": 2, "k": 3}, 36),  # (3a)(a**2) at 2
        ("02-C3", {"x": 3, "k": 1}, 7),  # x*x + x at 3
        ("02-C6", {"n": 2, "k": 5}, 5),  # 5x where x is negative
    ],
)
def test_the_keys_with_other_numbers(item_id, numbers, key):
    assert with_numbers(item_id, numbers).key() == pytest.approx(key)


@pytest.mark.parametrize("price", [1, 2, 3, 5, 6, 7])
def test_counting_over_one_cent_is_right_too(price):
    over_one_cent = ((price + 0.01) * (16 - 2 * (price + 0.01)) - price * (16 - 2 * price)) / 0.01
    assert judge(with_numbers("02-P1", {"price": price}), over_one_cent).verdict.word == "passed"
    assert judge(with_numbers("02-P1", {"price": price}), over_one_cent / 100).tag == "change for slope"


def with_numbers(item_id, numbers):
    item = registry.find(item_id)
    return type(item)(**(item._written | {"numbers": numbers}))


@pytest.mark.parametrize(
    "item_id, name",
    [
        ("02-P2", "product, difference, doubling"),
        ("02-C8", "((None, 0), (<AccumulateGrad>, 0))"),
        ("02-B1", "replaced"),
    ],
)
def test_the_choices(item_id, name):
    item = registry.find(item_id)
    assert item.lettered()[item.key()].name == name


def test_the_prints():
    assert registry.find("02-P3").key() == "None"
    assert registry.find("02-C5").key().split() == ["False", "True", "True"]


def test_the_link_of_the_power_leads_to_the_sum():
    item = registry.find("02-C4")
    assert item.written(item.key()) == "`AddBackward0` that makes `s`"


@pytest.mark.parametrize(
    "item_id, answer, idea",
    [
        ("02-R2", 0.4, "M40"),
        ("02-R2", 4, "M41"),
        ("02-P1", 16, "sign on a path"),
        ("02-P3", "SubBackward0", "M45"),
        ("02-P4", -1.5, "change for slope"),
        ("02-C5", "<MulBackward0 object at 0x7f>\nNone\nNone", "nodes for answers"),
        ("02-P1", 10, "M38"),
        ("02-P1", 8, "M39"),
        ("02-P1", 12, "M39"),
        ("02-C1", 6, "half way"),
        ("02-P1", -6, "M38"),
        ("02-P1", -60, "M38"),
        ("02-P1", 12, "M39"),
        ("02-P1", -2, "M39"),
        ("02-P1", 16, "sign on a path"),
        ("02-P1", 2, "secant for tangent"),
        ("02-P1", 30, "loss for slope"),
        ("02-C1", 4, "M39"),
        ("02-C1", 12, "M39"),
        ("02-C1", 16, "slopes added"),
        ("02-C1", 36, "loss for slope"),
        ("02-C1", 24, "near:factor 2"),
        ("02-C2", 48, "M38"),
        ("02-C2", 96, "M38"),
        ("02-C2", 4608, "M38"),
        ("02-C2", 11, "M39"),
        ("02-C2", 28, "M39"),
        ("02-C2", 192, "near:value"),
        ("02-C3", 8, "M38"),
        ("02-C3", 10, "M38"),
        ("02-C3", 3, "M38"),
        ("02-C3", 30, "M38"),
        ("02-C3", 40, "near:value"),
        ("02-P3", "tensor(4.)", "M45"),
        ("02-P3", "4", "M45"),
        ("02-P3", "MulBackward0", "M45"),
        ("02-C5", "False False True", "every result has a node"),
        ("02-C5", "False True False", "M45"),
        ("02-P4", -5, "M43"),
        ("02-P4", 1, "M39"),
        ("02-P4", -2, "the other branch"),
        ("02-C6", 1, "M43"),
        ("02-C6", 0.5, "M43"),
        ("02-C6", -6, "the other branch"),
        ("02-C6", -21, "near:value"),
        ("02-C7", "1 2 4 3", "M38"),
        ("02-C7", "1 3 4 2", "M38"),
        ("02-C7", "4 3 2 1", "order of the forward pass"),
        ("02-B3", 23, "as if it were mended"),
        ("02-B3", 8, "first path kept"),
    ],
)
def test_a_wrong_answer_is_told_by_its_idea(item_id, answer, idea):
    assert judge(registry.find(item_id), answer).tag == idea


def test_a_click_on_the_node_that_comes_later_in_the_program_is_m44():
    item = registry.find("02-C4")
    letter = next(letter for letter, spot in item.lettered().items() if "`loss`" in spot.text)
    assert judge(item, letter).tag == "M44"


@pytest.mark.parametrize("order", ["1 2 3 4", "1 3 2 4"])
def test_both_orders_of_the_diamond_pass(order):
    assert judge(registry.find("02-C7"), order).verdict.word == "passed"


@pytest.mark.parametrize(
    "item_id, idea",
    [
        ("02-P1", "M39"),
        ("02-P1", "M38"),
        ("02-C1", "M39"),
        ("02-C2", "M38"),
        ("02-C2", "M39"),
        ("02-C3", "M38"),
        ("02-P4", "M43"),
        ("02-P4", "M39"),
        ("02-C6", "M43"),
        ("02-C8", "M60"),
    ],
)
def test_who_runs_the_program_on_another_machine_is_told_by_its_idea(item_id, idea):
    from autogradlab.course.checks import ideas

    item = registry.find(item_id)
    assert judge(item, item.on(ideas.machine_of(idea))).tag == idea


@pytest.mark.parametrize(
    "collect, send, word, idea",
    [
        ("grad[name] = grad[name] + arrived", "arrived", "passed", ""),
        ("grad[name] = arrived if grad[name] == 0 else grad[name]", "arrived", "not yet", "M38"),
        ("grad[name] += arrived", "grad[name]", "not yet", "the sum is sent on twice"),
    ],
)
def test_the_engine_is_judged_by_what_it_does(collect, send, word, idea):
    item = registry.find("02-B2")
    source = item.starter.replace("grad[name] = arrived", collect).replace("slope * arrived", f"slope * {send}")
    feedback = judge(item, source)
    assert (feedback.verdict.word, feedback.tag) == (word, idea)


PRINTED_IN_THE_LESSON = ["4", "3.98", "10", "-6", "30", "3", "-3", "1", "2"]


@pytest.mark.parametrize("item_id", ["02-C1", "02-C2", "02-C3", "02-C6"])
def test_no_number_that_the_lesson_printed_passes_its_last_questions(item_id):
    assert all(judge(registry.find(item_id), number).verdict.word != "passed" for number in PRINTED_IN_THE_LESSON)


# ---- the exercise ---------------------------------------------------------------------------------------------------

answers = partial(solved_answers, "02_graph")


def function(source, name):
    names = {}
    exec(source, names)
    return names[name]


LINES, PATHS = "graph_lines", "count_paths"
CHECKS = {
    "a-answer": (LINES, [exercise.check_chain, exercise.check_shared, exercise.check_constants]),
    "b-answer": (PATHS, [exercise.check_paths, exercise.check_tensors]),
}


def test_the_tables_are_shown_or_say_once_what_is_missing(capsys):
    exercise.show_doubling(function(answers()["b-answer"], PATHS))
    assert "16 additions:  17 nodes,  65536 paths" in capsys.readouterr().out
    exercise.show_doubling(None)
    assert capsys.readouterr().out.count("\n") == 2


SEEN = "if target is not None and target not in seen:"
MISTAKES = [
    (exercise.check_chain, "a-answer", "return lines", "return None", "gave None"),
    (exercise.check_chain, "a-answer", "return lines", "return lines[::-1]", "your first line is"),
    (exercise.check_chain, "a-answer", "return lines", "return lines[:-1]", "you give 2 lines, and there are 3 nodes"),
    (exercise.check_chain, "a-answer", " -> ", ": ", "is missing"),
    (exercise.check_shared, "a-answer", SEEN, "if target is not None:", "you give 7 lines, and there are 4 nodes"),
    (exercise.check_shared, "a-answer", "return lines", "return lines[:-1]", "go on from every node"),
    (
        exercise.check_shared,
        "a-answer",
        SEEN,
        "if target is not None and target.name() not in {each.name() for each in seen}:",
        "two nodes may have the same name",
    ),
    (exercise.check_chain, "a-answer", "waiting.append(target)", "pass", "you give 1 line, and there are 3 nodes"),
    (
        exercise.check_tensors,
        "b-answer",
        "node.variable is x",
        "node.variable == x",
        "you count 3 paths to x, to w, and",
    ),
    (exercise.check_constants, "a-answer", SEEN, "if target not in seen:", "AttributeError"),
    (
        exercise.check_constants,
        "a-answer",
        "for target, _ in node.next_functions]",
        "for target, _ in node.next_functions if target]",
        "two links lead nowhere, and no line says so",
    ),
    (
        exercise.check_constants,
        "a-answer",
        "for target, _ in node.next_functions]",
        "for target, _ in node.next_functions[::-1]]",
        "your None is second",
    ),
    (exercise.check_paths, "b-answer", "node.variable is x", "False", "you find 0"),
    (
        exercise.check_paths,
        "b-answer",
        "sum(paths[target] for target in targets)",
        "sum(paths[target] for target in set(targets))",
        "`x * x` has two paths",
    ),
    (exercise.check_paths, "b-answer", "return paths[result.grad_fn]", "return str(paths)", "gave '"),
    (exercise.check_tensors, "b-answer", "node.variable is x", "True", "a tensor that was not used at all"),
]


@pytest.mark.parametrize("check, cell, old, new, sentence", MISTAKES, ids=[mistake[4] for mistake in MISTAKES])
def test_a_likely_mistake_is_told_in_a_sentence(check, cell, old, new, sentence):
    source = answers()[cell]
    assert old in source
    with pytest.raises(NotYet, match="help: ") as told:
        check(function(source.replace(old, new), CHECKS[cell][0]))
    assert sentence in str(told.value)
