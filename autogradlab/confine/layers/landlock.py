"""Files: a run reads the interpreter, the libraries and this package, and writes into its own folder; Landlock.

Nothing else can be opened, listed, made, renamed or removed, and no program can be started. From version 4 on TCP is
refused as well, from 6 on signals and sockets that lead outside.
"""

import os
import struct
from contextlib import contextmanager
from stat import S_ISDIR

from .linux import system_call
from .places import DEVICES, readable

CREATE, ADD, RESTRICT = 444, 445, 446  # system calls, the same number on every processor
_VERSION_WANTED, _PATH_BENEATH = 1, 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
TRUNCATE, IOCTL_DEV = 1 << 14, 1 << 15
_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}  # how many rights Landlock knows from each version on
_OF_A_FILE = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
_BIND_AND_CONNECT, _SOCKETS_AND_SIGNALS = 3, 3


def version() -> int:
    """The version of Landlock that this kernel has in force. Errors: OSError if it has none."""
    return system_call(CREATE, 0, 0, _VERSION_WANTED)


def take(folder: str, seconds: float) -> None:
    """Restrict this process and all that it will start. Errors: OSError."""
    found = version()
    rights = (1 << max(count for least, count in _RIGHTS.items() if found >= least)) - 1
    with _rules(found, rights) as rules:
        for path in readable():
            _allow(rules, path, READ_FILE | READ_DIR)
        for path in DEVICES:
            _allow(rules, path, READ_FILE | WRITE_FILE)
        _allow(rules, folder, rights & ~(EXECUTE | IOCTL_DEV))
        system_call(RESTRICT, rules, 0)


@contextmanager
def _rules(found: int, rights: int):
    """A set of rules in which nothing is allowed yet."""
    network = _BIND_AND_CONNECT if found >= 4 else 0
    scope = _SOCKETS_AND_SIGNALS if found >= 6 else 0
    size = 24 if found >= 6 else 16 if found >= 4 else 8  # older kernels know only the first fields
    rules = system_call(CREATE, struct.pack("QQQ", rights, network, scope), size, 0)
    try:
        yield rules
    finally:
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    """Allow `rights` on a path and what lies beneath it, if it exists."""
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rights &= -1 if S_ISDIR(os.fstat(handle).st_mode) else _OF_A_FILE
        system_call(ADD, rules, _PATH_BENEATH, struct.pack("=Qi", rights, handle), 0)
    finally:
        os.close(handle)
