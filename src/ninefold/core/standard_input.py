"""Standard input as bytes."""

from __future__ import annotations

import io
import select
from typing import Any


class StandardInput(io.FileIO):
    """Standard input, which is waited for although it may be a pipe that does not block.

    Such a pipe has nothing to read for a moment, which Python's own readers take for the end.
    """

    def __init__(self) -> None:
        super().__init__(0, "rb", closefd=False)

    def readinto(self, buffer: Any, /) -> int:
        """Fill a buffer; 0 at the end."""
        while (count := super().readinto(buffer)) is None:
            select.select([self], [], [])
        return count

    def readall(self) -> bytes:
        """Everything until the end."""
        return io.RawIOBase.readall(self) or b""

    def read(self, size: int | None = -1, /) -> bytes:
        """At most this many bytes; none at the end."""
        return io.RawIOBase.read(self, -1 if size is None else size) or b""
