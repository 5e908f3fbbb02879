"""`show=` chooses what is shown; versions, hooks and source lines; what was overwritten is always shown."""

import pytest

from autogradlab.draw import draw


def test_each_word_shows_its_part_and_no_other(linear, ours):
    root, names = linear(ours)
    root.backward(retain_graph=True)
    parts = {"values": "w = 3", "gradients": "grad 8", "saved": "saved x = 2", "versions": "version 0"}
    for word in parts:
        text = draw(root, names, show=word).text
        assert {other for other, part in parts.items() if part in text} == {word} | ({"versions"} & {word})


def test_all_is_everything_and_nothing_is_the_bare_graph(linear, ours):
    root, names = linear(ours)
    assert "version 0" in draw(root, names, show="all").text
    assert "= 3" not in (bare := draw(root, names, show=())).text and "MulBackward0 ×" in bare.text


def test_picture_and_text_leave_out_the_same(linear, ours):
    root, names = linear(ours)
    drawing = draw(root, names, show=["gradients"])
    assert ">data<" not in drawing.svg and ">grad<" in drawing.svg
    assert ">x = 2<" not in drawing.svg and "x = 2" not in drawing.text


@pytest.mark.parametrize(
    "show, before, after",
    [
        ("values", "After forward: values are known", "After backward"),
        ("gradients", "After forward: no gradient yet", "After backward: w holds a gradient"),
        ("saved", "After forward", "After backward: saved values are freed"),
        ((), "After forward", "After backward"),
        (
            None,
            "After forward: values are known, no gradient yet",
            "After backward: w holds a gradient, saved values are freed",
        ),
    ],
)
def test_title_and_description_speak_of_no_more_than_what_is_shown(ours, show, before, after):
    w = ours.tensor(3.0, requires_grad=True)
    loss = w * w
    first = draw(loss, {"w": w, "loss": loss}, show=show)
    loss.backward()
    second = draw(loss, {"w": w, "loss": loss}, show=show)
    assert [first.title, second.title] == [before, after]
    values, gradients, saved = (show is None or word in show for word in ("values", "gradients", "saved"))
    assert ("9" in first.description) == values and ("grad 6" in second.description) == gradients
    assert ("saved for backward" in first.description) == ("freed" in second.description) == saved


def test_an_unknown_word_is_answered_with_the_known_ones(linear, ours):
    with pytest.raises(ValueError, match="cannot show `grads`\n  help: show= one or more of values, gradients"):
        draw(*linear(ours), show="grads")


def test_versions_count_writes_in_place(ag):
    x = ag.tensor(1.0)
    x += 1
    w = ag.tensor(2.0, requires_grad=True)
    drawing = draw(w * x, {"w": w, "x": x}, show="all")
    assert "constant x = 2, version 1" in drawing.text and "saved x = 2 (version 1)" in drawing.text
    assert "x = 2 · v1" in drawing.svg


def test_a_value_overwritten_after_it_was_saved_is_said_unasked(ag):
    w = ag.tensor(2.0, requires_grad=True)
    e = w.exp()
    root = e * e
    with ag.no_grad():
        e.add_(1)
    try:
        root.grad_fn._saved_self
    except RuntimeError:
        pass
    else:
        pytest.skip("this engine lets a spoiled value be read")
    drawing = draw(root, {"w": w})
    assert drawing.title == "backward() will fail: 3 saved values were overwritten in place"
    assert "self overwritten (saved at version 0, now at 1)" in drawing.text
    assert "self: saved v0, now v1 !" in drawing.svg and "self: saved v0, now v1 !" in drawing.dot
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0"):
        root.backward()


def test_hooks_are_counted_where_they_hang(ag):
    w = ag.tensor(2.0, requires_grad=True)
    z = w * 3
    w.register_hook(lambda grad: grad)
    z.register_hook(lambda grad: grad)
    drawing = draw(z * z, {"w": w})
    assert "leaf w = 2, grad None, 1 hook" in drawing.text and ">hooks<" in drawing.svg


def test_a_hook_on_a_nameless_result_is_a_tag_of_its_node(ours):
    w = ours.tensor(2.0, requires_grad=True)
    z = w * 3
    z.register_hook(lambda grad: grad)
    drawing = draw(z * z, {})
    assert "MulBackward0 ×, gives 6, saved other = 3, 1 hook" in drawing.text and "1 hook" in drawing.svg


@pytest.mark.parametrize(
    "note, told",
    [
        (("/home/me/train.py", 12, "z = w * 2"), "train.py:12"),
        ("C:\\work\\train.py:12", "train.py:12"),
        (("/tmp/ipykernel_77/1234.py", 3, ""), "line 3"),
        (("<stdin>", 3), "line 3"),
    ],
)
def test_source_lines_are_shown_on_demand(ag, note, told):
    w = ag.tensor(2.0, requires_grad=True)
    z = w * 2
    z.grad_fn.metadata["line"] = note
    assert f"made at {told}" in draw(z, {"w": w}, show="all").text and told in draw(z, {"w": w}, show="lines").svg
    assert "made at" not in draw(z, {"w": w}).text


def test_the_trace_of_our_engine_gives_the_line(ours):
    w = ours.tensor(2.0, requires_grad=True)
    with ours.trace():
        z = w * 2
    assert "made at test_show.py:" in draw(z, {"w": w}, show="lines").text


def test_pytorchs_own_traceback_gives_the_line():
    torch = pytest.importorskip("torch")
    w = torch.tensor(2.0, requires_grad=True)
    with torch.autograd.set_detect_anomaly(True, check_nan=False):
        z = w * 2
    assert "made at test_show.py:" in draw(z, {"w": w}, show="lines").text
