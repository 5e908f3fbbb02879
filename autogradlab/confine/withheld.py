"""What a program was asked to write itself is taken away from it for a while, wherever the package has it ready.

A name can be kept under another name, and a module can be dropped and imported anew, so it is not names that go: all
functions that live are looked at, and the code of each that is withheld is replaced by a line that raises `Withheld`.
Nothing is imported that would bring fresh ones. That stops borrowing. It does not stop copying, which no program can
tell from writing.
"""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.abc import MetaPathFinder
from inspect import CO_GENERATOR
from types import CodeType, FunctionType
from typing import Any

from .layers.places import PACKAGE, ROOT

_OURS = os.path.join(PACKAGE, "")
#: The package's functions in a zygote, and their full names.
_noted: dict[FunctionType, tuple[str, ...]] = {}
#: An object that the collector shows, unless somebody has called `gc.freeze()` since it was made.
_in_sight = ["seen"]


class Withheld(RuntimeError):
    """A function was called, or a module imported, that is withheld; the message names it."""


def freeze() -> None:
    """Freeze all objects of a zygote, so that its forks share their memory. The package's functions are noted before,
    as the collector no longer shows what is frozen, and code that is run may give them other names."""
    global _in_sight
    gc.collect()
    _noted.update((each, _names_of(each)) for each in _near((PACKAGE.name,)))
    gc.freeze()
    _in_sight = _in_sight.copy()


@contextmanager
def withheld(*names: str, remembered: bool = False):
    """Inside, what is named (a package, a module, a class or a function) is not there: every function and method in it
    raises Withheld, and so does importing it. Modules at work, whose functions wait for the end of what is inside, keep
    their functions.

    remembered   look at all that lives only once, as long as the same modules are loaded: for the checks of a notebook,
                 which ask often, where many objects live and nobody hides any
    """
    refusing = _Refusing(names)
    sys.meta_path.insert(0, refusing)
    try:
        with without(*_functions_in(names, remembered)):
            yield
    finally:
        if refusing in sys.meta_path:  # an answer may have emptied the list
            sys.meta_path.remove(refusing)


@contextmanager
def without(*functions: FunctionType):
    """Inside, a call of one of these functions raises Withheld, while calls that have begun go on."""
    codes = {each: each.__code__ for each in functions}
    try:
        for function in codes:
            function.__code__ = _refusal_of(function)
        yield
    finally:
        for function, code in codes.items():
            function.__code__ = code


class _Refusing(MetaPathFinder):
    """Refuses to import what is withheld, or what it lies in: its functions would be there."""

    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path, target=None):
        if _is_in(name, self.names) or any(_is_in(each, (name,)) for each in self.names):
            raise Withheld(f"`{name}`")


def _functions_in(names: tuple[str, ...], remembered: bool) -> list[FunctionType]:
    """The functions that lie in what is named, without those of modules at work."""
    found = _remembered(names, tuple(map(id, sys.modules.values()))) if remembered else _found(names)
    at_work = _at_work()
    return [each for each in found if id(each.__globals__) not in at_work]


@lru_cache
def _remembered(names: tuple[str, ...], loaded: tuple[int, ...]) -> list[FunctionType]:
    return _found(names)


def _found(names: tuple[str, ...]) -> list[FunctionType]:
    if not names:
        return []
    known = {each: _names_of(each) for each in _near(tuple(name.partition(".")[0] for name in names))} | _noted
    return [each for each, own in known.items() if any(_is_in(name, names) for name in own)]


def _near(tops: tuple[str, ...]) -> Iterator[FunctionType]:
    """The functions that live in the package, and in others of which they say that they are."""
    return (each for each in _living() if _is_ours(each) or str(each.__module__).startswith(tops))


def _living() -> list[FunctionType]:
    """All functions that live, whatever holds them, except those that a zygote has frozen."""
    objects = gc.get_objects()
    if not any(each is _in_sight for each in objects):  # an answer has frozen them, perhaps to hide some
        gc.unfreeze()
        objects = gc.get_objects()
    return [each for each in objects if type(each) is FunctionType]


def _at_work() -> set[int]:
    """The modules that the calls on the stack lie in, by the `id` of their names: what a module says that it is called
    does not count, as an answer's cell can say anything."""
    frame, found = sys._getframe(), set()
    while frame is not None:
        found.add(id(frame.f_globals))
        frame = frame.f_back
    return found


def _names_of(function: FunctionType) -> tuple[str, ...]:
    """The full names of a function, in the module that it says it is of, and in the one that its file belongs to."""
    modules = [function.__module__]
    if _is_ours(function):
        modules.append(function.__code__.co_filename[len(ROOT) + 1 : -len(".py")].replace(os.sep, "."))
    return tuple([f"{module}.{function.__qualname__}" for module in modules])


def _is_ours(function: FunctionType) -> bool:
    return function.__code__.co_filename.startswith(_OURS)


def _is_in(name: str, names: tuple[str, ...]) -> bool:
    """Whether something is one of these, or lies in one."""
    return f"{name}.".startswith(tuple(f"{each}." for each in names))


def _refusal_of(function: FunctionType) -> CodeType:
    """Code that takes any arguments and raises, a generator's when it is asked for its first value.

    It has as many free variables as the function, and is a generator's if that is one, as Python asks for; and it lies
    in the same file, by which a function is known.
    """
    filled_in = {"ERROR": Withheld, "WHAT": f"`{function.__qualname__}` of `{function.__module__}`"}
    code = (_refuse_to_begin if function.__code__.co_flags & CO_GENERATOR else _refuse).__code__
    constants = tuple(filled_in.get(each, each) if isinstance(each, str) else each for each in code.co_consts)
    own = function.__code__
    return code.replace(co_consts=constants, co_freevars=own.co_freevars, co_filename=own.co_filename)


def _refuse(*given, **named):
    error: Any = "ERROR"  # not by its name: the code runs with the names of the function's own module
    raise error("WHAT")


def _refuse_to_begin(*given, **named):
    error: Any = "ERROR"
    raise error("WHAT")
    yield
