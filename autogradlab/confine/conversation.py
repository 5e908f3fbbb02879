"""The caller's side of one run: gives orders, and treats whatever comes back as data."""

import time

from .frames import Broken, Channel, Gone, Late, Unsent, pair, waiting
from .outcome import Draft, Result
from .performing import CELL, SOURCE
from .zygote import ENDED_WITHIN, READY_WITHIN, Unsettled

GRACE = 1.0  # seconds after the deadline in which a run, on a busy machine too, may still say where it was
UNREADABLE = "The process sent something that cannot be read."
SILENT = "The process ended before it could answer."
NOT_REACHED = "It was not run, because the time was over."
UNSENT = "It is too long to be run."


class Conversation:
    """One run. Any code in it may write to its channel `talk`; only the zygote writes to `control`, which is trusted.
    `control` is None where there is no fork: the run is then a single process, which its probes share."""

    def __init__(self, talk: Channel, control: Channel | None):
        self.talk, self.control = talk, control
        self.alive, self._number, self._at_work = True, 0, False

    def begin(self, folder: str, seconds: float, layers) -> None:
        """Have the run settle in its folder, behind its layers. Errors: Unsettled."""
        until = time.monotonic() + READY_WITHIN
        try:
            self.talk.send({"folder": folder, "seconds": seconds, "layers": list(layers)}, until)
            frame = self.talk.receive(until) or {}
        except (Late, Broken, Gone):
            frame = {}
        if frame.get("is") != "settled":
            raise Unsettled(str(frame.get("why", "it ended while it was set up")))

    def execute(self, source: str, until: float, told: float | None, cell: int | None = None) -> Result:
        """Execute a source, or a cell with that number, and return its result; a time-out or an exit ends the run.

        until    the deadline by the monotonic clock; `told` is the number of seconds that a time-out reports
        """
        file = SOURCE if cell is None else CELL.format(cell)
        result = self._asked(self.talk, until, told, {"source": source, "file": file})
        self.alive = self.alive and not (result.timed_out or result.ended)
        return result

    def probe(self, source: str, given: dict, until: float, told: float | None) -> Result:
        """Run a probe and return its result; it finds the plain data `given` under their names."""
        order = {"probe": source, "given": given}
        if not self.control:
            return self._asked(self.talk, until, told, order)
        if not self.is_ready():
            return Result(ended=SILENT)
        self._number, self._at_work = self._number + 1, True
        own, theirs = pair()
        try:
            return self._asked(own, until, told, {**order, "number": self._number}, theirs)
        finally:
            own.close()

    def is_ready(self) -> bool:
        """Wait for the end of the last probe's process; a run that does not report it is over."""
        until = time.monotonic() + ENDED_WITHIN
        try:
            while self.alive and self._at_work:
                self._heard(None, until)
        except (Broken, Gone, Late):
            self.alive = False
        return self.alive

    def _asked(
        self, answers: Channel, until: float, told: float | None, order: dict, theirs: Channel | None = None
    ) -> Result:
        """Send one order; returns its result, made of all frames about it up to its end."""
        draft = Draft(told)
        try:
            self._send({**order, "seconds": max(0.01, until - time.monotonic())}, theirs, until)
            while not draft.take(self._heard(answers, until + GRACE)):
                pass
        except Unsent:
            draft.take_end(UNSENT)
        except Late:
            draft.take_late()
        except Gone:
            draft.take_end(SILENT)
        except (Broken, ValueError):
            draft.take_end(UNREADABLE)
        return draft.result

    def _send(self, order: dict, theirs: Channel | None, until: float) -> None:
        """Send an order to the run, with the socket to answer on if it gets one of its own."""
        self.talk.send(order, until)
        if theirs:
            self.talk.hand_over(theirs.sock)
            theirs.close()

    def _heard(self, answers: Channel | None, until: float) -> dict:
        """The next frame about an order: an answer, or how the probe's process or the run ended. Errors: as `receive`.

        An answer counts only on the channel that belongs to its order, so no probe can answer for another.
        """
        open_ones = [each for each in dict.fromkeys((answers, self.talk, self.control)) if each]
        closed = False
        while open_ones:
            try:
                channel = waiting(open_ones, until)[0]
            except Late:
                if closed:
                    break
                raise
            frame = channel.receive(until)
            if frame is None:  # the others may still say why
                open_ones.remove(channel)
                closed, until = True, min(until, time.monotonic() + ENDED_WITHIN)
            elif channel in (answers, self.control) or self._ends_the_probe(frame):
                self.alive = self.alive and channel is not self.control
                return frame
        raise Gone("it closed its channel")

    def _ends_the_probe(self, frame: dict) -> bool:
        ends = frame.get("is") == "gone" and frame.get("number") == self._number
        self._at_work = self._at_work and not ends
        return ends
