import torch

w = torch.tensor(3.0, requires_grad=True)
loss = w**2
loss.backward()

print(loss)
print(w.grad)
print(w.grad.dtype)
