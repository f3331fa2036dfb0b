"""The errors of Ninefold: one small tree, and the faults they carry.

NinefoldError (a ValueError)
├── LayoutError       a board that cannot be
├── GridError         cells that do not make a grid of the layout
│   └── ParseError    text that cannot be read as a grid
├── LibraryError      a library file that cannot be opened, read or written
├── CertificateError  a certificate that cannot be read, or does not prove what it says
├── MethodError       a method that is unknown, not installed, or not made for the question
└── MethodFault       a method broke its promise and was caught
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SHOWN_FAULTS = 12


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with what was read: where it stands, what it is, what was expected."""

    where: str
    read: str
    expected: str

    def __str__(self) -> str:
        """The fault as one line of an error message."""
        return f"{self.where}: read {self.read}, expected {self.expected}"


class NinefoldError(ValueError):
    """What every error of this package is; `faults` holds all that was found, not just the first."""

    def __init__(self, message: str, faults: Iterable[Fault] = ()) -> None:
        self.message = message
        self.faults = tuple(faults)
        super().__init__(message, self.faults)

    def __str__(self) -> str:
        """The message and its faults, a line each; a flood of them is cut and counted."""
        lines = [self.message, *(f"  {fault}" for fault in self.faults[:SHOWN_FAULTS])]
        if len(self.faults) > SHOWN_FAULTS:
            lines.append(f"  and {len(self.faults) - SHOWN_FAULTS} more")
        return "\n".join(lines)


class LayoutError(NinefoldError):
    """A board that cannot be: a size without boxes, regions of unequal size, a cell outside."""


class GridError(NinefoldError):
    """Cells that do not make a grid: the wrong number of them, or digits the layout does not have."""


class ParseError(GridError):
    """Text that cannot be read as a grid, or that could be read as two different ones.

    `key` is the ID or the name of a puzzle in a list that cannot be read, where that much could be.
    """

    key: str = ""


class LibraryError(NinefoldError):
    """A library file that cannot be opened, read or written, or that is no library."""


class CertificateError(NinefoldError):
    """A certificate that cannot be read, or does not prove what it says; the faults tell where it fails."""


class MethodError(NinefoldError):
    """A method that is unknown, not installed, wrongly set, or not made for this layout."""


class MethodFault(NinefoldError):
    """A method broke its promise: it gave a wrong grid, gave one twice, or failed in its own code."""


# The public names, so that tracebacks read `ninefold.ParseError`. Not for the dataclass above: `get_type_hints` looks
# up annotations in the module that a class names.
for _error in (
    NinefoldError,
    LayoutError,
    GridError,
    ParseError,
    LibraryError,
    CertificateError,
    MethodError,
    MethodFault,
):
    _error.__module__ = "ninefold"
