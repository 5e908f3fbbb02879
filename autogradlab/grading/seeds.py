"""Which inputs a submission meets: drawn from a secret of the course and from the submission itself.

The same submission meets the same inputs at every grading; another one meets others. So there is nothing to compute
beforehand, nothing to pass on to a friend, and nothing that changes when a grade is looked at again.
"""

import hashlib
import hmac
import json

import numpy as np


def seed(secret: bytes, version: str, question: str, submission: str, place: int) -> int:
    """A whole number of 256 bits for the trial at `place` (from 0) of a question: HMAC-SHA256 under the secret.

    version      of the assignment, in hex
    question     the grade_id of its answer cell
    submission   SHA-256 of the submission's bytes, in hex
    """
    return int.from_bytes(_keyed(secret, ["trial", version, question, submission, place]), "big")


def order(secret: bytes, version: str, submission: str, count: int) -> list[int]:
    """The places from 0 to count - 1 in the order in which this submission meets them."""
    drawn_from = int.from_bytes(_keyed(secret, ["order", version, submission, count]), "big")
    return np.random.default_rng(drawn_from).permutation(count).tolist()


def name(secret: bytes, version: str, submission: str) -> str:
    """The name, in a row, for the inputs of a submission: twelve hex digits that reveal nothing about the secret."""
    return _keyed(secret, ["name", version, submission]).hex()[:12]


def drawn(question, seed_of) -> list[tuple]:
    """The inputs of every trial of a question; `seed_of(place)` returns a seed for `numpy.random.default_rng`."""
    return [trial.inputs(np.random.default_rng(seed_of(place))) for place, trial in enumerate(question.trials)]


def _keyed(secret: bytes, parts: list) -> bytes:
    return hmac.new(secret, json.dumps(parts).encode(), hashlib.sha256).digest()
