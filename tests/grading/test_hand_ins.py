"""Whatever is in a folder or a zip: every student becomes a hand-in, and nothing strange is opened."""

import os
import socket
import stat
import struct
import tracemalloc
import zipfile
from datetime import datetime

import pytest

from autogradlab.grading import files, hand_ins, versions
from autogradlab.grading.files import Unread
from autogradlab.grading.hand_ins import find, read
from autogradlab.grading.names import amiss, exercise_of, shown, stand_in, twins, whose

ACCUMULATE, LOOP = b'{"grade_id": "accumulate", "source": "def accumulate("}', b'{"grade_id": "loop"}'
MARKS = {"04_accumulate": [b'"accumulate"', b"def accumulate("], "05_loop": [b'"loop"', b"def loop("]}

posix = pytest.mark.skipif(os.name != "posix", reason="names and kinds of files that only POSIX has")


def put(folder, name, data=ACCUMULATE, age=0):
    """A file in a folder; `age` in seconds before 2026-03-01 12:00."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    moment = datetime(2026, 3, 1, 12).timestamp() - age
    os.utime(path, (moment, moment))
    return path


def zipped(path, *members):
    """A zip of (name or ZipInfo, bytes)."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def told(found):
    return [(each.student, each.exercise) for each in found.hand_ins]


def only(found):
    [hand_in] = found.hand_ins
    return hand_in


def students(found):
    return [each.student for each in found.hand_ins]


# ---- where they are -------------------------------------------------------------------------------------------------


def test_a_notebook_for_each_student_tells_its_exercise(tmp_path):
    put(tmp_path, "ann.ipynb")
    put(tmp_path, "bob.ipynb", LOOP)
    assert told(find(tmp_path, MARKS)) == [("ann", "04_accumulate"), ("bob", "05_loop")]


def test_the_exercise_may_be_given_for_all(tmp_path):
    put(tmp_path, "ann.ipynb", b"nothing that tells")
    assert told(find(tmp_path, MARKS, "05_loop")) == [("ann", "05_loop")]


def test_a_folder_for_each_student_however_deep(tmp_path):
    for name in ("ann/04_accumulate.ipynb", "ann/05_loop.ipynb", "bob/04_accumulate/04_accumulate (2).ipynb"):
        put(tmp_path, name, b"")
    assert told(find(tmp_path, MARKS)) == [("ann", "04_accumulate"), ("ann", "05_loop"), ("bob", "04_accumulate")]


@pytest.mark.parametrize("name", ["ann.ipynb", "ann.ipynb.zip", "ann.zip", "ann.ipynb.txt", "ann.ipynb.pdf"])
def test_whatever_a_notebook_was_packed_into_its_student_is_the_same(tmp_path, name):
    put(tmp_path, "bob.ipynb")
    zipped(tmp_path / name, ("x.ipynb", ACCUMULATE)) if name.endswith(".zip") else put(tmp_path, name)
    assert students(find(tmp_path, MARKS)) == ["ann", "bob"]


@pytest.mark.parametrize(
    "name, student",
    [
        ("Ann Lee_41_assignsubmission_file_/04_accumulate.ipynb", "Ann Lee_41"),
        ("Ann Lee_41_assignsubmission_file_04_accumulate.ipynb", "Ann Lee_41"),
        ("Ann Lee_41_assignsubmission_file_/final.ipynb", "Ann Lee_41"),
        ("Ann Lee_41_assignsubmission_file/04_accumulate.ipynb", "Ann Lee_41"),
        ("Ann Lee_41_assignsubmission_file/a folder/final.ipynb", "Ann Lee_41"),
        ("leeann_4711_90210_04_accumulate-1.ipynb", "leeann_4711"),
        ("ann/04_accumulate.ipynb", "ann"),
        ("ann.ipynb", "ann"),
    ],
)
def test_a_platforms_zip_names_the_student(tmp_path, name, student):
    path = zipped(tmp_path / "export.zip", (name, ACCUMULATE))
    hand_in = only(find(path, MARKS))
    assert (hand_in.student, hand_in.exercise, read(hand_in)) == (student, "04_accumulate", ACCUMULATE)


@pytest.mark.parametrize("end", ["", "_"])
def test_a_text_typed_into_moodle_is_the_same_learners_and_no_answer(tmp_path, end):
    path = zipped(
        tmp_path / "export.zip",
        (f"Ann Lee_41_assignsubmission_file{end}/04_accumulate.ipynb", ACCUMULATE),
        (f"Ann Lee_41_assignsubmission_onlinetext{end}/onlinetext.html", b"hello"),
        (f"Cy_43_assignsubmission_onlinetext{end}/onlinetext.html", b"hello"),
    )
    ann, cy = find(path, MARKS).hand_ins
    assert (ann.student, read(ann)) == ("Ann Lee_41", ACCUMULATE)
    assert ann.notes == ("other files, not graded: `onlinetext.html`",)
    assert (cy.student, cy.refused) == ("Cy_43", "There is no notebook among what was handed in: `onlinetext.html`.")


def test_a_mark_of_lateness_in_canvas_names_is_told(tmp_path):
    put(tmp_path, "leeann_LATE_4711_90210_04_accumulate.ipynb")
    assert only(find(tmp_path, MARKS)).notes == ("marked as late by the platform",)


