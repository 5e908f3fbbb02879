"""A pytest plugin with which several processes may run notebooks at once: each kernel has sockets in a folder.

Two processes that look for free ports at once may be given the same, and then one of their kernels ends. POSIX only.
"""

from itertools import count
from tempfile import TemporaryDirectory

import nbval.kernel

FOLDER = TemporaryDirectory(prefix="kernels-", dir="/tmp")  # the path of a socket may have about a hundred letters
NUMBERS, Manager = count(), nbval.kernel.KernelManager


def manager(**how):
    return Manager(transport="ipc", connection_file=f"{FOLDER.name}/{next(NUMBERS)}.json", **how)


nbval.kernel.KernelManager = manager
