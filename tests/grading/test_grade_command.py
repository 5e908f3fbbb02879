"""`autogradlab grade` and `marks`: from hand-ins to a gradebook, one sentence for whatever stands in the way."""

import hashlib
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

import autogradlab
from autogradlab import cli, confine, grading
from autogradlab.confine import Layer, Levels
from autogradlab.grading import batch, cluster, command, gradebook
from autogradlab.grading.gradebook import Gradebook

COURSE, STEM = Path(autogradlab.__file__).parents[1], "04_accumulate"
HERE = str(Path(__file__).parent)


@pytest.fixture
def stand_ins(monkeypatch):
    monkeypatch.syspath_prepend(HERE)
    return importlib.import_module("stand_in_judges")


@pytest.fixture
def reported(monkeypatch):
    """The arguments of each call that would write reports; none are written."""
    seen = []

    def write(rows, folder, assignments, tell, also):
        seen.append((list(rows), folder, assignments))
        return folder / "index.html"

    stub = SimpleNamespace(write=write, write_similarity=lambda *_: [])
    monkeypatch.setitem(sys.modules, "autogradlab.grading.reports", stub)
    monkeypatch.setattr(grading, "reports", stub, raising=False)
    return seen


@pytest.fixture
def here(monkeypatch, stand_ins, reported):
    """A stand-in judge in this process, and a machine that confines well."""

    @contextmanager
    def crew(options):
        yield stand_ins.Here(), 1, Levels(3, ()), "here"

    monkeypatch.setattr(command, "_crew", crew)
    monkeypatch.setattr(command, "Terms", partial(batch.Terms, judge=stand_ins.judge))


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "in"
    path.mkdir()
    for student in ("ann", "bob"):
        (path / f"{student}.ipynb").write_text(f"by {student}")
    return path


def run(folder, *words, out=None, exercise=STEM):
    return cli.main(
        [
            "grade",
            str(folder),
            "--out",
            str(out or folder.parent / "out"),
            "--course",
            str(COURSE),
            *(["--exercise", exercise] if exercise else []),
            *map(str, words),
        ]
    )


def test_a_course_that_lies_within_the_hand_ins_is_not_believed(tmp_path, monkeypatch, capsys):
    """A student may hand in rubrics of their own, which are programs, and the instructor may stand in that folder."""
    ann = tmp_path / "in" / "ann"
    (ann / "solutions" / "rubrics").mkdir(parents=True)
    (ann / "solutions" / f"{STEM}.ipynb").write_text("{}")
    (ann / "solutions" / "rubrics" / f"{STEM}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n")
    monkeypatch.chdir(ann)
    for where in (".", ".."):
        assert cli.main(["grade", where, "--out", str(tmp_path / "out"), "--course", "."]) == 2
        assert "lies within the hand-ins, and could be a student's\n  help:" in capsys.readouterr().err
    assert not (tmp_path / "ran").exists()


