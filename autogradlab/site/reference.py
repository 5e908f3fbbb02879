"""The reference: which public names are on which page. Their descriptions come from their docstrings."""

import inspect
from importlib import import_module
from types import ModuleType

from .sources import written

#: The functions of `autogradlab` by what they do: title, and the modules of `ops` in which they are defined.
FAMILIES = (
    ("Making tensors", ("creation",)),
    ("Random numbers", ("random", "generator")),
    ("Arithmetic", ("arithmetic", "division", "powers", "steps")),
    ("Functions of one number", ("transcendental", "limits")),
    ("Comparing", ("compare",)),
    ("Over dimensions", ("reduce", "variance", "scan", "softmax", "order")),
    ("Products and matrices", ("products", "einsum", "linalg")),
    ("Shape", ("shape", "copies", "joining")),
    ("Picking and placing", ("select", "indexing", "gather", "masks", "diagonals")),
    ("Questions about tensors", ("queries", "contents")),
)
SWITCHES = (
    "no_grad",
    "enable_grad",
    "set_grad_enabled",
    "is_grad_enabled",
    "inference_mode",
    "is_inference_mode_enabled",
    "set_default_dtype",
    "get_default_dtype",
    "set_printoptions",
)
#: Every other page: its name, title, and parts, each (title, module, names); without names, all public ones are taken.
PAGES = (
    (
        "autograd",
        "autogradlab.autograd: the way back",
        (
            ("From several tensors", "autogradlab.autograd", ("backward", "grad")),
            ("Your own operation", "autogradlab.autograd", ("Function", "once_differentiable")),
            (
                "The graph",
                "autogradlab.autograd.graph",
                (
                    "Node",
                    "GradientEdge",
                    "saved_tensors_hooks",
                    "save_on_cpu",
                    "register_multi_grad_hook",
                    "disable_saved_tensors_hooks",
                ),
            ),
            (
                "Checking",
                "autogradlab.autograd",
                ("gradcheck", "gradgradcheck", "detect_anomaly", "set_detect_anomaly"),
            ),
            ("Functional", "autogradlab.autograd.functional", ("jacobian", "hessian", "vjp", "jvp", "vhp", "hvp")),
        ),
    ),
    (
        "nn",
        "autogradlab.nn: modules",
        (
            ("What all modules can do", "autogradlab.nn", ("Module", "Parameter")),
            ("Modules", "autogradlab.nn", ()),
            ("First values", "autogradlab.nn.init", ()),
            ("Gradients and vectors", "autogradlab.nn.utils", ()),
        ),
    ),
    ("functional", "autogradlab.nn.functional: the layers as functions", (("", "autogradlab.nn.functional", ()),)),
    (
        "optim",
        "autogradlab.optim: optimizers",
        (("", "autogradlab.optim", ()), ("Learning rates", "autogradlab.optim.lr_scheduler", ())),
    ),
    (
        "utils",
        "autogradlab.utils: data and checkpoints",
        (
            ("Data", "autogradlab.utils.data", ()),
            ("Checkpoints", "autogradlab.utils.checkpoint", ("checkpoint", "checkpoint_sequential")),
        ),
    ),
    (
        "seeing",
        "Seeing: drawings, source lines, memory, fusing",
        (
            ("", "autogradlab.draw", ("draw", "Drawing", "Summary")),
            ("Source lines", "autogradlab.autograd.trace", ("trace",)),
            ("Memory", "autogradlab.memory", ()),
            ("Fusing", "autogradlab.fuse", ("compile",)),
        ),
    ),
    ("course", "autogradlab.course: what the notebooks call", (("", "autogradlab.course", ()),)),
    (
        "grading",
        "autogradlab.grading: rubrics and trials",
        (
            ("Rubrics", "autogradlab.grading.rubric", ("Rubric", "Question", "Trial", "Known", "changed")),
            ("Running code that is not trusted", "autogradlab.confine", ()),
        ),
    ),
)
INTRODUCTION = """Most of them are methods of ``Tensor`` as well. In formulas ``self`` is the first argument, ``z`` the
result, and ``grad`` the gradient that arrives at the result.
"""
WITH_MEMBERS = ("Module", "Optimizer", "LRScheduler", "Function", "Drawing", "Node")
INDEX = """# Reference

Every public name, with what its docstring says; `source` leads to the program text. Names and meaning are PyTorch's;
[the differences](../docs/differences.md) are few.

```{{toctree}}
:maxdepth: 1

{pages}
```
"""


def write(folder):
    """Write the pages into the new folder; Sphinx fills them from the docstrings."""
    folder.mkdir()
    pages = {"tensor": _tensor(), "functions": _functions()}
    pages |= {name: _page(title, parts) for name, title, parts in PAGES}
    for name, text in pages.items():
        (folder / f"{name}.rst").write_text(text, "utf-8", newline="\n")
    (folder / "index.md").write_text(INDEX.format(pages="\n".join(pages)), "utf-8", newline="\n")


