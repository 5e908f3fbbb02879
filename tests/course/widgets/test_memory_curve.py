"""Live bytes: what each loop keeps alive; and the fusion experiment, whose bytes are counted and times measured."""

import re
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from pictures import texts, texts_that_agree

from autogradlab.course.widgets.fusion.mover import Fusion
from autogradlab.course.widgets.fusion.picture import draw_fusion
from autogradlab.course.widgets.fusion.run import REPEATS, SIGNS, Times, chain, fused
from autogradlab.course.widgets.fusion.words import finding
from autogradlab.course.widgets.memory_curve.mover import MemoryCurve
from autogradlab.course.widgets.memory_curve.run import CASES, OWNERS, ROUNDS, WIDTH, room
from autogradlab.course.widgets.memory_curve.words import ends
from autogradlab.draw.measure import text_width
from autogradlab.draw.numbers import grouped
from autogradlab.draw.theme import BACKWARD, IDLE
from autogradlab.memory.holdings import Alive

pytestmark = pytest.mark.usefixtures("small_heap")

FLOAT = 4


@pytest.fixture(scope="module")
def curve():
    return MemoryCurve(batch=16, layers=2)


def at_the_end(curve, case):
    curve.case = case
    return ends(curve.curve)


def test_parameters_and_activations_are_those_one_counts_by_hand(curve):
    curve.case, first = "train", curve.moments[0]
    assert first.bytes["parameters"] == 2 * (WIDTH * WIDTH + WIDTH) * FLOAT
    assert first.bytes["saved values"] == 2 * 16 * WIDTH * FLOAT  # into the first layer, out of its tanh


def test_backward_frees_what_forward_saved(curve):
    curve.case = "train"
    assert curve.moments[curve.curve.round_length - 1].bytes["saved values"] == 0
    assert len(set(at_the_end(curve, "train"))) == 1


def test_kept_losses_keep_their_nodes(curve):
    curve.case = "train"
    plain = curve.moments[-1].nodes
    curve.case = "keep_losses"
    assert curve.moments[-1].nodes == ROUNDS * plain


def test_evaluation_that_records_grows_and_under_no_grad_it_does_not(curve):
    first, second, third = at_the_end(curve, "evaluate")
    assert third - second == second - first > 0
    curve.case = "no_grad"
    assert {moment.bytes["saved values"] for moment in curve.moments} == {0} == {m.nodes for m in curve.moments}


def test_a_retained_graph_is_still_there_in_the_next_forward(curve):
    curve.case = "retain_graph"
    assert curve.peak > curve.plain_peak


def test_checkpoint_saves_bytes_where_activations_are_large():
    curve = MemoryCurve("checkpoint", batch=256, layers=8)
    assert curve.peak < 0.9 * curve.plain_peak and "% lower" in curve.description


def test_twice_the_batch_is_twice_the_saved_values_and_the_same_parameters():
    small, large = (MemoryCurve(batch=batch, layers=2).moments[2].bytes for batch in (32, 64))
    assert large["saved values"] == 2 * small["saved values"] and large["parameters"] == small["parameters"]


@pytest.mark.parametrize("case", CASES)
def test_every_loop_fits_into_the_picture(curve, case):
    curve.case = case
    assert curve.peak < room(curve.batch, curve.layers)


@pytest.mark.parametrize("case", CASES)
def test_picture_words_and_text_agree(curve, case):
    curve.case = case
    shown = texts_that_agree(curve)
    for owner, held in curve.curve.peak.bytes.items():
        assert owner in shown and grouped(held) in shown
    assert len(curve.text.splitlines()) == 3 + len(curve.moments)


@pytest.mark.parametrize("case", ["train", "checkpoint"])
def test_no_line_crosses_the_number_at_the_peak(case):
    """The number has a white background and is drawn after the lines between rounds."""
    svg = MemoryCurve(case, batch=64, layers=4).svg
    assert svg.index(">round 3<") < svg.index(">peak ")


def test_stock_is_taken_only_where_the_picture_has_a_moment(monkeypatch):
    """Looking at all live objects takes longest: it is done once before, once at the start, once for each moment."""
    from autogradlab.course.widgets.memory_curve import run as memory_curve_run

    taken, home = [], sys.modules[memory_curve_run.timeline.__module__]
    monkeypatch.setattr(home, "Alive", lambda *objects: taken.append(1) or Alive(*objects))
    memory_curve_run.run.cache_clear()
    assert len(memory_curve_run.run("train", 16, 2).moments) + 2 == len(taken)


