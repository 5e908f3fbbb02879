"""Frames of the attacker's own, sent on every socket that is found, in between the honest ones."""

from ..hand_in import wrong

_SOCKETS = """
import json, os, socket, stat, struct
def sockets():
    for fd in range(3, 128):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode): yield fd
        except OSError: pass
def send(data):
    for fd in sockets():
        try: os.write(fd, data)
        except OSError: pass
def frame(text):
    data = text.encode() if isinstance(text, str) else text
    return struct.pack(">I", len(data)) + data
PASSED = '{"is": "done", "value": %s, "answered": true, "error": null, "earned": 1000, "passed": true}'
"""


def _says(name: str, tries: str, said: str):
    """An attack whose functions send `said` when they are called."""
    return wrong(
        name,
        tries,
        _SOCKETS,
        **{each: f"def {each}(x):\n    send({said})\n    return x.sum() * 0" for each in ("cubes", "slope", "total")},
    )


ATTACKS = [
    _says("fd_scan_done", "a frame that says done, with ones", "frame(PASSED % '[1.0, 1.0, 1.0, 1.0]')"),
    _says(
        "fd_scan_record",
        "a frame with a forged record",
        'frame(PASSED % \'{"shape": [4], "dtype": "float64", "values": [1, 1, 1, 1]}\')',
    ),
    _says("two_replies", "two answers, in case the second one counts", "frame(PASSED % 'null') * 2"),
    _says(
        "other_kinds",
        "frames that only the zygote sends",
        "b''.join(frame('{\"is\": \"%s\", \"status\": 0}' % kind) for kind in ('ended', 'gone', 'ready'))",
    ),
    _says(
        "gone_in_advance",
        "the end of every probe told before it began",
        'b\'\'.join(frame(\'{"is": "gone", "number": %d, "status": 0}\' % n) for n in range(40))',
    ),
    _says("huge_length", "a frame of four gigabytes is announced", "b'\\xff\\xff\\xff\\xff'"),
    _says("half_a_frame", "a frame that is never completed", "struct.pack('>I', 1000) + b'{'"),
    _says("deep_json", "100,000 lists inside each other", "frame('[' * 100_000 + ']' * 100_000)"),
    _says(
        "duplicate_keys",
        "keys that come twice, in case the last one counts",
        'frame(\'{"is": "text", "is": "done", "value": NaN, "value": 1, "answered": 1, "error": 0}\')',
    ),
    _says(
        "odd_types",
        "every field of another type",
        'frame(\'{"is": ["done"], "value": {}, "answered": [], "error": "no"}\')',
    ),
    _says(
        "text_without_end",
        "thousands of text frames",
        'b\'\'.join(frame(\'{"is": "text", "stream": -1, "text": "passed"}\') for _ in range(2000))',
    ),
    _says("surrogates", "half a character and zero bytes in a frame", 'frame(\'{"is": "\\\\ud800\\\\u0000"}\')'),
    _says("no_utf8", "bytes that are not text", "frame(b'\\x80\\xff' * 50)"),
    _says("a_number_too_long", "a whole number of 5,000 digits", "frame(PASSED % ('9' * 5000))"),
    wrong(
        "before_the_question",
        "answers before any question was asked",
        _SOCKETS
        + """
for _ in range(50): send(frame(PASSED % "[1.0, 1.0, 1.0, 1.0]"))
""",
    ),
    wrong(
        "thread_in_between",
        "a thread that answers on every socket that turns up",
        _SOCKETS
        + """
import threading, time
def work():
    for _ in range(3000):
        send(frame(PASSED % "1.0")); time.sleep(0.002)
threading.Thread(target=work, daemon=True).start()
""",
    ),
    wrong(
        "slow_drip",
        "a frame, a byte at a time, for longer than the time limit",
        _SOCKETS
        + """
import time
def drip():
    for byte in struct.pack(">I", 1000) + b"{" * 1000:
        send(bytes([byte])); time.sleep(0.02)
""",
        cubes="def cubes(x):\n    drip()",
    ),
    wrong(
        "urgent_bytes",
        "bytes out of band, which a reader may stumble over",
        _SOCKETS,
        cubes="""
def cubes(x):
    for fd in sockets():
        try: socket.socket(fileno=os.dup(fd)).send(b"!", socket.MSG_OOB)
        except OSError: pass
    return x""",
    ),
    wrong(
        "files_in_flight",
        "thousands of open files, sent to the judge",
        _SOCKETS,
        cubes="""
def cubes(x):
    for fd in sockets():
        end = socket.socket(fileno=os.dup(fd)); end.settimeout(0.1)
        try:
            for _ in range(20): socket.send_fds(end, [b"\\0"], [0] * 200)
        except OSError: pass
    return x""",
    ),
    wrong(
        "sockets_closed",
        "all sockets are closed",
        _SOCKETS,
        cubes="""
def cubes(x):
    for fd in sockets(): os.close(fd)
    return x""",
    ),
    wrong(
        "sockets_swapped",
        "all sockets are replaced by ones of the attacker's own",
        _SOCKETS
        + """
mine, theirs = socket.socketpair()
for fd in sockets():
    if fd not in (mine.fileno(), theirs.fileno()): os.dup2(theirs.fileno(), fd)
""",
    ),
    wrong(
        "orders_read",
        "the judge's orders are read from the socket before the run sees them",
        _SOCKETS
        + """
import threading
def steal():
    for fd in sockets():
        try: print(socket.socket(fileno=os.dup(fd)).recv(65536, socket.MSG_PEEK))
        except OSError: pass
threading.Thread(target=steal, daemon=True).start()
""",
    ),
    wrong(
        "handed_over_caught",
        "the next probe's socket is taken out of the hand-over",
        _SOCKETS
        + """
import threading
def catch():
    for fd in sockets():
        try: socket.recv_fds(socket.socket(fileno=os.dup(fd)), 1, 4)
        except OSError: pass
threading.Thread(target=catch, daemon=True).start()
""",
    ),
    _says(
        "millions_of_entries",
        "an answer of a million empty lists: 3 MB that take 64 in memory",
        "frame(PASSED % ('[' + '[],' * 1_000_000 + '[]]'))",
    ),
    _says(
        "forged_lines",
        "an error whose lines are nobody's, to be looked for in all cells",
        "frame(json.dumps({'is': 'done', 'value': 0, 'answered': True, 'error': {'name': 'canary', 'sentence': 'no',"
        " 'notes': [], 'lines': [{'number': 1, 'text': 'canary(1)'}] * 20}}))",
    ),
    wrong(
        "half_shut",
        "sockets shut down for reading, for writing, for both",
        _SOCKETS
        + """
def shut(how):
    for fd in sockets(): socket.socket(fileno=os.dup(fd)).shutdown(how)
""",
        cubes="def cubes(x):\n    shut(0)\n    return x",
        slope="def slope(x):\n    shut(1)\n    return x",
        total="def total(x):\n    shut(2)\n    return x.sum()",
    ),
]
