"""The program of the leaves mover, built from the learner's choices, run, and read tensor by tensor."""

from dataclasses import dataclass

from autogradlab.draw.numbers import written

from ..parts.script import Stop, run_lines

CUTS = {
    "": "h = w * x",
    "detach": "h = (w * x).detach()",
    "data": "h = (w * x).data",
    "item": "h = ag.tensor((w * x).item())",
    "no_grad": "with ag.no_grad(): h = w * x",
    "round": "h = (w * x).round()",
    "compare": "h = w * x > 5",
}
ENDS = {"tensor": "loss = ag.tensor(loss.item())", "requires_grad": "loss = ag.tensor(loss.item(), requires_grad=True)"}
NAMES = ("x", "w", "b", "h", "loss")


@dataclass(frozen=True)
class Choices:
    """What the learner chose: two flags of the inputs, a scaled w, retain_grad, and how h and the loss are made."""

    x_requires_grad: bool = False
    w_requires_grad: bool = True
    scaled: bool = False
    retain_grad: bool = False
    cut: str = ""
    loss_cut: str = ""


@dataclass(frozen=True)
class Facts:
    """One tensor after the program. `arrived`: the gradient that backward brought to it, kept or not."""

    value: object
    is_leaf: bool
    requires_grad: bool
    grad_fn: str | None
    grad: float | None
    arrived: float | None

    @property
    def cells(self):
        """The four facts as Python prints them."""
        return (
            str(self.is_leaf),
            str(self.requires_grad),
            str(self.grad_fn),
            "None" if self.grad is None else written(self.grad),
        )


@dataclass(frozen=True)
class Run:
    """lines     [(code, the name of the tensor it makes or None)]
    facts     name -> Facts, for the tensors that were made; 'raw' is the leaf behind a scaled w
    by_line   index of a line -> Facts of the tensor that it made
    stop      where the program stopped, or None
    """

    choices: Choices
    lines: tuple
    facts: dict
    by_line: dict
    stop: Stop | None

    @property
    def grads(self):
        return {name: facts.grad for name, facts in self.facts.items()}


def program(choices):
    """The lines, each with the name of the tensor it makes."""
    return tuple(
        filter(
            None,
            (
                (f"x = ag.tensor(2.{_flag(choices.x_requires_grad)})", "x"),
                (f"w = {_made_w(choices)}", "w"),
                ("b = ag.tensor(1., requires_grad=True)", "b"),
                (CUTS[choices.cut], "h"),
                ("h.retain_grad()", None) if choices.retain_grad else None,
                ("loss = (h + b)**2", "loss"),
                (ENDS[choices.loss_cut], "loss") if choices.loss_cut else None,
                ("loss.backward()", None),
            ),
        )
    )


def run(choices):
    """Run the program and read what became of every tensor."""
    lines, made, arrived = program(choices), {}, {}

    def watch(place, names):
        if lines[place][1]:
            made[place] = tensor = names[lines[place][1]]
            if tensor.requires_grad:
                tensor.register_hook(lambda grad: arrived.__setitem__(place, grad.item()))

    _, stop = run_lines([code for code, _ in lines], watch)
    by_line = {place: _facts(tensor, arrived.get(place)) for place, tensor in made.items()}
    facts = {lines[place][1]: by_line[place] for place in made} | _behind_w(made)
    return Run(choices, lines, facts, by_line, stop)


def _behind_w(made):
    """{'raw': Facts} of the unnamed leaf that a scaled w was computed from, or {} if w has no node to find it by."""
    node = made[1].grad_fn
    if node is None:
        return {}
    leaf = node.next_functions[0][0].variable
    return {"raw": _facts(leaf, None if leaf.grad is None else leaf.grad.item())}


def _facts(tensor, arrived):
    kept = tensor.grad if tensor.is_leaf or tensor.retains_grad else None  # reading .grad of another tensor would warn
    return Facts(
        tensor.item(),
        tensor.is_leaf,
        tensor.requires_grad,
        tensor.grad_fn and tensor.grad_fn.name(),
        None if kept is None else kept.item(),
        arrived,
    )


def _flag(requires_grad):
    return ", requires_grad=True" if requires_grad else ""


def _made_w(choices):
    flag = _flag(choices.w_requires_grad)
    return f"ag.tensor(300.{flag}) * 0.01" if choices.scaled else f"ag.tensor(3.{flag})"
