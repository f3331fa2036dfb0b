"""What a process and its children hold: memory, descriptors and threads, as Linux reports them."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Held:
    """The sums over a process and all its descendants."""

    megabytes: float
    descriptors: int
    threads: int

    def __str__(self) -> str:
        return f"{self.megabytes:.0f} MB, {self.descriptors} descriptors, {self.threads} threads"


def held(pid: int) -> Held:
    """Read /proc for a process and its descendants; those that end meanwhile do not count."""
    megabytes, descriptors, threads, left = 0.0, 0, 0, [pid]
    while left:
        folder = Path("/proc") / str(left.pop())
        with suppress(OSError):
            children = [(task / "children").read_text().split() for task in (folder / "task").iterdir()]
            left += [int(child) for some in children for child in some]
            status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines() if ":" in line)
            descriptors += len(os.listdir(folder / "fd"))
            megabytes += int(status.get("VmRSS", "0").split()[0]) / 1024  # missing if the process has just ended
            threads += int(status["Threads"])
    return Held(megabytes, descriptors, threads)
