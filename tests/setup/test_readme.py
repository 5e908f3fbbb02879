"""Everything that README shows is tried: its programs, its commands, its numbers, its links and its pictures."""

import contextlib
import io
import re
import shlex
import shutil
import subprocess
import sys
from operator import attrgetter
from pathlib import Path

import pytest

import autogradlab
from autogradlab import confine
from autogradlab.course import data, misconceptions
from autogradlab.ops import functions

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.M | re.S)
WORDS = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", README, flags=re.M | re.S))
PROGRAMS = [text for language, text in BLOCKS if language == "python"]
COMMANDS = {line for language, text in BLOCKS if not language for line in text.splitlines()} | {
    word for word in WORDS if re.match(r"(autogradlab|python|pip|uv|conda|dask|git) \w", word)
}

# Commands that run below, word for word, and what each of them leaves or prints.
HERE = {
    "autogradlab attempts show": "01-C1",
    "autogradlab attempts delete": "1 record deleted",
    "autogradlab doctor": "students' code runs at level",
    "autogradlab release DIR": Path("DIR/exercises/01_slope.ipynb"),
    "autogradlab grade SUBMISSIONS --out DIR": Path("DIR/gradebook.sqlite"),
    "autogradlab classroom EXPORTS --out DIR": Path("DIR/report.html"),
}
# Commands that take too long here, ask a question, or reach the network: the test that runs them, or what they start.
ELSEWHERE = {
    "python course.py lab": "setup/test_commands.py::test_lab_hands_further_arguments_on_unchanged",
    "python course.py test": "setup/test_commands.py::test_test_runs_the_package_then_the_lessons_then_the_solutions",
    "python course.py browser": "setup/test_commands.py::test_browser_drives_the_browser_it_found",
    "autogradlab attempts export FILE": "setup/test_command_line.py::test_an_export_asks_before_it_writes",
    "autogradlab grade": "grading/test_grade_command.py::test_too_little_confinement_stops_it_with_what_is_missing",
    "autogradlab site DIR": "site/test_site.py::test_every_link_and_file_is_there_but_for_lessons_left_out",
    "autogradlab lab": "setup/test_command_line.py::test_lab_starts_at_the_first_page_of_the_folder",
    "autogradlab lab my-course": "setup/test_wheel.py::test_lab_copies_the_course_and_hands_jupyterlabs_arguments_on",
    "pip wheel --no-deps .": "setup/test_wheel.py::test_the_wheel_holds_the_package_with_all_it_reads",
    "conda env create -f environment.yml": "setup/test_files.py::test_conda_gets_the_same_packages",
    "conda activate autogradlab": "setup/test_readme.py::test_condas_environment_has_the_name_that_is_activated",
}


# ---- programs -------------------------------------------------------------------------------------------------------


def run(program):
    """What a program prints, line by line."""
    if "import torch" in program:
        pytest.importorskip("torch")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "README.md", "exec"), {})
    return out.getvalue().splitlines()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.splitlines()[0])
