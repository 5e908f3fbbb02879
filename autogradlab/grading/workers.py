"""Worker processes on this machine, as an executor whose futures say when the worker itself was lost.

Every worker holds one call at a time, so it is known which one was lost with it. A student's program never runs in a
worker, but in a process that `confine` starts there; a worker ends when this process does, however that ends.
"""

import multiprocessing
import os
import queue
import signal
import threading
from concurrent.futures import Executor, Future

PATIENCE = 1800.0  # seconds that a call may take; the judge's own limits are shorter
_SPAWN = multiprocessing.get_context("spawn")


class Lost(RuntimeError):
    """The worker ended, or was ended, before it answered."""


class Workers(Executor):
    """`count` processes that run the calls submitted to them; a lost one is replaced when the next call comes.

    A call that raises sets that exception on its future; one whose worker is lost sets Lost. Functions are sent by
    their name, arguments and results as pickles: both sides are ours.
    """

    def __init__(self, count: int, patience: float = PATIENCE):
        # Else a worker would begin by importing from the working folder, in which a student's files may lie.
        os.environ["PYTHONSAFEPATH"] = "1"
        self.patience = patience
        self._calls, self._ending = queue.SimpleQueue(), threading.Event()
        self._hands = [_Hand() for _ in range(count)]
        self._threads = [threading.Thread(target=self._tend, args=(hand,), daemon=True) for hand in self._hands]
        for thread in self._threads:
            thread.start()

    def submit(self, function, /, *arguments) -> Future:
        """Have a worker call a function; calls begin in the order in which they were submitted."""
        if self._ending.is_set():
            raise RuntimeError("the workers have been sent home")
        future = Future()
        self._calls.put((future, (function, arguments)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all workers at once: waiting calls are cancelled, running ones are lost."""
        self._ending.set()
        for _ in self._threads:
            self._calls.put(None)
        for hand in self._hands:
            hand.end(for_good=True)
        for thread in self._threads:
            thread.join()

    def _tend(self, hand: "_Hand") -> None:
        """Pass calls to one worker until the end; runs in a thread of its own."""
        while call := self._calls.get():
            future, what = call
            if self._ending.is_set():
                future.cancel()
            if future.set_running_or_notify_cancel():
                try:
                    self._call(hand, future, what)
                except (OSError, EOFError) as error:
                    hand.end()
                    future.set_exception(Lost(f"its worker was lost: {error or 'the process ended'}"))
                except Exception as error:  # something that cannot be pickled; the worker is unharmed
                    future.set_exception(error)

    def _call(self, hand: "_Hand", future: Future, what) -> None:
        returned, value = hand.call(what, self.patience)
        future.set_result(value) if returned else future.set_exception(value)


class _Hand:
    """One worker process and the pipe to it; both are made when they are needed."""

    def __init__(self):
        self.pipe = self.process = None
        self._closed, self._changing = False, threading.Lock()

    def call(self, what, patience: float):
        """(whether it returned, what it returned or raised). Errors: OSError, EOFError when the worker is gone."""
        with self._changing:
            if self._closed:
                raise EOFError("it was ended")
            new = self.process is None or not self.process.is_alive()
            if new:
                self._start()
        if new:
            self._heard(PATIENCE)
        self.pipe.send(what)
        return self._heard(patience)

    def end(self, for_good: bool = False) -> None:
        """Kill the process; the thread that waits for its answer notices the closed pipe."""
        with self._changing:
            self._closed |= for_good
            if self.process:
                self.process.kill()
                self.process.join()

    def _heard(self, patience: float):
        if not self.pipe.poll(patience):
            raise TimeoutError(f"no answer within {patience:g} seconds")
        return self.pipe.recv()

    def _start(self) -> None:
        if self.pipe:
            self.pipe.close()
        self.pipe, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_work, args=(theirs,), daemon=True, name="grading worker")
        self.process.start()
        theirs.close()


def _work(pipe) -> None:
    """Answer calls in the worker process until the pipe closes. Ctrl-C is left to the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    try:
        pipe.send("ready")
        while True:
            function, arguments = pipe.recv()
            pipe.send(_outcome(function, arguments))
    except (EOFError, OSError):
        pass


def _outcome(function, arguments) -> tuple[bool, object]:
    try:
        return True, function(*arguments)
    except Exception as error:
        return False, error


def _leave_with_parent() -> None:
    multiprocessing.parent_process().join()
    os._exit(1)
