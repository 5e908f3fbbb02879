"""The playground: what is typed is read, never eval'ed; what is shown is what the engine computes."""

import asyncio
import doctest
import math
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest
from pictures import texts

import autogradlab as ag
from autogradlab.course.widgets.parts.labels import label_box, overlap
from autogradlab.course.widgets.playground import mover as module
from autogradlab.course.widgets.playground.mover import Playground
from autogradlab.course.widgets.playground.read import FUNCTIONS, LONGEST, parsed
from autogradlab.course.widgets.stepper.layout import sum_width
from autogradlab.course.widgets.stepper.marks import NUMBER
from autogradlab.course.widgets.stepper.story import on_wire
from autogradlab.course.widgets.stepper.wires import along
from autogradlab.draw.measure import LANE, shown


def type_in(playground, expression):
    """Type an expression into the field, as a learner does."""
    playground._field.value = expression


# ---- what is computed -----------------------------------------------------------------------------------------------


def test_the_example_in_the_docstring():
    assert doctest.testmod(module).failed == 0


def test_the_first_view_has_every_value_and_gradient():
    playground = Playground("(w*x + b - y)**2", w=3.0, x=2.0, b=1.0, y=5.0)
    assert playground.result == 4 and playground.grads == {"w": 8, "x": 12, "b": 4, "y": -4}
    shown = texts(playground.svg)
    assert {"3", "2", "1", "5", "6", "7", "8", "12", "4", "−4"} <= set(shown)
    assert playground.step == playground.count


@pytest.mark.parametrize(
    "expression",
    [
        "w*x + 1",
        "w - x",
        "-w / x",
        "w**3",
        "w**x",
        "2**w",
        "exp(w)",
        "log(w)",
        "sin(w)*cos(x)",
        "tanh(w)",
        "sigmoid(w + x)",
        "relu(w - x)",
        "abs(-w)",
        "sqrt(w)",
        "maximum(w, x)",
        "minimum(w, 2)",
        "w * (+1/3)",
        "w*w*w + w",
        "exp(2)*w",
    ],
)
def test_any_expression_gives_what_the_engine_gives(expression):
    playground = Playground(expression, w=1.5, x=0.7)
    names = {name: ag.tensor(value, requires_grad=True) for name, value in playground.values.items()}
    functions = {name: lambda *given, call=getattr(ag, name): call(*map(ag.as_tensor, given)) for name in FUNCTIONS}
    result = eval(expression, functions | names)  # the test's own expressions, from the list above
    result.backward()
    assert playground.result == result.item()
    assert playground.grads == {name: leaf.grad.item() for name, leaf in names.items()}


def test_each_function_of_the_list_works():
    for name, arity in FUNCTIONS.items():
        assert math.isfinite(Playground(f"{name}({', '.join(['w', 'x'][:arity])})", w=0.5, x=2.0).result)


@pytest.mark.parametrize(
    "expression, result",
    [
        ("9**9**9*w", math.inf),
        ("w/0", math.inf),
        ("-w/0", -math.inf),
        ("exp(exp(exp(w + 3)))", math.inf),
        ("w * 1" + "0" * 150, math.inf),
        ("1e999*w", math.inf),
    ],
)
def test_huge_values_are_inf_and_shown_as_such(expression, result):
    playground = Playground(expression, w=1.0)
    assert playground.result == result and "inf" in playground.description and "inf" in " ".join(texts(playground.svg))


# ---- moving it ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("factor", ["1e5", "1000000", "0.00001"])
def test_a_long_number_in_one_of_two_branches_has_room(factor):
    playground = Playground(f"1 * x0**2 + {factor} * x1**2", x0=1.0, x1=2.0)
    assert playground.grads["x1"] == pytest.approx(4 * float(factor))


def test_a_slider_moves_values_and_gradients(shows):
    playground = Playground("w**2", w=3.0)
    playground.set(w=-2.0)
    assert (playground.result, playground.grads) == (4, {"w": -4}) and "−4" in texts(playground.svg)
    assert shows(playground)


