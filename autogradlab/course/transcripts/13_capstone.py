import torch

x, y = torch.tensor(3.0, requires_grad=True), torch.tensor(2.0, requires_grad=True)
a = x * y
loss = a * a
loss.backward()
print(x.grad, y.grad, a.requires_grad, a.is_leaf)
try:
    loss.backward()
except RuntimeError as error:
    print(str(error).split(" (")[0])

column = torch.tensor([[1.0], [2.0]], requires_grad=True)
row = torch.tensor([10.0, 20.0, 30.0], requires_grad=True)
(column * row).sum().backward()
print(column.grad.tolist(), row.grad)

for refused in (lambda: (row * 2).backward(), lambda: torch.ones(1).backward()):
    try:
        refused()
    except RuntimeError as error:
        print(error)

picked = row[[0, 0, 2]].sum()
print(torch.autograd.grad(picked, row)[0])
