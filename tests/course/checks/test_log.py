"""The private record of attempts."""

import errno
import os
import subprocess
import sys

import pytest

from autogradlab.course.checks import log, log_lines
from autogradlab.course.checks.log_lines import FIELDS, records_in

WRITER = """
import sys
from autogradlab.course.checks import log
for number in range(2000):
    assert log.record(item="99-C1", attempt=number, answer=sys.argv[1] * 150) == ""
"""
FIRST_SCHEMA = (
    b'\n{"v": 1, "learner": "0123456789abcdef", "item": "99-C1", "attempt": 1, "answer": "16", "verdict": "not yet",'
    b' "tag": "M40", "confidence": "sure", "hint": 1, "seconds": "under 10 s", "day": "2026-01-31"}'
)


def test_a_record_holds_what_is_promised_and_nothing_else(check):
    check("99-C1", "16", sure=True)
    (record,) = log.attempts()
    names = "v learner item seed attempt answer verdict tag confidence hint seconds day phase"
    assert list(record) == names.split() and record["v"] == 2
    assert (record["item"], record["answer"], record["tag"], record["verdict"]) == ("99-C1", "16", "M40", "not yet")
    assert record["learner"] == log.learner() != ""


def test_a_choice_is_kept_by_letter_and_name_and_a_long_print_is_cut(check):
    check("99-C2", "the number two")
    check("99-C3", "9 " * 900)
    first, second = log.attempts()
    assert first["answer"][1:] == " two" and len(second["answer"]) == 200


def test_a_field_that_no_record_has_is_a_slip_of_the_program(data_folder):
    with pytest.raises(TypeError, match="no field name"):
        log.record(item="99-C1", name="somebody")
    assert not data_folder.exists()


def test_two_kernels_at_once_lose_nothing_and_mix_nothing(data_folder):
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, letter]) for letter in "xy"]
    assert [writer.wait(120) for writer in writers] == [0, 0]
    for letter in "xy":
        own = [record["attempt"] for record in log.attempts() if record["answer"] == letter * 150]
        assert own == list(range(2000))
    assert len(log.attempts()) == 4000 and {record["learner"] for record in log.attempts()} == {log.learner()}


def test_a_cut_off_last_line_spoils_only_itself(check, data_folder):
    check("99-C1", 8)
    with open(data_folder / "attempts.jsonl", "a") as file:
        file.write('\n{"item": "99-C1", "answ')
    assert [record["answer"] for record in log.attempts()] == ["8"]
    check("99-C1", 16)
    assert [record["answer"] for record in log.attempts()] == ["8", "16"]


def test_a_line_that_another_kernel_is_just_writing_is_read_when_it_is_there(data_folder):
    data_folder.mkdir()
    for part, count in ((FIRST_SCHEMA[:40], 0), (FIRST_SCHEMA[40:], 1), (FIRST_SCHEMA, 2)):
        with open(data_folder / "attempts.jsonl", "ab") as file:
            file.write(part)
        assert len(log.attempts("99-C1")) == count


RUBBISH = {
    "no text": b'\xff\xfe\n\n[1, 2]\nnull\n{}\n7\n"item"',
    "nothing": b"",
    "nul bytes": b"\0" * 5000,
    "deep nesting": b"[" * 100_000,
    "two on a line": b'{"item": "99-C1"}, {"item": "99-C1"}',
    "other types": b'{"item": 3}\n{"item": ""}\n{"item": "99-C1", "hint": "two"}\n{"item": "99-C1", "seed": NaN}',
}


@pytest.mark.parametrize("rubbish", RUBBISH.values(), ids=RUBBISH)
def test_rubbish_in_the_file_is_passed_over(data_folder, rubbish):
    data_folder.mkdir()
    (data_folder / "attempts.jsonl").write_bytes(rubbish)
    assert log.attempts() == []
    (data_folder / "attempts.jsonl").write_bytes(FIRST_SCHEMA + b"\n" + rubbish + FIRST_SCHEMA)
    assert [record["answer"] for record in log.attempts()] == ["16", "16"]


def test_records_of_the_first_schema_get_what_they_lack_and_foreign_fields_are_dropped(data_folder):
    data_folder.mkdir()
    (data_folder / "attempts.jsonl").write_bytes(FIRST_SCHEMA.replace(b'"v": 1', b'"v": 1, "host": "here"'))
    (record,) = log.attempts()
    assert record["seed"] == 0 and record["tag"] == "M40" and set(record) == set(FIELDS)


def test_an_answer_of_any_letters_comes_back_as_it_was(data_folder):
    strange = "\u2028 \x85 \x0b \n \ud800 π \0"
    log.record(item="99-C3", answer=strange)
    log.record(item="99-C3", answer="after it")
    assert [record["answer"] for record in log.attempts()] == [strange, "after it"]


