"""The slope mover: attributes in, attributes out; picture, words and text version agree."""

import math
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from pictures import texts

import autogradlab as ag
from autogradlab.course.widgets.parts.labels import Labels, label_box, overlap
from autogradlab.course.widgets.slope.mover import H_VALUES, Slope
from autogradlab.course.widgets.slope.picture import _here
from autogradlab.course.widgets.slope.words import rows
from autogradlab.draw.measure import text_width
from autogradlab.draw.numbers import written
from autogradlab.draw.plane import ticks

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
POINTS = [-4.5, -4.2, -3.0, -0.1, 0.0, 0.5, 3.0, 4.2, 4.5]


def label_of(slope):
    return ElementTree.fromstring(slope.svg).get("aria-label")


def test_the_first_view_teaches():
    slope = Slope()
    assert (slope.w, slope.h, slope.lr) == (3, 1, 0.1)
    assert (slope.loss, slope.grad, slope.secant, slope.new_w, slope.new_loss) == (9, 6, 7, 2.4, 5.76)


def test_description_says_what_the_first_view_shows():
    assert Slope().description == (
        "At w = 3 the loss is 9 and w.grad is 6. Over h = 1 the secant has slope 7. "
        "One step of 0.1 × 6 lands at 2.4, where the loss is 5.76: lower than before."
    )


@pytest.mark.parametrize("h, secant", [(1, 7), (0.5, 6.5), (0.1, 6.1), (0.01, 6.01), (0.001, 6.001)])
def test_the_secant_approaches_the_gradient(h, secant):
    slope = Slope()
    slope.h = h
    assert slope.secant == pytest.approx(secant, abs=1e-9)


@pytest.mark.parametrize(
    "lr, new_w, new_loss", [(0, 3, 9), (0.1, 2.4, 5.76), (0.5, 0, 0), (1, -3, 9), (1.1, -3.6, 12.96)]
)
def test_one_step_lands_where_the_engine_says(lr, new_w, new_loss):
    slope = Slope(lr=lr)
    assert (slope.new_w, slope.new_loss) == (pytest.approx(new_w), pytest.approx(new_loss))


def test_moving_w_changes_everything_that_follows():
    slope = Slope()
    slope.w = -3
    assert (slope.grad, slope.secant, slope.new_w) == (-6, -5, -2.4)
    assert "falls" in slope.svg and "−6" in slope.text


@pytest.mark.parametrize(
    "f, w, grad",
    [
        (lambda w: w**3, 2.0, 12),
        (lambda w: (w - 1) ** 2 + ag.sin(w), 0.0, -1),
        (lambda w: ag.exp(w), 0.0, 1),
        (lambda w: 5 * w, 1.0, 5),
        (lambda w: w.abs(), -2.0, -1),
    ],
)
def test_the_slope_is_the_gradient_of_any_function(f, w, grad):
    assert Slope(f, w=w).grad == pytest.approx(grad)


@pytest.fixture(scope="module")
def shared():
    return Slope()


@pytest.mark.parametrize("w", POINTS)
@pytest.mark.parametrize("h", [1, 0.01])
@pytest.mark.parametrize("lr", [0, 0.1, 1, 1.1])
def test_picture_words_and_text_agree(shared, w, h, lr):
    shared.w, shared.h, shared.lr = w, h, lr
    assert label_of(shared) == shared.description
    shown = texts(shared)
    for line in shared.text.splitlines()[1:]:
        assert line[:10].strip() in shown and line[10:24].strip() in shown


def test_a_step_that_leaves_the_picture_is_said():
    slope = Slope(w=4.5, lr=1.2)
    assert "step off the picture: w = −6.3, loss = 39.69" in texts(slope)


def test_a_point_off_the_picture_is_said():
    assert "point off the picture: w = 0.1, loss = 10" in texts(Slope(lambda w: 1 / w, w=0.1))


def test_the_steps_that_the_lesson_speaks_of_stay_in_the_picture():
    assert "off the picture" not in Slope(w=3.0, lr=1.1).svg


def test_limits_do_not_move_with_the_point():
    slope = Slope()
    still = slope._drawing.still
    slope.w = 0.5
    assert slope._drawing.still is still and still in slope.svg


