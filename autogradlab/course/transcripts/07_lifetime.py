import torch

x = torch.tensor(3.0, requires_grad=True)
y = x**2
y.backward()
try:
    y.backward()
except RuntimeError as error:
    print(str(error).split(" (")[0])
print(x.grad)

total = x.sum()  # keeps nothing
total.backward()
total.backward()
print(x.grad)

b = torch.tensor([1.0, 2.0], requires_grad=True).exp()
b += 1
try:
    b.sum().backward()
except RuntimeError as error:
    print(str(error).split(" Hint")[0].replace("operation: ", "operation:\n"))
print(b._version, torch.nn.Linear(2, 1).weight._version)
