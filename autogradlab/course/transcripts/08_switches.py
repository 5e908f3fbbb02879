import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(192, 64), torch.nn.ReLU(), torch.nn.Dropout(0.5))
x = torch.randn(32, 192)


def bytes_kept(recording):
    sizes = []
    weigh = torch.autograd.graph.saved_tensors_hooks(lambda t: sizes.append(4 * t.numel()), print)
    with weigh, torch.set_grad_enabled(recording):
        (model(x) ** 2).sum()
    return sum(sizes)


print("train          ", bytes_kept(True))
print("train + no_grad", bytes_kept(False))
model.eval()
print("eval           ", bytes_kept(True))
print("eval + no_grad ", bytes_kept(False))

with torch.inference_mode():
    c = model(x)
try:
    c.requires_grad_()
except RuntimeError as error:
    print(error)
