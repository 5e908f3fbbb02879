"""Files that are no notebook, or barely one."""

import codecs
import json

from ..hand_in import dumped, of_bytes
from ..target import FULL, RIGHT, WRONG, notebook


def _refused(name: str, tries: str, data: bytes):
    return of_bytes(name, tries, data, graded=False)


def _with(**fields) -> bytes:
    return json.dumps({**notebook(RIGHT), **fields}).encode()


_HALF = dumped({**RIGHT, "words": "half"}).replace(b'"half"', b'"\\ud800 half"')
ATTACKS = [
    _refused("invalid_json", "JSON that was cut off", dumped(RIGHT)[:500]),
    _refused("empty_file", "no bytes at all", b""),
    _refused("only_zeros", "zero bytes", bytes(5000)),
    _refused("bad_utf8", "bytes that are not UTF-8", b'{"cells": ["\xff\xfe"]}'),
    _refused("utf16", "a notebook in UTF-16", dumped(RIGHT).decode().encode("utf-16")),
    _refused(
        "utf16_without_a_mark", "the same without the byte order mark", dumped(RIGHT).decode().encode("utf-16-le")
    ),
    _refused("utf32", "a notebook in UTF-32", dumped(RIGHT).decode().encode("utf-32")),
    _refused("two_boms", "two byte order marks", codecs.BOM_UTF8 * 2 + dumped(RIGHT)),
    of_bytes("with_bom", "a byte order mark before a notebook", codecs.BOM_UTF8 + dumped(RIGHT), FULL),
    of_bytes("lone_surrogate", "half a character in a source", _HALF, FULL),
    of_bytes(
        "zero_byte_in_source",
        "a zero byte in a cell of the student's own",
        dumped(RIGHT, after="x = 1").replace(b'"x = 1"', b'"x = \\u00001"'),
        FULL,
    ),
    _refused("nbformat_99", "a format of the future", _with(nbformat=99)),
    _refused("nbformat_as_text", "a format that is the text 4", _with(nbformat="4")),
    _refused("nbformat_true", "a format that is true", _with(nbformat=True)),
    _refused("source_int", "no list of cells", _with(cells={"source": 1})),
    _refused("a_list", "JSON, but a list", b"[1, 2, 3]"),
    _refused("python_script", "a program renamed to a notebook", b"def cubes(x):\n    return x ** 3\n"),
    _refused("deep_file", "100,000 lists inside each other", b'{"cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    _refused("wide_file", "two million empty lists", b'{"cells": [' + b"[]," * 2_000_000 + b"[]]}"),
    _refused("long_number", "a number of 100,000 digits", b'{"nbformat": ' + b"9" * 100_000 + b', "cells": []}'),
    of_bytes(
        "nan_in_file",
        "NaN and Infinity in the metadata",
        dumped(RIGHT).replace(b'"nbformat_minor": 5', b'"nbformat_minor": NaN, "more": Infinity'),
        FULL,
    ),
    of_bytes("no_cells", "a notebook without a cell", json.dumps({**notebook(WRONG), "cells": []}).encode()),
    _refused("zip_as_notebook", "a zip that is called a notebook", b"PK\x03\x04" + bytes(100)),
    _refused("elf", "a program for the processor", b"\x7fELF" + bytes(1000)),
]
