"""What a lesson's cells call: `check`, the movers, and the same program in PyTorch.

Movers need ipywidgets and are imported when first asked for; checks work without.
"""
from importlib import import_module

from .checks import check

__all__ = ["Slope", "check", "registers", "same_in_pytorch"]

_HOMES = {"Slope": "widgets.slope", "registers": "widgets.registers", "same_in_pytorch": "transcripts"}


def __getattr__(name):
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
