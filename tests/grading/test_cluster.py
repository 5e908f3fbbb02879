"""A Dask cluster returns the same rows as this machine, loses nothing with a worker, and says what it lacks."""

import importlib
import threading
from pathlib import Path

import pytest

from autogradlab.grading import cluster
from autogradlab.grading.batch import Stopped, Terms, grade
from autogradlab.grading.gradebook import Gradebook
from autogradlab.grading.hand_ins import find

distributed = pytest.importorskip("distributed")
STEM = "04_accumulate"
pytestmark = pytest.mark.filterwarnings("ignore:Port 8787")


@pytest.fixture(scope="module")
def stand_ins():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parent))
        yield importlib.import_module("stand_in_judges")


@pytest.fixture(scope="module")
def running(stand_ins):
    """A cluster of two worker processes on this machine."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
    ) as started:
        yield started


@pytest.fixture
def hand_ins(tmp_path):
    (tmp_path / "in").mkdir()
    for number in range(12):
        (tmp_path / "in" / f"s{number:02}.ipynb").write_text(f"answer {number}")
    return find(tmp_path / "in", {STEM: ()}, STEM).hand_ins


def rows(tmp_path, name, hand_ins, stand_ins, judge, crew, seen=lambda: None):
    with Gradebook(tmp_path / name) as book:
        for _ in grade(hand_ins, book, Terms(stand_ins.KITS, b"secret", 1, judge), crew, workers=2):
            seen()
        return [row.to_json() for row in book.rows()]


def test_a_cluster_gives_the_same_rows(tmp_path, running, hand_ins, stand_ins):
    with cluster.joined(running.scheduler_address) as joined:
        assert joined.workers == 2 and joined.levels.best >= 1 and joined.weakest.startswith("tcp://")
        far = rows(tmp_path, "far", hand_ins, stand_ins, stand_ins.judge, joined.crew)
    assert far == rows(tmp_path, "near", hand_ins, stand_ins, stand_ins.judge, stand_ins.Here()) and len(far) == 12


def test_work_that_was_lost_with_a_worker_is_done_again(tmp_path, running, hand_ins, stand_ins):
    for number in (2, 7):
        hand_ins[number].path.write_text(f"die once {tmp_path / str(number)}")
    with cluster.joined(running.scheduler_address) as joined:
        far = rows(tmp_path, "far", hand_ins, stand_ins, stand_ins.unwell, joined.crew)
    assert (tmp_path / "2").exists() and (tmp_path / "7").exists()
    assert far == rows(tmp_path, "near", hand_ins, stand_ins, stand_ins.judge, stand_ins.Here())


def test_the_same_autogradlab_is_asked_for(running, monkeypatch):
    monkeypatch.setattr(cluster.kit, "grader", lambda: "a later one")
    with pytest.raises(
        ValueError, match=r"(\d) of \1 workers have another autogradlab; one of them is tcp://.*\n  help"
    ):
        with cluster.joined(running.scheduler_address):
            pass


def test_an_address_where_nobody_answers_is_a_sentence(monkeypatch):
    monkeypatch.setattr(cluster, "SECONDS_TO_JOIN", "1s")
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        with pytest.raises(ValueError, match=f"no Dask scheduler answers at {address}.*\n  help: the address is"):
            with cluster.joined(address):
                pass


def test_a_cluster_without_workers_or_that_goes_away_is_a_sentence(tmp_path, hand_ins, stand_ins):
    with distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=None, silence_logs=50) as started:
        with pytest.raises(ValueError, match="has no workers\n  help: start some"):
            with cluster.joined(started.scheduler_address):
                pass
        started.scale(1)
        started.wait_for_workers(1)
        closing = threading.Thread(target=started.close)
        hand_ins[3].path.write_text(f"wait {tmp_path / 'waits'}")
        with pytest.raises(Stopped, match="the workers are gone"), cluster.joined(started.scheduler_address) as joined:
            rows(
                tmp_path,
                "g",
                hand_ins,
                stand_ins,
                stand_ins.waiting,
                joined.crew,
                lambda: closing.ident or closing.start(),
            )
        closing.join()
    with Gradebook(tmp_path / "g") as book:
        assert book.done_keys()
