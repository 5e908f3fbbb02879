"""Lesson 13, the miniature engine of the page, as listings for its questions."""

NUMBER = """
class Number:
    def __init__(self, data, inputs=(), slopes=()):
        self.data, self.grad = data, 0.
        self.inputs, self.slopes = inputs, slopes

def add(a, b):
    return Number(a.data + b.data, (a, b), (1., 1.))

def mul(a, b):
    return Number(a.data * b.data, (a, b), (b.data, a.data))
"""

HASTY = """
def hasty(root):
    root.grad, waiting = 1., [root]
    while waiting:
        result = waiting.pop()
        for each, slope in zip(result.inputs, result.slopes):
            each.grad += slope * result.grad
            waiting.append(each)
"""

HISTORY = """
def history(root, listed):
    if root not in listed:
        for each in root.inputs:
            history(each, listed)
        listed.append(root)
    return listed
"""

WALK = (
    HISTORY
    + """
def walk(root):
    root.grad = 1.
    for result in reversed(history(root, [])):
        for each, slope in zip(result.inputs, result.slopes):
            each.grad += slope * result.grad
"""
)
