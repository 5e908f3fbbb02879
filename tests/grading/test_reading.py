"""Whatever the bytes of a hand-in are, they are read as cells, or one sentence says why there are none."""

import json
import tracemalloc

import pytest

from autogradlab.grading import reading
from autogradlab.grading.row import REFUSED, UNREADABLE


def notebook(*cells, **more):
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}


def written(*cells, **more):
    return json.dumps(notebook(*cells, **more)).encode()


CODE = {"cell_type": "code", "source": "x = 1", "metadata": {}, "outputs": []}
DEEP = b'{"nbformat": 4, "cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"

UNREAD = {
    "no bytes": (b"", "empty"),
    "cut off": (written(CODE)[:-9], "stops being JSON at line 1"),
    "a program": (b"import numpy as np\nprint(1)", "stops being JSON at line 1, column 1"),
    "bad UTF-8": (written(CODE).replace(b"x = 1", b"x = \xff\xfe"), "not valid UTF-8"),
    "UTF-16": (json.dumps(notebook(CODE)).encode("utf-16"), "UTF-16"),
    "UTF-16 without a mark": (json.dumps(notebook(CODE)).encode("utf-16-le"), "UTF-16"),
    "UTF-32": (json.dumps(notebook(CODE)).encode("utf-32"), "UTF-32"),
    "UTF-32 without a mark": (json.dumps(notebook(CODE)).encode("utf-32-be"), "UTF-32"),
    "nested deep": (DEEP, "more than 100 deep"),
    "unclosed lists": (b"[" * 1_000_000, "more than 100 deep"),
    "unclosed text": (b'{"' + b'\\"' * 500_000, "stops being JSON"),
    "millions of parts": (b"[" + b"1," * 1_100_000 + b"1]", "more than 1,000,000 parts"),
    "too large": (b" " * (reading.LARGEST + 1), "20,971,521 bytes; at most 20,971,520"),
    "a long number": (b'{"nbformat": ' + b"4" * 6000 + b"}", "number that is too long"),
    "a list": (b"[]", "JSON, but not a notebook"),
    "a number": (b"4", "JSON, but not a notebook"),
    "no cells": (b'{"nbformat": 4}', "no list of cells"),
    "cells in a dict": (b'{"nbformat": 4, "cells": {}}', "no list of cells"),
    "format 99": (written(CODE, nbformat=99), "format is 99; format 4 is read"),
    "format 3": (written(CODE, nbformat=3), "brings it up to date"),
    "format '4'": (written(CODE, nbformat="4"), 'format is "4"; format 4 is read'),
    "format true": (written(CODE, nbformat=True), "format is True"),
    "format a list": (written(CODE, nbformat=[4]), "of another kind"),
    "too many cells": (written(*[CODE] * 2001), "2,001 cells; at most 2,000"),
}


@pytest.mark.parametrize("data, said", UNREAD.values(), ids=UNREAD)
def test_what_cannot_be_read_gets_a_reason(data, said):
    with pytest.raises(reading.NotGraded, match=said) as caught:
        reading.cells_of(data)
    assert caught.value.status == UNREADABLE and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "metadata",
    [
        {"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}},
        {"kernelspec": {"name": "ir"}},
        {"language_info": {"name": "julia"}},
        {"kernelspec": {"name": "julia-1.10"}},
        {"kernelspec": {"language": "\x1b[2J"}},
    ],
)
def test_a_notebook_of_another_language_is_refused(metadata):
    with pytest.raises(reading.NotGraded, match="the course is in Python") as caught:
        reading.cells_of(written(CODE, metadata=metadata))
    assert caught.value.status == REFUSED and str(caught.value).isprintable()


@pytest.mark.parametrize(
    "metadata",
    [
        None,
        [],
        7,
        {},
        {"kernelspec": None},
        {"kernelspec": {"name": 3, "language": None}},
        {"language_info": "python"},
        {"kernelspec": {"name": "my-env", "display_name": "Python (my-env)", "language": "python"}},
        {"kernelspec": {"name": "irene"}},
        {"language_info": {"name": "Python", "version": "3.12"}},
        {"kernelspec": {"language": "Python 3.12"}},
    ],
)
def test_any_kernel_of_python_and_none_at_all_will_do(metadata):
    assert len(reading.cells_of(written(CODE, metadata=metadata))[0]) == 1


def test_a_byte_order_mark_is_no_harm():
    assert reading.cells_of(b"\xef\xbb\xbf" + written(CODE))[0][0].source == "x = 1"


@pytest.mark.parametrize("source, text", [("a\nb", "a\nb"), (["a\n", "b"], "a\nb"), ([], ""), ("#\r\nx\ry", "#\nx\ny")])
def test_a_source_is_a_text_or_a_list_of_lines(source, text):
    cells, findings = reading.cells_of(written({"cell_type": "code", "source": source}))
    assert cells[0].source == text and findings == []


@pytest.mark.parametrize("cell", [None, 7, [], "x = 1"])
def test_what_is_no_cell_is_left_out_and_the_next_keeps_its_number(cell):
    cells, findings = reading.cells_of(written(cell, CODE))
    assert (cells[1].number, cells[1].source) == (2, "x = 1") and findings == ["Cell 1 is not a cell and was left out."]


@pytest.mark.parametrize("source", [7, None, {}, ["a", 7], True])
def test_a_source_that_is_no_text_is_told(source):
    cells, findings = reading.cells_of(written({"cell_type": "code", "source": source, "metadata": None, "id": 9}))
    assert cells[0].source == "" and "its source is neither a text nor a list of lines" in findings[0]


def test_a_cell_that_fits_into_no_frame_is_left_out():
    cells, findings = reading.cells_of(written({"cell_type": "code", "source": "#" * 300_001}, CODE))
    assert cells[0].source == "" and "300,001 characters" in findings[0] and cells[1].source == "x = 1"


def test_what_keeps_to_the_limits_is_read():
    deep = b'{"nbformat": 4, "cells": ' + b"[" * 99 + b"]" * 99 + b"}"
    assert len(reading.cells_of(deep)[0]) == 1
    with pytest.raises(reading.NotGraded, match="more than 100 deep"):
        reading.cells_of(deep.replace(b"[]", b"[[]]"))
    assert len(reading.cells_of(written(*[CODE] * 2000))[0]) == 2000
    assert len(reading.cells_of(written({**CODE, "source": "#" * 300_000}))[0][0].source) == 300_000
    assert len(reading.cells_of(written(CODE).ljust(reading.LARGEST))[0]) == 1


def test_a_lone_half_of_a_character_stays_text():
    assert reading.cells_of(b'{"nbformat": 4, "cells": [{"source": "\\ud800"}]}')[0][0].source == "\ud800"


def test_millions_of_quotation_marks_take_no_memory():
    """A list of all texts in the file would be 40 times as large as the file."""
    tracemalloc.start()
    try:
        with pytest.raises(reading.NotGraded, match="more than 1,000,000 parts"):
            reading.cells_of(b'"' * 4 * 2**20)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3 * 4 * 2**20


def test_twenty_megabytes_of_pictures_are_read():
    outputs = [{"data": {"image/png": "A" * 19_000_000}}]
    assert len(reading.cells_of(written({**CODE, "outputs": outputs}))[0]) == 1
