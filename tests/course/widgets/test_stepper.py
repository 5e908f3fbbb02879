"""The backward stepper: what it says is what backward() does, on both engines, and it changes nothing."""

import asyncio
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest
from pictures import texts

import autogradlab
from autogradlab.autograd.rules import rules
from autogradlab.course.widgets.parts.labels import label_box, overlap
from autogradlab.course.widgets.stepper.graph import LARGEST
from autogradlab.course.widgets.stepper.marks import NUMBER, SUM
from autogradlab.course.widgets.stepper.mover import Stepper
from autogradlab.course.widgets.stepper.picture import StepPicture
from autogradlab.course.widgets.stepper.player import Player
from autogradlab.course.widgets.stepper.story import on_wire
from autogradlab.course.widgets.stepper.wires import along
from autogradlab.draw.measure import LANE, NAME_RISE, RADIUS, shown
from autogradlab.draw.numbers import snapshot


@pytest.fixture
def diamond(ag):
    """(d, its parts by name): a is used twice, and both paths meet again in d."""
    a = ag.tensor(3.0, requires_grad=True)
    b, c = a * 2, a + 1
    d = b * c
    return d, {"a": a, "b": b, "c": c, "d": d}


def states(svg):
    """Every operation's state, in the order of the drawing."""
    return re.findall(r'class="st-operation (\w+)"', svg)


def leaf_steps(stepper):
    return {moment.name: moment.after for moment in stepper.story.moments if moment.is_leaf}


# ---- a diamond ------------------------------------------------------------------------------------------------------


def test_nodes_run_in_the_engines_order_and_a_node_waits_for_all_its_contributions(diamond):
    stepper = Stepper(*diamond)
    assert [moment.name for moment in stepper.story.moments] == ["MulBackward0", "AddBackward0", "MulBackward0", "a"]


def test_each_step_says_received_times_local_is_sent(diamond):
    rows = [row for moment in Stepper(*diamond).story.moments for row in moment.rows if row.value]
    assert [(row.to, row.rule, row.product) for row in rows] == [
        ("b", "times c = 4", "1 × 4 = 4"),
        ("c", "times b = 6", "1 × 6 = 6"),
        ("a", "times 1", "6 × 1 = 6"),
        ("a", "times other = 2", "4 × 2 = 8"),
    ]


def test_contributions_add_where_paths_meet(diamond):
    stepper = Stepper(*diamond, step=0)
    sums = []
    for stepper.step in range(5):
        sums.append(next(text for text in texts(stepper.svg) if " + " in text))
    assert sums == ["? + ?", "? + ?", "6 + ?", "6 + 8 = 14", "6 + 8 = 14"]


def test_a_constant_is_sent_nothing(diamond):
    moments = Stepper(*diamond).story.moments
    assert moments[2].rows[1].to == "2" and moments[2].rows[1].rule == "nothing, it is a constant"


def test_states_move_from_waiting_to_now_to_done(diamond):
    stepper = Stepper(*diamond, step=0)
    seen = []
    for stepper.step in range(5):
        seen.append(sorted(states(stepper.svg)))
    assert seen == [
        ["waiting"] * 3,
        ["now", "waiting", "waiting"],
        ["done", "now", "waiting"],
        ["done", "done", "now"],
        ["done"] * 3,
    ]


def test_the_first_view_is_the_first_node(diamond):
    stepper = Stepper(*diamond)
    assert (stepper.step, stepper.count, stepper.playing) == (1, 4, False)
    assert stepper.description == (
        "Step 1 of 4. MulBackward0 received 1. To b: times c = 4, so it sends 1 × 4 = 4. "
        "To c: times b = 6, so it sends 1 × 6 = 6."
    )


def test_picture_words_and_text_agree(diamond):
    stepper = Stepper(*diamond)
    for stepper.step in range(5):
        picture, shown = ElementTree.fromstring(stepper.svg), texts(stepper.svg)
        assert picture.get("aria-label") == stepper.description
        assert stepper.text.startswith(shown[0] + ".") and f"step {stepper.step} of 4" in shown
        for row in stepper.moment.rows if stepper.moment else ():
            assert row.product in (shown if row.product else [""])
            assert row.product in stepper.description and row.product in stepper.text and row.rule in shown
        assert stepper.text.count(">") == 1 and f"> {stepper.step:2}  " in stepper.text


# ---- any graph ------------------------------------------------------------------------------------------------------


def three_times(ag):
    w = ag.tensor(2.0, requires_grad=True)
    return w * w * w + w, {"w": w}


def matrices(ag):
    w, b = ag.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True), ag.tensor([1.0], requires_grad=True)
    return ((w @ ag.tensor([[1.0], [2.0]]) + b).relu() ** 2).sum(), {"w": w, "b": b}


