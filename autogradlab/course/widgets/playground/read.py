"""Reading a learner's expression: parsed with `ast`, never eval'ed; only what is on the list below is understood."""

import ast
import difflib
import re

LONGEST, MOST_INPUTS = 200, 6
FUNCTIONS = {
    "exp": 1,
    "log": 1,
    "sin": 1,
    "cos": 1,
    "tanh": 1,
    "sigmoid": 1,
    "relu": 1,
    "abs": 1,
    "sqrt": 1,
    "maximum": 2,
    "minimum": 2,
}
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}


class Unreadable(ValueError):
    """What is wrong with an expression, in one sentence with a `help:` line, and with the place marked."""

    def __init__(self, expression, place, sentence, cure):
        mark = "" if place < 0 else "".join(f"\n  {line}" for line in _marked(expression, place))
        super().__init__(f"{sentence}{mark}\n  help: {cure}")


def _marked(expression, place, around=30):
    """The expression near a place, and below it a mark at that place."""
    first = max(0, place - around)
    before = "…" if first else ""
    after = "…" if place + around < len(expression) else ""
    shown = re.sub(r"\s", " ", expression[first : place + around])
    return before + shown + after, " " * (len(before) + place - first) + "^"


def parsed(expression):
    """(the tree of an expression, its input names in order of appearance). Raises Unreadable."""
    if not isinstance(expression, str):
        raise Unreadable(
            "",
            -1,
            f"an expression is text, but this is a {type(expression).__name__}",
            'put it in quotes, as in Playground("w*x + b")',
        )
    if len(expression) > LONGEST:
        raise Unreadable(
            expression,
            -1,
            f"this expression has {len(expression)} characters, and {LONGEST} is the limit",
            "use only a part of it",
        )
    tree = _tree(expression)
    names = _Names(expression).found_in(tree)
    if not names:
        raise Unreadable(
            expression,
            0,
            "there is no input in this expression, so nothing can change",
            "use at least one name, such as w",
        )
    if isinstance(tree, ast.Name):
        raise Unreadable(
            expression,
            -1,
            "this expression is an input itself, so there is nothing to go back through",
            f"do something with it, as in {names[0]}**2",
        )
    if len(names) > MOST_INPUTS:
        raise Unreadable(
            expression,
            -1,
            f"there are {len(names)} inputs ({', '.join(names)}), and {MOST_INPUTS} is the limit",
            "replace some of them with numbers",
        )
    return tree, tuple(names)


def _tree(expression):
    if not expression.strip():
        raise Unreadable(expression, -1, "there is no expression yet", "write one, such as (w*x + b - y)**2")
    if power := re.search("[²³^]", expression):
        raise Unreadable(
            expression, power.start(), f"`{power[0]}` is not a power in Python", "write ** instead, as in w**2"
        )
    if missing := re.search(r"(?<![\w.])\d[\d.]*(?=[^\W\de]|e(?![\d+-])|\s*\()", expression):
        raise Unreadable(
            expression, missing.end(), f"something is missing after `{missing[0]}`", "write * for a product, as in 2*w"
        )
    try:
        return ast.parse(expression.strip(), mode="eval").body
    except SyntaxError as error:
        lead = len(expression) - len(expression.lstrip())
        # Offset 0: Python expected more where the expression ends.
        place = len(expression.rstrip()) if not error.offset else min(error.offset - 1 + lead, len(expression))
        raise Unreadable(expression, place, f"Python cannot read this here: {_reason(error)}", _CURE) from None
    except (MemoryError, RecursionError, ValueError):
        raise Unreadable(expression, -1, "this expression is nested too deeply", "use fewer brackets") from None


_CURE = "names, numbers, + - * / **, brackets, and " + ", ".join(FUNCTIONS)


def _reason(error):
    reason = error.msg.split(" (")[0].removesuffix(".")
    return {"invalid syntax": "something is missing or left over", "invalid decimal literal": "a * is missing"}.get(
        reason, reason[:1].lower() + reason[1:]
    )


class _Names:
    """A walk through a tree that collects the names and refuses whatever is not on the list."""

    def __init__(self, expression):
        self.expression, self.names = expression, []

    def found_in(self, tree):
        self._visit(tree)
        return self.names

    def _visit(self, node):
        visit = getattr(self, f"_{type(node).__name__.lower()}", None)
        if visit is None:
            raise self._refused(node, f"{_said(node)} has no place in this expression", _CURE)
        visit(node)

    def _name(self, node):
        if node.id in FUNCTIONS:
            raise self._refused(node, f"`{node.id}` is a function here", f"give it a value: {_example(node.id)}")
        if node.id not in self.names:
            self.names.append(node.id)

    def _constant(self, node):
        if type(node.value) not in (int, float):
            raise self._refused(node, f"{node.value!r} is not a number", "use numbers such as 2 or 0.5")

    def _binop(self, node):
        if type(node.op) not in OPERATORS:
            raise self._refused(node, f"the operator in `{ast.unparse(node)}` is not known here", _CURE)
        self._visit(node.left)
        self._visit(node.right)

    def _unaryop(self, node):
        if not isinstance(node.op, (ast.USub, ast.UAdd)):
            raise self._refused(node, f"the sign in `{ast.unparse(node)}` is not known here", _CURE)
        self._visit(node.operand)

    def _call(self, node):
        if not isinstance(node.func, ast.Name):
            raise self._refused(
                node, f"`{ast.unparse(node.func)}` cannot be called here", f"the functions are {', '.join(FUNCTIONS)}"
            )
        name = node.func.id
        if name not in FUNCTIONS:
            raise self._refused(node, f"there is no function `{name}` here", _cure_of_call(name, node))
        if node.keywords or len(node.args) != FUNCTIONS[name]:
            wanted = "one value" if FUNCTIONS[name] == 1 else "two values"
            raise self._refused(node, f"`{name}` takes {wanted}", f"write {_example(name)}")
        for argument in node.args:
            self._visit(argument)

    def _refused(self, node, sentence, cure):
        lead = len(self.expression) - len(self.expression.lstrip())
        column = len(self.expression.strip().encode()[: node.col_offset].decode(errors="ignore"))
        return Unreadable(self.expression, lead + column, sentence, cure)


def _cure_of_call(name, node):
    inside = {each.id for argument in node.args for each in ast.walk(argument) if isinstance(each, ast.Name)}
    if len(name) == 1 or name in inside:
        return f"write * for a product, as in {name}*(…)"
    near = difflib.get_close_matches(name, FUNCTIONS, 1)
    return f"did you mean {near[0]}?" if near else f"the functions are {', '.join(FUNCTIONS)}"


def _said(node):
    return {
        "Attribute": "a dot",
        "Subscript": "[ ]",
        "Compare": "a comparison",
        "Tuple": "a comma",
        "List": "[ ]",
        "Lambda": "lambda",
        "IfExp": "if",
        "BoolOp": "and / or",
        "NamedExpr": ":=",
        "Starred": "*",
        "JoinedStr": "text in quotes",
    }.get(type(node).__name__, f"`{ast.unparse(node)}`")


def _example(name):
    return f"{name}(w)" if FUNCTIONS[name] == 1 else f"{name}(w, 0)"
