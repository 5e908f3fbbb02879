"""Kernel time of the stepper and of the playground: python tests/bench/stepper.py"""

from statistics import median
from timeit import repeat

from asked import asked

import autogradlab as ag
from autogradlab.course.widgets.playground.mover import Playground
from autogradlab.course.widgets.stepper.mover import Stepper

MOVES = 200


def chain(operations):
    """A graph of `operations` operations that use one leaf again and again."""
    x = ag.tensor(1.5, requires_grad=True)
    y = x
    for _ in range(operations // 2):
        y = (y * x).sin()
    return y


def main():
    root = chain(50)
    made = repeat(lambda: Stepper(root, {}), number=1, repeat=5)
    stepper = asked(Stepper(root, {}))
    told("one step, 50 nodes", stepped(stepper, stepper.count))
    told("making it, with its one layout", made)
    print(f"{'its picture':34}{len(stepper.svg) / 1000:8.1f} KB")
    playground = asked(Playground(w=3.0, x=2.0, b=1.0, y=5.0))
    told("playground: one step", stepped(playground, playground.count))
    places = [-4 + 0.1 * k for k in range(80)]
    counter = iter(range(10**9))
    told(
        "playground: one move of an input",
        repeat(lambda: playground.set(w=places[next(counter) % 80]), number=1, repeat=MOVES),
    )


def stepped(mover, count):
    counter = iter(range(10**9))

    def step():
        mover.step = next(counter) % count

    return repeat(step, number=1, repeat=MOVES)


def told(what, times):
    slow = sorted(times)[-max(1, len(times) // 20)]
    print(f"{what:34}{median(times) * 1e3:8.2f} ms, slowest twentieth from {slow * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
