"""The files that say what is installed agree with each other and name no host."""

import json
import re
import subprocess
import sys
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from rattler import MatchSpec

CONDA_NAMES = {"graphviz": "python-graphviz", "matplotlib": "matplotlib-base"}
ONLY_CONDA = {"python", "pip", "graphviz"}  # conda's graphviz brings `dot`
ONLY_PYPI = {"autogradlab", "graphviz-pure"}  # and so does graphviz-pure


@pytest.fixture
def project(root):
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture
def conda(root):
    return yaml.safe_load((root / "environment.yml").read_text("utf-8"))


def wanted(project, *extras):
    lines = project["dependencies"] + [line for extra in extras for line in project["optional-dependencies"][extra]]
    return {requirement.name: requirement for requirement in map(Requirement, lines)}


def conda_specs(conda):
    specs = [MatchSpec(line) for line in conda["dependencies"] if isinstance(line, str)]
    return {spec.name.normalized: spec for spec in specs}


def test_conda_gets_the_same_packages(project, conda):
    names = wanted(project, "course", "grade", "site", "test").keys() - ONLY_PYPI
    pypi = {CONDA_NAMES.get(name, name) for name in names}
    assert conda_specs(conda).keys() == pypi | ONLY_CONDA


def test_conda_asks_for_the_same_versions(project, conda):
    specs = conda_specs(conda)
    for name, requirement in wanted(project, "course", "grade", "site", "test").items():
        if name not in ONLY_PYPI:
            assert str(specs[CONDA_NAMES.get(name, name)].version or "") == str(requirement.specifier), name
    assert str(specs["python"].version) == project["requires-python"]


def test_conda_takes_the_course_itself_from_this_folder(conda):
    assert [line for line in conda["dependencies"] if not isinstance(line, str)] == [{"pip": ["-e ."]}]


def test_the_engine_needs_numpy_only(project):
    assert wanted(project).keys() == {"numpy"}


def test_every_package_is_pinned(project, root):
    lines = (root / "constraints.txt").read_text("utf-8").splitlines()
    pins = {canonicalize_name(line.split("==")[0]) for line in lines if not line.startswith("#")}
    extras = project["optional-dependencies"].keys() - {"torch"}
    names = {canonicalize_name(name) for name in wanted(project, *extras)} - {"autogradlab"}
    assert names <= pins, "make constraints.txt anew, as its first lines say"


def test_every_constraint_is_one_exact_version(root):
    for line in (root / "constraints.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            [pin] = Requirement(line).specifier
            assert pin.operator == "==" and "*" not in pin.version


@pytest.mark.parametrize("name", ["constraints.txt", "pyproject.toml", "environment.yml", "course.py", ".ci/run"])
def test_no_file_names_a_host(root, name):
    text = (root / name).read_text("utf-8")
    assert not re.search(r"://|\bpypi\.|\.(org|com|io|net)\b|--(extra-)?index-url \S*\.", text)


def test_ci_gives_the_commands_of_the_readme(root):
    lines = (root / ".ci/run").read_text("utf-8").splitlines()
    assert "set -euo pipefail" in lines and "python course.py test" in lines
    assert "python course.py test" in (root / "README.md").read_text("utf-8").splitlines()


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_ci_is_a_script_that_bash_understands(root):
    subprocess.run(["bash", "-n", ".ci/run"], cwd=root, check=True)


def test_jupyterlab_knows_every_setting_we_change(root):
    from jupyterlab.commands import get_app_dir

    changes = json.loads((root / "autogradlab/course/lab_settings/overrides.json").read_text("utf-8"))
    for plugin, settings in changes.items():
        package, name = plugin.split(":")
        with open(f"{get_app_dir()}/schemas/{package}/{name}.json", encoding="utf-8") as schema:
            assert settings.keys() <= json.load(schema)["properties"].keys()
