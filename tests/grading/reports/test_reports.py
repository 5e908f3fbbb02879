"""The reports on one student: true, legible, and inert, whatever was handed in."""

import csv
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from autogradlab.course.misconceptions import find
from autogradlab.grading import marks, reports
from autogradlab.grading.names import unspelled
from autogradlab.grading.reports import markdown
from autogradlab.grading.reports.legible import file_name, legible, line
from autogradlab.grading.row import REFUSED, UNREADABLE, QuestionRow, Row
from autogradlab.spreadsheet import write_csv

STEM, EACH_COUNTS = "04_accumulate", "each sample counts the same"
HOSTILE = (
    "</pre></code><script>alert(1)</script><img src=x onerror=alert(2)>{{ 7 * 7 }}\"'>"
    "<a href='javascript:alert(3)'>\x1b]0;title\x07\x1b[2J\u202egnp.exe\u2066\x00\u200b\ud800=1+1"
)
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2060-\u2069\ud800-\udfff]")
ALIVE = {"script", "img", "iframe", "object", "embed", "link", "base", "form", "input", "button", "video", "audio"}


class Elements(HTMLParser):
    """All elements of a page, as (tag, attributes), and its text."""

    def __init__(self, page):
        super().__init__()
        self.found, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += f" {data}"


@pytest.fixture
def write(made, tmp_path):
    """`write(row, ...)`: the folder of the exercise."""

    def go(*rows):
        reports.write(iter(rows), tmp_path / "reports", {STEM: made.exercise})
        return tmp_path / "reports" / STEM

    return go


@pytest.fixture
def page(write):
    """`page(row)`: the text of a student's page, and the page."""

    def go(row):
        html = (write(row) / "students" / f"{file_name(row.student)}.html").read_text("utf-8")
        return " ".join(Elements(html).text.split()), html

    return go


