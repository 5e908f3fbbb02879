import torch

torch.manual_seed(0)
x = torch.randn(64)
y = 3 * x + torch.randn(64)


def gradient(sizes, scales):
    w = torch.tensor(0.0, requires_grad=True)
    for x_part, y_part, scale in zip(x.split(sizes), y.split(sizes), scales):
        loss = ((w * x_part - y_part) ** 2).mean()
        (loss * scale).backward()
    return w.grad


print("one batch of 64       ", gradient([64], [1]))
print("4 x 16, not divided   ", gradient([16] * 4, [1] * 4))
print("4 x 16, each / 4      ", gradient([16] * 4, [1 / 4] * 4))

sizes = [40, 20, 4]
print("40, 20, 4, each / 3   ", gradient(sizes, [1 / 3] * 3))
print("40, 20, 4, each n / 64", gradient(sizes, [n / 64 for n in sizes]))