@pytest.mark.parametrize(
    "files, expected",
    [
        (["anna/ex_20261122_1830_v1.ipynb", "ben/ex_20261122_1945_v1.ipynb"], ["anna", "ben"]),
        (["team_2026_101_a/04_accumulate.ipynb", "team_2026_102_b/x.ipynb"], ["team_2026_101_a", "team_2026_102_b"]),
        (["team_2026_101_a.ipynb", "team_2026_102_b.ipynb"], ["team_2026_101_a", "team_2026_102_b"]),
        (["photo/IMG_20261122_183000_HDR.jpg"], ["photo"]),
        (["ann.ipynb", "IMG_20261122_183000_HDR.ipynb"], ["IMG_20261122_183000_HDR", "ann"]),
        (["bob/Ann Lee_41_assignsubmission_file_/04_accumulate.ipynb"], ["bob"]),
        (["bob_42_assignsubmission_file_/Ann Lee_41_assignsubmission_file_/04_accumulate.ipynb"], ["bob_42"]),
        (
            ["bob_42_assignsubmission_file_Ann Lee_41_assignsubmission_file_x.ipynb"],
            ["bob_42_assignsubmission_file_Ann Lee_41"],
        ),
        (
            ["Ann Lee_41_assignsubmission_file_42_assignsubmission_file_/04_accumulate.ipynb"],
            ["Ann Lee_41_assignsubmission_file_42"],
        ),
        (["leeann_4711_90210_04_accumulate.ipynb", "leeann_4711_90211_05_loop.ipynb"], ["leeann_4711"] * 2),
    ],
)
def test_the_names_of_a_platform_count_only_where_it_puts_them(tmp_path, files, expected):
    for name in files:
        put(tmp_path, name, LOOP if "05" in name else ACCUMULATE)
    assert students(find(tmp_path, MARKS)) == expected


def test_in_a_canvas_export_everybodys_files_are_theirs_zips_and_others_too(tmp_path):
    inner = zipped(tmp_path / "inner", ("04_accumulate.ipynb", ACCUMULATE)).read_bytes()
    members = [("leeann_4711_90210_a.ipynb", ACCUMULATE), ("raybob_4712_90211_a.pdf", b""), ("grades.csv", b"")]
    found = find(zipped(tmp_path / "export.zip", *members, ("doezoe_4713_90212_work.zip", inner)), MARKS)
    assert students(found) == ["doezoe_4713", "leeann_4711", "raybob_4712"]
    assert "no notebook" in found.hand_ins[2].refused and "`grades.csv` is not a notebook" in found.notes[0]


@pytest.mark.parametrize(
    "name, files, expected",
    [
        ("hand_ins (1).zip", ["hand_ins/ada/04_accumulate.ipynb", "hand_ins/ben/04_accumulate.ipynb"], ["ada", "ben"]),
        ("hand_ins (1).zip", ["hand_ins/ada/04_accumulate.ipynb"], ["ada"]),
        ("hand_ins-20261122T183000Z-001.zip", ["hand_ins/ada/x.ipynb", "README.txt"], ["ada"]),
        ("download.zip", ["class/ada.ipynb", "class/ben.ipynb"], ["ada", "ben"]),
        ("download.zip", ["class/ada.ipynb", "class/ben/", "class/__MACOSX/x"], ["ada", "ben"]),
        (
            "download.zip",
            ["x/raybob_4712_90211_a.ipynb", "x/leeann_4711_90210_a.ipynb"],
            ["leeann_4711", "raybob_4712"],
        ),
        ("download.zip", ["ada/04_accumulate.ipynb"], ["ada"]),
        ("download.zip", ["ada/04_accumulate.ipynb", "ada/old/x.ipynb"], ["ada"]),
        ("ada (1).zip", ["ada/04_accumulate.ipynb", "ada/notes.pdf"], ["ada"]),
        ("late.zip", ["Ada_4_assignsubmission_file_/a/x.ipynb", "Ada_4_assignsubmission_file_/b/x.ipynb"], ["Ada_4"]),
    ],
)
def test_a_folder_alone_in_a_zip_is_the_classs_if_students_may_be_in_it(tmp_path, name, files, expected):
    path = zipped(tmp_path / name, *((file, b"" if file.endswith("/") else ACCUMULATE) for file in files))
    found = find(path, MARKS)
    assert students(found) == expected
    assert ("taken for the folder of the class" in "".join(found.notes)) == (expected[0] not in files[0].split("/")[0])


def test_on_the_disk_a_lone_folder_is_a_student_unless_it_is_called_like_the_one_around_it(tmp_path):
    for name in ("bob/Ann Lee/x.ipynb", "bob/x/x.ipynb"):
        put(tmp_path / "late", name)
        put(tmp_path / "bob (1)", name)
    found = find(tmp_path / "late", MARKS)
    assert students(found) == ["bob"] and "everything lies in `bob`, which is taken for one student" in found.notes[0]
    assert students(find(tmp_path / "bob (1)", MARKS)) == ["Ann Lee", "x"]


def test_a_zip_alone_in_a_folder_is_one_students_and_it_is_told_what_to_do_if_it_is_not(tmp_path):
    (tmp_path / "in").mkdir()
    zipped(tmp_path / "in" / "class.zip", ("ann/x.ipynb", ACCUMULATE), ("bob/x.ipynb", ACCUMULATE))
    found = find(tmp_path / "in", MARKS)
    assert students(found) == ["class"] and found.notes[0].endswith(f"name `{tmp_path / 'in' / 'class.zip'}`")


def test_a_zip_of_the_whole_folder_and_a_zip_in_a_students_folder(tmp_path):
    inner = zipped(tmp_path / "inner.zip", ("04_accumulate.ipynb", ACCUMULATE)).read_bytes()
    path = zipped(tmp_path / "course.zip", ("course/ann/04_accumulate.ipynb", ACCUMULATE), ("course/bob/my.zip", inner))
    found = find(path, MARKS)
    assert told(found) == [("ann", "04_accumulate"), ("bob", "04_accumulate")]
    assert [read(each) for each in found.hand_ins] == [ACCUMULATE] * 2


def test_one_file_and_one_students_own_folder(tmp_path):
    path = put(tmp_path / "ann", "04_accumulate.ipynb")
    assert told(find(path, MARKS)) == told(find(tmp_path / "ann", MARKS)) == [("ann", "04_accumulate")]


def test_what_programs_leave_is_no_hand_in(tmp_path):
    put(tmp_path, "ann.ipynb")
    for name in (".ipynb_checkpoints/ann-checkpoint.ipynb", "__MACOSX/._ann.ipynb", ".DS_Store"):
        put(tmp_path, name)
    assert told(find(tmp_path, MARKS)) == [("ann", "04_accumulate")]


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path):
    with pytest.raises(ValueError, match="`.*nowhere` cannot be opened"):
        find(tmp_path / "nowhere", MARKS)