def test_nothing_jumps_while_a_slider_moves():
    playground = Playground("(w*x + b)**2", w=1.0, x=1.0, b=1.0)
    places = playground._drawing.layout.places
    for w in (1.5, -2.5, 3.0):
        playground.set(w=w)
        assert playground._drawing.layout.places == places


@pytest.mark.parametrize("expression", ["(w*x + b)**2", "w*w + w", "w - x + b", "maximum(w, 0)*x"])
def test_a_moved_picture_is_the_one_that_would_be_drawn_there(expression):
    moved = Playground(expression, w=1.5, x=2.0)
    form = moved._drawing.form
    moved.set(w=2.5)
    fresh = Playground(expression, w=2.5, x=2.0)
    assert (moved.svg, moved.text, moved.grads) == (fresh.svg, fresh.text, fresh.grads)
    assert moved._drawing.form is form  # wires and outlines were drawn once


def test_a_number_that_is_not_finite_looks_like_none_until_it_is_finite_again():
    playground = Playground("log(w) + 1", w=1.0)
    finite = playground.svg
    playground.set(w=0.0)
    assert 'class="b" text-anchor="end" style="font-size:15px">−inf !<' in playground.svg
    playground.set(w=1.0)
    assert playground.svg == finite


def test_an_input_may_be_called_result():
    assert Playground("result*2", result=3.0).grads == {"result": 2}


def test_the_step_stays_where_it_is_while_a_slider_moves():
    playground = Playground("(w*x + b)**2")
    playground.step = 2
    playground.set(w=2.0)
    assert playground.step == 2 and playground.description.startswith("The result is")


def test_another_expression_brings_its_own_sliders_and_keeps_known_values():
    playground = Playground("w*x", w=3.0, x=2.0)
    type_in(playground, "w + sin(v)")
    assert playground.values == {"w": 3, "v": 1} and playground.problem is None
    assert len(playground._sliders.children) == 2 and playground.expression == "w + sin(v)"
    type_in(playground, "w*x")
    assert playground.values == {"w": 3, "x": 2}


def test_the_text_version_says_what_the_picture_says():
    playground = Playground("w*x", w=3.0, x=2.0)
    assert playground.text.startswith("w*x\nat w = 3, x = 2\n")
    for stepped in range(playground.count + 1):
        playground.step = stepped
        assert texts(playground.svg)[0] in playground.text
        assert ElementTree.fromstring(playground.svg).get("aria-label") in playground.description


def test_a_large_start_value_widens_its_slider():
    playground = Playground("w*2", w=300.0)
    assert playground.values == {"w": 300} and playground._controls["w"].allowed.high >= 300


# ---- what cannot be read --------------------------------------------------------------------------------------------

