import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
v = torch.tensor([1.0, 10.0, 100.0])

for weights in (None, v[:2], v):
    try:
        (x**2).backward(weights)
        print(x.grad)
    except RuntimeError as error:
        print(error)

b = torch.tensor([0.0, 0.0], requires_grad=True)
(torch.ones(3, 2) + b).sum().backward()
print(b.grad)

(row,) = torch.autograd.grad(x**2, x, grad_outputs=torch.tensor([0.0, 1.0, 0.0]))
print(row)
print(x.grad)
