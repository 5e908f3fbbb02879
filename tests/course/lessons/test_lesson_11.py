"""Lesson 11: its questions, what its page prints, scales and exercise."""

from functools import partial

import numpy as np
import pytest
from sources import ROOT, code_cells

import autogradlab as ag
from autogradlab.course import MemoryCurve
from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_11 import exercise
from autogradlab.course.lessons.lesson_11.batch import STATION
from autogradlab.course.lessons.lesson_11.recorded import TIMES
from autogradlab.course.lessons.lesson_11.scales import Scales, held_by
from autogradlab.course.programs import run

pytestmark = pytest.mark.usefixtures("small_heap")

# ---- keys and signatures -------------------------------------------------------------------------------------------


def test_of_the_five_changes_only_item_takes_the_history_out():
    item = registry.find("11-C8")
    line, letter = item.key()
    assert line == 9 and "item()" in item.lettered()[letter].text


@pytest.mark.parametrize("item_id, key", [("11-C4", 6200), ("11-C7", 500)])
def test_a_count_is_right_to_the_last_one(item_id, key):
    item = registry.find(item_id)
    words = [judge(item, number).verdict.word for number in (key - 1, key, key + 1)]
    assert words == ["not yet", "passed", "not yet"]


def test_the_calls_that_bring_the_time_back_are_a_whole_number():
    item = registry.find("11-C7")
    assert all(item.variant(seed).key() % 1 == 0 for seed in range(100))


@pytest.mark.parametrize(
    "expression, idea",
    [
        ("card // fixed", "M54"),
        ("card // per_day", "fixed part forgotten"),
        ("(card - fixed) // per_day", "below zero"),
        ("card // (fixed + per_day)", "everything per day"),
    ],
)
def test_a_function_is_told_by_its_idea(expression, idea):
    said = judge(registry.find("11-C9"), f"def largest_batch(card, fixed, per_day):\n    return {expression}")
    assert said.tag == idea


def test_another_right_function_passes():
    said = judge(
        registry.find("11-C9"),
        "def largest_batch(card, fixed, per_day):\n    days = 0\n"
        "    while fixed + (days + 1) * per_day <= card:\n        days = days + 1\n    return days",
    )
    assert said.verdict.word == "passed"


# ---- the page ------------------------------------------------------------------------------------------------------


cells = partial(code_cells, "11_memory")


def printed(*cell_ids):
    """What these cells of the lesson print, after its imports and its model."""
    sources = cells("notebooks")
    program = [f"from {Scales.__module__} import Scales", sources["model"], *(sources[each] for each in cell_ids)]
    return run("\n".join(program)).printed


@pytest.mark.parametrize(
    "cell_id, numbers",
    [
        ("weigh", ["8,708", "49,664", "5", "0"]),
        ("double", ["49664", "99328", "198656"]),
        ("keep", ["25", "8,708"]),
        ("keep-all", ["25", "248320"]),
        ("overlap", ["49152", "98816"]),
        ("fused", ["32,000,000", "8,000,000"]),
        ("even", ["13979", "462942"]),
    ],
)
def test_the_page_prints_what_its_text_says(cell_id, numbers):
    text = printed(*(["chain"] if cell_id == "fused" else []), cell_id).split()
    assert set(numbers) <= set(text)


def test_a_checkpoint_keeps_as_many_bytes_for_chance_as_the_page_says():
    size = ag.random.get_rng_state().numel()
    page = (ROOT / "notebooks" / "11_memory.ipynb").read_text("utf-8")
    assert f"and {size:,} bytes of the random numbers' state" in page


def test_what_grows_with_the_batch_is_saved_values_and_gradients_on_their_way():
    small, large = (MemoryCurve(batch=batch) for batch in (64, 256))
    at_peak = [
        (mover.curve.peak.bytes["saved values"], mover.curve.peak.bytes["gradients"]) for mover in (small, large)
    ]
    assert at_peak == [(40_960, 16_384), (163_840, 65_536)]
    for mover in (small, large):
        landed = [moment.bytes for moment in mover.moments if moment.kind == "step"]
        assert {each["gradients"] for each in landed} == {each["parameters"] for each in landed} == {16_896}


