"""The few statistics of the plan, in NumPy, each with its source."""

from math import comb, erfc, log, sqrt

import numpy as np


def kr20(right: np.ndarray) -> float:
    """The reliability of a test whose items are right or wrong: k/(k-1) · (1 - Σ p(1-p) / variance of the scores).

    Shape:   (learners, items) bool. nan where all scores are the same.
    Source:  Kuder and Richardson (1937), formula 20.
    """
    items, share = right.shape[1], right.mean(axis=0)
    variance = right.sum(axis=1).var()
    return items / (items - 1) * (1 - (share * (1 - share)).sum() / variance) if variance else np.nan


def corrected_item_total(right: np.ndarray) -> np.ndarray:
    """For each item its correlation with the score on all other items; nan where one of the two does not vary.

    Source:  Lord and Novick (1968), chapter 15.
    """
    rest = right.sum(axis=1, keepdims=True) - right
    return np.array([correlation(right[:, item], rest[:, item]) for item in range(right.shape[1])])


def correlation(x: np.ndarray, y: np.ndarray) -> float:
    """Pearson's r; nan where one of the two does not vary."""
    x, y = x - x.mean(), y - y.mean()
    size = sqrt((x @ x) * (y @ y))
    return float(x @ y / size) if size else np.nan


def normalized_gain(before, after):
    """The achieved share of the possible gain: (after - before) / (1 - before), for the mean shares of a class.

    Numbers or arrays; nan where nothing could be gained. Source:  Hake (1998), Am. J. Phys. 66, 64.
    """
    room = np.where(np.less(before, 1), np.subtract(1, before), np.nan)
    return np.subtract(after, before) / room


def cohens_d(before: np.ndarray, after: np.ndarray) -> float:
    """The mean difference of pairs, in units of the mean of both standard deviations (d_av).

    Source:  Lakens (2013), Front. Psychol. 4:863, eq. 10.
    """
    spread = (before.std(ddof=1) + after.std(ddof=1)) / 2
    return float((after - before).mean() / spread) if spread else np.nan


def bootstrap(statistic, rows: np.ndarray, level: float, seed: int = 0, times: int = 2000) -> tuple[float, float]:
    """The percentile interval of a statistic of column means, with the learners resampled with replacement.

    rows       (learners, columns)
    statistic  takes the means of the columns, one array (times,) for each column
    Source:    Efron and Tibshirani (1993), chapter 13.
    """
    drawn = np.random.default_rng(seed).integers(len(rows), size=(times, len(rows)))
    means = rows[drawn].mean(axis=1)
    low, high = np.nanquantile(statistic(*means.T), [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def mcnemar(first_only: int, last_only: int) -> float:
    """The exact two-sided p of a change: how likely a split this uneven is if both directions are equally likely.

    Source:  McNemar (1947); exact binomial form.
    """
    changed = first_only + last_only
    tail = sum(comb(changed, k) for k in range(min(first_only, last_only) + 1)) / 2**changed
    return min(1.0, 2 * tail)


def holm(p_values: list[float]) -> list[float]:
    """The p values corrected for multiple tests, step by step from the smallest. Source:  Holm (1979)."""
    order = np.argsort(p_values, kind="stable")
    corrected, largest = np.empty(len(p_values)), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = largest
    return corrected.tolist()


def mantel_haenszel(right: np.ndarray, focal: np.ndarray, strata: np.ndarray) -> tuple[float, float]:
    """Whether an item is harder for one group at the same score: the common odds ratio, and p.

    right   (n,) bool; focal (n,) bool, the group in question; strata (n,) the scores that are compared with each other
    Source:  Mantel and Haenszel (1959), with their correction for continuity; Holland and Thayer (1988).
    """
    ours = theirs = observed = expected = variance = 0.0
    for stratum in np.unique(strata):
        here = strata == stratum
        total, group = here.sum(), (here & focal).sum()
        solved, both = (here & right).sum(), (here & right & focal).sum()
        if total < 2:
            continue
        ours += both * (total - group - (solved - both)) / total
        theirs += (solved - both) * (group - both) / total
        observed, expected = observed + both, expected + group * solved / total
        variance += group * (total - group) * solved * (total - solved) / (total**2 * (total - 1))
    odds = ours / theirs if theirs else np.inf if ours else np.nan
    if not variance:
        return odds, 1.0
    return odds, chi_square_tail(max(0.0, abs(observed - expected) - 0.5) ** 2 / variance)


def chi_square_tail(value: float) -> float:
    """The probability that chi-square with one degree of freedom is larger than this."""
    return erfc(sqrt(value / 2))


def delta(odds: float) -> float:
    """An odds ratio (group : others) on ETS's scale, 2.35 ln(odds): large beyond ±1.5, below 0 harder for the group."""
    return 2.35 * log(odds) if 0 < odds < np.inf else np.nan
