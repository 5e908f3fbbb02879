"""Attacks that replace names which the judge might use."""

from ..hand_in import right, wrong

ATTACKS = [
    wrong(
        "patch_np_testing",
        "numpy's comparisons do nothing",
        """
import numpy.testing as t
for name in dir(t):
    if name.startswith("assert"): setattr(t, name, lambda *a, **k: None)
np.allclose = np.isclose = np.array_equal = lambda *a, **k: True
""",
    ),
    wrong(
        "patch_library",
        "the course's library agrees with the wrong answer",
        """
ag.Tensor.__pow__ = lambda self, n: self * 2
ag.Tensor.tolist = lambda self: [1.0] * 4
ag.Tensor.item = lambda self: 1.0
ag.Tensor.backward = lambda self, *a: None
""",
    ),
    wrong(
        "patch_grading",
        "the grading's own modules, imported and replaced",
        """
import autogradlab.grading.comparing as c, autogradlab.grading.row as r
c.agrees = lambda *a, **k: True
c._lacks = lambda *a: ""
r.QuestionRow.earned = r.Row.earned = 1000
""",
    ),
    wrong(
        "patch_plain",
        "what turns answers into data answers by itself",
        """
import autogradlab.confine.performing as p, autogradlab.confine.plain as q
class Yes(dict): pass
p.plain = q.plain = lambda value: {"passed": True, "earned": 1000, "status": "correct"}
""",
    ),
    wrong(
        "patch_perform",
        "a probe's execution replaced by one that says passed",
        """
import autogradlab.confine.child as c, autogradlab.confine.performing as p
def perform(channel, program, names, seconds, file):
    channel.send({"is": "done", "value": True, "answered": True, "error": None, "earned": 1000})
    return True
c.perform = p.perform = perform
""",
    ),
    wrong(
        "patch_json",
        "json and struct write something else",
        """
import json, struct
kept = json.dumps
json.dumps = lambda frame, *a, **k: kept({"is": "done", "value": 1, "answered": True, "error": None, "earned": 9})
""",
    ),
    wrong(
        "patch_exec",
        "exec and compile leave the probe out and set `answer`",
        """
import builtins
builtins.exec = lambda source, names=None, *a: names.update(answer=True)
builtins.compile = lambda *a, **k: ""
""",
    ),
    wrong(
        "patch_builtins",
        "float, len, isinstance and abs lie",
        """
import builtins
builtins.float = lambda *a: 0.0
builtins.abs = lambda x: 0
builtins.len = lambda x: 4
builtins.isinstance = lambda *a: True
""",
    ),
    wrong(
        "shadow_names",
        "np, ag, inputs, print and likely names of a checker overwritten",
        after="""
np = ag = check = grade = score = points = passed = expected = None
inputs, answer, __name__ = [[1.0] * 4], 1000, "judge"
print = exit = lambda *a: None
""",
        cubes="def cubes(x):\n    return answer",
        deserves=0,
    ),
    wrong(
        "names_that_answer",
        "a dict of names that answers whatever is asked for",
        """
import sys
class Names(dict):
    def __missing__(self, name): return lambda *a: 1.0
sys.modules["__main__"].__dict__.update(Names(answer=1.0))
""",
    ),
    wrong(
        "module_swapped",
        "numpy and the engine replaced in sys.modules",
        """
import sys, types
fake = types.ModuleType("numpy"); fake.__getattr__ = lambda name: lambda *a, **k: 1.0
for name in ("numpy", "autogradlab", "json"): sys.modules[name] = fake
""",
    ),
    wrong(
        "tolist_of_input",
        "x is changed in place, so that reference and answer agree",
        """
def spoil(x):
    x.data[...] = 1.0
    return x
""",
        cubes="def cubes(x):\n    return spoil(x)",
        slope="def slope(x):\n    return spoil(x) * 3",
    ),
    wrong(
        "inputs_emptied",
        "the probe's `inputs` are emptied from within",
        **{
            "cubes": "import sys\ndef cubes(x):\n    names = sys._getframe(1).f_globals\n    names['inputs'].clear()\n"
            "    names['x'] = x = ag.tensor([])\n    return x"
        },
    ),
    wrong(
        "recording_gone",
        "linecache and traceback are broken, then an error is raised",
        """
import linecache, traceback
linecache.getline = linecache.cache = traceback.print_exc = None
raise RuntimeError("lost")
""",
    ),
    right(
        "builtins_shadowed",
        "nothing: common slips, `sum = 0` and `list = [1]`, in cells of the student's own",
        "max = input = type = 0",
        after="sum = 0\nlist = [1]\nlen = float = map = zip = range = isinstance = 3",
    ),
    right(
        "library_broken_below",
        "nothing: right answers, and then a cell that breaks the library for good",
        after="ag.set_grad_enabled(False)\nag.tensor = ag.Tensor.__pow__ = np.array = None",
    ),
    right(
        "runner_broken_below",
        "the same with what the run itself needs",
        after="import os, resource, threading\nos.fork = threading.Thread.start = None\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))",
    ),
    right(
        "never_ending_below",
        "the same with a library that comes back from nothing",
        after="import time\nag.Tensor.__pow__ = ag.Tensor.sum = lambda *a, **k: time.sleep(60)",
    ),
    right(
        "no_memory_below",
        "the same with a limit of no memory at all",
        after="import resource\nresource.setrlimit(resource.RLIMIT_AS, (1, 1))",
    ),
    right(
        "forks_that_die_below",
        "the same with forks that end at once",
        after="import os\nos.register_at_fork(after_in_child=lambda: os._exit(0))",
    ),
    right(
        "filter_below",
        "the same with a filter of the student's own, which kills whoever forks",
        after="""
import ctypes, struct
do = lambda code, yes, no, value: struct.pack("HBBI", code, yes, no, value)
kills = [do(0x15, 0, 1, call) + do(6, 0, 0, 0x80000000) for call in (56, 57, 58)]
rules = do(0x20, 0, 0, 0) + b"".join(kills) + do(6, 0, 0, 0x7FFF0000)
kept = ctypes.create_string_buffer(rules)
ctypes.CDLL(None).prctl(22, 2, struct.pack("HxxxxxxP", len(rules) // 8, ctypes.addressof(kept)))
""",
    ),
    right(
        "builtins_gone_below",
        "the same with every name of Python",
        after="import builtins\nfor name in list(vars(builtins)):\n    delattr(builtins, name)",
    ),
    right(
        "own_helpers",
        "nothing: an honest helper that happens to be called `answer`",
        "answer = 42\ninputs = 'mine'\ndef check(x): return x",
    ),
    right(
        "builtins_of_its_own_below",
        "the same with no names of Python in the notebook's own, and a hook that refuses all that is audited",
        after="import sys\n__builtins__ = {}\ndef refuse(*a): raise SystemExit(0)\nsys.addaudithook(refuse)",
    ),
    right("names_gone_below", "the same with no names at all", after="globals().clear()"),
]
