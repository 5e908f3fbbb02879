"""The same program in PyTorch: run where PyTorch is installed, shown from a recording where it is not.

Each lesson has `NAME.py`, a program written for `import torch`, and `NAME.txt`, what torch 2.13.0 printed.
A test keeps the recording true wherever PyTorch is installed, and compares our engine with it everywhere.
"""

import contextlib
import html
import io
import sys
from importlib.resources import files
from importlib.util import find_spec

RECORDED_WITH = "2.13.0"


def program(name):
    """The program's text."""
    return (files(__name__) / f"{name}.py").read_text("utf-8")


def recording(name):
    """What torch 2.13.0 printed."""
    return (files(__name__) / f"{name}.txt").read_text("utf-8")


def names():
    """The names of all programs."""
    return sorted(f.name.removesuffix(".txt") for f in files(__name__).iterdir() if f.name.endswith(".txt"))


def printed(source, engine="torch"):
    """What `source` prints when its `import torch` imports the module named `engine` instead."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(source.replace("import torch", f"import {engine} as torch"), "<program>", "exec"), {})
    return out.getvalue()


class same_in_pytorch:
    """Show a lesson's program in PyTorch and what it prints, here and now if torch is installed."""

    def __init__(self, name):
        if name not in names():
            raise ValueError(f"there is no PyTorch program `{name}`\n  help: choose from {', '.join(names())}")
        self.program = program(name)
        self.live = "torch" in sys.modules or find_spec("torch") is not None
        self.output = printed(self.program) if self.live else recording(name)

    @property
    def source(self):
        """Where the output comes from, in words."""
        if self.live:
            import torch

            return f"run just now with torch {torch.__version__.split('+')[0]}"
        return f"recorded from torch {RECORDED_WITH}; PyTorch is not installed here, and the course does not need it"

    def __repr__(self):
        return f"{self.program.rstrip()}\n\nprints ({self.source}):\n\n{self.output.rstrip()}"

    def _repr_html_(self):
        from ..style import style_element

        told = html.escape(f"{self.source[0].upper()}{self.source[1:]}.")
        return (
            f'{style_element()}<figure class="agl-ui agl-pytorch"><pre class="agl-program">'
            f'{html.escape(self.program.rstrip())}</pre><p class="agl-prints">prints</p>'
            f'<pre class="agl-printed">{html.escape(self.output.rstrip())}</pre>'
            f'<figcaption class="agl-cap">{told}</figcaption></figure>'
        )
