"""The reports on a class: numbers that can be counted again, intervals, and no names on its page."""

import csv
import re
import shlex
from dataclasses import replace
from html import unescape

import pytest
from matplotlib.text import Text

from autogradlab import cli
from autogradlab.grading import marks, reports
from autogradlab.grading.names import quoted
from autogradlab.grading.reports.asked import questions
from autogradlab.grading.reports.class_page import ClassPage
from autogradlab.grading.reports.cohort import Cohort
from autogradlab.grading.reports.figures import ideas_figure
from autogradlab.grading.row import NOT_ATTEMPTED, TIMED_OUT, UNREADABLE

STEM = "04_accumulate"
NAMES = ("items.csv", "misconceptions.csv", "reasons.csv", "errors.csv")


@pytest.fixture
def about(made):
    """`about(rows)`: what is shown of a class."""

    def go(rows):
        cohort = Cohort(questions(made.exercise))
        for row in rows:
            cohort.add(row)
        return ClassPage("Exercise 04", cohort)

    return go


def item(page, trial, question="train"):
    return next(each for each in page.items if (each.question, each.trial) == (question, trial))


def table(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def sixty(made):
    """A class of sixty."""
    return made.a_class(60)


@pytest.fixture(scope="module")
def written(made, sixty, tmp_path_factory):
    """The folder of the reports on these sixty."""
    folder = tmp_path_factory.mktemp("reports")
    reports.write(sixty, folder, {STEM: made.exercise})
    return folder / STEM


@pytest.mark.parametrize("size", [0, 1, 4, 5, 19, 21])
def test_a_class_of_any_size_has_a_page(made, size, about):
    html = about(made.a_class(size)).html()
    assert ("Too few to show numbers" in html) == (size < 5) and ("<table" in html) == (size >= 5)
    assert ("Too few to rank" in html) == (5 <= size < 20) and html.count("<svg role") == (3 if size >= 5 else 0)


def test_it_names_nobody_and_the_list_names_all(written):
    for name in ("class.html", *NAMES):
        assert "student 0" not in (written / name).read_text("utf-8")
    assert len(set(re.findall(r"student 0\d\d", (written / "students.html").read_text("utf-8")))) == 60


def test_shares_are_counted_among_those_who_tried(made, sixty, about):
    page = about(sixty)
    for question in made.exercise.questions:
        rows = [each for row in sixty for each in row.questions if each.question == question.cell]
        whole = item(page, "", question.cell)
        assert (whole.right.count, whole.right.of) == (sum(each.earned == each.points for each in rows), 60)
        assert whole.untouched.count == sum(not each.trials for each in rows)
        for trial in question.trials:
            tried = [each for row in rows for each in row.trials if each.name == trial.name]
            found = item(page, trial.name, question.cell)
            assert (found.right.count, found.right.of) == (sum(each.earned > 0 for each in tried), len(tried))
            assert 0 <= found.right.low < found.right.value < found.right.high <= 1


def test_able_students_earn_more_and_a_trial_that_they_lose_is_looked_at_first(made, about):
    sound, bad = about(made.a_class(240)), about(made.a_class(240, inverted="another optimizer"))
    assert item(sound, "another optimizer").correlation.value > 0.2
    flags = item(bad, "another optimizer").flags
    assert [flag.name for flag in flags if flag.serious and flag.clear] == ["negative correlation"]
    assert "Look first at how “another optimizer” in “c. A whole run” is judged." in bad.html()


def test_a_correlation_below_0_that_may_be_chance_stands_in_the_table_alone(made, about):
    few = about(made.a_class(30))
    assert [flag.clear for each in few.items for flag in each.flags if flag.serious] == [False]
    assert "may be chance" in few.html() and "Look first" not in few.html()


def test_the_item_itself_is_not_part_of_what_it_is_held_against(made, about):
    alone = [made.row(f"s{number}", {"train": ["another optimizer"]} if number % 2 else {}) for number in range(40)]
    assert not item(about(alone), "another optimizer").correlation.shown


def test_a_class_that_is_too_small_has_no_parts_in_which_nothing_can_stand(made, about):
    small, large = (about([made.row(f"s{number}") for number in range(size)]).html() for size in (4, 5))
    for part in ("ideas", "reasons", "errors", "how"):
        assert f'"{part}"' not in small and f"#{part}" not in small and f'id="{part}"' in large


def test_hand_ins_without_any_answer_are_to_be_asked_after(made, about):
    row = made.row("ann")
    nothing = tuple(replace(each, status=NOT_ATTEMPTED, earned=0) for each in row.questions)
    html = about([replace(row, questions=nothing), made.row("bob")]).html()
    assert "<b>1</b> hand-in</a> without any answer" in html and "was this the file that should" in html
    assert "without any answer" not in about([row]).html()


def test_every_idea_is_counted_once_for_each_student(sixty, about):
    page = about(sixty)
    holders = [
        row.student for row in sixty if any(trial.idea == "M36" for each in row.questions for trial in each.trials)
    ]
    found = next(row for row in page.ideas if row.idea == "M36")
    assert found.share.count == len(holders) and list(found.where) == ["big-batch-gradient", "train"]


def test_errors_are_put_together_without_the_line_of_any_student(made, about):
    everybody = made.a_class(120)
    page = about(everybody)
    for question in made.exercise.questions:
        met = [
            row
            for row in everybody
            for each in row.questions
            if each.question == question.cell and each.reason.startswith("It raised")
        ]
        (found,) = [each for each in page.reasons if each.question == question.cell and each.is_error]
        assert (found.said, found.share.count) == ("It raised TypeError.", len(met))
        assert found.trials == tuple(trial.name for trial in question.trials)
    assert "mine_" not in page.html()


def test_reasons_of_the_rubric_come_with_their_idea(sixty, about):
    said = {(row[0], row[1]): row for row in about(sixty).reason_table.rows}
    row = said["c. A whole run", "Within a group, micro-batches do not count according to their sizes."]
    assert row[2] == "each sample counts the same" and row[4] == "M36"


def test_a_sentence_that_was_said_to_fewer_than_five_is_not_shown(made, about):
    rows = [made.row(f"s{number}", {"train": ["another optimizer"]} if number < 4 else {}) for number in range(30)]
    assert not about(rows).reasons
    rows[5] = made.row("s5", {"train": ["another optimizer"]})
    assert [each.share.count for each in about(rows).reasons] == [5]


def test_an_answer_that_did_not_run_is_one_error(made, about):
    asked = made.exercise.questions[2]
    lost = made.question(asked, [trial.name for trial in asked.trials], "It raised NameError.")
    lost = replace(lost, reason="The answer cell did not run to its end. It raised SyntaxError: x It raised NameError.")
    rows = [replace(made.row(f"s{number}"), questions=(lost,)) for number in range(6)]
    (found,) = about(rows).reasons
    assert found.said == "The answer itself raised SyntaxError." and found.is_error


def test_many_stopped_by_the_time_limit_are_a_flag(made, about):
    slow = [
        replace(row, questions=tuple(replace(each, status=TIMED_OUT, earned=0) for each in row.questions))
        for row in made.a_class(10)
    ]
    assert "many over the time limit" in [flag.name for flag in item(about(slow + made.a_class(20)), "").flags]


def test_what_was_not_graded_is_counted_apart(made, tmp_path, sixty, about):
    rows = [*sixty, replace(made.row("eve"), status=UNREADABLE, reason="It is empty.")]
    page = about(rows)
    assert item(page, "").right.of == 60
    assert "60 of 61 hand-ins graded" in page.html() and "<b>1</b> hand-in</a> could not be graded" in page.html()
    reports.write(rows, tmp_path, {STEM: made.exercise})
    assert "It is empty." in (tmp_path / STEM / "students.html").read_text("utf-8")


@pytest.mark.parametrize(
    "said",
    [
        "other versions, not graded: `05.ipynb`; graded: `x.zip/05.ipynb`",
        "handed in again, and not graded: `05.ipynb`, late by 1:00:00",
    ],
)
def test_who_handed_in_several_versions_is_to_be_looked_at(made, tmp_path, said):
    rows = [made.row("ann"), made.row("bob", findings=("Cell 1 is no cell.", said))]
    reports.write(rows, tmp_path, {STEM: made.exercise})
    page, names = ((tmp_path / STEM / name).read_text("utf-8") for name in ("class.html", "students.html"))
    to_do = page[page.index("To do") : page.index("</section>", page.index("To do"))]
    assert '<a href="students.html#versions"><b>1</b> student</a> handed in several versions' in to_do
    table = names[names.index('id="versions"') : names.index("</section>", names.index('id="versions"'))]
    assert "bob" in table and "<code>05.ipynb</code>" in table and "ann" not in table


def test_the_list_says_who_was_late(made, tmp_path):
    rows = [made.row("ann", findings=("Cell 1 is no cell.",)), made.row("bob", findings=("late by 17 h", "Cell 1."))]
    reports.write(rows, tmp_path, {STEM: made.exercise})
    page = (tmp_path / STEM / "students.html").read_text("utf-8")
    assert page.count("late by") == 1 and '<td class="number">2, late by 17 h</td>' in page


def test_names_of_versions_are_no_markup(made, tmp_path):
    names = ", ".join(map(quoted, ["a`b.ipynb", "**x** [a](javascript:alert(1)).ipynb", "<i>`.ipynb"]))
    reports.write(
        [made.row("bob", findings=(f"other versions, not graded: {names}",))], tmp_path, {STEM: made.exercise}
    )
    page = (tmp_path / STEM / "students.html").read_text("utf-8")
    assert "<b>x</b>" not in page and "<code>**x** [a](javascript:alert(1)).ipynb</code>" in page


def test_where_nobody_handed_in_several_versions_nothing_is_said_of_it(made, tmp_path):
    reports.write([made.row("ann")], tmp_path, {STEM: made.exercise})
    assert "versions" not in "".join(
        (tmp_path / STEM / name).read_text("utf-8") for name in ("class.html", "students.html")
    )


def test_a_column_that_says_nothing_of_a_trial_is_empty_there_and_numbers_are_short(written):
    rows = table(written / "items.csv")
    trials = [row for row in rows if row["question"] != "the whole question"]
    assert trials and all(row["not attempted"] == row["not attempted of"] == "" for row in trials)
    assert all(row["not attempted of"] == "60" for row in rows if row not in trials)
    assert max(len(row["all points high"]) for row in rows) <= len("0.1234")


def test_points_are_final_once_every_answer_was_read(made, about):
    rows = [made.row(f"s{number}", {"train": ["another optimizer"]} if number % 2 else {}) for number in range(8)]
    read = [marks.with_marks(row, [marks.Mark(row.student, STEM, "explain", 15, "", row.submission)]) for row in rows]
    half, whole = about([*rows[:1], *read[1:]]).html(), about(read).html()
    assert "median 80 of 80 points that a program gives." in half or "median 77 of 80 points that a program" in half
    assert "Answers in words are included once all of them have been read." in half
    assert "<b>1</b> student waits for" in half
    assert (
        "of 100 points.</p>" in whole and "that a program" not in whole and "Points of 8 students, out of 100." in whole
    )


def test_the_page_of_much_alike_is_linked_where_it_is_kept_new_and_goes_with_its_rows(made, tmp_path):
    page, known = tmp_path / STEM / "similarity.html", {STEM: made.exercise}

    def write(rows, **words):
        written = reports.write_similarity(rows, tmp_path, known, **words)
        reports.write(rows, tmp_path, known)
        return written, (tmp_path / STEM / "class.html").read_text("utf-8")

    rows = [made.row("ann"), made.row("bob")]
    assert write(rows, everywhere=False)[0] == [] and "similarity.html" not in write(rows, everywhere=False)[1]
    written, about = write(rows)
    assert written == [page] and about.count('<a href="similarity.html">') == 2
    assert "among 2 hand-ins" in page.read_text("utf-8")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "similarity.html").write_text("a teacher's own")
    assert write(rows[:1], everywhere=False)[0] == [page] and "among 1 hand-in share" in page.read_text("utf-8")
    reports.write_similarity([made.row("ann", exercise="05_loop")], tmp_path, known, everywhere=False)
    assert not page.exists() and (tmp_path / "mine" / "similarity.html").exists()