def test_a_part_in_a_checkpoint_runs_twice():
    assert printed("part", "checkpoint").split("\n")[0] == "plain: 1   in a checkpoint: 2"


@pytest.mark.parametrize("mended", [False, True])
def test_the_bug_fills_the_memory_until_it_is_mended(mended):
    sources = cells("notebooks")
    bug = sources["bug"].replace("append(loss)", "append(loss.item())") if mended else sources["bug"]
    program = [f"from {Scales.__module__} import Scales", sources["model"], bug, sources["bug-run"]]
    text = run("\n".join(program)).printed
    assert text.splitlines() == (
        [f"{n} batches: 0 nodes, 0 bytes saved" for n in (3, 6)]
        if mended
        else [f"{n} batches: {5 * n} nodes, {49664 * n} bytes saved" for n in (3, 6)]
    )


def test_what_the_items_count_is_what_the_scales_weigh():
    """Items walk the graph of a loss; the page looks at all live objects."""
    names = run(STATION).names
    model, losses = names["new_model"](), []
    scales = Scales(model)
    for days in (64, 128):
        losses.append(names["loss_of"](model, days))
    assert held_by(losses, model) == (scales.nodes, scales.saved) == (10, 4 * 192 * 97)
    losses[0].backward()
    assert held_by(losses, model) == (scales.nodes, scales.saved) == (10, 4 * 128 * 97)
    del losses[0]
    assert scales.nodes == 5


def test_the_scales_leave_out_what_was_there_before():
    w = ag.ones(10, requires_grad=True)
    old = (w * w).sum()
    scales = Scales()
    assert (scales.nodes, scales.saved) == (0, 0)
    new = (w**2).sum()
    assert (scales.nodes, scales.saved) == (2, 40)
    del old
    assert scales.nodes == 2
    del new
    assert scales.nodes == 0


def test_eager_is_explained_before_it_is_used():
    page = (ROOT / "notebooks" / "11_memory.ipynb").read_text("utf-8")
    assert page.index("the word for it is *eager*") < page.index("bytes_eager")


# ---- the exercise --------------------------------------------------------------------------------------------------

OVER_ALL = "np.add(buffer, b, out=buffer)\n        part = buffer"


def answer(cell_id, folder="solutions", changes=()):
    """The function of an answer cell, with changes to its text."""
    names, source = {"np": np, "middle_half": exercise.middle_half}, cells(folder)[cell_id]
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    exec(source, names)
    return names[cell_id.replace("-", "_")]


