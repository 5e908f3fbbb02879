"""What a program was asked to write itself is not there, by whatever name it is called, and comes back afterwards."""

import gc
import sys
from importlib import import_module
from inspect import isgeneratorfunction
from types import ModuleType

import pytest

from autogradlab import spreadsheet
from autogradlab.confine.withheld import Withheld, withheld, without

PACKAGE = """
from functools import wraps

def counted(function):
    calls = []
    @wraps(function)
    def counting(*given, **named):
        calls.append(given)
        return function(*given, **named)
    return counting

def plain(x, *, y=1):
    return x + y

@counted
def wrapped(x):
    return x

def drops(x):
    yield x

class Thing:
    class Inner:
        def method(self):
            return "inner"
    itself = None
    def method(self):
        return "method"
    @staticmethod
    def static():
        return "static"
    @classmethod
    def of_class(cls):
        return "class"
    @property
    def number(self):
        return 7
    @number.setter
    def number(self, value):
        self.kept = value

Thing.itself = Thing
"""


@pytest.fixture
def package(monkeypatch):
    """The module `ready.made`, and `readymade`, which only begins like it."""
    for name in ("ready", "ready.made", "readymade"):
        module = ModuleType(name)
        exec(PACKAGE, vars(module))
        monkeypatch.setitem(sys.modules, name, module)
    return sys.modules["ready.made"]


def calls(module):
    thing = module.Thing()
    kept = module.plain
    return {
        "a function": lambda: kept(2, y=3),
        "one that is wrapped": lambda: module.wrapped(3),
        "a generator": lambda: next(module.drops(4)),
        "a method": thing.method,
        "a static method": module.Thing.static,
        "a class method": module.Thing.of_class,
        "a property": lambda: thing.number,
        "a property that is set": lambda: setattr(thing, "number", 1),
        "a method of an inner class": module.Thing.Inner().method,
    }


@pytest.mark.parametrize("name", ["ready.made", "ready"])
def test_every_function_raises_and_comes_back(package, name):
    all_calls = calls(package)
    with withheld(name):
        for what, call in all_calls.items():
            with pytest.raises(Withheld):
                print(what, call())
    assert [call() for call in all_calls.values()] == [5, 3, 4, "method", "static", "class", 7, None, "inner"]


@pytest.mark.filterwarnings("error")
def test_a_generator_stays_one(package):
    """Later versions of Python warn of a generator that gets the code of another function, or the other way round."""
    with withheld("ready.made"):
        assert isgeneratorfunction(package.drops) and not isgeneratorfunction(package.plain)
    with withheld("autogradlab"):
        pass


def test_an_error_inside_brings_them_back_too(package):
    with pytest.raises(ZeroDivisionError), withheld("ready.made"):
        1 / 0
    assert package.plain(1) == 2


def test_the_message_names_the_function(package):
    with withheld("ready.made"), pytest.raises(Withheld, match="`Thing.method` of `.*`"):
        package.Thing().method()


def test_other_modules_are_untouched_even_with_a_name_that_begins_alike(package):
    with withheld("ready.made"):
        assert sys.modules["readymade"].plain(1) == 2 == sys.modules["ready"].plain(1)


@pytest.mark.parametrize("place", ["wsgiref", "wsgiref.util"])
def test_a_module_that_was_not_yet_imported_cannot_be(monkeypatch, place):
    import_module("wsgiref")
    monkeypatch.delitem(sys.modules, "wsgiref.util", raising=False)
    with withheld(place), pytest.raises(Withheld, match="`wsgiref.util`"):
        import_module("wsgiref.util")
    assert import_module("wsgiref.util").guess_scheme({}) == "http"


@pytest.mark.parametrize("name", ["ready.made.Thing.method", "ready.made.plain", "ready.made.Thing"])
def test_a_class_or_a_single_function_can_be_named(package, name):
    thing, calls_of_both = package.Thing(), {"ready.made.plain": lambda: package.plain(1)}
    with withheld(name):
        with pytest.raises(Withheld):
            calls_of_both.get(name, thing.method)()
        assert package.drops(4) and package.wrapped(3) == 3
    assert thing.method() == "method" and package.plain(1) == 2


def test_a_module_that_was_dropped_is_withheld_too(package, monkeypatch):
    monkeypatch.delitem(sys.modules, "ready.made")
    with withheld("ready.made"), pytest.raises(Withheld):
        package.plain(1)


def test_what_is_kept_in_no_module_is_withheld_too(package):
    kept = {"function": package.plain}
    del package.plain
    with withheld("ready.made"), pytest.raises(Withheld):
        kept["function"](1)


def test_a_function_of_the_package_cannot_say_that_it_is_of_another_module(monkeypatch):
    monkeypatch.setattr(spreadsheet.meant, "__module__", "__main__")
    with withheld("autogradlab.spreadsheet"), pytest.raises(Withheld):
        spreadsheet.meant("a")


def test_a_cell_that_gives_itself_the_name_of_a_module_is_not_that_module(package):
    names = {"__name__": "ready.made", "withheld": withheld, "plain": package.plain}
    with pytest.raises(Withheld):
        exec("with withheld('ready.made'): plain(1)", names)


def test_checks_that_ask_again_look_only_once_until_another_module_is_loaded(package, monkeypatch):
    looks, get_objects = [], gc.get_objects
    monkeypatch.setattr(gc, "get_objects", lambda: looks.append(1) or get_objects())
    for _ in range(3):
        with withheld("ready.made", remembered=True), pytest.raises(Withheld):
            package.plain(1)
    assert len(looks) == 1
    later = ModuleType("ready.made.later")
    exec(PACKAGE, vars(later))
    monkeypatch.setitem(sys.modules, "ready.made.later", later)
    with withheld("ready.made", remembered=True), pytest.raises(Withheld):
        later.plain(1)


def count_down(number):
    """0, found by calls within calls; from 2 on, no call can begin any more."""
    if number == 2:
        with without(count_down):
            return count_down(number - 1)
    return number and count_down(number - 1)


def test_calls_that_have_begun_go_on_and_no_other_can_begin():
    with pytest.raises(Withheld, match="count_down"):
        count_down(5)
    assert count_down(1) == 0


CHECK = """
from autogradlab.confine.withheld import withheld

def check(answer):
    with withheld("ready"):
        return plain(1), answer()
"""


def test_the_module_whose_function_withholds_the_others_keeps_its_own(package):
    exec(CHECK, vars(sys.modules["ready"]))

    def answer():
        with pytest.raises(Withheld):
            package.plain(1)
        return "refused"

    assert sys.modules["ready"].check(answer) == (2, "refused")


def test_nothing_is_withheld_if_nothing_is_named(package):
    with withheld():
        assert package.plain(1) == 2
