"""How long a check takes to answer, by type of question, the first time (its programs run) and again:

python tests/bench/checks.py
"""

import os
import statistics
import time

os.environ["AUTOGRADLAB_RECORD"] = "0"

from autogradlab.course.checks import registry
from autogradlab.course.checks.judging import judge
from autogradlab.course.checks.questions import Recall
from autogradlab.course.checks.samples import ITEMS
from autogradlab.course.simulation import simulate


def milliseconds(call):
    """How long one call takes."""
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def measured(item):
    """(type, first answer, second answer) of an item whose programs have not run yet in this process."""
    fresh = type(item)(**item._written)
    wrong = fresh.raw(fresh.signed()[-1][1]) if fresh.signed() else fresh.raw(fresh.key())
    fresh = type(item)(**item._written)
    return item.type_name, milliseconds(lambda: judge(fresh, wrong)), milliseconds(lambda: judge(fresh, wrong))


def main():
    items = [item for item in (*registry.every_item(), *ITEMS) if not isinstance(item, Recall)]
    judge(ITEMS[0], "1 2 3 4")  # so that the engine has written out its operations
    rows = [measured(item) for item in items]
    print(f"{'type':22}{'items':>6}{'first, median':>16}{'first, slowest':>16}{'again, median':>16}   ms")
    for kind in sorted({row[0] for row in rows}):
        first, again = zip(*((one, two) for name, one, two in rows if name == kind))
        print(
            f"{kind:22}{len(first):6}{statistics.median(first):16.1f}{max(first):16.1f}{statistics.median(again):16.2f}"
        )
    print(f"the whole simulation, {len(items)} items: {milliseconds(simulate) / 1000:.0f} s")


if __name__ == "__main__":
    main()
