"""What type checkers and editors are told of the engine is true."""

import ast
import inspect
import runpy
import sys
import typing
from importlib import import_module
from pathlib import Path
from types import NoneType

import pytest

HERE = Path(__file__).parent


@pytest.fixture
def stubs(monkeypatch):
    monkeypatch.syspath_prepend(HERE)
    yield __import__("stubs").stubs()
    for name in ("stubs", "told"):
        sys.modules.pop(name, None)


def test_the_stubs_are_what_the_program_writes_now(stubs):
    for path, text in stubs.items():
        assert ast.dump(ast.parse(path.read_text("utf-8"))) == ast.dump(ast.parse(text)), (
            f"{path.name} is old: run python tests/types/stubs.py"
        )


def test_every_result_has_the_type_that_a_checker_is_told(monkeypatch):
    seen = []

    def check(value, told):
        seen.append(told)
        assert isinstance(value, NoneType if told is None else tuple if typing.get_origin(told) is tuple else told)

    monkeypatch.setattr(typing, "assert_type", check)
    runpy.run_path(str(HERE / "program.py"))
    assert seen


def test_what_pytorch_has_and_we_do_not_is_not_told(stubs):
    import autogradlab as ag

    told = next(text for path, text in stubs.items() if path.name == "tensor.pyi")
    assert "def svd(" not in told and "def sum(" in told
    with pytest.raises(AttributeError, match="svd"):
        ag.ones(2, 2).svd


@pytest.mark.parametrize("room", ["nn", "nn.functional", "nn.utils", "optim", "utils.data"])
def test_a_room_lists_every_name_that_it_hands_on(room):
    """A name that is not listed is private to type checkers and left out of the reference.

    Without a list, `from autogradlab.nn import *` would also bring the names of our files, `loss` and `linear`.
    """
    face = import_module(f"autogradlab.{room}")
    ours = {
        name
        for name, value in vars(face).items()
        if (inspect.isclass(value) or inspect.isfunction(value)) and not name.startswith("_") and name != "lacking"
    }
    assert ours - {"Tensor"} == {name for name in face.__all__ if not inspect.ismodule(getattr(face, name))}
