"""Frames: what the server and its workers say to each other through pipes.

a frame      1 byte kind, 4 bytes length, payload
to a worker      A ask: 4 bytes length of a JSON head, the head, a file      C cancel
from a worker    E event: its name, a newline, JSON      R answer: head and bytes as above      Y ready
"""

from __future__ import annotations

import json
import struct
from typing import Any

ASK, CANCEL, EVENT, ANSWER, READY = b"A", b"C", b"E", b"R", b"Y"
HEAD = struct.Struct(">cI")
_LENGTH = struct.Struct(">I")


def frame(kind: bytes, payload: bytes = b"") -> bytes:
    """A frame as it goes through the pipe."""
    return HEAD.pack(kind, len(payload)) + payload


def packed(head: dict[str, Any], data: bytes = b"") -> bytes:
    """A head and bytes as one payload."""
    text = json.dumps(head).encode()
    return _LENGTH.pack(len(text)) + text + data


def unpacked(payload: bytes) -> tuple[dict[str, Any], bytes]:
    """The head and the bytes of a payload."""
    (length,) = _LENGTH.unpack_from(payload)
    start = _LENGTH.size
    return json.loads(payload[start : start + length]), payload[start + length :]
