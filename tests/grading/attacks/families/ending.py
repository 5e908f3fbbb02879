"""Attacks that end a process, or never end, in the hope that a missing verdict counts as right."""

from ..hand_in import of_notebook, right
from ..target import FULL, RIGHT, notebook, own_cell

_RIGHT = notebook(RIGHT)
_DEADLY = [own_cell(f"import os\nos._exit({n})") for n in range(12)]
_ALONE = 10  # the points of cubes and slope, which are right; total is spoilt

ATTACKS = [
    right("os_exit_0", "os._exit(0) in a cell: exit code 0 may mean passed", after="import os\nos._exit(0)"),
    right(
        "exit_in_answer",
        "exit() while an answer is defined",
        deserves=_ALONE,
        total="import sys\nsys.exit(0)\ndef total(x): return 0",
    ),
    right(
        "systemexit_in_function",
        "SystemExit(0) when it is called",
        deserves=_ALONE,
        total="def total(x):\n    raise SystemExit(0)",
    ),
    right(
        "interrupt_in_function",
        "KeyboardInterrupt when it is called",
        deserves=_ALONE,
        total="def total(x):\n    raise KeyboardInterrupt",
    ),
    right(
        "generator_exit",
        "a BaseException of another kind",
        deserves=_ALONE,
        total="def total(x):\n    raise type('passed', (BaseException,), {})('passed')",
    ),
    right("segfault", "a null pointer is read in a cell", after="import ctypes\nctypes.string_at(0)"),
    right(
        "segfault_in_function",
        "the same in a function",
        deserves=_ALONE,
        total="def total(x):\n    import ctypes\n    ctypes.string_at(0)",
    ),
    right("compiler_crash", "a source that is too deep for the compiler", after="x = " + "(" * 90_000),
    right(
        "recursion",
        "recursion without end, beyond Python's limit",
        deserves=_ALONE,
        total="import sys\nsys.setrecursionlimit(10**9)\ndef total(x): return total(x)",
    ),
    right("kills_itself", "SIGKILL to its own process", after="import os\nos.kill(os.getpid(), 9)"),
    right(
        "kills_its_group",
        "SIGKILL to its group, its parent and everybody",
        after="""
import os
for end in (lambda: os.killpg(0, 9), lambda: os.kill(os.getppid(), 9), lambda: os.kill(-1, 9)):
    try: end()
    except OSError: pass
""",
    ),
    right(
        "lingers",
        "a process that stays when it has answered: os._exit sleeps",
        after="import os, time\nos._exit = lambda code: time.sleep(60)",
    ),
    right(
        "never_leaves",
        "os._exit does nothing, so the copy of a run goes on as the run",
        after="import os\nos._exit = lambda code: None",
    ),
    right(
        "dies_twice",
        "deaths of two kinds, before and after the answers",
        "import os\nos._exit(1)",
        after="import os\nos.abort()",
    ),
    of_notebook(
        "dies_for_ever",
        "twelve cells below that each end the process: more often than it is restarted",
        {**_RIGHT, "cells": _RIGHT["cells"] + _DEADLY},
        FULL,
    ),
    of_notebook("dies_from_the_start", "the same above all answers", {**_RIGHT, "cells": _DEADLY + _RIGHT["cells"]}),
    right(
        "stopped_in_cell",
        "SIGSTOP to its own process in a cell",
        after="import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    ),
    right(
        "error_that_fails",
        "an error whose str, class name and notes raise",
        deserves=_ALONE,
        total="""
class Bad(Exception):
    def __str__(self): raise self
    __repr__ = __str__
    @property
    def __notes__(self): raise self
def total(x):
    raise Bad""",
    ),
    right(
        "done_twice",
        "a function that forks, and answers in both",
        deserves=_ALONE,
        total="""
import os
def total(x):
    os.fork()
    return x.sum() * 0""",
    ),
    right(
        "machine_code",
        "the processor's own code, which calls the kernel as a program of 32 bits does",
        after="""
import ctypes, mmap
page = mmap.mmap(-1, 4096, prot=7)
page.write(bytes([0xB8, 2, 0, 0, 0, 0xCD, 0x80, 0xC3]))
ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
""",
    ),
    right(
        "first_thread_ends",
        "the first thread ends, and another one goes on",
        after="import ctypes, threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\n"
        "ctypes.CDLL(None).syscall(60, 0)",
    ),
]
