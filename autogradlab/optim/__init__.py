"""Optimizers: `step()` uses the gradients that `backward()` left in `.grad`, and `zero_grad()` clears them."""

from autogradlab.ops.left_out import lacking, show_only

from . import lr_scheduler
from .adam import Adam, AdamW
from .optimizer import Optimizer
from .sgd import SGD

__all__ = ["Adam", "AdamW", "Optimizer", "SGD", "lr_scheduler"]

__getattr__ = lacking("torch.optim")
show_only(globals())
