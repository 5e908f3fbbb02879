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
    """Type checkers treat an imported name as private that is not in `__all__`, nor imported as itself (`X as X`)."""
    face = import_module(f"autogradlab.{room}")
    imports = [node for node in ast.parse(inspect.getsource(face)).body if isinstance(node, ast.ImportFrom)]
    plain = {each.name for node in imports for each in node.names if each.asname != each.name}
    assert plain - {"lacking", "Tensor"} == set(getattr(face, "__all__", ()))