def test_settings_of_pictures_are_not_taken_from_where_the_instructor_stands(folder, tmp_path):
    (folder / "matplotlibrc").write_text("text.usetex: True\n")
    uses_tex = "import matplotlib; print(matplotlib.rcParams['text.usetex'])"
    said = subprocess.run(
        [
            sys.executable,
            *("-P", "-c", f"import sys; from autogradlab import cli; cli.main(sys.argv[1:]); {uses_tex}"),
            *("grade", ".", "--out", str(tmp_path / "out"), "--course", str(COURSE), "--exercise", STEM),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert said.stdout.endswith("False\n"), said


def rows(tmp_path):
    with Gradebook(tmp_path / "out" / gradebook.NAME) as book:
        return list(book.rows())


# ---- all of it ------------------------------------------------------------------------------------------------------


def test_a_solution_an_untouched_exercise_and_a_link_from_end_to_end(tmp_path, reported, capsys):
    for student, kind in (("ann", "solutions"), ("bob", "exercises")):
        (tmp_path / "in" / student).mkdir(parents=True)
        shutil.copy(COURSE / kind / f"{STEM}.ipynb", tmp_path / "in" / student)
    (tmp_path / "in" / "eve.ipynb").symlink_to("/etc/passwd")
    assert run(tmp_path / "in", "--workers", 1, "--allow-level", 1) == 1
    said = capsys.readouterr()
    assert "3 hand-ins, 1 worker, level" in said.out and "\ngraded 2, refused 1\n" in said.out
    assert f"eve, {STEM}: refused: `eve.ipynb` is a link, not a regular file, and was not opened." in said.err
    ann, bob, eve = rows(tmp_path)
    assert ann.earned == ann.points > 0 and bob.earned == 0 and (ann.level, eve.level) == (bob.level, 0)
    [(given, into, assignments)] = reported
    assert given == [ann, bob, eve] and into == tmp_path / "out" / "reports" and STEM in assignments
    assert run(tmp_path / "in", "--workers", 1, "--allow-level", 1) == 1
    assert "\nknown from before 2, refused 1\n" in capsys.readouterr().out
    assert rows(tmp_path) == [ann, bob, eve]


@pytest.mark.usefixtures("here")
def test_all_graded_is_0_and_the_second_time_everything_is_known(folder, capsys):
    assert run(folder) == run(folder) == run(folder, "--regrade") == 0
    graded, known, again = [line for line in capsys.readouterr().out.splitlines() if "2" in line and "," not in line]
    assert (graded, known, again) == ("graded 2", "known from before 2", "graded 2")
    secret = folder.parent / "out" / "secret.key"
    assert os.name != "posix" or secret.stat().st_mode & 0o777 == 0o600


@pytest.mark.usefixtures("here")
def test_one_hand_in_is_told_as_one(folder, capsys):
    (folder / "bob.ipynb").unlink()
    assert run(folder) == 0 and capsys.readouterr().out.startswith("1 hand-in, 1 worker, level ")


@pytest.mark.usefixtures("here")
def test_a_notebook_tells_its_exercise(folder, capsys):
    for student in ("ann", "bob"):
        shutil.copy(COURSE / "exercises" / f"{STEM}.ipynb", folder / f"{student}.ipynb")
    assert run(folder, exercise="") == 0
    assert [row.exercise for row in rows(folder.parent)] == [STEM, STEM]


@pytest.mark.usefixtures("here")
def test_late_and_other_files_are_lines_and_findings_and_no_fault(folder, capsys):
    (folder / "zoe").mkdir()
    (folder / "zoe" / f"{STEM}.ipynb").write_text("by zoe")
    (folder / "zoe" / "numpy.py").write_text("")
    assert run(folder, "--due", "2020-01-01") == 0
    said = capsys.readouterr().err
    assert said.count("late by") == 3 and f"zoe, {STEM}: other files, not graded: `numpy.py`" in said
    assert all("late by" in row.findings[0] for row in rows(folder.parent))
    assert run(folder, "--due", "2999-01-01T10:00") == 0 and rows(folder.parent)[0].findings == ()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("words", [(), ("--due", "2020-01-01", "--on-time")])
def test_finished_work_is_graded_and_no_copy_that_is_as_it_was_handed_out(folder, capsys, words):
    done, copy = ((COURSE / kind / f"{STEM}.ipynb").read_bytes() for kind in ("solutions", "exercises"))
    (folder / "zoe").mkdir()
    (folder / "zoe" / "mine.ipynb").write_bytes(done)
    (folder / "zoe" / f"{STEM}.ipynb").write_bytes(copy)
    os.utime(folder / "zoe" / f"{STEM}.ipynb", (10**9, 10**9))
    assert run(folder, *words) == 0
    zoe = rows(folder.parent)[-1]
    assert zoe.submission == hashlib.sha256(done).hexdigest()
    assert zoe.findings[-1] == f"other versions, not graded: `{STEM}.ipynb`; graded: `mine.ipynb`"


@pytest.mark.usefixtures("here")
@pytest.mark.skipif(os.name != "posix", reason="names that only POSIX has")
def test_a_name_cannot_move_the_cursor_of_the_instructor(folder, capsys):
    (folder / "\x1b[2Jeve\r\n\u202e.ipynb").mkdir()
    assert run(folder) == 1
    said = capsys.readouterr().err
    assert "\x1b" not in said and "\u202e" not in said and f"\\x1b[2Jeve\\r\\n\\u202e, {STEM}: refused" in said


def answer(stem):
    """The bytes of a notebook that has the cells of an exercise."""
    return (COURSE / "exercises" / f"{stem}.ipynb").read_bytes()


@pytest.mark.usefixtures("here")
def test_cells_tell_the_exercise_and_a_lesson_is_none(folder, capsys):
    shutil.rmtree(folder)
    for student, name, data in (
        ("ann", "02_graph.ipynb", answer("01_slope")),
        ("bob", "01_slope.ipynb", (COURSE / "notebooks" / "01_slope.ipynb").read_bytes()),
        ("zoe", "01_slope.ipynb.txt", answer("01_slope")),
    ):
        (folder / student).mkdir(parents=True)
        (folder / student / name).write_bytes(data)
    assert run(folder, exercise="") == 1
    found = rows(folder.parent)
    assert [(row.student, row.exercise, row.status) for row in found] == [
        ("ann", "01_slope", "graded"),
        ("bob", "01_slope", "refused"),
        ("zoe", "01_slope", "graded"),
    ]
    assert found[1].reason == "`01_slope.ipynb` is the lesson 01_slope, not the exercise, which is in `exercises/`."


@pytest.mark.usefixtures("here")
def test_a_broken_rubric_stands_in_the_way_of_its_own_exercise_only(folder, tmp_path):
    for stem in (STEM, "05_loop"):
        for name in (f"solutions/{stem}.ipynb", f"solutions/rubrics/{stem}.py"):
            (tmp_path / "course" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(COURSE / name, tmp_path / "course" / name)
    (tmp_path / "course" / "solutions/rubrics/05_loop.py").write_text("RUBRIC = (")
    for student in ("ann", "bob"):
        (folder / f"{student}.ipynb").write_bytes(answer(STEM))
    assert run(folder, "--course", tmp_path / "course", exercise="") == 0


@pytest.mark.usefixtures("here")
def test_hand_ins_are_graded_one_exercise_after_the_other(folder, stand_ins, monkeypatch):
    """So the waiting interpreter that has run the prelude of an exercise serves all its hand-ins."""
    asked = []

    def judge(kit, student, data, **terms):
        asked.append((kit.stem, student))
        return stand_ins.judge(kit, student, data, **terms)

    monkeypatch.setattr(command, "Terms", partial(batch.Terms, judge=judge))
    shutil.rmtree(folder)
    for student in ("ann", "bob"):
        (folder / student).mkdir(parents=True)
        for stem in ("01_slope", STEM):
            (folder / student / f"{stem}.ipynb").write_bytes(answer(stem))
    assert run(folder, exercise="") == 0
    assert asked == [("01_slope", "ann"), ("01_slope", "bob"), (STEM, "ann"), (STEM, "bob")]


@pytest.mark.usefixtures("here")
def test_an_exercise_with_answers_in_words_only_is_graded(folder, tmp_path, tiny, capsys):
    words = tiny.solution()
    words["cells"] = [cell for cell in words["cells"] if cell["metadata"]["nbgrader"]["grade_id"] == "d-answer"]
    rubric = "from autogradlab.grading.rubric import Rubric\nRUBRIC = Rubric('02_words', (), written={'d-answer': 10})"
    solutions = tmp_path / "course" / "solutions"
    (solutions / "rubrics").mkdir(parents=True)
    (solutions / "rubrics" / "02_words.py").write_text(rubric, "utf-8")
    (solutions / "02_words.ipynb").write_text(json.dumps(words), "utf-8")
    assert run(folder, "--course", tmp_path / "course", exercise="02_words") == 0
    assert "\ngraded 2\n" in capsys.readouterr().out


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("day", ["2026-03-01", "20260301", "2026-W09-7"])
def test_work_that_is_due_on_a_day_is_due_at_its_end(folder, day):
    noon = time.mktime((2026, 3, 1, 12, 0, 0, 0, 0, -1))
    os.utime(folder / "ann.ipynb", (noon, noon))
    os.utime(folder / "bob.ipynb", (noon + 86_400, noon + 86_400))
    assert run(folder, "--due", day) == 0
    ann, bob = rows(folder.parent)
    assert ann.findings == () and "late by 12 h" in bob.findings[0]


@pytest.mark.usefixtures("here")
def test_somebody_whose_name_has_gone_is_told_and_can_be_taken_out_without_losing_marks(folder, tmp_path, capsys):
    assert run(folder) == 0 and mark(tmp_path, f"student,exercise,question,points\nbob,{STEM},q,7\n") == 0
    assert "not among these" not in capsys.readouterr().err
    (folder / "bob.ipynb").rename(folder / "bobby.ipynb")
    assert run(folder) == 0
    said = capsys.readouterr().err
    assert "already in the gradebook, but not among these hand-ins: `bob`\n  help: `autogradlab report" in said
    assert report(tmp_path, "--without", "bo") == 1
    assert "has no hand-in of `bo`; nothing was changed\n  help: " in capsys.readouterr().err
    assert report(tmp_path, "--without", "bob") == 0
    assert [row.student for row in rows(tmp_path)] == ["ann", "bobby"]
    (folder / "bobby.ipynb").rename(folder / "bob.ipynb")
    assert run(folder) == 0 and rows(tmp_path)[1].earned == 7


@pytest.mark.usefixtures("here")
def test_what_told_no_exercise_is_gone_once_something_does(folder, tmp_path):
    (folder / "ann.ipynb").rename(folder / "ann.pdf")
    assert run(folder, exercise="") == 1
    assert [row.exercise for row in rows(tmp_path)] == ["", ""]
    (folder / "ann.ipynb").write_bytes(answer(STEM))
    assert run(folder, exercise="") == 1
    assert [(row.student, row.exercise) for row in rows(tmp_path)] == [("bob", ""), ("ann", STEM)]


@pytest.mark.usefixtures("here")
def test_what_was_on_time_stays_if_that_is_wanted(folder, tmp_path, capsys):
    due, words = time.time() - 1000, ["--due", time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(time.time() - 1000))]
    os.utime(folder / "ann.ipynb", (due - 60, due - 60))
    assert run(folder, *words, "--on-time") == 0
    first, bobs = rows(tmp_path)
    assert first.findings == () and "late by" in bobs.findings[0]
    for student in ("ann", "bob"):
        (folder / f"{student}.ipynb").write_text(f"another one by {student}")
    assert run(folder, *words, "--on-time") == run(folder, *words, "--on-time") == 0
    assert "handed in again, and not graded: `ann.ipynb`, late by" in capsys.readouterr().err
    ann, bob = rows(tmp_path)
    assert ann.submission == first.submission and bob.submission != bobs.submission and len(ann.findings) == 1
    assert run(folder, *words) == 0 and rows(tmp_path)[0].submission != first.submission
    assert run(folder, "--on-time") == 2 and "`--on-time` needs a time\n  help: " in capsys.readouterr().err


@pytest.mark.usefixtures("here")
def test_a_file_that_is_graded_already_is_late_itself_and_was_not_handed_in_again(folder, tmp_path, capsys):
    assert run(folder) == 0 and rows(tmp_path)[0].findings == ()
    assert run(folder, "--due", "2020-01-01", "--on-time") == 0
    said = capsys.readouterr()
    assert "handed in again" not in said.err and "known from before 2\n" in said.out
    assert all(row.findings[0].startswith("late by ") for row in rows(tmp_path))


@pytest.mark.usefixtures("here")
def test_what_was_told_to_be_late_stays_so_until_it_is_asked_anew_or_is_another_file(folder, tmp_path):
    assert run(folder, "--due", "2020-01-01") == 0
    late = [row.findings for row in rows(tmp_path)]
    assert run(folder) == run(folder, "--regrade") == 0 and [row.findings for row in rows(tmp_path)] == late
    (folder / "ann.ipynb").write_text("another one by ann")
    assert run(folder) == 0 and [row.findings for row in rows(tmp_path)] == [(), late[1]]
    assert run(folder, "--due", "2999-01-01") == 0 and [row.findings for row in rows(tmp_path)] == [(), ()]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("named", [f"{STEM}.ipynb", "mine.ipynb"])
def test_an_exercise_without_a_rubric_is_refused_and_not_graded_as_another(folder, tmp_path, named, capsys):
    course = tmp_path / "course"
    for kind in ("solutions", "exercises"):
        shutil.copytree(COURSE / kind, course / kind)
    (course / "solutions/rubrics" / f"{STEM}.py").unlink()
    shutil.rmtree(folder)
    (folder / "ann").mkdir(parents=True)
    (folder / "ann" / named).write_bytes(answer(STEM))
    assert run(folder, "--course", course, exercise="") == 1
    [row] = rows(tmp_path)
    missing = f"`solutions/rubrics/{STEM}.py` is missing"
    assert (row.exercise, row.status) == (STEM, "refused")
    assert row.reason == f"`{named}` answers {STEM}, which has no rubric here: {missing}."


# ---- what stands in the way -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "words, said",
    [
        (["--exercise", "99_nothing"], "there is no exercise `99_nothing`"),
        (["--due", "tomorrow"], "`tomorrow` is not a date"),
        (["--due", "0001-01-01"], "`0001-01-01` is not a date"),
        (["--course", "/"], "there is nothing to grade by in `/`"),
        (["--out", "IN/out"], "lies within the hand-ins"),
        (["--out", "IN/ann.ipynb/out"], "lies within the hand-ins"),
        (["--secret", "IN/ann.ipynb"], "the secret"),
    ],
)
def test_a_slip_is_one_sentence_with_help_and_status_2(folder, words, said, capsys):
    words = [word.replace("IN", str(folder)) for word in words]
    (folder / "ann.ipynb").chmod(0o600)
    said = "does not hold a secret" if "--secret" in words else said
    assert (
        cli.main(
            [
                "grade",
                str(folder),
                "--out",
                str(folder.parent / "out"),
                "--course",
                str(COURSE),
                "--exercise",
                STEM,
                *words,
            ]
        )
        == 2
    )
    sentence, *_, cure = capsys.readouterr().err.splitlines()
    assert sentence.startswith("autogradlab: ") and said in sentence and cure.startswith("  help: ")


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["in"],
        ["in", "--out", "o", "--workers", "0"],
        ["in", "--out", "o", "--allow-level", "0"],
        ["", "--out", "o"],
        ["in", "--out", ""],
    ],
)
def test_a_slip_of_the_command_line_is_status_2_too(words, capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(["grade", *words])
    said = capsys.readouterr().err
    assert end.value.code == 2 and "  help: `autogradlab grade --help`" in said and len(said) < 250


@pytest.mark.usefixtures("here")
def test_nothing_to_grade_and_nowhere_to_write(tmp_path, folder, capsys):
    (tmp_path / "empty").mkdir()
    assert run(tmp_path / "empty") == 2 and "there is no notebook in" in capsys.readouterr().err
    assert run(tmp_path / "nowhere") == 2
    assert "cannot be opened: No such file or directory\n  help: name a folder" in capsys.readouterr().err
    (tmp_path / "file").touch()
    nowhere = {tmp_path / "file": "is a file\n  help: name a folder", tmp_path / "file" / "x": "cannot be written: "}
    for place, said in nowhere.items():
        assert run(folder, out=place) == 2 and f"`{place}` {said}" in capsys.readouterr().err
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / gradebook.NAME).write_text("something else" * 99)
    assert run(folder) == 2 and "is not a gradebook\n  help: " in capsys.readouterr().err


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "name, data, said",
    [
        ("cut.zip", b"PK\x03\x04 and no more", "is a zip that cannot be opened"),
        ("empty.zip", b"", "is a zip that cannot be opened"),
        ("hollow.zip", b"PK\x05\x06" + bytes(18), "there is no notebook in"),
        ("secret.key", b"0" * 64, "is neither a notebook nor a zip"),
    ],
)
def test_what_cannot_be_looked_into_is_nobodys_hand_in(folder, tmp_path, name, data, said, capsys):
    assert run(folder) == 0
    (tmp_path / name).write_bytes(data)
    assert run(tmp_path / name, out=tmp_path / "out") == 2 and [row.student for row in rows(tmp_path)] == ["ann", "bob"]
    sentence, cure = capsys.readouterr().err.splitlines()
    assert said in sentence and cure.startswith("  help: name a folder with a notebook")


