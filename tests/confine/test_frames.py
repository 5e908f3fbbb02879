"""Frames carry plain data; anything else is refused, and so is a frame that is too large or too late."""

import struct
import threading
import time

import pytest

from autogradlab.confine.frames import DEEPEST, LARGEST, Broken, Gone, Late, Unsent, pair, waiting


@pytest.fixture
def ends():
    ends = pair()
    yield ends
    for end in ends:
        end.close()


def raw(data):
    return struct.pack(">I", len(data)) + data


def test_a_frame_arrives_as_it_was_sent(ends):
    frame = {"a": [1, 2.5, None, True, "ü"], "b": {"c": []}}
    ends[0].send(frame)
    assert ends[1].receive(time.monotonic() + 5) == frame


def test_a_closed_channel_gives_none(ends):
    ends[0].close()
    assert ends[1].receive() is None


@pytest.mark.parametrize("data", [b"", b"junk", b"[1]", b"3", b'{"a":', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_frame_is_refused(ends, data):
    ends[0].sock.sendall(raw(data))
    with pytest.raises(Broken):
        ends[1].receive(time.monotonic() + 5)


def test_a_large_frame_is_refused_before_it_is_read(ends):
    ends[0].sock.sendall(struct.pack(">I", LARGEST + 1))
    with pytest.raises(Broken, match=str(LARGEST + 1)):
        ends[1].receive(time.monotonic() + 5)


def test_half_a_frame_is_none(ends):
    ends[0].sock.sendall(raw(b'{"a": 1}')[:-2])
    ends[0].close()
    with pytest.raises(Gone):
        ends[1].receive()


def test_a_slow_sender_does_not_move_the_deadline(ends):
    stop = threading.Event()

    def drip():
        ends[0].sock.sendall(struct.pack(">I", 1000))
        while not stop.wait(0.02):
            ends[0].sock.sendall(b" ")

    thread = threading.Thread(target=drip)
    thread.start()
    start = time.monotonic()
    with pytest.raises(Late):
        ends[1].receive(start + 0.2)
    stop.set()
    thread.join()
    assert time.monotonic() - start < 5


def test_a_reader_who_is_gone_is_noticed(ends):
    ends[1].close()
    with pytest.raises(Gone):
        ends[0].send({"a": "x" * 100_000})


def test_a_sender_who_never_pauses_does_not_move_the_deadline(ends):
    def flood():
        try:
            while True:
                ends[0].sock.sendall(raw(b'{"is": "text"}') * 100)
        except OSError:
            pass  # the reader has gone

    thread = threading.Thread(target=flood)
    thread.start()
    until = time.monotonic() + 0.2
    with pytest.raises(Late):
        while True:
            waiting([ends[1]], until)[0].receive(until)
    ends[1].close()
    thread.join()


@pytest.mark.parametrize("depth, fits", [(DEEPEST - 2, True), (DEEPEST + 1, False), (900, False), (90_000, False)])
def test_what_lies_too_deep_is_refused_before_anybody_walks_it(ends, depth, fits):
    ends[0].sock.sendall(raw(b'{"a":' + b"[" * depth + b"]" * depth + b"}"))
    if fits:
        assert ends[1].receive(time.monotonic() + 5)
    else:
        with pytest.raises(Broken):
            ends[1].receive(time.monotonic() + 5)


@pytest.mark.parametrize(
    "data", [b'{"a": ' + b"9" * 5000 + b"}", b'{"a": 1', b"{1: 2}", b'{"a": nan}', b"{'a': 1}", b'"a"']
)
def test_numbers_without_end_and_keys_that_are_no_texts_are_refused(ends, data):
    ends[0].sock.sendall(raw(data))
    with pytest.raises(Broken):
        ends[1].receive(time.monotonic() + 5)


def test_of_a_key_that_comes_twice_the_last_counts(ends):
    ends[0].sock.sendall(raw(b'{"a": 1, "a": 2}'))
    assert ends[1].receive(time.monotonic() + 5) == {"a": 2}


@pytest.mark.parametrize("frame", [{"a": {1}}, {"a": float}, {"a": "x" * (LARGEST + 1)}, {"a": [[[[]]]] * 10**6}])
def test_what_the_other_side_would_refuse_is_not_sent(ends, frame):
    with pytest.raises(Unsent):
        ends[0].send(frame)


def test_what_is_nested_too_deep_or_in_itself_is_not_sent(ends):
    itself = deep = []
    itself.append(itself)
    for _ in range(DEEPEST + 1):
        deep = [deep]
    for value in (itself, deep):
        with pytest.raises(Unsent):
            ends[0].send({"a": value})
