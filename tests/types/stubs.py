"""Writes the stubs of the engine that type checkers and editors read: `python tests/types/stubs.py`.

Methods of Tensor and most functions get their names while the package is imported, which no checker can see. Their
parameters are read from the running package, their types from what `ops.gates` checks, and from `told`.
"""

import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from told import GIVES, OF_KIND, OF_PARAMETER, OF_PROPERTY, WAYS, WAYS_OF_METHODS, WRITABLE

import autogradlab as ag
from autogradlab.autograd.dtypes import dtype
from autogradlab.ops.gates import KINDS, MAY_BE_NONE
from autogradlab.ops.left_out import _LeftOut

PACKAGE = Path(ag.__file__).parent
HEAD = '''"""Written by tests/types/stubs.py: what a type checker is told of {what}."""

from builtins import bool as _bool
from builtins import float as _float
from builtins import int as _int
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal, overload

import numpy as np

'''
ROOMS = ("autograd", "linalg", "memory", "nn", "optim", "random", "utils")
ANOMALY = ("is_anomaly_check_nan_enabled", "is_anomaly_enabled", "set_anomaly_enabled")
HELPERS = (
    "TensorType",
    "blank",
    "edge_into",
    "edge_of",
    "fill",
    "new_tensor",
    "tensor_types",
    "versions_of",
    "with_history",
)
SIMPLE = (bool, int, float, str, type(None))
ARITHMETIC = set("add sub mul truediv floordiv mod pow radd rsub rmul rtruediv rfloordiv rmod rpow".split())
ARITHMETIC |= {f"i{name}" for name in ARITHMETIC} | set(
    "eq ne lt le gt ge and or xor lshift rshift rand ror rxor rlshift rrshift iand ior ixor ilshift irshift".split()
)


def main():
    for path, text in stubs().items():
        path.write_text(text, "utf-8")
        beside_python = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        if ruff := shutil.which("ruff", path=beside_python):
            subprocess.run([ruff, "format", "--quiet", path], check=True)


def stubs():
    """{path: text} of each stub, before it is formatted."""
    return {PACKAGE / "__init__.pyi": _face(), PACKAGE / "autograd" / "tensor.pyi": _tensor()}


# ---- the package's face ---------------------------------------------------------------------------------------------


def _face():
    names = {name: getattr(ag, name) for name in dir(ag) if not name.startswith("_")}
    functions = [name for name in names if name in ag.functions]
    numbers = [name for name, value in names.items() if isinstance(value, dtype)]
    return "\n".join(
        [
            HEAD.format(what="the names in `autogradlab`"),
            *(f"from . import {name} as {name}" for name in ROOMS),
            *_passed_on(names),
            "from .autograd.tensor import _Device, _ValuesAndIndices",
            *(f"from .autograd.anomaly import {name} as {name}" for name in ANOMALY),
            "from .draw import draw as draw",
            "from .fuse import compile as compile",
            "from .ops.accelerators import accelerator as accelerator, backends as backends, cuda as cuda, mps as mps, "
            "version as version, xpu as xpu",
            "from .ops.generator import default_generator as default_generator",
            "from .ops.memory_format import channels_last as channels_last, contiguous_format as contiguous_format, "
            "preserve_format as preserve_format",
            "from .ops.queries import strided as strided",
            "_dtype = dtype",
            "__version__: str",
            "newaxis: None",
            *(f"{name}: _float" for name in ("e", "inf", "nan", "pi")),
            *(f"{name}: _dtype" for name in numbers),
            "functions: dict[str, Callable[..., Any]]",
            "typed: dict[str, type]",
            *(f"{name}: type[Tensor]" for name in ag.typed),
            *(_function(name) for name in functions),
        ]
    )


def _function(name):
    if name.endswith("_"):  # an in-place method that is a function as well
        return _defined(name, getattr(ag.Tensor, name), method=True).replace("(self", "(input: Tensor")
    return _defined(name, getattr(ag, name))


def _passed_on(names):
    """Imports of the classes and functions that are defined elsewhere under the same name."""
    for name, value in names.items():
        if name not in ag.functions and name not in ag.typed and (inspect.isclass(value) or inspect.isfunction(value)):
            if value.__module__.startswith("autogradlab.") and value.__qualname__ == name != "missing":
                yield f"from {value.__module__.removeprefix('autogradlab')} import {name} as {name}"


# ---- Tensor ---------------------------------------------------------------------------------------------------------


