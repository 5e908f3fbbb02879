"""Lesson 12: the patients' symptoms, its questions, and what the exercise says."""

from functools import partial
from itertools import permutations

import pytest
from sources import ROOT, code_cells, solved_answers

import autogradlab as ag
from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_12 import clearing, exercise
from autogradlab.course.lessons.lesson_12.ward import WARD
from autogradlab.course.programs import run

# ---- the patients on the page ---------------------------------------------------------------------------------------

cells = partial(code_cells, "12_clinic", "notebooks")


def setting():
    """The cells that make the points, the helpers and the loss."""
    return "\n".join([cells()["moons"], cells()["helpers"], cells()["healthy"].splitlines()[0], ""])


def printed(number):
    return run(setting() + cells()[f"run-{number}"].split("\nag.draw(")[0]).printed


def losses(number):
    return [float(word) for word in printed(number).splitlines()[0].split()]


def test_the_questions_use_the_moons_and_the_network_of_the_page():
    page = run(setting()).names
    ours = run(WARD).names
    assert page["points"].tolist() == ours["points"].tolist() and page["side"].tolist() == ours["side"].tolist()
    assert [p.tolist() for p in page["net"]().parameters()] == [p.tolist() for p in ours["net"]().parameters()]


@pytest.mark.parametrize(
    "number, symptom",
    [
        (1, lambda found: max(found) > 10 > 0.5 > min(found)),  # leaps
        (2, lambda found: len(set(found)) == 1),  # stands still
        (5, lambda found: found[-1] > 0.42),  # gets stuck
        (6, lambda found: found[-1] >= 0.46),  # gets stuck as well
    ],
)
def test_a_patient_has_its_symptom(number, symptom):
    assert symptom(losses(number))


@pytest.mark.parametrize(
    "number, phrase",
    [
        (3, "0.2131\nTrying to backward through the graph a second time"),
        (4, "element 0 of tensors does not require grad"),
        (7, "loss 2.956, w 0.00, b 2.00"),
        (8, "modified by an inplace operation"),
        (10, "1.0671 [nan, nan]\n0.0000 [nan, nan]"),
    ],
)
def test_a_patient_says_what_its_card_says(number, phrase):
    assert printed(number).startswith(phrase) or phrase in printed(number).splitlines()[0]


def test_thirty_four_points_are_right_in_patient_6():
    assert printed(6).splitlines()[1] == "34 of 40 points are right"


def test_the_letter_for_patient_5_says_what_four_hundred_rounds_do():
    ill = cells()["run-5"].replace("range(20)", "range(400)").replace(".2f", ".3f")
    made, new = ill.splitlines(keepends=True)[1:3]
    after = [run(setting() + text).printed.split()[-1] for text in (ill, ill.replace(new, new + made))]
    assert after == ["0.337", "0.002"]
    page = (ROOT / "notebooks" / "12_clinic.ipynb").read_text("utf-8")
    assert f"still at 0.34; cured, it would be at {after[1]}" in page


# ---- the items ------------------------------------------------------------------------------------------------------


def test_the_other_knobs_of_patient_1_do_what_their_feedback_says():
    ends = run(clearing.HIDDEN).names
    assert 1 < ends["changes"]["tenth"] < ends["changes"]["half"] < ends["ends"]() < ends["changes"]["longer"]


@pytest.mark.parametrize(
    "item_id, line, text",
    [
        ("12-C3", 4, "h.detach()"),
        ("12-B1", 5, "w -="),
        ("12-C6", 3, "make the optimizer anew"),
        ("12-C7", 4, "ModuleList"),
        ("12-C8", 4, "cross_entropy(model(points), side)"),
        ("12-C19", 6, "norm.train()"),
    ],
)
def test_the_line_at_fault_and_its_cure_are_these(item_id, line, text):
    item = registry.find(item_id)
    at, letter = item.key()
    assert at == line and text in item.lettered()[letter].text


def test_the_step_hides_in_learn():
    assert registry.find("12-C12").key() == (6, "")


@pytest.mark.parametrize(
    "item_id, words, idea",
    [
        ("12-C3", "retain_graph", "M12"),
        ("12-B1", "Leave `no_grad` out", "M19"),
        ("12-B1", ".requires_grad_()", "M56"),
        ("12-C6", "zero_grad", "M66"),
        ("12-C7", "Make the list first", "M65"),
        ("12-C8", "a line of its own", "M62"),
        ("12-C19", "Take `eval()` out", "M29"),
        ("12-C19", "Take `no_grad` out", "M28"),
    ],
)
def test_a_tempting_fix_is_told_by_its_idea(item_id, words, idea):
    item = registry.find(item_id)
    letter, fix = next((letter, fix) for letter, fix in item.lettered().items() if words in fix.text)
    assert judge(item, f"{fix.line} {letter}").tag == idea


