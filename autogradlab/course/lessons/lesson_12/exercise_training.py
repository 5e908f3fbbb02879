"""The training loop of exercise 12, healthy or with one illness: what a vital sign is tried on."""

import autogradlab as ag


def train(model, x, y, rounds, *, weights=None, sign=1, number=lambda loss: loss.item(), after=lambda model: None):
    """The five lines of a healthy training loop, with an argument for each illness."""
    optimizer = ag.optim.SGD(model.parameters() if weights is None else weights(model), lr=0.5)
    losses = []
    for _ in range(rounds):
        optimizer.zero_grad()
        loss = ag.nn.functional.cross_entropy(model(x), y)
        (sign * loss).backward()
        optimizer.step()
        losses.append(number(loss))
    after(model)
    return losses
