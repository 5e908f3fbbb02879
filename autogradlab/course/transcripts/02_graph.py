import torch

price = torch.tensor(3.0, requires_grad=True)
seats = torch.tensor(16.0)
guests = seats - 2 * price
income = price * guests
income.backward()

print(income)
print(price.grad, price.grad_fn)

for result in (income, guests):
    print(result.grad_fn.name(), "leads to")
    for node, _ in result.grad_fn.next_functions:
        print("   ", node.name() if node else None)

end, _ = income.grad_fn.next_functions[0]
print(end.variable is price)