def test_six_fits_two_ideas_and_a_question_decides():
    item = registry.find("12-C18")
    assert item.follow_up == "04-F3" and {
        each.idea for each in item.explained(item.read(6, item.key()), item.key())
    } == {"M35", "M04"}


@pytest.mark.parametrize(
    "item_id, old, new, idea",
    [
        ("12-C11", ".flatten() - y.flatten()", " - y", "M63"),
        ("12-C11", ".flatten() - y.flatten()", " - y.unsqueeze(1)", "row alone"),
        ("12-C11", ".flatten() - y.flatten()", ".reshape(-1) - y.reshape(-1)", ""),
        ("12-C16", "safe.sqrt()", "square.sqrt()", "M59"),
        ("12-C16", "ag.where(square > 0, safe.sqrt(), 0.0)", "safe.sqrt()", "one put in"),
        ("12-C16", "ag.where(square > 0, safe.sqrt(), 0.0)", "safe.sqrt() * (square > 0).float()", ""),
    ],
)
def test_written_code_is_judged_by_what_it_does(item_id, old, new, idea):
    item = registry.find(item_id)
    assert old in item.program
    feedback = judge(item, item.program.replace(old, new))
    assert (feedback.verdict.word, feedback.tag) == ("not yet" if idea else "passed", idea)


@pytest.mark.parametrize("answer, word", [(0.9, "passed"), (0.905, "passed"), (0.9048, "passed"), (0.91, "not yet")])
def test_two_digits_after_the_point_are_those_of_the_rounded_number(answer, word):
    assert judge(registry.find("12-C9"), answer).verdict.word == word


def test_every_order_that_steps_and_never_far_passes():
    """Clearing may be first, second or last. The task asks for a step, or else an order that never moves would pass."""
    item = registry.find("12-C17")
    key = item.key()
    accepted = {order for order in permutations(range(1, 6)) if item.agrees(order, key)}
    assert accepted == {(1, 2, 3, 4, 5), (2, 1, 3, 4, 5), (2, 3, 4, 5, 1)} and "every round makes a step" in item.task


@pytest.mark.parametrize("item_id", ["12-C4", "12-C5", "12-C9", "12-C10", "12-C14", "12-C18"])
def test_variants_keep_their_answers_apart(item_id):
    item = registry.find(item_id)
    assert all(item.variant(seed).is_distinct(item) for seed in range(1, 21))


# ---- the exercise ---------------------------------------------------------------------------------------------------

answers = partial(solved_answers, "12_clinic")


def defined(source):
    names = {"ag": ag}
    exec(source, names)
    return names


def examined(check, source_a, source_b):
    """Run one of the exercise's checks on these two answer cells."""
    names = defined(source_a) | defined(source_b)
    given = {
        "check_healthy": ("vital_signs",),
        "check_ill": ("vital_signs",),
        "check_treated": ("patient",),
        "check_patient": ("patient", "card", "vital_signs"),
    }[check.__name__]
    check(*(names[name] for name in given))


CHECKS = (exercise.check_healthy, exercise.check_ill, exercise.check_treated, exercise.check_patient)


def test_a_training_function_may_be_called_by_the_names_of_its_inputs():
    source = answers()["a-answer"].replace("(model, x, y, rounds)\n", "(y=y, x=x, model=model, rounds=rounds)\n")
    assert "y=y" in source
    for check in CHECKS:
        examined(check, source, answers()["b-answer"])


def test_a_card_that_is_still_empty_is_told():
    with pytest.raises(NotYet, match="the card names the sign '...'"):
        examined(
            exercise.check_patient,
            answers()["a-answer"],
            answers()["b-answer"] + '\ncard = {"complaint": "...", "sign": "..."}',
        )