def test_the_same_state_gives_the_same_bytes():
    there_and_back = Slope()
    there_and_back.w = 1
    there_and_back.w = 3
    assert there_and_back.svg == Slope().svg and there_and_back.text == Slope().text


def test_a_print_in_the_loss_is_shown_for_the_point_only(capsys):
    def loss(w):
        print("w is", w.item())
        return w**2

    Slope(loss, w=2.0)
    assert capsys.readouterr().out == "w is 2.0\n"


def test_the_learners_tensors_are_left_alone():
    mine = ag.tensor(2.0)
    Slope(lambda w: w * mine)
    assert mine.grad is None and mine._version == 0


@pytest.mark.parametrize(
    "name, value, sentence",
    [
        ("w", 7, "w = 7 is outside −4.5 to 4.5"),
        ("w", float("nan"), "w = nan is outside"),
        ("w", "three", "w must be a number, not 'three'"),
        ("w", None, "w must be a number"),
        ("h", 0.25, "h = 0.25 is not one of 0.001, 0.01, 0.1, 0.5, 1"),
        ("h", 0, "is not one of"),
        ("lr", 2, "learning rate = 2 is outside 0 to 1.2"),
        ("lr", -0.1, "is outside"),
    ],
)
def test_what_cannot_be_chosen_is_refused_with_help(name, value, sentence):
    slope = Slope()
    with pytest.raises(ValueError, match=sentence) as refusal:
        setattr(slope, name, value)
    assert "\n  help: " in str(refusal.value)
    assert (slope.w, slope.h, slope.lr) == (3, 1, 0.1)


@pytest.mark.parametrize("limits", [(3, 1), (0, 0), 5, ("a", "b"), (0, float("inf")), (1, 2, 3)])
def test_limits_that_show_nothing_are_refused_with_help(limits):
    with pytest.raises(ValueError, match="limits must be .*\n  help: "):
        Slope(limits=limits)


def test_limits_may_be_chosen():
    slope = Slope(lambda w: (w - 50) ** 2, w=60, limits=(0, 100))
    assert slope.grad == 20
    slope._w.more.click()
    assert slope.w == 61


def test_a_vertical_place_is_shown_without_a_tangent():
    slope = Slope(ag.sqrt, w=0.0)
    assert slope.grad == float("inf") and 'stroke-dasharray="8 5"' not in slope.svg
    assert "dashed tangent" not in slope.text and "no tangent: it is vertical" in texts(slope)


def test_a_slope_that_is_nan_is_not_said_to_fall():
    slope = Slope(lambda w: w**w, w=-1.0)
    assert "w.grad is nan: there is no slope" in slope.text
    assert "dashed tangent" not in slope.text and "no tangent here" in texts(slope)


@pytest.mark.parametrize(
    "f, w, has_corner",
    [
        (abs, 0.0, True),
        (ag.relu, 0.0, True),
        (lambda w: 100 + 0.1 * abs(w - 2), 2.0, True),
        (abs, 0.1, False),
        (lambda w: 1e6 * (w - 1) ** 2, 1.0, False),
        (lambda w: w**3, 0.0, False),
        (lambda w: 1e6 + 5 * w, 3.0, False),
        (lambda w: ag.exp(3 * w), 4.5, False),
        (ag.sqrt, 0.1, False),
        (ag.round, 3.0, False),
        (lambda w: ((w - ag.tensor([2.0, 1.0, -7.0])) ** 2).mean(), 0.3, False),  # in float32
        (lambda w: (w - ag.tensor([2.0, 1.0])).abs().sum(), 2.0, True),
    ],
)
def test_a_corner_is_not_called_level_and_a_bend_is_no_corner(f, w, has_corner):
    slope = Slope(f, w=w)
    assert ("the curve has a corner" in slope.text) == has_corner
    assert "is not the curve's slope" not in slope.description


@pytest.mark.filterwarnings("ignore:Converting a tensor with requires_grad")
def test_a_part_of_the_loss_that_was_not_recorded_is_named():
    slope = Slope(lambda w: (w - 1) ** 2 + 3 * math.sin(2 * w))
    assert "At w = 3 w.grad is 4, the curve's slope 9.761" in slope.text
    assert "computed from the plain number in w. Functions of math do that" in slope.description


