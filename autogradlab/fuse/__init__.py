"""`compile(f)`: run a chain of entry-by-entry operations in blocks, so that what lies between stays in the cache.

`stand_in` watches what a function does to its arguments, `program` writes that down as one loop over blocks,
`compiled` runs it in place of the function and `explanation` says what was gained.
"""

from .compiled import compile

__all__ = ["compile"]
