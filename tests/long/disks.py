"""A library on a disk that fails: each write fails once, and the power fails at each sync.

python tests/long/disks.py [SAVES]

1. A child makes a library, adds puzzles and saves games. In each run another of its writes, syncs or truncations
   fails, with EIO and then with ENOSPC. The child must report a `LibraryError` or nothing, and continue; afterwards
   the file is intact, and holds what was acknowledged, or what was tried after that.
2. The same without faults, recorded. For each sync, the files as they are if everything that was not synced before is
   lost; and the same if it all reached the disk. In both, the library opens and holds what was acknowledged by then.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import struct
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy  # noqa: F401 - loaded here, so that a child starts at once
from preloaded import preload

import ninefold as nf
from ninefold.library.games import Games
from ninefold.library.store import Library
from ninefold.library.upkeep import verify

SOLUTION = nf.Grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
HEADER = struct.Struct("=qqqq")


def write(folder: Path, saves: int) -> None:
    """The child: every step is tried, and acknowledged when its call has returned."""
    report = os.open(folder / "acknowledged", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def tried(word: str, step: int) -> None:
        os.write(report, f"{word} {step}\n".encode())

    library = None
    for step in range(saves):
        tried("trying", step)
        try:
            library = library or Library(str(folder / "library.sqlite"))
            library.add([nf.Puzzle(SOLUTION.with_digits(dict.fromkeys(range(step + 1), 0)))])
            Games(library).save("game", nf.Puzzle(SOLUTION), seconds=step, name="x" * 3000)
            tried("done", step)
        except nf.LibraryError as error:
            tried(f"failed {error.trouble or 'unnamed'}", step)
    if library is not None:
        library.close()
    os._exit(0)


def check(folder: Path, reports: list[str]) -> str:
    """What is wrong with a library after such a run; empty if nothing is."""
    done = max((int(line.split()[-1]) for line in reports if line.startswith("done")), default=-1)
    tried = max((int(line.split()[-1]) for line in reports), default=-1)
    try:
        with Library(str(folder / "library.sqlite")) as library:
            faults = list(verify(library))
            game, count = Games(library).find("game"), library.count()
    except nf.LibraryError as error:
        return f"it does not open: {error}"
    if faults:
        return faults[0]
    acknowledged = sum(line.startswith("done") for line in reports)
    if not acknowledged <= count <= tried + 1:
        return f"{count} puzzles, {acknowledged} acknowledged"
    if not done <= (-1 if game is None else int(game.seconds)) <= tried:
        return f"the game of step {done} is lost"
    return ""


def in_child(function: object, *args: object) -> int:
    """Run in a fork; returns its exit code."""
    pid = os.fork()
    if pid == 0:
        try:
            function(*args)  # type: ignore[operator]
        except BaseException as error:
            print(f"  a child raised {type(error).__name__}: {error}", flush=True)
        os._exit(9)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


# --- 1: failing calls ----------------------------------------------------------------------------


def fail_each(disk: ctypes.CDLL, root: Path, saves: int) -> int:
    """Every position with every error; the number of runs that went wrong."""
    bad, runs, seen = 0, 0, Counter[str]()
    for error in (errno.EIO, errno.ENOSPC):
        for place in range(1, 10_000):
            folder = root / f"{errno.errorcode[error]}{place}"
            folder.mkdir()
            count = in_child(faulty, disk, folder, saves, place, error)
            reports = (folder / "acknowledged").read_text().splitlines()
            wrong = "the child failed" if count == 9 else check(folder, reports)
            failed = [line for line in reports if line.startswith("failed")]
            seen.update(line.rpartition(" ")[0] for line in failed)
            if any("unnamed" in line for line in failed):
                wrong = wrong or "the error is not named"
            runs += 1
            if wrong:
                bad += 1
                print(f"{errno.errorcode[error]} at {place}: {wrong}; {reports}", flush=True)
            shutil.rmtree(folder)
            if count == 1:  # it ended before the fault
                break
    print(f"{runs:,} runs with a failing call, {bad} wrong; reported: {dict(seen)}", flush=True)
    return bad


def faulty(disk: ctypes.CDLL, folder: Path, saves: int, place: int, error: int) -> None:
    """A child whose call number `place` fails; exit code 1 if it made fewer."""
    real_exit, disk_count = os._exit, disk.disk_count
    os._exit = lambda code: real_exit(code if code else int(disk_count() < place))  # type: ignore[assignment,misc,return-value]
    disk.disk_fail(place, error)
    write(folder, saves)


# --- 2: power loss -------------------------------------------------------------------------------


class Call(NamedTuple):
    """A recorded call."""

    kind: str
    path: str
    offset: int
    data: bytes


def calls_of(record: Path) -> Iterator[Call]:
    """The calls in a record."""
    data = record.read_bytes()
    at = 0
    while at < len(data):
        kind, path, offset, length = HEADER.unpack_from(data, at)
        at += HEADER.size
        yield Call(chr(kind), data[at : at + path].decode(), offset, data[at + path : at + path + length])
        at += path + length


def lose_power(disk: ctypes.CDLL, root: Path, saves: int) -> int:
    """The files at every sync, with and without what was not synced; the number of bad states."""
    folder, record = root / "recorded", root.parent / "record"
    folder.mkdir()
    file = os.open(record, os.O_WRONLY | os.O_CREAT, 0o600)
    disk.disk_record(file)
    in_child(write, folder, saves)
    disk.disk_record(-1)
    os.close(file)
    live, synced, reports = dict[str, bytearray](), dict[str, bytes](), ""
    bad = states = 0
    for call in calls_of(record):
        name = Path(call.path).name
        if name == "acknowledged":
            reports += call.data.decode()
            continue
        if call.kind == "s":
            for files in (synced, live):
                states += 1
                if wrong := check_state(root / "state", files, reports.splitlines()):
                    bad += 1
                    print(f"power lost at state {states}: {wrong}", flush=True)
        apply(call, name, live, synced)
    print(f"{states:,} states after a loss of power, {bad} wrong", flush=True)
    return bad


def apply(call: Call, name: str, live: dict[str, bytearray], synced: dict[str, bytes]) -> None:
    """The effect of a call on the files as processes see them, and as they are on disk."""
    if call.kind == "u":
        live.pop(name, None)
        synced.pop(name, None)
        return
    if call.kind == "s":
        if name in live:
            synced[name] = bytes(live[name])
        return
    content = live.setdefault(name, bytearray())
    end = call.offset + len(call.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if call.kind == "t":
        del content[call.offset :]
    else:
        content[call.offset : end] = call.data


def check_state(folder: Path, files: dict[str, bytearray] | dict[str, bytes], reports: list[str]) -> str:
    """What is wrong with the library in these files."""
    folder.mkdir()
    try:
        for name, content in files.items():
            (folder / name).write_bytes(content)
        return check(folder, reports)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    root = Path(preload())
    preloaded = ctypes.CDLL(None)
    saves = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    sys.exit(min(1, lose_power(preloaded, root, saves) + fail_each(preloaded, root, saves)))
