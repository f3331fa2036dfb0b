"""Whole messages over a socket that never blocks: a peer that stops in the middle of one does not delay others."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable
from struct import pack, unpack

# A message of so many bytes is copied behind its length, to send both at once.
SMALL = 1 << 14


class MessageSocket:
    """Whole messages over a socket that never blocks, in the format of `multiprocessing.connection`.

    A message is its length in 4 bytes, or -1 and its length in 8, and then its bytes.
    """

    def __init__(self, file: int) -> None:
        self._socket = socket.socket(fileno=file)
        self._socket.setblocking(False)
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)
        self._part = bytearray(4)  # a length or a message, as far as it has arrived
        self._filled, self._is_length = 0, True

    def receive(self, seconds: float) -> bytearray | None:
        """The next message, or None if its next bytes do not arrive in time; EOFError at the end."""
        if not self._poll.poll(1000 * seconds):
            return None
        while True:
            while self._filled < len(self._part):
                try:
                    count = self._socket.recv_into(memoryview(self._part)[self._filled :])
                except BlockingIOError:
                    return None
                if not count:
                    raise EOFError
                self._filled += count
            part, is_length = self._part, self._is_length
            length = unpack("!i" if len(part) == 4 else "!Q", part)[0] if is_length else 4
            self._part, self._filled = bytearray(8 if length < 0 else length), 0
            self._is_length = length < 0 or not is_length
            if not is_length:
                return part

    def send(self, data: bytes, seconds_left: Callable[[], float]) -> None:
        """Send a message; `seconds_left` says how long to wait each time the buffer is full."""
        length = len(data)
        head = pack("!i", length) if length <= 0x7FFFFFFF else pack("!iQ", -1, length)
        for part in (head + data,) if length < SMALL else (head, data):
            rest = memoryview(part)
            while rest:
                try:
                    rest = rest[self._socket.send(rest) :]
                except BlockingIOError:
                    room = select.poll()
                    room.register(self._socket, select.POLLOUT)
                    room.poll(1000 * seconds_left())

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()
