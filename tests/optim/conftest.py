"""Every promise about numbers and sentences holds in our engine, and in PyTorch itself where it is installed."""

import pytest


@pytest.fixture
def train():
    """train(parameter, optimizer, steps): the parameter's numbers after each step down sum(w²)."""

    def run(w, optimizer, steps, clear=True):
        path = []
        for _ in range(steps):
            if clear:
                optimizer.zero_grad()
            (w * w).sum().backward()
            optimizer.step()
            path.append(w.tolist())
        return path

    return run
