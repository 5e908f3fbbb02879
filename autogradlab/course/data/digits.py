"""Handwritten digits: 1,797 pictures of 8 x 8 pixels.

The test set of "Optical Recognition of Handwritten Digits" by E. Alpaydin and C. Kaynak (1998), UCI Machine Learning
Repository, doi 10.24432/C50P49, CC BY 4.0. `digits_source.txt` beside this file says what was changed (no pixel).
"""

from importlib.resources import files
from typing import NamedTuple

import numpy as np

TRAIN = 1297  # the other 500 are for the test
DARKEST = 16


class Split(NamedTuple):
    """What to learn from, and what to be tested on.

    images of shape (n, 64), float32 from 0 (paper) to 1 (ink); labels of shape (n,), int64 from 0 to 9
    """

    train_images: np.ndarray
    train_labels: np.ndarray
    test_images: np.ndarray
    test_labels: np.ndarray


def digits(seed=0):
    """1,297 pictures to train with and 500 others to test with, as a Split; the seed says which.

    All are by the same 13 people, so the test says nothing about a hand that was never seen.
    >>> data = digits()
    >>> data.train_images.shape, data.test_images.shape
    ((1297, 64), (500, 64))
    """
    images, labels = read()
    order = np.random.default_rng(seed).permutation(len(labels))
    train, test = order[:TRAIN], order[TRAIN:]
    return Split(images[train], labels[train], images[test], labels[test])


def read():
    """(images, labels) of all pictures, in the order of the file."""
    lines = (files(__package__) / "digits.txt").read_text("ascii").split()
    pixels = np.array([[int(pixel, DARKEST + 1) for pixel in picture] for picture in lines[::2]], np.float32)
    return pixels / DARKEST, np.array(lines[1::2], np.int64)
