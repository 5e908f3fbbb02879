"""Grad mode: no_grad, enable_grad and set_grad_enabled, as blocks, as decorators, nested, interrupted, step by step."""

import pytest

import autogradlab as ag
from autogradlab.autograd.modes import unusual
from autogradlab.autograd.observers import Observer, observing

SWITCHES = [
    (ag.no_grad, False),
    (ag.enable_grad, True),
    (lambda: ag.set_grad_enabled(False), False),
    (lambda: ag.set_grad_enabled(True), True),
]
each_switch = pytest.mark.parametrize(
    "switch, inside", SWITCHES, ids=["no_grad", "enable_grad", "set False", "set True"]
)


@pytest.fixture(autouse=True)
def recording_is_on_before_and_after():
    assert ag.is_grad_enabled()
    yield
    assert ag.is_grad_enabled()


@each_switch
@pytest.mark.parametrize("around", [ag.no_grad, ag.enable_grad])
def test_a_block_switches_and_switches_back(switch, inside, around):
    with around():
        before = ag.is_grad_enabled()
        with switch():
            assert ag.is_grad_enabled() is inside
        assert ag.is_grad_enabled() is before


@each_switch
def test_an_exception_switches_back_too(switch, inside):
    with pytest.raises(ZeroDivisionError):
        with switch():
            1 / 0
    assert ag.is_grad_enabled()


@each_switch
def test_a_decorated_function_runs_inside_and_keeps_its_name(switch, inside):
    @switch()
    def evaluate(x, *, twice):
        """Doc."""
        return ag.is_grad_enabled(), x, twice

    assert evaluate(1, twice=2) == (inside, 1, 2)
    assert (evaluate.__name__, evaluate.__doc__) == ("evaluate", "Doc.")


@pytest.mark.parametrize("switch, inside", [(ag.no_grad, False), (ag.enable_grad, True)])
def test_decorating_without_brackets(switch, inside):
    @switch
    def evaluate():
        return ag.is_grad_enabled()

    with ag.set_grad_enabled(not inside):
        assert evaluate() is inside


@each_switch
def test_a_decorated_function_may_call_itself_and_fail(switch, inside):
    @switch()
    def countdown(n):
        assert ag.is_grad_enabled() is inside
        return 1 / 0 if n == 0 else countdown(n - 1)

    with pytest.raises(ZeroDivisionError):
        countdown(3)


@each_switch
def test_a_decorated_generator_switches_at_each_step(switch, inside):
    @switch()
    def batches():
        sent = yield ag.is_grad_enabled()
        yield ag.is_grad_enabled(), sent
        return "end"

    steps = batches()
    outside = not inside
    with ag.set_grad_enabled(outside):
        assert next(steps) is inside
        assert ag.is_grad_enabled() is outside
        assert steps.send("hello") == (inside, "hello")
        with pytest.raises(StopIteration) as end:
            next(steps)
        assert end.value.value == "end" and ag.is_grad_enabled() is outside


def test_a_decorated_generator_can_be_thrown_into_and_closed():
    seen = []

    @ag.no_grad()
    def batches():
        try:
            yield 1
        except ValueError:
            seen.append(ag.is_grad_enabled())
        try:
            yield 2
        finally:
            seen.append(ag.is_grad_enabled())

    steps = batches()
    assert next(steps) == 1 and steps.throw(ValueError()) == 2
    steps.close()
    assert seen == [False, False]


def test_set_grad_enabled_works_as_a_plain_call():
    ag.set_grad_enabled(False)
    assert not ag.is_grad_enabled()
    ag.set_grad_enabled(True)


def test_results_have_no_history_and_flags_stay():
    w = ag.tensor(3.0, requires_grad=True)
    with ag.no_grad():
        y, made_inside = w * w, ag.tensor(1.0, requires_grad=True)
        with ag.enable_grad():
            z = w * 2
        assert w.requires_grad
    assert (y.requires_grad, y.is_leaf, y.grad_fn) == (False, True, None)
    assert made_inside.requires_grad and z.requires_grad
    with pytest.raises(RuntimeError, match="does not require grad and does not have a grad_fn"):
        y.backward()


def test_backward_works_inside_no_grad_on_a_graph_made_outside():
    w = ag.tensor(3.0, requires_grad=True)
    y = w * w
    with ag.no_grad():
        y.backward()
        assert w.grad.item() == 6.0 and not ag.is_grad_enabled()


@pytest.mark.parametrize("create_graph", [False, True])
def test_a_failing_backward_leaves_the_mode_alone(create_graph):
    w = ag.tensor(3.0, requires_grad=True)
    y = w.exp()
    y.detach().zero_()
    with ag.no_grad(), pytest.raises(RuntimeError):
        ag.autograd.grad(y, w, create_graph=create_graph)
    assert not ag.autograd.grad(w * w, w)[0].requires_grad


def test_rebinding_under_no_grad_loses_the_flag_and_writing_in_place_keeps_it():
    w = leaf = ag.tensor(3.0, requires_grad=True)
    with ag.no_grad():
        w = w - 1
        leaf -= 1
    assert not w.requires_grad and leaf.requires_grad and leaf.item() == 2.0


def test_a_class_is_decorated_with_a_warning_and_only_when_it_is_made():
    with pytest.warns(FutureWarning, match="Decorating classes is deprecated"):

        @ag.no_grad()
        class Model:
            def __init__(self):
                self.made = ag.is_grad_enabled()

            def run(self):
                return ag.is_grad_enabled()

    assert not Model().made and Model().run()


def test_set_grad_enabled_wants_a_bool_and_shows_its_mode():
    with pytest.raises(TypeError, match=r"argument 'enabled' \(position 1\) must be bool, not int"):
        ag.set_grad_enabled(1)
    assert repr(ag.set_grad_enabled(True)) == "torch.autograd.grad_mode.set_grad_enabled(mode=True)"


# ---- observers --------------------------------------------------------------------------------------------------


class Notes(Observer):
    def __init__(self):
        self.notes = []

    def made(self, node):
        self.notes.append(("made", node.name()))

    def runs(self, node):
        self.notes.append(("runs", node.name()))

    def ran(self, node, contributions):
        self.notes.append(("ran", float(contributions[0])))

    def failed(self, node, error):
        self.notes.append(("failed", str(error)))


def test_an_observer_is_told_of_each_node_that_is_made_and_run():
    x, one, other = ag.tensor(3.0, requires_grad=True), Notes(), Notes()
    with observing(one):
        y = x * 2
        with observing(other), ag.no_grad():
            x * x
            with ag.enable_grad():
                y = y.exp()
        y.backward()
    (x * x).backward()
    assert other.notes == [("made", "ExpBackward0")]
    assert one.notes[:2] == [("made", "MulBackward0"), ("made", "ExpBackward0")]
    assert [what for what, _ in one.notes[2:]] == ["runs", "ran", "runs", "ran"]


def test_an_observer_is_told_of_failures_and_costs_nothing_afterwards():
    x, notes = ag.tensor(3.0, requires_grad=True), Notes()
    with observing(notes), pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y = x.exp()
        y.detach().zero_()
        y.backward()
    assert [what for what, _ in notes.notes] == ["made", "runs", "failed"] and not unusual
