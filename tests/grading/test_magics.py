"""Notebook commands are taken out, line by line; what only looks like one stays."""

import pytest

from autogradlab.grading.magics import without_magics


@pytest.mark.parametrize(
    "source, left",
    [
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("if x:\n    %timeit f()\ny = 2", "if x:\n    pass\ny = 2"),
        ("!pip install numpy\nx = 1", "pass\nx = 1"),
        ("pip install numpy\n  conda update numpy\nx = 1", "pass\n  pass\nx = 1"),
        ("f?\n?f\nf??", "pass\npass\npass"),
        ("files = !ls\nn = %env HOME", "files = None\nn = None"),
        ("!pip install numpy \\\n    scipy \\\n    sympy\nx = 1", "pass\n\n\nx = 1"),
        ("%%time\nx = 1\n%who", "pass\nx = 1\npass"),
        ("%%memit -r 3\n  x = 1\n  y = 2", "pass\nx = 1\ny = 2"),
        ("%%bash\nrm -r x", ""),
        ("text = '''\nwhat?\n'''\n%who", "text = '''\nwhat?\n'''\npass"),
    ],
)
def test_commands_are_taken_out_and_lines_keep_their_numbers(source, left):
    assert without_magics(source)[0] == left and without_magics(source)[1]


@pytest.mark.parametrize(
    "source, left",
    [
        ("%time x = f()\ny = 2", "x = f()\ny = 2"),
        ("if x:\n    %time  y = (1,\n%a)", "if x:\n    y = (1,\n%a)"),
        ("%%time\n%time x = f()", "pass\nx = f()"),
    ],
)
def test_a_statement_that_is_timed_is_run(source, left):
    assert without_magics(source)[0] == left


@pytest.mark.parametrize(("head", "mode"), [("%%writefile x.py", "'w'"), ("\n%%file -a x.py ", "'a'")])
def test_a_cell_that_writes_a_file_does_so(head, mode):
    assert without_magics(f"{head}\ny = 3\n%who") == (f"open('x.py', {mode}).write('y = 3\\n%who\\n')", [])


@pytest.mark.parametrize(
    "source",
    [
        "pip = install = 3",
        "pip if install else conda\nx = '%'",
        "x = 7 % 3",
        "x = (7\n%b)",
        "x = 7 \\\n%b",
        "x = [\n  1,\n  %c\n]",
        "# why?\nx = 'what?'",
        'def f(x):\n    """What is it?\n    %s of it\n    """\n    return x',
        "x != y",
        "'\\'\\\n%b'",
        "",
    ],
)
def test_what_only_looks_like_a_command_stays(source):
    assert without_magics(source) == (source, [])


@pytest.mark.parametrize(
    "source",
    [
        "'" * 100_000 + "\n%a",
        "\\" * 100_000 + "\n%a",
        "(" * 100_000 + "\n%a",
        " " * 100_000 + "x\n%a",
        "a ,\n" * 50_000 + "%a",
        "%%time\n" * 40_000,
        "? " * 100_000,
        '"""\\' * 30_000 + "\n%a",
        "\ud800\n%a",
    ],
)
def test_any_text_is_read_to_its_end(source):
    assert isinstance(without_magics(source)[0], str)
