"""The batch: attacks and honest hand-ins side by side through `autogradlab grade`, and its outcome."""

import os
import re
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from autogradlab import confine
from autogradlab.confine import tree
from autogradlab.grading import judge as judging
from autogradlab.grading.gradebook import NAME, Gradebook
from autogradlab.grading.row import Row

from . import honest
from .families import FAMILIES
from .hand_in import Attack, lay
from .target import FULL, STEM, Target
from .telling import told

SECONDS = 2.0  # for a cell and for a trial
_CANARY = re.compile(r"canary\W?[\[{(]")  # how `inputs_told` shows what it was given


@dataclass
class Verdicts:
    """The outcome of a batch: the rows by student, and sentences on everything that went wrong."""

    rows: dict[str, Row]
    attacks: list[tuple[str, Attack]]
    honest: list[str]
    wrongs: dict[str, list[str]] = field(default_factory=dict)  # what is wrong, by the attack's name or ""

    def blame(self, name: str, sentence: str) -> None:
        """Note something that went wrong."""
        self.wrongs.setdefault(name, []).append(sentence)


def quick_judge(kit, student: str, data: bytes, *, secret: bytes, level: int) -> Row:
    """Judge as usual, but with a shorter time limit for a cell; run by a worker."""
    from autogradlab.grading import batch

    judging.CELL_SECONDS = SECONDS
    return batch.usual_judge(kit, student, data, secret=secret, level=level)


def attacks(families=tuple(FAMILIES)) -> list[tuple[str, Attack]]:
    """(family, attack) for all attacks of some families."""
    return [(family, attack) for family in families for attack in FAMILIES[family].ATTACKS]


def words(hand_ins, out, course, level: int) -> list[str]:
    """The command line that grades a batch."""
    named = {"--out": out, "--course": course, "--exercise": STEM, "--allow-level": level}
    return ["grade", str(hand_ins), *(str(word) for option in named.items() for word in option)]


def fought(folder: Path, chosen, honest_ones: int, grade) -> Verdicts:
    """Write all hand-ins, have them graded, and examine the outcome.

    grade   called with (hand-ins, out, course, environment), returns the exit status of `autogradlab grade`
    """
    target, out, mark = Target(folder / "course", SECONDS), folder / "out", f"autogradlab{os.getpid()}mark"
    _plant(folder, target)
    tree.adopt_orphans()
    running = tree.descendants()
    (folder / "in").mkdir()
    names = [f"honest_{number:03}" for number in range(honest_ones)]
    for number, name in enumerate(names):
        lay(folder / "in", name, honest.hand_in(number))
    environment = {"AUTOGRADLAB_CANARY": target.canaries["environment"], "HOME": str(folder / "home")}
    with _listener() as (port, heard):
        for family, attack in chosen:
            attack.lay(folder / "in")
            if family == "escaping":
                _fill_in(folder / "in" / attack.name / f"{STEM}.ipynb", PORT=port, OUT=out, MARK=mark)
        before = _snapshot(folder)
        status = grade(folder / "in", out, target.folder, environment)
        verdicts = Verdicts(_rows(out), chosen, names)
        _judge_points(verdicts)
        if status not in (0, 1):
            verdicts.blame("", f"the batch ended with status {status}")
        if heard:
            verdicts.blame("", f"the listener was reached {len(heard)} times")
    for path in _changed(before, _snapshot(folder)):
        verdicts.blame("", f"{path} was changed")
    for path in _outside(mark):
        verdicts.blame("", f"`{path}` was left outside")
    for process in _left(running):
        verdicts.blame("", f"process {process} was left")
    _look_for_leaks(verdicts, target, out)
    _look_for_harm(verdicts, out / "reports")
    return verdicts


# ---- before ---------------------------------------------------------------------------------------------------------


def _plant(folder: Path, target: Target) -> None:
    for place in ("home", "beside"):
        (folder / place).mkdir()
        (folder / place / "private.txt").write_text(target.canaries[place])


def _fill_in(path: Path, **words) -> None:
    text = path.read_text("utf-8")
    for word, value in words.items():
        text = re.sub(rf"\b{word}\b", str(value), text)
    path.write_text(text, "utf-8")


@contextmanager
def _listener():
    """(port, what was heard): a listener on this machine that no attack may reach."""
    heard = []
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(type=socket.SOCK_DGRAM) as datagrams:
        port = server.getsockname()[1]
        datagrams.bind(("127.0.0.1", port))
        threading.Thread(target=_listen, args=(server.accept, heard), daemon=True).start()
        threading.Thread(target=_listen, args=(lambda: datagrams.recv(100), heard), daemon=True).start()
        yield port, heard


def _listen(hear, heard: list) -> None:
    try:
        while True:
            heard.append(hear())
    except OSError:
        pass  # it was closed


