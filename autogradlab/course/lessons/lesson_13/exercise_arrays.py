"""Exercise 13, stages 3 and 4: broadcasting, powers, and the operations of a network."""

import numpy as np

import autogradlab as ag
from autogradlab.course.exercise import passed, require

from .exercise_numbers import backward, call, grad_of, measured, near, parts_of, result_of

#: Expressions, each for one operation of a network.
OPERATIONS = (
    "x.exp()",
    "x.relu()",
    "(x * x).log()",
    "x.sum()",
    "x.sum(0)",
    "x.sum(1)",
    "x.mean()",
    "x.mean(1)",
    "x[1]",
    "x[:, 1:]",
)


def check_arrays(Tensor):
    """Gradients in the shape and number type of their data; powers, minus and division."""
    for shape, other in (((3, 1), (4,)), ((), (2, 3)), ((1, 1), (2, 2)), ((4,), (3, 4)), ((0,), (1,))):
        one, two = Tensor(np.full(shape, 2.0), True), Tensor(np.full(other, 3.0), True)
        result = call(lambda: one * two, name="__mul__")
        call(backward, result, np.ones(result.data.shape), name="backward")
        for tensor, factor in ((one, 3.0), (two, 2.0)):
            size = result.data.size / tensor.data.size if tensor.data.size else 0
            got, said = grad_of(tensor), f"{list(shape)} times {list(other)}"
            require(
                np.shape(got) == tensor.data.shape,
                f"{said}: data of shape {list(tensor.data.shape)} gets a gradient of shape {list(np.shape(got))}",
                "add up over the axes that were stretched",
            )
            require(
                near(got, np.full(tensor.data.shape, factor * size)),
                f"{said}: a gradient is {np.asarray(got).tolist()}",
                f"each entry was used {size:g} times, and each use counts {factor:g}",
            )
    _number_types(Tensor)
    x = np.array([[1.5, -2.0], [0.5, 4.0]])
    for text in ("x**3", "3 - x / 2 + 5 / x - x**3"):
        _compare(Tensor, text, x=x)
    with np.errstate(all="ignore"):  # a slope by division: the sentence says nan
        _compare(Tensor, "x**2", x=np.array([0.0, 3.0]))
    passed("shapes come back through broadcasting, number types are kept, and powers have their slope")


def _number_types(Tensor):
    x, y = Tensor(np.ones(3, np.float32), True), Tensor(np.ones(3), True)
    result = 2 * x
    require(
        result.data.dtype == np.float32, "2 times a float32 tensor is not float32", "`beside` takes care of numbers"
    )
    call(backward, result * y, np.ones(3), name="backward")
    require(
        np.asarray(grad_of(x)).dtype == np.float32,
        "a float32 leaf beside a float64 one gets a float64 gradient",
        "`fit` also brings it into `data.dtype`",
    )


def check_operations(Tensor):
    """Each of the seven operations: its values, and its slopes against measured ones, for gradients that are not 1."""
    x = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]])
    for text in OPERATIONS:
        _compare(Tensor, text, x=x)
    _compare(Tensor, "x @ w", x=x, w=np.array([[1.0, -2.0], [0.5, 3.0], [2.0, 1.0]]))
    twice = Tensor(x, True)
    call(backward, twice[[0, 0]], np.ones((2, 3)), name="backward")
    require(
        not near(grad_of(twice), [[1.0] * 3, [0.0] * 3]),
        "`x[[0, 0]]` takes a row twice, and its gradient counts once",
        "`np.add.at(array, key, values)` adds at places, even twice at the same one",
    )
    require(near(grad_of(twice), [[2.0] * 3, [0.0] * 3]), f"`x[[0, 0]]` sends {grad_of(twice)}", "2 for the first row")
    corner = Tensor(np.zeros(1), True)
    call(backward, corner.relu(), np.ones(1), name="backward")
    require(
        near(grad_of(corner), [0.0]),
        f"at 0, the corner of `relu`, you send {grad_of(corner)}",
        "PyTorch takes the slope 0 there: only what is above 0 lets a gradient through",
    )
    empty = Tensor(np.zeros((0, 3)), True)
    call(backward, (empty.exp() * 2).sum(), name="backward")
    require(np.shape(grad_of(empty)) == (0, 3), "an array without entries gets no gradient of its shape", "keep shapes")
    passed("seven operations, their slopes as measured, a row taken twice, and an array without entries")


def _compare(Tensor, text, **arrays):
    """Check value and slopes of one expression, with a different weight for each entry."""
    result, right = _result(Tensor, text, _leaves(Tensor, arrays)), _value(ag.tensor, text, arrays)
    require(
        near(result.data, right),
        f"`{text}` is {np.round(result.data, 4).tolist()}, and should be {right.round(4).tolist()}",
        "the value first: what does the operation make of `a.data`?",
    )
    weights = np.arange(1.0, right.size + 1).reshape(right.shape) * 2 - 3.5
    parts_of(result, weights, text)
    for name, got in _sent(Tensor, text, arrays, weights).items():
        said = f"`{text}`, for `{name}`" if len(arrays) > 1 else f"`{text}`"
        wanted = _measured(Tensor, text, arrays, name, weights)
        _same_shape(said, got, wanted)
        if not near(got, wanted, 1e-5):
            at = tuple(int(i) for i in np.unravel_index(np.abs(got - wanted).argmax(), wanted.shape))
            sentence = f"{said}: at {list(at)} your rule gives {got[at]:.4g}, measured is {wanted[at]:.4g}"
            require(False, sentence, _what_is_missing(Tensor, text, arrays, name, weights, got))


def _leaves(Tensor, arrays):
    return {name: Tensor(array, True) for name, array in arrays.items()}


def _result(Tensor, text, leaves):
    return result_of(Tensor, lambda: eval(text, {}, leaves), text)


def _value(make, text, arrays):
    """The value of an expression in the tensors that `make` makes, as an array."""
    return np.asarray(eval(text, {}, {name: make(array) for name, array in arrays.items()}).data)


def _sent(Tensor, text, arrays, weights):
    """What lands in the leaves of an expression if these weights arrive at its result, under their names."""
    leaves = _leaves(Tensor, arrays)
    call(backward, _result(Tensor, text, leaves), weights, name=f"backward of {text}")
    return {name: grad_of(leaf) for name, leaf in leaves.items()}


def _measured(Tensor, text, arrays, name, weights):
    """The slopes that should land in the leaf with this name."""
    return measured(lambda moved: (_value(Tensor, text, arrays | {name: moved}) * weights).sum(), arrays[name])


def _same_shape(said, got, wanted):
    require(
        np.shape(got) == wanted.shape,
        f"{said}: a gradient of shape {list(np.shape(got))} comes to data of shape {list(wanted.shape)}",
        "a gradient has the shape of its data",
    )


def _what_is_missing(Tensor, text, arrays, name, weights, got):
    """A help for slopes that are off: is it `grad` that was forgotten, or is the slope another one?"""
    forgotten = _measured(Tensor, text, arrays, name, np.ones_like(weights))
    if near(got, forgotten, 1e-5):
        return "a rule gives the slope times what arrives, `grad`; here that is not 1 everywhere"
    twice = _sent(Tensor, text, arrays, 2 * weights)[name]
    if np.allclose(twice, 2 * got, equal_nan=True):
        return "`grad` is in; compare the slope with the one in the docstring"
    return "a rule multiplies by `grad`: if twice as much arrives, yours does not send twice as much"
