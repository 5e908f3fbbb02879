"""Frames: plain data as JSON over a socket, each preceded by its length. Nothing that arrives is ever executed.

The size is checked before a frame is read, and one deadline holds for all of it, so a sender can neither flood nor
block a reader.
"""

import json
import select
import socket
import struct
import threading
import time

LARGEST = 4_000_000  # bytes of one frame
DEEPEST = 50  # levels of lists and dicts, so few that the reader of a frame may recurse into it
_LENGTH = struct.Struct(">I")


class Late(Exception):
    """The deadline passed before a frame was complete."""


class Broken(Exception):
    """The bytes that arrived are not a frame."""


class Unsent(Exception):
    """The frame to be sent is not plain data, or it is too large or too deep."""


class Gone(Exception):
    """The other side is gone."""


class Channel:
    """One end of a socket that carries frames. Two threads may send, one may receive."""

    def __init__(self, sock: socket.socket):
        self.sock = sock
        self._sending = threading.Lock()

    def fileno(self) -> int:
        """The socket's file number, with which `select` can wait for a channel."""
        return self.sock.fileno()

    def send(self, frame: dict, until: float | None = None) -> None:
        """Send one frame. Errors: Late, Gone, Unsent."""
        data = written(frame)
        with self._sending:
            try:
                self.sock.settimeout(_left(until))
                self.sock.sendall(_LENGTH.pack(len(data)) + data)
            except TimeoutError:
                raise Late from None
            except OSError as error:
                raise Gone(str(error)) from None

    def receive(self, until: float | None = None) -> dict | None:
        """The next frame, or None once the other side has closed. Errors: Late, Broken, Gone."""
        head = self._exactly(_LENGTH.size, until)
        if head is None:
            return None
        (length,) = _LENGTH.unpack(head)
        if length > LARGEST:
            raise Broken(f"a frame of {length} bytes")
        return _frame(self._exactly(length, until))

    def hand_over(self, sock: socket.socket) -> None:
        """Hand a socket over to the other process, which gets it with `taken`. POSIX only. Errors: Gone."""
        try:
            socket.send_fds(self.sock, [b"+"], [sock.fileno()])
        except OSError as error:
            raise Gone(str(error)) from None

    def taken(self) -> "Channel":
        """A channel on the socket that the other process hands over."""
        _, handles, _, _ = socket.recv_fds(self.sock, 1, 1)
        return Channel(socket.socket(fileno=handles[0]))

    def close(self) -> None:
        """Close this end."""
        self.sock.close()

    def _exactly(self, size: int, until: float | None) -> bytes | None:
        data = bytearray()
        while len(data) < size:
            piece = self._some(size - len(data), until)
            if not piece:
                if data:
                    raise Gone("half a frame")
                return None
            data += piece
        return bytes(data)

    def _some(self, size: int, until: float | None) -> bytes:
        _refuse_late(until)  # a socket that always has another byte never times out
        try:
            self.sock.settimeout(_left(until))
            return self.sock.recv(min(size, 65536))
        except TimeoutError:
            raise Late from None
        except OSError:
            return b""


def pair() -> tuple[Channel, Channel]:
    """Two ends of a new channel."""
    here, there = socket.socketpair()
    return Channel(here), Channel(there)


def waiting(channels, until: float) -> list[Channel]:
    """The channels on which there is something to read. Errors: Late after `until`, even if they never stop sending."""
    _refuse_late(until)
    ready, _, _ = select.select(channels, [], [], max(0.0, until - time.monotonic()))
    if not ready:
        raise Late
    return ready


def _refuse_late(until: float | None) -> None:
    if until is not None and time.monotonic() > until:
        raise Late


def _left(until: float | None) -> float | None:
    """Seconds until the deadline, but never 0, which would make a socket non-blocking."""
    return None if until is None else max(0.001, until - time.monotonic())


def written(frame: dict) -> bytes:
    """The bytes of a frame. Errors: Unsent for what the other side would refuse."""
    try:
        data = json.dumps(frame).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise Unsent(f"it is no plain data: {error}") from None
    if len(data) > LARGEST:
        raise Unsent(f"it takes {len(data)} bytes, and {LARGEST} are allowed")
    if not _shallow(frame):
        raise Unsent(f"it is nested more than {DEEPEST} deep")
    return data


def _frame(data: bytes | None) -> dict:
    try:
        frame = json.loads(data or b"")
    except (ValueError, RecursionError):
        raise Broken("no JSON") from None
    if not isinstance(frame, dict) or not _shallow(frame):
        raise Broken("no frame")
    return frame


def _shallow(frame: dict) -> bool:
    """Whether nothing lies too deep in a frame; goes level by level, so it cannot exceed the recursion limit itself."""
    level = [frame]
    for _ in range(DEEPEST):
        level = [
            entry
            for each in level
            if isinstance(each, (list, tuple, dict))
            for entry in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return True
    return False
