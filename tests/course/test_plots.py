"""Plots from plain data: titles that say what is seen, data as text, the same bytes every time."""

import math

import numpy as np
import pytest

import autogradlab as ag
from autogradlab.course.data import digits, two_moons
from autogradlab.course.plots import (
    decision_boundary,
    difference_errors,
    digit_pictures,
    error_against_step,
    flow_per_layer,
    misread_pictures,
    training_curves,
    two_classes,
)

PNG = b"\x89PNG"
LOSSES = {"SGD": [9.0, 5.76, 3.6864], "with momentum": [9.0, 5.0, 1.0]}


def title_of(plot):
    return plot.axes[0].get_title(loc="left")


def plots():
    data, guesses = digits(), np.zeros(500)
    return [
        training_curves(LOSSES),
        error_against_step(difference_errors(lambda x: x**3, 2.0)),
        flow_per_layer({"sigmoid": [1e-5, 1e-3, 0.1], "relu": [0.9, 1.1, 1.0]}),
        two_classes(*two_moons(20)),
        decision_boundary(np.eye(4), np.eye(2), [0, 1], (0, 1, 0, 1)),
        digit_pictures(data.train_images, data.train_labels),
        misread_pictures(data.test_images, data.test_labels, guesses),
    ]


def test_every_plot_says_its_finding_in_title_words_and_text():
    for plot in plots():
        assert title_of(plot) and plot.description.startswith(title_of(plot)) and plot.text.startswith(title_of(plot))
        shown = plot._repr_mimebundle_()
        assert shown["text/plain"] == plot.text and f'alt="{plot.description}"' in shown["text/html"]


def test_the_same_data_give_the_same_bytes():
    assert training_curves(LOSSES).png() == training_curves(LOSSES).png()


def test_the_run_that_ends_lowest_is_named():
    assert title_of(training_curves(LOSSES)) == "with momentum ends lowest: 1 after 2 steps"
    assert title_of(training_curves({"w": [9.0, 4.0]})) == "The loss falls from 9 to 4 in 1 steps"


@pytest.mark.parametrize("log", [False, True])
def test_runs_that_break_are_drawn_as_far_as_they_go(log):
    plot = training_curves({"breaks": [1.0, float("nan"), float("inf")], "fine": [1.0, 0.0, 0.0]}, log=log)
    assert plot.png().startswith(PNG) and "nan" in plot.text


def test_float64_allows_a_smaller_step_and_a_smaller_error_than_float32():
    errors = difference_errors(lambda x: ag.sin(x), 1.0)
    best = {name: min(zip(found, hs)) for name, (hs, found) in errors.items()}
    assert best["float64"][0] < 1e-9 < 1e-6 < best["float32"][0]
    assert best["float64"][1] < best["float32"][1]


def test_halving_a_large_step_quarters_the_error():
    (_, (at_2h, at_h)) = difference_errors(lambda x: x**3, 2.0, [0.2, 0.1])["float64"]
    assert at_2h / at_h == pytest.approx(4, rel=1e-6)


def test_the_flow_names_the_network_that_loses_most():
    plot = flow_per_layer({"sigmoid": [1e-5, 1e-3, 0.1], "relu": [0.9, 1.1, 1.0]})
    assert title_of(plot) == "With sigmoid, only 1 × 10⁻⁴ of the gradient reaches layer 1"


@pytest.mark.parametrize(
    "sizes, found",
    [
        ([0.0, 0.0], "With a, the gradient's size is 0 at layer 2, 0 at layer 1"),
        ([math.nan, 1.0], "With a, the gradient's size is 1 at layer 2, nan at layer 1"),
        ([math.inf, math.inf], "With a, the gradient's size is inf at layer 2, inf at layer 1"),
    ],
)
def test_the_flow_says_what_is_no_share(sizes, found):
    """Whichever network comes first: a comparison with nan depends on the order."""
    for norms in ({"a": sizes, "b": [1e-3, 1.0]}, {"b": [1e-3, 1.0], "a": sizes}):
        plot = flow_per_layer(norms)
        assert title_of(plot) == found and plot.png().startswith(PNG)


def test_differences_without_any_error_have_no_curve():
    plot = error_against_step({"exact": ([0.1, 0.2], [0.0, 0.0])})
    assert title_of(plot).endswith("a relative error of 0") and plot.png().startswith(PNG)


def test_a_layer_without_gradient_leaves_a_gap():
    assert flow_per_layer({"dead": [0.0, 0.0, 1.0]}).png().startswith(PNG)


