"""Whatever a program uses too much of, however it crashes and whatever it leaves running, it alone pays for it.

The programs are bounded: fifty processes, memory and files under a limit.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from autogradlab.confine import Probe, run_cells
from autogradlab.confine.folder import private_folder
from autogradlab.confine.layers import processes
from autogradlab.confine.zygote import FORKS

pytestmark = pytest.mark.skipif(not FORKS, reason="this system has no fork")
MARK = "agl-left-over"


def marked():
    """All processes on this machine that carry the mark and have not ended, whoever their parent is."""
    return [
        path
        for path in Path("/proc").glob("[0-9]*/stat")
        if f"({MARK})" in (stat := text_of(path)) and ") Z" not in stat
    ]


def left_over():
    """The marked processes that are still there after 5 seconds; returns as soon as there are none."""
    until = time.monotonic() + 5
    while (found := marked()) and time.monotonic() < until:
        time.sleep(0.02)
    return found


def appears():
    """Whether a marked process is seen within 20 seconds."""
    until = time.monotonic() + 20
    while not (found := marked()) and time.monotonic() < until:
        time.sleep(0.02)
    return bool(found)


def text_of(path):
    try:
        return path.read_text()
    except OSError:
        return ""


NAMED = f"import ctypes, os, signal, time\nctypes.CDLL(None).prctl(15, b'{MARK}')\n"
DAEMON = (
    NAMED
    + """
for number in range(1, 30):
    if number not in (9, 19):
        try: signal.signal(number, signal.SIG_IGN)
        except OSError: pass
def slip_away():
    try: os.setsid()
    except OSError: pass
if os.fork() == 0:
    slip_away()
    if os.fork() == 0:
        slip_away()
        time.sleep(60)
    os._exit(0)
"""
)
FLOOD = (
    NAMED
    + """
started = 0
for _ in range(50):
    try:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    except OSError:
        break
    started += 1
time.sleep(60)
"""
)
FREE_RUNNING = (
    NAMED
    + """
import atexit, threading
atexit.register(lambda: open('/tmp/agl-atexit', 'w').close())
def work():
    while True: time.sleep(0.01)
