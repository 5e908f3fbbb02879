"""A batch ends with the same gradebook, however many workers and sittings it takes, and whichever of them die."""

import importlib
import multiprocessing
import os
import random
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

from autogradlab.confine import Unfit
from autogradlab.grading.batch import Stopped, Task, Terms, grade, work
from autogradlab.grading.files import LARGEST
from autogradlab.grading.gradebook import Gradebook
from autogradlab.grading.hand_ins import HandIn, find
from autogradlab.grading.kit import Kit
from autogradlab.grading.row import Row
from autogradlab.grading.workers import Lost, Workers

STEM = "04_accumulate"
posix = pytest.mark.skipif(os.name != "posix", reason="signals")


@pytest.fixture
def stand_ins(monkeypatch):
    """The module of stand-in judges, importable here and in workers."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return importlib.import_module("stand_in_judges")


@pytest.fixture
def folder(tmp_path):
    """Twenty hand-ins."""
    (tmp_path / "in").mkdir()
    for number in range(20):
        (tmp_path / "in" / f"s{number:02}.ipynb").write_text(f"answer {number}")
    return tmp_path / "in"


@pytest.fixture
def graded(tmp_path, stand_ins):
    """A function that grades a folder into a new or named gradebook and returns (what `grade` yielded, its rows)."""

    def run(folder, judge=stand_ins.judge, crew=None, workers=1, name=None, kits=stand_ins.KITS, **options):
        found = find(folder, {STEM: ()}, STEM).hand_ins
        with Gradebook(tmp_path / (name or f"{random.random()}.sqlite")) as book:
            terms = Terms(kits, options.pop("secret", b"secret"), options.pop("level", 2), judge)
            came = list(grade(found, book, terms, crew or stand_ins.Here(), workers=workers, **options))
            return came, [row.to_json() for row in book.rows()]

    return run


@pytest.mark.parametrize("count", [1, 2, 8])
def test_the_rows_are_the_same_for_any_number_of_workers(folder, graded, count):
    with Workers(count) as crew:
        came, rows = graded(folder, crew=crew, workers=count)
    assert rows == graded(folder)[1] and len(came) == 20


@posix
def test_work_that_was_lost_with_a_worker_is_done_again(folder, graded, stand_ins, tmp_path):
    for number in (3, 4, 11):
        (folder / f"s{number:02}.ipynb").write_text(f"die once {tmp_path / str(number)}")
    with Workers(2) as crew:
        rows = graded(folder, stand_ins.unwell, crew, 2)[1]
    assert rows == graded(folder)[1]


@posix
def test_workers_killed_from_outside_at_any_time_change_nothing(folder, graded):
    over, crew = threading.Event(), Workers(2)

    def kill():
        dice = random.Random(0)
        while not over.wait(dice.uniform(0.05, 0.4)):
            for worker in multiprocessing.active_children():
                if worker.name == "grading worker" and dice.random() < 0.5:
                    worker.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    with crew:
        time.sleep(0.5)
        rows = [row for row in graded(folder, crew=crew, workers=2)[1] if "worker was lost" not in row]
    over.set()
    killer.join()
    assert set(rows) <= set(graded(folder)[1])


@posix
def test_a_submission_that_ends_every_worker_gets_a_row_that_says_so_and_its_neighbors_get_theirs(
    folder, graded, stand_ins
):
    (folder / "s05.ipynb").write_text("die")
    with Workers(2) as crew:
        came, rows = graded(folder, stand_ins.unwell, crew, 2)
    (bad,) = [each.row for each in came if each.row.status != "graded"]
    assert (bad.student, bad.status, bad.reason) == ("s05", "crashed", "Its worker was lost 3 times.")
    assert [row for row in rows if "s05" not in row] == [row for row in graded(folder)[1] if "s05" not in row]


def test_a_judge_that_raises_costs_one_row_which_says_where_and_is_tried_again_the_next_time(folder, graded, stand_ins):
    (folder / "s05.ipynb").write_text("raise")
    came, _ = graded(folder, stand_ins.unwell, name="g")
    (bad,) = [each.row for each in came if each.row.status != "graded"]
    assert bad.reason == "The judge failed on it: KeyError in `unwell`." and len(bad.submission) == 64
    assert sum(each.kept for each in graded(folder, name="g")[0]) == 19


def test_files_that_cannot_be_read_get_rows(folder, graded):
    os.truncate(folder / "s03.ipynb", LARGEST + 1)
    (folder / "s04.ipynb").unlink()
    (folder / "s04.ipynb").mkdir()
    statuses = {each.row.student: each.row.status for each in graded(folder)[0]}
    assert len(statuses) == 20 and (statuses["s03"], statuses["s04"]) == ("refused", "refused")


# ---- in several sittings --------------------------------------------------------------------------------------------


def test_what_was_graded_is_known_again_and_only_what_changed_is_graded(folder, graded, stand_ins, tmp_path):
    asked = tmp_path / "asked"

    def sitting(**options):
        asked.write_text("")
        rows = graded(folder, stand_ins.counting, name="g", **options)[1]
        assert len(rows) == 20
        return asked.read_text().split()

    for path in folder.iterdir():
        path.write_text(f"{asked} {path.stem}")
    everyone = sorted(path.stem for path in folder.iterdir())
    assert sitting() == everyone and sitting() == []
    (folder / "s07.ipynb").write_text(f"{asked} changed")
    assert sitting() == ["s07"] and sitting(again=True) == everyone
    for change in ({"kits": {STEM: Kit(STEM, "v2", ())}}, {"level": 3}, {"secret": b"another"}):
        assert sitting(**change) == everyone and sitting(**change) == []
    assert sitting() == []  # the first terms again: still known


def test_two_students_with_the_same_file_get_a_row_each(folder, graded):
    for path in folder.iterdir():
        path.write_text("the same")
    assert len({row for row in graded(folder)[1]}) == 20


@posix
def test_killed_at_fifty_random_points_it_ends_with_the_same_gradebook(folder, graded, stand_ins, tmp_path):
    out, dice = tmp_path / "out", random.Random(1)
    out.mkdir()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["stand_in_judges"])
    for _ in range(50):
        one = context.Process(target=stand_ins.sitting, args=(str(folder), str(out), dice.choice([0, 0, 0.5])))
        one.start()
        one.join(dice.uniform(0, 0.12))
        one.kill()
        one.join()
    stand_ins.sitting(folder, out, 0.5)
    with Gradebook(out / "gradebook.sqlite") as book:
        assert [row.to_json() for row in book.rows()] == graded(folder)[1]


def test_memory_does_not_grow_with_the_class(tmp_path, stand_ins):
    path, highest = tmp_path / "same.ipynb", [0, 0]
    path.write_bytes(b"x" * 1_000)
    hand_ins = (HandIn(f"s{number}", STEM, path) for number in range(10_000))
    with Gradebook(tmp_path / "g") as book:
        terms = Terms(stand_ins.KITS, b"secret", 2, stand_ins.judge)
        for number, _ in enumerate(grade(hand_ins, book, terms, stand_ins.Here(), workers=2)):
            highest[number // 5_000] = max(highest[number // 5_000], sys.getallocatedblocks())
    assert number == 9_999
    assert highest[1] < highest[0] + 2_500  # half an object per hand-in; each needs dozens


# ---- when it cannot go on -------------------------------------------------------------------------------------------


def test_a_worker_that_confines_too_weakly_stops_the_batch(folder, graded, stand_ins):
    with pytest.raises(Stopped, match="a worker confines at level 1, and level 2 was asked for"):
        graded(folder, stand_ins.weak)


def test_workers_that_are_gone_for_good_stop_the_batch(folder, graded, stand_ins):
    class Gone(stand_ins.Here):
        def submit(self, *_):
            future = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(Stopped, match="the workers are gone"):
        graded(folder, crew=Gone())


def test_a_worker_that_does_not_answer_is_given_up(stand_ins):
    with Workers(1, patience=2) as crew:
        with pytest.raises(Lost, match="no answer within"):
            crew.submit(time.sleep, 60).result()
        assert crew.submit(abs, -1).result() == 1


def test_what_a_call_raises_is_raised_here_and_what_cannot_be_sent_is_no_lost_worker():
    with Workers(1) as crew:
        with pytest.raises(ZeroDivisionError):
            crew.submit(divmod, 1, 0).result()
        with pytest.raises(Exception, match="pickle|local object"):
            crew.submit(abs, lambda: None).result()
        assert crew.submit(abs, -1).result() == 1


def test_a_worker_takes_no_module_from_the_working_folder(tmp_path, monkeypatch):
    """The instructor may stand in a student's folder: whatever lies there must not run with the instructor's rights."""
    for name in ("multiprocessing", "pickle", "socket", "signal"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w').close()\n")
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.chdir(tmp_path)
    with Workers(1) as crew:
        assert crew.submit(abs, -1).result() == 1
    assert not (tmp_path / "ran").exists()


def test_why_a_program_could_not_be_run_is_told_in_its_row(folder, stand_ins):
    def unfit(*given, **named):
        raise Unfit("the prelude fails\n  help: no module `helpers`")

    row = Row.from_json(work(Task("ann", b"x", stand_ins.KITS[STEM], b"secret", 2, unfit)))
    assert (row.status, row.reason) == (
        "crashed",
        "The judge could not run it: the prelude fails help: no module `helpers`.",
    )


@posix
def test_workers_leave_with_the_process_that_started_them():
    ours, theirs = multiprocessing.Pipe()
    parent = multiprocessing.get_context("spawn").Process(target=_parent, args=(theirs,))
    parent.start()
    worker = ours.recv()
    parent.kill()
    parent.join()
    for _ in range(200):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{worker}/stat").exists() and Path(f"/proc/{worker}/stat").read_text().split()[2] == "Z":
            return
        time.sleep(0.05)
    raise AssertionError("the worker is still there")


def _parent(pipe):
    crew = Workers(1)
    pipe.send(crew.submit(os.getpid).result())
    crew.submit(time.sleep, 300).result()


def test_ending_the_workers_cancels_what_waits_and_leaves_no_process():
    crew = Workers(1)
    first, second = crew.submit(time.sleep, 300), crew.submit(abs, -1)
    while not first.running():
        time.sleep(0.01)
    crew.shutdown()
    assert first.done() and second.cancelled()
    assert not [each for each in multiprocessing.active_children() if each.name == "grading worker"]