@pytest.mark.parametrize("draw", [training_curves, flow_per_layer])
@pytest.mark.parametrize("data", [{}, {"empty": []}, [1.0, 2.0], None])
def test_nothing_to_draw_is_said_with_help(draw, data):
    with pytest.raises(ValueError, match="\n  help: "):
        draw(data)


# ---- points and pictures of two and of ten classes -------------------------------------------------------------------


def test_the_share_of_points_on_their_side_is_read_off_the_grid():
    grid = np.repeat([[0.0, 1.0]], 2, axis=0)  # class 1 on the right
    points = np.array([[0.1, 0.5], [0.9, 0.5], [0.2, 0.1], [0.8, 0.9]])
    plot = decision_boundary(grid, points, np.array([0, 1, 1, 1]), (0, 1, 0, 1))
    assert title_of(plot) == "75% of the points are on their own side"


def test_a_grid_that_does_not_fit_is_refused_with_help():
    with pytest.raises(ValueError, match="\n  help: "):
        decision_boundary(np.zeros(4), np.zeros((3, 2)), [0, 1, 1], (0, 1, 0, 1))


def test_the_axes_are_called_coordinates_because_x_and_y_mean_something_else_in_a_program():
    for plot in (two_classes(*two_moons(20)), decision_boundary(np.eye(4), np.eye(2), [0, 1], (0, 1, 0, 1))):
        assert (plot.axes[0].get_xlabel(), plot.axes[0].get_ylabel()) == ("first coordinate", "second coordinate")


def test_the_text_of_two_classes_shows_where_each_lies():
    drawing = two_classes([[0.0, 0.0], [1.0, 1.0]], [0, 1]).text.splitlines()[2:]
    assert "1" in drawing[1] + drawing[2] and "0" in drawing[-2] + drawing[-3]
    with pytest.raises(ValueError, match="\n  help: "):
        two_classes(np.zeros((3, 2)), [0, 1])


def test_the_pair_that_is_confused_most_often_is_named_whichever_way_round():
    images, written = np.zeros((6, 64)), [8, 9, 8, 3, 4, 5]
    plot = misread_pictures(images, written, [9, 8, 9, 5, 4, 5])
    assert title_of(plot) == "4 of 6 pictures are misread; 8 and 9 are confused most often: 3 times"
    assert plot.text.index("8 read as 9: 2") < plot.text.index("9 read as 8: 1") and "3 read as 5: 1" in plot.text


def test_scores_are_read_by_their_largest_and_a_reader_without_mistakes_is_said_so():
    images, labels = np.zeros((3, 64)), [2, 0, 9]
    assert title_of(misread_pictures(images, labels, np.eye(10)[labels])) == "All 3 pictures are read correctly"
    assert title_of(misread_pictures(images[:1], labels[:1], labels[:1])) == "The one picture is read correctly"
    assert title_of(misread_pictures(images, labels, [2, 0, 4])).startswith("1 of 3 pictures is misread")
    assert title_of(misread_pictures(images, labels, [2, 0, 4])).endswith("4 and 9 are confused most often: once")


def test_pairs_that_are_confused_as_often_as_each_other_are_all_named():
    written, read = [0, 0, 1, 8, 9, 8, 3, 7], [4, 4, 8, 1, 8, 9, 5, 7]
    plot = misread_pictures(np.zeros((8, 64)), written, read)
    assert title_of(plot) == "7 of 8 are misread; most often 0 and 4, 1 and 8, 8 and 9: twice each"
    assert len(plot.axes[0].patches) == 5  # one direction of the first pair, both of the others
    many = misread_pictures(np.zeros((8, 64)), range(8), [(digit + 1) % 8 for digit in range(8)])
    assert title_of(many) == "8 of 8 are misread; most often 8 pairs of digits: once each"


@pytest.mark.parametrize("wrong, said", [(1, "The only one:"), (4, "All 4:"), (10, "All 10:"), (13, "10 of the 13:")])
def test_it_is_said_how_many_of_the_misread_pictures_are_shown(wrong, said):
    labels = np.zeros(20, int)
    plot = misread_pictures(np.zeros((20, 64)), labels, np.arange(20) < wrong)
    assert said in [text.get_text() for text in plot.axes[1].texts] and f"\n{said}\n" in plot.text
    assert plot.text.count("written 0, read as 1") == min(wrong, 10)


def test_pictures_of_another_shape_are_refused_with_help():
    for draw in (digit_pictures, lambda images, labels: misread_pictures(images, labels, labels)):
        with pytest.raises(ValueError, match="\n  help: "):
            draw(np.zeros((2, 63)), [1, 2])


def test_a_digit_in_letters_has_its_shape():
    data = digits()
    text = digit_pictures(data.train_images, data.train_labels).text
    assert text.count(":\n") >= 10 and "@@" in text
