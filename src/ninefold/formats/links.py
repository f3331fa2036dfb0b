"""Links that contain a puzzle, one per line, and LZString, the compression of many of them.

LZString is the method of Lempel, Ziv and Welch (1978, 1984) on UTF-16 units, with two changes: a new unit is written in
8 or 16 bits after the code 0 or 1, and codes grow by a bit as soon as their number needs it. Code 2 ends the text. Bits
go lowest first into groups of six, and each group is a character of base 64.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import counted, short_repr
from ninefold.formats.format import InputFile, Item

MAX_LINK = 200_000
_HOSTS = r"(?:https?://)?(?:(?:\w{1,20}\.)?sudokupad\.app|app\.crackingthecryptic\.com)/(?:sudoku/?)?(?:\?puzzleid=)?"
_PAD = re.compile(_HOSTS, re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class LinkFormat:
    """How one kind of link is read (None if it is another kind) and written."""

    read: Callable[[str, InputFile], Puzzle | None]
    write: Callable[[Puzzle], str]


def packed_of(text: str, prefixes: Sequence[str]) -> str | None:
    """What follows one of the prefixes, alone or in an address of SudokuPad; None if there is none."""
    found = _PAD.match(text)
    rest = text[found.end() :] if found else text
    for prefix in prefixes:
        if rest.startswith(prefix):
            return rest[len(prefix) :]
    return None


def reader(kinds: Sequence[LinkFormat]) -> Callable[[InputFile], Iterator[Item]]:
    """A reader of links of several kinds."""

    def read(source: InputFile) -> Iterator[Item]:
        for number, line in enumerate(source.lines(), 1):
            if line.strip():
                try:
                    yield _puzzle(line, kinds, source)
                except NinefoldError as error:
                    yield ParseError(f"line {number}: {error.message}", error.faults)

    return read


def _puzzle(line: str, kinds: Sequence[LinkFormat], source: InputFile) -> Puzzle:
    if len(line) > MAX_LINK:
        raise ParseError(f"a link of {len(line):,} characters is too long")
    text = unquote(line.strip()).replace(" ", "+")  # some programs turn the + of base 64 into a space
    for kind in kinds:
        if puzzle := kind.read(text, source):
            return puzzle
    raise ParseError(f"read {short_repr(line.strip())}, expected a link with a puzzle in it")


def writer(kind: LinkFormat) -> Callable[[Sequence[Puzzle]], bytes]:
    """A writer of links of one kind."""
    return lambda puzzles: "".join(kind.write(puzzle) + "\n" for puzzle in puzzles).encode()


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUE = {char: value for value, char in enumerate(ALPHABET)}
# Links have a few thousand characters, but a short text can unpack to millions.
MAX_UNPACKED = 2_000_000
SHORT, LONG, END = range(3)
NOTHING = -1  # the code before the first unit


def compress(text: str) -> str:
    """The text as base 64, padded with = to a multiple of four."""
    writer, waiting = _Writer(), NOTHING
    for unit in array("H", text.encode("utf-16-le", "surrogatepass")):
        writer.meet(unit)
        if (waiting, unit) not in writer.codes:
            writer.write(waiting)
            writer.learn(waiting, unit)
            waiting = NOTHING
        waiting = writer.codes[waiting, unit]
    if waiting != NOTHING:
        writer.write(waiting)
    writer.bits.write(END, writer.width.bits)
    return writer.bits.text()


def decompress(packed: str) -> str:
    """The text that was compressed; an error if it is damaged or grows too long."""
    bits, width = _BitReader(packed), _Width(3, 4)
    first = bits.read(2)
    if first == END:
        return ""
    word: tuple[int, ...] = (_fresh(bits, first),)
    words: list[tuple[int, ...]] = [(), (), (), word]
    units = list(word)
    while (code := bits.read(width.bits)) != END:
        if code in (SHORT, LONG):
            words.append((_fresh(bits, code),))
            code = len(words) - 1
            width.spend()
        if code > len(words):
            raise ParseError(f"character {bits.place}: the link is damaged: it refers to text that does not exist yet")
        entry = words[code] if code < len(words) else (*word, word[0])
        units += entry
        if len(units) > MAX_UNPACKED:
            raise ParseError(f"the link unpacks to more than {MAX_UNPACKED:,} characters")
        words.append((*word, entry[0]))
        word = entry
        width.spend()
    return array("H", units).tobytes().decode("utf-16-le", "replace")


@dataclass
class _Width:
    """The bits of a code, and how many codes may come before it needs one more."""

    bits: int = 2
    left: int = 2

    def spend(self) -> None:
        """Count a new code."""
        self.left -= 1
        if self.left == 0:
            self.left = 1 << self.bits
            self.bits += 1


class _Writer:
    """The codes so far: each means the text of an earlier code and one more unit."""

    def __init__(self) -> None:
        self.bits, self.width = _BitWriter(), _Width()
        self.codes: dict[tuple[int, int], int] = {}
        self._fresh: dict[int, int] = {}  # the codes of single units that were not written yet

    def meet(self, unit: int) -> None:
        """Give a unit a code, if it is new."""
        if (NOTHING, unit) not in self.codes:
            self._fresh[self.learn(NOTHING, unit)] = unit

    def learn(self, before: int, unit: int) -> int:
        """Give the next code to the text of a code and one more unit."""
        code = self.codes[before, unit] = len(self.codes) + 3
        return code

    def write(self, code: int) -> None:
        """Write a code, or a new unit itself."""
        unit = self._fresh.pop(code, None)
        if unit is None:
            self.bits.write(code, self.width.bits)
        else:
            size = 8 if unit < 256 else 16
            self.bits.write(SHORT if size == 8 else LONG, self.width.bits)
            self.bits.write(unit, size)
            self.width.spend()
        self.width.spend()


def _fresh(bits: _BitReader, code: int) -> int:
    if code not in (SHORT, LONG):
        raise ParseError("the link is damaged: it does not begin with a character")
    return bits.read(8 if code == SHORT else 16)


class _BitWriter:
    """Packs bits, lowest first, into characters of six."""

    def __init__(self) -> None:
        self._groups: list[int] = []
        self._group = self._count = 0

    def write(self, value: int, width: int) -> None:
        """Add the bits of a value."""
        for place in range(width):
            self._group = self._group << 1 | (value >> place & 1)
            self._count += 1
            if self._count == 6:
                self._groups.append(self._group)
                self._group = self._count = 0

    def text(self) -> str:
        """The text."""
        groups = [*self._groups, self._group << (6 - self._count)]
        return "".join(ALPHABET[group] for group in groups) + "=" * (-len(groups) % 4)


class _BitReader:
    """Unpacks the bits of characters, lowest first."""

    def __init__(self, packed: str) -> None:
        self._packed = packed.rstrip("=")
        self._at = 0

    @property
    def place(self) -> int:
        """The current character, counted from 1."""
        return self._at // 6 + 1

    def read(self, width: int) -> int:
        """The next value with a number of bits."""
        value = 0
        for place in range(width):
            index, bit = divmod(self._at, 6)
            if index >= len(self._packed):
                raise ParseError(f"the link ends after {counted(len(self._packed), 'character')}")
            group = _VALUE.get(self._packed[index])
            if group is None:
                raise ParseError(f"character {index + 1} of the link: read {self._packed[index]!r}, expected base 64")
            value |= (group >> (5 - bit) & 1) << place
            self._at += 1
        return value