# ---- tensors and functions ------------------------------------------------------------------------------------------


def _functions():
    parts = [
        _titled("autogradlab: functions", "="),
        INTRODUCTION,
        _section("Switches and settings", "autogradlab", [[name] for name in SWITCHES]),
    ]
    return "\n".join([*parts, *(_section(title, "autogradlab", of_family(modules)) for title, modules in FAMILIES)])


def of_family(modules):
    """The functions that are defined in these modules of `ops`, each as the list of its names."""
    known = {}
    for module in modules:
        for name, function in _documented().items():
            if written(function).__module__ == f"autogradlab.ops.{module}":
                known.setdefault((written(function), function.__doc__), []).append(name)
    return list(known.values())


def _documented():
    """The functions, without those that write in place: these are described where they are methods."""
    from autogradlab.ops import functions

    return {name: function for name, function in functions.items() if not name.endswith("_")}


def _tensor():
    from autogradlab.autograd import Tensor

    functions = _documented()
    names = [name for name in dir(Tensor) if not name.startswith("_") and _is_there(Tensor, name)]
    in_place = [name for name in names if name.endswith("_") and name[:-1] in functions and not _draws(Tensor, name)]
    own = [name for name in names if name not in functions and name not in in_place]
    return "\n".join(
        [
            _titled("autogradlab.Tensor", "="),
            ".. autoclass:: autogradlab::Tensor\n",
            *(_member(Tensor, "autogradlab::Tensor", name) for name in own),
            _titled("Functions that are also methods"),
            _linked(name for name in names if name in functions),
            _titled("Functions whose result is written into the tensor itself"),
            _listed(in_place),
        ]
    )


def _draws(owner, name):
    """Whether a method writes random numbers: it takes other arguments than the function of the same name."""
    return written(getattr(owner, name)).__module__ == "autogradlab.ops.draws"


def _is_there(owner, name):
    """Whether a name belongs to a method or property with a docstring; False for PyTorch's names that are left out."""
    held = inspect.getattr_static(owner, name)
    try:
        return bool(held.__doc__) and (isinstance(held, property) or callable(getattr(owner, name)))
    except AttributeError:
        return False


def _listed(names):
    return ", ".join(f"``{name}``" for name in names) + ".\n"


def _linked(names):
    """The names, each as a link to the function's entry, which has the first of its names."""
    entries = {name: group[0] for _, modules in FAMILIES for group in of_family(modules) for name in group}
    return ", ".join(f":py:obj:`{name} <autogradlab.{entries[name]}>`" for name in names) + ".\n"


# ---- all other pages ------------------------------------------------------------------------------------------------


def _page(title, parts):
    done, text = set(), [_titled(title, "=")]
    for heading, module, names in parts:
        names = [name for name in names or public(module) if (module, name) not in done]
        done |= {(module, name) for name in names}
        text.append(_section(heading, module, [[name] for name in names]))
    return "\n".join(text)


def _section(title, module, groups):
    """A title, links to all entries if they are many, and the entries; a group holds the names of one thing."""
    links = sorted(f":py:obj:`{name} <{module}.{group[0]}>`" for group in groups for name in group)
    return "\n".join(
        [
            _titled(title) if title else "",
            ", ".join(links) + "\n" if len(links) > 4 else "",
            *(_entry(module, *group) for group in groups),
        ]
    )


def public(module):
    """The names of a module's documented public functions and classes."""
    room = import_module(module)
    names = getattr(room, "__all__", [name for name in vars(room) if not name.startswith("_")])
    return [name for name in names if _belongs(getattr(room, name, None), module)]


def _belongs(thing, module):
    """Whether a thing is a documented function or class of this module or of one below it."""
    return (
        callable(thing)
        and not isinstance(thing, ModuleType)
        and bool(inspect.getdoc(thing))
        and getattr(thing, "__module__", "").startswith(module)
    )


def _entry(module, name, *aliases):
    thing = getattr(import_module(module), name)
    if not isinstance(thing, type):
        return f".. autofunction:: {module}::{name}\n" + (f"\n   Also called {_listed(aliases)}" if aliases else "")
    members = [
        _member(thing, f"{module}::{name}", each)
        for each in vars(thing)
        if name in WITH_MEMBERS and not each.startswith("_") and _is_there(thing, each)
    ]
    return "\n".join([f".. autoclass:: {module}::{name}\n", *members])


def _member(owner, prefix, name):
    kind = "autoproperty" if isinstance(inspect.getattr_static(owner, name), property) else "automethod"
    return f"   .. {kind}:: {prefix}.{name}\n"


def _titled(title, line="-"):
    return f"{title}\n{line * len(title)}\n"
