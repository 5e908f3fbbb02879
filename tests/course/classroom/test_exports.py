"""Exports come from strangers: each trouble gets one sentence, and what can be read is read."""

import json
import os

import pytest

from autogradlab.course.classroom.exports import read_exports
from autogradlab.course.classroom.records import parsed


@pytest.fixture
def line(record):
    """One line with something in every field."""
    return record("a1", "04-C1", 1, "not yet", tag="M03", answer="6", confidence="sure", hint=2, seed=7)


def test_an_export_is_read_field_by_field(folder, line, write_export):
    write_export(folder / "a.jsonl", [line])
    (attempt,) = read_exports(folder).attempts
    assert {name: getattr(attempt, name) for name in line if name not in ("v", "attempt")} == {
        name: value for name, value in line.items() if name not in ("v", "attempt")
    }


def test_a_line_of_the_first_schema_gets_what_it_lacks(line):
    old = {name: value for name, value in line.items() if name != "seed"} | {"v": 1}
    assert parsed(json.dumps(old)).seed == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        "null",
        '"04-C1"',
        '{"item": "04-C1"}',
        '{"item": 4, "verdict": "passed"}',
        '{"item": "04-C1", "verdict": "won"}',
        '{"item": "../../C1", "verdict": "passed"}',
        "[" * 100_000,
        '{"item": "04-C1", "verdict": "passed", "hint": ' + "9" * 5000 + "}",
        "\x00" * 40,
    ],
)
def test_a_line_that_holds_no_attempt_is_none(text):
    assert parsed(text) is None


@pytest.mark.parametrize(
    "field, odd, kept",
    [
        ("hint", 9, 4),
        ("hint", -1, 0),
        ("hint", "4", 0),
        ("hint", float("inf"), 0),
        ("hint", [4], 0),
        ("answer", "x" * 9000, "x" * 200),
        ("answer", "a\x00\u202eb\ud800\nc", "a b c"),
        ("answer", None, ""),
        ("day", "yesterday, with Jane", ""),
        ("tag", {"a": 1}, ""),
    ],
)
def test_an_odd_field_gets_its_default_and_nothing_that_cannot_be_written(field, odd, kept, line):
    value = getattr(parsed(json.dumps(line | {field: odd})), field)
    assert value == kept and str(value).encode("utf-8").isascii()


ATTEMPT = '{"item": "04-C1", "verdict": "passed"}'


@pytest.mark.parametrize(
    "name, content, sentence",
    [
        ("essay.docx", b"PK", "`essay.docx` was not read: an export is a file that ends in `.jsonl`."),
        ("empty.jsonl", b"", "`empty.jsonl` holds no attempt that can be read."),
        ("noise.jsonl", bytes(range(256)), "`noise.jsonl` holds no attempt that can be read."),
        ("wide.jsonl", ATTEMPT.encode("utf-16"), "`wide.jsonl` holds no attempt that can be read."),
        ("cut.jsonl", f'{ATTEMPT}\n{{"item": "04-'.encode(), "`cut.jsonl`: 1 of its lines could not be read"),
    ],
)
def test_a_file_with_a_trouble_gets_one_sentence_and_stops_nothing(folder, name, content, sentence, line, write_export):
    write_export(folder / "good.jsonl", [line | {"learner": "b2"}])
    (folder / name).write_bytes(content)
    exports = read_exports(folder)
    (trouble,) = exports.troubles
    assert trouble.startswith(sentence) and "b2" in {each.learner for each in exports.attempts}


def test_a_file_that_is_too_large_is_left_out(folder, monkeypatch, line, write_export):
    monkeypatch.setattr("autogradlab.course.classroom.exports.LARGEST_FILE", 2**20)
    write_export(folder / "good.jsonl", [line])
    (folder / "huge.jsonl").write_bytes(b" " * (2**20 + 1))
    assert read_exports(folder).troubles == ("`huge.jsonl` was not read: it is larger than 1 MB.",)


