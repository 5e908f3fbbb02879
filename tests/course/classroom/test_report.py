"""The report: one page that needs nothing else, CSV files that execute nothing, no learner in either."""

import _pyio
import csv
import io
import os
import re
from html.parser import HTMLParser

import pytest

from autogradlab import cli
from autogradlab.course.classroom import items, write_report
from autogradlab.course.classroom.page import page as page_of
from autogradlab.spreadsheet import harmless, write_csv

FILES = {"report.html", "items.csv", "first_answers.csv", "misconceptions.csv", "next_answers.csv", "unexplained.csv"}
HOSTILE = '=HYPERLINK("x")<script>alert(1)</script>'


class Elements(HTMLParser):
    """All elements of a page, as (tag, attributes)."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def all(self, tag):
        return [attributes for name, attributes in self.found if name == tag]


@pytest.fixture(scope="module")
def written(tmp_path_factory, made_class, lines_of):
    """(the folder of a report on a made class with hostile answers, its learners' codes)."""
    exports, out = tmp_path_factory.mktemp("exports"), tmp_path_factory.mktemp("out") / "report"
    learners = made_class(0)[2].learners()
    for code, _, records in learners:
        hostile = [records[0] | {"item": "01-C1", "verdict": "not yet", "tag": "", "answer": HOSTILE}]
        (exports / f"{code}.jsonl").write_text(lines_of(records + hostile), "utf-8")
    (exports / "&lt;.jsonl").write_text("{", "utf-8")
    report = write_report(exports, out)
    assert (report.page, report.learners) == (out / "report.html", len(learners))
    return out, [code for code, *_ in learners]


@pytest.fixture(scope="module")
def page(written):
    return (written[0] / "report.html").read_text("utf-8")


def test_a_page_and_a_file_for_each_view_are_written(written):
    assert {path.name for path in written[0].iterdir()} == FILES


def test_no_learners_code_leaves_the_exports(written):
    out, codes = written
    text = "".join(path.read_text("utf-8") for path in out.iterdir())
    assert not any(code in text for code in codes)


def test_the_page_has_no_script_and_asks_nobody_for_anything(page):
    elements = Elements(page)
    assert not {"script", "iframe", "link", "img", "object", "base"} & {tag for tag, _ in elements.found}
    assert not [name for _, attributes in elements.found for name in attributes if name.startswith("on")]
    references = [
        value
        for _, attributes in elements.found
        for name, value in attributes.items()
        if name in ("href", "src", "xlink:href")
    ]
    assert all(reference.startswith("#") for reference in references)
    assert "@import" not in page and not re.search(r"url\((?!#)", page)


def test_a_strangers_text_is_shown_and_never_read_as_html(page):
    assert "&lt;script&gt;alert(1)" in page and "<script" not in page
    assert "&amp;lt;.jsonl" in page


def test_code_in_a_misconception_is_shown_as_code(page):
    assert "Each backward replaces <code>.grad</code>" in page and "`" not in page


def test_every_table_has_a_caption_and_headings_and_every_picture_a_sentence(page):
    elements = Elements(page)
    assert len(elements.all("table")) == len(elements.all("caption")) > 8
    assert all(heading["scope"] in ("col", "row", "rowgroup") for heading in elements.all("th"))
    pictures = [svg for svg in elements.all("svg") if svg.get("role") == "img"]
    assert len(pictures) == len(elements.all("div")) - len(elements.all("table")) == 6
    assert all(
        svg["aria-label"].endswith(" below has the rest.") or "all of them" in svg["aria-label"] for svg in pictures
    )
    assert all(svg.get("aria-hidden") == "true" for svg in elements.all("svg") if svg not in pictures)


def test_every_id_is_there_once_and_every_link_leads_to_one(page):
    elements = Elements(page)
    ids = [attributes["id"] for _, attributes in elements.found if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {
        value[1:]
        for _, attributes in elements.found
        for name, value in attributes.items()
        if name in ("href", "xlink:href")
    } <= set(ids)


def test_the_page_is_the_same_on_every_run(written, tmp_path, made_class, lines_of):
    exports = tmp_path / "exports"
    exports.mkdir()
    for code, _, records in made_class(1, 21)[2].learners():
        (exports / f"{code}.jsonl").write_text(lines_of(records), "utf-8")
    pages = [write_report(exports, tmp_path / name).page.read_bytes() for name in ("out", "out")]
    assert pages[0] == pages[1]


def test_the_page_has_the_same_bytes_on_every_system(folder, tmp_path, monkeypatch, record, write_export):
    write_export(folder / "a.jsonl", [record("a1", "04-C1", 1, "passed")])
    monkeypatch.setattr(io, "open", _pyio.open)  # this `open` asks `os.linesep`
    monkeypatch.setattr(os, "linesep", "\r\n")
    assert b"\r" not in write_report(folder, tmp_path / "out").page.read_bytes()


def test_the_page_tells_the_limits_that_its_marks_follow(made_class, monkeypatch):
    monkeypatch.setattr(items, "HARD", 0.15)
    monkeypatch.setattr(items, "WEAK", 0.25)
    page = page_of(made_class(0)[0])
    assert "below 0.25 is weak" in page
    assert "Limits: under 15% or over 90% right, correlation under 0.25" in page


@pytest.mark.parametrize("name", sorted(FILES - {"report.html"}))
def test_a_csv_file_is_a_table_of_numbers_and_harmless_texts(written, name):
    with open(written[0] / name, encoding="utf-8-sig", newline="") as file:
        head, *rows = csv.reader(file)
    assert rows and {len(row) for row in rows} == {len(head)} and len(head) == len(set(head))
    for row in rows:
        for cell in row:
            assert cell[:1] not in tuple("=+-@\t") or float(cell) < 0


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(1)", "  =1", "＝1+1", "-"])
def test_a_text_that_could_be_a_formula_gets_an_apostrophe(cell):
    assert harmless(cell) == "'" + cell


@pytest.mark.parametrize(
    "cell",
    [
        "a;=1+1;b",
        "a\n=1",
        "a\r@SUM(1)",
        "a\t-1",
        "\t=1",
        "a\n\n - 1",
        "a; =1",
        'a;"=1+1;',
        'a;"" =1',
        "a;\t＝1",
        "a\n=1\n=2",
    ],
)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_no_part_of_a_text_is_a_formula_for_a_spreadsheet_that_splits_it_elsewhere(tmp_path, cell, delimiter):
    write_csv(tmp_path / "t.csv", ["student", "answer", "note"], [["ann", cell, ""]])
    with open(tmp_path / "t.csv", encoding="utf-8-sig", newline="") as file:
        parts = [part for row in csv.reader(file, delimiter=delimiter) for part in row]
    assert [part for part in parts if re.match('[ "]*[=+@＝＋－＠-]', part)] == []


@pytest.mark.parametrize("cell", [-1.5, 3, "M03", "", "2-1", "tensor(-3.)", "a; b - c", "a, -1", "x = 1\ny = 2; z = 3"])
def test_numbers_and_other_texts_stay_as_they_are(cell):
    assert harmless(cell) is cell


@pytest.mark.parametrize("size", [1, 4, 5, 19, 21])
def test_a_class_of_any_size_gets_a_page(folder, tmp_path, made_class, lines_of, size):
    for code, _, records in made_class(0, size)[2].learners():
        (folder / f"{code}.jsonl").write_text(lines_of(records), "utf-8")
    page = write_report(folder, tmp_path / "out").page.read_text("utf-8")
    assert ("Too few to rank items." in page) == (5 <= size < 20) and ("Nothing can be" in page) == (size < 5)
    assert ("<table" in page) == (size >= 5)


def test_the_exports_folder_is_no_place_for_the_report(folder, record, write_export):
    write_export(folder / "a.jsonl", [record("a1", "04-C1", 1, "passed")])
    for out in (folder, folder / "report"):
        with pytest.raises(ValueError, match="lies in the folder of the exports\n  help: "):
            write_report(folder, out)


def test_the_command_tells_what_it_read_and_wrote(folder, tmp_path, record, write_export, capsys):
    write_export(folder / "a.jsonl", [record("a1", "04-C1", 1, "passed")])
    (folder / "essay.docx").touch()
    assert cli.main(["classroom", str(folder), "--out", str(tmp_path / "out")]) == 0
    read, trouble, page = capsys.readouterr().out.splitlines()
    assert read == "exports read: 1, learners: 1" and trouble.startswith("`essay.docx` was not read")
    assert page == f"written: {tmp_path / 'out' / 'report.html'}"


@pytest.mark.parametrize("words", [["classroom"], ["classroom", "exports"]])
def test_the_command_says_what_it_still_needs(words, capsys):
    with pytest.raises(SystemExit):
        cli.main(words)
    assert "required" in capsys.readouterr().err


def test_the_command_names_a_folder_that_is_not_there(tmp_path, capsys):
    assert cli.main(["classroom", str(tmp_path / "nowhere"), "--out", str(tmp_path / "out")]) == 1
    assert "is not a folder" in capsys.readouterr().err
