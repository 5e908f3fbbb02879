"""The gradebook keeps what it was given, through crashes and full disks, and says in a sentence what is wrong."""

import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from autogradlab.grading import gradebook, marks, secret
from autogradlab.grading.gradebook import Gradebook, GradebookError, alone
from autogradlab.grading.marks import Mark
from autogradlab.grading.names import spelled
from autogradlab.grading.row import FOR_A_HUMAN, QuestionRow, Row, TrialRow
from autogradlab.spreadsheet import write_csv

QUESTIONS = (
    QuestionRow("q1", "partly correct", 4, 1, "Not for uneven sizes.", (TrialRow("uneven", 3, 0),)),
    QuestionRow("words", FOR_A_HUMAN, 3, 0, answer="Because ..."),
)


def row(student="ann", submission="a1", **changed):
    return replace(Row(student, "04", submission, "graded", level=2, questions=QUESTIONS), **changed)


@pytest.fixture
def book(tmp_path):
    with Gradebook(tmp_path / gradebook.NAME) as opened:
        yield opened


def query(book, sql):
    book.commit()
    with sqlite3.connect(book.path) as other:
        return other.execute(sql).fetchall()


# ---- keeping --------------------------------------------------------------------------------------------------------


def test_a_row_comes_back_as_it_was(book):
    book.add(row(), "key")
    assert list(book.rows()) == [row()] and book.done("key") == row() and book.done_keys() == {"key"}
    assert book.done("other") is None and book.present("bob", "04") is None


@pytest.mark.parametrize("changed", ["'x'", "json_set(row, '$.more', 1)", "json_remove(row, '$.findings')", "'[]'"])
def test_a_result_in_another_form_is_told_in_a_sentence(book, changed):
    book.add(row(), "key")
    book.commit()
    with sqlite3.connect(book.path) as other:
        other.execute(f"UPDATE results SET row = {changed}")
    for read in (lambda: list(book.rows()), lambda: book.done("key"), lambda: book.present("ann", "04")):
        with pytest.raises(GradebookError, match="in a form that is not read here\n  help: use the autogradlab that"):
            read()


def test_at_the_end_of_with_it_is_closed(tmp_path):
    with Gradebook(tmp_path / gradebook.NAME) as book:
        book.add(row(), "key")
    with pytest.raises(GradebookError, match="closed"):
        book.done("key")


def test_from_time_to_time_what_was_added_is_brought_to_the_disk(book, monkeypatch):
    monkeypatch.setattr(gradebook, "SECONDS_BETWEEN_COMMITS", -1.0)
    book.add(row(), "key")
    with sqlite3.connect(book.path) as other:
        assert other.execute("SELECT key FROM results").fetchall() == [("key",)]


def test_rows_are_ordered_whatever_order_they_came_in(book):
    for student in ("zoe", "Ann", "ann", "bob"):
        book.add(row(student))
    assert [each.student for each in book.rows()] == ["Ann", "ann", "bob", "zoe"]


def test_a_new_result_takes_the_place_of_the_old_which_stays_history(book):
    book.add(row(submission="old"), "k1")
    book.add(row(submission="new"), "k2")
    assert [each.submission for each in book.rows()] == ["new"]
    assert query(book, "SELECT count(*) FROM results") == [(2,)]
    book.hand_in("ann", "04", "k1")
    assert [each.submission for each in book.rows()] == ["old"]


def test_a_result_that_is_graded_anew_leaves_nothing_of_its_old_questions(book):
    book.add(row(), "key")
    book.add(row(questions=QUESTIONS[:1]), "key")
    assert query(book, "SELECT question FROM questions") == [("q1",)]


def test_notes_on_the_hand_in_are_findings(book):
    book.add(row(findings=("no kernel",)), "k", "ann.ipynb", ("late by 1:00:00",))
    assert [each.findings for each in book.rows()] == [("no kernel", "late by 1:00:00")]
    book.hand_in("ann", "04", "k", "ann.ipynb", ())
    assert [each.findings for each in book.rows()] == [("no kernel",)]


@pytest.mark.parametrize(
    "student", ["'; DROP TABLE results; --", "a\nb", "=1+1", "👩🏽‍🎓", "x" * 500, "José", "Jose\u0301"]
)
def test_odd_names_are_kept_as_they_are(book, student):
    book.add(row(student), "k")
    assert book.done("k").student == student == query(book, "SELECT student FROM grades")[0][0]


