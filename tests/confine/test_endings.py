"""However a program ends or does not end, the caller gets a result in time, and nothing is left behind."""

import os
import signal
import subprocess
import sys
import time

import pytest

from autogradlab import confine
from autogradlab.confine import conversation, running
from autogradlab.confine.zygote import FORKS

BUSY_MACHINE = 2.0  # seconds that a crowded test machine may add to every wait
posix = pytest.mark.skipif(not FORKS, reason="this system has no fork")


def timed(run, *arguments, **options):
    start = time.monotonic()
    return run(*arguments, **options), time.monotonic() - start


def test_an_endless_loop_of_the_source_is_stopped_at_its_line(forked):
    outcome, seconds = timed(forked, "x = 0\nwhile True:\n    x += 1", "answer = 1", seconds=0.5)
    assert outcome.timed_out.seconds == 0.5 and outcome.timed_out.line.number in (2, 3)
    assert outcome.results == () and 0.5 <= seconds < 1.5 + BUSY_MACHINE


def test_a_loop_whose_process_comes_late_to_speak_still_names_its_line(forked, monkeypatch):
    monkeypatch.setattr(conversation, "GRACE", 1 + 10 * BUSY_MACHINE)
    outcome = forked("import sys\nsys.setswitchinterval(0.6)  # seconds\nwhile True:\n    pass", seconds=0.5)
    assert outcome.timed_out.line.number in (3, 4)


def test_an_endless_loop_within_a_probe_is_stopped_at_the_learners_line(run):
    outcome = run("def f():\n    while True:\n        pass", "answer = 1", "f()", "answer = 2", seconds=1)
    fine, late, after = outcome.results
    assert fine.value == 1 and late.timed_out.line.text in ("while True:", "pass")
    assert not after.answered and after.ended and outcome.timed_out == late.timed_out


def test_a_loop_that_catches_everything_is_stopped_too(forked):
    source = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
    assert forked(source, seconds=0.5).timed_out


def test_a_loop_that_lets_nothing_else_run_is_stopped_without_a_line(forked):
    outcome, seconds = timed(forked, "sum(iter(int, 1))", seconds=0.5)
    assert outcome.timed_out.line is None and seconds < 2 + BUSY_MACHINE


@posix
def test_a_program_that_ignores_signals_is_stopped(forked):
    source = "import signal\nfor n in (1, 2, 3, 15): signal.signal(n, signal.SIG_IGN)\nwhile True: pass"
    assert forked(source, seconds=0.5).timed_out


def test_sleeping_counts_as_time(forked):
    assert forked("import time\ntime.sleep(60)", seconds=0.5).timed_out.line.number == 2


def test_endless_printing_is_stopped_and_cut(run):
    outcome = run("while True: print('again and again')", seconds=1)
    assert outcome.timed_out and len(outcome.printed) == 10_000


def test_what_was_printed_before_the_time_was_over_is_kept(run):
    assert run("print('so far', end='')\nwhile True: pass", seconds=1).printed == "so far"


@pytest.mark.parametrize("leaving", ["exit()", "quit()", "raise SystemExit(3)", "import sys; sys.exit('bye')"])
def test_leaving_is_told_in_words(forked, leaving):
    outcome = forked("print('x')\n" + leaving, "answer = 1")
    assert outcome.ended == "The program left with `exit()`."  # without its argument, which could be a hidden input
    assert outcome.printed == "x\n" and outcome.results == ()


def test_a_process_that_ends_itself_is_told_with_its_code(forked):
    outcome = forked("import os\nprint('x')\nos._exit(3)")
    assert outcome.ended == "The process ended itself with exit code 3." and outcome.printed == "x\n"


def test_a_crash_is_told_with_its_signal(forked):
    assert "SIGSEGV" in forked("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)").ended


def test_an_end_without_a_word_is_told_as_such(run):
    outcome = run("import os\nos._exit(0)", "answer = 1")
    assert outcome.ended and not outcome.program.completed


def test_a_crash_of_one_forked_probe_costs_that_probe_only(forked):
    crashed, fine = forked("import os", "os._exit(5)", "answer = 1").results
    assert crashed.ended.endswith("code 5.") and fine.value == 1


def test_leaving_within_a_probe_costs_that_probe_only(forked):
    left, fine = forked("", "exit()", "answer = 1").results
    assert left.ended and fine.value == 1


