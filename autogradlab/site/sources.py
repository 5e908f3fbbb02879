"""Where public names are defined: many functions are made from the class of their operation, which has the formulas.

A Sphinx extension: `autodoc` asks it for signatures and docstrings, `viewcode` for the page of source behind an entry.
"""

import inspect
import re
from functools import cache
from importlib import import_module
from types import FunctionType

from sphinx.pycode import ModuleAnalyzer

from .docstrings import as_rst

#: Modules whose functions make public functions out of functions and classes that are defined elsewhere.
MAKER_OF_LEAVES = "autogradlab.ops.arguments"
MAKERS = {MAKER_OF_LEAVES, *(f"autogradlab.ops.{name}" for name in ("register", "operators", "writing", "draws"))}
OPTIONS = [
    inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
    for name, default in (("dtype", None), ("device", None), ("requires_grad", False))
]
#: A default that only means "not given", or is made anew for each object: its repr tells a reader nothing.
UNTOLD = re.compile(r"<(?:object object|factory)[^>]*>")
#: Signatures that the program text cannot express: of a class made by its metaclass, or with `from`, a Python keyword.
GIVEN = {
    "autogradlab.Tensor": "(*sizes_or_data)",
    "autogradlab.nn.Parameter": "(data=None, requires_grad=True)",
    "autogradlab.Tensor.uniform_": "(from=0, to=1, *, generator=None)",
    "autogradlab.Tensor.random_": "(from=0, to=None, *, generator=None)",
}
BACK = re.compile(r'(class="viewcode-back" href="[^"#]*?(\w+)\.html)#([\w.]+)"')


def written(thing):
    """The function or class in the program text from which `thing` was made; mostly that is `thing` itself."""
    while hasattr(thing, "__wrapped__") or thing.__module__ in MAKERS and _held(thing):
        thing = thing.__wrapped__ if hasattr(thing, "__wrapped__") else _held(thing)[0]
    return thing


def _held(function):
    """The functions and classes of this package from which a function was made: those in its closure."""
    cells = (cell.cell_contents for cell in getattr(function, "__closure__", None) or ())
    return [each for each in cells if callable(each) and getattr(each, "__module__", "").startswith("autogradlab.")]


def found(module, name):
    """The object that has a public name."""
    thing = import_module(module)
    for part in name.split("."):
        thing = getattr(thing, part)
    return thing


# ---- for autodoc ----------------------------------------------------------------------------------------------------


def docstring(app, what, name, thing, options, lines):
    lines[:] = as_rst(lines)


def signature(app, what, name, thing, options, arguments, returns):
    """The signature to show; for a function made from another, with that one's parameters, not `*args, **settings`."""
    if name in GIVEN:
        return GIVEN[name], None
    own = written(thing) if isinstance(thing, FunctionType) else thing
    if own is not thing and isinstance(own, type):
        return arguments and arguments.replace(", **settings", ""), returns  # an operation without settings
    if own is thing or not isinstance(own, FunctionType):
        return arguments and UNTOLD.sub("...", arguments), returns
    parameters = list(inspect.signature(own).parameters.values())
    if thing.__module__ == MAKER_OF_LEAVES and "requires_grad" in inspect.signature(thing).parameters:
        parameters = [*parameters[1:], *OPTIONS]
    if what == "method":
        parameters = parameters[1:]
    parameters = [each for each in parameters if not isinstance(each.default, FunctionType)]  # internal ones
    named = [each.replace(default=each.empty) if type(each.default) is object else each for each in parameters]
    return str(inspect.Signature(sorted(named, key=lambda each: each.kind))), None


# ---- for viewcode ---------------------------------------------------------------------------------------------------


def follow(app, module, name):
    """The module in which a public name is defined."""
    try:
        return getattr(written(found(module, name)), "__module__", None)
    except AttributeError:
        return None


def source(app, module):
    return _source(module)


@cache
def _source(module):
    """(the text of a module, {name: (kind, first line, last line)}), with functions that were made from its classes."""
    analyzer = ModuleAnalyzer.for_module(module)
    analyzer.find_tags()
    return analyzer.code, analyzer.tags | _made(module, analyzer.tags)


def _made(module, tags):
    from autogradlab.ops import functions

    origins = {name: written(function) for name, function in functions.items()}
    places = {name: _place(origin, tags) for name, origin in origins.items() if origin.__module__ == module}
    return {name: place for name, place in places.items() if place}


def _place(origin, tags):
    """Where the text of a function or class is; for a function in a class, where that whole class is."""
    outer = origin.__qualname__.partition(".")[0]
    classes = [name.partition(".")[0] for name in tags if name.endswith(f".{outer}")]
    return tags.get(outer) or next((tags[name] for name in classes), None)


def back_links(app, page, template, context, doctree):
    """Correct the links from a page of source to the reference: viewcode assumes one page for each module."""
    if page.startswith("_modules/") and "body" in context:
        objects = app.env.get_domain("py").objects
        context["body"] = BACK.sub(lambda link: f'{link[1]}{_target(objects, link[2], link[3])}"', context["body"])


def _target(objects, page, guessed):
    """`#` and the name under which the page has the entry that viewcode guessed; "" if it has none."""
    ends = "." + guessed.rpartition(".")[2]
    names = [name for name, entry in objects.items() if entry.docname == f"api/{page}" and name.endswith(ends)]
    return f"#{guessed if guessed in names else names[0]}" if names else ""


def setup(app):
    app.connect("autodoc-process-docstring", docstring)
    app.connect("autodoc-process-signature", signature)
    app.connect("viewcode-follow-imported", follow)
    app.connect("viewcode-find-source", source)
    app.connect("html-page-context", back_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
