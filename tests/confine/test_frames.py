"""Frames carry plain data; what is no frame, too large or too late is refused."""
import struct
import threading
import time

import pytest

from autogradlab.confine.frames import LARGEST, Broken, Gone, Late, pair


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
