"""No answer can be forged, junk is no answer, and a program that looks around in the run finds nothing of the judge."""

import pytest

from autogradlab.confine import Probe, run_cells
from autogradlab.confine.conversation import UNREADABLE
from autogradlab.confine.zygote import FORKS

pytestmark = pytest.mark.skipif(not FORKS, reason="this system has no fork")
FORGED = """
import json, os, select, socket, stat, struct, threading, time

def sockets():
    for handle in range(3, 60):
        try:
            if stat.S_ISSOCK(os.fstat(handle).st_mode): yield handle
        except OSError: pass

def frame(**parts):
    data = json.dumps({"is": "done", "value": "forged", "answered": True, "error": None, **parts}).encode()
    return struct.pack(">I", len(data)) + data

twins = [os.dup(handle) for handle in sockets()]
"""


def test_a_probe_cannot_answer_for_another(level):
    forging = (
        "for handle in {*sockets(), *twins}:\n    for number in range(9):\n"
        "        try: os.write(handle, frame() + frame(number=number))\n        except OSError: pass\n"
        "os._exit(0)"
    )
    silent = "import time; time.sleep(0.2)"
    outcome = run_cells([FORGED], [Probe(forging), Probe(silent), Probe("answer = 'true'")], level=level)
    assert not outcome.results[1].answered
    assert outcome.results[2].value in ("true", None)


def test_frames_of_the_run_are_no_answers_of_a_probe(level):
    flood = FORGED + (
        "def send():\n    while True:\n        for handle in twins:\n"
        "            try: os.write(handle, frame() + frame(number=1))\n            except OSError: pass\n"
        "        time.sleep(0.001)\n"
    )
    start = "threading.Thread(target=send, daemon=True).start()"
    outcome = run_cells([flood], [Probe("answer = 'true'")], level=level)
    assert outcome.results[0].value == "true"
    outcome = run_cells([flood + start], [Probe("time.sleep(0.3)")], level=level, probe_seconds=5, total=10)
    assert outcome.results[0].value is None


@pytest.mark.parametrize(
    "junk",
    [
        b"\0\0\0\5junk!",
        b"\xff\xff\xff\xff",
        b"\0\0\0",
        b"\0\0\1\0{",
        b"\0\0\x27\x10" + b"[" * 10_000,
        b'\0\0\0\x0e{"is": "done"}',
        b'\0\0\0\x32{"is": "gone", "status": 1e999, "number": 1234567}',
    ],
)
def test_junk_on_every_socket_costs_the_probe_that_sent_it(level, junk):
    sending = f"for handle in range(0, 60):\n    try: os.write(handle, {junk!r})\n    except OSError: pass\nos._exit(0)"
    outcome = run_cells(["import os"], [Probe("answer = 1"), Probe(sending), Probe("answer = 3")], level=level)
    assert [result.value for result in outcome.results] == [1, None, 3]


@pytest.mark.parametrize(
    "told", ["'much': inputs", "'status': int('123' * 60)", "'status': 10**6", "'status': '7'", "'status': [inputs]"]
)
def test_a_forged_end_carries_nothing_out(level, told):
    forging = (
        f"import json\nsaid = json.dumps(dict({{'is': 'gone', 'status': -9}}, **{{{told}}})).encode()\n"
        "for handle in sockets(): os.write(handle, struct.pack('>I', len(said)) + said)\nos._exit(0)"
    )
    ended = run_cells([FORGED], [Probe(forging, "123123 hidden inputs")], level=level).results[0].ended
    assert ended in ("The process was ended by SIGKILL.", UNREADABLE)


def test_dripping_bytes_cost_the_probe_that_drips(level):
    dripping = (
        "for handle in sockets(): os.write(handle, bytes([0, 0, 16, 0]))\n"
        "while True:\n    for handle in sockets(): os.write(handle, b' ')\n    time.sleep(0.01)"
    )
    outcome = run_cells([FORGED], [Probe(dripping, seconds=0.5), Probe("answer = 2")], level=level)
    assert not outcome.results[0].completed and outcome.results[1].value == 2


def test_nothing_of_the_judge_is_found_by_digging(level):
    secret = "expected-by-the-judge"
    digging = """
import gc, inspect, sys
stack = [repr(frame.frame.f_locals) for frame in inspect.stack()]
threads = [repr(frame.f_locals) for frame in sys._current_frames().values()]
everything = [repr(each)[:10_000] for each in gc.get_objects() if isinstance(each, (dict, str, list, tuple))]
found = any('-'.join(['expected', 'by', 'the', 'judge']) in text for text in stack + threads + everything)
"""
    outcome = run_cells([digging], [Probe("answer = [found, len(stack) > 0]"), Probe("", secret)], level=level)
    assert outcome.results[0].value == [False, True]


def test_no_variable_of_the_judge_is_in_the_environment(level, monkeypatch):
    monkeypatch.setenv("AUTOGRADLAB_SECRET", "1234")
    outcome = run_cells(["import os"], [Probe("answer = sorted(os.environ)")], level=level)
    assert set(outcome.results[0].value) <= {
        "PATH",
        "PYTHONHASHSEED",
        "LANG",
        "LC_ALL",
        "LC_CTYPE",
        "LD_LIBRARY_PATH",
        "HOME",
        "USERPROFILE",
        "TMPDIR",
        "TEMP",
        "TMP",
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
    }