def pieces(ag):
    w = ag.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    first, second = w.unbind()
    return (first * second).sum() * 2, {"w": w}


def large(ag):
    w, x = ag.ones(8, 5, requires_grad=True), ag.ones(3, 8)
    return (x @ w).mean(), {"w": w}


def own_operation(ag):
    Function = ag.autograd.Function

    class Triple(Function):
        @staticmethod
        def forward(ctx, x):
            return 3 * x

        @staticmethod
        def backward(ctx, grad):
            return 3 * grad

    w = ag.tensor(2.0, requires_grad=True)
    return Triple.apply(w) * w, {"w": w}


GRAPHS = [three_times, matrices, pieces, large, own_operation]


@pytest.mark.parametrize("make", GRAPHS)
def test_the_leaves_end_with_what_backward_gives(ag, make):
    root, leaves = make(ag)
    filled = leaf_steps(Stepper(root, leaves))
    root.backward()
    assert filled == {name: snapshot(leaf.grad) for name, leaf in leaves.items()}


@pytest.mark.parametrize("make", GRAPHS)
def test_nothing_changes_for_the_learner(ag, make):
    root, leaves = make(ag)
    Stepper(root, leaves).html()
    assert all(leaf.grad is None for leaf in leaves.values())
    root.backward()  # nothing was freed either
    assert all(leaf.grad is not None for leaf in leaves.values())


@pytest.mark.parametrize("make", GRAPHS)
def test_every_step_is_a_picture_of_the_same_size(ag, make):
    stepper = Stepper(*make(ag))
    sizes = set()
    for stepper.step in range(stepper.count + 1):
        picture = ElementTree.fromstring(stepper.svg)
        sizes.add((picture.get("width"), picture.get("height")))
    assert len(sizes) == 1


def test_a_value_used_three_times_gets_three_contributions(ag):
    stepper = Stepper(*three_times(ag))
    stepper.step = stepper.count
    assert stepper.moment.name == "w" and stepper.moment.paths == 4
    assert stepper.moment.sum == "1 + 4 + 4 + 4 = 13"


def test_large_values_are_shown_as_shape_and_range(ag):
    stepper = Stepper(*large(ag), step=2)
    assert "(8, 5)" in texts(stepper.svg) and "(8, 5)  all 0.2" in stepper.text


def test_a_grad_that_is_there_is_added_to(ag):
    w = ag.tensor(3.0, requires_grad=True)
    (w * 5).backward()
    stepper = Stepper(w * w, {"w": w}, step=2)
    assert stepper.description.endswith("w.grad was 5 and is now 5 + 6 = 11.") and w.grad == 5


def test_a_result_that_retains_its_gradient_is_filled_on_the_way(ag):
    w = ag.tensor(3.0, requires_grad=True)
    z = w * 2
    z.retain_grad()
    stepper = Stepper(z**2, {"w": w, "z": z})
    assert [stepper.story.kept[box.id][0] for box in stepper.story.graph.boxes if box.name == "z"] == [1]
    assert z.grad is None


def test_a_stretched_input_gets_the_sum(ag):
    w = ag.tensor(2.0, requires_grad=True)
    stepper = Stepper((w * ag.tensor([1.0, 2.0])).sum(), {"w": w}, step=2)
    assert stepper.moment.rows[0].rule == "times other, then summed" and stepper.moment.rows[0].value.entries == 3


def test_what_is_not_finite_is_a_word(ag):
    w = ag.tensor(0.0, requires_grad=True)
    assert "inf" in Stepper(ag.log(w), {"w": w}, step=2).description


def test_a_machine_with_another_rule_is_stepped_as_it_is():
    w = autogradlab.tensor(3.0, requires_grad=True)
    with rules.replaced(sum_paths=lambda so_far, contribution: contribution):
        stepper = Stepper(w * w + w, {"w": w})
    assert leaf_steps(stepper)["w"].entries == 3


def test_hooks_are_not_called(ag):
    w = ag.tensor(3.0, requires_grad=True)
    z, seen = w * 2, []
    z.register_hook(seen.append)
    Stepper(z * z, {"w": w})
    assert seen == []


def test_names_are_the_learners_own_variables(ag):
    weight = ag.tensor(3.0, requires_grad=True)
    loss = (weight - 1) ** 2
    stepper = Stepper(loss)
    assert stepper.story.root[0] == "loss" and "weight" in leaf_steps(stepper)


def test_a_name_where_the_stepper_is_made_comes_before_one_outside_as_in_a_drawing():
    names = {"w": autogradlab.tensor(3.0, requires_grad=True), "Stepper": Stepper}
    exec("def shown(v):\n    return Stepper(v * 2)\nstepper = shown(w)", names)
    assert "v" in leaf_steps(names["stepper"])


