"""Attacks that use more than their share: of time, memory, processes, files, the terminal."""

from ..hand_in import right, wrong

ATTACKS = [
    right("infinite_loop", "loops for ever in a cell", after="while True: pass"),
    wrong("loop_in_function", "loops for ever in a function", cubes="def cubes(x):\n    while True: pass"),
    right(
        "uninterruptible",
        "ignores every signal and swallows every error in a loop",
        deserves=10,
        total="""
import signal
for each in range(1, 32):
    try: signal.signal(each, signal.SIG_IGN)
    except OSError: pass
def total(x):
    while True:
        try:
            while True: pass
        except BaseException: pass""",
    ),
    right(
        "stopped_for_ever",
        "SIGSTOP to itself",
        deserves=10,
        total="""
def total(x):
    import os, signal
    os.kill(os.getpid(), signal.SIGSTOP)""",
    ),
    right(
        "stdin_wait",
        "input() and getpass()",
        after="import getpass\ntry: input()\nexcept EOFError: pass\ngetpass.getpass()",
    ),
    right(
        "fork_lite",
        "50 sleeping processes",
        after="""
import os, time
for _ in range(50):
    try:
        if os.fork() == 0: time.sleep(60); os._exit(0)
    except OSError: break
""",
    ),
    right(
        "threads",
        "threads up to a bound, left behind",
        after="""
import threading, time
for _ in range(40):
    try: threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    except RuntimeError: break
""",
    ),
    right("memory_hog", "memory up to the limit", after="kept = []\nfor _ in range(40): kept.append(bytearray(2**26))"),
    right(
        "disk_hog",
        "files up to the limit",
        after="""
for number in range(40):
    with open(f"full{number}", "wb") as file: file.write(bytes(4 * 2**20))
""",
    ),
    right(
        "shared_memory_hog",
        "/dev/shm, /tmp and /var/tmp are filled",
        after="""
for place in ("/dev/shm", "/tmp", "/var/tmp"):
    try:
        with open(place + "/autogradlab-attack", "wb") as file: file.write(bytes(2**20))
    except OSError: pass
""",
    ),
    right(
        "many_files",
        "thousands of files and deep folders",
        after="""
import os
for number in range(5000):
    try: open(f"f{number}", "w").close()
    except OSError: break
try:
    for _ in range(400): os.mkdir("d"); os.chdir("d")
except OSError: pass
""",
    ),
    right(
        "open_files",
        "every file handle is used up",
        after="import os\nkept = []\ntry:\n    while True: kept.append(os.open('/dev/null', 0))\nexcept OSError: pass",
    ),
    right(
        "limits_changed",
        "limits, umask, working folder and priority are changed",
        after="""
import os, resource
for name in ("RLIMIT_AS", "RLIMIT_NOFILE", "RLIMIT_CPU"):
    which = getattr(resource, name)
    try: resource.setrlimit(which, (resource.RLIM_INFINITY,) * 2)
    except (ValueError, OSError): pass
os.umask(0o777)
for do in (lambda: os.nice(19), lambda: os.chdir("/"), lambda: os.rmdir(os.environ["HOME"])):
    try: do()
    except OSError: pass
""",
    ),
    right("stdout_50mb", "prints 50 MB", after="for _ in range(50): print('x' * 2**20)"),
    right("one_long_line", "a line of 200,000 characters", after="#" + "x" * 200_000),
    right("huge_name", "a name of 100,000 letters", after="a" * 100_000 + " = 1"),
    right(
        "slow_hash",
        "a dict whose keys all collide",
        after="""
class Same:
    def __hash__(self): return 1
    def __eq__(self, other): return False
kept = {Same(): 1 for _ in range(500)}
""",
    ),
    wrong(
        "zygote_timed",
        "the time between forks tells what is judged",
        """
import os, time
os.register_at_fork(after_in_parent=lambda: seen.append(time.monotonic()))
seen = []
""",
        cubes="def cubes(x):\n    return x * len(seen)",
    ),
    right(
        "busy_sessions",
        "busy processes, each in a session of its own, so that a neighbor's time runs out",
        after="""
import os, time
until = time.monotonic() + 1
for _ in range(24):
    try:
        if os.fork() == 0:
            os.setsid()
            while time.monotonic() < until: pass
            os._exit(0)
    except OSError: break
""",
    ),
    right(
        "memory_of_nobody",
        "shared memory that no process maps any more",
        after="""
import mmap, os, time
for _ in range(4):
    if os.fork() == 0:
        try:
            for _ in range(3):
                kept = mmap.mmap(-1, 2**26)
                kept[:] = bytes(2**26)
                kept.madvise(mmap.MADV_DONTNEED)
        finally: time.sleep(1); os._exit(0)
""",
    ),
    right(
        "pipes_full",
        "pipes filled to the brim",
        after="""
import os
kept = []
try:
    while True:
        kept += os.pipe()
        os.set_blocking(kept[-1], False)
        try:
            while True: os.write(kept[-1], bytes(65536))
        except BlockingIOError: pass
except OSError: pass
""",
    ),
    right(
        "deleted_files",
        "disk space in files that were deleted while open",
        after="""
import os
kept = []
try:
    for _ in range(20):
        kept.append(os.open("x", os.O_RDWR | os.O_CREAT)); os.write(kept[-1], bytes(2**22)); os.unlink("x")
except OSError: pass
""",
    ),
    right(
        "siblings",
        "processes that are no children: clone with CLONE_PARENT",
        after="""
import ctypes, time, os
for flags in (0x8000 | 17, 0x8000):
    if ctypes.CDLL(None).syscall(56, flags, 0, 0, 0, 0) == 0: time.sleep(60); os._exit(0)
""",
    ),
    right(
        "nobody_may_look",
        "a crowd whose /proc belongs to root",
        after="""
import ctypes, os, time
ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
for _ in range(40):
    try:
        if os.fork() == 0: time.sleep(30); os._exit(0)
    except OSError: break
""",
    ),
    right(
        "reaped_by_another",
        "a thread that waits for every child, the probes' too, and blocks all signals",
        after="""
import os, signal, threading, time
def reap():
    while True:
        try: os.waitpid(-1, 0)
        except ChildProcessError: time.sleep(0.001)
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
threading.Thread(target=reap, daemon=True).start()
""",
    ),
    right(
        "calls_answered_by_nobody",
        "a filter that hands a call to a listener who never answers",
        after="""
import ctypes, struct
steps = (0x20, 0, 0, 0), (0x15, 0, 1, 39), (6, 0, 0, 0x7FC00000), (6, 0, 0, 0x7FFF0000)
code = b"".join(struct.pack("HBBI", *each) for each in steps)
kept = ctypes.create_string_buffer(code, len(code))
library = ctypes.CDLL(None)
library.prctl(38, 1, 0, 0, 0)
library.syscall(317, 1, 8, struct.pack("HxxxxxxP", 4, ctypes.addressof(kept)))
""",
    ),
    right(
        "alarms",
        "timers of all kinds, which ring for ever",
        after="""
import signal
for which in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF): signal.setitimer(which, 0.01, 0.01)
""",
    ),
    right("disks_synced", "all disks are synced, again and again", after="import os\nfor _ in range(200): os.sync()"),
    right(
        "slow_demonstration",
        "nothing: an answer cell that ends with a demonstration that takes too long, and one that exits",
        cubes="def cubes(x):\n    return x ** 3\n\nfor n in range(100):\n    __import__('time').sleep(1)",
        slope="@lambda f: f\ndef slope(x):\n    return 3 * x.detach() ** 2\nprint(slope)\nexit()",
    ),
    right(
        "not_installed_here",
        "nothing: what is not here (a package, a notebook's events) is asked for above an answer and a helper",
        "import no_such_package\n\ndef third(x):\n    return x ** 3",
        cubes="get_ipython().events.register('post_run_cell', print)\n\ndef cubes(x):\n    return third(x)",
    ),
    right(
        "helper_in_a_file",
        "nothing: a helper that a cell writes into a file, from which the answer imports it",
        "%%writefile tools.py\ndef third(x):\n    return x ** 3",
        cubes="from tools import third\n\ndef cubes(x):\n    return third(x)",
    ),
]
