"""Shares and correlations with their intervals. A share of fewer than five learners is never shown."""

from dataclasses import dataclass
from math import atanh, isfinite, sqrt, tanh

SMALLEST_GROUP = 5
FEWEST_TO_RANK = 20
Z = 1.959964  # 95% of a normal distribution lie within this many standard deviations


@dataclass(frozen=True)
class Share:
    """`count` of `of` learners, with the 95% interval of Wilson: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n)."""

    count: int
    of: int

    @property
    def shown(self) -> bool:
        """Whether the group is large enough to be shown."""
        return self.of >= SMALLEST_GROUP

    @property
    def value(self) -> float:
        return self.count / self.of

    @property
    def low(self) -> float:
        return max(self._middle - self._half, 0.0)

    @property
    def high(self) -> float:
        return min(self._middle + self._half, 1.0)

    def holds(self, proportion: float) -> bool:
        """Whether the interval contains this proportion; a value outside by a rounding error counts as inside."""
        return self.low - 1e-9 <= proportion <= self.high + 1e-9

    @property
    def _shrink(self) -> float:
        return 1 + Z * Z / self.of

    @property
    def _middle(self) -> float:
        return (self.value + Z * Z / (2 * self.of)) / self._shrink

    @property
    def _half(self) -> float:
        spread = self.value * (1 - self.value) / self.of + Z * Z / (4 * self.of**2)
        return Z * sqrt(spread) / self._shrink


@dataclass(frozen=True)
class Correlation:
    """A correlation of `of` learners with its 95% interval (Fisher's z: tanh(atanh r ± 1.96 / √(n - 3)))."""

    value: float
    of: int

    @property
    def shown(self) -> bool:
        """Whether there are enough learners, and the correlation is defined (the answers vary)."""
        return self.of >= FEWEST_TO_RANK and isfinite(self.value)

    @property
    def low(self) -> float:
        return tanh(self._z - Z / sqrt(self.of - 3))

    @property
    def high(self) -> float:
        return tanh(self._z + Z / sqrt(self.of - 3))

    @property
    def _z(self) -> float:
        return atanh(max(-0.9999, min(0.9999, self.value)))


@dataclass(frozen=True)
class Spread:
    """The median of several values and the quartiles around it; numbers, or words that have an order."""

    low: object
    middle: object
    high: object

    @classmethod
    def of(cls, values) -> "Spread":
        """The spread of one or more values, in any order."""
        ordered = sorted(values)
        return cls(*(ordered[round(part * (len(ordered) - 1))] for part in (0.25, 0.5, 0.75)))


def clearly_more(one: Share, other: Share) -> bool:
    """Whether a share is larger than another by more than chance explains (Agresti and Caffo's interval, 95%)."""
    (p, n), (q, m) = (((each.count + 1) / (each.of + 2), each.of + 2) for each in (one, other))
    return p - q > Z * sqrt(p * (1 - p) / n + q * (1 - q) / m)