@pytest.mark.parametrize(
    "status, note, is_one", [("wrong", "", True), ("not attempted", "", False), ("wrong", "late by 1:00:00", False)]
)
def test_only_work_that_was_on_time_was_graded_on_time(book, status, note, is_one):
    book.add(row(questions=(QuestionRow("q1", status, 4, 0),)), "k", "ann.ipynb", [note] if note else [])
    assert book.graded_on_time("ann", "04") == is_one


def test_half_a_character_does_not_stop_it(book):
    book.add(row(reason="\ud800", questions=(replace(QUESTIONS[0], reason="\udfff"),)), "k")
    assert query(book, "SELECT reason FROM results") == [("?",)]


def test_views_answer_what_instructors_ask(book):
    book.add(row(), "k", "ann.ipynb")
    book.add(Row("bob", "04", "", "refused", "It is a link."), "l", "bob.ipynb")
    assert query(book, "SELECT student, earned, points, open_points, status, reason, file FROM grades") == [
        ("ann", 1, 7, 3, "graded", "", "ann.ipynb"),
        ("bob", 0, 0, 0, "refused", "It is a link.", "bob.ipynb"),
    ]
    assert query(book, "SELECT question, earned, points, by_hand FROM answers") == [
        ("q1", 1, 4, 0),
        ("words", None, 3, 0),
    ]
    book.mark([Mark("ann", "04", "words", 2, "fine", "a1")])
    assert query(book, "SELECT earned, open_points FROM grades WHERE student = 'ann'") == [(3, 0)]
    assert query(book, "SELECT reason FROM answers WHERE by_hand") == [("Given by hand: fine",)]


def test_the_queries_in_the_instructors_page_run(book):
    book.add(row("Ann Lee_41"), "k", "a.ipynb", ("late by 1 h",))
    book.add(row("bob"), "l", "b.ipynb", ("other files, not graded: `04_accumulate.py`",))
    page = (Path(gradebook.__file__).parents[2] / "docs" / "grading.md").read_text("utf-8")
    queries = page.split("```sql\n")[1].split("```")[0].split(";")[:-1]
    assert len(queries) == 5 and [len(query(book, each)) for each in queries] == [1, 0, 2, 1, 1]  # bob was not late


# ---- what can go wrong ----------------------------------------------------------------------------------------------


def test_what_is_written_is_written_whole(book, monkeypatch):
    book.add(row(submission="old"), "k")
    wrote = Gradebook._write

    def interrupted(self, sql, *values):
        if "INTO questions" in sql:
            raise KeyboardInterrupt
        wrote(self, sql, *values)

    monkeypatch.setattr(Gradebook, "_write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        book.add(row(submission="new"), "k")
    book.add(Row("bob", "04", "", "refused"), "l")
    book.commit()
    assert [each.submission for each in book.rows()] == ["old", ""]
    assert query(book, "SELECT count(*) FROM questions") == [(2,)]


@pytest.mark.parametrize("content, said", [(b"no database" * 200, "not a gradebook"), (b"SQLite", "not a gradebook")])
def test_another_file_in_its_place_is_left_alone(tmp_path, content, said):
    path = tmp_path / "gradebook.sqlite"
    path.write_bytes(content)
    with pytest.raises(GradebookError, match=f"{said}\n  help: "):
        Gradebook(path)
    assert path.read_bytes() == content


def test_somebody_elses_database_is_left_alone(tmp_path):
    path = tmp_path / "gradebook.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE grade (points)")
    before = path.read_bytes()
    with pytest.raises(GradebookError, match="is not a gradebook"):
        Gradebook(path)
    assert path.read_bytes() == before


def test_an_empty_file_is_a_gradebook_that_was_being_made(tmp_path):
    (tmp_path / "gradebook.sqlite").touch()
    with Gradebook(tmp_path / "gradebook.sqlite") as book:
        assert list(book.rows()) == []


def test_a_later_schema_is_not_touched(tmp_path):
    Gradebook(tmp_path / "g").__exit__()
    with sqlite3.connect(tmp_path / "g") as other:
        other.execute("PRAGMA user_version = 99")
    with pytest.raises(GradebookError, match=r"another autogradlab \(schema 99, here 1\)"):
        Gradebook(tmp_path / "g")