def table(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


# ---- a student's page -----------------------------------------------------------------------------------------------


def test_it_says_what_was_asked_answered_found_and_why(made, page):
    text, _ = page(made.row(lost={"big-batch-gradient": [EACH_COUNTS]}, answer="def mine(a, b): return a < b"))
    assert "ann" in text and "Exercise 04" in text and "76 of 80 points" in text
    assert "a. Micro-batches of any size" in text and "Afterwards w.grad holds the gradient" in text
    assert "def mine(a, b): return a < b" in text
    assert "36 of 40 points" in text and f"{EACH_COUNTS} With sizes that differ, a sample in a small" in text
    assert "20 that are still open" in text and "Level 2, confined" in text
    assert text.count("✎ still open") == 2 and "up to 20 points, which a person gives" in text


def test_it_names_the_idea_that_may_lie_behind_and_where_to_read_on(made, page):
    lost = made.question(made.exercise.questions[0], ["sizes that differ", "two weights"], idea="M36")
    text, _ = page(replace(made.row(), questions=(lost,)))
    assert text.count(find("M36").statement) == 1 and "(sizes that differ, two weights)" in text
    assert f"Lesson {find('M36').lesson} treats it; M36 is its card" in text
    assert "An idea that may lie" not in page(made.row())[0]


def test_code_in_an_idea_is_set_as_code(made, page):
    _, html = page(
        replace(made.row(), questions=(made.question(made.exercise.questions[0], [EACH_COUNTS], idea="M19"),))
    )
    assert "“<code>w = w - lr * g</code> is the same as <code>w -= lr * g</code>.”" in html


def test_code_in_a_sentence_may_be_longer_than_a_narrow_screen_is_wide(made, page):
    _, html = page(made.row())
    assert html.index("p code,li code{white-space:nowrap}") < html.index("p code,li code{white-space:normal}")


def test_an_idea_that_the_course_does_not_know_is_left_out(made, page):
    row = made.row(lost={"train": ["another optimizer"]})
    trials = [replace(trial, idea="M99") for trial in row.questions[2].trials]
    assert "M99" not in page(replace(row, questions=(replace(row.questions[2], trials=tuple(trials)),)))[0]


def test_nothing_hidden_is_in_it(made, write):
    folder = write(
        made.row("ann"),
        made.row("bob", lost={each.cell: [trial.name for trial in each.trials] for each in made.exercise.questions}),
    )
    told = "".join(
        path.read_text("utf-8") for name in ("students", "gradescope") for path in (folder / name).rglob("*.*")
    )
    given = "".join(own.handed_out for own in made.exercise.cells.values())
    for question in made.exercise.questions:
        code = [trial.probe for trial in question.trials]
        code += [made.exercise.cells[question.cell].solved, *(known.source for known in question.known)]
        lines = {each.strip() for text in code for each in text.split("\n")}
        assert not [each for each in lines if len(each) > 25 and each in told and each not in given]


def test_a_students_files_tell_of_nobody_else(made, write):
    folder = write(made.row("ann"), made.row("zoe-quincy"))
    for path in (folder / "students" / "ann.html", folder / "gradescope" / "ann" / "results.json"):
        assert "zoe-quincy" not in path.read_text("utf-8")
    assert "students.html" not in (folder / "students" / "ann.html").read_text("utf-8")


def test_what_was_not_graded_says_why_and_counts_nothing(page):
    text, html = page(
        Row(
            "ann",
            STEM,
            "",
            UNREADABLE,
            "It is no notebook: line 1 is not JSON.",
            questions=(QuestionRow("train", UNREADABLE, 20, 0),),
        )
    )
    assert "! unreadable It is no notebook" in text and "of 20" not in text and "Level 0, not run" in text


def test_what_a_human_gave_is_shown_with_the_comment(made, page):
    row = marks.with_marks(made.row(), [marks.Mark("ann", STEM, "explain", 15, "Why 1/3 of 1/4?", "a1" * 32)])
    text, _ = page(row)
    assert "15 of 20 points" in text and "Given by hand: Why 1/3 of 1/4?" in text and "still open" not in text


def test_code_in_an_answer_in_words_is_code_and_nothing_else_of_it_is_markup(made, page):
    _, html = page(made.row(answer="`w.grad` <b>is</b> **not**\n``` a `"))
    words = html[html.index("Your answer to d.") :]
    assert "><code>w.grad</code> &lt;b&gt;is&lt;/b&gt; **not**\n``` a `</pre>" in words
    assert "<code>`w.grad` &lt;b&gt;is" in html  # in a program it stays as it was


def test_an_answer_that_did_not_run_says_so_once(made, page):
    row = made.row()
    said = "It raised NameError."
    lost = replace(
        row.questions[2],
        status="wrong",
        earned=0,
        answer="x",
        reason=(f"The answer cell did not run to its end. It raised SyntaxError: bad token {said} (and 2 more)"),
        trials=tuple(replace(trial, earned=0, said=said) for trial in row.questions[2].trials),
    )
    text, _ = page(replace(row, questions=(lost,)))
    assert text.count("It raised SyntaxError: bad token") == 1 and "and 2 more" not in text
    assert text.count(said) == len(lost.trials)


def test_a_name_that_is_missing_is_told_once(made, page):
    asked = made.exercise.questions[0]
    lost = made.question(asked, [trial.name for trial in asked.trials], "There is no `f`.")
    said = "There is no `f` after your cells have run; your cell defines `g`."
    text, _ = page(replace(made.row(), questions=(replace(lost, reason=said),)))
    assert text.count("after your cells have run; your cell defines") == 1


@pytest.mark.parametrize("answer", ["", "\n", "x" * 20_000, "\n" * 5000, "a\r\nb", "\t\tx"])
def test_any_answer_is_shown(made, page, answer):
    assert page(made.row(answer=answer))[1].endswith("</html>")


# ---- strangers' texts -----------------------------------------------------------------------------------------------


@pytest.fixture
def hostile(made, write):
    row = made.row(
        HOSTILE,
        lost={"train": ["another optimizer"]},
        answer=HOSTILE,
        findings=(HOSTILE,),
        versions=((HOSTILE, HOSTILE),),
        seed=HOSTILE,
        submission=HOSTILE,
    )
    questions = tuple(
        replace(
            each, printed=HOSTILE, reason=HOSTILE, trials=tuple(replace(trial, said=HOSTILE) for trial in each.trials)
        )
        for each in row.questions
    )
    return write(
        replace(row, questions=questions),
        Row("b" + HOSTILE, STEM, "", REFUSED, HOSTILE),
        *(replace(row, student=f"s{number}", questions=questions) for number in range(6)),
    )


def test_nothing_in_them_is_alive(made, hostile):
    reports.write_similarity(
        [made.row(f"{name}{HOSTILE}", answer=HOSTILE * 3) for name in "ab"], hostile.parent, {STEM: made.exercise}
    )
    pages = list(hostile.parent.rglob("*.html"))
    assert len(pages) == 8 + 4
    for path in pages:
        found = Elements(path.read_text("utf-8")).found
        assert not ALIVE & {tag for tag, _ in found}
        assert not [name for _, attributes in found for name in attributes if name.startswith("on")]
        links = [attributes["href"] for _, attributes in found if "href" in attributes]
        assert all(re.fullmatch(r"#[\w-]+|([\w-]+/)*[\w-]+\.(html|csv)(#[\w-]+)?", link) for link in links)
        policies = [attributes["content"] for _, attributes in found if "http-equiv" in attributes]
        assert len(policies) == 1 and policies[0].startswith("default-src 'none'")
        assert "{{" in path.read_text("utf-8") or "7 * 7" not in path.read_text("utf-8")


def test_they_are_legible_wherever_they_are_shown(hostile):
    for path in hostile.rglob("*.*"):
        assert not UNSEEN.search(path.read_bytes().decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n"))
    for path in hostile.rglob("results.json"):
        assert not UNSEEN.search(json.dumps(json.loads(path.read_text())["tests"], ensure_ascii=False))


def test_names_of_files_are_safe(hostile):
    for path in hostile.rglob("*"):
        assert re.fullmatch(r"[a-z0-9_-]+(\.(html|csv|json))?", path.name)


@pytest.mark.parametrize(
    "text, shown",
    [
        ("a\x1b[31;1mred\x1b[0m", "ared"),
        ("\x1b]8;;http://x\x1b\\link", "link"),
        ("\x9b2J", ""),
        ("\x1b[", "\\x1b["),
        ("\x1b]0;never ends and hides the rest", "\\x1b]0;never ends and hides the rest"),
        ("1\r2\r\n3", "1\n2\n3"),
        ("\u202eabc", "\\u202eabc"),
        ("a\x00", "a\\x00"),
        ("\ud800", "\\ud800"),
        ("e" + "\u0301" * 50, "e" + "\u0301" * 4),
        ("José שלום 👩🏽\u200d🎓 Jos\u0065\u0301", "José שלום 👩🏽\u200d🎓 Jos\u0065\u0301"),
    ],
)
def test_what_cannot_be_seen_is_written_out_and_letters_stay(text, shown):
    assert legible(text) == shown


def test_a_line_is_one_and_short():
    assert line("a\n\n b\tc") == "a b c" and len(line("x" * 9000, 80)) == 80


def test_every_student_has_files_of_their_own():
    names = [
        "ann",
        "Ann",
        "ANN",
        "ann ",
        "ann.",
        ".ann",
        "-ann",
        "José",
        "Jose\u0301",
        "a/b",
        "a\\b",
        "../..",
        "",
        "con",
        "CON",
        "nul",
        "com1",
        "index",
        "x" * 500,
        "x" * 499,
        "👩",
        "\ud800",
        "ann\n",
        file_name("Ann"),
        "é",
        "è",
    ]
    found = [file_name(name).casefold() for name in names]
    assert len(set(found)) == len(names) and max(map(len, found)) < 100
    assert not {"con", "nul", "com1", ""} & set(found)


def test_a_formula_becomes_a_drawing_and_one_that_cannot_is_shown_as_it_is():
    assert "<svg" in markdown.html(r"It is $\frac{a}{b}$.") and r"aria-label=\"" not in markdown.html("$a$")
    assert r"<code>\begin{cases}</code>" in markdown.html(r"$\begin{cases}$")
    assert markdown.html("[go](https://elsewhere.example) <b>x</b>") == "<p>go &lt;b&gt;x&lt;/b&gt;</p>\n"


def test_a_formula_of_its_own_line_has_fractions_in_full_size():
    def height(text):
        return float(re.search(r"height:([\d.]+)em", markdown.html(text))[1])

    assert height("$$\n\\frac{a}{b}\n$$") > 1.2 * height(r"$\frac{a}{b}$")


# ---- tables and Gradescope ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "Lee, Ann", 'Ann "A" Lee', "Ann\nLee", "'; --", "é"]
)
def test_any_name_goes_into_a_table_and_executes_nothing(made, write, name):
    folder = write(made.row(name))
    (found,) = table(folder / "grades.csv")
    assert unspelled(found["student"]) == name and not found["student"].startswith(tuple("=+-@\t"))


def test_a_line_has_the_points_of_each_question(made, write):
    folder = write(made.row(lost={"train": ["another optimizer"]}))
    (found,) = table(folder / "grades.csv")
    assert found == {
        "student": "ann",
        "exercise": STEM,
        "status": "graded",
        "level": "2 confined",
        "total": "77",
        "of": "80",
        "open": "20",
        "big-batch-gradient": "40",
        "weighted-gradient": "20",
        "train": "17",
        "explain": "",
        "reason": "",
    }
    assert (folder / "grades.csv").read_bytes().startswith(b"\xef\xbb\xbf")


def test_who_was_not_graded_has_no_points_in_the_table(made, write):
    folder = write(replace(made.row(), status=UNREADABLE, reason="It is empty.", level=0))
    (found,) = table(folder / "grades.csv")
    assert found["status"] == UNREADABLE and found["reason"] == "It is empty." and found["level"] == "0 not run"
    assert found["total"] == found["of"] == found["open"] == found["train"] == ""


def test_points_written_into_the_table_of_answers_are_taken_back(made, write):
    row = made.row("=ann", answer='Because,\n"it" adds.')
    path = write(row) / "to_read.csv"
    assert [each["answer"] for each in table(path)] == ['Because,\n"it" adds.']
    path.write_bytes(path.read_bytes().replace(b'"explain","",""', b'"explain",12,"good"'))
    found, problems, _ = marks.check(
        marks.read(path),
        {("=ann", STEM): row}.get and (lambda student, stem: row if (student, stem) == ("=ann", STEM) else None),
    )
    assert problems == [] and [(mark.points, mark.comment) for mark in found] == [(12, "good")]


def filled(path, student, points, comment=""):
    """Write points into a table of answers, as a grader does in a spreadsheet."""
    lines = table(path)
    for each in lines:
        if each["student"] == student:
            each["points"], each["comment"] = points, comment
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, lines[0])
        writer.writeheader()
        writer.writerows(lines)
    return path