def test_hidden_files_are_passed_over_and_folders_are_gone_into(folder, line, write_export):
    (folder / "group 1").mkdir()
    write_export(folder / "group 1" / "a.JSONL", [line])
    (folder / ".DS_Store").write_bytes(b"x")
    exports = read_exports(folder)
    assert (exports.files, exports.troubles) == (1, ())


def test_a_file_handed_in_twice_counts_once(folder, line, write_export):
    for name in ("a.jsonl", "b.jsonl"):
        write_export(folder / name, [line])
    exports = read_exports(folder)
    assert len(exports.attempts) == 1
    assert exports.troubles == ("`b.jsonl` repeats what `a.jsonl` holds, so it was counted once.",)


def test_a_later_export_of_the_same_learner_adds_what_is_new(folder, line, write_export):
    later = line | {"attempt": 2, "day": "2026-03-09", "verdict": "passed"}
    write_export(folder / "a.jsonl", [line])
    write_export(folder / "b.jsonl", [line, later])
    exports = read_exports(folder)
    assert [each.verdict for each in exports.attempts] == ["not yet", "passed"] and exports.troubles == ()


def test_two_computers_of_one_learner_are_put_in_the_order_of_days(folder, line, write_export):
    write_export(folder / "a.jsonl", [line | {"day": "2026-03-09"}])
    write_export(folder / "b.jsonl", [line | {"item": "04-C2", "day": "2026-03-01"}])
    exports = read_exports(folder)
    assert [each.item for each in exports.attempts] == ["04-C2", "04-C1"]
    (trouble,) = exports.troubles
    assert trouble.startswith("`b.jsonl` and `a.jsonl` carry the same learner's code")


def test_lines_without_a_learner_belong_to_the_learner_of_their_file(folder, line, write_export):
    for name in ("a.jsonl", "b.jsonl"):
        write_export(folder / name, [line | {"learner": ""}, line | {"learner": "", "item": "04-C2"}])
    assert len({each.learner for each in read_exports(folder).attempts}) == 2


def test_answers_to_the_inventory_are_counted_but_not_looked_at(folder, line, write_export):
    write_export(folder / "a.jsonl", [line, line | {"item": "I7", "phase": "before"}])
    exports = read_exports(folder)
    assert [each.item for each in exports.attempts] == ["04-C1"] and exports.in_inventory == 1


def test_a_class_of_which_only_the_inventory_is_there_is_told_why_nobody_counts(folder, line, write_export):
    write_export(folder / "a.jsonl", [line | {"item": "I7", "phase": "before"}])
    (trouble,) = read_exports(folder).troubles
    assert trouble.startswith("All answers belong to the concept inventory, so nobody counts here")


def refuse(monkeypatch, name):
    """Make listing the folder of this name fail with a PermissionError."""
    scandir = os.scandir

    def refusing(path):
        if os.path.basename(path) == name:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)


def test_a_folder_that_cannot_be_read_is_said_to_be_such(folder, monkeypatch, line, write_export):
    write_export(folder / "a.jsonl", [line])
    refuse(monkeypatch, folder.name)
    with pytest.raises(ValueError, match="cannot be read: Permission denied\n  help: "):
        read_exports(folder)


def test_a_folder_within_that_cannot_be_read_gets_a_sentence(folder, monkeypatch, line, write_export):
    (folder / "locked").mkdir()
    write_export(folder / "a.jsonl", [line])
    refuse(monkeypatch, "locked")
    exports = read_exports(folder)
    assert (exports.files, exports.troubles) == (1, ("`locked` cannot be opened: Permission denied.",))


@pytest.mark.parametrize("files", [[], ["essay.docx"]])
def test_a_folder_without_an_export_says_how_learners_make_one(folder, files):
    for name in files:
        (folder / name).touch()
    with pytest.raises(ValueError, match="holds no export.*\n  help: .*attempts export"):
        read_exports(folder)


def test_a_name_that_is_no_folder_is_said(tmp_path):
    with pytest.raises(ValueError, match="is not a folder\n  help: "):
        read_exports(tmp_path / "nowhere")