# ---- versions, other files, time ------------------------------------------------------------------------------------


def test_the_newest_version_is_graded_and_the_others_are_told(tmp_path):
    put(tmp_path, "ann/04_accumulate.ipynb", b"old", age=60)
    put(tmp_path, "ann/04_accumulate (1).ipynb", b"new")
    hand_in = only(find(tmp_path, MARKS))
    assert read(hand_in) == b"new"
    assert hand_in.notes == ("other versions, not graded: `04_accumulate.ipynb`; graded: `04_accumulate (1).ipynb`",)


def test_a_file_named_after_the_exercise_outranks_a_newer_one_that_is_not(tmp_path):
    put(tmp_path, "ann/04_accumulate.ipynb", b"named", age=60)
    put(tmp_path, "ann/scratch.ipynb", b"newer")
    assert read(only(find(tmp_path, MARKS, "04_accumulate"))) == b"named"


def test_other_files_are_told(tmp_path):
    for name in ("ann/04_accumulate.ipynb", "ann/numpy.py", "ann/nbgrader_config.py", "readme.txt"):
        put(tmp_path, name)
    found = find(tmp_path, MARKS)
    assert only(found).notes == ("other files, not graded: `nbgrader_config.py`, `numpy.py`",)
    assert found.notes == ("`readme.txt` is not a notebook, and is left aside",)


@pytest.mark.parametrize(
    "exercise, name, data, why",
    [
        ("", "ann/thesis.ipynb", b"?", "Nothing shows which exercise `thesis.ipynb` answers"),
        ("", "ann/04_accumulate.py", b"?", "There is no notebook among"),
        ("05_loop", "ann/04_accumulate.ipynb", b"?", "There is no notebook for 05_loop"),
        ("", "ann.ipynb", ACCUMULATE + b'"loop" def loop(', "Nothing shows"),
    ],
)
def test_who_handed_in_something_else_is_a_hand_in_too(tmp_path, exercise, name, data, why):
    put(tmp_path, name, data)
    hand_in = only(find(tmp_path, MARKS, exercise))
    assert hand_in.student == "ann" and why in hand_in.refused
    with pytest.raises(Unread, match=why):
        read(hand_in)


def test_a_notebook_of_which_nothing_is_told_says_how_it_can_be_graded(tmp_path):
    put(tmp_path, "ann/hw5.ipynb", b"?")
    refused = only(find(tmp_path, MARKS)).refused
    assert refused.endswith("nor a cell in it. If it is 05_loop, grade it with `--exercise 05_loop`.")
    assert not only(find(tmp_path, MARKS, "05_loop")).refused


@pytest.mark.parametrize("name", ["Copy of 05_loop", "ann_05_loop", "exercise_05_loop"])
def test_a_stem_within_a_name_is_believed(tmp_path, name):
    put(tmp_path, f"ann/{name}.ipynb", b"?")
    assert told(find(tmp_path, MARKS)) == [("ann", "05_loop")]


def test_names_of_a_class_that_hold_a_stem_are_still_names(tmp_path):
    members = [(f"class/{name}_04_accumulate.ipynb", ACCUMULATE) for name in ("ann", "bob")]
    found = find(zipped(tmp_path / "download.zip", *members), MARKS)
    assert students(found) == ["ann_04_accumulate", "bob_04_accumulate"]


def test_of_many_notebooks_whose_names_tell_nothing_some_are_looked_into(tmp_path, monkeypatch):
    monkeypatch.setattr(hand_ins, "MOST_LOOKED_INTO", 1000)
    zipped(tmp_path / "eve.zip", *((f"{number}.ipynb", bytes(600)) for number in range(9)))
    put(tmp_path, "ann.ipynb")
    ann, eve = find(tmp_path, MARKS).hand_ins
    assert "was not looked into: its name shows no exercise" in eve.refused and not ann.refused


