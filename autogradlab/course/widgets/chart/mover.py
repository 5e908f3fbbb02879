"""The mover of lesson 12: ten broken training loops as patients, with probes to choose and a diagnosis to make."""

from ..parts.allowed import Several
from ..parts.control import Steps
from ..parts.mover import Mover
from ..parts.picks import Pick, Presses
from . import words
from .cases import PATIENTS
from .picture import draw_chart
from .run import examined
from .words import BUDGET

PROBES = {
    "loss": "loss curve",
    "gradients": "gradients",
    "flags": "flags and versions",
    "nodes": "nodes kept",
    "shapes": "shapes",
}
ALLOWED = Several(tuple(PROBES), most=BUDGET)
OPEN = ""  # ipywidgets' list of choices cannot show None as chosen


class PatientChart(Mover):
    """Choose a patient, ask for probes, then choose a diagnosis; the right one shows the treatment. There are at most
    three probes, the loss curve among them.

    Read or set `patient` (1 to 10), `asked` (names among 'loss', 'gradients', 'flags', 'nodes', 'shapes') and
    `diagnosis` (a patient's cause, such as 'gradients not cleared', or None). Read `vitals`, what running the broken
    program gave, `healthy`, the same for the treated one, and `cured`. Raises ValueError for anything else.
    """

    def __init__(self, patient=1, asked=("loss",), diagnosis=None):
        self._patient = Steps("patient", len(PATIENTS), patient)
        self._presses = Presses({said: lambda probe=probe: self._ask(probe) for probe, said in PROBES.items()})
        causes = {OPEN: "not chosen yet"} | {case.cause: case.cause for case in sorted(PATIENTS, key=lambda c: c.cause)}
        self._diagnosis = Pick("diagnosis", causes, OPEN if diagnosis is None else diagnosis)
        super().__init__(self._patient, self._presses, self._diagnosis)
        self._asked = ALLOWED.checked("asked", asked)
        self._patient.on_change(self._next_patient)
        self.follow(self._diagnosis)

    patient = property(lambda self: self._patient.step, lambda self, value: setattr(self._patient, "step", value))

    @property
    def diagnosis(self):
        return self._diagnosis.value or None

    @diagnosis.setter
    def diagnosis(self, cause):
        self._diagnosis.value = OPEN if cause is None else cause

    @property
    def asked(self):
        return self._asked

    @asked.setter
    def asked(self, probes):
        self._asked = ALLOWED.checked("asked", probes)
        self._update()

    case = property(lambda self: PATIENTS[self.patient - 1])
    vitals = property(lambda self: examined(self.case.broken, self.case.watch))
    healthy = property(lambda self: examined(self.case.healthy, self.case.watch))
    cured = property(lambda self: self.diagnosis == self.case.cause)

    def _ask(self, probe):
        if probe not in self.asked and len(self.asked) < BUDGET:
            self.asked = (*self.asked, probe)

    def _next_patient(self):
        self._asked = ("loss",)
        self.diagnosis = None
        self._update()

    def _update(self):
        for probe, said in PROBES.items():
            self._presses.buttons[said].disabled = probe in self.asked or len(self.asked) == BUDGET
        self.show_state(draw_chart, words, self)
