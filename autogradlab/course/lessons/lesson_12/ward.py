"""Lesson 12, the ward: the moons, the network and the three healthy lines that the patients' programs use."""

WARD = """
ag.manual_seed(0)
moon = ag.stack([ag.linspace(0, 3.14, 20).cos(), ag.linspace(0, 3.14, 20).sin()], dim=1)
points = ag.cat([moon, ag.tensor([1.0, 0.5]) - moon]) + 0.1 * ag.randn(40, 2)
side = ag.tensor([0] * 20 + [1] * 20)
cross_entropy = ag.nn.functional.cross_entropy

def net():
    ag.manual_seed(1)
    return ag.nn.Sequential(ag.nn.Linear(2, 16), ag.nn.ReLU(), ag.nn.Linear(16, 2))

def learn(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