@pytest.mark.parametrize("questions", [1, 2, 4])
def test_no_picture_of_ideas_cuts_its_title_off(made, about, questions):
    lost = {each.cell: [trial.name for trial in each.trials] for each in made.exercise.questions[:questions]}
    page = about([made.row(f"s{number}", lost) for number in range(6)])
    plot = ideas_figure(page.ideas, page.titles)
    plot.canvas.draw()
    [title] = plot.findobj(lambda each: isinstance(each, Text) and each.get_text().startswith("Lost a trial"))
    assert title.get_window_extent(plot.canvas.get_renderer()).x1 <= plot.bbox.x1


@pytest.mark.parametrize("name", NAMES)
def test_the_tables_are_files_as_well(written, name):
    rows = table(written / name)
    assert rows and all(None not in row and None not in row.values() for row in rows)


def test_every_picture_is_told_in_words_and_every_table_has_headings(sixty, about):
    html = about(sixty).html()
    told = re.findall(r'<svg role="img" aria-label="([^"]+)"', html)
    assert len(told) == 3 and told[0].startswith("Points of 60 students, out of 80. Median")
    assert html.count("<table") == html.count("<caption>") == 4
    assert all("scope=" in heading for heading in re.findall(r"<th\b[^>]*>", html))
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)


def test_the_command_on_the_page_takes_points_back_as_it_is_printed(made, tmp_path):
    out = tmp_path / "my grades"
    reports.write([made.row("ann")], out / "reports", {STEM: made.exercise}, also="--course here")
    page = (out / "reports" / STEM / "class.html").read_text("utf-8")
    [command] = re.findall("<code>(autogradlab marks [^<]*)</code>", page)
    words = shlex.split(unescape(command))[1:]
    assert words == ["marks", str(out / "reports" / STEM / "to_read.csv"), "--out", str(out), "--course", "here"]
    assert cli.parser().parse_args(words).file == words[1]


def test_a_small_class_is_told_once_that_nothing_is_compared(made, about):
    small, large = (about(made.a_class(size)).html() for size in (12, 21))
    assert "too few" not in small and "correlation with" not in small and small.count("Too few to rank") == 1
    assert "correlation with" in large
