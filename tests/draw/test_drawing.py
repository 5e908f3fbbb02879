"""What `ag.draw` takes, whose names it uses, what it returns, and what it says about bad input."""

import weakref

import pytest

import autogradlab as ag
from autogradlab.draw import draw, programs

global_w = ag.tensor(3.0, requires_grad=True)


def names_in(drawing):
    return {box.name for box in drawing.records.boxes}


def test_the_callers_variables_give_the_names():
    w, x = ag.tensor(3.0, requires_grad=True), ag.tensor(2.0)
    product = w * x
    loss = product**2
    assert names_in(ag.draw(loss)) == {"w", "x", "product", "loss"}


def test_a_drawing_keeps_nothing_of_the_callers_alive():
    w = ag.tensor(3.0, requires_grad=True)
    loss = w * w
    node = weakref.ref(loss.grad_fn)
    picture = draw(loss).svg
    del loss
    assert picture and node() is None


def test_a_modules_variables_are_seen_and_history_is_not():
    _1 = global_w * 2
    root = _1 * 3
    assert names_in(draw(root)) == {"global_w", "root", ""}


def test_given_names_are_used_instead_of_the_callers():
    w = ag.tensor(3.0, requires_grad=True)
    root = w * w
    assert names_in(draw(root, {"weight": w})) == {"weight", "output"}


def test_the_first_of_two_names_for_one_tensor_counts():
    first = ag.tensor(3.0, requires_grad=True)
    second = first
    assert names_in(draw(second * 2)) == {"output", "first", ""}


def test_a_tensor_that_is_called_as_jupyter_calls_its_history_has_its_name():
    Out = ag.tensor(3.0, requires_grad=True)
    assert names_in(draw(Out * 2)) == {"output", "Out", ""}


def test_only_the_package_itself_is_left_for_the_callers_variables():
    names = {"__name__": "autogradlab.drawings", "draw": draw, "w": ag.tensor(3.0, requires_grad=True)}
    exec("drawing = draw(w * 2)", names)
    assert names_in(names["drawing"]) == {"output", "w", ""}


def test_the_room_draws_however_it_is_reached():
    import autogradlab.draw as room

    w = ag.tensor(3.0, requires_grad=True)
    assert room(w * w).svg == ag.draw(w * w).svg == draw(w * w).svg


@pytest.mark.parametrize(
    "wrong, said",
    [
        (None, "this is None\n  help: draw what backward() starts from"),
        (3, "the number 3, which remembers no graph\n  help:"),
        ([1], "this is a list\n  help: draw one tensor of it"),
        ("loss", "this is a str\n  help: draw the tensor"),
    ],
)
def test_what_is_not_a_tensor_gets_one_helpful_sentence(wrong, said):
    with pytest.raises(TypeError) as error:
        draw(wrong)
    assert said in str(error.value)


@pytest.mark.parametrize("names", [["w"], {"w": 3}, {3: global_w}])
def test_names_must_be_names_of_tensors(names):
    with pytest.raises(TypeError, match="\n  help: names="):
        draw(global_w * 2, names)


def test_a_layout_can_be_forced_by_argument_and_environment(monkeypatch):
    y = global_w * 2
    assert draw(y, layout="text").layout == "text"
    monkeypatch.setenv("AUTOGRADLAB_LAYOUT", "text")
    assert draw(y).layout == "text"
    assert draw(y, layout="own").layout == "own"


def test_an_unknown_layout_is_answered_with_the_known_ones():
    with pytest.raises(ValueError, match="no layout `neato`\n  help: one of dot, graphviz-pure, own, text"):
        draw(global_w * 2, layout="neato")


def test_a_small_graph_starts_no_program(monkeypatch):
    monkeypatch.setattr(programs, "run", None)
    assert draw(global_w * 2).layout == "own"


def test_a_notebook_gets_the_picture_and_the_text_version():
    drawing = draw(global_w * 2)
    shown = drawing._repr_mimebundle_()
    assert shown["text/plain"] == repr(drawing) == drawing.text
    assert drawing.svg in shown["text/html"] and "<summary>Text version</summary>" in shown["text/html"]


def test_without_a_picture_the_words_are_shown():
    shown = draw(global_w * 2, layout="text")._repr_mimebundle_()["text/html"]
    assert "<svg" not in shown and "MulBackward0" in shown


def test_a_wide_picture_can_be_scrolled_by_keyboard():
    y = global_w
    for _ in range(10):
        y = y.sin()
    assert 'tabindex="0" role="group"' in draw(y)._repr_mimebundle_()["text/html"]


@pytest.mark.parametrize("ending, starts", [("svg", b"<svg"), ("dot", b"digraph"), ("txt", b"After forward")])
def test_saving(tmp_path, ending, starts):
    path = draw(global_w * 2).save(tmp_path / f"graph.{ending}")
    assert path.read_bytes().startswith(starts)


def test_a_png_needs_a_program(tmp_path, monkeypatch):
    drawing = draw(global_w * 2)
    if programs.find("graphviz-pure"):
        assert drawing.save(tmp_path / "graph.png").read_bytes().startswith(b"\x89PNG")
    monkeypatch.setattr(programs, "find", lambda name: None)
    with pytest.raises(RuntimeError, match="\n  help: save it as .svg"):
        drawing.save(tmp_path / "other.png")


def test_an_unknown_ending_and_a_missing_picture_are_said(tmp_path):
    with pytest.raises(ValueError, match="help: end the name in .svg"):
        draw(global_w * 2).save(tmp_path / "graph.bmp")
    with pytest.raises(ValueError, match="help: save it as .txt"):
        draw(global_w * 2, layout="text").save(tmp_path / "graph.svg")


def test_dot_renders_the_exported_source():
    if programs.find("graphviz-pure") is None:
        pytest.skip("no program here")
    w = ag.tensor(3.0, requires_grad=True)
    root = w * 2
    root.backward()
    rendered = programs.run("graphviz-pure", draw(root, {'a<b & "c\\N': w}).dot, "svg").decode()
    assert "a&lt;b &amp;" in rendered and "MulBackward0" in rendered and "stroke-dasharray" in rendered


def test_a_drawing_is_a_snapshot():
    w = ag.tensor(3.0, requires_grad=True)
    y = w * w
    before = draw(y)
    y.backward()
    assert "grad 6" not in before.text and before.title.startswith("After forward")
