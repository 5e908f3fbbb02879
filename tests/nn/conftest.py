"""A layer for both engines that needs nothing but Module and Parameter."""

import pytest


@pytest.fixture
def affine(ag):
    """affine(n, m): a module that computes x @ weight.T + bias; the weight is all ones, the bias all zeros."""

    class Affine(ag.nn.Module):
        def __init__(self, n, m):
            super().__init__()
            self.weight = ag.nn.Parameter(ag.ones(m, n))
            self.bias = ag.nn.Parameter(ag.zeros(m))

        def forward(self, x):
            return x @ self.weight.t() + self.bias

        def extra_repr(self):
            return f"{self.weight.shape[1]} to {self.weight.shape[0]}"

    return Affine


@pytest.fixture
def net(ag, affine):
    """A module with two layers, a buffer that is kept and one that is not."""

    class Net(ag.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = affine(2, 2), affine(2, 1)
            self.register_buffer("scale", ag.ones(2))
            self.register_buffer("scratch", ag.zeros(1), persistent=False)

        def forward(self, x):
            return self.second(self.first(x) * self.scale)

    return Net()
