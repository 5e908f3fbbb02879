import torch

x = torch.tensor(2.0)
w = torch.tensor(3.0, requires_grad=True)
h = w * x
d = h.detach()
print(x.is_leaf, w.is_leaf, h.is_leaf, d.is_leaf)

h.retain_grad()
loss = (h + 1.0) ** 2
loss.backward()
print(w.grad, h.grad, x.grad)

try:
    torch.tensor(3, requires_grad=True)  # a whole number
except RuntimeError as error:
    print(error)

try:
    h.requires_grad = False  # no leaf
except RuntimeError as error:
    print(str(error).split(". ")[0])
