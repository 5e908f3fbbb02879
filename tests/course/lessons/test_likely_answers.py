"""Wrong answers that learners are likely to give, and the idea that each is told by."""

import pytest

from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge

DAYS = """def day_by_day(w, level, rain, measured):
    for {days}:
        {first}
        level = w * level.detach() + today
        loss = (level - wanted)**2
        loss.backward()
    return level.item()"""
TRAIN = """def train(w, b, x, y, rounds):
    optimizer = ag.optim.SGD([w, b], lr=0.05)
    losses = []
    for turn in range(rounds):
        optimizer.zero_grad()
        loss = (w * x + b - y)**2
        loss.backward()
        optimizer.step()
"""
ONE_LOSS = """def train(w, b, x, y, rounds):
    optimizer = ag.optim.SGD([w, b], lr=0.05)
    losses, loss = [], (w * x + b - y)**2
    for turn in range(rounds):
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
        losses.append(loss.item())
    return losses"""
DISTANCES = "def distances(points, center):\n    s = ((points - center)**2).sum(dim=1)\n    return {}"
DIVIDE = "def divide(a, b):\n    return Number(a.data / b.data, (a, b), ({}))"


@pytest.mark.parametrize(
    "item_id, answer, idea",
    [
        ("01-C2", "-3.6", "factor left out"),
        ("01-C2", "-3.9", "learning rate is the step"),
        ("01-C3", "0.2", "factor left out"),
        ("01-C3", "4", "slope for place"),
        ("01-P1", "7.84", "learning rate is the step"),
        ("01-P1", "5.76", "factor left out"),
        ("01-P1", "9", "M42"),
        ("01-P1", "1.2", "step for loss"),
        ("01-P2", "3.61", "learning rate is the step"),
        ("01-P2", "0.09", "factor left out"),
        ("01-P2", "3.6", "place for loss"),
        ("01-P2", "2.4", "loss takes the step"),
        ("01-C2", "-8", "slope for place"),
        ("01-R2", "6.1", "growth for each 1"),
        ("01-R2", "6", "slope for growth"),
        ("02-C1", "32", "square of the sum"),
        ("02-C2", "24", "slopes of the factors multiplied"),
        ("02-C3", "5", "uses counted"),
        ("02-C3", "28", "value for slope in one part"),
        ("02-P1", "7", "one guest for each euro"),
        ("02-P1", "-20", "guests for price"),
        ("02-P3", "grad_fn=<MulBackward0>", "M45"),
        ("02-P3", "<RsubBackward1>", "M45"),
        ("02-P3", "null", "None in another language"),
        ("02-P4", "-1", "factor left out"),
        ("02-P4", "0", "neither branch"),
        ("02-P3", "<AccumulateGrad>", "M45"),
        ("02-P3", "AccumulateGrad", "M45"),
        ("03-R1", "2", "slopes of the factors multiplied"),
        ("03-P3", "3.0 False 0", "zero for none"),
        ("03-P3", "3.0 False tensor(0.)", "zero for none"),
        ("03-P5", "49.0 tensor(1.)", "gradient of the loss itself"),
        ("03-P5", "7.0 None", "square left out"),
        ("03-C2", "tensor(0.) tensor(12.)", "zero for none"),
        ("03-C2", "None tensor(36.)", "gradient of the one before"),
        ("03-C4", "tensor(0.) tensor(4.)", "zero for none"),
        ("03-C4", "None tensor(12.)", "gradient of the leaf"),
        ("04-C1", "13", "constant for slope"),
        ("04-C3", "3.2", "slope of another loss"),
        ("04-C3", "3.7", "factor left out"),
        ("04-C3", "-2", "learning rate left out"),
        ("04-C3", "0.6", "step for place"),
        ("04-C4", "0.6", "same step again"),
        ("04-F1", "45", "loss for slope"),
        ("04-P2", "null", "None in another language"),
        ("05-P1", "0", "lowest at once"),
        ("05-P1", "1.96", "x left out"),
        ("05-P1", "2.25", "factor left out"),
        ("05-P1", "3.24", "only b moves"),
        ("05-P1", "324", "learning rate left out"),
        ("05-P1", "6", "price for loss"),
        ("05-C2", "4.0 4.0", "factor left out"),
        ("05-C3", "2.56 tensor(6.4)", "M02"),
        ("05-C3", "4.0 tensor(10.)", "one step"),
        ("05-C5", "-30", "learning rate left out"),
        ("05-C6", "6.0 4.0 25.0", "only z follows"),
        ("05-C6", "5.6 5.0 25.0", "slope of another loss"),
        ("05-C9", "2.6 0.6", "new w overlooked"),
        ("05-C10", TRAIN + "        losses.append(loss.item())\n        return losses", "ends too early"),
        ("05-C10", TRAIN + "    losses.append(loss.item())\n    return losses", "only the last loss"),
        ("05-C10", ONE_LOSS, "one loss for all rounds"),
        ("06-C1", "[2, 0, -1]", "the weights themselves"),
        ("06-C2", "[12, -48]", "sign kept in a square"),
        ("06-C5", "1", "one place, factor left out"),
        ("06-C6", "[[1, 2], [4, 0]]", "factor for slope"),
        ("06-C7", "-2", "own wish, not divided"),
        ("06-C8", "[7, 8, 45]", "weights times values"),
        ("06-F1", "[120, 30]", "inner factor left out"),
        ("06-P4", "[8, 0, 10]", "the second day alone"),
        ("07-C10", DAYS.format(days="today, wanted in zip(rain, measured)", first="w.grad = None"), "cleared each day"),
        (
            "07-C10",
            DAYS.format(days="day in range(len(rain) - 1)", first="today, wanted = rain[day], measured[day]"),
            "one day too few",
        ),
        ("10-F1", "77", "grad counted, too"),
        ("10-P5", "12", "grad counted, too"),
        ("11-C1", "8 8 0", "item keeps"),
        ("11-C2", "14, 7, 0", "left for largest"),
        ("11-C4", "4000", "middle alone"),
        ("12-C16", DISTANCES.format("(s + 1e-8).sqrt()"), "nearly 0"),
        ("12-C16", DISTANCES.format("s.clamp(min=1e-12).sqrt()"), "nearly 0"),
        ("12-C16", DISTANCES.format("ag.where(s > 0, ag.where(s > 0, s, 0.0).sqrt(), 0.0)"), "zero put in"),
        ("13-C4", DIVIDE.format("1 / b.data, -1 / b.data**2"), "a left out"),
        ("13-C4", DIVIDE.format("-a.data / b.data**2, 1 / b.data"), "slopes swapped"),
        ("07-B3", "error", "near:no error"),
        ("07-P1", "day 1 stops", "days counted from 1"),
        ("07-P1", "day 1\nday 2\nday 3", "M15"),
        ("07-C1", "20\n30\nstops\n30", "each walk replaces"),
        ("07-C2", "tensor([1., 1., 1., 1.])", "one walk of a sum"),
        ("07-C3", "16", "last walk left out"),
        ("07-T6", "tensor([11., 43.])", "value for slope"),
        ("08-B2", "23.237", "M29"),
        ("08-B2", "24.551", "M29"),
        ("08-B2", "29.832", "M29"),
        ("08-C2", "5.4", "shares swapped"),
        ("08-C2", "13", "mean of all"),
        ("08-P2", "False tensor([1.8000])", "shares swapped"),
        ("08-C4", "6", "slope of u left out"),
        ("09-C1", "49", "constant counted"),
        ("09-C1", "32", "value for slope"),
        ("09-C9", "7", "what is squared"),
        ("09-C10", "13", "lower side only"),
        ("09-C10", "98", "one side, not divided"),
        ("09-P1", "10", "x left out"),
        ("09-P1", "9", "distance for slope"),
        ("09-P4", "tensor(5.)", "passes through"),
        ("09-P4", "6", "the engine knows the slope"),
        ("10-C1", "0.0002", "right to one digit"),
        ("10-C1", "0.25**7", "one too many"),
        ("10-C5", "[1, 1]", "limit shared out"),
        ("10-C7", "80", "last walk left out"),
        ("10-C8", "6", "inner slope alone"),
        ("10-F1", "45", "last walk left out"),
        ("10-P1", "30", "square left out"),
        ("11-C4", "7164", "weights counted too"),
        ("11-C4", "2000", "input alone"),
        ("11-C5", "13", "three runs"),
        ("11-C6", "7, 0", "0 for as many"),
        ("11-C7", "333", "sum for the gain"),
        ("11-P2", "[5, 49664]", "one forward pass"),
        ("12-C5", "2", "the end of the way"),
        ("12-C9", "1", "softmax for loss"),
        ("12-C10", "tensor([[0., 16.], [16., 0.]])", "mean left out"),
        ("12-C14", "9", "first sum left out"),
        ("12-C14", "11", "weight counted"),
        ("12-C18", "3", "first half alone"),
        ("13-B2", "25", "second number"),
        ("13-B2", "10", "line before"),
        ("13-C1", "255", "all that is taken"),
        ("13-C5", "[3, 0]", "own factor"),
        ("13-C5", "[24, 0]", "value for slope"),
        ("13-C8", "[2, 8]", "last row alone"),
        ("13-C8", "[60, 98]", "times its entries"),
        ("13-C9", "71", "values for slopes"),
        ("13-P1", "6", "square alone"),
        ("13-P1", "14", "twice the same"),
        ("13-P2", "36", "value for slope"),
        ("04-C2", "None has no attribute item", ""),
        ("06-C3", "shape mismatch", ""),
    ],
)
def test_a_likely_answer_is_told_by_its_idea(item_id, answer, idea):
    feedback = judge(registry.find(item_id), answer)
    assert (feedback.verdict.word, feedback.tag) == ("not yet" if idea else "passed", idea)


def test_an_error_in_a_cell_of_ones_own_is_no_error_of_the_right_program():
    said = judge(registry.find("07-B3"), "error").says
    assert said.startswith("**Your cell still stops.** Which line runs only once?")


def test_a_number_that_is_rounded_too_far_is_told_how_to_write_it():
    feedback = judge(registry.find("10-C1"), "0.0002")
    assert "`0.25**6`" in feedback.says and judge(registry.find("10-C1"), "0.25**6").verdict.word == "passed"


def test_a_task_shows_no_other_form_of_an_answer_than_its_field():
    assert "like" not in registry.find("11-P2").task
