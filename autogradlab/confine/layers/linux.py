"""The few ways into the Linux kernel that Python's standard library lacks."""

import ctypes
import os
import sys

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS = 38, 39


def system_call(number: int, *arguments) -> int:
    """Make the system call of that number, with numbers, bytes or ctypes objects. Errors: OSError."""
    return _checked(_library().syscall(ctypes.c_long(number), *map(_argument, arguments)))


def prctl(option: int, *arguments) -> int:
    """`prctl(2)`. Errors: OSError."""
    filled = (*arguments, 0, 0, 0, 0)[:4]
    return _checked(_library().prctl(option, *map(_argument, filled)))


def library_call(name: str, *arguments) -> int:
    """Call a function of the C library that returns -1 on failure. Errors: OSError."""
    return _checked(getattr(_library(), name)(*map(_argument, arguments)))


def _library():
    if sys.platform != "linux":
        raise OSError("this is not Linux")
    return ctypes.CDLL(None, use_errno=True)


def _argument(value):
    """The value as C gets it: a whole number fills a register, anything else is passed as a pointer."""
    return ctypes.c_long(value) if isinstance(value, int) else value


def _checked(answer: int) -> int:
    if answer == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer
