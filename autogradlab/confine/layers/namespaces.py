"""A machine of its own: a run sees only its own processes, no network, and read-only file systems but for its folder.

The first process of the run is process 1 in there. When it ends, the kernel ends all the others with it.
"""

import os
import signal
import struct

from .limits import MOST_FILES, lower
from .linux import PR_SET_PDEATHSIG, library_call, prctl, system_call
from .processes import DISK, MOST_THREADS

_FILE_SYSTEMS, _NAMES, _MESSAGES, _USERS = 0x00020000, 0x04000000, 0x08000000, 0x10000000
_PROCESSES, _NETWORK = 0x20000000, 0x40000000
_ALL = _FILE_SYSTEMS | _NAMES | _MESSAGES | _USERS | _PROCESSES | _NETWORK
_NO_PROGRAMS_OF_ROOT, _NO_DEVICES, _ALL_BENEATH, _NOT_SHARED = 2, 4, 0x4000, 0x40000
_MOUNT_SETATTR, _HERE, _BENEATH_TOO, _READ_ONLY = 442, -100, 0x8000, 1
_MOST_FILES = 4096
_COUNTED_BY_NAMESPACE = (5, 14)  # from this version of Linux on, RLIMIT_NPROC counts the processes of one namespace


def take(folder: str, seconds: float) -> None:
    """Continue as process 1 of new namespaces; the calling process stays outside and ends in the same way as process 1.

    Errors: OSError, in the calling process.
    """
    user, group = os.geteuid(), os.getegid()
    library_call("unshare", _ALL)
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{user} {user} 1")
    _write("/proc/self/gid_map", f"{group} {group} 1")
    _only_to_read(folder)
    first = os.fork()
    if first:
        _end_as(first)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.setsid()
    if tuple(map(int, os.uname().release.split("-")[0].split(".")[:2])) >= _COUNTED_BY_NAMESPACE:
        lower("RLIMIT_NPROC", MOST_THREADS)  # which root does not heed


def _only_to_read(folder: str) -> None:
    """Make every file system read-only, and mount an empty, writable one in memory over the private folder."""
    library_call("mount", None, b"/", None, _ALL_BENEATH | _NOT_SHARED, None)
    system_call(_MOUNT_SETATTR, _HERE, b"/", _BENEATH_TOO, struct.pack("QQQQ", _READ_ONLY, 0, 0, 0), 32)
    options = f"size={DISK},nr_inodes={_MOST_FILES},mode=700".encode()
    library_call("mount", b"tmpfs", os.fsencode(folder), b"tmpfs", _NO_PROGRAMS_OF_ROOT | _NO_DEVICES, options)


def _end_as(first: int) -> None:
    """Close all files, wait for process 1, and end in the same way."""
    os.closerange(3, 2 * MOST_FILES)
    _, status = os.waitpid(first, 0)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        if -code not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)
