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
        ("01-C2", "-8", "slope for place"),
        ("01-R2", "6.1", "growth for each 1"),
        ("01-R2", "6", "slope for growth"),
        ("02-C2", "24", "slopes of the factors multiplied"),
        ("02-P3", "<AccumulateGrad>", "M45"),
        ("02-P3", "AccumulateGrad", "M45"),
        ("03-R1", "2", "slopes of the factors multiplied"),
        ("05-C10", TRAIN + "        losses.append(loss.item())\n        return losses", "ends too early"),
        ("05-C10", TRAIN + "    losses.append(loss.item())\n    return losses", "only the last loss"),
        ("05-C10", ONE_LOSS, "one loss for all rounds"),
        ("06-F1", "[120, 30]", "inner factor left out"),
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
        ("13-C4", DIVIDE.format("1 / b.data, -1 / b.data**2"), "a left out"),
        ("13-C4", DIVIDE.format("-a.data / b.data**2, 1 / b.data"), "slopes swapped"),
        ("04-C2", "None has no attribute item", ""),
        ("06-C3", "shape mismatch", ""),
    ],
)
def test_a_likely_answer_is_told_by_its_idea(item_id, answer, idea):
    feedback = judge(registry.find(item_id), answer)
    assert (feedback.verdict.word, feedback.tag) == ("not yet" if idea else "passed", idea)
