"""The reference: every public name has its place, and docstrings reach the page as they are meant."""

import inspect

import pytest

for package in ("sphinx", "docutils"):
    pytest.importorskip(package, reason='the pages need `pip install -e ".[site]"`')

import autogradlab as ag  # noqa: E402
from autogradlab.ops import functions  # noqa: E402
from autogradlab.site import reference, sources  # noqa: E402
from autogradlab.site.docstrings import as_rst  # noqa: E402


def test_every_function_stands_in_one_family():
    listed = [name for _, modules in reference.FAMILIES for names in reference.of_family(modules) for name in names]
    assert sorted(listed) == sorted(name for name in functions if not name.endswith("_"))


def test_names_of_one_function_share_an_entry():
    assert ["abs", "absolute"] in reference.of_family(["arithmetic"])


@pytest.mark.parametrize(
    "module, name",
    [
        ("autogradlab.nn", "Linear"),
        ("autogradlab.nn.functional", "cross_entropy"),
        ("autogradlab.optim", "AdamW"),
        ("autogradlab.utils.data", "DataLoader"),
        ("autogradlab.course", "Slope"),
        ("autogradlab.course", "check"),
        ("autogradlab.confine", "run_cells"),
        ("autogradlab.memory", "timeline"),
    ],
)
def test_what_a_room_is_there_for_is_public(module, name):
    assert name in reference.public(module)


def test_every_public_member_of_a_tensor_has_a_docstring():
    left_out = {name for name in dir(ag.Tensor) if not hasattr(ag.ones(2, 2), name)}
    silent = {
        name
        for name in dir(ag.Tensor)
        if not name.startswith("_") and name not in functions and not reference._is_there(ag.Tensor, name)
    } - left_out
    assert silent <= {"edges", "cpu", "element_size", "type_as"}  # made without a `def`


@pytest.mark.parametrize(
    "name, signature",
    [
        ("zeros", "(*args, size=None, dtype=None, device=None, requires_grad=False)"),
        ("add", "(input, other, *, alpha=1)"),
        ("arange", "(start, end=None, step=1, *, dtype=None, device=None, requires_grad=False)"),
        ("reshape", "(input, *sizes, shape=None)"),
        ("select", "(input, dim, index)"),
    ],
)
def test_a_function_that_was_made_shows_what_it_takes(name, signature):
    assert sources.signature(None, "function", name, functions[name], None, "(*args)", None) == (signature, None)


def test_settings_that_no_operation_has_are_not_shown():
    given = "(input, other, **settings)"
    assert sources.signature(None, "function", "mul", functions["mul"], None, given, None) == ("(input, other)", None)


@pytest.mark.parametrize(
    "name, signature",
    [
        ("copy_", "(other, non_blocking=False)"),
        ("new_zeros", "(*args, size=None, dtype=None, device=None, requires_grad=False)"),
        ("normal_", "(mean=0.0, std=1.0, *, generator=None)"),
        ("exponential_", "(lambd=1.0, *, generator=None)"),
    ],
)
def test_a_method_is_shown_without_the_tensor_it_is_called_on(name, signature):
    assert sources.signature(None, "method", name, getattr(ag.Tensor, name), None, "", None) == (signature, None)


@pytest.mark.parametrize(
    "given",
    [
        "uniform_(to=2, generator=None)",
        "random_(1, to=5, generator=None)",
        "normal_(mean=1.0, std=2.0)",
        "bernoulli_(p=0.5)",
        "exponential_(lambd=2.0)",
    ],
)
def test_what_a_draw_in_place_shows_may_be_given(given):
    name, shown = given.partition("(")[0], ag.zeros(3)
    assert eval(f"shown.{given}") is shown and f":: autogradlab::Tensor.{name}\n" in reference._tensor()


@pytest.mark.parametrize(
    "module, name, signature",
    [
        ("autogradlab", "Tensor", "(*sizes_or_data)"),
        ("autogradlab.nn", "Parameter", "(data=None, requires_grad=True)"),
        ("autogradlab", "Tensor.uniform_", "(from=0, to=1, *, generator=None)"),
    ],
)
def test_what_the_program_text_cannot_say_is_as_in_pytorch(module, name, signature):
    thing, given = sources.found(module, name), "(*args, **settings)"
    assert sources.signature(None, "", f"{module}.{name}", thing, None, given, None) == (signature, None)


def test_a_default_that_stands_for_nothing_is_not_spelled_out():
    given = "(answer=<object object>, written=<factory>)"
    assert sources.signature(None, "class", "Rubric", dict, None, given, None) == ("(answer=..., written=...)", None)


def test_methods_link_to_the_entry_of_their_function():
    assert reference._linked(["absolute", "sum"]) == (
        ":py:obj:`absolute <autogradlab.abs>`, :py:obj:`sum <autogradlab.sum>`.\n"
    )


@pytest.mark.parametrize(
    "name, holds",
    [
        ("softmax", "class SoftmaxBackward0"),
        ("add", "class AddBackward0"),
        ("sum", "class SumBackward0"),
        ("exp", "def ExpBackward0"),
    ],
)
def test_the_source_of_a_function_is_its_operation(name, holds):
    code, tags = sources.source(None, sources.follow(None, "autogradlab", name))
    _, first, last = tags[name]
    assert holds in "\n".join(code.splitlines()[first - 1 : last]) or inspect.isfunction(
        sources.written(functions[name])
    )


def rst(text):
    return "\n".join(as_rst(inspect.cleandoc(text).splitlines())).strip()


def test_code_is_marked_and_formulas_are_left_alone():
    assert rst("`dim` of |x| * y_") == r"\ ``dim``\  of \|x\| \* y\_"


def test_rows_become_terms_also_over_several_lines():
    assert rst("""
        What it does.

        Shape:   (n, m) -> (m,).
        lr       how far a step
                 goes
        Raises:  ValueError
        And more.""").splitlines() == [
        "What it does.",
        "",
        "Shape",
        r"    (n, m) -\> (m,).",
        "``lr``",
        "    how far a step",
        "    goes",
        "Raises",
        "    ValueError",
        "",
        "And more.",
    ]


def test_a_row_may_have_a_name_of_two_words_or_a_call():
    assert rst("saved values      kept\nt.mark(label)     noted").splitlines() == [
        "``saved values``",
        "    kept",
        "``t.mark(label)``",
        "    noted",
    ]


def test_examples_stay_as_they_are():
    assert rst("Adds.\n>>> 1 + 1\n2").splitlines() == ["Adds.", "", ">>> 1 + 1", "2"]


def test_lines_of_formulas_stay_lines():
    assert rst("b = c   the first\nd = e   the second").splitlines() == ["| b = c   the first", "| d = e   the second"]
