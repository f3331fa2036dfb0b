"""Where a batch is kept: a folder, or an object store through fsspec (the extra `store`).

A store needs four things: to write a file completely or not at all, to create a file only if there is none, to read,
and to list. All of them hold for a local folder, and for S3 and its kind.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from secrets import token_hex
from typing import Any, Protocol

from ninefold.core.atomic_write import TEMPORARY, naming, save, writing
from ninefold.core.errors import BatchError, NinefoldError
from ninefold.core.values import read_path

# They have no folders to make, and making one would make a bucket from a name with a typing error.
OBJECT_STORES = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", "oci", "oss"})
# An upload in parts is seen there when it is completed; elsewhere, what was sent so far may be.
UPLOADS_ARE_HIDDEN = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az"})
PART = 16 << 20  # bytes of an upload that are sent together …
LONG_UPLOAD = 1_500  # … and more after so many parts: S3 takes at most 10,000


class Store(Protocol):
    """Files by name; names have / between their parts."""

    @property
    def where(self) -> str:
        """The path or address of the store."""

    def put(self, name: str, data: bytes) -> None:
        """Write a file, completely or not at all."""

    def put_pieces(self, name: str, pieces: Iterable[bytes]) -> None:
        """The same for a file that is made piece by piece."""

    def create(self, name: str, data: bytes) -> bool:
        """Write a file only if there is none of that name; whether it was written."""

    def get(self, name: str, start: int = 0, stop: int | None = None) -> bytes:
        """The bytes of a file, or some of them."""

    def names(self, prefix: str) -> list[str]:
        """The names of the files in a folder, in order, without those being written."""

    def size(self, name: str) -> int | None:
        """The bytes of a file; None if it does not exist."""

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""

    def clean(self, prefix: str) -> None:
        """Remove from a folder what killed writers left behind."""


def open_store(where: str | os.PathLike[str]) -> Store:
    """The store at a path, or at an address such as s3://bucket/folder."""
    name = read_path(where, BatchError)
    return Remote(name) if "://" in name else Folder(name)


