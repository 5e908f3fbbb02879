"""Every example in a docstring does what it shows."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import autogradlab

ROOT = Path(autogradlab.__file__).parent
MODULES = [
    ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(ROOT.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


def test_there_are_examples():
    assert MODULES


@pytest.mark.parametrize("name", MODULES)
def test_examples_do_what_they_show(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testmod(import_module(name))
    assert tried and not failed