def test_a_full_disk_is_a_sentence_and_what_was_committed_stays(tmp_path):
    book = Gradebook(tmp_path / "g")
    book.add(row(), "k")
    book.commit()
    pages = book._book.execute("PRAGMA page_count").fetchone()[0]
    book._book.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(GradebookError, match="the disk is full\n  help: make room"):
        book.add(row("bob", questions=(replace(QUESTIONS[0], answer="x" * 100_000),)))
    book.commit()
    assert [each.student for each in Gradebook(tmp_path / "g").rows()] == ["ann"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(GradebookError, match="cannot be opened\n  help: change who may write"):
        Gradebook(tmp_path / "g")
    with pytest.raises(GradebookError, match="cannot be written into\n  help: change who may write"), alone(tmp_path):
        pass


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path):
    with pytest.raises(GradebookError, match="cannot be opened\n  help: change who may write"):
        Gradebook(tmp_path / "no" / "g")


@pytest.mark.parametrize(
    "error, said",
    [
        ("unable to open database file", "cannot be written into\n  help: change who may write"),
        ("attempt to write a readonly database", "cannot be written into\n  help: change who may write"),
        ("disk I/O error", "cannot be locked: disk I/O error\n  help: use a folder on a disk whose locks work"),
    ],
)
def test_only_a_lock_that_is_held_speaks_of_another_run(tmp_path, monkeypatch, error, said):
    def connect(*_, **__):
        raise sqlite3.OperationalError(error)

    monkeypatch.setattr(sqlite3, "connect", connect)
    with pytest.raises(GradebookError, match=said) as told, alone(tmp_path):
        pass
    assert "another run" not in str(told.value) and "--out" not in str(told.value)