def _snapshot(folder: Path) -> dict:
    """The state of every file that the batch must leave alone, by path; reports may fill home's .cache and .config."""
    paths = (path for top in ("in", "course", "home", "beside") for path in (folder / top).rglob("*"))
    ours = (folder / "home" / ".cache", folder / "home" / ".config")
    known = [path for path in paths if not any(path.is_relative_to(each) for each in ours)]
    return {os.fsencode(path): _how(path) for path in known}


def _how(path: Path) -> tuple:
    how = os.lstat(path)
    return how.st_mode, how.st_size, how.st_mtime_ns


def _changed(before: dict, after: dict) -> list[str]:
    return [os.fsdecode(path) for path in before.keys() | after.keys() if before.get(path) != after.get(path)]


# ---- afterwards -----------------------------------------------------------------------------------------------------


def _rows(out: Path) -> dict[str, Row]:
    with Gradebook(out / NAME) as book:
        return {row.student: row for row in book.rows()}


def _judge_points(verdicts: Verdicts) -> None:
    """Everybody has a row: honest ones have all points, attacks what they deserve, with a reason for lost points."""
    for name in verdicts.honest:
        if name not in verdicts.rows or verdicts.rows[name].earned != FULL:
            verdicts.blame(name, f"an honest hand-in has {told(verdicts.rows.get(name))}")
    for _, attack in verdicts.attacks:
        if problem := _amiss(attack, verdicts.rows.get(attack.whose)):
            verdicts.blame(attack.name, problem)


def _amiss(attack: Attack, row: Row | None) -> str:
    """A sentence on what is amiss with the row of an attack, empty if nothing is."""
    if row is None:
        return "it has no row"
    if attack.graded != (row.status == "graded"):
        return f"its status is {row.status}: {row.reason}"
    if row.earned != attack.deserves:
        return f"it deserves {attack.deserves} points and has {told(row)}"
    if not attack.graded and not row.reason:
        return "it has no reason"
    silent = [each.question for each in row.questions if each.earned < each.points and not each.reason]
    silent = [each for each in silent if each != "words"]
    return f"{', '.join(silent)} lacks points without a reason" if attack.graded and silent else ""


def _look_for_leaks(verdicts: Verdicts, target: Target, out: Path) -> None:
    """No canary and no secret is in a row or a report; no row tells a hidden input or what a neighbor left."""
    secret = (out / "secret.key").read_text().strip()
    if not re.fullmatch("[0-9a-f]{64}", secret):
        verdicts.blame("", "the secret was changed")
    canaries = {**target.canaries, "secret": secret}
    for student, row in verdicts.rows.items():
        text = row.to_json()
        for place, canary in canaries.items():
            if canary in text:
                verdicts.blame(student, f"its row holds the canary of the {place}")
        if any(_CANARY.search(trial.said) for each in row.questions for trial in each.trials):
            verdicts.blame(student, "its row tells hidden inputs")
        if student != "neighbor_peek" and any("left by" in each.printed for each in row.questions):
            verdicts.blame(student, "it read what a neighbor left")
    for path in (out / "reports").rglob("*"):
        for place, canary in canaries.items():
            if path.is_file() and canary.encode() in path.read_bytes():
                verdicts.blame("", f"{path.relative_to(out)} holds the canary of the {place}")


def _look_for_harm(verdicts: Verdicts, reports: Path) -> None:
    """No report holds a student's markup or control characters, and no table a formula."""
    for path in filter(Path.is_file, reports.rglob("*")):
        text = path.read_text("utf-8")
        if path.suffix == ".html" and re.search(r"<script>alert|<img src=x", text):
            verdicts.blame("", f"{path.name} holds a student's markup")
        if found := re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text):
            verdicts.blame("", f"{path.name} holds the control character {ascii(found[0])}")
        if path.suffix == ".csv" and (found := re.search(r'(?m)(?:^|,)"?[=+@\t\r][^,\n]*', text)):
            verdicts.blame("", f"{path.name} holds the formula {ascii(found[0])}")


def _outside(mark: str) -> list[str]:
    package = Path(judging.__file__).parents[1]
    places = [
        Path("/tmp"),
        Path("/var/tmp"),
        Path("/dev/shm"),
        Path("/"),
        Path("/root"),
        package,
        package / "__pycache__",
    ]
    known = [
        *(place / name for place in places for name in (mark, f"{mark}.py", f"{mark}.pyc", "escaped.ipynb")),
        *(place / "autogradlab-attack" for place in places),
        *(place / "left" for place in places),
    ]
    return [str(path) for path in known if path.exists()]


def _left(before: list[int], patience: float = 3.0) -> list[int]:
    """Descendants of this process that are new and do not end within `patience` seconds."""
    confine.shut_down()
    until = time.monotonic() + patience
    while found := [each for each in tree.descendants() if each not in before and not _is_ours(each)]:
        if time.monotonic() > until:
            break
        time.sleep(0.05)
    return found


def _is_ours(process: int) -> bool:
    """Whether a process is gone, or is the helper that Python's `multiprocessing` keeps."""
    try:
        how = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        return how == "Z" or "resource_tracker" in Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return True