@pytest.mark.parametrize("written_anew", [b"", FIRST_SCHEMA, FIRST_SCHEMA * 3, FIRST_SCHEMA.replace(b"16", b"17") * 2])
def test_a_file_that_was_replaced_is_read_anew(data_folder, written_anew):
    data_folder.mkdir()
    path = data_folder / "attempts.jsonl"
    path.write_bytes(FIRST_SCHEMA * 2)
    assert len(log.attempts()) == 2
    path.unlink()
    path.write_bytes(written_anew)
    os.utime(path, ns=(1, 1))
    assert log.attempts() == records_in(written_anew)


def test_every_line_is_parsed_once(data_folder, monkeypatch):
    parsed = []
    reading = log_lines.json.loads
    monkeypatch.setattr(log_lines.json, "loads", lambda text: parsed.append(text) or reading(text))
    for number in range(5):
        log.record(item="99-C1", attempt=number)
        for _ in range(3):
            assert len(log.attempts("99-C1")) == number + 1
    assert sum(text.count('"item"') for text in parsed) == 5


def test_a_list_of_records_belongs_to_the_one_who_asked(data_folder):
    log.record(item="99-C1")
    log.attempts("99-C1").clear()
    log.attempts().clear()
    assert len(log.attempts("99-C1")) == len(log.attempts()) == 1


def test_a_folder_that_cannot_be_written_is_said_once_and_checks_go_on(check, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("AUTOGRADLAB_DATA", str(tmp_path / "file"))
    first, second = check("99-C1", 16), check("99-C1", 8)
    assert "was not saved" in first.note and "Checks still work" in repr(first)
    assert second.verdict.word == "passed" and second.note == ""


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may write everywhere")
def test_a_read_only_folder(check, data_folder):
    data_folder.mkdir(mode=0o500)
    assert "Permission denied" in check("99-C1", 16).note


def full(handle, data):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("write, reason", [(full, "No space left"), (lambda handle, data: 3, "the disk is full")])
def test_a_full_disk(check, monkeypatch, write, reason):
    monkeypatch.setattr(log.os, "write", write)
    feedback = check("99-C1", 8)
    assert feedback.verdict.word == "passed" and reason in feedback.note


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full disk to try")
def test_a_disk_that_is_really_full(check, data_folder):
    data_folder.mkdir()
    (data_folder / "attempts.jsonl").symlink_to("/dev/full")
    feedback = check("99-C1", 8)
    assert feedback.verdict.word == "passed" and "No space left" in feedback.note


def test_a_name_that_was_cut_off_is_made_anew(data_folder):
    data_folder.mkdir()
    (data_folder / "learner").write_text("0123")
    name = log.learner()
    assert len(name) == 16 and log.learner() == name


def test_without_a_home_folder_checks_go_on(check, monkeypatch):
    monkeypatch.delenv("AUTOGRADLAB_DATA")
    monkeypatch.setattr(log.os.path, "expanduser", lambda path: path)
    feedback = check("99-C1", 8)
    assert "because no home folder is known for this user." in feedback.note
    assert feedback.verdict.word == "passed" and log.attempts() == [] and log.learner() == ""


def test_deleting_while_another_kernel_writes(data_folder):
    writer = subprocess.Popen([sys.executable, "-c", WRITER, "x"])
    while writer.poll() is None:
        log.delete()
        log.attempts()
    assert writer.wait(120) == 0
    log.record(item="99-C2")
    assert len(log.attempts("99-C2")) == 1 and log.delete() > 0 and log.attempts() == []


def test_recording_can_be_switched_off(check, data_folder, monkeypatch):
    monkeypatch.setenv("AUTOGRADLAB_RECORD", "0")
    assert check("99-C1", 8).verdict.word == "passed"
    assert not data_folder.exists() and log.learner() == ""


def test_deleting_forgets_the_name_too(check):
    check("99-C1", 16)
    check("99-C2", "A")
    before = log.learner()
    assert log.delete() == 2 and log.attempts() == [] and log.learner() != before
    assert log.attempts("99-C1") == []


@pytest.mark.parametrize("seconds, words", [(3, "under 10 s"), (59, "under 1 min"), (1000, "longer"), (None, "")])
def test_durations_are_kept_roughly(seconds, words):
    assert log.coarse(seconds) == words


def test_every_system_has_its_own_place(monkeypatch):
    monkeypatch.delenv("AUTOGRADLAB_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", "/x")
    monkeypatch.setattr(log.sys, "platform", "linux")
    assert log.folder().as_posix() == "/x/autogradlab"
    monkeypatch.setattr(log.sys, "platform", "darwin")
    assert log.folder().as_posix().endswith("Library/Application Support/autogradlab")
