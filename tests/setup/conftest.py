"""Fixtures of the set-up tests: course.py as a module, and a small course folder to set up without a network."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def root():
    return ROOT


@pytest.fixture
def course():
    spec = importlib.util.spec_from_file_location("course_script", ROOT / "course.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def here(course, tmp_path, monkeypatch):
    """An Environment in an empty course folder. A step runs nothing: it is noted in `here.steps` and makes a Python."""
    folder = tmp_path / "kurs zażółć"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("[project]")
    (folder / "constraints.txt").write_text("numpy==2.4.6")
    here = course.Environment(folder)
    here.steps = []

    def step(what, command):
        here.steps.append([str(word) for word in command])
        here.scripts.mkdir(parents=True, exist_ok=True)
        here.python.touch()

    monkeypatch.setattr(here, "step", step)
    monkeypatch.setattr(here, "answers", lambda extras: here.python.exists())
    return here