@pytest.mark.usefixtures("here")
def test_a_broken_zip_among_hand_ins_is_its_students(folder, tmp_path):
    (folder / "zoe.zip").write_bytes(b"PK\x03\x04 and no more")
    assert run(folder) == 1
    assert [(row.student, row.status) for row in rows(tmp_path)][-1] == ("zoe", "refused")


@pytest.mark.usefixtures("here")
def test_what_cannot_be_read_says_that_something_is_kept_only_if_it_is(folder, monkeypatch, capsys):
    def unreadable(*_, **__):
        raise PermissionError(13, "Permission denied", str(folder))

    found = command.hand_ins.find
    monkeypatch.setattr(command.hand_ins, "find", unreadable)
    assert run(folder) == 2
    said = f"autogradlab: `{folder}`: Permission denied\n  help: fix that, then give the same command again"
    assert capsys.readouterr().err == f"{said}\n"
    monkeypatch.setattr(command.hand_ins, "find", found)
    assert run(folder) == 0
    monkeypatch.setattr(command.hand_ins, "find", unreadable)
    assert run(folder) == 2 and capsys.readouterr().err == f"{said}; what was graded before is kept\n"


@pytest.mark.usefixtures("here")
def test_a_secret_that_is_not_there_is_not_made(folder, tmp_path, capsys):
    assert run(folder, "--secret", tmp_path / "mispelt") == 2
    assert "there is no file `" in capsys.readouterr().err and not (tmp_path / "mispelt").exists()
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("here")
def test_the_second_of_two_runs_stops_with_a_sentence(folder, capsys):
    (folder.parent / "out").mkdir()
    with gradebook.alone(folder.parent / "out"):
        assert run(folder) == 2
    assert "another run is grading into it\n  help: wait for that run" in capsys.readouterr().err
    assert run(folder) == 0


