"""Inside the run: execute one program and send its result. The other side trusts nothing that comes from here."""

import __future__

import ast
import inspect
import io
import linecache
import os
import sys
import threading
import types
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress

from .frames import Channel, Gone
from .outcome import LONGEST_PRINT, LONGEST_SENTENCE, STREAMS
from .plain import plain

SOURCE, CELL, PROBE = "<your code>", "<your code {}>", "<probe>"  # file names that exist in error messages only
LEARNERS = "<your code"  # how the file names of the learner's programs begin
MOST_LINES = 10
PIECE = 2_000  # characters
_FUTURES = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
_futures = 0  # those that cells of this process have imported


class Tap(io.TextIOBase):
    """A stream that sends what is written to it, line by line, up to a limit; the rest is dropped."""

    def __init__(self, channel: Channel, stream: int):
        super().__init__()
        self._channel, self._stream = channel, stream
        self._left, self._waiting = LONGEST_PRINT, ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._waiting += text[: self._left]
        self._left -= min(len(text), self._left)
        if "\n" in text or len(self._waiting) > PIECE:
            self.flush()
        return len(text)

    def flush(self) -> None:
        text, self._waiting = self._waiting, ""
        if text:
            with suppress(Gone):  # a probe's function may write to the stream that its cell had, which is closed there
                self._channel.send({"is": "text", "stream": self._stream, "text": text})


def perform(channel: Channel, program: str, names: dict, seconds: float, file: str) -> bool:
    """Execute a program in the namespace `names` and send how it ended; returns False if it called `exit()`."""
    mine = os.getpid()
    with _tapped(channel), _watched(channel, seconds):
        end = _executed(program, names, file)
    if os.getpid() != mine:
        os._exit(0)  # the program forked, and this is its copy
    channel.send(end)
    return end["is"] == "done"


def _executed(program: str, names: dict, file: str) -> dict:
    lines = io.StringIO(program, newline=None).readlines()  # `splitlines` also splits where Python's own lines go on
    with suppress(Exception):  # an earlier cell may have broken it
        linecache.cache[file] = (len(program), None, lines, file)
    try:
        _execute(_compiled(program, file), names)
        asked = file in (SOURCE, PROBE)  # a cell may use the name `answer` for anything
        return _done(plain(names.get("answer")), "answer" in names) if asked else _done()
    except SystemExit:
        return {"is": "exit"}
    except BaseException as error:
        return _done(error=_recorded(error))


def _compiled(program: str, file: str) -> types.CodeType:
    """The code of a program. What a cell imports from `__future__` holds for the cells below it, as in a notebook."""
    global _futures
    mine = file != PROBE
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | (_futures if mine else 0)
    code = compile(program, file, "exec", flags=flags)
    _futures |= code.co_flags & _FUTURES if mine else 0
    return code


def _execute(code: types.CodeType, names: dict) -> None:
    """Execute a program, which may use `await` outside of all functions, as in a notebook."""
    awaited = eval(code, names)
    if code.co_flags & inspect.CO_COROUTINE:
        import asyncio  # takes time to import, and is rarely needed

        asyncio.run(awaited)


def _done(value=None, answered=False, error=None) -> dict:
    return {"is": "done", "value": value, "answered": answered, "error": error}


def _recorded(error: BaseException) -> dict:
    try:
        notes = getattr(error, "__notes__", [])
        return {
            "name": type(error).__name__,
            "sentence": _sentence(error)[:LONGEST_SENTENCE],
            "notes": [str(note)[:LONGEST_SENTENCE] for note in notes[:10]],
            "lines": list(_lines(error))[-MOST_LINES:],
        }
    except BaseException:  # what an error says of itself is a program, too
        return {"name": "an error that cannot be described", "sentence": "", "notes": [], "lines": []}


def _sentence(error: BaseException) -> str:
    """The message of the error; that of a syntax error is without the place, which is among the lines."""
    try:
        return error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        return ""


def _lines(error: BaseException):
    """The learner's lines that the error passed, outermost first."""
    trace = error.__traceback__
    while trace is not None:
        if _learners(trace.tb_frame.f_code):
            yield _line(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and str(error.filename).startswith(LEARNERS):
        yield _line(error.filename, error.lineno or 1)


def _learners(code) -> bool:
    return code.co_filename.startswith(LEARNERS)


def _line(file: str, number: int) -> dict:
    return {"number": number, "text": linecache.getline(file, number).strip()}


@contextmanager
def _tapped(channel: Channel):
    """Inside, send both standard streams."""
    printed, stderr = (Tap(channel, index) for index in range(len(STREAMS)))
    with redirect_stdout(printed), redirect_stderr(stderr):
        try:
            yield
        finally:
            printed.flush()
            stderr.flush()


@contextmanager
def _watched(channel: Channel, seconds: float):
    """Inside, end this process when the time is over, and send the learner's line that it had reached."""
    over, main = threading.Event(), threading.get_ident()

    def watch():
        if not over.wait(seconds):
            _send_late(channel, sys._current_frames().get(main))

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _send_late(channel: Channel, frame) -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, Tap):
            stream.flush()
    while frame is not None and not _learners(frame.f_code):
        frame = frame.f_back
    with suppress(Gone):
        channel.send({"is": "late", "line": frame and _line(frame.f_code.co_filename, frame.f_lineno)})
    os._exit(0)
