"""The commands, options and files that the guides name exist, and the commands print what the guides show."""

import contextlib
import csv
import importlib.util
import io
import os
import re
import runpy
import shlex
from pathlib import Path

import nbformat
import pytest

from autogradlab import cli

ROOT = Path(__file__).parents[2]
PAGES = (*sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md")
GUIDES = {path.name: path.read_text("utf-8") for path in PAGES}
GUIDE = GUIDES["instructors.md"]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def blocks(text, language=""):
    return [block for named, block in FENCE.findall(text) if named == language]


def lines(text):
    """The lines of blocks without a language, which are for the terminal; a comment after two spaces is left out."""
    return [re.split(r"\s{2,}#", line)[0] for block in blocks(text) for line in block.splitlines()]


def verbs_asked_for():
    """[guide, words] of every `autogradlab ...` in running text or in a block."""
    for name, text in GUIDES.items():
        found = re.findall(r"`autogradlab ([a-z][^`\n]*)`", text)
        found += [
            line.partition("autogradlab ")[2]
            for line in lines(text)
            if re.match(r"(python -m )?autogradlab [a-z]", line)
        ]
        yield from ([name, command] for command in dict.fromkeys(found))


@pytest.fixture(scope="module")
def offered():
    """A function that returns what `--help` of a verb shows."""
    known = {}

    def of(*words):
        if words not in known:
            said = io.StringIO()
            with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
                cli.parser().parse_args([*words, "--help"])
            known[words] = said.getvalue()
        return known[words]

    return of


@pytest.mark.parametrize("name, command", [*verbs_asked_for()])
def test_every_verb_and_option_that_a_guide_names_is_there(name, command, offered):
    verb, *words = shlex.split(command)
    if verb == "lab":
        return  # hands all its options on to JupyterLab
    action = [words.pop(0)] if verb == "attempts" and words else []
    help_of_it = offered(verb, *action)
    assert "usage:" in help_of_it, f"{name} speaks of `autogradlab {verb}`"
    for option in (word for word in words if word.startswith("--")):
        assert re.search(rf"{option}\b", help_of_it), f"{name}: `autogradlab {verb}` has no {option}"


@pytest.mark.parametrize("name", GUIDES)
def test_every_module_and_file_that_a_guide_runs_is_there(name):
    typed = " ".join([*lines(GUIDES[name]), *re.findall(r"`(python [^`]*)`", GUIDES[name])])
    for module in re.findall(r"python -m (autogradlab[\w.]*)", typed):
        assert importlib.util.find_spec(module), module
    for file in re.findall(r"(?:python|pytest) ((?:tests|docs)/[\w/.]+)", typed):
        assert (ROOT / file).exists(), file


def test_every_page_that_a_test_says_is_old_is_written_by_write_pages():
    told = " ".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    asked = set(re.findall(r"run `?python ((?:tests/|-m )[\w./ -]+)", told))
    writers = runpy.run_path(str(ROOT / "tests" / "write_pages.py"))["WRITERS"]
    assert asked and asked <= {" ".join(words) for words in writers.values()}


# ---- the instructors' guide -----------------------------------------------------------------------------------------


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A working directory like that of the guide's reader, with the folders of the course that the guide needs."""
    for name in ("notebooks", "exercises", "solutions"):
        os.symlink(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rows(text):
    """{student: the row without its level, which depends on the machine}"""
    return {
        row["student"]: {key: value for key, value in row.items() if key != "level"}
        for row in csv.DictReader(text.splitlines())
    }


def test_three_hand_ins_are_graded_as_the_guide_says(course, capsys):
    from autogradlab.confine import levels

    if levels().best < 2:
        pytest.skip("strangers' programs are not graded on this machine")
    [program] = blocks(GUIDE, "python")[:1]
    exec(compile(program, "three_hand_ins.py", "exec"), {})
    graded, table, marks, taken = [block for block in blocks(GUIDE, "text") if re.search("graded|marks|points", block)]
    assert cli.main(["grade", "hand_ins", "--out", "grades"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == graded.splitlines()[1:]
    written = course / "grades/reports/01_slope/grades.csv"
    assert rows(written.read_text("utf-8-sig")) == rows(table)
    (course / "marks.csv").write_text(marks, "utf-8")
    assert cli.main(["marks", "marks.csv", "--out", "grades"]) == 0
    assert capsys.readouterr().out == taken
    totals = {student: row["total"] for student, row in rows(written.read_text("utf-8-sig")).items()}
    assert totals == {"ada": "100", "ben": "60", "eve": "35"}


def minutes(number):
    """How many minutes a lesson takes, as it says at its top, with the inventory where it has one."""
    [path] = (ROOT / "notebooks").glob(f"{number}_*.ipynb")
    about, more = re.search(
        r"About (\d+) minutes(?:, and (\d+) more)?", nbformat.read(path, as_version=4).cells[0].source
    ).groups()
    return int(about) + int(more or 0)


def plan(columns):
    """The lines of a plan, cell by cell."""
    lines = [line for line in GUIDE.splitlines() if re.match(r"\| \d \|", line)]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    return [row for row in rows if len(row) == columns]


def lessons_of(cell):
    return list(filter(None, cell.split(", ")))


def test_the_plans_add_up_to_the_minutes_of_their_lessons():
    meetings, days = plan(8), plan(4)
    assert (len(meetings), len(days)) == (6, 7)
    sums = [row[1:3] for row in meetings + days] + [row[3:5] for row in meetings]
    for lessons, said in sums:
        assert sum(map(minutes, lessons_of(lessons))) == int(said), lessons


def test_each_vote_has_its_place_in_90_minutes_after_its_lesson():
    met, voted = [], []
    for _, at_home, _, in_class, least, votes, most, _ in plan(8):
        met += lessons_of(at_home) + lessons_of(in_class)
        voted += lessons_of(votes)
        assert int(least) + 8 * len(lessons_of(votes)) == int(most) <= 90
        assert set(voted) <= set(met)
    assert voted == met[1:]


def test_the_questions_for_a_vote_are_those_of_the_course():
    from autogradlab.course.classroom.vote_questions import written

    assert written(GUIDE) == GUIDE, "write them anew with `python -m autogradlab.course.classroom.vote_questions`"