CHOSEN = "weights if treated else weights[2:]"
MISTAKES = [
    (
        exercise.check_healthy,
        "all(p.tolist() != old for p, old in zip(weights, before))",
        "all(p.tolist() != p.detach().tolist() for p in weights)",
        "keep the numbers of every weight before you train",
    ),
    (exercise.check_healthy, "numbers[-1] < 0.5", "numbers[-1] > 0.5", "'falls' is False"),
    (exercise.check_healthy, '"falls": ', '"fall": ', "give a dictionary with the keys"),
    (exercise.check_healthy, "    return {", "    {", "gave None"),
    (
        exercise.check_healthy,
        "found == [model.training]",
        "[True, True, True, True, True] == [model.training]",
        "came in eval mode",
    ),
    (exercise.check_healthy, 'getattr(loss, "requires_grad", False)', "loss.requires_grad", "AttributeError"),
    (exercise.check_ill, "all(p.tolist()", "any(p.tolist()", "'all move' is True"),
    (
        exercise.check_ill,
        "    numbers =",
        "    losses = train(model, x, y, rounds)\n    numbers =",
        "is called 2 times",
    ),
    (
        exercise.check_ill,
        "for loss in losses)",
        "for loss in losses[-1:])",
        "a function that keeps its first loss as it is",
    ),
    (exercise.check_ill, "zip(weights, before)", "zip(weights[:1], before)", "leaves out the last layer"),
    (exercise.check_ill, "list(model.parameters())", "model.parameters()", "can be gone through once: make it a list"),
    (exercise.check_treated, "lr=0.5)", "lr=0.5, momentum=0.9)", "and is there no momentum?"),
    (exercise.check_ill, "numbers[-1] < 0.5 * numbers[0]", "not numbers[-1] >= 0.5 * numbers[0]", "losses are nan"),
    (exercise.check_ill, "0.5 * numbers[0]", "numbers[0]", "from 1 over 1 to 0.7"),
    (exercise.check_ill, "numbers[-1] <", "numbers[1] <", "from 4 over 1 to 3"),
    (exercise.check_ill, "numbers[-1] <", "min(numbers) <", "from 4 over 1 to 3"),
    (exercise.check_ill, "0.5 * numbers[0]", "0.5 * numbers[1]", "from 4 over 1 to 1.5"),
    (exercise.check_ill, "numbers[-1] <", "numbers[-1] <=", "from 4 over 4 to 2"),
    (exercise.check_ill, "0.5 * numbers[0]", "0.5", "from 4 over 4 to 1.5"),
    (
        exercise.check_ill,
        'not any(getattr(loss, "requires_grad", False) for loss in losses)',
        "True",
        "keeps its losses as they are",
    ),
    (exercise.check_ill, "found == [model.training] + [p.requires_grad for p in weights]", "True", "ends in eval mode"),
    (
        exercise.check_ill,
        "found == [model.training] + [p.requires_grad for p in weights]",
        "found[0] == model.training",
        "asks for no gradient",
    ),
    (exercise.check_treated, "lr=0.5", "lr=0.1", "treated, the second loss"),
    (exercise.check_treated, "model(x), y", "model(x).softmax(dim=1), y", "treated, the first loss"),
    (exercise.check_treated, "        optimizer.zero_grad()\n", "", "treated, the last loss"),
    (exercise.check_treated, "loss.item()", "loss.detach()", "not plain numbers"),
    (exercise.check_treated, "    return losses", "    model.eval()\n    return losses", "not as it was found"),
    (exercise.check_patient, CHOSEN, "weights", "it has all four signs"),
    (exercise.check_patient, '"sign": "all move"', '"sign": "falls"', "and the card says 'falls'"),
    (exercise.check_patient, CHOSEN, "weights if treated else weights[:0] or [ag.zeros(1)]", "falls and all move"),
    (
        exercise.check_patient,
        "It learns, but with a larger first layer it gets no better at all.",
        "ill",
        "complaint on the card is too short",
    ),
    (
        exercise.check_patient,
        "loss.backward()",
        "(loss if treated else -loss * ag.rand(())).backward()",
        "different losses in the second run",
    ),
    (exercise.check_patient, "return losses", "return losses if treated else [1.0] * rounds", "for another model"),
    (exercise.check_patient, "return losses", "return losses if treated else losses[::-1]", "in 40 rounds and"),
    (exercise.check_patient, "return losses", "return losses if treated else [None]", "ill, the losses are not plain"),
]


@pytest.mark.parametrize("check, old, new, sentence", MISTAKES, ids=[mistake[3] for mistake in MISTAKES])
def test_a_likely_mistake_is_told_in_a_sentence(check, old, new, sentence):
    cell = "a-answer" if check in CHECKS[:2] else "b-answer"
    sources = answers()
    assert old in sources[cell]
    sources[cell] = sources[cell].replace(old, new)
    with pytest.raises(NotYet, match="help: ") as told:
        examined(check, sources["a-answer"], sources["b-answer"])
    assert sentence in str(told.value)


def test_an_illness_that_ends_in_nan_gives_the_same_losses_twice(capsys):
    sources = answers()
    ill = sources["b-answer"].replace(CHOSEN, "weights").replace('"sign": "all move"', '"sign": "falls"')
    ill = ill.replace("model(x), y", "model(x) if treated or step == 0 else model(x) * float('nan'), y")
    examined(exercise.check_patient, sources["a-answer"], ill)
    assert "lacks one sign, 'falls'" in capsys.readouterr().out
