"""Lesson 02: its questions, and what the exercise says."""

from functools import partial

import pytest
from sources import defined, solved_answers

from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_02 import exercise

# ---- the items ------------------------------------------------------------------------------------------------------


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


def test_the_link_of_the_power_leads_to_the_sum():
    item = registry.find("02-C4")
    assert item.written(item.key()) == "`AddBackward0` that makes `s`"


def test_a_click_on_the_node_that_comes_later_in_the_program_is_m44():
    item = registry.find("02-C4")
    letter = next(letter for letter, spot in item.lettered().items() if "`loss`" in spot.text)
    assert judge(item, letter).tag == "M44"


@pytest.mark.parametrize("order", ["1 2 3 4", "1 3 2 4"])
def test_both_orders_of_the_diamond_pass(order):
    assert judge(registry.find("02-C7"), order).verdict.word == "passed"


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


def test_an_engine_that_trusts_the_order_of_the_names_is_not_right_for_every_graph():
    item = registry.find("02-B2")
    feedback = judge(
        item,
        """
def gradients(graph, start):
    grad = {name: 0 for name in graph}
    grad[start] = 1
    for name in graph:
        for source, slope in graph[name]:
            grad[source] += slope * grad[name]
    return grad
""",
    )
    assert feedback.verdict.word == "not yet" and "written down from its end" in feedback.says


# ---- the exercise ---------------------------------------------------------------------------------------------------

answers = partial(solved_answers, "02_graph")


LINES, PATHS = "graph_lines", "count_paths"
CHECKS = {
    "a-answer": (LINES, [exercise.check_chain, exercise.check_shared, exercise.check_constants]),
    "b-answer": (PATHS, [exercise.check_paths, exercise.check_tensors]),
}


def test_the_tables_are_shown_or_say_once_what_is_missing(capsys):
    exercise.show_doubling(defined(answers()["b-answer"], PATHS))
    assert "16 additions:  17 nodes,  65536 paths" in capsys.readouterr().out
    exercise.show_doubling(None)
    assert capsys.readouterr().out.count("\n") == 2


SEEN = "if target is not None and target not in seen:"
MISTAKES = [
    (exercise.check_chain, "a-answer", "return lines", "return None", "gave None"),
    (exercise.check_chain, "a-answer", "return lines", "return lines[::-1]", "your first line is"),
    (exercise.check_chain, "a-answer", "return lines", "return sorted(lines)", "your first line is"),
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
        check(defined(source.replace(old, new), CHECKS[cell][0]))
    assert sentence in str(told.value)