def test_only_one_grades_into_a_folder_and_the_end_of_its_process_is_the_end_of_that(tmp_path):
    program = (
        "import sys, pathlib; from autogradlab.grading.gradebook import alone\n"
        "with alone(pathlib.Path(sys.argv[1])): print('mine', flush=True); sys.stdin.read()"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", program, tmp_path], stdin=pipe, stdout=pipe) as one:
        assert one.stdout.readline() == b"mine\n"
        with pytest.raises(GradebookError, match="another run is grading into it\n  help: wait"), alone(tmp_path):
            pass
        one.kill()
        one.wait()
        with alone(tmp_path):
            pass


# ---- points by hand -------------------------------------------------------------------------------------------------


def csv(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "marks.csv"
    path.write_bytes(text.encode(encoding))
    return path


def test_points_by_hand_take_the_place_of_what_stood_there_and_overrides_are_listed(book, tmp_path):
    book.add(row(), "k")
    lines = marks.read(csv(tmp_path, "student,exercise,question,points,comment\nann,04,words,3,good\nann,04,q1,4,\n"))
    given, problems, overrides = marks.check(lines, book.present)
    assert problems == [] and overrides == ["ann, 04, q1: 4 instead of 1 of 4"]
    book.mark(given)
    (marked,) = book.rows()
    assert (marked.earned, marked.points, marked.open_points) == (7, 7, 0)
    assert [(each.status, each.reason) for each in marked.questions] == [
        ("correct", "Given by hand."),
        ("correct", "Given by hand: good"),
    ]
    again = marks.check([(2, {"student": "ann", "exercise": "04", "question": "words", "points": "0"})], book.present)
    assert again[2] == ["ann, 04, words: 0 instead of 3 of 3"]


def test_points_for_an_earlier_version_do_not_count_for_a_new_one(book):
    book.add(row(), "k")
    book.mark([Mark("ann", "04", "words", 2, "", "a1")])
    book.add(row(submission="b2"), "l")
    (marked,) = book.rows()
    assert marked.open_points == 3 and "for an earlier version: read this one" in marked.findings[0]
    book.hand_in("ann", "04", "k")
    assert next(book.rows()).open_points == 0


def test_points_beyond_what_a_question_gives_now_do_not_count_and_are_told(book):
    book.add(row(), "k")
    book.mark([Mark("ann", "04", "words", 3, "", "a1"), Mark("ann", "04", "gone", 2, "", "a1")])
    book.add(row(questions=(QUESTIONS[0], replace(QUESTIONS[1], points=2))), "l")
    (marked,) = book.rows()
    said = "the 3 points that a human gave to words are more than the 2 that it gives now: read it again"
    assert (marked.earned, marked.open_points) == (1, 2) and said in marked.findings
    assert marked.questions[1].reason == "T" + said[1:] + "."
    assert "the 2 points that a human gave to gone do not count: it is no longer asked" in marked.findings
    assert query(book, "SELECT earned, points, open_points FROM grades") == [(1, 6, 2)]


@pytest.mark.parametrize(
    "question, points, comment, submission",
    [
        ("q1", 4, "", "a1"),
        ("q1", 0, "", "a1"),
        ("q1", 2, "see lesson 3", "an earlier one"),
        ("words", 3, "well said", "a1"),
        ("words", 1, "", "a1"),
        ("words", 0, "not this", "a1"),
        ("words", 4, "", "a1"),
        ("words", 2, "", "an earlier one"),
        ("gone", 1, "", "a1"),
    ],
)
def test_queries_and_reports_tell_the_same_of_an_answer_with_a_mark(book, question, points, comment, submission):
    book.add(row(questions=(QUESTIONS[0], replace(QUESTIONS[1], reason="In words."))), "k")
    book.mark([Mark("ann", "04", question, points, comment, submission)])
    (reported,) = book.rows()
    told = query(book, "SELECT question, status, earned, points, by_hand, reason FROM answers")
    for (*numbers, by_hand, reason), each in zip(told, reported.questions, strict=True):
        assert numbers == [each.question, each.status, None if each.status == FOR_A_HUMAN else each.earned, each.points]
        # In reports, the reason begins with why the mark no longer counts.
        assert each.reason == reason if by_hand else each.reason.endswith(reason)


def test_views_of_an_older_gradebook_are_made_anew(tmp_path):
    with Gradebook(tmp_path / "g") as book:
        book.add(row(), "k")
    with sqlite3.connect(tmp_path / "g") as other:
        other.executescript("DROP VIEW answers; CREATE VIEW answers AS SELECT 1 AS student")
    with Gradebook(tmp_path / "g") as book:
        assert query(book, "SELECT student, earned FROM grades") == [("ann", 1)] and list(book.rows()) == [row()]


@pytest.mark.parametrize(
    "student",
    [
        "zw\u200bsp",
        "'@ann",
        "@ann",
        "''=x",
        " ann",
        "a\nb",
        "o" + "\u0301" * 9,
        "👩🏽‍🎓",
        "\t=1",
        "a;=1",
        'a; "-1',
        "a;b",
    ],
)
def test_a_student_is_found_by_what_our_tables_write(book, tmp_path, student):
    for each in {student, "@ann", "'@ann", "ann"}:
        book.add(row(each))
    write_csv(tmp_path / "t.csv", ["student", "exercise", "question", "points"], [[spelled(student), "04", "words", 1]])
    given, problems, _ = marks.check(marks.read(tmp_path / "t.csv"), book.present)
    assert problems == [] and [each.student for each in given] == [student]


def test_an_answer_that_is_open_again_still_says_where_it_stands(book):
    said = "The answer cell is empty; this is from cell 3."
    (open_one,) = [each for each in row().questions if each.status == FOR_A_HUMAN]
    again = marks.with_marks(
        row(questions=(replace(open_one, reason=said),)), [marks.Mark("ann", "04", open_one.question, 1, "", "another")]
    )
    assert again.questions[0].reason.startswith("The 1 points") and again.questions[0].reason.endswith(f". {said}")


@pytest.mark.parametrize("text, points", [("2.0", 2), ("2.", 2), ("0.00", 0), ("2", 2)])
def test_whole_points_may_be_written_as_pandas_writes_them(book, tmp_path, text, points):
    book.add(row(), "k")
    path = csv(tmp_path, f"student,exercise,question,points\nann,04,words,{text}\n")
    given, problems, _ = marks.check(marks.read(path), book.present)
    assert problems == [] and [each.points for each in given] == [points]


@pytest.mark.parametrize("letter", ["\u2028", "\x85", "\x0b", "\x0c"])
def test_a_comment_is_kept_whole_whatever_a_word_processor_put_into_it(book, tmp_path, letter):
    book.add(row(), "k")
    text = f"student,exercise,question,points,comment\nann,04,words,1,good{letter}but see lesson 3\n"
    given, problems, _ = marks.check(marks.read(csv(tmp_path, text)), book.present)
    assert problems == [] and [each.comment for each in given] == [f"good{letter}but see lesson 3"]


@pytest.mark.parametrize(
    "line, said",
    [
        ("eve,04,words,1", "no hand-in of `eve` for `04`"),
        ("ann,05,words,1", "for `05`"),
        ("ann,04,wrods,1", "`wrods` is not a question of this hand-in; there are: q1, words"),
        ("ann,04,words,4", "whole points from 0 to 3, and `4` is not one"),
        ("ann,04,words,-1", "`-1` is not one"),
        ("ann,04,words,2.5", "`2.5` is not one"),
        ("ann,04,words,2.01", "`2.01` is not one"),
        ("ann,04,words,4.0", "is not one"),
        ("ann,04,words,.0", "`.0` is not one"),
        ("ann,04,words,٢", "is not one"),
        ("ann,04,words,٢.0", "is not one"),
        ("ann,04,words,1\nann,04,words,2", "words of ann is marked twice"),
        ("ann,,,1", "no hand-in of `ann` for ``"),
        ("ann,04,words,99999999999999999999999", "is not one"),
        ("ann,04,words,00000000099", "is not one"),
        ("ann,04,words,00000000010000000000000000000", "is not one"),
        (f"ann,04,words,{'0' * 5000}.0", "is not one"),
    ],
)
def test_a_line_that_cannot_be_meant_is_told_by_its_number(book, tmp_path, line, said):
    book.add(row(), "k")
    _, problems, _ = marks.check(marks.read(csv(tmp_path, f"student,exercise,question,points\n{line}\n")), book.present)
    assert problems and problems[-1].startswith(f"line {2 + line.count(chr(10))}: ") and said in problems[-1]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffStudent;Exercise;Question;Points\r\n=x;04;words;2\r\n",
        "points,question,exercise,student,mood\n2,words,04,'=x,good\n\n",
    ],
)
def test_what_spreadsheets_make_of_a_csv_is_read(book, tmp_path, text):
    book.add(row("=x"), "k")
    given, problems, _ = marks.check(marks.read(csv(tmp_path, text)), book.present)
    assert problems == [] and given == [Mark("=x", "04", "words", 2, "", "a1")]


