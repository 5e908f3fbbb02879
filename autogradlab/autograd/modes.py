"""Grad mode: whether operations write down what they do.

`no_grad` and `enable_grad` work as context managers and as decorators, with or without call
brackets, as in PyTorch. A decorated generator switches at each of its steps.
"""
import functools

CO_GENERATOR = 0x20                # the flag that CPython sets on a function with a `yield`


class _Mode:
    __slots__ = ("recording",)


mode = _Mode()
mode.recording = True


def is_grad_enabled():
    """Whether operations are being recorded now."""
    return mode.recording


class _Switch:
    """Sets the mode on entering and puts the earlier one back on leaving, also after an exception."""

    def __new__(cls, function=None):
        switch = object.__new__(cls)
        return switch if function is None else switch(function)

    def __enter__(self):
        self._before, mode.recording = mode.recording, self.recording

    def __exit__(self, *exception):
        mode.recording = self._before

    def __call__(self, function):
        return _stepwise(self, function) if _is_generator(function) else _whole(self, function)


class no_grad(_Switch):
    """Inside, results have no history: `requires_grad` is False and nothing is saved."""
    recording = False


class enable_grad(_Switch):
    """Inside, operations are recorded again, also within `no_grad`."""
    recording = True


class set_grad_enabled(_Switch):
    """Switch at once to `enabled`; as a context manager, switch back on leaving."""

    def __new__(cls, enabled):
        return object.__new__(cls)

    def __init__(self, enabled):
        self.recording = bool(enabled)
        self._before, mode.recording = mode.recording, self.recording

    def __enter__(self):
        pass

    def __call__(self, function):
        mode.recording = self._before
        return (enable_grad() if self.recording else no_grad())(function)


def _is_generator(function):
    """As `inspect.isgeneratorfunction`, without the 8 ms that importing `inspect` costs."""
    code = getattr(function, "__code__", None)
    return code is not None and bool(code.co_flags & CO_GENERATOR)


def _whole(switch, function):
    @functools.wraps(function)
    def decorated(*args, **kwargs):
        with type(switch)():
            return function(*args, **kwargs)
    return decorated


def _stepwise(switch, function):
    @functools.wraps(function)
    def decorated(*args, **kwargs):
        steps = function(*args, **kwargs)
        resume, message = steps.send, None
        while True:
            try:
                with type(switch)():
                    value = resume(message)
            except StopIteration as end:
                return end.value
            try:
                resume, message = steps.send, (yield value)
            except BaseException as thrown:             # also the GeneratorExit of close()
                resume, message = steps.throw, thrown
    return decorated
