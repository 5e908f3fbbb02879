"""How an operation gets its names: as a function, as a method of Tensor, and as an operator."""
from autogradlab.autograd.tensor import Tensor

#: Every public function by name; the package's face takes its functions from here.
functions = {}


def named(*names, method=True, function=True, operators=()):
    """Decorator: publish under `names` a function and a method, unless one is switched off, and behind `operators`."""
    def publish(f):
        if function:
            functions.update(dict.fromkeys(names, f))
        for name in (*(names if method else ()), *operators):
            setattr(Tensor, name, f)
        return f
    return publish


def reflected(operator, combine):
    """Put `combine(number, tensor)` behind a reflected operator such as `__rsub__`."""
    setattr(Tensor, operator, lambda self, other: combine(other, self))