def test_of_many_small_notebooks_no_more_are_looked_into_than_a_student_may_have(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOST_OF_ONE_STUDENT", 3)
    for number in range(9):
        put(tmp_path, f"eve/{number}.ipynb", b"{}")
    assert "notebooks before it are more than 3, or hold more" in only(find(tmp_path, MARKS)).refused


@pytest.mark.parametrize(
    "due, notes", [(datetime(2026, 3, 1, 12), ()), (datetime(2026, 2, 27, 9, 30), ("late by 2 days 3 h",)), (None, ())]
)
def test_late_work_is_told_not_dropped(tmp_path, due, notes):
    put(tmp_path, "ann.ipynb")
    assert only(find(tmp_path, MARKS, due=due)).notes == notes


def at(name, month):
    """A member of a zip that was written on the first day of a month."""
    return zipfile.ZipInfo(name, (2026, month, 1, 12, 0, 0))


def packed(tmp_path, *members):
    """The bytes of a student's zip."""
    return zipped(tmp_path / "inner", *members).read_bytes()


DUE = datetime(2026, 2, 15, 12)


def test_a_file_from_a_year_that_no_calendar_has_is_late_like_any_other(tmp_path):
    file = files.File(("ann", "x.ipynb"), tmp_path, changed=2.0**55)
    paper = versions.Paper(file, "ann", "x.ipynb", False, "", exercise="05_loop")
    assert versions.chosen(versions.Choice(datetime(2026, 3, 1)), "05_loop", [paper], []).late


def test_what_a_student_zipped_is_as_late_as_the_zip(tmp_path):
    inner = packed(tmp_path, (at("04_accumulate.ipynb", 2), ACCUMULATE))
    path = zipped(tmp_path / "platform.zip", (at("ann/hw.zip", 3), inner), (at("bob/hw.zip", 2), inner))
    ann, bob = find(path, MARKS, due=DUE).hand_ins
    assert (ann.notes, ann.late) == (("late by 14 days",), True) and not bob.late


def test_on_the_disk_it_is_as_late_as_the_zip_and_never_earlier_than_itself(tmp_path):
    data = packed(tmp_path, (at("04_accumulate.ipynb", 2), ACCUMULATE))
    put(tmp_path / "in", "ann/hw.zip", data)
    put(tmp_path / "in", "bob/hw.zip", data, age=10**9)
    put(tmp_path / "in", "zoe.zip", packed(tmp_path, (at("x.zip", 1), data)))
    assert [each.late for each in find(tmp_path / "in", MARKS, due=DUE).hand_ins] == [True, False, True]


def test_a_platforms_own_zip_makes_nobody_late(tmp_path):
    data = packed(tmp_path, (at("ann/04_accumulate.ipynb", 2), ACCUMULATE))
    assert not only(find(put(tmp_path, "platform.zip", data), MARKS, due=DUE)).late


def test_of_what_a_student_zipped_late_a_version_that_was_on_time_is_graded_if_that_is_wanted(tmp_path):
    late = packed(tmp_path, (at("04_accumulate.ipynb", 2), b"late"))
    path = zipped(tmp_path / "x.zip", (at("ann/hw.zip", 3), late), (at("ann/04_accumulate.ipynb", 1), b"on time"))
    assert read(only(find(path, MARKS, due=DUE, on_time=True))) == b"on time"
    assert read(only(find(path, MARKS, due=DUE))) == b"late"


def test_in_one_zip_the_newest_version_is_graded_however_late_the_zip_is(tmp_path):
    members = (at("04_accumulate.ipynb", 2), b"new"), (at("04_accumulate (1).ipynb", 1), b"old")
    path = zipped(tmp_path / "x.zip", (at("ann/hw.zip", 3), packed(tmp_path, *members)))
    assert read(only(find(path, MARKS))) == b"new"


# ---- untouched copies -----------------------------------------------------------------------------------------------

DONE, COPY = ACCUMULATE + b" done", ACCUMULATE


def weigh(stem, data):
    return 2 * (b"done" in data) + (b"words" in data)


@pytest.mark.parametrize(
    "files",
    [
        {"04_accumulate.ipynb": (COPY, 10**8), "myname_04.ipynb": (DONE, 0)},
        {"04_accumulate.ipynb": (COPY, 0), "04_accumulate (1).ipynb": (DONE, 0)},
        {"04_accumulate.ipynb": (COPY, 0), "a.ipynb": (DONE, 60)},
        {"04_accumulate (2).ipynb": (COPY, 0), "04_accumulate.ipynb": (DONE, 60)},
        {"04_accumulate.ipynb": (COPY + b" words", 0), "a.ipynb": (DONE, 60)},
        {"04_accumulate.ipynb": (COPY, 0), "a.ipynb": (COPY + b" words", 60)},
    ],
)
@pytest.mark.parametrize("on_time", [False, True])
def test_an_untouched_copy_never_goes_before_work(tmp_path, files, on_time):
    for name, (data, age) in files.items():
        put(tmp_path, f"ann/{name}", data, age)
    hand_in = only(find(tmp_path, MARKS, weigh=weigh, due=datetime(2026, 3, 1, 11, 59, 30), on_time=on_time))
    assert read(hand_in) == max((data for data, _ in files.values()), key=lambda data: weigh("", data))


def test_work_in_a_zip_goes_before_an_untouched_copy_and_both_are_named_by_where_they_lie(tmp_path):
    put(tmp_path / "in", "ann/04_accumulate.ipynb", COPY)
    put(tmp_path / "in", "ann/x.zip", packed(tmp_path, (at("x/04_accumulate.ipynb", 2), DONE)), age=60)
    hand_in = only(find(tmp_path / "in", MARKS, weigh=weigh))
    assert read(hand_in) == DONE
    assert hand_in.notes == (
        "other versions, not graded: `04_accumulate.ipynb`; graded: `x.zip/x/04_accumulate.ipynb`",
    )


def test_between_versions_with_work_the_newest_is_graded_as_before(tmp_path):
    put(tmp_path, "ann/04_accumulate.ipynb", DONE, age=60)
    put(tmp_path, "ann/04_accumulate (1).ipynb", DONE + b" again")
    assert read(only(find(tmp_path, MARKS, weigh=weigh))).endswith(b"again")


def test_what_others_hand_in_has_no_say_in_which_version_counts(tmp_path):
    put(tmp_path, "ann/04_accumulate.ipynb", DONE, age=60)
    put(tmp_path, "ann/04_accumulate (1).ipynb", COPY)
    before = only(find(tmp_path, MARKS, weigh=weigh))
    for name in ("ann_41", "ann_41_assignsubmission_file_", "ann"):
        put(tmp_path, f"eve/{name}/04_accumulate.ipynb", DONE + b"!")
    put(tmp_path, "eve/ann.zip", packed(tmp_path, ("ann/04_accumulate.ipynb", DONE)))
    assert find(tmp_path, MARKS, weigh=weigh).hand_ins[0] == before


def test_who_handed_in_one_version_is_not_weighed(tmp_path):
    put(tmp_path, "ann.ipynb", COPY)
    assert only(find(tmp_path, MARKS, weigh=lambda stem, data: 1 / 0)).notes == ()


def test_of_large_versions_the_newest_are_weighed_and_the_others_go_before_what_is_untouched(tmp_path, monkeypatch):
    monkeypatch.setattr(versions, "MOST_WEIGHED", 1000)
    seen = []
    for number in range(9):
        put(tmp_path, f"ann/04_accumulate ({number}).ipynb", bytes(600), age=9 - number)
    hand_in = only(find(tmp_path, MARKS, weigh=lambda stem, data: seen.append(stem) or 0))
    assert len(seen) == 2 and hand_in.name == "04_accumulate (6).ipynb"


@pytest.mark.parametrize("work, graded", [(0, 3), (1, 11), (2, 11)])
def test_of_many_versions_the_eight_newest_are_weighed(tmp_path, work, graded):
    seen = []
    for number in range(12):
        put(tmp_path, f"ann/04_accumulate ({number}).ipynb", ACCUMULATE + bytes([number]), age=12 - number)
    hand_in = only(find(tmp_path, MARKS, weigh=lambda stem, data: seen.append(data[-1]) or work))
    assert sorted(seen) == list(range(4, 12)) and read(hand_in)[-1] == graded


@pytest.mark.parametrize(
    "early, graded", [(COPY, DONE), (COPY + b" words", COPY + b" words"), (DONE + b"!", DONE + b"!")]
)
def test_if_it_is_wanted_anything_on_time_goes_before_late_work_but_not_an_untouched_copy(tmp_path, early, graded):
    put(tmp_path, "ann/04_accumulate.ipynb", early, age=60)
    put(tmp_path, "ann/late/04_accumulate.ipynb", DONE)
    due = datetime(2026, 3, 1, 11, 59, 30)
    assert read(only(find(tmp_path, MARKS, weigh=weigh, due=due, on_time=True))) == graded


@pytest.mark.parametrize(
    "name, why",
    [
        ("carl.pdf", "no notebook among what was handed in: `carl.pdf`"),
        ("carl.html", "`carl.html`"),
        ("carl.tar.gz", "`carl.tar.gz`"),
        ("carl.rar", "`carl.rar`"),
        ("carl.py", "`carl.py`"),
        ("carl", "`carl`"),
        ("carl/.ipynb_checkpoints/04_accumulate-checkpoint.ipynb", "`carl` is a folder that holds only what programs"),
        ("carl/._04_accumulate.ipynb", "`carl` is a folder that holds only what programs leave there."),
        ("carl/tries/deep/", "`deep` is a folder without a file."),
        ("carl/", "`carl` is a folder without a file."),
    ],
)
@pytest.mark.parametrize("packed", [False, True], ids=["folder", "zip"])
def test_who_handed_in_no_notebook_has_a_reason(tmp_path, name, why, packed):
    if packed:
        path = zipped(tmp_path / "x.zip", (name, b""), ("ann.ipynb", ACCUMULATE), ("readme.txt", b""))
    else:
        path = tmp_path / "in"
        put(path, "ann.ipynb"), put(path, "readme.txt")
        (path / name).mkdir(parents=True) if name.endswith("/") else put(path, name, b"")
    found = find(path, MARKS)
    assert students(found) == ["ann", "carl"] and why in found.hand_ins[1].refused
    assert found.notes == ("`readme.txt` is not a notebook, and is left aside",)


@pytest.mark.parametrize(
    "members, why",
    [
        ([], "is a zip without a file"),
        (["a/", "a/b/"], "is a zip without a file"),
        ([".ipynb_checkpoints/x.ipynb", "__MACOSX/._x"], "is a zip that holds only what programs leave there"),
    ],
)
@pytest.mark.parametrize("name", ["carl.zip", "carl/work.zip"])
def test_a_students_zip_in_which_there_is_nothing_is_a_hand_in(tmp_path, members, why, name):
    put(tmp_path / "in", name)
    zipped(tmp_path / "in" / name, *((member, b"") for member in members))
    hand_in = only(find(tmp_path / "in", MARKS))
    assert hand_in.student == "carl" and hand_in.refused == f"`{name.split('/')[-1]}` {why}."


def test_empty_folders_beside_a_notebook_are_not_told(tmp_path):
    put(tmp_path, "ann/04_accumulate.ipynb")
    (tmp_path / "ann" / "data").mkdir()
    assert only(find(tmp_path, MARKS)).notes == ()


def test_in_one_students_own_folder_other_files_are_nobody_elses(tmp_path):
    put(tmp_path / "ann", "04_accumulate.ipynb"), put(tmp_path / "ann", "plot.pdf")
    found = find(tmp_path / "ann", MARKS)
    assert students(found) == ["ann"] and found.notes == ("`plot.pdf` is not a notebook, and is left aside",)


@pytest.mark.parametrize("name", ["ann.ipynb.txt", "ann.ipynb.json", "ann/04_accumulate.ipynb.txt", "ann/x.IPYNB.json"])
def test_a_second_ending_makes_it_no_less_a_notebook(tmp_path, name):
    put(tmp_path, name)
    assert told(find(tmp_path, MARKS)) == [("ann", "04_accumulate")] and not only(find(tmp_path, MARKS)).refused


def test_an_empty_file_says_so(tmp_path):
    put(tmp_path, "ann.ipynb", b"")
    assert only(find(tmp_path, MARKS)).refused == "`ann.ipynb` is empty (0 bytes)."


# ---- which exercise -------------------------------------------------------------------------------------------------


def test_the_cells_tell_the_exercise_before_the_name_does(tmp_path):
    put(tmp_path, "ann/05_loop.ipynb", ACCUMULATE)
    hand_in = only(find(tmp_path, MARKS))
    assert hand_in.exercise == "04_accumulate"
    assert hand_in.notes == ("graded as 04_accumulate, whose cells `05_loop.ipynb` holds",)


@pytest.mark.parametrize("data", [b'"accumulate" def loop(', b"def accumulate(", b"nothing"])
def test_where_the_cells_are_not_clear_the_name_tells(tmp_path, data):
    put(tmp_path, "ann/05_loop.ipynb", data)
    assert only(find(tmp_path, MARKS)).exercise == "05_loop"


def test_a_misnamed_copy_does_not_take_the_place_of_the_rightly_named(tmp_path):
    put(tmp_path, "ann/04_accumulate.ipynb", ACCUMULATE + b" ", age=60)
    put(tmp_path, "ann/05_loop.ipynb", ACCUMULATE)
    hand_in = only(find(tmp_path, MARKS))
    assert read(hand_in).endswith(b" ") and hand_in.notes == (
        "other versions, not graded: `05_loop.ipynb`; graded: `04_accumulate.ipynb`",
    )


def test_a_lesson_is_no_answer_and_an_exercise_within_it_is(tmp_path):
    lessons = {"04_accumulate": [b'"title"', b'"warm-up"', b'"exit"']}
    put(tmp_path, "ann/04_accumulate.ipynb", b'"title" "warm-up" "exit"')
    put(tmp_path, "bob/04_accumulate.ipynb", b'"title" "warm-up" "exit"' + ACCUMULATE)
    ann, bob = find(tmp_path, MARKS, lessons=lessons).hand_ins
    assert ann.refused.startswith("`04_accumulate.ipynb` is the lesson 04_accumulate, not the exercise")
    assert ann.exercise == "04_accumulate" and not bob.refused


def test_if_it_is_wanted_the_last_version_on_time_is_graded(tmp_path):
    put(tmp_path, "ann/04_accumulate.ipynb", b"first", age=7200)
    put(tmp_path, "ann/04_accumulate (1).ipynb", b"on time", age=3600)
    put(tmp_path, "ann/04_accumulate (2).ipynb", b"late")
    put(tmp_path, "bob.ipynb")
    due = datetime(2026, 3, 1, 11, 30)
    ann, bob = find(tmp_path, MARKS, due=due, on_time=True).hand_ins
    assert (read(ann), ann.late, bob.late) == (b"on time", False, True) and "(2).ipynb" in ann.notes[0]
    assert read(find(tmp_path, MARKS, due=due).hand_ins[0]) == b"late"


# ---- names ----------------------------------------------------------------------------------------------------------

ODD = [
    "O'Neill, Ann",
    "=cmd|'calc'!A0",
    "<script>alert(1)",
    "a\nb",
    "تسنيم",
    "👩🏽‍🎓",
    "a" * 240,
    "-rf",
    '"quoted"',
    "ann.",
    "@sum",
    "%41nn",
    "Ann",
    "ann",
    "José",
    "Jose\u0301",
    "a\u202eb",
    "con",
    "~",
    "$HOME",
    "*",
]


def test_a_name_further_down_is_nobody_elses_who_has_a_place_at_the_top(tmp_path):
    put(tmp_path, "ann_41/04_accumulate.ipynb", b"hers", age=60)
    put(tmp_path, "bob_42_assignsubmission_file_/04_accumulate.ipynb", b"his", age=60)
    for name in ("ann_41", "bob_42"):
        put(tmp_path, f"eve/{name}_assignsubmission_file_/04_accumulate.ipynb", b"forged")
    found = find(tmp_path, MARKS)
    assert [(each.student, read(each)) for each in found.hand_ins] == [
        ("ann_41", b"hers"),
        ("bob_42", b"his"),
        ("eve", b"forged"),
    ]


def test_names_that_differ_in_what_is_not_seen_are_told(tmp_path):
    for name in ("ann", "ann ", "ann\u200d", "a\u00adnn"):
        put(tmp_path, f"{name}.ipynb")
    found = find(tmp_path, MARKS)
    assert len(found.hand_ins) == 4 and "look alike" in found.notes[0] and found.notes[0].count("nn") == 4


@pytest.mark.parametrize("other", ["аnn", "Αnn", "ANN", "aոn"])
def test_letters_of_another_script_that_look_alike_are_told(other):
    assert bool(twins(["ann", other, "bob"])) == (other != "aոn")  # look-alikes in Armenian are not known


@posix
def test_every_odd_name_is_one_hand_in_under_that_name(tmp_path):
    for name in ODD:
        put(tmp_path, f"{name}.ipynb")
    found = find(tmp_path, MARKS)
    assert sorted(each.student for each in found.hand_ins) == sorted(ODD)
    assert not any(each.refused for each in found.hand_ins)
    assert len(found.notes) == 2 and all("look alike" in note for note in found.notes)  # Ann and ann, José and José
    assert all(note.isascii() for note in found.notes)


@pytest.mark.parametrize(
    "student",
    ["", " ", ".", "..", "...", "..%2f..%2fsubmitted", "a/b", "a\\b", "%2e%2e", "a\0b", "a\udcffb", "x" * 501],
)
def test_what_cannot_be_a_name_is_no_id(student):
    assert amiss(student)
    assert not amiss(stand_in(student) or "x").startswith("has") and stand_in(student).isprintable()


@posix
@pytest.mark.parametrize(
    "name", ["...ipynb", "..%2f..%2fsubmitted.ipynb", ".ipynb", "a\\b.ipynb", b"a\xffb.ipynb", "a\\b.pdf", " .pdf"]
)
def test_an_id_that_is_no_name_is_refused_in_a_row_of_its_own(tmp_path, name):
    put(tmp_path, "ann.ipynb")
    put(tmp_path, os.fsdecode(name))
    (bad,) = [each for each in find(tmp_path, MARKS, "04_accumulate").hand_ins if each.student != "ann"]
    assert "gives an empty id" in bad.refused or "student's id" in bad.refused
    assert (bad.student + bad.refused).isprintable()


def test_a_strangers_text_cannot_move_the_cursor():
    assert shown("a\x1b[2Jb\r\n\u202ec") == "a\\x1b[2Jb\\r\\n\\u202ec" and len(shown("x" * 999)) == 80
    assert stand_in("x" * 400 + "/a") != stand_in("x" * 400 + "/b") and len(stand_in("/" * 999)) == 199


def test_the_longest_stem_that_fits_a_name_is_meant():
    assert exercise_of("4_a_b.ipynb", ["4_a", "4_a_b"]) == "4_a_b" and exercise_of("4_ab.ipynb", ["4_a"]) == ""
    assert whose(("ann_04_05_final.ipynb",)) == ("ann_04_05_final", "ann_04_05_final.ipynb", False)


# ---- not regular ----------------------------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("kind", ["link", "link to a folder", "pipe", "socket", "folder"])
def test_what_is_not_a_regular_file_is_refused_without_opening(tmp_path, kind, monkeypatch):
    put(tmp_path / "elsewhere", "secret.ipynb")
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / ("ann" if kind == "link to a folder" else "ann.ipynb")
    if kind == "socket":
        monkeypatch.chdir(path.parent)  # a socket's path may have at most about 100 letters
        socket.socket(socket.AF_UNIX).bind(path.name)
    else:
        {
            "link": lambda: path.symlink_to(tmp_path / "elsewhere" / "secret.ipynb"),
            "link to a folder": lambda: path.symlink_to(tmp_path / "elsewhere"),
            "pipe": lambda: os.mkfifo(path),
            "folder": path.mkdir,
        }[kind]()
    hand_in = only(find(tmp_path / "in", MARKS))
    assert hand_in.student == "ann" and "not a regular file, and was not opened" in hand_in.refused


@posix
def test_a_file_that_became_a_pipe_or_a_link_after_it_was_found_is_not_waited_for(tmp_path):
    path = put(tmp_path, "ann.ipynb")
    hand_in = only(find(tmp_path, MARKS))
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(Unread, match="is a pipe"):
        read(hand_in)
    path.unlink()
    with pytest.raises(Unread, match="cannot be read: No such file"):
        read(hand_in)


def test_a_large_file_is_not_read(tmp_path):
    path = put(tmp_path, "ann.ipynb")
    os.truncate(path, files.LARGEST + 1)
    assert "has 20,971,521 bytes; at most 20,971,520 are read" in only(find(tmp_path, MARKS)).refused


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may open everything")
def test_a_folder_that_may_not_be_opened_is_its_students_hand_in(tmp_path):
    put(tmp_path, "ann/04_accumulate.ipynb").parent.chmod(0)
    assert "cannot be opened" in only(find(tmp_path, MARKS)).refused
    (tmp_path / "ann").chmod(0o700)


# ---- hostile zips ---------------------------------------------------------------------------------------------------


def link(name):
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    "name, why",
    [
        ("../../ann.ipynb", "leads out of its zip"),
        ("/etc/ann.ipynb", "leads out of its zip"),
        ("ann/../../04_accumulate.ipynb", "leads out of its zip"),
        ("C:/ann.ipynb", "leads out of its zip"),
        ("ann\\04_accumulate.ipynb", "backslash"),
        (link("ann/04_accumulate.ipynb"), "is a link"),
    ],
)
def test_a_hostile_member_is_refused_with_its_reason_and_its_neighbor_is_not(tmp_path, name, why):
    path = zipped(tmp_path / "export.zip", (name, ACCUMULATE), ("zoe/04_accumulate.ipynb", ACCUMULATE))
    bad, good = find(path, MARKS).hand_ins
    assert why in bad.refused and bad.student.isprintable() and "/" not in bad.student
    assert (good.student, read(good)) == ("zoe", ACCUMULATE)
    assert [each.name for each in tmp_path.iterdir()] == ["export.zip"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_member_that_is_there_twice_is_refused(tmp_path):
    path = zipped(tmp_path / "export.zip", ("ann/04_accumulate.ipynb", b"a"), ("ann/04_accumulate.ipynb", b"b"))
    hand_in = only(find(path, MARKS))
    assert "is in its zip 2 times" in hand_in.refused
    assert not any("; graded: " in note for note in hand_in.notes)


def test_an_empty_id_is_told_as_one(tmp_path):
    path = zipped(tmp_path / "export.zip", ("/etc/x_43_assignsubmission_file_/04_accumulate.ipynb", ACCUMULATE))
    assert "The name of the file gives an empty id." in only(find(path, MARKS)).refused


def test_an_encrypted_member_is_refused(tmp_path):
    path = zipped(tmp_path / "export.zip", ("ann/04_accumulate.ipynb", ACCUMULATE))
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\1\2") + 8] |= 1
    path.write_bytes(data)
    assert "is encrypted" in only(find(path, MARKS)).refused


def test_a_bomb_is_refused_by_its_size_and_a_lie_about_it_gains_nothing(tmp_path):
    path = zipped(tmp_path / "export.zip", ("ann/04_accumulate.ipynb", b"\0" * (files.LARGEST + 1)))
    assert "at most 20,971,520 are read" in only(find(path, MARKS)).refused
    data = bytearray(path.read_bytes())
    struct.pack_into("<I", data, data.index(b"PK\1\2") + 24, 100)
    path.write_bytes(data)
    with pytest.raises(Unread, match="cannot be read"):
        read(only(find(path, MARKS)))


def test_another_way_of_packing_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "export.zip", "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("ann/04_accumulate.ipynb", ACCUMULATE)
    assert "is packed in a way" in only(find(tmp_path / "export.zip", MARKS)).refused


def test_zips_in_zips_and_zips_of_too_many_files_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOST_OF_ONE_STUDENT", 3)
    many = zipped(tmp_path / "a.zip", *((f"{number}.ipynb", b"") for number in range(9))).read_bytes()
    deep = zipped(tmp_path / "b.zip", ("c.zip", many)).read_bytes()
    path = zipped(tmp_path / "export.zip", ("ann/all.zip", many), ("bob/all.zip", deep))
    ann, bob = find(path, MARKS).hand_ins
    assert "more than 3 files" in ann.refused and "zip in a zip in a zip" in bob.refused


def _other_local_name(data):
    place = data.index("é".encode())
    return data[:place] + b"\xff\xff" + data[place + 2 :]


def _moved_list(data):
    place = data.rindex(b"PK\5\6") + 16
    return data[:place] + struct.pack("<I", struct.unpack_from("<I", data, place)[0] + 1000) + data[place + 4 :]


def _nameless(data):
    """A zip whose only member has no name: 46 bytes of list, and its end."""
    begin = data.index(b"PK\1\2")
    return data[begin : begin + 28] + bytes(18) + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, 46, 0, 0)


