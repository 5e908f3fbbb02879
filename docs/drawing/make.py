"""Make the pictures of docs/drawing.md: `python docs/drawing/make.py`, with autogradlab and PyTorch installed.

With `--torchviz` it also makes torchviz's pictures, shown beside ours; torchviz, no dependency of ours, is needed.
Every number in them is exact, so that the files are the same bytes everywhere; a test makes ours again and compares.
"""

import re
import sys
from pathlib import Path

import torch

import autogradlab as ag
from autogradlab.draw import draw, programs

HERE = Path(__file__).parent


# ---- programs -------------------------------------------------------------------------------------------------------


def line():
    """One neuron after backward."""
    w, b = torch.tensor(3.0, requires_grad=True), torch.tensor(1.0, requires_grad=True)
    x, y = torch.tensor(2.0), torch.tensor(5.0)
    z = w * x + b
    loss = (z - y) ** 2
    loss.backward()
    return loss, {"w": w, "b": b, "x": x, "y": y, "z": z, "loss": loss}


def network():
    """Twelve layers and a loss, after backward."""
    layers = [layer for _ in range(12) for layer in (torch.nn.Linear(4, 4), torch.nn.ReLU())]
    model = torch.nn.Sequential(*layers, torch.nn.Linear(4, 1))
    for parameter in model.parameters():
        torch.nn.init.constant_(parameter, 0.25)
    loss = (model(torch.ones(2, 4)) ** 2).mean()
    loss.backward()
    return loss, model


def second():
    """A derivative that can be differentiated again: y = (x · x) · x, and its backward pass with create_graph."""
    x = torch.tensor(2.0, requires_grad=True)
    y = (x * x) * x
    (gradient,) = torch.autograd.grad(y, x, create_graph=True)
    return gradient, {"x": x, "gradient": gradient, "y": y}


def overwritten():
    """A line that breaks backward: it writes into a tensor that an operation has saved."""
    w = torch.tensor(0.0, requires_grad=True)
    with ag.trace():
        e = w.exp()
        loss = e * 2 * e
        with torch.no_grad():
            e += 1
    return loss, {"w": w, "e": e, "loss": loss}


def long_loop():
    """A loss summed over a long loop without detaching; backward has run through an early part of it."""
    total = w = ag.tensor(1.0, requires_grad=True)
    early = None
    for step in range(25_000):
        total = total + (w * step).relu() * 0
        early = total if step == 6000 else early
    early.backward()
    return total, {"w": w, "total": total}


def make(folder):
    """Draw our pictures into a folder; return their paths."""
    gradient, names = second()
    drawings = {
        "line": draw(*line()),
        "network": draw(*network()),
        "overwritten": draw(*overwritten(), show="all"),
        "second": draw(gradient, names, after=names["y"]),
        "long-loop": draw(*long_loop()),
    }
    return [drawing.save(Path(folder) / f"{name}.svg") for name, drawing in drawings.items()]


def make_torchviz(folder):
    """Let torchviz draw the same tensors into a folder, with everything that it can show."""
    from torchviz import make_dot

    for name, program in {"line": line, "network": network, "second": second, "overwritten": overwritten}.items():
        root, names = program()
        names = (
            {name: tensor for name, tensor in names.items() if name != "y"}
            if isinstance(names, dict)
            else dict(names.named_parameters())
        )
        try:
            source = make_dot(root, names, show_attrs=True, show_saved=True).source
        except RuntimeError as error:
            print(f"torchviz, asked for attributes of `{name}`: {str(error)[:90]} ...")
            source = make_dot(root, names).source
        svg = programs.run("graphviz-pure", source, "svg").decode()
        no_addresses = re.sub(r"<!--.*?-->\n|<title>\d.*?</title>\n", "", svg, flags=re.S)
        (Path(folder) / f"{name}-torchviz.svg").write_text(no_addresses)


if __name__ == "__main__":
    for path in make(HERE):
        print(path.name)
    if "--torchviz" in sys.argv:
        make_torchviz(HERE)
