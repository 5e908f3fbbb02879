"""Workers on other machines: a running Dask cluster as an executor. Dask's own tools start one (`docs/grading.md`).

A task is one submission with the kit that it is graded by, so the machines need no shared folder. Its program
runs in a process that `confine` starts beside the worker, never in the worker.
"""

from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass

from autogradlab.confine import Levels, levels

from . import kit

SECONDS_TO_JOIN = "20s"


@dataclass(frozen=True)
class Cluster:
    """A joined cluster: its executor, the number of its worker processes, and the address and the levels of the worker
    that confines least; these levels apply to the whole cluster."""

    crew: Executor
    workers: int
    weakest: str
    levels: Levels


@contextmanager
def joined(address: str) -> Generator[Cluster, None, None]:
    """Join the cluster whose scheduler is at an address such as tcp://10.0.0.7:8786, and leave it at the end.

    Errors:  ValueError if there is none, if it has no workers, or if any of them has another version of autogradlab.
    """
    with _client(address) as client:
        about = client.run(_about)
        if not about:
            raise ValueError(
                f"the cluster at {address} has no workers\n  help: start some: `dask worker {address} "
                "--nthreads 1 --nworkers auto`"
            )
        others = sorted(name for name, (grader, _) in about.items() if grader != kit.grader())
        if others:
            raise ValueError(
                f"{len(others)} of {len(about)} workers have another autogradlab; one of them is {others[0]}\n"
                "  help: install the same version everywhere"
            )
        crew = client.get_executor(pure=False)
        weakest = min(about, key=lambda name: about[name][1].best)
        try:
            yield Cluster(crew, len(about), weakest, about[weakest][1])
        finally:
            crew.shutdown(wait=False)


def _client(address: str):
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise ValueError(
            "`--dask` needs the package `distributed`, which is not installed here\n"
            '  help: `pip install "autogradlab[grade]"`'
        ) from None
    try:
        return Client(address, timeout=SECONDS_TO_JOIN, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ValueError(
            f"no Dask scheduler answers at {address}: {str(error).splitlines()[0]}\n"
            "  help: the address is what `dask scheduler` prints, such as tcp://10.0.0.7:8786"
        ) from None


def _about() -> tuple[str, Levels]:
    """Called on each worker: the version of its grader, and its levels of confinement."""
    return kit.grader(), levels()
