"""`compile(f)`: run a chain of entry-by-entry operations in blocks, so that intermediate values stay in the cache.

`stand_in` records what a function does to its arguments, `program` turns the recording into one loop over blocks,
`compiled` runs that in place of the function, and `explanation` says what was gained.
"""

from .compiled import compile

__all__ = ["compile"]
