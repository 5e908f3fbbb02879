"""Why some mutants live, by their name: the changed program keeps every promise that the original keeps."""

REASONS = {
    "autograd/graph.py _Nowhere.run: `arrivals.take(self)` → `pass`": (
        "what arrived there is released when the walk ends instead of at once"
    ),
    "autograd/operation.py Operation: `False` → `True` (no. 4)": (
        "the written text takes the quick way for fewer arrays; both ways give the same"
    ),
    "autograd/rules.py Rules.unbroadcast: `==` → `!=`": "the short cut for one row is not taken; the sum is the same",
    "autograd/written.py _saved: `-` → `+`": (
        "the text asks whether any input is tracked; one is wherever something is saved"
    ),
    "grading/comparing.py _close: `return False` → `return None`": "the caller takes None for no",
    "grading/judge.py _Judging._helped: `0` → `(0 + 1)`": (
        "the number of a cell that is not in the notebook: nobody reads it"
    ),
    "grading/comparing.py: `20` → `(20 + 1)` (no. 2)": (
        "lists are looked at one level deeper: that there is an end is the promise, not where"
    ),
    "grading/judge.py _Judging._other_ways: `and` → `or`": (
        "a wrong answer is judged once more where nothing stands below it: the same again"
    ),
    "ops/arithmetic.py RsubBackward1: `True` → `False`": (
        "the short way for float32 is not taken; the long one gives the same"
    ),
    "ops/bases.py NoBools: `True` → `False`": "the short way for float32 is not taken; the long one gives the same",
    "ops/bases.py RoundedOnce: `True` → `False`": "the short way for float32 is not taken; the long one gives the same",
    "ops/draws.py _by_stride: `0` → `(0 + 1)` (no. 5)": (
        "the search goes on where it could end, and finds nothing more in any order of four stretched dimensions"
    ),
    'ops/layers.py _Linear: `__slots__ = ("_turn",)` → `pass`': "more memory for a node, nothing else",
    "ops/products.py AddmmBackward0.d_mat1: `-` → `nothing`": "with two dimensions, 1 is also the last one",
    "ops/select.py IndexPutImplBackward0.forward: `1` → `(1 + 1)`": (
        "the quick way for masks is not taken; adding entry by entry gives the same"
    ),
    "ops/streams.py normal: `0.0` → `(0.0 + 1)`": "every caller that draws gives a mean",
    "ops/writing.py _written_straight: `and` → `or`": (
        "the short way is taken less often; the long one writes the same, or refuses the same"
    ),
}
