"""A small program with every kind of name that asserts the type of each result; mypy reads it, and a test runs it."""

from typing import assert_type

import numpy as np

import autogradlab as ag
from autogradlab import Tensor

ag.manual_seed(0)
w = ag.randn(3, 2, requires_grad=True)
x = ag.tensor([[1.0, 2.0, 3.0]], dtype=ag.float64).to(ag.float32)

assert_type(w, Tensor)
assert_type(x @ w + 1, Tensor)
assert_type(2 ** (x - 1) / x, Tensor)
assert_type(x == 1, Tensor)
assert_type((x @ w).exp().sum(dim=1, keepdim=True), Tensor)
assert_type(ag.cat([x, x], dim=0), Tensor)
assert_type(x.max(), Tensor)
assert_type(x.max(1).values, Tensor)
assert_type(ag.topk(x, 2).indices, Tensor)
assert_type(x.split(1, dim=1), tuple[Tensor, ...])
assert_type(x.shape, ag.Size)
assert_type(x.size(1), int)
assert_type(x.numel(), int)
assert_type(x.dtype, ag.dtype)
assert_type(x.numpy(), np.ndarray)
assert_type(ag.where(x > 1, x, 0.0), Tensor)
assert_type(ag.zeros(2, 3).uniform_(), Tensor)
assert_type(ag.allclose(x, x), bool)
assert_type(x[0, 1:], Tensor)

loss = ((x @ w) ** 2).mean()
assert_type(loss.backward(), None)
assert_type(w.grad, Tensor | None)

model = ag.nn.Sequential(ag.nn.Linear(3, 4), ag.nn.ReLU(), ag.nn.Linear(4, 1))
optimizer = ag.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
with ag.no_grad():
    w -= 0.1 * ag.ones_like(w)
for features in x:
    optimizer.zero_grad()
    ag.nn.functional.mse_loss(model(features), ag.zeros(1)).backward()
    optimizer.step()
(slope,) = ag.autograd.grad((w**3).sum(), [w], create_graph=True)
assert_type(slope, Tensor)
assert_type(ag.is_anomaly_enabled(), bool)
