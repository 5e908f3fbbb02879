"""Start a clean interpreter: it gets one socket, few environment variables, and no memory or open files of ours."""

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from .frames import Channel
from .layers.places import ROOT

_START = (
    "import socket, sys; sys.path[:0] = [path for path in sys.argv[2:3] if path not in sys.path]; "
    "handle = sys.argv[1]; "
    "sock = socket.socket(fileno=int(handle)) if handle else socket.fromshare(sys.stdin.buffer.read()); "
    "from autogradlab.confine import child, frames; child.main(frames.Channel(sock), bool(sys.argv[3]))"
)
_KEPT = ("LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR")
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def started(theirs: Channel, forks: bool) -> subprocess.Popen:
    """Start the child process, which gets one end of the control channel."""
    shares = sys.platform == "win32"
    handle = "" if shares else str(theirs.fileno())
    process = subprocess.Popen(
        [sys.executable, "-s", "-P", "-c", _START, handle, ROOT, "forks" if forks else ""],
        env=_environment(),
        cwd=os.path.abspath(os.sep),
        stdin=subprocess.PIPE if shares else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=not shares,
        pass_fds=() if shares else (theirs.fileno(),),
    )
    if shares:
        with process.stdin as hand:
            hand.write(theirs.sock.share(process.pid))
    theirs.close()
    return process


def _environment() -> dict[str, str]:
    """The variables that Python needs to start, and no others of ours; the hash seed fixes the order of sets."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {"PATH": os.defpath, "PYTHONHASHSEED": "0", **dict.fromkeys(_ONE_THREAD, "1"), **kept}


def folders_of(prelude: str) -> list[str]:
    """The folders from which this process imports this package and what the prelude imports, such as a checkout."""
    try:
        tops = {name.partition(".")[0] for name in _imported(ast.parse(prelude))}
    except SyntaxError:
        return [ROOT]  # the interpreter will report it
    specs = filter(None, map(importlib.util.find_spec, sorted(tops)))
    return [ROOT, *(_folder_of(spec) for spec in specs if spec.has_location)]


def _folder_of(spec) -> str:
    """The folder that holds a module's file, or a package's folder."""
    return str(Path(spec.origin).parents[1 if spec.submodule_search_locations else 0])


def _imported(tree: ast.AST):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module
