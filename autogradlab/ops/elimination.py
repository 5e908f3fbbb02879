"""Gauss's elimination in LAPACK's own steps, so that determinants and solutions have PyTorch's last digits.

Up to 4 rows all digits are the same.
"""

from math import prod

import numpy as np


def determinants(A):
    """The determinant of each matrix: the product of its pivots, with the sign of the exchanges of rows.

    PyTorch hands a matrix that lies row by row to LAPACK, which reads by columns, without turning it.
    """
    factors, _, signs = _factored(_batch(A.swapaxes(-1, -2) if A.flags.c_contiguous else A))
    found = np.multiply.reduce(np.diagonal(factors, axis1=1, axis2=2), 1) * signs
    return found.reshape(A.shape[:-2])[()]


def solutions(A, B, turned=False, nudged=False):
    """(X with A · X = B for each matrix, or where that fails: None, or (matrix, row) of the first pivot that is 0).

    turned      solve Aᵀ · X = B, still by elimination in A
    nudged      put the smallest step above 1 in place of a pivot that is 0
    """
    outer, n = np.broadcast_shapes(A.shape[:-2], B.shape[:-2]), A.shape[-1]
    factors, rows, _ = _factored(_batch(np.broadcast_to(A, (*outer, n, n))))
    X, every = _batch(np.broadcast_to(B, (*outer, *B.shape[-2:]))), np.arange(len(factors))[:, None]
    failed = np.argwhere(np.diagonal(factors, axis1=1, axis2=2) == 0)
    if nudged:
        factors[failed[:, 0], failed[:, 1], failed[:, 1]], failed = np.finfo(A.dtype).eps, ()
    if turned:
        factors = factors.swapaxes(1, 2)
    else:
        X = X[every, rows]
    _substitute(factors, X, range(n), pivots=turned)
    _substitute(factors, X, range(n)[::-1], pivots=not turned)
    if turned:
        X[every, rows] = X.copy()
    return X.reshape(*outer, *B.shape[-2:]), (failed[0] if len(failed) else None)


def _batch(x):
    """A copy of matrices of any number of outer dimensions with a single one."""
    return x.reshape(prod(x.shape[:-2]), *x.shape[-2:]).copy()


def _factored(A):
    """(both triangles in one matrix, order of the rows, sign of that order) of each matrix; `A` is overwritten."""
    every, n = np.arange(len(A)), A.shape[-1]
    rows, signs = np.tile(np.arange(n), (len(A), 1)), np.ones(len(A), A.dtype)
    for k in range(n):
        largest = k + np.abs(A[:, k:, k]).argmax(1)
        for x in (A, rows):
            x[every, largest], x[:, k] = x[:, k].copy(), x[every, largest]
        signs[largest != k] *= -1
        pivot = np.where(A[:, k, k] == 0, 1, A[:, k, k]).astype(A.dtype)[:, None]
        if k == n - 2 and n <= 4:
            A[:, k + 1 :, k] /= pivot
        else:
            A[:, k + 1 :, k] *= 1 / pivot
        A[:, k + 1 :, k + 1 :] -= A[:, k + 1 :, k, None] * A[:, None, k, k + 1 :]
    return A, rows, signs


def _substitute(triangle, X, order, pivots):
    """Solve triangle · X = X in place, row by row; without `pivots` the diagonal counts as 1."""
    for place, i in enumerate(order):
        known = list(order[:place])
        if known:
            X[:, i] -= np.add.reduce(triangle[:, i, known, None] * X[:, known], 1)
        if pivots:
            X[:, i] *= 1 / triangle[:, i, i, None]
