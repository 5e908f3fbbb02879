"""How long lesson 08 takes to learn 1,297 handwritten digits, and how many of 500 others it then reads.

    python tests/bench/digits.py

Prints seconds for each seed of the weights, and the share of the test pictures that are read correctly.
"""

import time

import autogradlab as ag
from autogradlab.course.data import digits

SEEDS = range(5)


def learn(seed, parts):
    """(seconds, share read right, share read right with Dropout still at work)"""
    images, labels, test_images, test_labels = parts
    ag.manual_seed(seed)
    reader = ag.nn.Sequential(ag.nn.Linear(64, 32), ag.nn.ReLU(), ag.nn.Dropout(0.5), ag.nn.Linear(32, 10))
    optimizer = ag.optim.Adam(reader.parameters(), lr=0.01)
    start = time.perf_counter()
    for epoch in range(40):
        for batch in ag.randperm(len(images)).split(64):
            optimizer.zero_grad()
            ag.nn.functional.cross_entropy(reader(images[batch]), labels[batch]).backward()
            optimizer.step()
    seconds = time.perf_counter() - start
    tossed = share_read(reader, test_images, test_labels)
    steady = share_read(reader.eval(), test_images, test_labels)
    return seconds, steady, tossed


def share_read(reader, images, labels):
    with ag.no_grad():
        return (reader(images).argmax(dim=1) == labels).float().mean().item()


def main():
    parts = [ag.tensor(part) for part in digits()]
    print(f"{'seed':>4}{'seconds':>9}{'read right':>12}{'without eval()':>16}")
    for seed in SEEDS:
        seconds, steady, tossed = learn(seed, parts)
        print(f"{seed:>4}{seconds:>9.2f}{steady:>12.1%}{tossed:>16.1%}")


if __name__ == "__main__":
    main()
