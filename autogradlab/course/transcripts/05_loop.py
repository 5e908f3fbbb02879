import torch

torch.manual_seed(0)
x = torch.tensor([[1.0], [2.0], [4.0], [6.0]])
y = torch.tensor([[3.75], [5.0], [7.5], [10.0]])

model = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
print(model)
print(*model.parameters(), sep="\n")

for turn in range(20):
    optimizer.zero_grad()
    z = model(x)
    loss = ((z - y) ** 2).mean()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f}", end="\n" if turn % 5 == 4 else "  ")

w = model.weight
try:
    w -= 0.05 * w.grad
except RuntimeError as error:
    print(error)