def test_html_in_a_name_is_only_a_name(ag):
    w = ag.tensor(3.0, requires_grad=True)
    stepper = Stepper(w * w, {"<b>&": w}, step=2)
    assert "<b>" not in stepper.svg and "<b>" not in stepper.html().split("<script>")[0].split("<main")[1]
    assert stepper.moment.name == "<b>&"


def test_it_is_the_same_every_time(ag):
    first, second = (Stepper(*matrices(ag)) for _ in range(2))
    assert (first.svg, first.text, first.html()) == (second.svg, second.text, second.html())


# ---- what cannot be stepped through ---------------------------------------------------------------------------------


def freed(ag):
    w = ag.tensor(3.0, requires_grad=True)
    loss = (w * w) ** 2
    loss.backward()
    return loss


def long_chain(ag):
    x = ag.tensor(1.0, requires_grad=True)
    for _ in range(LARGEST + 1):
        x = x * 2
    return x


def overwritten(ag):
    w = ag.tensor([1.0, 2.0], requires_grad=True)
    y = w.exp()
    loss = y.sum()
    y.add_(1)
    return loss


@pytest.mark.parametrize(
    "make, sentence",
    [
        (freed, "were freed by an earlier backward"),
        (long_chain, f"more than {LARGEST} operations"),
        (overwritten, "ExpBackward0 could not run: one of the variables needed"),
        (lambda ag: ag.tensor(1.0), "no graph"),
        (lambda ag: ag.tensor(1.0, requires_grad=True), "no graph"),
        (lambda ag: ag.ones(3, requires_grad=True) * 2, r"has shape \(3,\)"),
    ],
)
def test_a_graph_that_cannot_run_is_refused_with_one_sentence(ag, make, sentence):
    with pytest.raises(ValueError, match=rf"^[^\n]*{sentence}[^\n]*\n  help: [^\n]+$"):
        Stepper(make(ag))


@pytest.mark.parametrize("root", [None, 3.0, [1], "loss"])
def test_what_is_no_tensor_is_refused(root):
    with pytest.raises(TypeError, match=r"\n  help: "):
        Stepper(root)


@pytest.mark.parametrize("step", [-1, 5, 1.5, "1", None])
def test_other_steps_are_refused(diamond, step):
    stepper = Stepper(*diamond)
    with pytest.raises(ValueError, match=r"\n  help: "):
        stepper.step = step
    assert stepper.step == 1


# ---- going through it -----------------------------------------------------------------------------------------------


def test_buttons_go_to_both_ends_and_stop_there(diamond, shows):
    stepper = Stepper(*diamond)
    player = stepper._player
    for button, step in ((player.forward, 2), (player.last, 4), (player.back, 3), (player.first, 0)):
        button.click()
        assert stepper.step == step and shows(stepper)
    assert player.back.disabled and player.first.disabled and not player.forward.disabled


def test_back_in_time_shows_what_was_shown_before(diamond):
    stepper = Stepper(*diamond, step=2)
    before = stepper.svg
    stepper.step = 4
    stepper.step = 2
    assert stepper.svg == before


def played(act, count=3, step=0):
    """What a Player does inside a running loop: (its steps, whether it still plays)."""

    async def play():
        player, seen = Player(count, step), []
        player.on_change(lambda: seen.append(player.step))
        act(player)
        playing = player.playing
        player.stop()
        return seen, playing

    return asyncio.run(play())


def test_play_goes_step_by_step_and_stops_at_the_end():
    def act(player):
        player.start()
        for _ in range(3):
            assert player.playing
            player.tick()

    assert played(act) == ([1, 2, 3], False)


def test_play_begins_again_from_the_end():
    assert played(lambda player: player.start(), step=3) == ([0], True)


def test_playing_twice_is_playing_once():
    def act(player):
        player.start()
        once = player._timer
        player.start()
        assert once.cancelled()

    assert played(act) == ([], True)


def test_any_other_move_stops_play():
    def act(player):
        player.start()
        player.forward.click()

    assert played(act) == ([1], False)


def test_the_play_button_is_also_the_stop_button():
    def act(player):
        player.play.click()
        assert player.play.description == "Stop"
        player.play.click()
        assert player.play.description == "Play"

    assert played(act) == ([], False)


# ---- the page that needs no kernel ----------------------------------------------------------------------------------


def tables_of(page):
    """({slot: value} for each position of the first slider), unpacked as the page's script does it."""
    tables = json.loads(re.search(r"const tables = (.*);\n", page)[1])
    templates = json.loads(re.search(r"const templates = (.*);\n", page)[1])

    def unpacked(text):
        number, *digits = text.split(" ")
        parts = templates[int(number)]
        return "".join(part + digit for part, digit in zip(parts, [*digits, ""]))

    first = tables[0]
    return [dict(zip(first["slots"], map(unpacked, row))) for row in first["rows"]]


