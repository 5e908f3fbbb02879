"""Whether dot, graphviz-pure or our own code places the nodes: nothing covers anything, wires end at their nodes."""

import shutil
import subprocess

import pytest

from autogradlab.draw import layout_programs, programs
from autogradlab.draw.layers import crossings, layers_of
from autogradlab.draw.layout import lay_out
from autogradlab.draw.read import read
from autogradlab.draw.sizes import size_of

PICTURES = ["dot", "graphviz-pure", "own"]


@pytest.fixture(params=PICTURES)
def rung(request, tmp_path, monkeypatch):
    """Each rung that works here. Where there is no 'dot', graphviz-pure stands in for it."""
    if request.param == "dot" and not shutil.which("dot"):
        stand_in = programs.find("graphviz-pure")
        monkeypatch.setattr(programs, "find", lambda name: stand_in)
    if request.param != "own" and programs.find(request.param) is None:
        pytest.skip(f"{request.param} is not here")
    return request.param


def room(layout, name):
    (x, y), size = layout.places[name], layout.sizes[name]
    return x - size.left, x + size.right, y - size.above, y + size.below


def test_a_box_that_waits_for_its_gradient_fits_into_the_one_that_has_it(ag):
    w = ag.tensor(3.0, requires_grad=True)
    loss = w * w

    def size():
        (leaf,) = [box for box in read(loss, {"w": w}).boxes if box.name == "w"]
        return size_of(leaf)

    waiting = size()
    loss.backward()
    assert waiting.half <= size().half  # a stepper lays out the graph after backward and shows it before


def points_along(wire):
    """Points on the drawn wire, close enough to each other that none slips through a node."""
    for (x0, y0), (x1, y1) in zip(wire.points, wire.points[1:]):
        for k in range(25):
            t = k / 24
            s = t * t * (3 - 2 * t)
            middle = (x0 + x1) / 2
            yield (1 - t) ** 3 * x0 + 3 * t * (1 - t) * middle + t**3 * x1, y0 + s * (y1 - y0)


def test_no_node_covers_another(program, rung, ours):
    layout = lay_out(read(*program(ours)), [rung])
    assert layout.rung == rung
    rooms = [room(layout, name) for name in layout.places]
    for i, (left, right, top, bottom) in enumerate(rooms):
        for other_left, other_right, other_top, other_bottom in rooms[:i]:
            assert right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top


def test_no_wire_runs_through_a_node_or_its_words(program, rung, ours):
    graph = read(*program(ours))
    layout = lay_out(graph, [rung])
    for edge, wire in zip(graph.edges, layout.wires):
        for name in set(layout.places) - {edge.source, edge.target}:
            left, right, top, bottom = room(layout, name)
            assert not any(left < x < right and top < y < bottom for x, y in points_along(wire)), (edge, name)


def test_wires_run_forward_only_and_everything_is_on_the_paper(program, rung, ours):
    layout = lay_out(read(*program(ours)), [rung])
    for wire in layout.wires:
        xs = [x for x, _ in wire.points]
        assert xs == sorted(xs)
    for name in layout.places:
        left, right, top, bottom = room(layout, name)
        assert left >= 0 and top >= 0 and right <= layout.width and bottom <= layout.height


def test_every_edge_joins_neighboring_columns_after_bends(program, ours):
    layers = layers_of(read(*program(ours)))
    column = {name: c for c, names in enumerate(layers.columns) for name in names}
    assert all(column[right] - column[left] == 1 for left, right, _ in layers.steps)


def test_a_tree_is_drawn_without_crossings(linear, ours):
    layers = layers_of(read(*linear(ours)))
    assert crossings(layers.columns, layers.steps) == 0


def test_the_main_line_is_dead_straight(linear, ours):
    graph = read(*linear(ours))
    layout = lay_out(graph, ["own"])
    names = {record.id: record.name for record in graph.nodes().values()}
    line = {names[name]: y for name, (_, y) in layout.places.items()}
    assert len({line[name] for name in ("w", "MulBackward0", "AddBackward0", "z", "SubBackward0", "loss")}) == 1


@pytest.mark.parametrize(
    "answer",
    [
        FileNotFoundError("gone"),
        subprocess.TimeoutExpired("dot", 5),
        subprocess.CompletedProcess([], 1, b"", b"syntax error"),
        subprocess.CompletedProcess([], 0, b"no layout", b""),
    ],
)
def test_a_program_that_fails_or_hangs_is_passed_over(answer, linear, ours, monkeypatch):
    def run(*_, **__):
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(programs, "find", lambda name: name)
    monkeypatch.setattr(subprocess, "run", run)
    assert lay_out(read(*linear(ours)), ["dot", "graphviz-pure", "own"]).rung == "own"


def test_programs_are_named_with_their_path_or_none(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name, path=None: f"/bin/{name}" if name == "dot" else None)
    assert layout_programs() == [("dot", "/bin/dot"), ("graphviz-pure", None)]