@pytest.mark.parametrize(
    "text, encoding, said",
    [
        ("", "utf-8", "is empty\n  help: its first line is student,exercise"),
        ("student,points\n", "utf-8", "exercise, question"),
        ("student\nJosé", "latin-1", "is not UTF-8\n  help: save it as"),
    ],
)
def test_what_is_no_table_of_marks_is_a_sentence(tmp_path, text, encoding, said):
    with pytest.raises(ValueError, match=said):
        marks.read(csv(tmp_path, text, encoding))


# ---- the secret -----------------------------------------------------------------------------------------------------


def test_the_secret_is_made_once_and_private(tmp_path):
    path = tmp_path / secret.NAME
    made = secret.of(path)
    assert len(made) == 32 and secret.of(path) == made and list(tmp_path.iterdir()) == [path]
    assert os.name != "posix" or path.stat().st_mode & 0o777 == 0o600
    assert secret.of(tmp_path / "other") != made and secret.known(path) == made


def test_a_secret_that_is_named_has_to_be_there(tmp_path):
    with pytest.raises(ValueError, match="there is no file `.*nowhere`\n  help: with `--secret`, name the file"):
        secret.known(tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_secret(tmp_path):
    with pytest.raises(ValueError, match="is a folder\n  help: with `--secret`, name the file"):
        secret.known(tmp_path)


@pytest.mark.parametrize("text", ["", "short", "0" * 63, "g" * 64, "0" * 65])
def test_what_is_no_secret_is_not_taken_for_one_nor_shown(tmp_path, text):
    path = tmp_path / "s"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(ValueError, match="does not hold a secret") as error:
        secret.of(path)
    assert not text or text not in str(error.value)


@pytest.mark.skipif(os.name != "posix", reason="files have no such modes")
def test_a_secret_that_others_can_read_is_none(tmp_path):
    secret.of(tmp_path / "s")
    (tmp_path / "s").chmod(0o644)
    with pytest.raises(ValueError, match="others can read it\n  help: `chmod 600"):
        secret.of(tmp_path / "s")


def test_a_secret_that_was_being_written_when_the_power_went_is_made_anew(tmp_path):
    (tmp_path / "s.new").write_text("half")
    assert len(secret.of(tmp_path / "s")) == 32