@pytest.mark.parametrize(
    "f, sentence",
    [
        (lambda w: "nine", "Your function gave 'nine', which is not a tensor"),
        (lambda w: None, "Your function gave None, which is not a tensor"),
        (lambda w: w.item() ** 2, "Your function gave 9.0, which is not a tensor"),
        (lambda w: w * ag.tensor([1.0, 2.0, 3.0]), "a tensor of shape (3,), but a loss is one number"),
        (lambda w: (w**2).detach(), "was not recorded"),
        (lambda w: missing, "Your function stopped at w = 3 with NameError: name 'missing' is not defined"),  # noqa: F821
        (lambda: 3, "Your function stopped at w = 3 with TypeError"),
        (lambda w: w ^ 2, "Python writes a power as w**2"),
        (lambda w: np.sin(w), "as in ag.sin(w)"),
        (lambda w: ag.log(w - 5), "At w = 3 the loss is nan"),
        (lambda w: ag.tensor(2.0, requires_grad=True) ** 2, "Your function did not use its own w"),
        ("w**2", "'w**2' is not a function"),
    ],
)
def test_a_function_without_a_slope_is_explained_and_not_raised(f, sentence):
    slope = Slope(f)
    assert sentence in slope.description and "help: " in slope.description
    assert "\n  help: " in slope.text
    assert (slope.grad, slope.secant, slope.new_w, slope.new_loss) == (None, None, None, None)
    ElementTree.fromstring(slope.svg)


def test_a_place_without_a_value_is_left_by_moving():
    slope = Slope(ag.log, w=-1.0)
    assert slope.grad is None
    slope.w = 2
    assert slope.grad == 0.5


# ---- labels --------------------------------------------------------------------------------------------------------


def labels_of(slope):
    """{text: box} of the labels in the plane."""
    texts = [element for element in ElementTree.fromstring(slope.svg).iter() if "h" in element.get("class", "").split()]
    return {
        e.text: label_box(float(e.get("x")), float(e.get("y")), e.text, e.get("text-anchor"), size_of(e)) for e in texts
    }


def size_of(element):
    return int(element.get("style", "font-size:14px").removeprefix("font-size:").removesuffix("px"))


@pytest.mark.parametrize("f", [None, lambda w: w**3, lambda w: -2 * w, lambda w: ag.sin(3 * w)])
@pytest.mark.parametrize("h", [1, 0.5, 0.01])
def test_no_label_hides_another_or_the_curve(f, h):
    slope = Slope(f, h=h, lr=0)
    plane, values = slope._drawing.plane, zip(slope._drawing.xs, slope._drawing.ys)
    curve = [plane.at(x, y) for x, y in values]
    for tenth in range(-44, 45):
        slope.w = tenth / 10
        boxes = [*labels_of(slope).items()]
        for i, (text, box) in enumerate(boxes):
            assert not [other for other, taken in boxes[:i] if overlap(box, taken)], (slope.w, text)
            assert not [at for at in curve if overlap(box, (*at, *at))], (slope.w, text)


@pytest.mark.parametrize(
    "w, said",
    [
        (3, ["Δw = 1", "Δloss = 6", "h = 1", "7", "tangent"]),
        (-3, ["Δw = 1", "Δloss = −6", "h = 1", "−5", "tangent"]),
        (1.5, ["Δw = 1", "Δloss = 3", "4", "tangent"]),
        (0.5, ["Δw = 1, Δloss = 1", "tangent"]),
        (-0.3, ["Δw = 1, Δloss = −0.6", "tangent"]),
        (0, ["Δw = 1, Δloss = 0", "h = 1", "tangent"]),
    ],
)
def test_labels_find_a_place(w, said):
    assert set(said) <= set(labels_of(Slope(w=w)))


@pytest.mark.parametrize("limits", [(-4.5, 4.5), (-4, 4), (-250, 250)])
def test_the_present_w_and_the_axis_name_stay_apart(limits):
    slope = Slope(w=limits[1], limits=limits)
    marks = ElementTree.fromstring(f"<g>{_here(slope._drawing.plane, slope.w)}</g>")
    paper, present = marks.find("rect"), marks.find("text")
    end_of_paper = float(paper.get("x")) + float(paper.get("width"))
    *_, end, _ = label_box(float(present.get("x")), 0, present.text, "middle", 14)
    assert max(end, end_of_paper) < slope._drawing.plane.right + 14  # where `axes` writes the name


