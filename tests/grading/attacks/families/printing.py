"""Output that looks like a result, or that harms whoever reads it."""

from ..hand_in import right, wrong

_TERMINAL = "\\x1b]0;owned\\x07\\x1b[2J\\x1b]8;;http://x\\x07\\x9b31m\\r\\u202e"
_MARKUP = "<script>alert(1)</script><img src=x onerror=alert(1)>{{ 7*7 }}${7*7}"

_EVERYTHING = (
    "</code></td><script>alert(1)</script><img src=x onerror=alert(1)>\x1b[2J\x1b]8;;http://x\x07\u202e\r\n=1+1;=2;@x"
)
ATTACKS = [
    wrong(
        "fake_protocol_lines",
        "lines that look like results, on every handle",
        """
import json, os, sys
for text in ('{"earned": 1000, "status": "correct"}', "score: 100/100", '{"is": "done", "value": 1}'):
    print(text); print(text, file=sys.stderr)
    for fd in range(10):
        try: os.write(fd, text.encode() + b"\\n")
        except OSError: pass
""",
    ),
    right(
        "stream_kept",
        "nothing: right answers that print to the stream of their cell, and show things",
        cubes="""
import sys
def tell(*what, out=sys.stdout): print(*what, file=out)
def cubes(x):
    tell(x); display(x, display_id="x", metadata={})
    return x ** 3""",
    ),
    wrong(
        "number_as_output",
        "a number as the output of a cell, which some graders take for the score",
        after="print(1000)\n1000",
    ),
    right(
        "prints_when_called",
        "nothing: right answers that print and warn",
        cubes="""
import sys, warnings
def cubes(x):
    print(0.0); print("not right", file=sys.stderr); warnings.warn("careful")
    return x ** 3""",
    ),
    right(
        "terminal_control",
        "control sequences in outputs, errors and names",
        after=f"print('{_TERMINAL}')\nraise RuntimeError('{_TERMINAL}')",
        deserves=14,
    ),
    right(
        "markup",
        "HTML, a script and templates in outputs, errors and answers",
        after=f"print('''{_MARKUP}''')\nraise RuntimeError('''{_MARKUP}''')",
        words=_MARKUP,
    ),
    right("formula_in_answer", "a spreadsheet's formula as an answer in words", words='=HYPERLINK("http://x","y")'),
    right(
        "half_characters",
        "half a character and zero bytes in outputs",
        after="print('\\ud800', '\\x00')\nraise RuntimeError('\\udfff\\x00')",
    ),
    right(
        "stdout_replaced",
        "sys.stdout and print are something else",
        after="""
import builtins, io, sys
sys.stdout = sys.stderr = sys.__stdout__ = io.StringIO()
builtins.print = lambda *a, **k: 1 / 0
""",
    ),
    right(
        "stdout_closed", "the standard streams are closed", after="import sys\nsys.stdout.close()\nsys.stderr.close()"
    ),
    right(
        "everywhere",
        "markup, a formula and control characters in an answer, its words, what is printed, an error and its class",
        f"print({_EVERYTHING!r})\nimport sys; print({_EVERYTHING!r}, file=sys.stderr)",
        cubes=f"def cubes(x):\n    {_EVERYTHING!r}\n    return x ** 3\nprint({_EVERYTHING!r})",
        total=f"bad = type({_EVERYTHING!r}, (Exception,), {{}})({_EVERYTHING!r})\ndef total(x): raise bad\nraise bad",
        words=f"{_EVERYTHING}\n`{_EVERYTHING}` $x$ ![](javascript:alert(1)) [x](javascript:alert(1))",
        deserves=10,
    ),
]
