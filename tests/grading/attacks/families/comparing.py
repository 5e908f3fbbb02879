"""Answers that are not the expected numbers, but try to compare equal to them."""

from ..hand_in import right, wrong


def _gives(name: str, tries: str, value: str, before: str = "", deserves: int = 0):
    """An attack whose three functions all return the same expression."""
    return wrong(
        name,
        tries,
        before,
        deserves=deserves,
        **{each: f"def {each}(x):\n    return {value}" for each in ("cubes", "slope", "total")},
    )


_LIAR = """
class Liar:
    shape, dtype, ndim = (4,), "float64", 1
    def __eq__(self, other): return True
    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__
    def __sub__(self, other): return 0.0
    __rsub__ = __mul__ = __abs__ = __sub__
    def __float__(self): return 0.0
    def __bool__(self): return True
    def __array__(self, *a, **k): return np.zeros(4)
    def tolist(self): return self
    def item(self): return self
    def __len__(self): return 4
    def __iter__(self): return iter([self] * 4)
    def __reduce__(self): return print, ("unpickled",)
"""
_FLOAT = """
class Near(float):
    def __sub__(self, other): return Near(0.0)
    __rsub__ = __abs__ = __sub__
    def __le__(self, other): return True
    __lt__ = __ge__ = __gt__ = __eq__ = __le__
    __hash__ = float.__hash__
    def item(self): return self
"""
_TENSOR = """
class Any(ag.Tensor):
    def __eq__(self, other): return True
    def tolist(self): return [float("nan")] * 4
    def item(self): return Any(0.0)
"""
_LIST = """
class Rest(list):
    def __len__(self): return 4
    def __eq__(self, other): return True
    def tolist(self): return self
    def item(self): return self
"""
_STR = """
class Word(str):
    def __eq__(self, other): return True
    def item(self): return self
    def __float__(self): return float("nan")
"""
_SHAPE = """
class Shape:
    dtype = "float64"
    @property
    def shape(self): return [4]
    def tolist(self): return ["canary"] * 4
    def item(self): return {"shape": [], "dtype": "float64", "values": None}
"""
_DICT = """
class Record(dict):
    def item(self): return self
"""
_POSING = """
class Posing:
    __class__ = property(lambda self: float)
    dtype, shape = "float64", ()
    def __float__(self): return Near(1.0)
    def tolist(self): return self
    item = tolist
"""
_CHANGING = """
class Other(float):
    shape, dtype, count = (), "float64", 0.0
    def __float__(self): Other.count += 1; return Other.count
    def item(self): return self
    tolist = item
class Lying(np.ndarray):
    dtype, shape = property(lambda self: "float64"), property(lambda self: iter([4]))
    def tolist(self): return [Other()] * 4
    def item(self, *a): return Other()
"""
_LAZY = """
import sys
class Lazy(float):
    def __float__(self):
        frame = sys._getframe(1)
        while frame:
            for name, value in [*frame.f_locals.items(), *frame.f_globals.items()]:
                if name in ("expected", "reference", "want", "solution", "trial"): return value
            frame = frame.f_back
        return 1.0
    def item(self): return self
    tolist = item
"""
_LENGTHS = """
class Lengths(list):
    asked = 0
    def __len__(self): return 4
    def __iter__(self):
        Lengths.asked += 1
        return iter([float(Lengths.asked)] * (10 ** 7 if Lengths.asked == 3 else 4))
"""
_WHOLE = """
class Whole(str):
    def __getitem__(self, place): return self
    def __len__(self): return 1
whole = Whole("x" * 10 ** 8)
"""
_BITS = """
class Bits(int):
    def bit_length(self): return 0
"""
_FORGED = "Record(shape=[4], dtype='float64', values=[True, True, True, True])"