REFUSED = {
    "": "no expression yet",
    "(w*x + b - )**2": "something is missing or left over",
    "2x + 1": r"missing after `2`",
    "2(w)": "missing after `2`",
    "sine(w)": "there is no function `sine`",
    "w.grad": "a dot",
    "w[0]": r"\[ \]",
    "w if x else 2": "if has no place",
    "exp": "`exp` is a function",
    "w^2": r"`\^` is not a power",
    "w²": "`²` is not a power",
    "3 + 4": "no input",
    "w": "is an input itself",
    "a+b+c+d+e+f+g": "7 inputs",
    "(((w": "never closed",
    "exp(w, 2)": "takes one value",
    "maximum(w)": "takes two values",
    "'a'*w": "not a number",
    "w < 2": "a comparison",
    "w @ x": "operator",
    "w // 2": "operator",
    "~w": "sign",
    "w, x": "a comma",
    "lambda: w": "lambda",
    "w := 2": "",
    "w and x": "and / or",
    "__import__('os')": "no function `__import__`",
    "w.__class__": "a dot",
    "exp(x=w)": "takes one value",
    "[w for w in x]": "has no place",
    "f'{w}'": "text in quotes",
    "True*w": "not a number",
    "2j*w": "missing after `2`",
    "w" + "*w" * (LONGEST // 2): "characters",
    "w" + "*w" * 70: "more than 60 operations",
    "(" * 99 + "w" + ")" * 99: "",
    "w\0": "",
    "exp(*w)": r"\*",
    "open('x')": "no function `open`",
}


@pytest.mark.parametrize("expression, sentence", REFUSED.items())
def test_what_is_not_on_the_list_is_refused_with_one_sentence(expression, sentence):
    with pytest.raises(ValueError, match=rf"^[^\n]*{sentence}[^\n]*\n(  [^\n]*\n  *\^\n)?  help: [^\n]+$"):
        Playground(expression)


@pytest.mark.parametrize(
    "expression, place",
    [
        ("(w*x + b - )**2", 11),
        ("2x + 1", 1),
        ("w + sine(x)", 4),
        ("w^2", 1),
        ("  w + x.grad", 6),
        ("é*2 + w.y", 6),
        ("price + ", 7),
        ("w*", 2),
    ],
)
def test_the_place_is_marked(expression, place):
    with pytest.raises(ValueError) as refused:
        parsed(expression)
    _, shown, mark, _ = str(refused.value).split("\n")
    assert (shown[2:], mark[2:]) == (expression, " " * place + "^")


@pytest.mark.parametrize("expression", ["price(16 - 2*price)", "price*(16 - 2(price))", "x(3)", "w*x(w)"])
def test_a_product_without_its_sign_is_not_taken_for_a_function(expression):
    with pytest.raises(ValueError, match=r"write \* for a product"):
        Playground(expression)


def test_only_the_surroundings_of_the_place_are_shown_in_a_long_expression():
    with pytest.raises(ValueError) as refused:
        parsed("w + " * 40 + "sine(w)")
    _, shown, mark, _ = str(refused.value).split("\n")
    assert len(shown) < 70 and shown[len(mark) - 1 :].startswith("sine")


def test_a_problem_while_typing_leaves_the_rest_as_it_was():
    playground = Playground("w*x", w=3.0, x=2.0)
    before = playground.svg
    type_in(playground, "w*")
    assert playground.problem and playground.svg == before and playground.expression == "w*x"
    assert "something is missing" in playground.problem and "something is missing" in playground.text
    type_in(playground, "w*x")
    assert playground.problem is None and playground.description.startswith("The result is 6")


def test_there_are_no_steps_until_the_expression_can_be_read():
    playground = Playground("w*x + 1", w=3.0, x=2.0)
    playground.step = 1
    player, able = playground._player, lambda: [not each.disabled for each in (*player.buttons.children, player.slider)]

    async def typed_while_playing():
        player.start()
        type_in(playground, "w*x + bad(")
        return player.playing

    assert not asyncio.run(typed_while_playing()) and able() == [False] * 6
    type_in(playground, "w*x + 1 +")
    assert able() == [False] * 6
    type_in(playground, "w*x + 1")
    assert able() == [True] * 6 and playground.step == 1


def test_inputs_moved_meanwhile_move_what_was_read_last():
    playground = Playground("w*x", w=3.0, x=2.0)
    type_in(playground, "w*x +")
    playground.set(w=5.0)
    assert "10" in texts(playground.svg) and "something is missing" in playground.problem
    assert playground._player.forward.disabled and playground._player.first.disabled


@pytest.mark.parametrize("values", [{"w": "3"}, {"w": None}, {"w": math.nan}, {"w": 1e300}])
def test_a_value_that_no_slider_can_show_is_refused(values):
    with pytest.raises(ValueError, match=r"\n  help: "):
        Playground("w*2", **values)


def test_an_input_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match=r"`v` is not in the expression w\*2\n  help: its inputs are w"):
        Playground("w*2").set(v=1.0)


def test_what_is_no_text_is_refused():
    with pytest.raises(ValueError, match="an expression is text, but this is a int\n  help: "):
        Playground(3)


def test_where_three_paths_meet_each_number_stands_clear_of_every_wire():
    plan = Playground("w**2 + w**2 + w**2", w=3.0)._form.plan
    on_wires = [point for wire in plan.layout.wires for point in along(wire.points)]
    for x, y, anchor in plan.gradients.values():
        box = label_box(x, y, "6", anchor, NUMBER)
        assert not [at for at in on_wires if overlap(box, (*at, *at))]