def test_a_label_takes_its_first_free_place_or_none():
    labels = Labels((0, 0, 200, 100))
    labels.keep_free([(60, 50)])
    places = [(50, 52, "word", "start"), (100, 52, "word", "start")]
    assert 'x="100.0"' in labels.place(places)
    assert labels.place(places) == ""
    assert labels.place([(190, 52, "word", "start")]) == ""


def test_names_that_look_like_html_are_shown_as_they_are():
    assert "loss = <b>" in texts(Slope(lambda w: w, name="<b>"))


# ---- the widgets ---------------------------------------------------------------------------------------------------


def test_buttons_go_one_step_and_stop_at_the_end():
    slope = Slope(w=4.4)
    slope._w.more.click()
    assert slope.w == 4.5 and slope._w.more.disabled
    slope._w.more.click()
    assert slope.w == 4.5
    slope._w.less.click()
    assert slope.w == 4.4 and not slope._w.more.disabled


def test_h_goes_through_its_values():
    slope = Slope()
    for expected in reversed(H_VALUES[:-1]):
        slope._h.less.click()
        assert slope.h == expected
    assert slope._h.less.disabled


def test_a_slider_moved_in_the_page_redraws(shows):
    slope = Slope()
    slope._w.slider.value = 2.5000000000000004
    assert slope.w == 2.5 and slope.grad == 5
    assert shows(slope) and "6.25" in slope.words


def test_a_page_without_widgets_gets_the_text_version():
    slope = Slope()
    bundle = slope._repr_mimebundle_()
    assert bundle["text/plain"] == slope.text == repr(slope)
    assert WIDGET_VIEW in bundle


def test_the_hooks_of_the_browser_test_are_there():
    slope = Slope()
    assert "agl-picture" in slope.sheet.picture._dom_classes
    assert all("agl-slider" in control.box._dom_classes for control in (slope._w, slope._h, slope._lr))
    assert 'class="agl-state"' in slope.words


@pytest.mark.parametrize("w", [-4.5, -4.4, -4.2, -3.9, -3.5, 3.5, 3.9, 4.2, 4.4, 4.5])
def test_both_sides_of_the_triangle_are_named_up_to_the_ends_of_the_slider(w):
    picture = Slope(w=w, h=0.001, lr=1.2).svg
    assert "Δw = 1" in picture and "Δloss" in picture


@pytest.mark.parametrize(
    "f", [None, lambda w: ag.exp(-w * w) * 1e-2, lambda w: 1e-6 * w**3, lambda w: w**4 - 17.123 * w]
)
def test_what_stands_below_a_number_stays_within_its_column(f):
    slope = Slope(f, h=0.001, lr=1.2)
    for slope.w in (-4.5, -3.3, -0.7, 0.0, 0.1, 2.3, 4.5):
        for slope.h in (0.001, 0.1, 1.0):
            for slope.lr in (0.05, 1.15, 1.2):
                for name, _, numbers in rows(slope.reading)[3:5]:
                    assert text_width(numbers, 12) <= 180, (name, numbers)


@pytest.mark.parametrize("w", [-4.5, -4.2, -3.9, 0.3, 2.8, 4.4])
def test_no_number_of_the_axis_is_left_beside_the_current_w(w):
    """Numbers that would touch it are covered by its own paper."""
    slope = Slope(w=w)
    plane = slope._drawing.plane
    elements = [*ElementTree.fromstring(slope.svg).iter()]
    at = next(i for i, e in enumerate(elements) if e.text == written(w) and e.get("class") == "b" and i > 20)
    own = next(e for e in reversed(elements[:at]) if e.tag.endswith("rect"))
    left, right = float(own.get("x")), float(own.get("x")) + float(own.get("width"))
    here, half = float(elements[at].get("x")), text_width(written(w)) / 2
    for tick in ticks(-4.5, 4.5, 10):
        x, wide = plane.x(tick), text_width(written(tick), 12) / 2
        if abs(x - here) < half + wide + 4:
            assert left <= x - wide and x + wide <= right
        else:
            assert x + wide <= left or right <= x - wide
