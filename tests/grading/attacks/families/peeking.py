"""Attacks that look for the answers in frames, memory, files, modules and other processes, and show what they find."""

from ..hand_in import wrong

_FIND = """
import re
found = set()
def look(text):
    found.update(re.findall(r"canary[0-9a-f]{16}", text if isinstance(text, str) else text.decode("latin-1")))
def tell():
    print("found", *found)
    if found: raise RuntimeError(" ".join(found))
"""

_FILES = (
    _FIND
    + """
import os
def walk(top, most=3000):
    for folder, folders, files in os.walk(top):
        folders[:] = [f for f in folders if f not in ("site-packages", "node_modules", "proc", "sys", "lib", "usr")]
        for name in files:
            most -= 1
            if most < 0: return
            if name.endswith((".py", ".ipynb", ".key", ".sqlite", ".txt", ".json")):
                try:
                    with open(os.path.join(folder, name), "rb") as file: look(file.read(200_000))
                except OSError: pass
"""
)

ATTACKS = [
    wrong(
        "frame_peek",
        "variables called expected, reference or want on the way up the stack",
        cubes="""
def cubes(x):
    import sys
    frame = sys._getframe()
    while frame:
        for name, value in {**frame.f_globals, **frame.f_locals}.items():
            if any(word in name for word in ("expect", "refer", "want", "solution", "rubric")):
                return value
        frame = frame.f_back
    return x""",
    ),
    wrong(
        "beside_a_helper",
        "the folder of the course, found by the file of a module that the course imports",
        _FILES
        + """
import helpers
top = os.path.dirname(helpers.__file__)
walk(top); walk(os.path.join(top, "..", "in")); walk(os.path.join(top, "..", "out"))
for name in ("solutions/01_target.ipynb", "solutions/rubrics/01_target.py", "../out/secret.key"):
    try: look(open(os.path.join(top, name), "rb").read()); found.add("canary" + name)
    except OSError: pass
tell()
""",
    ),
    wrong(
        "history_peek",
        "the text of everything that was executed",
        _FIND
        + """
import linecache
look(repr(linecache.cache)); look(repr(globals())); tell()
""",
    ),
    wrong(
        "memory_peek",
        "all objects that the garbage collector knows",
        _FIND
        + """
import gc
for each in gc.get_objects():
    if type(each) in (dict, list, tuple): look(repr(each)[:2000])
tell()
""",
    ),
    wrong(
        "raw_memory_peek",
        "the process's own memory, which is a copy of the zygote's",
        _FIND
        + """
import ctypes
for line in open("/proc/self/maps"):
    if "[heap]" in line:
        low, high = (int(each, 16) for each in line.split()[0].split("-"))
        look(ctypes.string_at(low, min(high - low, 2**24)))
tell()
""",
    ),
    wrong(
        "environment_peek",
        "the environment, as Python sees it and as the kernel does",
        _FIND
        + """
import os
look(repr(dict(os.environ)))
for each in ("self", "1", str(os.getppid())):
    try: look(open(f"/proc/{each}/environ", "rb").read())
    except OSError: pass
tell()
""",
    ),
    wrong(
        "files_peek",
        "files four folders up from every place that is known",
        _FILES
        + """
import sys
for top in {os.getcwd(), *sys.path, os.path.expanduser("~"), "/tmp", "/work", "/home", "/root", "/srv"}:
    if top and os.path.isabs(top) and "python3" not in top: walk(top, 500)
tell()
""",
    ),
    wrong(
        "named_home_peek",
        "the home folder that the password file names",
        _FILES
        + """
import pwd
try: walk(pwd.getpwuid(os.getuid()).pw_dir)
except KeyError: pass
tell()
""",
    ),
    wrong(
        "open_files_peek",
        "open files and folders of this process and of others",
        _FILES
        + """
for process in ("self", "1", str(os.getppid())):
    try:
        for fd in os.listdir(f"/proc/{process}/fd"): look(open(f"/proc/{process}/fd/{fd}", "rb").read(10_000))
    except OSError: pass
tell()
""".replace('open(f"/proc', 'os.stat(f"/proc/{process}/fd/{fd}").st_mode & 0o100000 and open(f"/proc'),
    ),
    wrong(
        "other_memory_peek",
        "the memory and command lines of other processes",
        _FIND
        + """
import os
for process in ("self", "1", "2", str(os.getppid()), str(os.getpid() - 1)):
    for what in ("cmdline", "environ", "mem"):
        try: look(open(f"/proc/{process}/{what}", "rb").read(100_000))
        except OSError: pass
tell()
""",
    ),
    wrong(
        "import_solutions",
        "modules that may be installed or near",
        _FIND
        + """
import importlib
for name in ("solutions", "solutions.rubrics", "rubrics", "hidden_tests", "conftest", "rubric_01_target", "01_target",
             "autogradlab.solutions", "tests", "attacks.target", "secret"):
    try: look(repr(vars(importlib.import_module(name))))
    except BaseException: pass
tell()
""",
    ),
    wrong(
        "sys_path_peek",
        "sys.path, its importers and argv",
        _FIND
        + """
import sys
look(repr((sys.path, sys.argv, sys.orig_argv, sys.path_importer_cache, sys.meta_path, sys.modules)))
tell()
""",
    ),
    wrong(
        "rubric_reimported",
        "the grading package is imported and asked for rubrics that it has loaded",
        _FIND
        + """
try:
    from autogradlab.grading import assignment, kit
    look(repr((kit._loaded.cache_info(), assignment.stems("/"), vars(kit), vars(assignment))))
    look(repr(assignment.load(".", "01_target")))
except BaseException as error: look(str(error))
tell()
""",
    ),
    wrong(
        "neighbor_peek",
        "a file in a place where an earlier hand-in may have left one",
        _FIND
        + """
import os
for name in ("left", "/tmp/left", "/dev/shm/left", "/var/tmp/left"):
    try: print("left by", open(name).read())
    except OSError: pass
    try: open(name, "w").write("a neighbor")
    except OSError: pass
""",
    ),
    wrong(
        "solution_beside",
        "the course's own `cubes`, which stands beside a wrong one when `total` is judged",
        _FIND,
        total="""
def total(x):
    import linecache
    look(repr(linecache.cache)); look(repr(cubes.__code__.co_names)); tell()
    return x.sum() * 0""",
    ),
    wrong(
        "solution_in_an_error",
        "a half right `total` whose cell fails with the course's own `cubes` as its sentence",
        _FIND,
        deserves=2,
        total="""
def total(x):
    return cubes(x).sum() * (len(x) > 1)
import linecache
look(repr(linecache.cache)); tell()""",
    ),
    wrong(
        "solution_watched",
        "the same by a thread that began before it and speaks for ever",
        _FIND
        + """
import linecache, sys, threading, time
def watch():
    while True:
        look(repr(linecache.cache)); time.sleep(0.005)
        if found: print(*found, flush=True); sys.stderr.write(" ".join(found) + "\\n")
threading.Thread(target=watch, daemon=True).start()
""",
    ),
    wrong(
        "solution_by_exit",
        "the course's own `cubes`, as the code of an exit in the trial that is lost",
        _FIND,
        deserves=2,
        total="""
def total(x):
    import linecache
    look(repr(linecache.cache))
    if len(x) > 1: raise SystemExit("".join(found))
    return cubes(x).sum()""",
    ),
    wrong(
        "inputs_by_exit",
        "hidden inputs as the code of an exit",
        cubes="""
def cubes(x):
    import sys
    sys.exit("canary" + repr(sys._getframe(1).f_globals["inputs"]))""",
    ),
    wrong(
        "inputs_as_what_was_used_up",
        "hidden inputs as what the zygote would say of a process",
        cubes="""
def cubes(x):
    import json, os, struct, sys
    told = "canary" + repr(sys._getframe(1).f_globals["inputs"])[:30]
    said = json.dumps({"is": "gone", "number": 1, "status": -9, "much": told}).encode()
    for fd in range(3, 128):
        try: os.write(fd, struct.pack(">I", len(said)) + said)
        except OSError: pass
    os._exit(0)""",
    ),
    wrong(
        "inputs_told",
        "hidden inputs are shown: printed, as an error's text, class and notes",
        cubes="""
def cubes(x):
    import sys
    inputs = sys._getframe(1).f_globals["inputs"]
    print(inputs); print(inputs, file=sys.stderr)
    error = type("canary" + repr(inputs), (Exception,), {})("canary", inputs)
    error.add_note(repr(inputs))
    raise error""",
    ),
    wrong(
        "pages_through_a_pipe",
        "memory that no object shows, page by page through a pipe, which refuses what cannot be read",
        _FIND
        + """
import ctypes, os
there, here = os.pipe()
os.set_blocking(here, False)
for page in range(-4000, 4000):
    if ctypes.CDLL(None).write(here, ctypes.c_void_p((id(look) & ~4095) + 4096 * page), 4096) > 0:
        look(os.read(there, 4096))
tell()
""",
    ),
]
