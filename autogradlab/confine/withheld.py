"""What a program was asked to write itself is taken away from it for a while, wherever the package has it ready.

A name can be kept under another name, so it is not the names that go: the code of each function is replaced by a line
that raises `Withheld`, and nothing is imported that would bring fresh ones. That stops borrowing. It does not stop
copying, which no program can tell from writing.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from inspect import CO_GENERATOR
from types import CodeType, FunctionType
from typing import Any


class Withheld(RuntimeError):
    """A function was called, or a module imported, that is withheld; the message names it."""


@contextmanager
def withheld(*modules: str):
    """Inside, every function and method that these modules define, or modules below them, raises Withheld, and so does
    importing one. Modules at work, whose functions wait for the end of what is inside, keep their functions."""
    at_work, refusing = _at_work(), _Refusing(modules)
    codes = {each: each.__code__ for each in _functions_of(modules) if each.__module__ not in at_work}
    sys.meta_path.insert(0, refusing)
    try:
        for function in codes:
            function.__code__ = _refusal_of(function)
        yield
    finally:
        if refusing in sys.meta_path:  # an answer may have emptied the list
            sys.meta_path.remove(refusing)
        for function, code in codes.items():
            function.__code__ = code


class _Refusing(MetaPathFinder):
    """Refuses to import what is withheld: its functions would be there."""

    def __init__(self, modules):
        self.modules = modules

    def find_spec(self, name, path, target=None):
        if _is_in(name, self.modules):
            raise Withheld(f"`{name}`")


def _at_work() -> set[str | None]:
    """The names of the modules that the calls on the stack lie in."""
    frame, names = sys._getframe(), set()
    while frame is not None:
        names.add(frame.f_globals.get("__name__"))
        frame = frame.f_back
    return names


def _functions_of(modules: tuple[str, ...]) -> Iterator[FunctionType]:
    """The functions that the modules define, those of classes and of properties included; some come twice."""
    places: dict[object, None] = {module: None for name, module in sys.modules.items() if _is_in(name, modules)}
    for place in (found := list(places)):  # `found` grows in the loop
        for value in list(vars(place).values()):
            if isinstance(value, type) and _is_in(value.__module__, modules) and value not in places:
                places[value] = None
                found.append(value)
            for function in (value, *(getattr(value, part, None) for part in ("__func__", "fget", "fset", "fdel"))):
                if isinstance(function, FunctionType) and _is_in(function.__module__, modules):
                    yield function


def _is_in(name: str | None, modules: tuple[str, ...]) -> bool:
    """Whether a module is one of these or below one; code that was executed from a text may have no module."""
    return name is not None and any(f"{name}.".startswith(f"{each}.") for each in modules)


def _refusal_of(function: FunctionType) -> CodeType:
    """Code that takes any arguments and raises, a generator's when it is asked for its first value.

    It has as many free variables as the function, and is a generator's if that is one, as Python asks for.
    """
    filled_in = {"ERROR": Withheld, "WHAT": f"`{function.__qualname__}` of `{function.__module__}`"}
    code = (_refuse_to_begin if function.__code__.co_flags & CO_GENERATOR else _refuse).__code__
    constants = tuple(filled_in.get(each, each) if isinstance(each, str) else each for each in code.co_consts)
    return code.replace(co_consts=constants, co_freevars=function.__code__.co_freevars)


def _refuse(*given, **named):
    error: Any = "ERROR"  # not by its name: the code runs with the names of the function's own module
    raise error("WHAT")


def _refuse_to_begin(*given, **named):
    error: Any = "ERROR"
    raise error("WHAT")
    yield
