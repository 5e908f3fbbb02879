import warnings
import weakref

import torch


def lives_on(clear):
    x = torch.tensor(1.0, requires_grad=True)
    with warnings.catch_warnings(action="ignore"):
        (x**3).backward(create_graph=True)
    print(x.grad)
    if clear:
        x.grad = None
    return weakref.ref(x)  # knows x without keeping it


print("lives on:", lives_on(clear=False)() is not None)
print("lives on:", lives_on(clear=True)() is not None)

x = torch.tensor(1.0, requires_grad=True)
(slope,) = torch.autograd.grad(x**3, x, create_graph=True)
(bend,) = torch.autograd.grad(slope, x)
print(slope, bend, x.grad)