def read_points(path):
    return {each["student"]: (each["points"], each["comment"]) for each in table(path)}


def test_what_somebody_wrote_into_the_table_of_answers_is_taken_over(made, write):
    rows = [made.row("ann", answer="Because.\nYes."), made.row("=bob", answer="-1")]
    path = filled(filled(write(*rows) / "to_read.csv", "ann", "12", "good"), "'=bob", "", "=draft")
    write(*rows, made.row("zoe"))
    assert read_points(path) == {"ann": ("12", "good"), "'=bob": ("", "'=draft"), "zoe": ("", "")}
    write(*rows)
    assert len(read_points(path)) == 2 and [each.name for each in path.parent.glob("to_read*")] == ["to_read.csv"]


@pytest.mark.parametrize("points", ["12", "12.0"])
def test_points_that_are_taken_leave_the_table_and_nothing_is_kept(made, write, points):
    row = made.row("ann")
    path = filled(write(row) / "to_read.csv", "ann", points, "good")
    write(marks.with_marks(row, [marks.Mark("ann", STEM, "explain", 12, "good", row.submission)]))
    assert read_points(path) == {} and [each.name for each in path.parent.glob("to_read*")] == ["to_read.csv"]


@pytest.mark.parametrize(
    ("comment", "kept"),
    [("=1/0", "'=1/0"), ("good;-1", "good;'-1"), ("well:\n- done\n- read", "well:\n'- done\n'- read")],
)
def test_a_comment_that_could_be_a_formula_comes_back_as_it_was_meant(made, write, comment, kept):
    row = made.row("ann")
    path = filled(write(row) / "to_read.csv", "ann", "12", comment)
    write(row)
    assert read_points(path) == {"ann": ("12", kept)}
    given, _, _ = marks.check(marks.read(path), lambda student, exercise: row)
    write(marks.with_marks(row, given))
    assert given[0].comment == comment and [each.name for each in path.parent.glob("to_read*")] == ["to_read.csv"]


