"""The wheel: all that a learner needs and no answers; the engine in it needs NumPy alone, and `lab` copies the course.

It is built from a copy of the project and installed into an empty environment, without a network.
"""

import ast
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import distribution, distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".git", ".venv*", "__pycache__", "*.egg-info", "build", "dist", ".*_cache", ".hypothesis", "out")
PACKED = "autogradlab/course/packed"

BUILD = "import sys, hatchling.build as backend; getattr(backend, sys.argv[1])(sys.argv[2])"
TRAIN = """
import autogradlab as ag
w = ag.tensor(3.0, requires_grad=True)
loss = w ** 2
loss.backward()
print(w.grad.item(), ag.__version__)
print(ag.__file__)
"""
STANDIN = """
def main(arguments):
    print(*arguments, sep="\\n")
"""


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the wheel and the source archive, built from a copy of the project with its answers in it."""
    pytest.importorskip("hatchling", reason="what builds the wheel, hatchling, is not here")
    project, out = tmp_path_factory.mktemp("build") / "project", tmp_path_factory.mktemp("dist")
    shutil.copytree(ROOT, project, ignore=shutil.ignore_patterns(*LEFT_OUT))
    (project / "notebooks" / "my own.ipynb").write_text("{}", encoding="utf-8")
    for kind in ("build_sdist", "build_wheel"):
        run(sys.executable, "-c", BUILD, kind, out, cwd=project)
    return out


@pytest.fixture(scope="module")
def wheel(built):
    [path] = built.glob("*.whl")
    with zipfile.ZipFile(path) as packed:
        yield packed


@pytest.fixture(scope="module")
def archive(built):
    """The names in the source archive, below its top folder."""
    [path] = built.glob("*.tar.gz")
    with tarfile.open(path) as packed:
        return {name.partition("/")[2] for name in packed.getnames()}


@pytest.fixture(scope="module")
def python(built, tmp_path_factory):
    """The Python of an environment that holds the wheel and NumPy and nothing else."""
    if not any(distributions(name="pip")):  # importing it would keep setuptools from being imported in this process
        pytest.skip("nothing here can install a wheel")
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False, symlinks=sys.platform != "win32")
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    [wheel] = built.glob("*.whl")
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    lend_numpy(Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()))
    return python


def lend_numpy(packages):
    numpy = distribution("numpy")
    for name in {file.parts[0] for file in numpy.files} - {".."}:
        try:
            (packages / name).symlink_to(numpy.locate_file(name))
        except OSError:
            pytest.skip("this system lets nobody make a link")


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """The environment's Python sees neither this folder's package nor the user's own packages."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("PYTHONNOUSERSITE", "1")


def test_the_wheel_holds_the_package_with_all_it_reads(wheel):
    names = set(wheel.namelist())
    ours = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "autogradlab").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and "packed" not in path.parts
    }
    assert {name for name in ours if not Path(name).name.startswith(".")} - names == set()


def test_the_wheel_holds_the_license(wheel):
    [license] = [name for name in wheel.namelist() if name.endswith("/LICENSE")]
    assert wheel.read(license) == (ROOT / "LICENSE").read_bytes()


@pytest.mark.parametrize("folder", ["notebooks", "exercises"])
def test_the_wheel_holds_learners_notebooks_as_they_are(wheel, folder):
    packed = {
        name.rpartition("/")[2]: wheel.read(name) for name in wheel.namelist() if name.startswith(f"{PACKED}/{folder}/")
    }
    assert packed == {path.name: path.read_bytes() for path in (ROOT / folder).glob("[0-9]*.ipynb")}


def test_nothing_that_is_built_holds_solutions_rubrics_or_tests(wheel, archive):
    names = set(wheel.namelist()) | archive
    assert not [name for name in names if {"solutions", "rubrics", "tests"} & set(name.split("/"))]
    answers = [name for name in wheel.namelist() if name.endswith(".ipynb") and b"BEGIN SOLUTION" in wheel.read(name)]
    assert answers == []


def test_the_wheel_puts_nothing_beside_the_package(wheel):
    assert {name.split("/")[0].partition("-")[0] for name in wheel.namelist()} == {"autogradlab"}


def test_the_source_archive_holds_what_the_wheel_is_made_of(archive):
    assert {
        "pyproject.toml",
        "LICENSE",
        "README.md",
        "course.py",
        "constraints.txt",
        "CITATION.cff",
        "notebooks/00_start.ipynb",
        "exercises/01_slope.ipynb",
        "autogradlab/course/data/digits.txt",
    } <= archive


def test_the_engine_runs_with_numpy_alone(python, tmp_path):
    trained, where = run(python, "-c", TRAIN, cwd=tmp_path).splitlines()
    assert trained == f"6.0 {version()}" and str(ROOT) not in where
    others = run(
        python,
        "-c",
        "from importlib.metadata import distributions as d; "
        "print(*{one.name for one in d()} - {'autogradlab', 'numpy'})",
        cwd=tmp_path,
    )
    assert others.strip() == ""


def test_without_the_course_packages_lab_says_what_to_install(python, tmp_path):
    done = subprocess.run(
        [python, "-m", "autogradlab", "lab", "mine"], capture_output=True, text=True, timeout=60, cwd=tmp_path
    )
    sentence, cure = done.stderr.splitlines()
    assert done.returncode == 1 and "needs the package `jupyterlab`" in sentence and cure.startswith("  help: ")
    assert list(tmp_path.iterdir()) == []


def test_lab_copies_the_course_and_hands_jupyterlabs_arguments_on(python, tmp_path, monkeypatch):
    (tmp_path / "standin" / "jupyterlab").mkdir(parents=True)
    (tmp_path / "standin" / "jupyterlab" / "__init__.py").touch()
    (tmp_path / "standin" / "jupyterlab" / "labapp.py").write_text(STANDIN, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "standin"))
    given = run(python, "-m", "autogradlab", "lab", "mój kurs", "--port", "8899", cwd=tmp_path).splitlines()
    folder = tmp_path / "mój kurs"
    assert f"--ServerApp.root_dir={folder}" in given and given[-2:] == ["--port", "8899"]
    for part in ("notebooks", "exercises"):
        assert {path.name: path.read_bytes() for path in (folder / part).iterdir()} == {
            path.name: path.read_bytes() for path in (ROOT / part).glob("[0-9]*.ipynb")
        }


def test_the_version_stands_in_one_place(wheel):
    assert [name for name in wheel.namelist() if name.endswith(f"autogradlab-{version()}.dist-info/METADATA")]
    for name in ("pyproject.toml", "CITATION.cff", "environment.yml"):
        assert not re.search(rf"\b{re.escape(version())}\b", (ROOT / name).read_text("utf-8")), name
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert first.group(1) == version()


def version():
    tree = ast.parse((ROOT / "autogradlab" / "__init__.py").read_text("utf-8"))
    [value] = [
        node.value.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "__version__"
    ]
    return value
