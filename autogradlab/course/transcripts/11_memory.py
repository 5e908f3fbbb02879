import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(32, 64), torch.nn.Tanh(), torch.nn.Linear(64, 1))
days, sizes = torch.randn(128, 32), {}


def look(kept):
    if kept.shape[0] == 128:  # a row for each day, so no weight
        sizes[kept.data_ptr()] = 4 * kept.numel()


with torch.autograd.graph.saved_tensors_hooks(look, print):
    loss = (model(days) ** 2).mean()
print("bytes saved:", sum(sizes.values()))


def nodes_behind(loss):
    seen, waiting = set(), [loss.grad_fn] if loss.grad_fn else []
    while waiting:
        node = waiting.pop()
        seen.add(node)
        waiting += [other for other, _ in node.next_functions if other and other not in seen]
    return len(seen)


w, total, bare = torch.tensor(3.0, requires_grad=True), 0.0, 0.0
for turn in range(5):
    loss = (w - turn) ** 2
    total, bare = total + loss, bare + loss.detach()
print(total, nodes_behind(total))
print(bare, nodes_behind(bare))