WEAK = Levels(1, (Layer("Landlock", False, "the kernel has none"), Layer("time", True, "")))


def test_too_little_confinement_stops_it_with_what_is_missing(folder, monkeypatch, reported, capsys):
    monkeypatch.setattr(confine, "levels", lambda: WEAK)
    assert run(folder) == 2
    said = capsys.readouterr().err
    assert "level 2 (confined) is asked for, and here it is level 1 (separated)\n  Landlock: the kernel" in said
    assert "`--allow-level 1`" in said and not reported and not (folder.parent / "out" / gradebook.NAME).exists()


def test_too_little_confinement_of_a_cluster_is_told_of_the_worker_that_has_it(folder, monkeypatch, reported, capsys):
    @contextmanager
    def joined(address):
        yield cluster.Cluster(None, 8, "tcp://10.0.0.9:1", WEAK)

    monkeypatch.setattr(cluster, "joined", joined)
    monkeypatch.setattr(confine, "levels", lambda: Levels(3, ()))
    assert run(folder, "--dask", "tcp://10.0.0.7:8786") == 2
    said = capsys.readouterr().err
    assert "and at tcp://10.0.0.9:1 it is level 1 (separated)\n  Landlock: the kernel has none\n  help: " in said


@pytest.mark.usefixtures("here")
def test_a_rubric_that_cannot_be_loaded_is_a_sentence(folder, tmp_path, capsys):
    for name in (f"solutions/{STEM}.ipynb", f"solutions/rubrics/{STEM}.py"):
        (tmp_path / "course" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(COURSE / name, tmp_path / "course" / name)
    (tmp_path / "course" / f"solutions/rubrics/{STEM}.py").write_text("RUBRIC = (")
    assert run(folder, "--course", tmp_path / "course") == 2
    assert f"`solutions/rubrics/{STEM}.py` cannot be loaded: SyntaxError" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_it_at_once_and_the_same_command_goes_on(tmp_path, folder):
    waits = tmp_path / "waits"
    (folder / "zoe.ipynb").write_text(f"wait {waits}")
    program = (
        f"import signal, sys; sys.path.insert(0, {HERE!r}); import functools, stand_in_judges\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it\n"
        "from autogradlab import cli; from autogradlab.grading import command\n"
        "command.Terms = functools.partial(command.Terms, judge=stand_in_judges.waiting)\n"
        "sys.exit(cli.main(sys.argv[1:]))"
    )
    words = ["grade", folder, "--out", tmp_path / "out", "--course", COURSE, "--exercise", STEM, "--workers", "1"]
    command_line = [sys.executable, "-c", program, *words, "--allow-level", "1"]
    one = subprocess.Popen(command_line, start_new_session=True, stderr=subprocess.PIPE, text=True)
    while not waits.exists():
        assert one.poll() is None, one.stderr.read()
        time.sleep(0.05)
    os.killpg(one.pid, signal.SIGINT)  # as a terminal does: to every process of the group
    said = one.communicate(timeout=60)[1]
    assert one.returncode == 130
    assert said == "autogradlab: stopped; what was graded is kept, and the same command goes on from there\n"
    assert is_gone(one.pid) and "zoe" not in [row.student for row in rows(tmp_path)]
    (folder / "zoe.ipynb").write_text("by zoe")
    again = subprocess.run(command_line, stdout=subprocess.PIPE, text=True)
    assert "known from before" in again.stdout and len(rows(tmp_path)) == 3


def is_gone(group):
    """Whether all of a process group ends, within half a minute."""
    for _ in range(600):
        if not living(group):
            return True
        time.sleep(0.05)
    return False


def living(group):
    """Whether any process of a group still runs. A zombie does not: in a container, the first process may be slow to
    collect it."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    stats = [read(path).rpartition(")")[2].split() for path in Path("/proc").glob("[0-9]*/stat")]
    return not stats or any(stat[:1] != ["Z"] and stat[2:3] == [str(group)] for stat in stats)


def read(path):
    try:
        return path.read_text()
    except OSError:
        return ""


# ---- points by hand -------------------------------------------------------------------------------------------------


def mark(tmp_path, text):
    (tmp_path / "marks.csv").write_text(text)
    return cli.main(["marks", str(tmp_path / "marks.csv"), "--out", str(tmp_path / "out"), "--course", str(COURSE)])


def report(tmp_path, *words):
    return cli.main(["report", str(tmp_path / "out"), "--course", str(COURSE), *words])


@pytest.mark.usefixtures("here")
def test_marks_are_taken_whole_and_the_reports_written_anew(tmp_path, folder, reported, capsys):
    assert run(folder) == 0
    was = rows(tmp_path)[0].questions[0].earned
    head = "student,exercise,question,points,comment\n"
    assert mark(tmp_path, head + f"ann,{STEM},q,7,read\nbob,{STEM},q,256,\n") == 1
    assert "line 3: q of bob gives whole points from 0 to 255" in capsys.readouterr().err
    assert rows(tmp_path)[0].questions[0].earned == was
    assert mark(tmp_path, head + f"ann,{STEM},q,7,read\n") == 0
    assert f"ann, {STEM}, q: 7 instead of {was} of 255" in capsys.readouterr().out
    assert reported[-1][0][0].questions[0].reason == "Given by hand: read" and rows(tmp_path)[0].earned == 7
    assert run(folder) == 0 and rows(tmp_path)[0].earned == 7


def test_marks_without_a_gradebook_are_a_sentence_and_make_none(tmp_path, capsys):
    assert mark(tmp_path, "student,exercise,question,points\n") == 1
    assert "holds no gradebook\n  help: " in capsys.readouterr().err and not (tmp_path / "out").exists()


@pytest.mark.usefixtures("here")
def test_a_table_that_is_filled_in_half_way_is_taken_half_way(folder, tmp_path, capsys):
    assert run(folder) == 0
    head = "student,exercise,question,points,comment\n"
    assert mark(tmp_path, head + f"ann,{STEM},q,7,\nbob,{STEM},q,,a draft\n") == 0
    assert "marks taken: 1, lines without points: 1\n" in capsys.readouterr().out
    assert mark(tmp_path, head + f"ann,{STEM},q,,\n") == 1
    assert "has no points in it yet\n  help: write them into its column `points`" in capsys.readouterr().err


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("verb", ["marks", "report"])
def test_without_the_course_no_report_is_written(folder, tmp_path, verb, reported, capsys):
    assert run(folder) == 0
    (tmp_path / "m.csv").write_text(f"student,exercise,question,points\nann,{STEM},q,7\n")
    out = str(tmp_path / "out")
    words = ["marks", str(tmp_path / "m.csv"), "--out", out] if verb == "marks" else ["report", out]
    assert cli.main([*words, "--course", "/nowhere"]) == 1 and len(reported) == 1
    assert "there is nothing to grade by in `/nowhere`\n  help: with `--course`" in capsys.readouterr().err


def test_marks_that_are_nowhere_are_a_sentence(tmp_path, capsys):
    assert cli.main(["marks", "/nope", "--out", str(tmp_path), "--course", str(COURSE)]) == 1
    assert "`/nope` cannot be opened: No such file or directory\n  help: name a CSV" in capsys.readouterr().err


@pytest.mark.usefixtures("here")
def test_reports_are_written_anew_from_the_gradebook_alone(folder, tmp_path, reported, capsys):
    assert run(folder) == 0
    shutil.rmtree(folder)
    assert report(tmp_path) == 0 and reported[0][0] == reported[1][0] and len(reported[1][0]) == 2
    assert "reports" in capsys.readouterr().out.splitlines()[-1]
    assert cli.main(["report", str(tmp_path), "--course", str(COURSE)]) == 1
    assert "holds no gradebook\n  help: name the folder" in capsys.readouterr().err
