"""The lifetime mover: what the lockers hold at each moment is read from the nodes; PyTorch stops where we stop."""

import itertools

import pytest
from pictures import texts, texts_that_agree

import autogradlab as ag
from autogradlab.course.widgets.lifetime.mover import Lifetime
from autogradlab.course.widgets.lifetime.run import OPERATIONS, WRITES, Choices, program, run
from autogradlab.course.widgets.lifetime.words import happens, state
from autogradlab.course.widgets.parts.script import run_lines

EVERY = [Choices(*choice) for choice in itertools.product(OPERATIONS, WRITES, [False, True], [False, True])]


def test_the_first_view_is_the_famous_error():
    mover = Lifetime()
    assert mover.run.stop.sentence.startswith("Trying to backward through the graph a second time")
    assert mover.grad == pytest.approx((5.436564, 14.778112)) and mover.moment == len(mover.run.moments)
    assert texts(mover)[0] == "The second backward() finds the lockers empty: the first one freed them"


@pytest.mark.parametrize(
    "operation, write, stops",
    [("exp", "output", True), ("exp", "input", False), ("square", "input", True), ("square", "output", False)],
)
def test_only_a_write_into_what_is_kept_does_harm(operation, write, stops):
    result = run(Choices(operation, write, second=False))
    assert bool(result.stop) == stops
    if not stops:
        assert result.grad == result.right


@pytest.mark.parametrize("operation, grad", [("exp", (0, 0)), ("square", (0, 0))])
def test_a_write_through_data_is_wrong_and_silent(operation, grad):
    result = run(Choices(operation, "data", second=False))
    assert not result.stop and result.silently_wrong and result.grad == grad
    assert ".data hides the write" in texts(Lifetime(operation, "data"))[0]


def test_a_retained_graph_adds_twice():
    once, twice = run(Choices(second=False)).grad, run(Choices(retain_graph=True)).grad
    assert twice == pytest.approx([2 * grad for grad in once])


def test_lockers_are_freed_one_by_one_as_backward_passes():
    states = [
        {name: state(locker) for name, locker in moment.lockers.items()}
        for moment in run(Choices(second=False)).moments
        if moment.kind == "node"
    ]
    assert states == [
        {"Mul": "x version 0", "Exp": "b version 0"},
        {"Mul": "x version 0", "Exp": "b freed"},
        {"Mul": "x freed", "Exp": "b freed"},
    ]


def test_the_engine_frees_in_that_order():
    w = ag.tensor([0.5, 1.0], requires_grad=True)
    a = w * ag.tensor(2.0)
    b = a.exp()
    seen = []
    a.register_hook(lambda grad: seen.append((b.grad_fn._freed, a.grad_fn._freed)))  # after Exp, before Mul
    b.sum().backward()
    assert seen == [(True, False)] and a.grad_fn._freed


def test_the_error_comes_after_the_write_and_names_it():
    mover = Lifetime("exp", "output")
    assert mover.run.moments[-1].code == "Exp" and mover.run.moments[-1].stops
    assert "the culprit is line 3, b += 1" in mover.description and "\n  help: write b = b + 1 instead." in mover.text
    assert mover.run.moments[-1].lockers["Exp"].spoiled and not mover.run.moments[-1].lockers["Mul"].freed


@pytest.mark.parametrize("choices", EVERY)
def test_pytorch_stops_at_the_same_line_with_the_same_gradient(choices, monkeypatch):
    torch = pytest.importorskip("torch")
    w = torch.tensor([0.5, 1.0], requires_grad=True)
    _, stop = run_lines([line for line, _ in program(choices)], names={"w": w, "x": torch.tensor(2.0)})
    ours = run(choices)
    assert (ours.stop and (ours.stop.line, str(ours.stop.error))) == (stop and (stop.line, str(stop.error)))
    assert ours.grad == (None if w.grad is None else pytest.approx(w.grad.tolist()))


@pytest.mark.parametrize("choices", EVERY)
def test_picture_words_and_text_agree(choices):
    mover = Lifetime(choices.operation, choices.write, choices.retain_graph, choices.second)
    for moment in (1, 3, len(mover.run.moments)):
        mover.moment = moment
        shown = texts_that_agree(mover)
        for place, told in enumerate(mover.run.moments):
            assert told.code in shown and told.code in mover.text
            if place < moment:
                assert happens(mover.run, place) in shown and happens(mover.run, place) in mover.text


def test_time_goes_back_and_forth_and_stops_at_the_ends():
    mover = Lifetime()
    assert mover._steps.forward.disabled
    mover._steps.back.click()
    assert mover.moment == 7 and "freed" in mover.svg and "still to come" in mover.text
    mover.moment = 1
    assert mover._steps.back.disabled and "freed" not in texts(mover)


def test_another_program_begins_at_its_own_end(shows):
    mover = Lifetime()
    mover.retain_graph = True
    assert mover.moment == len(mover.run.moments) == 11
    assert mover._steps.where.value == "moment 11 of 11" and shows(mover)