@pytest.mark.parametrize("change", ["answer", "gone", "other points", "column", "no table"])
def test_a_table_with_points_for_what_is_not_open_any_more_is_kept_and_told(made, tmp_path, change):
    said, row = [], made.row("ann")

    def write(row):
        reports.write([row], tmp_path / "reports", {STEM: made.exercise}, said.append)
        return tmp_path / "reports" / STEM / "to_read.csv"

    path = filled(write(row), "ann", "12", "good")
    if change == "column":
        path.write_text("student,exercise,question,points,mood\n" + f"ann,{STEM},explain,,sunny\n")
    elif change == "no table":
        path.write_bytes(b"PK\x03\x04\xff")
    before = path.read_bytes()
    changed = {
        "answer": made.row("ann", answer="Another."),
        "gone": made.row("zoe"),
        "other points": marks.with_marks(row, [marks.Mark("ann", STEM, "explain", 11, "good", row.submission)]),
    }
    write(changed.get(change, row))
    assert (path.parent / "to_read.kept-1.csv").read_bytes() == before and "is kept as" in "".join(said)
    assert all(points == ("", "") for points in read_points(path).values())


def test_a_note_that_somebody_wrote_is_kept(made, write):
    path = write(made.row("ann")) / "to_read.csv"
    lines = table(path)
    lines[0]["note"] = "Ask Ann about this."
    write_csv(path, list(lines[0]), [list(line.values()) for line in lines])
    write(made.row("ann"))
    assert table(path.with_name("to_read.kept-1.csv"))[0]["note"] == "Ask Ann about this."
    assert table(path)[0]["note"] == ""


