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
]
