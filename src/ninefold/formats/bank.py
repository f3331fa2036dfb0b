"""The SudokuExchange bank: records of 100 bytes with a checksum, the puzzle and its rating.

    0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2

The checksum is the first twelve characters of the SHA-1 of the 81 digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import sha1

from ninefold.core.errors import ParseError
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import short_repr
from ninefold.formats.format import NINE, Format, InputFile, Item, by_batches, digits_line, grid_at, only_nine

_RECORD = re.compile(r"([0-9a-f]{12}) ([0-9]{81}) +([0-9]{1,2}\.[0-9])\s*", re.ASCII)


def read(source: InputFile) -> Iterator[Item]:
    """A puzzle per record; an error for one that does not match its checksum."""
    for number, line in enumerate(source.lines(), 1):
        if not line.strip():
            continue
        match = _RECORD.fullmatch(line)
        if match is None:
            yield ParseError(f"line {number}: read {short_repr(line)}, expected 12 hex digits, 81 digits and a rating")
        elif _check(match[2]) != match[1]:
            yield ParseError(f"line {number}: the puzzle does not match its checksum {match[1]}")
        else:
            clues = grid_at(match[2], number, 14, NINE)
            yield Puzzle.from_parts(clues, meta={"rating": match[3]})


def _check(digits: str) -> str:
    return sha1(digits.encode(), usedforsecurity=False).hexdigest()[:12]


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """A record per puzzle."""
    lines = []
    for puzzle in puzzles:
        digits = digits_line(puzzle.clues, "0")
        lines.append(f"{_check(digits)} {digits} {puzzle.meta['rating']:>4}\n")
    return "".join(lines).encode()


def _unsupported(puzzle: Puzzle) -> str:
    rating = puzzle.meta.get("rating", "")
    if not re.fullmatch(r"[0-9]{1,2}\.[0-9]", rating, re.ASCII):
        return f"it needs a rating as 1.2, not {rating!r}"
    return only_nine(puzzle)


FORMAT = Format(
    name="bank",
    about="SudokuExchange's bank: a checksum, the puzzle and its rating",
    sniff=lambda source: _RECORD.match(source.peek) is not None,
    read=read,
    write=write,
    pieces=by_batches(write),
    meta=frozenset({"rating"}),
    unsupported=_unsupported,
)