@pytest.mark.parametrize("note", ["missing; this is from cell 3", "empty; this is from cells 3, 4 and 12 more"])
def test_our_own_note_is_not_kept(made, write, note):
    row = made.row("ann")
    noted = replace(row, questions=tuple(replace(each, reason=f"The answer cell is {note}.") for each in row.questions))
    path = write(noted) / "to_read.csv"
    write(row)
    assert [each.name for each in path.parent.glob("to_read*")] == ["to_read.csv"]


def test_where_a_long_answer_is_cut_it_says_so(made, write):
    (only,) = table(write(made.row("ann", answer="x" * 4001)) / "to_read.csv")
    assert only["answer"].endswith("x … (cut; 1 more letter)")


def test_a_mark_that_is_too_high_now_is_asked_for_again_with_its_number(made, write):
    row = marks.with_marks(made.row("ann"), [marks.Mark("ann", STEM, "explain", 28, "", made.row().submission)])
    (only,) = table(write(row) / "to_read.csv")
    assert "The 28 points that a human gave to explain are more than the 20 that it gives now" in only["note"]


def test_an_exercise_that_the_course_has_no_more_keeps_its_columns(made, tmp_path):
    reports.write([made.row("ann")], tmp_path, {})
    (only,) = table(tmp_path / STEM / "grades.csv")
    assert only["train"] and only["explain"] == "" and list(only)[-1] == "reason"


def test_a_folder_in_which_nobody_has_a_row_any_more_is_taken_away(made, tmp_path):
    reports.write([made.row("ann"), Row("ann", "", "", REFUSED, "It is a link.")], tmp_path, {STEM: made.exercise})
    (tmp_path / "mine").mkdir()
    filled(tmp_path / STEM / "to_read.csv", "ann", "3")
    (tmp_path / STEM / "moderated.xlsx").write_bytes(b"a teacher's own")
    reports.write([Row("ann", "05_loop", "", REFUSED)], tmp_path, {})
    assert sorted(path.name for path in tmp_path.iterdir()) == [STEM, "05_loop", "all_grades.csv", "index.html", "mine"]
    assert sorted(path.name for path in (tmp_path / STEM).iterdir()) == ["moderated.xlsx", "to_read.csv"]


def test_gradescope_gets_each_trial_as_a_test_that_is_shown_when_grades_are_published(made, write):
    row = made.row(lost={"train": ["another optimizer"]})
    found = json.loads((write(row) / "gradescope" / "ann" / "results.json").read_text())
    scored = [test for test in found["tests"] if "score" in test]
    assert found["score"] == sum(test["score"] for test in scored) == 77
    assert sum(test["max_score"] for test in scored) == 80
    assert all(test["status"] == ("passed" if test["score"] == test["max_score"] else "failed") for test in scored)
    assert {test["visibility"] for test in found["tests"]} == {found["visibility"]} == {"after_published"}
    (lost,) = [test for test in scored if test["status"] == "failed"]
    assert (
        lost["name"] == "c. A whole run: another optimizer"
        and lost["output"] == "With Adam, w does not go where it should."
    )
    (by_hand,) = [test for test in found["tests"] if "score" not in test]
    assert "A person reads this answer and gives up to 20 points." == by_hand["output"]
    assert {found[name] for name in found if name.endswith("_format")} == {"text"}