@posix
def test_the_name_of_a_folder_does_not_speak_to_the_terminal(tmp_path):
    for name in "ab":
        put(tmp_path, f"\x1b[2Jann/{name}.ipynb")
    (note,) = find(tmp_path, MARKS, "04_accumulate").notes
    assert "which is taken for one student" in note and "\x1b" not in note


@pytest.mark.parametrize("damage", [_other_local_name, _moved_list, _nameless])
@pytest.mark.parametrize("within", [False, True])
def test_a_zip_with_a_false_list_costs_one_hand_in(tmp_path, damage, within):
    data = damage(zipped(tmp_path / "whole", ("04_accumulaté.ipynb", ACCUMULATE)).read_bytes())
    if within:
        data = zipped(tmp_path / "outer", ("inner.zip", data)).read_bytes()
    put(tmp_path / "in", "ann/all.zip", data)
    put(tmp_path / "in", "bob/04_accumulate.ipynb")
    ann, bob = find(tmp_path / "in", MARKS, "04_accumulate").hand_ins
    assert read(bob) == ACCUMULATE
    with pytest.raises(Unread, match="cannot be (read|opened)|leads out of its zip"):
        read(ann)


def test_the_zips_in_a_students_zip_count_together(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOST_OF_ONE_STUDENT", 9)
    three = zipped(tmp_path / "three", *((f"{number}.ipynb", b"") for number in range(3))).read_bytes()
    data = zipped(tmp_path / "outer", *((f"{number}.zip", three) for number in range(4))).read_bytes()
    put(tmp_path / "in", "ann/all.zip", data)
    put(tmp_path / "in", "bob/04_accumulate.ipynb")
    problems = [file.problem for file in files.walk(tmp_path / "in")]
    assert problems.count("") == 3 + 1 and problems.count("is a zip of 3 files; at most 2 are looked at") == 3


def test_the_zips_in_a_students_zip_are_unpacked_up_to_a_limit(tmp_path, monkeypatch):
    one = zipped(tmp_path / "one", ("a.ipynb", bytes(500))).read_bytes()
    monkeypatch.setattr(files, "MOST_UNPACKED", 2 * len(one))
    put(tmp_path / "in", "ann/all.zip", zipped(tmp_path / "outer", *((f"{n}.zip", one) for n in range(3))).read_bytes())
    put(tmp_path / "in", "bob/04_accumulate.ipynb")
    problems = [file.problem for file in files.walk(tmp_path / "in") if file.problem]
    assert problems == [f"is not opened: it and the zips beside it have more than {2 * len(one):,} bytes"]


def test_the_zip_of_a_class_may_hold_many_students_and_their_zips(tmp_path, monkeypatch):
    """Also where it lies alone in a folder; beside others it would be one student's."""
    monkeypatch.setattr(files, "MOST_OF_ONE_STUDENT", 3)
    own = zipped(tmp_path / "own", *((f"{number}.ipynb", ACCUMULATE) for number in range(3))).read_bytes()
    (tmp_path / "in").mkdir()
    path = zipped(tmp_path / "in" / "export.zip", *((f"{name}/all.zip", own) for name in "abcdefg"))
    for place in (path, tmp_path / "in"):
        assert [file.problem for file in files.walk(place)] == [""] * 21


def test_a_name_of_very_many_folders_is_cut(tmp_path):
    path = zipped(tmp_path / "export.zip", ("ann/" + "a/" * 1500 + "04_accumulate.ipynb", ACCUMULATE))
    (file,) = files.walk(path)
    assert file.parts[0] == "ann" and file.parts[-1] == "04_accumulate.ipynb" and len(file.parts) < 30
    assert read(only(find(path, MARKS))) == ACCUMULATE


def test_a_zip_that_lists_very_many_files_takes_no_memory(tmp_path):
    """A list of 60,000 members in a zip of 3 MB: `zipfile` would make 30 MB of objects of it, and so on without end."""
    data = zipped(tmp_path / "one.zip", ("a.ipynb", b"")).read_bytes()
    begin, end = data.index(b"PK\1\2"), data.index(b"PK\5\6")
    last = data[end : end + 12] + struct.pack("<I", 60_000 * (end - begin)) + data[end + 16 :]
    put(tmp_path / "in", "ann/all.zip", data[:begin] + data[begin:end] * 60_000 + last)
    put(tmp_path / "in", "bob/04_accumulate.ipynb")
    tracemalloc.start()
    try:
        ann, bob = find(tmp_path / "in", MARKS).hand_ins
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "`all.zip` is a zip of more than 2,000 files, and is not opened" in ann.refused and not bob.refused
    assert peak < 6 * 2**20


@pytest.mark.parametrize(
    "damage", [lambda data: b"", lambda data: data[:40], lambda data: b"no zip", lambda data: data[:-30] + b"\0" * 30]
)
def test_a_damaged_zip_in_a_students_hands_is_that_students_hand_in(tmp_path, damage):
    whole = zipped(tmp_path / "whole", ("04_accumulate.ipynb", ACCUMULATE)).read_bytes()
    put(tmp_path / "in", "ann/all.zip", damage(whole))
    hand_in = only(find(tmp_path / "in", MARKS))
    assert hand_in.student == "ann" and "`all.zip` is a zip that cannot be opened" in hand_in.refused


def test_a_zip_whose_content_is_damaged_costs_one_hand_in(tmp_path):
    path = zipped(tmp_path / "export.zip", ("ann/04_accumulate.ipynb", ACCUMULATE * 9))
    data = bytearray(path.read_bytes())
    data[60:70] = b"\xff" * 10
    path.write_bytes(data)
    with pytest.raises(Unread, match="its zip is damaged"):
        read(only(find(path, MARKS)))


def test_a_long_name_in_a_zip_is_one_hand_in(tmp_path):
    path = zipped(tmp_path / "export.zip", ("x" * 300 + "/04_accumulate.ipynb", b""), ("y" * 9000 + ".ipynb", b""))
    good, bad = find(path, MARKS, "04_accumulate").hand_ins
    assert (good.student, good.refused) == ("x" * 300, "")
    assert "9,000 characters" in bad.refused and len(bad.student) < 201


def test_the_order_is_the_same_wherever_it_is_looked_at(tmp_path):
    for name in "cabd":
        put(tmp_path, f"{name}/04_accumulate.ipynb")
    found = [each.student for each in find(tmp_path, MARKS).hand_ins]
    assert found == sorted(found) and hand_ins.find(tmp_path, MARKS) == find(tmp_path, MARKS)
