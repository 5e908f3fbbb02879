"""The log as its learner is shown it, and what an export contains."""

import errno
import json
import os

import pytest

from autogradlab.course.checks import log, log_export
from autogradlab.course.checks.log_lines import FIELDS


@pytest.fixture
def file(tmp_path):
    """Where an export goes."""
    return tmp_path / "out.jsonl"


def exported(file):
    return [json.loads(line) for line in file.read_text("ascii").splitlines()]


def test_the_table_has_a_line_for_every_record(check):
    check("99-C1", 16)
    log.record(item="99-C2", verdict="revealed", hint=4)
    head, columns, first, second = log_export.show().splitlines()
    assert head.startswith("2 records in ") and columns.split() == ["day", "item", "verdict", "hint", "tag", "answer"]
    assert first.split()[1:] == ["99-C1", "not", "yet", "0", "M40", "16"] and second.split()[-1] == "4"


def test_an_empty_log_is_one_line():
    assert log_export.show() == f"0 records in {log.file()}"


def test_an_answer_cannot_move_the_cursor():
    log.record(item="99-C3", answer="\x1b[2J\r\ud800")
    assert log_export.show().endswith("?[2J??")


def test_an_export_holds_every_record_with_its_fields_and_nothing_else(check, file):
    check("99-C1", 16)
    check("99-C2", "A")
    log_export.export(log_export.leaving(), file)
    assert exported(file) == log.attempts() and all(set(record) == set(FIELDS) for record in exported(file))


def test_every_field_is_said_in_words():
    assert list(log_export.FIELDS_IN_WORDS) == list(FIELDS)


def test_a_course_code_takes_the_names_place(check, file):
    check("99-C1", 16)
    log_export.export(log_export.leaving("ML26-07"), file)
    assert exported(file)[0]["learner"] == "ML26-07" and log.learner() not in file.read_text()


@pytest.mark.parametrize("code", ["A B", "=1+1", "../x", "x" * 41, "é"])
def test_a_code_of_other_signs_is_refused(code):
    with pytest.raises(ValueError, match="cannot be a course code\n  help: "):
        log_export.leaving(code)


LEAVES = [
    ("99-C1", "[1, -2.5e-07]"),
    ("99-C2", "A two"),
    ("99-C3", "tensor(9., grad_fn=<MulBackward0>)"),
    ("99-C3", "RuntimeError: w.grad"),
    ("99-C3", "None"),
    ("gone", "tensor([1., 2.], requires_grad=True)"),
]
STAYS = ["Bob", "3 Bob", "home/bob/x.py", "ask me@example.org", "I think None", "BobError", "π Bob_1"]


@pytest.mark.parametrize("item, answer", LEAVES)
def test_answers_in_the_words_of_python_and_of_the_check_leave(item, answer):
    log.record(item=item, answer=answer)
    assert log_export.leaving()[0]["answer"] == answer


@pytest.mark.parametrize("answer", STAYS)
def test_words_of_the_learners_own_stay_unless_asked_for(answer):
    log.record(item="99-C3", answer=answer)
    assert log_export.leaving()[0]["answer"] == "(text)"
    assert log_export.leaving(text=True)[0]["answer"] == answer


def test_the_preview_shows_the_first_lines_to_the_letter(check, file):
    for answer in (16, 77, -8, 5):
        check("99-C1", answer)
    check("99-C3", "7, says Bob")
    records = log_export.leaving("ML1")
    shown = log_export.preview(records, file)
    log_export.export(records, file)
    assert shown.startswith(f"5 records would be written to {file}.") and "left out: 1." in shown
    assert [line.strip() for line in shown.splitlines()[-3:]] == file.read_text().splitlines()[:3]
    assert all(name in shown for name in FIELDS)


def test_nothing_is_overwritten(check, file):
    check("99-C1", 16)
    file.write_text("mine")
    with pytest.raises(ValueError, match="already exists\n  help: choose another name"):
        log_export.refuse_taken(file)
    with pytest.raises(FileExistsError):
        log_export.export(log_export.leaving(), file)
    assert file.read_text() == "mine"


def test_a_full_disk_leaves_no_half_file(check, file, monkeypatch):
    class Full:
        __enter__ = lambda self: self
        __exit__ = lambda self, *_: None

        def write(self, data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(log_export, "open", lambda path, mode: path.touch() or Full(), raising=False)
    with pytest.raises(OSError, match="No space left"):
        log_export.export(log.attempts(), file)
    assert not file.exists()


def test_the_first_schema_leaves_as_the_second(data_folder):
    data_folder.mkdir()
    log.file().write_bytes(b'\n{"v": 1, "item": "99-C1", "answer": "8", "verdict": "passed"}')
    assert log_export.leaving() == [FIELDS | {"item": "99-C1", "answer": "8", "verdict": "passed"}]


def test_the_inventory_is_shown_without_its_verdicts_until_it_was_taken_after_the_course(data_folder):
    log.record(item="A-I07", seed=0, attempt=1, answer="B", verdict="not yet", tag="M03", phase="before")
    assert "A-I07" in log_export.show() and "M03" not in log_export.show() and "not yet" not in log_export.show()
    log.record(item="B-end", seed=0, attempt=0, answer="", verdict="revealed", tag="", phase="after")
    assert "M03" in log_export.show()
