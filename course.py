#!/usr/bin/env python3
"""Starts the course: makes its environment, the folder `.venv` beside this file, and hands over to it.

    python course.py lab [JupyterLab's arguments]    open the course in JupyterLab
    python course.py test [pytest's arguments]       run every test that this folder has; the arguments reach the
                                                     package's tests only
    python course.py browser [pytest's arguments]    run the tests that drive a real browser

The first start installs what is needed (about a minute), with `uv` where there is one, else with pip.
Later starts skip this. Nothing outside this folder is changed, except the caches of uv, pip and Jupyter.
"""

# Only the standard library is used here, and no syntax that an old Python 3 does not know.
import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
OLDEST_PYTHON = (3, 11)
# Modules that prove, by being found, that the course and each extra are really installed, whatever the stamp says.
ALWAYS = ["autogradlab", "numpy"]
WITNESSES = {"course": "jupyterlab", "test": "nbval", "browser": "playwright"}
LEARNERS = ["notebooks", "exercises"]  # the notebooks that learners have
NBVAL = ["--nbval-current-env", "--nbval-cell-timeout", "60"]
# Tests use every core (up to 8, as each takes memory), each file in one process, as its tests may share a browser.
EVERY_CORE = ["-n", "logical", "--maxprocesses", "8", "--dist", "loadfile"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER_FILES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
)
INSTALL_UV = "install `uv` (in your system's package manager, or `pip install uv`)"

# Causes of a failed set-up: the first pattern found in a tool's output decides. {log} and {here} are filled in.
CAUSES = (
    (
        r"No space left|Errno 28\b|not enough space|os error (28|112)\b|quota exceeded",
        "The disk is full: the course's packages need about 600 MB in {here}",
        "make room, then run the same command again",
    ),
    (
        r"ensurepip is not\s+available|No module named '?(venv|ensurepip)",
        "This Python cannot make an environment: its `venv` part is not installed",
        INSTALL_UV + ", or add the part (Debian, Ubuntu: `sudo apt install python3-venv`), then run the command again",
    ),
    (
        r"NewConnectionError|ConnectTimeout|Read timed out|NameResolution|[Nn]ame resolution|getaddrinfo|ProxyError"
        r"|Network is unreachable|Connection refused|[Dd]ns error|error sending request|Failed to fetch|SSLError",
        "The packages could not be downloaded: no connection to the package index",
        "check the network (and the proxy, if you need one), then run the same command again; details: {log}",
    ),
    (
        r"Permission denied|PermissionError|Access is denied|Read-only file system|Errno (13|30)\b|WinError (5|32)\b",
        "A file of the course's environment in {here} cannot be written",
        "close every program that uses it, or copy the course to a folder of your own, then run the command again",
    ),
)


class Trouble(Exception):
    """An error that stops the course: a sentence for the learner, and a cure."""

    def __init__(self, sentence, cure):
        super().__init__(f"course.py: {sentence}\n  help: {cure}")


