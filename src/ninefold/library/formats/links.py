"""Links: addresses that hold a puzzle, one a line; which kind a link is shows in its beginning."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.values import shown
from ninefold.library.formats.format import Item
from ninefold.library.sheet import Sheet
from ninefold.library.source import Source

LONGEST = 200_000
_HOSTS = r"(?:https?://)?(?:(?:\w{1,20}\.)?sudokupad\.app|app\.crackingthecryptic\.com)/(?:sudoku/?)?(?:\?puzzleid=)?"
_PAD = re.compile(_HOSTS, re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class LinkFormat:
    """How one kind of link is read, None where it is another kind, and written."""

    read: Callable[[str, Source], Sheet | None]
    write: Callable[[Sheet], str]


def packed_of(text: str, prefixes: Sequence[str]) -> str | None:
    """What follows one of the prefixes in an address of SudokuPad, or alone; None where there is none."""
    found = _PAD.match(text)
    rest = text[found.end() :] if found else text
    for prefix in prefixes:
        if rest.startswith(prefix):
            return rest[len(prefix) :]
    return None


def reader(kinds: Sequence[LinkFormat]) -> Callable[[Source], Iterator[Item]]:
    """A reader of links of several kinds."""

    def read(source: Source) -> Iterator[Item]:
        for number, line in enumerate(source.lines(), 1):
            if line.strip():
                try:
                    yield _sheet(line, kinds, source)
                except NinefoldError as error:
                    yield ParseError(f"line {number}: {error.message}", error.faults)

    return read


def _sheet(line: str, kinds: Sequence[LinkFormat], source: Source) -> Sheet:
    if len(line) > LONGEST:
        raise ParseError(f"a link of {len(line):,} characters is too long")
    text = unquote(line.strip()).replace(" ", "+")  # a + of base 64 is a blank in some addresses
    for kind in kinds:
        if sheet := kind.read(text, source):
            return sheet
    raise ParseError(f"read {shown(line.strip())}, expected a link with a puzzle in it")


def writer(kind: LinkFormat) -> Callable[[Sequence[Sheet]], bytes]:
    """A writer of links of one kind."""
    return lambda sheets: "".join(kind.write(sheet) + "\n" for sheet in sheets).encode()
