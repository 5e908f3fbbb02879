"""The digits are those of the UCI repository, and they travel in the package."""

import hashlib
from importlib.resources import files

import numpy as np

from autogradlab.course.data import digits
from autogradlab.course.data.digits import read

#: Class distribution of the test set in UCI's optdigits.names.
PUBLISHED = [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
FOLDER = files("autogradlab.course.data")


def test_as_many_of_each_digit_as_published():
    images, labels = read()
    assert np.bincount(labels).tolist() == PUBLISHED
    assert images.shape == (1797, 64) and images.min() == 0 and images.max() == 1
    assert np.array_equal(images * 16, np.rint(images * 16))


def test_the_first_picture_is_the_zero_that_everybody_prints():
    images, labels = read()
    assert labels[:10].tolist() == list(range(10))
    assert (images[0].reshape(8, 8) * 16)[:2].tolist() == [[0, 0, 5, 13, 9, 1, 0, 0], [0, 0, 13, 15, 10, 15, 5, 0]]
    assert int((images * 16).sum()) == 561718


def test_the_split_takes_every_picture_once_and_is_the_same_every_time():
    data, again, other = digits(), digits(), digits(seed=1)
    assert data.train_images.shape == (1297, 64) and data.test_images.shape == (500, 64)
    assert data.train_images.dtype == np.float32 and data.train_labels.dtype == np.int64
    assert np.bincount(np.concatenate([data.train_labels, data.test_labels])).tolist() == PUBLISHED
    assert all(np.array_equal(a, b) for a, b in zip(data, again))
    assert not np.array_equal(data.test_labels, other.test_labels)


def test_no_test_picture_is_also_learned():
    data = digits()
    seen = {image.tobytes() for image in data.train_images}
    assert not any(image.tobytes() in seen for image in data.test_images)


def test_every_digit_is_tested_often_enough():
    assert np.bincount(digits().test_labels).min() >= 35


def test_file_is_small_and_names_its_source_and_license():
    stored = (FOLDER / "digits.txt").read_text("ascii").encode()
    assert len(stored) < 400_000
    assert hashlib.sha256(stored).hexdigest() == "e6f8a51fa62c6dd5529498bdafaa6eddfec0a7374a68da33dc761af0a8b90eeb"
    source = (FOLDER / "digits_source.txt").read_text("utf-8")
    assert "CC BY 4.0" in source and "10.24432/C50P49" in source and "Alpaydin" in source