@pytest.mark.parametrize(
    "check, cell_id, old, new, says",
    [
        ("check_forward", "fused-forward", "        np.maximum(part, 0.0, out=part)\n", "", "is not clipped"),
        ("check_forward", "fused-forward", "range(0, len(x), ", "range(0, len(x) - len(buffer) + 1, ", "last entries"),
        ("check_forward", "fused-forward", "        np.add(part, b, out=part)\n", "", "b is left out"),
        ("check_forward", "fused-forward", "np.multiply(block, a", "np.multiply(block, abs(a)", "with a = -1.5"),
        ("check_forward", "fused-forward", "buffer[: len(block)]", "block", "x has changed"),
        ("check_forward", "fused-forward", "+= part.sum()", "+= buffer.sum()", "37: what an older block left"),
        ("check_forward", "fused-forward", "np.add(part, b, out=part)", OVER_ALL, "39: what an older block left"),
        ("check_forward", "fused-forward", "part = buffer[: len(block)]", "part = buffer", "fills the whole buffer"),
        ("check_forward", "fused-forward", "float(total)", "None", "a line that begins with `return`"),
        ("check_forward", "fused-forward", "total += part", "total = part", "you give 9, which is one block alone"),
        ("check_forward", "fused-forward", "(part, 0.0, ", "(block, 0.0, ", "times a, then plus b, then clipped"),
        ("check_room", "fused-forward", "block = x[", "block = (1.0 * x)[", "beside it you use up to"),
        ("check_backward", "fused-backward", "part > 0", "part == part", "2 everywhere"),
        ("check_backward", "fused-backward", "part > 0", "part >= 0", "is exactly 0, grad_x and grad_b are off"),
        ("check_backward", "fused-backward", "np.dot(block, open_)", "block.sum()", "counts the clipped entries"),
        (
            "check_backward",
            "fused-backward",
            "np.multiply(open_, grad_output * a",
            "np.multiply(open_, a",
            "3 arrives, and with that grad_x is off",
        ),
        (
            "check_backward",
            "fused-backward",
            "range(0, len(x), ",
            "range(0, len(x) - len(buffer) + 1, ",
            "not written to",
        ),
        (
            "check_backward",
            "fused-backward",
            "np.multiply(open_, grad_output * a, out=grad_x[start : start + len(buffer)])",
            "grad_x[start : start + len(buffer)] += open_ * grad_output * a",
            "and not with `\\+=`",
        ),
        (
            "check_backward",
            "fused-backward",
            "out=grad_x[start : start + len(buffer)])",
            "out=np.empty(len(block)))",
            "nothing was written into grad_x",
        ),
        ("check_backward", "fused-backward", "float(grad_a), float(grad_b)", "grad_x", "return grad_a, grad_b"),
        (
            "check_backward",
            "fused-backward",
            "float(grad_a), float(grad_b)",
            "float(grad_b), float(grad_a)",
            "have changed places",
        ),
        ("check_backward", "fused-backward", "open_.sum()", "b * open_.sum()", "b = 0.5 grad_b is off"),
        ("check_measure", "measure", "    run()\n    times", "    times", "the run that warms up is counted"),
        ("check_measure", "measure", "append(clock() - start)", "append(clock())", "the clock says"),
        ("check_measure", "measure", "return times", "return times[1:]", "29 times"),
        ("check_report", "report", "eager_median / fused_median", "fused_median / eager_median", "upside down"),
        ("check_report", "report", "if high < eager_low", "if fused_median < eager_median", "overlap"),
        ("check_report", "report", "if low > eager_high", "if False", "exchanged"),
        ("check_report", "report", "< 30", "< 3", "29 times"),
        ("check_report", "report", "< 30", "<= 30", "30 are enough"),
        ("check_report", "report", "min(len(eager), len(fused))", "len(eager)", "for 30 and 29 times your verdict"),
        ("check_report", "report", "high < eager_low", "fused_median < eager_low", "not only the median"),
        ("check_report", "report", "high < eager_low", "high <= eager_low", "they touch at 3"),
        ("check_report", "report", "low > eager_high", "low >= eager_high", "they touch at 3"),
    ],
)
def test_a_mistake_is_told(check, cell_id, old, new, says):
    with pytest.raises(NotYet, match=says):
        getattr(exercise, check)(answer(cell_id, changes=[(old, new)]))


def test_the_engine_finds_a_slope_that_is_not_right():
    backward = answer("fused-backward", changes=[("open_.sum()", "open_.sum() / 2")])
    with pytest.raises(NotYet, match="a different slope"):
        exercise.check_in_the_engine(answer("fused-forward"), backward)


def test_the_recorded_times_are_enough_for_a_verdict_and_show_all_three(capsys):
    assert list(TIMES) == [10**n for n in range(3, 8)]
    assert all(len(times) == 30 for row in TIMES.values() for times in row)
    exercise.show_report(answer("report"))
    verdicts = [line.split("  ")[-1] for line in capsys.readouterr().out.splitlines()[1:]]
    assert verdicts == ["cannot tell", "slower", "faster", "faster", "faster"]


def test_the_same_report_can_be_made_here(capsys):
    here = exercise.measured_here(answer("fused-forward"), answer("measure"), sizes=(100, 1000), block=64)
    exercise.show_report(answer("report"), here)
    assert len(capsys.readouterr().out.splitlines()) == 3
