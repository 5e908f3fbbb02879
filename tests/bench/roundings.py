"""How many results and gradients are PyTorch's bit for bit, for few numbers.

    python tests/bench/roundings.py [NAME ...]          such as: sum mse_loss SGD
    ATEN_CPU_CAPABILITY=avx2 python tests/bench/roundings.py    with another of PyTorch's instruction sets

Needs PyTorch. Prints, for each operation and number type, the shares of equal results and of equal gradients of 1, 5,
33 and 64 drawn numbers, in percent. What PyTorch computes itself is the same with each instruction set; what it leaves
to a library (products of matrices, `sqrt`, `exp`) may change with the processor.
"""

import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch

import autogradlab as ag

SIZES, ROUNDS = (1, 5, 33, 64), 30
Numbers = Callable[..., Any]

#: Operations of a tensor, on positive numbers where only these have a result.
OF_ANY = "exp expm1 sin cos tan atan sinh cosh tanh sigmoid erf square sum mean prod var std norm".split()
OF_POSITIVE = "log log1p log2 log10 sqrt rsqrt reciprocal".split()
LAYERS = """
    gelu silu mish elu selu celu softplus softsign logsigmoid hardswish hardsigmoid leaky_relu tanhshrink normalize
    """.split()
LOSSES = "mse_loss l1_loss huber_loss smooth_l1_loss kl_div poisson_nll_loss binary_cross_entropy_with_logits".split()
OTHERS: dict[str, Numbers] = {
    "x**3": lambda T, x, y: x**3,
    "abs(x)**y": lambda T, x, y: x.abs() ** y,
    "1.7**x": lambda T, x, y: 1.7**x,
    "add alpha": lambda T, x, y: T.add(x, y, alpha=0.3),
    "lerp": lambda T, x, y: T.lerp(x, y, 0.3),
    "addcmul": lambda T, x, y: T.addcmul(x, x, y, value=0.7),
    "softmax": lambda T, x, y: x.softmax(0),
    "log_softmax": lambda T, x, y: x.log_softmax(0),
    "logsumexp": lambda T, x, y: x.logsumexp(0),
    "layer_norm": lambda T, x, y: T.nn.functional.layer_norm(x, x.shape),
    "dot": lambda T, x, y: x @ y,
    "outer, summed": lambda T, x, y: T.outer(x, y).sum(0),
}
#: Optimizers with settings: three steps, on the gradients 2x, y and x · y.
OPTIMIZERS: dict[str, dict[str, Any]] = {
    "SGD": {"lr": 0.1},
    "SGD momentum": {"lr": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.01},
    "Adam": {"lr": 0.01},
    "AdamW": {"lr": 0.01},
}


def operations() -> Iterator[tuple[str, Numbers]]:
    """(name, what it computes with an engine and two vectors)"""
    for name in OF_ANY:
        yield name, lambda T, x, y, name=name: getattr(T, name)(x)
    for name in OF_POSITIVE:
        yield name, lambda T, x, y, name=name: getattr(T, name)(x.abs() + 0.1)
    for name in LAYERS:
        settings = {"dim": 0} if name == "normalize" else {}
        yield name, lambda T, x, y, name=name, settings=settings: getattr(T.nn.functional, name)(x, **settings)
    for name in LOSSES:
        yield name, lambda T, x, y, name=name: getattr(T.nn.functional, name)(x, y.detach().abs() / 9)
    yield from OTHERS.items()
    for name, settings in OPTIMIZERS.items():
        yield name, lambda T, x, y, name=name, settings=settings: trained(T, x, y, name.split()[0], settings)


def trained(engine: Any, x: Any, y: Any, optimizer: str, settings: dict[str, Any]) -> Any:
    """A parameter after three steps."""
    parameter = engine.nn.Parameter(x.detach().clone())
    steps = getattr(engine.optim, optimizer)([parameter], **settings)
    for grad in (x + x, y, x * y):
        parameter.grad = grad.detach()
        steps.step()
    return parameter.detach()


def outcome(engine: Any, f: Numbers, numbers: list[np.ndarray]) -> list[np.ndarray]:
    """The result and the gradients of both vectors."""
    x, y = (engine.from_numpy(each.copy()).requires_grad_() for each in numbers)
    result = f(engine, x, y)
    if result.requires_grad:
        result.sum().backward()
    return [result.detach().numpy(), *[leaf.grad.numpy() for leaf in (x, y) if leaf.grad is not None]]


def shares(f: Numbers, kind: type, size: int) -> tuple[float, float]:
    """The percentages of equal results and of equal gradients."""
    draw = np.random.default_rng(0)
    equal: tuple[list[np.ndarray], list[np.ndarray]] = [], []
    for _ in range(ROUNDS):
        numbers = [(1.5 * draw.normal(size=size)).astype(kind) for _ in range(2)]
        for i, (ours, theirs) in enumerate(zip(outcome(ag, f, numbers), outcome(torch, f, numbers))):
            equal[i > 0].append(np.ravel((ours == theirs) | ((ours != ours) & (theirs != theirs))))
    return tuple(100 * float(np.concatenate(each).mean()) if each else np.nan for each in equal)  # type: ignore[return-value]


def main() -> None:
    warnings.simplefilter("ignore")
    chosen = [(name, f) for name, f in operations() if not sys.argv[1:] or name.split()[0] in sys.argv[1:]]
    print(f"PyTorch {torch.__version__}, {torch.backends.cpu.get_cpu_capability()}; % equal: results, gradients")
    print(f"{'':36}" + "".join(f"{size:>12}" for size in SIZES))
    for name, f in chosen:
        for kind in (np.float32, np.float64):
            cells = ["{:>7.0f} {:>4.0f}".format(*shares(f, kind, size)) for size in SIZES]
            print(f"{name:28}{kind.__name__:8}" + "".join(cells))


if __name__ == "__main__":
    main()
