"""The text version says what the picture says, because both are made from the same records."""

import re

from autogradlab.draw import draw


def test_the_text_version_of_a_small_program(linear, ours):
    assert (
        draw(*linear(ours)).text
        == """\
After forward: values are known, no gradient yet
output loss = 4, grad None
  PowBackward0 ( )², saved self = 2
    SubBackward0 −, gives 2
      result z = 7, grad None
        AddBackward0 +
          MulBackward0 ×, saved x = 2
            leaf w = 3, grad None
            constant x = 2
          leaf b = 1, grad None
      constant value not kept"""
    )


def test_every_record_is_in_the_text(program, ours):
    root, names = program(ours)
    root.backward(retain_graph=True)
    drawing = draw(root, names)
    lines = drawing.text.splitlines()[1:]
    for box in drawing.records.boxes:
        told = [box.kind, box.name, box.value.text if box.value else "not kept"]
        assert any(all(word in line for word in told) for line in lines)
    for operation in drawing.records.operations:
        assert any(line.strip().startswith(f"{operation.name} {operation.symbol}") for line in lines)
        assert all(any(saved.text in line for line in lines) for saved in operation.saved)
    assert len([line for line in lines if "shown above" not in line]) >= len(drawing.records.nodes())


def test_every_value_in_the_picture_is_in_the_text(program, ours):
    drawing = draw(*program(ours))
    for shown in re.findall(r'class="f b[^>]*>([^<]+)<', drawing.svg):
        assert shown in drawing.text


def test_a_shared_result_is_told_once(ours):
    a = ours.tensor(2.0, requires_grad=True)
    b = a * 3
    text = draw(b * b, {"a": a, "b": b}).text
    assert text.count("leaf a = 2") == 1 and text.count("result b = 6, grad None (shown above)") == 1


def test_freed_values_and_gradients_are_words(linear, ours):
    root, names = linear(ours)
    root.backward()
    drawing = draw(root, names)
    assert drawing.title == "After backward: w and b hold gradients, saved values are freed"
    assert "MulBackward0 ×, saved values freed, gradient came back" in drawing.text
    assert "leaf w = 3, grad 8, gradient came back" in drawing.text
    assert "w = 3 (grad 8)" in drawing.description and "saved values of 2 operations freed" in drawing.description


def test_a_tensor_without_a_graph_is_a_box_and_a_sentence(ours):
    x, w = ours.tensor(3.0), ours.tensor(3.0, requires_grad=True)
    assert draw(x).text == "x has no graph: nothing here requires grad\nconstant x = 3"
    assert draw(w).text == "w is a leaf: no operation made it\nleaf w = 3, grad None"


def test_a_constant_whose_value_backward_has_freed_is_told_from_one_that_nobody_kept(ag):
    x = ag.tensor(2.0, requires_grad=True)
    y = 3 * x + 1
    assert "constant 3" in draw(y, {"x": x}).text
    y.backward()
    drawing = draw(y, {"x": x})
    assert "constant value freed" in drawing.text and "constant value not kept" in drawing.text
    assert ">freed<" in drawing.svg and ">constant<" in drawing.svg