for _ in range(3): threading.Thread(target=work).start()
"""
)


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are listed on Linux")
@pytest.mark.parametrize("source", [DAEMON, FLOOD, FREE_RUNNING], ids=["a daemon", "a flood", "threads"])
@pytest.mark.parametrize("where", ["cell", "probe"])
def test_nothing_runs_on_afterwards(level, source, where):
    if where == "cell":
        outcome = run_cells([source, "x = 1"], [Probe("answer = x")], level=level, seconds=5)
    else:
        outcome = run_cells(["x = 1"], [Probe(source), Probe("answer = x")], level=level, probe_seconds=5)
    assert outcome.results[-1].value == 1, outcome
    assert left_over() == [] and not os.path.exists("/tmp/agl-atexit")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are listed on Linux")
@pytest.mark.parametrize("killed", ["the caller", "the zygote"])
def test_nothing_is_left_when_somebody_is_killed(level, killed, tmp_path):
    if killed == "the zygote" and level < 2:
        pytest.skip("without a zygote, what slipped away from the group is not found")
    program = (
        "import sys\nfrom autogradlab.confine import run_cells, running\nrun_cells([], level=int(sys.argv[1]))\n"
        "print(next(iter(running._zygotes.values()))._process.pid, flush=True)\n"
        "run_cells([sys.argv[2]], level=int(sys.argv[1]), seconds=60)"
    )
    words = [sys.executable, "-c", program, str(level), DAEMON + "time.sleep(60)"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(tmp_path)}
    ) as caller:
        zygote = int(caller.stdout.readline())
        assert appears(), "the daemon was never there"
        os.kill(caller.pid if killed == "the caller" else zygote, signal.SIGKILL)
        found = left_over()
        caller.kill()
    assert found == []
    until = time.monotonic() + 5
    while killed == "the caller" and list(tmp_path.iterdir()) and time.monotonic() < until:
        time.sleep(0.02)
    assert killed == "the zygote" or list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are counted on Linux")
def test_a_flood_of_processes_is_stopped(level):
    outcome = run_cells([FLOOD, "answer = 1"], level=level, seconds=20)
    assert "too many processes" in outcome.cells[0].ended or outcome.cells[0].timed_out
    assert outcome.cells[1].completed


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="threads are counted on Linux")
def test_a_flood_of_threads_is_stopped(level):
    threads = (
        "import threading, time\nthreading.stack_size(2**16)\n"
        "for _ in range(300): threading.Thread(target=time.sleep, args=(9,)).start()"
    )
    few = "import threading\nfor _ in range(40): threading.Thread(target=int).start()"
    outcome = run_cells([few, f"{threads}\ntime.sleep(9)", "answer = 1"], level=level, seconds=20)
    flood = outcome.cells[1]
    assert "too many threads" in flood.ended or flood.error.name == "RuntimeError", flood
    assert outcome.cells[0].completed and outcome.cells[2].completed


HUNGRY = {
    "memory": "x = []\nwhile True: x.append(bytes(2**26))",
    "a large file": "with open('x', 'wb') as file:\n    while True: file.write(bytes(2**20))",
    "many files": "for n in range(9):\n    with open(f'{n}', 'wb') as file: file.write(bytes(9 * 2**20))\n"
    "import time; time.sleep(5)",
    "files far below": "import os\nfor _ in range(20): os.mkdir('d' * 220); os.chdir('d' * 220)\n"
    "for n in range(9):\n    with open(f'{n}', 'wb') as file: file.write(bytes(9 * 2**20))\n"
    "import time; time.sleep(5)",
    "files": "files = []\nwhile True: files.append(open('x', 'w'))",
}


@pytest.mark.parametrize("what", HUNGRY)
def test_a_hungry_cell_costs_itself_only(level, what):
    outcome = run_cells(["x = 1", HUNGRY[what], "z = 3"], [Probe("answer = z")], level=level)
    cell = outcome.cells[1]
    assert cell.error and cell.error.name in ("MemoryError", "OSError") or "too much" in cell.ended, cell
    assert outcome.results[0].value == 3


@pytest.mark.parametrize(
    "source",
    [
        "print('x' * 50_000_000)",
        "import os\nfor _ in range(50): os.write(1, bytes(10**6))",
        "import sys\nfor _ in range(1000): sys.stderr.write('y' * 10_000)",
    ],
    ids=["print", "write", "stderr"],
)
def test_a_flood_of_text_is_cut(level, source):
    outcome = run_cells([source], [Probe("answer = 1")], level=level)
    assert outcome.cells[0].completed and outcome.results[0].value == 1
    assert len(outcome.cells[0].printed) <= 10_000 and len(outcome.cells[0].stderr) <= 10_000


@pytest.mark.parametrize(
    "source", ["input()", "import getpass; getpass.getpass()", "import sys; assert sys.stdin.read(1)"]
)
def test_nobody_waits_for_the_keyboard(level, source):
    cell = run_cells([source], level=level, seconds=5).cells[0]
    assert cell.error and not cell.timed_out


CRASHES = {
    "a null pointer": "import ctypes; ctypes.string_at(0)",
    "abort": "import os; os.abort()",
    "an exit": "import os; os._exit(0)",
    "a kill": "import os; os.kill(os.getpid(), 9); os._exit(1)",
    "its group": "import os; os.killpg(0, 9); os._exit(1)",
}


@pytest.mark.parametrize("what", CRASHES)
def test_a_crash_costs_itself_only(level, what):
    outcome = run_cells(
        ["x = 1", CRASHES[what]], [Probe("answer = x"), Probe(CRASHES[what]), Probe("answer = x")], level=level
    )
    assert not outcome.cells[1].completed and [result.value for result in outcome.results] == [1, None, 1]


def test_what_a_run_did_to_its_folder_does_not_stop_its_removal(level, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    source = (
        "import os\nfor _ in range(1100):\n    os.mkdir('d' * 200); os.chdir('d' * 200)\nos.mkfifo('pipe')\n"
        "os.symlink('/', 'link')\nopen('n' * 255, 'w').close()\ntry: os.chmod('.', 0)\nexcept OSError: pass"
    )
    outcome = run_cells([source], [Probe("answer = 1")], level=level)
    cell, probe = outcome.cells[0], outcome.results[0]
    stopped = [each for each in (cell, probe) if not each.completed]  # whichever runs when the folder is measured
    assert all("too much disk space" in each.ended for each in stopped)  # its paths are too long to measure
    assert (probe in stopped or probe.value == 1) and list(tmp_path.iterdir()) == []


def test_memory_of_all_processes_together_is_counted(monkeypatch, tmp_path):
    child = os.fork()
    if child == 0:
        time.sleep(60)
        os._exit(0)
    try:
        assert processes.excess(str(tmp_path)) == ""
        monkeypatch.setattr(processes, "MEMORY_OF_ALL", 2**20)
        assert processes.excess(str(tmp_path)) == "too much memory"
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)


def test_a_folder_with_too_many_entries_is_full(monkeypatch, tmp_path):
    monkeypatch.setattr(processes, "MOST_ENTRIES", 10)
    for number in range(9):
        (tmp_path / f"{number}").mkdir()
    assert processes.excess(str(tmp_path)) == ""
    (tmp_path / "1" / "2" / "3").mkdir(parents=True)
    assert processes.excess(str(tmp_path)) == "too much disk space"


@pytest.mark.parametrize("mode, full", [(0o700, False), (0, False), (0o300, True)])
def test_a_folder_that_can_be_filled_but_not_listed_is_full(mode, full):
    with private_folder() as folder:
        os.chmod(folder, 0o777)
        child = os.fork()
        if child == 0:
            with suppress(PermissionError):  # only root may, and need: it can list everything
                os.setuid(65534)
            os.mkdir(f"{folder}/inner", mode)
            os._exit(processes.excess(folder) == "too much disk space")
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == full


def test_a_program_that_hears_nothing_of_its_children_gets_all_its_answers(level):
    deaf = "import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)"
    outcome = run_cells([deaf], [Probe("answer = inputs", number) for number in range(12)], level=level)
    assert [result.value for result in outcome.results] == list(range(12))


def test_a_program_that_has_opened_all_it_may_gets_its_answers(level):
    greedy = "files = []\ntry:\n    while True: files.append(open('/dev/null'))\nexcept OSError: pass"
    outcome = run_cells([greedy], [Probe("answer = len(files) > 99"), Probe("answer = 2")], level=level)
    assert [result.value for result in outcome.results] == [True, 2]