class Environment:
    """The `.venv` of a course folder. Its stamp, written last, records how it was made and which extras it has."""

    def __init__(self, folder=HERE):
        self.folder = Path(folder)
        self.venv = self.folder / ".venv"
        self.scripts = self.venv / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.scripts / ("python.exe" if os.name == "nt" else "python")
        self.stamp = self.venv / "course-stamp.json"
        self.log = self.folder / ".venv.log"

    def prepare(self, *extras):
        """Install these extras of pyproject.toml unless they are installed. Raises Trouble."""
        there = self.contents()
        wanted = sorted({*extras, *there.get("extras", ())})
        if there == self.description(wanted):
            return
        print("Setting up the course in .venv (the first time, this takes about a minute)", flush=True)
        self.log.write_text("", encoding="utf-8")
        if there:
            self.stamp.unlink()
        else:
            self.make()
        self.install(wanted)
        self.stamp.write_text(json.dumps(self.description(wanted)), encoding="utf-8")

    def contents(self):
        """The stamp; {} if the environment cannot be reused: it is missing, incomplete, moved or of another Python."""
        try:
            stamp = json.loads(self.stamp.read_text(encoding="utf-8"))
            ours = {**stamp, "inputs": ""} == {**self.description(stamp["extras"]), "inputs": ""}
            return stamp if ours and self.answers(stamp["extras"]) else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def description(self, extras):
        """The stamp of an environment with these extras, made here and now."""
        inputs = b"".join((self.folder / name).read_bytes() for name in ("pyproject.toml", "constraints.txt"))
        return {
            "folder": str(self.folder),
            "python": "{}.{}".format(*sys.version_info),
            "inputs": hashlib.sha256(inputs).hexdigest(),
            "extras": extras,
        }

    def answers(self, extras):
        """Whether its Python finds the course and the witness of every extra. Errors: OSError when it cannot run."""
        names = ALWAYS + [WITNESSES[extra] for extra in extras]
        program = "import sys, importlib.util as u; sys.exit(not all(map(u.find_spec, sys.argv[1:])))"
        return subprocess.call([str(self.python), "-I", "-c", program] + names, stderr=subprocess.DEVNULL) == 0

    def make(self):
        """Make the environment, replacing anything that is in its place."""
        if self.venv.exists() or self.venv.is_symlink():
            remove(self.venv)
        # The base Python, not that of an environment that is active now, which may be the very folder just removed.
        base = getattr(sys, "_base_executable", None) or sys.executable
        uv = shutil.which("uv")
        command = [uv, "venv", "--python", base] if uv else [base, "-m", "venv"]
        self.step("making the environment", command + [str(self.venv)])

    def install(self, extras):
        """Install the course, editable, with these extras, all in the versions of constraints.txt."""
        uv = shutil.which("uv")
        # Most modules are never imported; the others are compiled on import. The page opens ten seconds sooner.
        own = [str(self.python), "-m", "pip", "install", "--no-compile"]
        # pip is for `%pip` in a notebook; `uv pip` installs it faster than `uv venv --seed` does.
        pip = [uv, "pip", "install", "--python", str(self.python), "pip"] if uv else own
        what = ["-c", "constraints.txt", "-e", ".[{}]".format(",".join(extras))]
        self.step("installing the packages", pip + what)

    def step(self, what, command):
        """Run one step of the set-up: its output goes to the log, its duration to the screen. Raises Trouble."""
        started = time.monotonic()
        with open(str(self.log), "ab") as log:
            child = subprocess.Popen(
                command, cwd=str(self.folder), env=self.variables(), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
            status = watch(child, f"  {what} ...", started)
        if status:
            raise self.trouble(self.log.read_text(encoding="utf-8", errors="replace"))

    def trouble(self, text):
        """The Trouble that a tool's output or an error's text points to."""
        places = {"here": self.folder, "log": self.log}
        for pattern, sentence, cure in CAUSES:
            if re.search(pattern, text):
                return Trouble(sentence.format(**places), cure.format(**places))
        last = (text.strip().splitlines() or ["no reason given"])[-1].strip()
        return Trouble(
            f"The set-up did not succeed: {last}",
            "run the same command again; if it stops at the same place, the whole story is in {log}".format(**places),
        )

    def variables(self):
        """The environment of every program started here: `.venv` is first on the path, and no variable bypasses it."""
        # __PYVENV_LAUNCHER__ is set by macOS's framework Python and would hide .venv; MPLBACKEND would hide figures;
        # and if no bytecode may be written, each kernel would compile anew what `install` left uncompiled.
        misleading = ("PYTHONHOME", "PYTHONPATH", "__PYVENV_LAUNCHER__", "MPLBACKEND", "PYTHONDONTWRITEBYTECODE")
        kept = {name: value for name, value in os.environ.items() if name not in misleading}
        path = str(self.scripts) + os.pathsep + kept.get("PATH", os.defpath)
        pip = {"PIP_USER": "0", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        return {**kept, **pip, "PATH": path, "VIRTUAL_ENV": str(self.venv)}


def remove(folder):
    """Delete a folder, or the link or file in its place. Errors: OSError."""
    if folder.is_symlink() or not folder.is_dir():
        folder.unlink()
    else:
        shutil.rmtree(str(folder))


def watch(child, title, started):
    """Wait for a child, showing the elapsed time on a terminal; returns its exit status. Ctrl-C ends the child too."""
    print(title, end="", flush=True)
    again = "\r" + title if sys.stdout.isatty() else ""
    try:
        while child.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(timeout=1)
            if again:
                print(again, seconds(started), end="", flush=True)
    except KeyboardInterrupt:
        child.terminate()
        child.wait()
        raise
    print(again, seconds(started), flush=True)
    return child.returncode


def seconds(started):
    """The time since `started` as text, such as "3 s"."""
    return f"{time.monotonic() - started:.0f} s"


def attend(command, variables):
    """Run a program in the course's folder and return its exit status; on Ctrl-C, first wait until it has ended."""
    child = subprocess.Popen(command, cwd=str(HERE), env=variables)
    interrupted = False
    while child.returncode is None:
        try:
            child.wait()
        except KeyboardInterrupt:
            interrupted = True
    if interrupted:
        raise KeyboardInterrupt
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def lab(arguments):
    """Open JupyterLab by running `autogradlab lab` in the environment."""
    here = Environment()
    here.prepare("course")
    command = [str(here.python), "-m", "autogradlab", "lab"] + arguments
    if os.name == "nt":
        return attend(command, here.variables())
    os.chdir(str(HERE))
    os.execve(command[0], command, here.variables())  # one process: signals and exit status need no passing on


def test(arguments):
    """Run the package's tests, then the notebooks, as far as they are in this folder; returns 0 if all passed."""
    here = Environment()
    here.prepare("test")
    suites = {
        "package": (["tests"], EVERY_CORE + arguments, {"MPLBACKEND": "Agg"}),
        "lessons and exercises": (LEARNERS, cores_for_kernels() + ["--nbval-lax"] + NBVAL + LEARNERS, {}),
        "solutions": (["solutions"], cores_for_kernels() + ["--nbval"] + NBVAL + ["solutions"], {}),
    }
    results = {}
    with throwaway_homes() as homes:
        for name, (folders, options, more) in suites.items():
            if all((HERE / folder).is_dir() for folder in folders):
                print(f"\n== {name} ==", flush=True)
                results[name] = pytest(here, options, {**homes, **more})
    said = ["{} {}".format(name, "FAILED" if bad else "ok") for name, bad in results.items()]
    said += [f"{name} not in this folder" for name in suites if name not in results]
    print("\nSummary: " + ", ".join(said))
    return 1 if any(results.values()) else 0


def cores_for_kernels():
    """Every core where a plugin keeps kernels apart; else one, as of two that start at once one may die, rarely, of a
    port clash."""
    there = os.name == "posix" and (HERE / "tests" / "notebooks" / "kernels_apart.py").is_file()
    return EVERY_CORE + ["-p", "tests.notebooks.kernels_apart"] if there else []


def browser(arguments):
    """Run the tests that drive a real browser; returns 0 if all passed. Raises Trouble."""
    if not (HERE / "tests" / "browser").is_dir():
        raise Trouble("This folder has no tests that drive a browser", "give the command in a clone of the course")
    chromium = find_browser()
    here = Environment()
    here.prepare("test", "browser")
    with throwaway_homes() as homes:
        options = EVERY_CORE + ["tests/browser", "-m", "browser"] + arguments
        return pytest(here, options, {**homes, "CHROMIUM": chromium, "MPLBACKEND": "Agg"})


def pytest(here, options, more):
    """Run pytest once; returns its exit status."""
    return attend([str(here.python), "-m", "pytest"] + options, {**here.variables(), **more})


@contextlib.contextmanager
def throwaway_homes():
    """Variables that put the tests' log, settings and kernels into a folder of their own, which is deleted on exit."""
    folder = tempfile.mkdtemp(prefix="autogradlab-")
    names = ("AUTOGRADLAB_DATA", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    try:
        yield {name: str(Path(folder, name.lower())) for name in names + ("MPLCONFIGDIR",)}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def find_browser():
    """The Chromium or Chrome to drive: the one named by CHROMIUM, or the first found. Raises Trouble."""
    named = os.environ.get("CHROMIUM")
    candidates = [named] if named else [*BROWSERS, *BROWSER_FILES]
    found = next(filter(None, map(shutil.which, candidates)), None)
    if found:
        return found
    raise Trouble(
        f"CHROMIUM names `{named}`, which is not a program" if named else "No Chromium or Chrome was found",
        "install one (Debian, Ubuntu: `sudo apt install chromium`), or say where it is: CHROMIUM=/path/to/chromium",
    )


VERBS = {"lab": lab, "test": test, "browser": browser}


def check_python():
    """Raise Trouble if this Python is too old for the course."""
    if sys.version_info < OLDEST_PYTHON:
        oldest = "{}.{}".format(*OLDEST_PYTHON)
        version = "{}.{}".format(*sys.version_info)
        raise Trouble(
            f"The course needs Python {oldest} or newer; this is Python {version} ({sys.executable})",
            f"install a newer Python and start the course with it, e.g. `python{oldest} course.py lab`",
        )


def main(argv):
    """Run the command that the command line asks for; returns the exit status."""
    verb = argv[0] if argv else "--help"
    if verb in ("-h", "--help"):
        print(__doc__)
        return 0
    try:
        check_python()
        if verb not in VERBS:
            raise Trouble(f"There is no command `{verb}`", "the commands are {}".format(", ".join(VERBS)))
        return VERBS[verb](argv[1:])
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
    except OSError as error:
        print(Environment().trouble(str(error)), file=sys.stderr)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