def test_a_program_runs_and_prints_what_its_comments_say(program, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(program) == re.findall(r"^print\(.*?\)\s+# (.+)$", program, re.M)


def test_the_picture_of_a_graph_is_what_the_program_before_it_saves(tmp_path, monkeypatch):
    before, shown = re.search(r"(.*)\]\((docs/\S+\.svg)\)", README, re.S).groups()
    monkeypatch.chdir(tmp_path)
    run([program for program in PROGRAMS if program in before][-1])
    assert (tmp_path / "graph.svg").read_bytes() == (ROOT / shown).read_bytes()


# ---- commands -------------------------------------------------------------------------------------------------------


def test_every_block_is_a_program_or_commands():
    assert {language for language, _ in BLOCKS} == {"python", ""}


def test_every_command_is_run_by_a_test_and_no_other_is_listed():
    assert COMMANDS == HERE.keys() | ELSEWHERE.keys()


@pytest.mark.parametrize("command", ELSEWHERE)
def test_a_command_that_is_run_elsewhere_names_a_test_that_exists(command):
    file, _, test = ELSEWHERE[command].partition("::")
    assert re.search(rf"^def {test}\(", (ROOT / "tests" / file).read_text("utf-8"), re.M)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with one submission and one export in it, and a log of one attempt."""
    from autogradlab.course.checks import log, log_export

    monkeypatch.setenv("AUTOGRADLAB_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("AUTOGRADLAB_RECORD", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    log.record(item="01-C1", verdict="passed", answer="6")
    (tmp_path / "EXPORTS").mkdir()
    log_export.export(log_export.leaving("", False), tmp_path / "EXPORTS" / "ann.jsonl")
    (tmp_path / "SUBMISSIONS" / "ann").mkdir(parents=True)
    shutil.copy(ROOT / "solutions" / "01_slope.ipynb", tmp_path / "SUBMISSIONS" / "ann")
    return tmp_path


@pytest.mark.parametrize("command", HERE)
def test_a_command_does_what_it_is_there_for(command, folder):
    if "grade" in command and confine.levels().best < 2:
        pytest.skip("this machine confines too little; README says what to do then")
    program, *arguments = shlex.split(command)
    done = subprocess.run(
        [sys.executable, "-m", program, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    expected = HERE[command]
    assert (folder / expected).is_file() if isinstance(expected, Path) else expected in done.stdout


def test_condas_environment_has_the_name_that_is_activated():
    assert "name: autogradlab" in (ROOT / "environment.yml").read_text("utf-8").splitlines()


# ---- what is told ---------------------------------------------------------------------------------------------------


def test_the_table_of_notebooks_lists_all_of_them_in_order():
    assert re.findall(r"^\| `(\d\d_\w+)` \|", README, re.M) == sorted(
        path.stem for path in (ROOT / "notebooks").glob("*.ipynb")
    )


def test_numbers_are_those_that_can_be_counted():
    attacks = re.search(r"^(\d+) attacks .* 0 broke something", (ROOT / "docs/attacks.md").read_text("utf-8"), re.M)
    digits = data.digits()
    images = len(digits.train_images) + len(digits.test_images)
    counted = {f"{len(misconceptions.every())} misconceptions", f"{images:,} handwritten", f"{attacks[1]} attacks"}
    counted.add(f"{round(len([name for name in functions if name[-1] != '_']), -2)} functions")
    assert counted <= set(re.findall(r"[\d,]+ [a-z]+", " ".join(README.split())))


def test_links_and_pictures_lead_somewhere():
    targets = re.findall(r"\]\(([^)#:]+)\)|(?:src|srcset)=\"([^\"]+)\"", README)
    assert len(targets) > 10
    for target in map("".join, targets):
        assert (ROOT / target).is_file(), target


def test_every_file_that_is_named_exists():
    named = [word for word in WORDS if re.fullmatch(r"[\w/]+/[\w.]*", word)]
    assert "notebooks/00_start.ipynb" in named
    for name in named:
        assert (ROOT / name).exists(), name


def test_every_name_of_the_engine_exists():
    names = [word for word in WORDS if re.fullmatch(r"ag(\.\w+)+", word)]
    assert names
    for name in names:
        attrgetter(name.removeprefix("ag."))(autogradlab)


def test_every_picture_says_what_it_shows_and_every_column_what_it_holds():
    assert not re.search(r"!\[.{0,40}\]\(|<img(?![^>]*alt=\"[^\"]{40,})", README, re.S)
    heads = re.findall(r"^(\|.*\|)\n\|[-|]+\|$", README, re.M)
    assert len(heads) > 1 and all(cell.strip() for head in heads for cell in head.strip("|").split("|"))


def test_the_pictures_are_small_enough_for_a_slow_line():
    assert (ROOT / "docs" / "course.webp").stat().st_size < 2e6