def _tensor():
    members = {name: inspect.getattr_static(ag.Tensor, name) for name in dir(ag.Tensor)}
    functions = {name: each for name, each in members.items() if inspect.isfunction(each)}
    inherited = {name for name in functions if getattr(object, name, None) is functions[name]}
    return "\n".join(
        [
            HEAD.format(what="Tensor"),
            "from ..ops.device import device as _DeviceType",
            "from ..ops.generator import Generator",
            "from .dtypes import dtype as _dtype",
            "from .graph import Node",
            "from .size import Size as Size",
            "_Device = _DeviceType | str\n",
            "class _ValuesAndIndices(tuple[Tensor, Tensor]):",
            *_indented("@property\ndef values(self) -> Tensor: ...\n@property\ndef indices(self) -> Tensor: ..."),
            "\nclass Tensor:",
            *_indented("def __init__(self, *numbers_or_sizes: Any, device: _Device | None = None) -> None: ..."),
            *(
                line
                for name, each in members.items()
                if isinstance(each, property) and not _is_private(name)
                for line in _indented(_property(name))
            ),
            *(line for name in members if _is_private(name) for line in _indented(f"{name}: Any")),
            *(
                line
                for name, each in functions.items()
                if name not in inherited and not _is_private(name) and not isinstance(each, _LeftOut)
                for line in _indented(_defined(name, each, method=True))
            ),
            *(f"{name}: Any" for name in HELPERS),
        ]
    )


def _is_private(name):
    return name.startswith("_") and not name.startswith("__")


def _property(name):
    if name not in OF_PROPERTY:
        raise LookupError(f"nobody says of which type Tensor.{name} is\n  help: say it in told.py")
    text = f"@property\ndef {name}(self) -> {OF_PROPERTY[name]}: ..."
    given = "Any" if name == "grad" else OF_PROPERTY[name]
    return text + f"\n@{name}.setter\ndef {name}(self, value: {given}) -> None: ..." if name in WRITABLE else text


def _indented(text):
    return [f"    {line}" for line in text.split("\n")]


# ---- functions and methods ------------------------------------------------------------------------------------------


def _defined(name, function, method=False):
    """One or more lines that define a function in a stub."""
    ways = _ways(name, method) or [_way(name, function, method)]
    comment = "  # type: ignore[override]" if name in ("__eq__", "__ne__") else ""
    lines = [f"def {name}({'self, ' * method}{way}: ...{comment}".replace("(self, )", "(self)") for way in ways]
    return "\n".join(["@overload\n" * (len(lines) > 1) + line for line in lines])


def _ways(name, method):
    """Each way of calling a function, a method or an in-place method that `told` lists."""
    if method and name in WAYS_OF_METHODS:
        ways = WAYS_OF_METHODS[name]
    else:
        ways = WAYS.get(name, WAYS.get(name.removesuffix("_"), ()))
        ways = [re.sub("^input: Tensor(, )?", "", way) for way in ways] if method else ways
    ways = [re.sub(r"(, \*|^\*)?, out: Tensor \| None = None$", "", way) for way in ways] if method else ways
    return [
        f"{given.strip()}) -> {gives.strip() or 'Tensor'}" for given, _, gives in (way.partition("->") for way in ways)
    ]


def _way(name, function, method):
    parameters = list(inspect.signature(_written(name, function)).parameters.values())[method:]
    if name.startswith("__") and name.strip("_") in ARITHMETIC:
        return "other: Tensor | _float, /) -> Tensor"
    parameters = [each for each in parameters if not inspect.isfunction(each.default)]  # these are internal
    shown, kinds = [_parameter(name, each) for each in parameters], [each.kind for each in parameters]
    if not method and "out" in inspect.signature(function, follow_wrapped=False).parameters:
        shown, kinds = [*shown, "out: Tensor | None = None"], [*kinds, inspect.Parameter.KEYWORD_ONLY]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        shown.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    return f"{', '.join(shown)}) -> {GIVES.get(name, GIVES.get(name.removesuffix('_'), 'Tensor'))}"


def _written(name, function):
    """The function whose parameters to read: for `exp_` that is `exp`."""
    return ag.functions.get(name.removesuffix("_"), function) if _takes_anything(function) else function


def _takes_anything(function):
    return any(each.kind is each.VAR_KEYWORD for each in inspect.signature(function).parameters.values())


def _parameter(function, each):
    type_ = _type(function, each.name)
    none_too = each.default is None or f"{function}.{each.name}" in MAY_BE_NONE
    if none_too and "None" not in type_ and type_ != "Any":
        type_ += " | None"
    stars = "*" * (each.kind is each.VAR_POSITIONAL)
    default = (
        "" if each.default is each.empty else f" = {each.default!r}" if isinstance(each.default, SIMPLE) else " = ..."
    )
    return f"{stars}{each.name}: {type_}{default}"


def _type(function, parameter):
    for name in (f"{function}.{parameter}", f"{function.removesuffix('_')}.{parameter}", parameter):
        if name in OF_PARAMETER:
            return OF_PARAMETER[name]
        if name in KINDS and KINDS[name]:
            return OF_KIND.get(KINDS[name]) or f"{OF_KIND['tuple of ints']} | _bool"
    raise LookupError(f"nobody says of which type `{parameter}` of `{function}` is\n  help: say it in told.py")


if __name__ == "__main__":
    main()
