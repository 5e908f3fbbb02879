"""Exercise 13, stage 5: the switch, the guard, and how long the engine has become."""

import ast
import gc
import io
import linecache
import tokenize
import traceback
import types
import weakref

import numpy as np

from autogradlab.course.exercise import passed, require

from .exercise_numbers import backward, call, grad_of, near, raised

LONGEST = 150
ENGINE = ("history", "fit", "matmul", "recording")  # one function from each cell
LATER = ("SGD", "train", "test_engine")  # of the stages after these


def check_modes(Tensor, no_grad):
    """What is recorded, which calls are refused, and that these leave `.grad` alone."""
    _switch(Tensor, no_grad)
    x = Tensor([1.0, 2.0], True)
    for call_it, phrase, when in (
        (lambda: Tensor(2.0).backward(), "does not require grad", "a tensor that does not ask for a gradient"),
        (lambda: (x * 2).backward(), "only for scalar outputs", "two entries and no `gradient`"),
        (lambda: Tensor(np.zeros(0), True).backward(), "only for scalar outputs", "no entry at all and no `gradient`"),
        (lambda: (x * 2).backward(np.ones(3)), "Mismatch in shape", "a `gradient` of another shape"),
        (lambda: (x * 2).backward(1.0), "Mismatch in shape", "a single number as `gradient` for two entries"),
    ):
        _refused(call_it, phrase, when)
    one = Tensor([3.0], True)
    error = raised(lambda: call(backward, one * one, name="backward of a result of shape (1,)"))
    require(
        error is None or "scalar outputs" not in str(error),
        "`backward()` of a result of shape (1,), which has one entry, is refused",
        "one entry is enough, whatever the shape: ask `self.data.size`",
    )
    if error:
        raise error
    require(
        near(grad_of(one), [6.0]),
        f"the square of [3.] has the slope [6.], and you have {one.grad}",
        "one entry is enough for `backward()`, even in a shape such as (1,)",
    )
    require(x.grad is None, "a call that was refused left something in `.grad`", "guard first, then land")
    _used_up(Tensor)
    own = np.ones(2)
    call(backward, x, own, name="backward")
    own[:] = 9
    require(
        near(grad_of(x), [1.0, 1.0]),
        "somebody wrote into the array that they had given as `gradient`, and `.grad` changed",
        "copy it: `np.array(gradient)`",
    )
    passed("nothing recorded inside no_grad, four kinds of calls refused, and nothing lands where one is")


def _switch(Tensor, no_grad):
    x = Tensor(2.0, True)
    inside, after_inner = call(
        _inside, no_grad, lambda: (_recorded(x), _inside(no_grad, list), _recorded(x)), name="no_grad"
    )[::2]
    require(not inside, "inside `no_grad`, `x * x` is recorded", "`recording` should say no")
    require(
        not after_inner,
        "a `no_grad` inside another one switches recording on again",
        "count how many blocks are open, or remember what was before",
    )
    require(_recorded(x), "after the block nothing is recorded any more", "`__exit__` undoes `__enter__`")
    require(
        isinstance(raised(lambda: _inside(no_grad, lambda: {}["on purpose"])), KeyError),
        "an error inside the block is swallowed",
        "`__exit__` returns None",
    )
    require(
        _recorded(x),
        "after an error inside the block nothing is recorded any more",
        "`__exit__` is called in that case too",
    )


def _inside(no_grad, function):
    with no_grad():
        return function()


def _recorded(x):
    return (x * x).requires_grad


