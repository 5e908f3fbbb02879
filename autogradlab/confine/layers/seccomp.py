"""System calls: no network, no access to other processes, no kernel features that no exercise needs; seccomp.

A filter is a short program for the kernel's own virtual machine (BPF), which inspects every call before it is made.
"""

import ctypes
import errno
import os
import platform
import struct
import sys
from functools import cache

from .calls import HIGHEST, NEW_CORNERS, NUMBERS, REFUSED
from .linux import PR_SET_SECCOMP, prctl

_FILTER_MODE = 2
_LOAD, _EQUAL, _GREATER, _ANY_BIT, _MASK, _GIVE = 0x20, 0x15, 0x25, 0x45, 0x54, 0x06  # instructions
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _PROCESSOR, _FIRST_ARGUMENT = 0, 4, 16  # the offsets of a call's parts
_REFUSE = (_GIVE, 0, 0, _ERROR | errno.EPERM)
_UNKNOWN = (_GIVE, 0, 0, _ERROR | errno.ENOSYS)
_PASS = (_GIVE, 0, 0, _ALLOW)
_PROCESSORS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_AF_UNIX, _SOCK_STREAM, _KIND = 1, 1, 0xF
_SHARED, _NO_FILE = 1, 0x20  # flags of mmap
# What may be asked of an open file: copies of it (two ways), flags of both kinds, locks. Other requests watch a folder,
# send signals, make others wait, or leave a hint that stays with a file.
_OF_FCNTL = (0, 1030, 1, 2, 3, 4, 5, 6, 7)
# What may be asked of a device or file: its terminal (two ways) and that one's size, how much there is to read, whether
# to wait for it, whether a program inherits it. Other requests mark a file for ever, or fake typed input.
_OF_IOCTL = (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)


def take(folder: str, seconds: float) -> None:
    """Filter the calls of this process and of all that it will start. Errors: OSError."""
    code = prepare() + _packed([*_to_itself(os.getpid()), _PASS])
    buffer = ctypes.create_string_buffer(code, len(code))
    prctl(PR_SET_SECCOMP, _FILTER_MODE, struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer)))


@cache
def prepare() -> bytes:
    """The part of the filter that is the same for every run. Errors: OSError on a processor that is not known.

    A process that makes calls of another architecture is killed; a call newer than the list does not exist.
    """
    name = platform.machine()
    if name not in _PROCESSORS or sys.maxsize < 2**32:
        raise OSError(f"the numbers of system calls are not known here for {name}")
    code = [
        (_LOAD, 0, 0, _PROCESSOR), (_EQUAL, 1, 0, _PROCESSORS[name]), (_GIVE, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER), (_GREATER, 0, 1, HIGHEST), _UNKNOWN,
    ]  # fmt: skip
    for call in REFUSED:
        code += _when(call, [_REFUSE])
    code += _when("clone3", [_UNKNOWN])  # its flags cannot be inspected; if it is missing, the C library uses clone
    code += _when("clone", [*_argument(0), (_ANY_BIT, 0, 1, NEW_CORNERS), _REFUSE, _PASS])
    code += _when("socketpair", [
        *_argument(0), (_EQUAL, 1, 0, _AF_UNIX), _REFUSE,
        *_argument(1), (_MASK, 0, 0, _KIND), (_EQUAL, 1, 0, _SOCK_STREAM), _REFUSE, _PASS,
    ])  # fmt: skip
    for call in ("prlimit64", "sched_setaffinity"):
        code += _when(call, _if_any(0, (0,), _PASS, _REFUSE))
    # Shared memory without a file stays when no process maps it any more, and then counts as nobody's.
    code += _when("mmap", [*_argument(3), (_ANY_BIT, 0, 2, _SHARED), (_ANY_BIT, 0, 1, _NO_FILE), _REFUSE, _PASS])
    code += _when("fcntl", _if_any(1, _OF_FCNTL, _PASS, _REFUSE))
    code += _when("ioctl", _if_any(1, _OF_IOCTL, _PASS, _REFUSE))
    return _packed(code)


def _packed(code) -> bytes:
    return b"".join(struct.pack("HBBI", *each) for each in code)


def _to_itself(process: int) -> list:
    """Instructions that allow signals to the run's own first process only."""
    return [
        each
        for call in ("kill", "tkill", "tgkill")
        for each in _when(call, [*_argument(0), (_EQUAL, 1, 0, process), _REFUSE, _PASS])
    ]


def _when(call: str, then: list) -> list:
    """The instructions `then` for one call, which must end with a verdict; none if the processor lacks the call."""
    number = NUMBERS[platform.machine()].get(call)
    return [] if number is None else [(_EQUAL, 0, len(then), number), *then]


def _argument(place: int) -> list:
    """The instruction that loads the lower half of an argument: where it expects an int, the kernel reads no more."""
    return [(_LOAD, 0, 0, _FIRST_ARGUMENT + 8 * place)]


def _if_any(place: int, values, then, other) -> list:
    """Instructions for the verdict `then` if an argument is one of the values, and `other` if it is none."""
    return [*_argument(place), *(each for value in values for each in ((_EQUAL, 0, 1, value), then)), other]
