"""CITATION.cff and the commit hooks say what is true of this project."""

import re
import shlex
import subprocess
import sys
import tomllib
from importlib.util import find_spec

import pytest
import yaml

from autogradlab import cli

TOOLS = {"mypy", "ruff"}  # the config says how to install them


@pytest.fixture
def hooks(root):
    [repo] = yaml.safe_load((root / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert repo["repo"] == "local"  # nothing is fetched
    return repo["hooks"]


def test_the_citation_has_what_its_format_needs_and_our_license(root):
    said = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert said["cff-version"] == "1.2.0" and said["message"] and said["title"] and said["authors"]
    assert said["license"] == project["license"] and said["type"] == "software"
    assert all(author["name"] in (root / "LICENSE").read_text("utf-8") for author in said["authors"])


def test_each_hook_runs_a_program_that_is_there(hooks, root):
    for hook in hooks:
        program, *words = shlex.split(hook["entry"])
        assert hook["language"] == "system" and program in TOOLS | {"python"}
        if program == "python":
            assert words[0] == "-m" and find_spec(words[1]), hook["entry"]
        assert all((root / word).exists() for word in words if word.endswith(".py"))


def test_each_hook_looks_at_files_that_exist(hooks, root):
    files = [
        path.relative_to(root).as_posix()
        for folder in ("notebooks", "exercises", "solutions", "autogradlab")
        for path in (root / folder).rglob("*.*")
    ]
    for hook in hooks:
        assert any(re.search(hook.get("files", ""), name) for name in files), hook["id"]


def test_the_exercises_hook_is_a_command_of_ours(hooks):
    [entry] = [hook["entry"] for hook in hooks if hook["id"] == "exercises"]
    assert cli.parser().parse_args(shlex.split(entry)[3:]).check


@pytest.mark.parametrize("name", ["CITATION.cff", ".pre-commit-config.yaml"])
def test_no_file_names_a_host(root, name):
    assert "://" not in (root / name).read_text("utf-8")


def test_a_checkouts_python_finds_none_of_the_folders_beside_the_package(root, tmp_path):
    """Some of them hold answers, which a student's hand-in must not be able to import."""
    beside = ("course", "docs", "exercises", "notebooks", "solutions", "tests")
    program = (
        "import importlib.util as u, sys; print(*[s.origin or list(s.submodule_search_locations) for s in map("
        "u.find_spec, sys.argv[1:]) if s])"
    )
    found = subprocess.run(
        [sys.executable, "-I", "-c", program, *beside], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    assert [name for name in beside if str(root / name) in found] == []
