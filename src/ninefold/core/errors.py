"""Ninefold's exceptions and the faults they carry.

NinefoldError (a ValueError)
├── LayoutError       an invalid board
├── GridError         cells that do not make a grid of the layout
│   └── ParseError    text that cannot be read as a grid
├── LibraryError      a library file that cannot be opened, read or written
├── CertificateError  a certificate that cannot be read, or does not prove what it says
├── BatchError        a batch whose job or folder cannot be used
├── Infeasible        a linear program without a feasible point
├── MethodError       a method that is unknown, not installed, or does not support the puzzle
├── MethodFault       a method returned a wrong answer or crashed
└── Stopped           a method or a generator gave up; defined in `ninefold.core.limits`
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

SHOWN_FAULTS = 12  # an error message lists this many and counts the rest


@dataclass(frozen=True, slots=True)
class Fault:
    """One invalid part of the input: where it is, what was read, what was expected."""

    where: str
    read: str
    expected: str

    def __str__(self) -> str:
        """The fault as one line of an error message."""
        return f"{self.where}: read {self.read}, expected {self.expected}"


class NinefoldError(ValueError):
    """Base class of every error of this package; `faults` lists every fault found, not only the first."""

    shown_faults = SHOWN_FAULTS

    def __init__(self, message: str, faults: Iterable[Fault] = ()) -> None:
        self.message = message
        self.faults = tuple(faults)
        super().__init__(message, self.faults)

    def __str__(self) -> str:
        """The message, then one line per fault; after the first few, only the number of the rest."""
        lines = [self.message, *(f"  {fault}" for fault in self.faults[: self.shown_faults])]
        if len(self.faults) > self.shown_faults:
            lines.append(f"  and {len(self.faults) - self.shown_faults} more")
        return "\n".join(lines)


class LayoutError(NinefoldError):
    """An invalid board: a size without boxes, regions of unequal size, a cell outside the board."""


class GridError(NinefoldError):
    """Cells that do not form a grid: the wrong number of cells, or digits outside 1…N."""


class ParseError(GridError):
    """Text that cannot be read as a grid, or that could be read as two different grids.

    `key` is the ID or name of the unreadable puzzle, if that much could be read.
    """

    key: str = ""


# What is wrong with the disk or the file of a library, if the request itself was fine.
LibraryTrouble = Literal["", "full", "failing", "read-only", "busy", "damaged"]


class LibraryError(NinefoldError):
    """A library file that cannot be opened, read or written, or that is not a library.

    `trouble` says whether the disk or the file is to blame.
    """

    def __init__(self, message: str, faults: Iterable[Fault] = (), *, trouble: LibraryTrouble = "") -> None:
        super().__init__(message, faults)
        self.trouble: LibraryTrouble = trouble


class CertificateError(NinefoldError):
    """A certificate that cannot be read or does not prove its claim; the faults say where it fails."""


class BatchError(NinefoldError):
    """A batch whose job cannot be run, or whose folder belongs to another job or cannot be read or written."""

    shown_faults = 100  # more than a job has keys


class Infeasible(NinefoldError):
    """A linear program that has no feasible point; the message says why."""


class MethodError(NinefoldError):
    """A method that is unknown, not installed, given invalid options, or does not support this layout."""


class MethodFault(NinefoldError):
    """A method broke its contract: it returned a wrong grid, returned one twice, or crashed."""


# The public module, so that tracebacks show `ninefold.ParseError`. Not for `Fault`: `get_type_hints` looks up the
# annotations of a dataclass in the module that the class names.
for _error in (
    NinefoldError,
    LayoutError,
    GridError,
    ParseError,
    LibraryError,
    CertificateError,
    BatchError,
    Infeasible,
    MethodError,
    MethodFault,
):
    _error.__module__ = "ninefold"
