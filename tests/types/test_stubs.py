"""What type checkers and editors are told of the engine is what it is."""

import ast
import runpy
import sys
import typing
from pathlib import Path
from types import NoneType

import pytest

HERE = Path(__file__).parent


@pytest.fixture
def stubs(monkeypatch):
    monkeypatch.syspath_prepend(HERE)
    yield {path: text for path, text in __import__("stubs").stubs().items()}
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