@pytest.mark.parametrize(
    "expression",
    ["relu(x)*tanh(x)", "tanh(x)*sigmoid(x)", "sin(x)*cos(x)", "exp(x)*x*w", "(x + w)*(x - w)", "x**2 + x**3"],
)
def test_no_number_stands_on_another(expression):
    mover = Playground(expression, **dict.fromkeys(sorted({"x", "w"} & set(expression)), 3.0))
    plan, graph, sent = mover._form.plan, mover.story.graph, mover.story.sent
    told = [(place, shown(graph.edges[i].value)) for i, place in plan.values.items()]
    told += [(place, on_wire(sent[i][1])) for i, place in plan.gradients.items()]
    boxes = [label_box(x, y, text, anchor, NUMBER) for (x, y, anchor), text in told]
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]


def test_a_problem_is_told_right_below_the_field_and_the_picture_fades_until_it_is_mended():
    playground = Playground("w*x", w=3.0, x=2.0)
    field = playground.box.children.index(playground._field)
    told = playground.box.children[field + 1]
    assert told.value == "" and "agl-stale" not in playground.box._dom_classes
    type_in(playground, "w*")
    assert "something is missing" in told.value and "still shows <code>w*x</code>" in told.value
    assert "agl-stale" in playground.box._dom_classes
    assert "something is missing" not in playground.words and "still shows" in playground.words
    type_in(playground, "w + x")
    assert told.value == "" and "agl-stale" not in playground.box._dom_classes


def test_a_field_set_back_to_what_is_shown_has_no_problem():
    playground = Playground("w*x", w=3.0, x=2.0)
    type_in(playground, "w*")
    type_in(playground, "w*x")
    assert playground._told.value == "" and "agl-stale" not in playground.box._dom_classes


@pytest.mark.parametrize("expression, values", [("price * (16 - 2 * price)", {"price": 3.0}), ("w*w + w", {"w": 3.0})])
def test_no_number_touches_the_box_of_a_sum(expression, values):
    playground = Playground(expression, **values)
    plan, story = playground._form.plan, playground.story
    sums = []
    for id, told in story.sums.items():
        (x, y), size, half = plan.layout.places[id], plan.layout.sizes[id], sum_width(told) / 2 + 8
        sums.append((x - half - 4, y + size.body + 9, x + half + 4, y + size.body + 31))
    for i, (x, y, anchor) in plan.gradients.items():
        box = label_box(x, y, on_wire(story.sent[i][1]), anchor, NUMBER)
        assert not [each for each in sums if overlap(box, each)]


def test_long_numbers_stand_clear_of_the_nodes_and_take_little_room():
    playground = Playground("exp(exp(exp(exp(x))))", x=0.0)
    plan, story = playground._form.plan, playground.story
    assert playground._form.width <= 1000
    assert {"1.6 × 10⁸", "3.8 × 10⁶"} <= set(texts(playground.svg)) and "1.571 × 10⁸" in playground.text
    shapes = []
    for id, (x, y) in plan.layout.places.items():
        size = plan.layout.sizes[id]
        shapes.append((x - size.half - 4, y - size.body, x + size.half + 4, y + size.body))
    for i, (x, y, anchor) in plan.gradients.items():
        box = label_box(x, y, on_wire(story.sent[i][1]), anchor, NUMBER)
        assert not [shape for shape in shapes if overlap(box, shape)]


def test_the_rule_of_a_node_is_written_in_full_where_the_table_has_room():
    playground = Playground("sigmoid(sigmoid(sigmoid(x)))", x=0.0)
    playground.step = playground.count - 1
    assert "times result · (1 − result) = 0.25" in texts(playground.svg)


@pytest.mark.parametrize("w", [3.0, 3.1, 3.7])
def test_a_value_stands_before_a_steep_curve_and_on_no_line(w):
    power = Playground("w**2 + w**2 + w**2", w=w)
    wires, edges = power._form.layout.wires, power.story.graph.edges
    lines = [(x, y + side) for wire in wires for x, y in along(wire.points, 1) for side in (-LANE, LANE)]
    for i, (x, y, anchor) in power._form.plan.values.items():
        left, top, right, _ = label_box(x, y, shown(edges[i].value), anchor, NUMBER)
        assert not any(left < px < right and top < py < y for px, py in lines)