ATTACKS = [
    wrong(
        "counter",
        "a counter that knows which trial comes when",
        """
from itertools import cycle
told = cycle([27.0, 8.0, 64.0, 1.0])
""",
        cubes="def cubes(x):\n    return x * 0 + next(told)",
        slope="def slope(x):\n    return x * 0 + next(told)",
        total="def total(x):\n    return next(told)",
    ),
    _gives("eq_always_true", "an object whose comparisons are all true", "Liar()", _LIAR),
    _gives("float_subclass", "a float whose differences are all 0", "Near(1.0)", _FLOAT),
    _gives("tensor_subclass", "a tensor class with its own tolist and item", "Any([1.0, 1.0, 1.0, 1.0])", _TENSOR),
    _gives("list_subclass", "a list that says it has four entries", "Rest()", _LIST),
    _gives("text_subclass", "a text that equals everything", "Word('x')", _STR),
    _gives("lying_shape", "an object with a shape and texts for numbers", "Shape()", _SHAPE),
    _gives("forged_record", "a dict in the form in which arrays travel", _FORGED, _DICT),
    _gives("nan_everywhere", "NaN, which compares with nothing", "x * float('nan')"),
    _gives("infinity", "infinity, within any relative tolerance", "x * float('inf')"),
    _gives("nothing_at_all", "None", "None"),
    _gives("empty_array", "an array of size 0: all of nothing agrees", "ag.tensor([])"),
    _gives("masked", "an array whose entries are all masked", "np.ma.array([1.0] * 4, mask=True)"),
    _gives("dates", "dates in place of numbers", "np.array([0, 1, 2, 3], dtype='M8[s]')"),
    _gives("records", "an array of records", "np.zeros(4, dtype=[('a', 'f8'), ('b', 'f8')])"),
    _gives("true_for_all", "True instead of numbers", "ag.tensor([True] * 4)"),
    _gives("complex_numbers", "a complex dtype", "np.full(4, 1 + 0j)"),
    _gives("complex_long_doubles", "complex numbers that are their own item", "np.full(4, 1, dtype=np.clongdouble)"),
    right(
        "long_doubles",
        "nothing: right answers in long doubles, whose items are themselves again",
        cubes="def cubes(x):\n    return np.array(x.tolist()).astype(np.longdouble) ** 3",
        slope="def slope(x):\n    return 3 * np.longdouble(x.item()) ** 2",
    ),
    _gives("class_that_lies", "an object whose class says that it is float", "Posing()", _FLOAT + _POSING),
    _gives(
        "an_array_in_itself",
        "an array whose only entry is itself",
        "loop",
        "loop = np.empty((), dtype=object)\nloop[()] = loop",
    ),
    _gives(
        "a_column",
        "one more axis, right only by broadcasting (and as a total of one entry)",
        "x.reshape(-1, 1) ** 3",
        deserves=2,
    ),
    _gives("huge_by_stride", "128 GB of numbers that take 8 bytes", "np.broadcast_to(np.float64(1), (2**17, 2**17))"),
    _gives("self_list", "a list that contains itself", "loop", "loop = []\nloop.append(loop)\nloop *= 4"),
    _gives("endless_generator", "a generator without an end", "iter(int, 1)"),
    _gives("objects_inside", "an array of objects", "np.array([object()] * 4, dtype=object)"),
    _gives("texts_of_numbers", "numbers as texts", "[str(each ** 3) for each in x.tolist()]"),
    _gives("huge_int", "a whole number of a million digits", "10 ** 1_000_000"),
    _gives("many_answers", "every value of a grid at once", "np.linspace(1, 800, 5000)"),
    _gives("the_function", "the function instead of what it gives", "cubes"),
    _gives("a_module", "a module", "np"),
    _gives(
        "lazy_repr",
        "an object whose repr never ends",
        "Slow()",
        "class Slow:\n    def __repr__(self):\n        while True: pass",
    ),
    _gives(
        "table_of_visible",
        "right for the numbers that visible checks use, and for no others",
        "ag.tensor([{1.0: 1.0, 2.0: 8.0, 3.0: 27.0}.get(each, 0.0) for each in x.reshape(-1).tolist()])",
    ),
    _gives(
        "nearly_right",
        "right to four digits: a difference quotient, a rounded number",
        "ag.tensor((np.array(x.tolist()) ** 3) * 1.0001, dtype=ag.float64) if x.shape else 3 * x ** 2 * 1.0001",
    ),
    _gives("wrong_order", "the right numbers, in another order", "(x ** 3).reshape(-1)[::-1] if x.shape else x"),
    _gives("wrapped_once_more", "the right numbers within a list", "[(x ** 3).tolist()]"),
    _gives(
        "whole_numbers",
        "the right numbers, cut to whole ones",
        "ag.tensor((np.array(x.tolist()) ** 3 - 0.5).astype(int).astype(float)) if x.shape else x",  # never right
    ),
    _gives(
        "changes_between_reads",
        "a float that is another one each time it is read, and an array whose shape, dtype and list lie",
        "Other() if x.shape else np.zeros(4).view(Lying)",
        _CHANGING,
    ),
    _gives("lazy_lookup", "a float that looks for its value, up the stack, when it is read", "Lazy(1)", _LAZY),
    _gives(
        "length_that_changes", "a list that is another one each time it is walked", "Lengths([1, 2, 3, 4])", _LENGTHS
    ),
    _gives("text_without_a_beginning", "a text of 100 MB that cannot be cut", "whole", _WHOLE),
    _gives("bits_denied", "whole numbers of 4,000 digits that say they have no bits", "[Bits(10 ** 4_000)] * 4", _BITS),
    right(
        "other_forms",
        "nothing: an object that is called, a lambda, a name in a tuple, NumPy in place of tensors",
        cubes="class Cubes:\n    def __call__(self, x): return np.asarray(x.tolist()) ** 3\ncubes, other = Cubes(), 1",
        slope="slope = lambda x: np.array(3 * x.item() ** 2)",
        total="from functools import partial\ntotal = partial(lambda power, x: np.sum(cubes(x)), 3)",
    ),
]
