"""Alphabets: which character means which digit, and which alphabet a text is written in.

Boards with N > 9 need more than the nine digits, and three alphabets are in use. For N = 16 they are

    1-9A-G    1…9, then A for 10           the one Ninefold writes
    0-9A-F    0 for 1, 1 for 2, … F for 16
    A-P       A for 1, … P for 16
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from string import ascii_lowercase, ascii_uppercase, digits

from ninefold.core.errors import ParseError
from ninefold.core.values import counted

BLANKS = ".0*_"

_RANGE = re.compile(r"([0-9A-Za-z])-([0-9A-Za-z])", re.ASCII)


@cache
def symbols_of(alphabet: str, size: int) -> str:
    """The characters for 1…N, from an alphabet written with ranges.

    >>> symbols_of("1-9A-C", 12)
    '123456789ABC'
    """
    symbols = _RANGE.sub(lambda m: "".join(map(chr, range(ord(m[1]), ord(m[2]) + 1))), alphabet)
    if len(symbols) != size or len(set(symbols)) != size or not symbols.isascii() or not symbols.isalnum():
        raise ParseError(
            f"alphabet {alphabet!r} has {counted(len(symbols), 'character')};"
            f" size {size} needs {size} different letters and digits, such as {default_alphabet(size)!r}"
        )
    return symbols


@cache
def default_alphabet(size: int) -> str:
    """The alphabet Ninefold writes: 1-9, then capitals, then small letters; "" for N > 61, which needs numbers."""
    return _ranges(digits[1:] + ascii_uppercase + ascii_lowercase, size)


@cache
def known_alphabets(size: int) -> tuple[str, ...]:
    """The alphabets to choose from when none is named."""
    if size <= 9:
        return (default_alphabet(size),)
    zero_based = _ranges(digits + ascii_uppercase, size)
    letters = _ranges(ascii_uppercase, size)
    return tuple(filter(None, (default_alphabet(size), zero_based, letters)))


def detect(seen: Mapping[str, int], size: int) -> str:
    """The alphabet of a text, given how often each character occurs; an error if two alphabets fit.

    >>> from collections import Counter
    >>> detect(Counter("123.G"), 16)
    '1-9A-G'
    """
    known = known_alphabets(size)
    fitting = [name for name in known if _fits(seen, symbols_of(name, size), size)]
    if len(fitting) == 1 or (fitting and seen.keys() <= set(BLANKS)):
        return fitting[0]
    if fitting:
        raise ParseError(
            f"these {size} digits could be written in the alphabets {' and '.join(fitting)}, which read the same"
            f" characters as different digits; choose one (alphabet={fitting[0]!r}, or --alphabet {fitting[0]})"
        )
    return default_alphabet(size)  # nothing fits: the error will list what the default alphabet lacks


def _fits(seen: Mapping[str, int], symbols: str, size: int) -> bool:
    """Whether the characters seen can be the digits and blanks of an alphabet.

    1. Each character is a digit of the alphabet or a blank.
    2. A grid uses one kind of blank: 0 beside another blank is a digit, if some alphabet has it.
    3. A grid without blanks is full, so each digit occurs N times.
    """
    folded = {fold(char, symbols) for char in seen}
    blanks = folded & set(BLANKS) - set(symbols)
    if not folded <= set(symbols) | set(BLANKS):
        return False
    if "0" in symbols:
        return bool(blanks) or seen.get("0") == size
    has_rival = folded <= set(digits + ascii_uppercase[: max(0, size - 10)]) | set(BLANKS)
    return not ("0" in blanks and len(blanks) > 1 and has_rival)


def fold(char: str, symbols: str) -> str:
    """A character as the alphabet writes it: small letters count as capitals if the alphabet has only capitals."""
    return char.upper() if char.isascii() and symbols.upper() == symbols else char


def _ranges(characters: str, size: int) -> str:
    """The first N characters, with runs of three or more written as ranges."""
    if size > len(characters):
        return ""
    runs: list[str] = []
    for char in characters[:size]:
        if runs and ord(char) == ord(runs[-1][-1]) + 1:
            runs[-1] += char
        else:
            runs.append(char)
    return "".join(run if len(run) < 3 else f"{run[0]}-{run[-1]}" for run in runs)
