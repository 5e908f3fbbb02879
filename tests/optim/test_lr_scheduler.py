"""Learning rate schedules: the rates in PyTorch's own digits, and its warnings."""

import warnings

import pytest


def optimizer_of(ag, lr=1.0, groups=1):
    params = [{"params": [ag.tensor([1.0], requires_grad=True)], "lr": lr / (i + 1)} for i in range(groups)]
    return ag.optim.SGD(params, lr=lr)


def rates(optimizer, scheduler, epochs):
    seen = []
    for _ in range(epochs):
        seen.append(optimizer.param_groups[0]["lr"])
        assert scheduler.get_last_lr() == [group["lr"] for group in optimizer.param_groups]
        optimizer.step()
        scheduler.step()
    return seen


def test_steplr_falls_every_few_epochs(ag):
    optimizer = optimizer_of(ag)
    scheduler = ag.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.1)
    assert rates(optimizer, scheduler, 5) == [1.0, 1.0, 0.1, 0.1, 0.010000000000000002]


def test_exponentiallr_falls_every_epoch(ag):
    optimizer = optimizer_of(ag)
    scheduler = ag.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
    assert rates(optimizer, scheduler, 4) == [1.0, 0.9, 0.81, 0.7290000000000001]


def test_multisteplr_falls_at_its_milestones(ag):
    optimizer = optimizer_of(ag)
    scheduler = ag.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[1, 3, 3], gamma=0.5)
    assert rates(optimizer, scheduler, 5) == [1.0, 0.5, 0.5, 0.125, 0.125]


def test_lambdalr_asks_a_function_for_each_group(ag):
    optimizer = optimizer_of(ag, groups=2)
    scheduler = ag.optim.lr_scheduler.LambdaLR(optimizer, [lambda epoch: 0.5**epoch, lambda epoch: epoch])
    assert rates(optimizer, scheduler, 3) == [1.0, 0.5, 0.25] and scheduler.get_last_lr() == [0.125, 1.5]
    with pytest.raises(ValueError, match="Expected 2 lr_lambdas, but got 1"):
        ag.optim.lr_scheduler.LambdaLR(optimizer, [lambda epoch: 1])


def test_the_state_of_a_lambdalr_leaves_functions_to_their_owner(ag):
    class Halves:
        rate = 2

        def __call__(self, epoch):
            return self.rate**-epoch

    kept = ag.optim.lr_scheduler.LambdaLR(optimizer_of(ag, groups=2), [lambda epoch: 0.5**epoch, Halves()])
    kept.lr_lambdas[1].rate = 4
    state = kept.state_dict()
    assert state["lr_lambdas"] == [None, {"rate": 4}] and list(state)[-1] == "lr_lambdas"
    other = ag.optim.lr_scheduler.LambdaLR(optimizer_of(ag, groups=2), [lambda epoch: 0.1**epoch, Halves()])
    other.load_state_dict(state)
    assert [function(1) for function in other.lr_lambdas] == [0.1, 0.25]


def test_cosineannealinglr_goes_down_and_up_again(ag):
    optimizer = optimizer_of(ag)
    scheduler = ag.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=2, eta_min=0.5)
    assert rates(optimizer, scheduler, 6) == pytest.approx([1.0, 0.75, 0.5, 0.75, 1.0, 0.75])


def test_every_group_falls_from_its_own_rate(ag):
    optimizer = optimizer_of(ag, groups=2)
    scheduler = ag.optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.5)
    rates(optimizer, scheduler, 2)
    assert scheduler.get_last_lr() == [0.25, 0.125] and scheduler.base_lrs == [1.0, 0.5]
    assert [group["initial_lr"] for group in optimizer.param_groups] == [1.0, 0.5]


def test_the_step_uses_the_new_rate(ag):
    optimizer = optimizer_of(ag)
    scheduler = ag.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
    w = optimizer.param_groups[0]["params"][0]
    w.grad = ag.tensor([1.0])
    rates(optimizer, scheduler, 2)
    assert w.tolist() == [-0.5]


def test_warns_when_the_scheduler_steps_first(ag):
    scheduler = ag.optim.lr_scheduler.StepLR(optimizer_of(ag), 1)
    with pytest.warns(UserWarning) as caught:
        scheduler.step()
    assert [str(warning.message).partition(" In PyTorch")[0] for warning in caught] == [
        "Detected call of `lr_scheduler.step()` before `optimizer.step()`."
    ]
    assert caught[0].filename == __file__


def test_does_not_warn_in_the_right_order_or_with_ones_own_step(ag):
    class Still(ag.optim.SGD):
        def step(self, closure=None):
            return "done"

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        optimizer = Still([ag.tensor(1.0, requires_grad=True)])
        scheduler = ag.optim.lr_scheduler.StepLR(optimizer, 1)
        assert optimizer.step() == "done"
        scheduler.step()


def test_get_lr_points_to_get_last_lr(ag):
    scheduler = ag.optim.lr_scheduler.ExponentialLR(optimizer_of(ag), 0.5)
    with pytest.warns(UserWarning, match=r"please use `get_last_lr\(\)`"):
        assert scheduler.get_lr() == [0.5]
    assert scheduler.get_last_lr() == [1.0]


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("StepLR", {"step_size": 2}),
        ("ExponentialLR", {"gamma": 0.1}),
        ("MultiStepLR", {"milestones": [4]}),
        ("CosineAnnealingLR", {"T_max": 4}),
    ],
)
def test_a_loaded_schedule_goes_on_as_the_saved_one_would(ag, name, settings):
    first, second = optimizer_of(ag), optimizer_of(ag)
    schedule = getattr(ag.optim.lr_scheduler, name)
    one, other = schedule(first, **settings), schedule(second, **settings)
    rates(first, one, 3)
    other.load_state_dict(one.state_dict())
    second.load_state_dict(first.state_dict())
    assert rates(second, other, 3) == rates(first, one, 3)


def test_the_saved_schedule_is_pytorchs(ag):
    scheduler = ag.optim.lr_scheduler.StepLR(optimizer_of(ag), 2)
    assert scheduler.state_dict() == {
        "step_size": 2,
        "gamma": 0.1,
        "base_lrs": [1.0],
        "last_epoch": 0,
        "_step_count": 1,
        "_is_initial": False,
        "_get_lr_called_within_step": False,
        "_last_lr": [1.0],
    }


def test_a_schedule_of_ones_own_gives_its_rates(ag):
    class Halves(ag.optim.lr_scheduler.LRScheduler):
        def get_lr(self):
            return [base / 2**self.last_epoch for base in self.base_lrs]

    optimizer = optimizer_of(ag)
    assert rates(optimizer, Halves(optimizer), 3) == [1.0, 0.5, 0.25]


def test_refuses_what_is_no_optimizer_and_what_was_never_begun(ag):
    with pytest.raises(TypeError, match="^int is not an Optimizer$"):
        ag.optim.lr_scheduler.StepLR(3, 2)
    with pytest.raises(KeyError, match=r"param 'initial_lr' is not specified in param_groups\[0\] when resuming"):
        ag.optim.lr_scheduler.StepLR(optimizer_of(ag), 2, last_epoch=3)
