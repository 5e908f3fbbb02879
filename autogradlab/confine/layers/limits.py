"""Processor time, memory, files: what one process of a run may use."""

try:
    import resource
except ImportError:  # Windows
    resource = None

MEMORY = 2 * 2**30  # bytes of address space; NumPy alone takes a quarter of it
LARGEST_FILE = 10 * 2**20  # bytes
MOST_FILES = 128


def take(folder: str, seconds: float) -> None:
    """Set the limits, none of which can be raised again; those that the platform lacks are skipped.

    RLIMIT_NPROC is not among them: it counts all processes of the user.
    """
    if resource is None:
        return
    for name, limit in (
        ("RLIMIT_CPU", int(seconds) + 2),
        ("RLIMIT_AS", MEMORY),
        ("RLIMIT_FSIZE", LARGEST_FILE),
        ("RLIMIT_NOFILE", MOST_FILES),
        ("RLIMIT_CORE", 0),
    ):
        lower(name, limit)


def lower(name: str, limit: int) -> None:
    """Set a limit for good, never above the one in force."""
    which = getattr(resource, name, None)
    if which is None:
        return
    _, hard = resource.getrlimit(which)
    limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    try:
        resource.setrlimit(which, (limit, limit))
    except (ValueError, OSError):
        pass  # macOS refuses some of them
