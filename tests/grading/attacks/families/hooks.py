"""Hooks that run at a better moment than the cells do, to set `answer` or to have the last word."""

from ..hand_in import wrong

_SET = "vars(__import__('__main__'))['answer'] = 1.0"
_SPEAK = """
def speak(*a):
    import gc
    from autogradlab.confine.frames import Channel
    for each in gc.get_objects():
        if type(each) is Channel:
            try: each.send({"is": "done", "value": [1.0] * 4, "answered": True, "error": None})
            except Exception: pass
"""

ATTACKS = [
    wrong(
        "atexit_answer",
        "atexit sets `answer` and speaks on every channel",
        _SPEAK + "import atexit\natexit.register(speak)",
    ),
    wrong(
        "settrace_answer",
        "a trace function changes `answer` in the probe's frame",
        """
import sys
def trace(frame, event, arg):
    if frame.f_code.co_filename == "<probe>": frame.f_globals["answer"] = 1.0
    return trace
sys.settrace(trace)
""",
    ),
    wrong(
        "setprofile_answer",
        "a profiler changes what plain() returns",
        """
import sys
def profile(frame, event, arg):
    if frame.f_code.co_name == "_done": frame.f_locals["value"] = 1.0
sys.setprofile(profile)
""",
    ),
    wrong(
        "audit_hook",
        "an audit hook waits for exec and speaks before it",
        _SPEAK + "import sys\nsys.addaudithook(lambda event, args: speak() if event == 'exec' else None)",
    ),
    wrong(
        "import_hook",
        "a finder on sys.meta_path answers every import",
        """
import sys, types
class Finder:
    def find_spec(self, name, path=None, target=None):
        import importlib.machinery as m
        return m.ModuleSpec(name, self)
    def create_module(self, spec): return types.SimpleNamespace(RUBRIC=1, answer=1.0)
    def exec_module(self, module): pass
sys.meta_path.insert(0, Finder())
""",
    ),
    wrong(
        "del_speaks",
        "an object speaks while it is deleted",
        _SPEAK
        + """
class Last:
    def __del__(self): speak()
keep = Last()
""",
        cubes="def cubes(x):\n    Last()\n    return x",
    ),
    wrong(
        "gc_callback",
        "a callback of the garbage collector speaks",
        _SPEAK + "import gc\ngc.callbacks.append(lambda *a: speak())\ngc.set_threshold(1)",
    ),
    wrong(
        "thread_answers",
        "a thread sets `answer` all the time",
        f"""
import threading, time
def work():
    while True:
        {_SET}
        time.sleep(0.001)
threading.Thread(target=work, daemon=True).start()
""",
    ),
    wrong(
        "signal_answers",
        "a timer's signal handler sets `answer`",
        f"""
import signal
def handler(*a):
    {_SET}
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
""",
    ),
    wrong(
        "fork_hook",
        "a hook after each fork answers in the probe's place",
        _SPEAK + "import os\nos.register_at_fork(after_in_child=speak, after_in_parent=speak, before=speak)",
    ),
    wrong(
        "excepthook",
        "sys.excepthook, unraisablehook and displayhook say passed",
        """
import sys, threading
sys.excepthook = sys.unraisablehook = sys.displayhook = threading.excepthook = lambda *a: None
raise ValueError("nobody hears of it")
""",
    ),
    wrong(
        "ast_transformer",
        "IPython's transformers drop asserts, if there is an IPython",
        """
try:
    from IPython import get_ipython
    get_ipython().ast_transformers.append(None)
except Exception:
    pass
""",
    ),
    wrong(
        "monitoring",
        "sys.monitoring rewrites lines of the probe",
        """
import sys
if hasattr(sys, "monitoring"):
    sys.monitoring.use_tool_id(3, "x")
    sys.monitoring.register_callback(3, sys.monitoring.events.LINE, lambda code, line: globals().update(answer=1.0))
    sys.monitoring.set_events(3, sys.monitoring.events.LINE)
""",
    ),
    wrong(
        "codec_hook",
        "a codec and an encoder default that lie",
        """
import codecs, json
json.JSONEncoder.default = lambda self, value: 1.0
json.encoder.c_make_encoder = None
codecs.register(lambda name: None)
""",
    ),
    wrong(
        "weakref_callback",
        "a weak reference's callback speaks when the probe's x dies",
        _SPEAK + "import weakref\nkept = []",
        cubes="def cubes(x):\n    kept.append(weakref.ref(x, lambda r: speak()))\n    return x",
    ),
]
