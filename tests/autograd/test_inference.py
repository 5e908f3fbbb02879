"""Inference mode: tensors made inside it, what may be done with them later, and the mode that each thread sees."""

import threading

import pytest


@pytest.fixture
def made_inside(ag):
    with ag.inference_mode():
        return ag.ones(2)


def test_what_is_made_inside_is_an_inference_tensor(ag):
    x = ag.ones(2, requires_grad=True)
    with ag.inference_mode():
        assert ag.is_inference_mode_enabled() and not ag.is_grad_enabled()
        results = [x * 2, ag.ones(2), x.clone(), ag.ones(2) + 1]
        assert all(y.is_inference() and not y.requires_grad for y in results)
        shared = [x.view(2, 1), x.detach(), x.data]
        assert not any(y.is_inference() for y in shared)
        assert results[0].view(2, 1).is_inference()
    assert ag.is_grad_enabled() and not ag.is_inference_mode_enabled()
    assert not ag.is_inference(x) and ag.is_inference(results[0]) and not (results[0] + 1).is_inference()


def test_recorded_computation_may_use_but_not_save_it(ag, made_inside):
    x = ag.ones(2, requires_grad=True)
    (x + made_inside).sum().backward()
    assert x.grad.tolist() == [1.0, 1.0]
    for saving in (lambda: x * made_inside, lambda: made_inside * x, lambda: x.exp() * made_inside):
        with pytest.raises(RuntimeError, match="Inference tensors cannot be saved for backward"):
            saving()
    (x * made_inside.clone()).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_a_learners_function_may_not_save_it_either(ag, made_inside):
    class Times(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.save_for_backward(y)
            return x * y

    with pytest.raises(RuntimeError, match="Inference tensors cannot be saved for backward"):
        Times.apply(ag.ones(2, requires_grad=True), made_inside)


def test_it_has_no_version_and_is_written_to_inside_only(ag, made_inside):
    with ag.inference_mode():
        made_inside.add_(1)
    with pytest.raises(RuntimeError, match="Inference tensors do not track version counter"):
        made_inside._version
    for write in (lambda: made_inside.add_(1), lambda: made_inside.zero_(), lambda: made_inside.view(2).mul_(2)):
        with pytest.raises(RuntimeError, match="Inplace update to inference tensor outside InferenceMode is not"):
            write()


def test_it_wants_no_gradient_outside(ag, made_inside):
    with pytest.raises(RuntimeError, match="Setting requires_grad=True on inference tensor outside InferenceMode"):
        made_inside.requires_grad_()
    with ag.inference_mode():
        assert ag.ones(2, requires_grad=True).requires_grad


def test_an_ordinary_tensor_is_written_to_and_counted(ag):
    x = ag.ones(2, requires_grad=True)
    with ag.inference_mode():
        x.add_(1)
        view = x.view(2, 1)
    assert x._version == 1 and x.requires_grad and x.tolist() == [2.0, 2.0]
    with pytest.raises(RuntimeError, match="A view was created in inference mode and is being modified inplace in"):
        view.add_(1)


def test_a_view_whose_base_was_written_to_is_written_inside_and_still_follows(ag):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    first = y[:1]
    y.mul_(3)
    with ag.inference_mode():
        assert (first + 1).tolist() == [7.0]
        first.mul_(2)
    first.sum().backward()
    assert (y.tolist(), first._version, x.grad.tolist()) == ([12.0, 12.0], 2, [6.0, 0.0])


def test_grad_mode_inside_changes_nothing_and_inference_can_be_switched_off(ag):
    x = ag.ones(1, requires_grad=True)
    with ag.inference_mode():
        with ag.enable_grad():
            assert ag.is_grad_enabled() and not (x * 2).requires_grad
        with ag.inference_mode(False):
            assert (x * 2).requires_grad
        assert ag.is_inference_mode_enabled()
    with ag.no_grad(), ag.inference_mode(mode=False):
        assert ag.is_grad_enabled()


def test_it_decorates_functions_and_generators(ag):
    @ag.inference_mode
    def once():
        return ag.is_inference_mode_enabled()

    @ag.inference_mode()
    def steps():
        yield ag.is_inference_mode_enabled()

    assert once() and list(steps()) == [True] and not ag.is_inference_mode_enabled()


def test_a_backward_inside_gives_inference_gradients(ag):
    x = ag.ones(2, requires_grad=True)
    y = (x * x).sum()
    with ag.inference_mode():
        y.backward()
    assert x.grad.tolist() == [2.0, 2.0] and x.grad.is_inference()


@pytest.mark.parametrize("switch", ["no_grad", "inference_mode"])
def test_each_thread_has_a_mode_of_its_own(ag, switch):
    x, seen = ag.ones(1, requires_grad=True), []

    def work():
        seen.append((ag.is_grad_enabled(), ag.is_inference_mode_enabled(), (x * 2).requires_grad))
        ag.set_grad_enabled(False)
        seen.append((x * 2).requires_grad)
        ag.set_grad_enabled(True)

    with getattr(ag, switch)():
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert not (x * 2).requires_grad
    assert seen == [(True, False, True), False] and (x * 2).requires_grad
