"""How an operation gets its names: as a function, as a method of Tensor, and as an operator."""
from autogradlab.autograd.tensor import Tensor

#: Every public function by name; the package's face takes its functions from here.
functions = {}


def named(*names, method=True, operators=()):
    """Decorator: publish a function under `names`, as methods too unless `method` is False, and behind `operators`."""
    def publish(function):
        for name in names:
            functions[name] = function
        for name in (*(names if method else ()), *operators):
            setattr(Tensor, name, function)
        return function
    return publish


def reflected(operator, combine):
    """Put `combine(number, tensor)` behind a reflected operator such as `__rsub__`."""
    setattr(Tensor, operator, lambda self, other: combine(other, self))
