"""Each layer, loss and optimizer does with PyTorch's own samples what PyTorch does, and refuses mistakes alike.

What differs, and where, is told with each list of samples; docs/differences.md has a row for each reason.
"""

import pytest

import autogradlab as ag

pytest.importorskip("torch")

import samples
import torch


def of_modules():
    for info in samples.database("common_modules").module_db:
        cls = getattr(ag.nn, info.module_cls.__name__, None)
        for training in (True, False) if cls else ():
            for kind in (torch.float32, torch.float64):
                torch.manual_seed(0)
                given = dict(device="cpu", dtype=kind, requires_grad=True, training=training)
                for sample in info.module_inputs_func(info, **given):
                    yield info.module_cls, cls, sample, kind, training


def of_mistakes():
    for info in samples.database("common_modules").module_db:
        cls = getattr(ag.nn, info.module_cls.__name__, None)
        if cls and info.module_error_inputs_func:
            given = dict(device="cpu", dtype=torch.float32, requires_grad=False, training=True)
            for each in info.module_error_inputs_func(info, **given):
                yield info.module_cls, cls, each.module_error_input, torch.float32, True


def all_of(engine, cls, built, called, kind, training):
    """What the module prints, what it comes to, and its numbers before and after."""
    engine.manual_seed(0)
    module = cls(*built[0], **built[1]).to(kind).train(training)
    before = module.state_dict()
    found = list(before), [each.clone() for each in before.values()]
    result = module(*called[0], **called[1]) if called else None
    return [repr(module), *found, list(module.state_dict().values()), result]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "given, known",
    [
        (
            of_modules,
            {
                "a batch without samples": ("form", "BatchNorm1d"),
                "None for a gradient that depends on nothing": ("gradients", "BatchNorm1d"),
            },
        ),
        (of_mistakes, {"a number that only the call refuses": ("refused", "HuberLoss")}),
    ],
)
def test_modules(given, known):
    differing = {}
    for theirs, own, sample, kind, training in given():
        parts = [sample.constructor_input, sample.forward_input]
        arguments = [part and (part.args, part.kwargs) for part in parts]
        try:
            converted = samples.ours([*arguments, kind])
        except samples.Elsewhere:
            continue
        expected = samples.outcome(torch, all_of, (torch, theirs, *samples.copied(arguments), kind, training), {})
        found = samples.outcome(ag, all_of, (ag, own, *converted, training), {})
        if what := samples.difference(expected, found):
            differing[own.__name__, what] = f"{what}: {arguments}\n  {expected[1:3]}\n  {found[1:3]}"[:1000]
    assert differing.keys() == samples.known(known), "\n".join(differing.values())


def trained(engine, cls, settings):
    """What an optimizer prints, the losses of five steps, the parameters, and the names of its state."""
    engine.manual_seed(0)
    weight, bias, x = engine.randn(4, 3, requires_grad=True), engine.randn(3, requires_grad=True), engine.randn(5, 4)
    optimizer = cls([weight, bias], **settings)

    def closure():
        optimizer.zero_grad()
        loss = ((x @ weight + bias) ** 2).sum()
        loss.backward()
        return loss

    losses = [optimizer.step(closure).detach() for _ in range(5)]
    return [repr(optimizer), *losses, weight.detach(), bias.detach(), *map(list, optimizer.state.values())]


@pytest.mark.filterwarnings("ignore")
def test_optimizers():
    tested = set()
    for info in samples.database("common_optimizers").optim_db:
        cls = getattr(ag.optim, info.optim_cls.__name__, None)
        for sample in info.optim_inputs_func(device="cpu", dtype=torch.float32) if cls else ():
            expected = samples.outcome(torch, trained, (torch, info.optim_cls, sample.kwargs), {})
            found = samples.outcome(ag, trained, (ag, cls, samples.ours(sample.kwargs)), {})
            assert samples.difference(expected, found) is None, (cls.__name__, sample, expected, found)
            tested.add(cls)
    assert tested == {ag.optim.SGD, ag.optim.Adam, ag.optim.AdamW}
