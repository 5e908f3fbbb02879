"""Kernel time of one move of the slope slider: python tests/bench/slider.py"""
from statistics import median
from timeit import repeat

from autogradlab.course.widgets.slope.mover import Slope

MOVES = 200


def main():
    slope = Slope()
    places = [-4 + 0.1 * k for k in range(80)]

    def move(counter=iter(range(10**9))):
        slope.w = places[next(counter) % len(places)]

    times = repeat(move, number=1, repeat=MOVES)
    slow = sorted(times)[-MOVES // 20]
    print(f"one move: median {median(times) * 1e3:.2f} ms, slowest twentieth from {slow * 1e3:.2f} ms, "
          f"picture {len(slope.svg) / 1000:.1f} KB")


if __name__ == "__main__":
    main()
