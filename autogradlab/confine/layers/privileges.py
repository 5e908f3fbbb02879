"""No root privileges, even for root itself, and no way to get any by starting a program of another owner."""

import ctypes
import struct

from .linux import PR_SET_NO_NEW_PRIVS, library_call, prctl

_VERSION_3 = 0x20080522  # of the capability call: two words for each set


def take(folder: str, seconds: float) -> None:
    """Give up every capability, and the way to get one by starting a program. Errors: OSError."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    library_call("capset", struct.pack("Ii", _VERSION_3, 0), ctypes.create_string_buffer(24))
