"""What each layer has to refuse, as small attempts that are made within a run. An attempt that is refused raises."""

import ctypes
import mmap
import os
import socket
import struct
import time

from .layers.limits import LARGEST_FILE, MEMORY
from .layers.linux import PR_GET_NO_NEW_PRIVS, library_call, prctl
from .layers.processes import CROWD, DISK

try:
    import fcntl
    import resource
except ImportError:  # Windows
    fcntl = resource = None

_SEIZE = 0x4206  # PTRACE_SEIZE, which attaches without stopping the process
_NEW_USERS = 0x10000000
_LEASE = 1024  # F_SETLEASE: the next one who opens the file waits


def not_refused(layer: str, around: dict) -> list[str]:
    """The names of a layer's attempts that succeeded. `around` says where things are:

    canary    a file that the run must not touch; `outside` a path beside it where there is no file
    home      the user's home folder
    port      a port of this machine on which a server listens
    process   the number of the process that started the confinement; `address` is an address in its memory
    """
    return [name for name, attempt in ATTEMPTS[layer].items() if _comes_off(attempt, around)]


def _comes_off(attempt, around: dict) -> bool:
    try:
        attempt(around)
    except (OSError, MemoryError):
        return False
    return True


def _too_much_memory(around: dict) -> None:
    mmap.mmap(-1, MEMORY + 2**30, **({"flags": mmap.MAP_PRIVATE} if fcntl else {}))


def _too_large_a_file(around: dict) -> None:
    with open("large", "wb") as file:
        file.truncate(LARGEST_FILE + 1)


def _a_crowd(around: dict) -> None:
    for _ in range(CROWD + 8):
        if os.fork() == 0:
            time.sleep(5)
            os._exit(0)
    time.sleep(1)


def _a_way_to_root(around: dict) -> None:
    if prctl(PR_GET_NO_NEW_PRIVS):
        raise PermissionError


def _start_a_program(around: dict) -> None:
    os.posix_spawn("/bin/true", ["true"], {})


def _write_outside(around: dict) -> None:
    with open(around["outside"], "w"):
        pass
    os.unlink(around["outside"])


def _read(path: str) -> None:
    with open(path) as file:
        file.read()


def _read_memory(around: dict) -> None:
    here = ctypes.create_string_buffer(1)
    ours, theirs = struct.pack("PN", ctypes.addressof(here), 1), struct.pack("PN", around["address"], 1)
    library_call("process_vm_readv", around["process"], ours, 1, theirs, 1, 0)


def _hold_a_file_back(around: dict) -> None:
    with open(around["canary"]) as file:
        fcntl.fcntl(file, _LEASE, fcntl.F_RDLCK)


def _see_a_parent(around: dict) -> None:
    if os.getppid() == 0 or os.getppid() == 1 and os.getpid() > 1:
        raise ProcessLookupError


def _fill_the_disk(around: dict) -> None:
    with open("full", "wb") as file:
        os.unlink("full")  # so that the measurement of the folder from outside does not count it
        os.posix_fallocate(file.fileno(), 0, DISK + 1)


def _connect(around: dict) -> None:
    socket.create_connection(("127.0.0.1", around["port"]), 1).close()


ATTEMPTS = {
    "limits": {"use 3 GiB of memory": _too_much_memory, "write a large file": _too_large_a_file},
    "processes": {f"start {CROWD + 8} processes": _a_crowd},
    "privileges": {"take another root folder": lambda around: os.chroot("/"), "gain rights": _a_way_to_root},
    "files": {
        "read a file of yours": lambda around: _read(around["canary"]),
        "list your home folder": lambda around: os.listdir(around["home"]),
        "write outside": _write_outside,
        "start a program": _start_a_program,
    },
    "calls": {
        "open a network connection": lambda around: socket.socket(),
        "send a datagram": lambda around: socket.socket(type=socket.SOCK_DGRAM),
        "reach a local service": lambda around: socket.socket(getattr(socket, "AF_UNIX", -1)),
        "trace your process": lambda around: library_call("ptrace", _SEIZE, around["process"], None, None),
        "read your process's memory": _read_memory,
        "leave the group in which it is ended": lambda around: os.setsid(),
        "signal your process": lambda around: os.kill(around["process"], 0),
        "change your process's limits": lambda around: resource.prlimit(around["process"], resource.RLIMIT_CORE),
        "change a file's permissions": lambda around: os.chmod(around["canary"], 0o600),
        "make others wait for a file": _hold_a_file_back,
        "keep memory that is not counted": lambda around: mmap.mmap(-1, mmap.PAGESIZE),
        "make namespaces": lambda around: library_call("unshare", _NEW_USERS),
    },
    "namespaces": {
        "reach a port of this machine": _connect,
        "see another process": _see_a_parent,
        "write outside": _write_outside,
        "fill the disk": _fill_the_disk,
    },
}