@dataclass(frozen=True)
class Folder:
    """A local folder."""

    where: str

    def path(self, name: str) -> str:
        """The path of a file."""
        return os.path.join(self.where, *name.split("/"))

    def put(self, name: str, data: bytes) -> None:
        """Through a temporary file, which replaces the old one when its bytes are on the disk."""
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        save(self.path(name), data)

    def put_pieces(self, name: str, pieces: Iterable[bytes]) -> None:
        """Through a temporary file, with one piece in memory at a time."""
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with writing(self.path(name)) as file:
            file.writelines(pieces)

    def create(self, name: str, data: bytes) -> bool:
        """A link to a temporary file: of several writers, exactly one succeeds."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        temporary = os.path.join(os.path.dirname(path), f"{TEMPORARY}{token_hex(8)}")
        with naming(path):
            try:
                with open(temporary, "xb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.link(temporary, path)
                return True
            except FileExistsError:
                return False
            finally:
                with suppress(FileNotFoundError):
                    os.unlink(temporary)

    def get(self, name: str, start: int = 0, stop: int | None = None) -> bytes:
        """Read the file."""
        with open(self.path(name), "rb") as file:
            file.seek(start)
            return file.read() if stop is None else file.read(stop - start)

    def names(self, prefix: str) -> list[str]:
        """The folder, listed."""
        with suppress(FileNotFoundError, NotADirectoryError):
            found = sorted(os.listdir(self.path(prefix)))
            return [f"{prefix}/{name}" for name in found if not name.startswith(TEMPORARY)]
        return []

    def size(self, name: str) -> int | None:
        """From the folder."""
        with suppress(FileNotFoundError, NotADirectoryError):
            return os.stat(self.path(name)).st_size
        return None

    def remove(self, name: str) -> None:
        """Unlink the file."""
        with suppress(FileNotFoundError):
            os.unlink(self.path(name))

    def clean(self, prefix: str) -> None:
        """Unlink the temporary files."""
        with suppress(FileNotFoundError, NotADirectoryError):
            for name in os.listdir(self.path(prefix)):
                if name.startswith(TEMPORARY):
                    self.remove(f"{prefix}/{name}")


@dataclass(frozen=True)
class Remote:
    """An object store; a file appears there when it is complete."""

    where: str

    @cached_property
    def _found(self) -> tuple[Any, str]:
        try:
            import fsspec
        except ImportError:
            raise BatchError(f"{self.where} needs fsspec: pip install 'ninefold[store]'") from None
        try:
            system, path = fsspec.core.url_to_fs(self.where)
        except (ImportError, ValueError) as error:
            raise BatchError(f"{self.where}: {error}") from None
        return system, path.rstrip("/")

    @contextmanager
    def _at(self, name: str) -> Iterator[tuple[Any, str]]:
        """The file system and the path of a file; its errors have the address."""
        system, path = self._found
        try:
            yield system, f"{path}/{name}"
        except (FileNotFoundError, FileExistsError, NinefoldError):
            raise
        except Exception as error:  # each file system has its own errors
            raise BatchError(f"{self.where}/{name}: {error or type(error).__name__}") from error

    def put(self, name: str, data: bytes) -> None:
        """One request, or several that count when the last has come."""
        self._write(name, data)

    def put_pieces(self, name: str, pieces: Iterable[bytes]) -> None:
        """An upload in parts, with one of them in memory at a time, or one request where parts could be seen."""
        system, path = self._found
        if not _protocols(system) & UPLOADS_ARE_HIDDEN:
            self.put(name, b"".join(pieces))
            return
        with self._at(name), _upload(system, f"{path}/{name}") as file:
            for piece in pieces:
                file.write(piece)
                file.blocksize = max(PART, file.tell() // LONG_UPLOAD)

    def create(self, name: str, data: bytes) -> bool:
        """A request that the store refuses if the file exists."""
        try:
            self._write(name, data, mode="create")
        except FileExistsError:
            return False
        return True

    def _write(self, name: str, data: bytes, **mode: str) -> None:
        with self._at(name) as (system, path):
            if not _protocols(system) & OBJECT_STORES:
                system.makedirs(path.rpartition("/")[0], exist_ok=True)
            try:
                system.pipe_file(path, data, **mode)
            except FileNotFoundError as error:
                raise BatchError(f"{self.where}/{name}: {error}") from error

    def get(self, name: str, start: int = 0, stop: int | None = None) -> bytes:
        """Read the file."""
        with self._at(name) as (system, path):
            found: bytes = system.cat_file(path, start=start or None, end=stop)
        return found

    def names(self, prefix: str) -> list[str]:
        """The folder, listed again."""
        with self._at(prefix) as (system, path):
            system.invalidate_cache()
            try:
                found = system.ls(path, detail=False)
            except FileNotFoundError:
                return []
        return sorted(f"{prefix}/{each.rstrip('/').rpartition('/')[2]}" for each in found)

    def size(self, name: str) -> int | None:
        """From the listing."""
        with self._at(name) as (system, path):
            system.invalidate_cache()
            try:
                return int(system.info(path)["size"])
            except FileNotFoundError:
                return None

    def remove(self, name: str) -> None:
        """Delete the object."""
        with suppress(FileNotFoundError), self._at(name) as (system, path):
            system.rm_file(path)

    def clean(self, prefix: str) -> None:
        """Nothing: a file that was not completed never appears."""


def _protocols(system: Any) -> set[str]:
    return {system.protocol} if isinstance(system.protocol, str) else {*system.protocol}


@contextmanager
def _upload(system: Any, path: str) -> Iterator[Any]:
    """A file to write; it is completed at the end, or discarded after an error."""
    file = system.open(path, "wb", block_size=PART)
    try:
        yield file
        file.close()
    except BaseException:
        file.closed = True  # or it would be completed when nothing refers to it any more
        with suppress(Exception):
            file.discard()
        raise
