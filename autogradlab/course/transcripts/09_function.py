import torch


class Power(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, n):
        ctx.save_for_backward(x)
        ctx.n = n
        return x**n

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * ctx.n * x ** (ctx.n - 1), None


class TooFew(Power):
    @staticmethod
    def backward(ctx, grad_output):
        return grad_output


x = torch.tensor([3.0, 1.0], dtype=torch.float64, requires_grad=True)
y = Power.apply(x, 2)
print(y, y.grad_fn.saved_tensors[0] is x)
(5 * y).sum().backward()
print(x.grad)
print(torch.autograd.gradcheck(Power.apply, (x, 2)))
try:
    TooFew.apply(x, 2).sum().backward()
except RuntimeError as error:
    print(error)
