import torch


def carried_state(w, h=torch.tensor(0.0)):
    for turn in range(2):
        h = (w * h + 1).tanh()
        h.backward()


def rebound_weight(w):
    for turn in range(2):
        (w**2).backward()
        with torch.no_grad():
            w = w - 0.1 * w.grad


def step_between(w):
    one, two = 3 * w, w**2
    one.backward()
    torch.optim.SGD([w], lr=0.1).step()
    two.backward()


for patient in (carried_state, rebound_weight, step_between):
    try:
        patient(torch.tensor(0.5, requires_grad=True))
    except RuntimeError as error:
        print(str(error).split(": [")[0].split(" (")[0])

for scores in (torch.tensor([[0.0, 20.0]]).softmax(dim=1), torch.tensor([[0.0, 20.0]])):
    print(torch.nn.functional.cross_entropy(scores, torch.tensor([1])).item())

print((torch.tensor([[1.0], [3.0]]) - torch.tensor([1.0, 3.0])).shape)

x = torch.tensor([0.0, 4.0], requires_grad=True)
torch.where(x > 0, x.sqrt(), 0.0).sum().backward()
print(x.grad)