def test_it_is_the_same_every_time(curve):
    from autogradlab.course.widgets.memory_curve import run as memory_curve_run

    curve.case = "train"
    before = curve.text
    memory_curve_run.run.cache_clear()
    assert MemoryCurve(batch=16, layers=2).text == before


# ---- fusion ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("operations", [1, 2, 4, 8])
def test_n_fused_operations_move_n_times_fewer_bytes(operations):
    model = Fusion(operations, 10_000).model
    assert model.ratio == operations and model.bytes_fused == 2 * 10_000 * FLOAT
    assert model.steps[:4] == SIGNS[:operations]


def test_the_picture_reads_the_chain_in_the_order_in_which_it_runs():
    fusion = Fusion(3, 1_000)
    assert " → ".join(SIGNS[:3]) in texts(fusion) and " → ".join(SIGNS[:3]) in fusion.text


def test_fused_and_one_after_another_give_the_same_numbers():
    import autogradlab as ag

    x = ag.linspace(-1.0, 1.0, 1000)
    assert ag.allclose(chain(x, 6), fused()(x, 6))


def test_measuring_fills_the_bar_and_the_picture():
    fusion = Fusion(2, 1_000)
    assert fusion.measured is None and "not measured yet" in texts(fusion)
    (button,) = fusion._press.buttons.values()
    button.click()
    assert len(fusion.measured.eager) == len(fusion.measured.fused) == REPEATS == fusion._bar.value
    assert "not measured yet" not in texts_that_agree(fusion) and not button.disabled
    fusion.size = 10_000
    assert fusion.measured is None and fusion._bar.value == 0


def test_the_words_before_the_bar_never_say_more_than_was_measured():
    fusion = Fusion(2, 1_000)
    assert fusion._bar.description == f"0 of {REPEATS} measured"
    fusion.measure()
    assert fusion._bar.description == f"{REPEATS} of {REPEATS} measured"
    fusion.operations = 3
    assert fusion._bar.description == f"0 of {REPEATS} measured"


@pytest.mark.parametrize(
    "fused_times, says",
    [
        ((1.0, 1.1, 1.2, 1.3), "2.7 times faster"),
        ((9.0, 9.1, 9.2, 9.3), "2.9 times slower"),
        ((2.0, 2.8, 3.3, 9.0), "these runs cannot tell"),
    ],
)
def test_a_way_is_called_faster_only_if_the_middle_halves_are_apart(fused_times, says):
    model, times = Fusion(4, 1_000).model, Times((2.9, 3.0, 3.3, 3.4), fused_times)
    picture = draw_fusion(model, times, "")
    assert says in finding(model, times)
    assert ("times faster" in picture or "times slower" in picture) == times.apart


@pytest.mark.parametrize("case", CASES)
def test_no_name_of_an_owner_lies_across_the_line_between_two_rounds(case):
    texts = [text for text in ElementTree.fromstring(MemoryCurve(case).svg).findall(".//{*}text") if text.text]
    middles = [float(text.get("x")) for text in texts if text.text.startswith("round ")]
    between = [(one + other) / 2 for one, other in zip(middles, middles[1:])]
    names = [text for text in texts if text.text in OWNERS and text.get("text-anchor") == "middle"]
    assert len(between) == ROUNDS - 1 and len(names) > 1
    for name in names:
        middle, half = float(name.get("x")), text_width(name.text, 12) / 2
        assert not any(middle - half < x < middle + half for x in between), name.text


@pytest.mark.parametrize("layers", [2, 4, 6, 8])
@pytest.mark.parametrize("batch", [16, 64, 256])
def test_the_dotted_line_does_not_touch_the_words_of_the_peak(batch, layers):
    svg = MemoryCurve("checkpoint", batch, layers).svg
    dotted = float(re.search(r'y1="([\d.]+)"[^>]* stroke-width="1.5" stroke-dasharray="2 4"', svg)[1])
    baseline = float(re.search(r'y="([\d.]+)"[^>]*>peak [\d,]+ bytes', svg)[1])
    assert not baseline - 12 < dotted < baseline + 5


def test_an_owner_has_the_same_outline_in_the_list_as_in_the_curve():
    svg = MemoryCurve().svg
    for stroke, dash in ((BACKWARD, "6 4"), (IDLE, "2 3")):
        dashed = re.findall(rf'<(\w+) [^>]*stroke="{stroke}"[^>]*stroke-dasharray="{dash}"', svg)
        assert {"path", "rect"} <= set(dashed)