def test_the_page_holds_every_step(diamond):
    stepper = Stepper(*diamond)
    rows = tables_of(stepper.html())
    assert len(rows) == 5
    for stepper.step, row in enumerate(rows):
        assert row["about"] == stepper.description and row["twin"].replace("&gt;", ">") == stepper.text
        assert row == row | stepper._drawing.values(stepper.step)


def test_the_page_is_self_contained(diamond):
    page = Stepper(*diamond).html()
    assert not re.search(r'(src|href)=|url\(|@import|fetch\(| on\w+="', page.replace("http://www.w3.org/2000/svg", ""))
    assert page.count("<script>") == 1 and '<html lang="en">' in page and 'aria-live="polite"' in page


def test_every_slot_of_the_page_has_its_place(diamond):
    page = Stepper(*diamond).html()
    markup = page.split("<script>")[0]
    places = set(re.findall(r'data-(?:inner|class|state|label|value|move|reach)="([^"]+)"', markup))
    assert set(tables_of(page)[0]) <= places


def test_a_named_result_that_is_used_twice_collects_its_contributions(ag):
    x = ag.tensor(2.0, requires_grad=True)
    a = x * 3
    stepper = Stepper(a * a, {"a": a})
    for step in range(stepper.story.count + 1):
        stepper.step = step
        assert stepper.svg
    assert "6 + 6 = 12" in stepper.svg


def numbers_of(story, form):
    """The label boxes of all numbers at wires, and those of all sums below nodes."""
    edges, sent = story.graph.edges, story.sent
    at_wires = [(shown(edges[i].value), place) for i, place in form.plan.values.items()]
    at_wires += [(on_wire(sent[i][1]), place) for i, place in form.plan.gradients.items()]
    sums = []
    for id, told in story.sums.items():
        (x, y), size = form.layout.places[id], form.layout.sizes[id]
        sums += [(text, (x, y + size.body + 25, "middle")) for text in told.values()]
    return (
        [label_box(x, y, text, anchor, NUMBER) for text, (x, y, anchor) in at_wires],
        [label_box(x, y, text, anchor, SUM) for text, (x, y, anchor) in sums],
    )


def test_no_number_stands_in_what_has_arrived_below_a_node():
    a, b = (autogradlab.tensor(value, requires_grad=True) for value in (2.0, -3.0))
    e = (a * b) * (a + b)
    story = Stepper(e.tanh() + a * e, {}).story
    at_wires, sums = numbers_of(story, StepPicture(story).form)
    assert sums and not [(number, total) for number in at_wires for total in sums if overlap(number, total)]


def used_twice(ag):
    a = ag.tensor(3.0, requires_grad=True) * ag.tensor(2.0, requires_grad=True)
    return a * a, {"a": a}


def used_three_times(ag):
    result, names = used_twice(ag)
    return result + names["a"], names


@pytest.mark.parametrize("example", [used_twice, used_three_times])
def test_a_number_on_wires_side_by_side_interrupts_its_own_dashes_and_no_other_line(example):
    story = Stepper(*example(autogradlab)).story
    form = StepPicture(story).form
    wires = form.layout.wires
    for i, (x, y, anchor) in form.plan.gradients.items():
        left, top, right, _ = label_box(x, y, on_wire(story.sent[i][1]), anchor, NUMBER)
        lanes = [(j, side) for j in range(len(wires)) for side in (-LANE, LANE) if (j, side) != (i, LANE)]
        for j, side in lanes:
            assert not any(left < px < right and top < py + side < y for px, py in along(wires[j].points, apart=1))


def test_a_number_below_a_long_wire_keeps_away_from_the_names_that_it_passes():
    price = autogradlab.tensor(3.0, requires_grad=True)
    story = Stepper(price * (16.0 - 2 * price), {"price": price}).story
    form = StepPicture(story).form
    names = []
    for record in story.graph.operations:
        (x, y), size = form.layout.places[record.id], form.layout.sizes[record.id]
        names.append(label_box(x, y - size.body - NAME_RISE + RADIUS, f"  {record.name}  ", "middle", 12))
    assert not [(number, name) for number in numbers_of(story, form)[0] for name in names if overlap(number, name)]


def test_a_number_stands_where_no_wire_crosses_it_if_there_is_such_a_place():
    x = autogradlab.tensor(2.0, requires_grad=True)
    a = x * x
    story = Stepper((a * 3 + a.sin()) * a, {}).story
    form = StepPicture(story).form
    on_wires = [point for wire in form.layout.wires for point in along(wire.points)]
    crossed = [box for box in numbers_of(story, form)[0] if any(overlap(box, (*at, *at)) for at in on_wires)]
    assert len(crossed) == 1  # there is no room for a number between the two wires of x * x