def test_gradescope_is_told_why_nothing_was_graded(write):
    write_to = write(Row("ann", STEM, "", REFUSED, "It is a link."))
    found = json.loads((write_to / "gradescope" / "ann" / "results.json").read_text())
    assert found["score"] == 0 and found["output"].startswith("refused: It is a link.")


# ---- all exercises ---------------------------------------------------------------------------------------------------


@pytest.fixture
def whole_course(made, tmp_path):
    """The folder of reports on two exercises, one of them no longer in the course, and on a hand-in to neither."""
    rows = [
        made.row("=ann"),
        marks.with_marks(made.row("bob"), [marks.Mark("bob", STEM, "explain", 15, "", "a1" * 32)]),
        Row("=ann", "05_loop", "", UNREADABLE, "It is empty."),
        Row("zoe", "", "", REFUSED, "It is a link."),
    ]
    reports.write(rows, tmp_path / "reports", {STEM: made.exercise})
    return tmp_path / "reports"


def test_one_table_has_everybody_at_every_exercise_and_what_is_open_or_not_there(whole_course):
    ann, bob, zoe = table(whole_course / "all_grades.csv")
    assert ann == {
        "student": "'=ann",
        "no exercise": "",
        STEM: "80",
        "05_loop": "unreadable",
        "total": "80",
        "of": "80",
        "open": "20",
        "not graded": "1",
        "not handed in": "0",
    }
    assert (bob[STEM], bob["05_loop"]) == ("95", "not handed in")
    assert (bob["total"], bob["of"], bob["open"]) == ("95", "100", "0")
    assert [zoe[name] for name in ("no exercise", STEM, "total", "of", "open", "not graded", "not handed in")] == [
        "refused",
        "not handed in",
        *["", "", ""],
        "1",
        "2",
    ]


def test_the_index_has_the_same_table_and_leads_to_every_page(whole_course):
    index = Elements((whole_course / "index.html").read_text("utf-8"))
    links = [attributes["href"] for _, attributes in index.found if "href" in attributes]
    assert all((whole_course / link).is_file() for link in links) and f"{STEM}/students/bob.html" in links
    text = " ".join(index.text.split())
    assert "=ann 80 / 80 80 ✎ 20 ! – bob 95 / 100 95 – – zoe – – – !" in text
    assert "Without an exercise 1 0 1 0" in text  # every column writes a zero as 0


# ---- the folder -----------------------------------------------------------------------------------------------------


def test_the_same_rows_give_the_same_bytes(made, tmp_path, monkeypatch):
    rows = [made.row(f"s{number}", {"train": ["another optimizer"]} if number % 2 else {}) for number in range(8)]
    for name in ("one", "other", "other"):
        (tmp_path / name).mkdir(exist_ok=True)
        monkeypatch.chdir(tmp_path / name)
        reports.write(rows, "reports", {STEM: made.exercise})
    one, other = (
        {path.relative_to(tmp_path / name): path.read_bytes() for path in (tmp_path / name).rglob("*.*")}
        for name in ("one", "other")
    )
    assert one == other and len(one) == 2 + 2 * 8 + 8


def test_who_is_not_there_any_more_has_no_page(made, write):
    write(made.row("ann"), made.row("bob"))
    folder = write(made.row("bob"))
    assert [path.name for path in (folder / "students").iterdir()] == ["bob.html"]
    assert [path.name for path in (folder / "gradescope").iterdir()] == ["bob"]


def test_a_hand_in_without_an_exercise_has_a_page_as_well(tmp_path):
    index = reports.write(
        [Row("ann", "", "", REFUSED, "Nothing shows which exercise `a.ipynb` answers.")], tmp_path / "r", {}
    )
    page = (tmp_path / "r" / "no_exercise" / "students" / "ann.html").read_text("utf-8")
    assert "Nothing shows which exercise <code>a.ipynb</code> answers." in page
    assert "Without an exercise" in index.read_text("utf-8")


def test_questions_that_an_exercise_no_longer_has_are_shown_by_their_ids(made, tmp_path):
    reports.write([made.row()], tmp_path / "r", {})
    assert "big-batch-gradient" in (tmp_path / "r" / STEM / "students" / "ann.html").read_text("utf-8")


def test_no_rows_are_an_empty_index(tmp_path):
    assert "Exercises" in reports.write([], tmp_path / "r", {}).read_text("utf-8")
