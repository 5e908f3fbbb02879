"""Attacks that reach outside: to the network, other processes, files, the gradebook.

The arena fills in `PORT`, `OUT` and `MARK`: a listener's port, the gradebook's folder, a word that marks traces.
"""

from ..hand_in import wrong

ATTACKS = [
    wrong(
        "network_loopback",
        "a connection to a listener on this machine, by every kind of address",
        """
import socket
for family, address in ((socket.AF_INET, ("127.0.0.1", PORT)), (socket.AF_INET6, ("::1", PORT)),
                        (socket.AF_INET, ("0.0.0.0", PORT)), (socket.AF_INET6, ("::ffff:127.0.0.1", PORT))):
    try:
        with socket.socket(family) as s: s.settimeout(0.2); s.connect(address); s.sendall(b"escaped")
    except OSError: pass
""",
    ),
    wrong(
        "network_datagram",
        "a datagram to the same port, and names to be looked up",
        """
import socket
try: socket.socket(type=socket.SOCK_DGRAM).sendto(b"escaped", ("127.0.0.1", PORT))
except OSError: pass
try: socket.getaddrinfo("localhost", PORT)
except OSError: pass
""",
    ),
    wrong(
        "network_raw_call",
        "the same by the system call's number",
        """
import ctypes, struct
call = ctypes.CDLL(None).syscall
handle = call(41, 2, 1, 0)
call(42, handle, struct.pack("=HHI8x", 2, __import__("socket").htons(PORT), 0x0100007F), 16)
call(425, 1, bytes(120))
""",
    ),
    wrong(
        "abstract_socket",
        "a local socket with a name that no file has",
        """
import socket
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    try: socket.socket(socket.AF_UNIX, kind).bind("\\0MARK")
    except OSError: pass
""",
    ),
    wrong(
        "daemon_left",
        "a daemon that forked twice, left its group and writes later",
        """
import os, time
def slip_away():
    try: os.setsid()
    except OSError: pass
try:
    if os.fork() == 0:
        slip_away()
        if os.fork() == 0:
            keep = "MARK"
            for fd in range(3, 64):
                try: os.close(fd)
                except OSError: pass
            for _ in range(600): time.sleep(0.1)
        os._exit(0)
except OSError: pass
""",
    ),
    wrong(
        "daemon_from_probe",
        "the same, from a probe",
        cubes="""
def cubes(x):
    import os, time
    if os.fork() == 0:
        try: os.setsid()
        except OSError: pass
        if os.fork() == 0: time.sleep(60)
        os._exit(0)
    return x""",
    ),
    wrong(
        "program_started",
        "programs: a shell, Python, an interpreter through the loader",
        """
import os, subprocess, sys
for words in (["/bin/sh", "-c", "sleep 60 # MARK"], [sys.executable, "-c", "import time; time.sleep(60) # MARK"],
              ["/lib64/ld-linux-x86-64.so.2", "/bin/sleep", "60"]):
    try: subprocess.Popen(words)
    except (OSError, ValueError): pass
""",
    ),
    wrong(
        "tamper_grade_store",
        "the gradebook, the secret and the reports are rewritten",
        """
import os, sqlite3
for name in ("gradebook.sqlite", "secret.key", "reports/index.html", "reports/01_target/grades.csv"):
    try:
        with open(os.path.join("OUT", name), "r+b") as file: file.write(b"tampered")
    except OSError: pass
for name in os.listdir("OUT") if os.access("OUT", os.R_OK) else ():
    try: sqlite3.connect(os.path.join("OUT", name)).execute("update rows set row = replace(row, '\\"wrong\\"', 'x')")
    except Exception: pass
""",
    ),
    wrong(
        "write_outside",
        "files in the home folder, in /tmp and beside the hand-ins",
        """
import os
for place in (os.path.expanduser("~root"), "/tmp", "/var/tmp", "OUT", "OUT/..", "/"):
    try:
        with open(os.path.join(place, "MARK"), "w") as file: file.write("outside")
    except OSError: pass
""",
    ),
    wrong(
        "links_outside",
        "links that lead outside, for whoever tidies up after it",
        """
import os
for number, to in enumerate(("OUT", "OUT/secret.key", "/etc/passwd", "/")):
    try: os.symlink(to, f"link{number}")
    except OSError: pass
    try: os.link(to, f"hard{number}")
    except OSError: pass
""",
    ),
    wrong(
        "locked_folder",
        "folders without rights and files with odd names, for whoever tidies up",
        """
import os
os.makedirs("a/b\\n\\x1b[2J/c")
open("a/b\\n\\x1b[2J/c/-rf", "w").close()
try: os.chmod("a", 0)
except OSError: pass
""",
    ),
    wrong(
        "signals_outside",
        "signals to every process that can be named",
        """
import os
for process in range(2, 400):
    if process not in (os.getpid(),):
        try: os.kill(process, 0) or os.kill(process, 19)
        except OSError: pass
""",
    ),
    wrong(
        "zygote_touched",
        "the parent's memory, limits, priority and tracing",
        """
import ctypes, os, resource
parent, call = os.getppid(), ctypes.CDLL(None).syscall
call(101, 0x4206, parent, 0, 0)
for do in (lambda: resource.prlimit(parent, resource.RLIMIT_CPU, (1, 1)), lambda: os.setpriority(0, parent, 19),
           lambda: open(f"/proc/{parent}/mem", "r+b").write(b"x")):
    try: do()
    except (OSError, ValueError): pass
""",
    ),
    wrong(
        "new_namespace",
        "root in a namespace of its own, other file systems",
        """
import ctypes
library = ctypes.CDLL(None)
library.unshare(0x10000000); library.chroot(b"."); library.mount(b"none", b"/", b"tmpfs", 0, None)
library.syscall(435, bytes(88), 88); library.prctl(22, 0)
""",
    ),
    wrong(
        "package_poisoned",
        "the course's package and its caches are rewritten for the next run",
        """
import glob, os
top = os.path.dirname(ag.__file__)
for name in (os.path.join(top, "MARK.py"), *glob.glob(top + "/__pycache__/*.pyc")[:3]):
    try: open(name, "ab").write(b"")or open(name, "ab").write(b"x" * ("MARK" in name))
    except OSError: pass
try: open(os.path.join(top, "__pycache__", "MARK.pyc"), "wb").close()
except OSError: pass
""",
    ),
    wrong(
        "lasting_memory",
        "shared memory, queues and keys that outlive the process",
        """
import ctypes, multiprocessing.shared_memory as m
library = ctypes.CDLL(None)
for call in ((29, 4711, 4096, 0o1666), (68, 4711, 0o1666), (64, 4711, 1, 0o1666), (248, b"user", b"MARK", b"x", 1, -3)):
    library.syscall(*call)
try: m.SharedMemory("MARK", create=True, size=64)
except OSError: pass
""",
    ),
    wrong(
        "held_back",
        "a lease on a file of the library, so that everybody who opens it waits",
        """
import fcntl
file = open(ag.__file__)
try: held = fcntl.fcntl(file, 1024, fcntl.F_RDLCK) == 0
except OSError: held = False
""",
        cubes="def cubes(x):\n    return x ** 3 if held else x",
    ),
    wrong(
        "pickle_reduce",
        "an answer that runs code when it is unpickled",
        """
class Boom:
    shape, dtype = (), "float64"
    def __reduce__(self): return exec, ("import os; open('OUT/MARK', 'w')",)
    def tolist(self): return self
""",
        cubes="def cubes(x):\n    return Boom()",
    ),
    wrong(
        "folder_watched",
        "the library's folder is watched, and a hint stays with its file for a later run",
        """
import fcntl, os
done = []
for path, what, given in ((os.path.dirname(ag.__file__), 1026, 1), (ag.__file__, 1036, (2).to_bytes(8, "little"))):
    try: done.append(fcntl.fcntl(os.open(path, os.O_RDONLY), what, given))
    except OSError: pass
""",
        cubes="def cubes(x):\n    return x ** 3 if done else x",
    ),
]
