"""Files written completely or not at all.

The bytes go to a temporary file in the same folder, which replaces the old file once they are on the disk. So there is
always either the old file or the new one, whatever happens in between.

1. A link is followed: the file it points to is replaced, and the link stays.
2. A device or a pipe cannot be replaced and is written directly; /dev/stdout and /dev/fd/3 are the open files that
   these names and links to them refer to, with what is in them already.
3. A file that is replaced keeps its permissions and, if we may set it, its owner.
4. Every error has the name that the caller gave, not that of the temporary file.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from typing import BinaryIO, TextIO

from ninefold.core.values import read_path

TEMPORARY = ".ninefold-"
_OPEN_FILES = {"/dev/stdout": 1, "/dev/stderr": 2}
_OPEN_FILE = re.compile(r"/(?:dev|proc/(?P<process>[0-9]+)(?:/task/[0-9]+)?)/fd/(?P<descriptor>[0-9]{1,6})")
_MAX_LINKS = 40


def save(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file of these bytes."""
    with writing(path) as file:
        file.write(data)


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write bytes to, which becomes the file of this name at the end unless there is an error."""
    name = read_path(path)
    with naming(name):
        try:
            old = os.stat(name)
        except FileNotFoundError:
            old = None
        descriptor = open_file(name)
        if descriptor is not None or (old and not stat.S_ISREG(old.st_mode)):  # rule 2
            with open(name if descriptor is None else os.dup(descriptor), "wb") as file:
                yield file
        else:
            with _replacing(os.path.realpath(name), old) as file:
                yield file


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Give an error of reading or writing the name of its file, if it lacks one or names a temporary file."""
    try:
        yield
    except OSError as error:
        if error.errno is None or (error.filename is not None and TEMPORARY not in str(error.filename)):
            raise
        raise OSError(error.errno, error.strerror, name) from error


def text_file(path: str | os.PathLike[str], *, buffering: int = -1) -> TextIO:
    """A text file to write to bit by bit, for what is to be seen at once; it is emptied first, but see rule 2."""
    name = read_path(path)
    descriptor = open_file(name)
    where = name if descriptor is None else os.dup(descriptor)
    return open(where, "w", encoding="utf-8", newline="\n", buffering=buffering)


def open_file(name: str) -> int | None:
    """The descriptor of the open file that a name refers to; None if it does not (rule 2).

    Links are followed one at a time: the last one, from the descriptor to its file, would lose the place in it.
    """
    for _ in range(_MAX_LINKS):
        folder, last = os.path.split(name)
        name = os.path.join(os.path.realpath(folder), last)
        match = _OPEN_FILE.fullmatch(name)
        if match and match["process"] in (None, str(os.getpid())):
            return int(match["descriptor"])
        if name in _OPEN_FILES or not os.path.islink(name):
            return _OPEN_FILES.get(name)
        name = os.path.join(os.path.dirname(name), os.readlink(name))
    return None


@contextmanager
def _replacing(path: str, old: os.stat_result | None) -> Iterator[BinaryIO]:
    temporary = os.path.join(os.path.dirname(path), f"{TEMPORARY}{token_hex(8)}")
    mode = stat.S_IMODE(old.st_mode) & 0o777 if old else 0o666  # of a new file, the system removes the umask
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        with open(descriptor, "wb") as file:
            yield file
            file.flush()
            if old:
                _keep_owner(descriptor, old)
                os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _keep_owner(descriptor: int, old: os.stat_result) -> None:
    new = os.fstat(descriptor)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        with suppress(OSError):  # only root may give files away
            os.fchown(descriptor, old.st_uid, old.st_gid)
