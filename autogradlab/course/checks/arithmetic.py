"""Literals and their arithmetic, read from a syntax tree: `36`, `3*12`, `-1/2`, `[1, 2**3]`, `tensor([1., 2.])`.

Nothing is ever evaluated as Python. Every number is a float from the start, so no power can grow without bound.
"""

import ast
import operator
import re

from autogradlab.course.checks.wording import quoted

DEEPEST = 20
_OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}
_WRITTEN = {ast.Mod: "%", ast.FloorDiv: "//", ast.BitXor: "^", ast.BitAnd: "&", ast.BitOr: "|", ast.MatMult: "@"}
_ADVICE = {"^": "Python writes a power as `3**2`.", "%": "Write a percentage as a number, such as `0.5`."}
_PRINTED_BY_TENSOR = re.compile(r",\s*(grad_fn=<[^<>]*>|device='[^']*'|dtype=[\w.]+|requires_grad=(True|False))")
_CONTAINERS = ("tensor", "array", "float", "int", "float32", "float64", "Tensor")


class Unreadable(ValueError):
    """An answer that could not be read: one sentence that says why, then advice on the form."""

    def __init__(self, sentence: str, advice: str = ""):
        super().__init__(sentence, advice)
        self.sentence, self.advice = sentence, advice


def evaluate(text: str, example: str):
    """The number, or nested list of numbers, that a text of literals stands for. Errors: Unreadable."""
    advice = f"Write a value such as {example}."
    bare = _PRINTED_BY_TENSOR.sub("", text)
    tree = _parse(bare, advice)
    try:
        return _value(tree, advice)
    except ZeroDivisionError:
        raise Unreadable(f"“{quoted(text)}” divides by zero.", advice) from None
    except OverflowError:
        raise Unreadable(f"“{quoted(text)}” is too large to compare.", advice) from None


def _parse(text: str, advice: str) -> ast.expr:
    _refuse_deep_nesting(text, advice)
    try:
        return ast.parse(text.lstrip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        fitting = _ADVICE["%"] if text.rstrip().endswith("%") else advice
        raise Unreadable(_where_it_breaks(text), fitting) from None


def _refuse_deep_nesting(text: str, advice: str) -> None:
    depth = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if depth > DEEPEST:
            raise Unreadable("These brackets are nested too deeply.", advice)
    if re.search(r"([-+~]\s*){9}|(\*\*[^*]*){9}", text):
        raise Unreadable(f"“{quoted(text)}” has too many signs in a row.", advice)


def _where_it_breaks(text: str) -> str:
    """The sentence that names the part of the text that cannot be parsed."""
    typed = f"“{quoted(text)}”"
    if re.search(r",\s*,", text):
        return f"Two commas in a row in {typed}."
    for opening, closing in ("()", "[]"):
        if text.count(opening) != text.count(closing):
            return f"The brackets `{opening}` and `{closing}` do not pair up in {typed}."
    if "=" in text:
        return f"{typed} has an “=” in it. The value alone is enough."
    if said := re.fullmatch(r"\s*([^\W\d_]+)[\s:]+[-+]?[\d.]+\s*", text):
        return f"{typed} has a word before the number. Leave out “{quoted(said[1])}”."
    strange = re.search(r"[^\w\s.,+\-*/()\[\]'\"=]", text)
    if strange:
        return f"The character “{quoted(strange[0])}” in {typed} could not be read."
    if measured := re.fullmatch(r"\s*([-+]?[\d.]+)\s+([^\W\d_]+)\s*", text):
        return f"{typed} has a word after the number. Leave out “{quoted(measured[2])}”."
    if re.search(r"[\d.]\s+[\d.]", text):
        return f"There are two numbers side by side in {typed}."
    return f"{typed} could not be read as a number."


def _value(node: ast.expr, advice: str):
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.List() | ast.Tuple():
            return [_value(entry, advice) for entry in node.elts]
        case ast.UnaryOp() if type(node.op) in _OPERATIONS:
            return _OPERATIONS[type(node.op)](_scalar(node.operand, advice))
        case ast.BinOp() if type(node.op) in _OPERATIONS:
            return _real(_OPERATIONS[type(node.op)](_scalar(node.left, advice), _scalar(node.right, advice)), advice)
        case ast.Call(args=[content]) if _last_name(node.func) in _CONTAINERS:
            return _value(content, advice)
    raise Unreadable(*_why_not(node, advice))


def _scalar(node: ast.expr, advice: str) -> float:
    value = _value(node, advice)
    if isinstance(value, list):
        raise Unreadable("Sums and products of lists are not worked out here.", advice)
    return value


def _real(value, advice: str) -> float:
    if isinstance(value, complex):
        raise Unreadable("This power has no real value.", advice)
    return value


def _last_name(function: ast.expr) -> str:
    return getattr(function, "attr", getattr(function, "id", ""))


def _why_not(node: ast.expr, advice: str) -> tuple[str, str]:
    written = quoted(ast.unparse(node))
    match node:
        case ast.Name(id="nan" | "inf"):
            return f"`{written}` is not a number that can be compared.", advice
        case ast.Constant(value=None):
            return "`None` is not a number: it says that nothing is there.", advice
        case ast.Constant(value=bool()):
            return f"`{written}` is a yes or a no, not a number.", advice
        case ast.Name():
            return f"`{written}` is a word, not a number.", advice
        case ast.Constant():
            return f"{written} is text, not a number.", advice
        case ast.BinOp() | ast.UnaryOp() if type(node.op) in _WRITTEN:
            sign = _WRITTEN[type(node.op)]
            return f"The sign “{sign}” could not be read.", _ADVICE.get(sign, advice)
        case ast.Call():
            return f"`{written}` is a call, and calls are not worked out here.", advice
    return f"“{written}” is not a number.", advice