def _used_up(Tensor):
    x = Tensor(3.0, True)
    trunk, again = x * x, x * x
    rules = [_watched(getattr(each, "rule", None)) for each in (trunk, again)]
    one, other = trunk * 2, trunk * 5
    call(lambda: backward(one, retain_graph=True), name="backward with retain_graph=True")
    call(backward, one, name="backward after retain_graph=True")
    require(near(grad_of(x), 24.0), f"with `retain_graph=True`, two walks of 12 give {grad_of(x)}", "they add up")
    _refused(one.backward, "second time", "a graph that was walked")
    _refused(other.backward, "second time", "another loss on a trunk that was walked")
    require(near(grad_of(x), 24.0), "a walk that failed changed `.grad`", "let gradients land after the whole walk")
    error = raised(again.backward)
    require(
        error is None,
        f"a new loss on a leaf that was walked before: {error}",
        "a leaf has no rule, and needs nothing in its place",
    )
    gc.collect()
    require(
        not any(
            _keeps_arrays(rule, (trunk, again))
            for rule in [*(watch() for watch in rules), getattr(trunk, "rule", None)]
        ),
        "the arrays of a used rule are still held by somebody",
        "keep neither the rule nor its arrays: put a plain function in its place",
    )


def _watched(rule):
    """A weak reference to a rule, to see whether anybody keeps it; for what allows none, a reference to nothing."""
    try:
        return weakref.ref(rule)
    except TypeError:
        return lambda: None


def _keeps_arrays(rule, results):
    """Whether an array can be reached from a rule: from what it closes over, its default arguments, its attributes.

    What the results themselves hold does not count: a method of theirs may be the plain function in place of a rule.
    """
    seen, stack = {id(result): result for result in results}, [rule]
    while stack:
        each = stack.pop()
        if isinstance(each, np.ndarray):
            return True
        if id(each) not in seen and not isinstance(each, (types.ModuleType, type)):
            seen[id(each)] = each
            stack += _held_by(each)
    return False


def _held_by(thing):
    """What a thing holds; of a function, all but the names of its notebook."""
    held = gc.get_referents(thing)
    names = getattr(thing, "__globals__", None)
    return [each for each in held if each is not names]


def _refused(function, phrase, when):
    error = raised(function)
    if isinstance(error, NotImplementedError):  # a subclass of RuntimeError, but here: not written yet
        call(function, name=traceback.extract_tb(error.__traceback__)[-1].name)
    require(error is not None, f"{when}: `backward()` says nothing", f"raise RuntimeError with “{phrase}” in it")
    require(isinstance(error, RuntimeError), f"{when}: {type(error).__name__}: {error}", "raise RuntimeError")
    require(phrase in str(error), f"{when}: the text is “{error}”", f"PyTorch's key phrase is “{phrase}”")


def check_size(names):
    """At most 150 lines of code in the cells of stages 1 to 5, as they were run last."""
    lines, Tensor, no_grad = engine_lines(names), names["Tensor"], names["no_grad"]
    require(lines, "the text of your cells cannot be found", "run the cells of stages 1 to 5 again")
    require(
        lines <= LONGEST,
        f"your engine has {lines} lines of code, at most {LONGEST} are asked for",
        "comments and docstrings do not count; what is said in two places can be said in one",
    )
    x = Tensor([1.0, 2.0], True)
    square = call(_inside, no_grad, lambda: x * x, name="no_grad")
    call(backward, (x * x + square).sum(), name="backward")
    require(near(grad_of(x), [2.0, 4.0]), "it does not work", "see the stages above")
    passed(f"{lines} lines of code")


def engine_lines(names):
    """How many lines of code there are in the cells that define the functions in `ENGINE`."""
    files = {names[each].__code__.co_filename for each in ENGINE if hasattr(names.get(each), "__code__")}
    return sum(code_lines(_first_stages("".join(linecache.getlines(file)))) for file in files)


def _first_stages(source):
    """A cell's text, without the later stages that somebody wrote below the engine in the same cell."""
    defined = [(getattr(node, "name", ""), node.lineno) for node in ast.parse(source).body]
    last = max((line for name, line in defined if name in ENGINE), default=0)
    later = min((line for name, line in defined if name in LATER and line > last), default=None)
    return "".join(source.splitlines(keepends=True)[: later and later - 1])


def code_lines(source):
    """How many lines hold code: no blank lines, comments or docstrings."""
    docstrings = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docstrings.update(range(node.lineno, node.end_lineno + 1))
    silent = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return len(
        {line for token in tokens if token.type not in silent for line in range(token.start[0], token.end[0] + 1)}
        - docstrings
    )