@pytest.mark.parametrize("size", ["[0] * 10**10", "np.ones(10**9)", "np.ones((10**6, 10**6)) + 1", "bytes(5 * 2**30)"])
@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
def test_too_large_a_size_is_a_memory_error(forked, size):
    assert forked(f"x = {size}", prelude="import numpy as np").error.name == "MemoryError"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
def test_memory_that_grows_and_grows_is_refused(forked):
    outcome = forked("x = []\nwhile True: x.append(bytes(2**26))", seconds=20)
    assert outcome.error.name == "MemoryError"


@posix
def test_a_large_file_is_refused(forked):
    assert forked("f = open('x', 'wb')\nwhile True: f.write(bytes(2**20))").error.name == "OSError"


@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted on Linux")
def test_a_crowd_of_processes_is_stopped(forked, left_over):
    source = "import os, time\nfor _ in range(50):\n    if os.fork() == 0: break\ntime.sleep(60)"
    assert "too many processes" in forked(source, seconds=20).ended
    assert left_over() == set()


@posix
def test_a_fork_of_the_source_does_not_speak_for_it(forked):
    outcome = forked("import os\nos.fork()", "answer = 1")
    assert [result.value for result in outcome.results] == [1]


@pytest.mark.skipif(sys.platform != "linux", reason="a process that slips away is found on Linux")
def test_a_process_that_slips_away_is_ended_too(forked, left_over):
    source = (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(60)\n    os._exit(0)\n"
    )
    assert [result.value for result in forked(source, "answer = 1").results] == [1]
    assert left_over() == set()


@posix
def test_nothing_is_left_of_a_run_that_was_stopped(run, left_over):
    confine.run("")
    run(
        "import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "while True: pass",
        seconds=1,
    )
    confine.shut_down()
    assert left_over() <= set()


@posix
@pytest.mark.parametrize("blow", ["SIGKILL", "SIGSTOP"])
def test_a_run_that_harms_its_zygote_costs_itself_only(forked, left_over, blow):
    source = f"import os, signal\nos.kill(os.getppid(), signal.{blow})\nwhile True: pass"
    outcome, seconds = timed(forked, source, seconds=1)
    assert not outcome.program.completed and seconds < 2 + BUSY_MACHINE
    confine.shut_down()
    assert left_over() == set()
    assert confine.run("", ["answer = 1"]).results[0].value == 1


@posix
def test_junk_on_every_open_file_is_no_answer(forked):
    source = (
        "import os\nfor n in range(3, 40):\n    try: os.write(n, b'\\x00\\x00\\x00\\x05junk!')\n"
        "    except OSError: pass"
    )
    assert not forked(source, "answer = 1").program.completed
    assert confine.run("", ["answer = 1"]).results[0].value == 1


@posix
def test_dripping_bytes_do_not_move_the_deadline(forked):
    source = (
        "import os, stat, time\nFILE = next(n for n in range(3, 40) if stat.S_ISSOCK(os.fstat(n).st_mode))\n"
        "os.write(FILE, b'\\x00\\x00\\x10\\x00')\n"
        "while True:\n    os.write(FILE, b' ')\n    time.sleep(0.05)"
    )
    outcome, seconds = timed(forked, source, seconds=0.5)
    assert outcome.program.timed_out or outcome.ended
    assert seconds < 1.5 + BUSY_MACHINE


@posix
def test_the_zygote_dies_with_its_process():
    program = (
        "import os, sys\nfrom autogradlab import confine\nfrom autogradlab.confine import running\n"
        "confine.run('')\nprint(next(iter(running._zygotes.values()))._process.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert gone(int(done.stdout))


def gone(process):
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        with open(f"/proc/{process}/stat") as file:
            if file.read().rpartition(")")[2].split()[0] == "Z":
                return True
        time.sleep(0.02)
    return False


@posix
def test_an_interpreter_that_died_while_waiting_is_started_anew(forked):
    zygote = running._zygotes[os.getpid(), ""]
    zygote._process.kill()
    zygote._process.wait()
    assert [result.value for result in forked("", "answer = 1").results] == [1]


@posix
def test_waiting_interpreters_are_few(left_over):
    for number in range(running.MOST_ZYGOTES + 2):
        confine.run("", prelude=f"n = {number}")
    assert len(running._zygotes) == running.MOST_ZYGOTES
    confine.shut_down()
    assert left_over() == set()


def test_warming_up_does_not_wait(forked):
    confine.shut_down()
    confine.warm_up("import time\ntime.sleep(0.3)\nx = 1")
    outcome = confine.run("", ["answer = x"], prelude="import time\ntime.sleep(0.3)\nx = 1")
    assert outcome.results[0].value == 1
