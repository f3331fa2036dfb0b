"""Query: which puzzles of a library to find."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import normalize

from ninefold.core.errors import LibraryError
from ninefold.core.geometry import MAX_SIZE, MIN_SIZE
from ninefold.core.values import short_repr, whole_number
from ninefold.solving.result import Status

# The columns that the words of a query are looked up in; `meta` holds name, author, source and all other texts.
_TEXTS = "meta, id, clues, (SELECT group_concat(tag, char(10)) FROM tags WHERE puzzle = number)"
MAX = (1 << 63) - 1  # SQLite's largest integer


@dataclass(frozen=True, kw_only=True)
class Query:
    """What puzzles must have; a field that is None accepts any.

    >>> Query(size=9, clues=(17, 20)).where()
    ('WHERE size = ? AND clue_count BETWEEN ? AND ?', [9, 17, 20])

    Args:
        size: the number of digits.
        layout: the name of the layout.
        level: the level; upper and lower case are equal.
        clues: the fewest and the most clues.
        tag: a tag.
        text: words that all appear in name, author, source, comment and so on, in the tags, the ID or the clues; upper
            and lower case are equal.
        status: the name of the status.
        numbers: their numbers in the library.
    """

    size: int | None = None
    layout: str | None = None
    level: str | None = None
    clues: tuple[int, int] | None = None
    tag: str | None = None
    text: str | None = None
    status: str | None = None
    numbers: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        """Check the fields: an impossible value would find nothing, silently."""
        for name in ("layout", "level", "tag", "text", "status"):
            if (value := getattr(self, name)) is not None:
                require_text(f"the {name} of a query", value)
        if self.size is not None and not MIN_SIZE <= (whole_number(self.size) or 0) <= MAX_SIZE:
            raise LibraryError(f"a size is a number from {MIN_SIZE} to {MAX_SIZE}, not {short_repr(self.size)}")
        words = [str(status) for status in Status]
        if self.status is not None and self.status not in words:
            raise LibraryError(f"unknown status {short_repr(self.status)} (choose from {', '.join(words)})")

    def where(self) -> tuple[str, list[object]]:
        """The SQL condition and its values; no text of a query ever becomes part of the SQL."""
        plain = (
            ("size = ?", self.size),
            ("layout = ?", self.layout),
            ("level = ? COLLATE NOCASE", self.level),
            ("status = ?", self.status),
            ("number IN (SELECT puzzle FROM tags WHERE tag = ?)", self.tag),
        )
        parts: list[tuple[str, list[object]]] = [(sql, [value]) for sql, value in plain if value is not None]
        if self.clues is not None:
            parts.append(("clue_count BETWEEN ? AND ?", [*self.clues]))
        if self.numbers is not None:
            numbers = [number for number in self.numbers if 0 < number <= MAX]
            parts.append((f"number IN ({', '.join('?' * len(numbers))})", [*numbers]))
        if self.text is not None and self.text.split():
            parts.append((f"has_words(?, {_TEXTS})", [self.text]))
        sql = " AND ".join(part for part, _ in parts)
        return (f"WHERE {sql}" if sql else ""), [value for _, values in parts for value in values]


def require_text(what: str, text: object) -> None:
    """Check that a value is text a file can hold: arguments on a command line may not be UTF-8."""
    if not isinstance(text, str) or (not text.isascii() and text.encode("utf-8", "ignore").decode() != text):
        raise LibraryError(f"{what} must be UTF-8 text, not {short_repr(text)}")


def register_functions(connection: sqlite3.Connection) -> None:
    """Add what queries need to SQLite, which ignores case for A-Z only."""
    connection.create_function("has_words", 5, _has_words, deterministic=True)


def _has_words(words: str, meta: str, *others: str | None) -> bool:
    """Whether all words appear in the texts; of `meta` (JSON) only the values count."""
    text = _folded("\n".join([*_values(meta), *filter(None, others)]))
    return all(word in text for word in _words(words))


def _values(meta: str) -> list[str]:
    if meta == "{}":
        return []
    try:
        return [str(text) for text in dict(json.loads(meta)).values()]
    except (ValueError, TypeError):  # damage is reported when the puzzle is read
        return []


@lru_cache(maxsize=16)
def _words(text: str) -> list[str]:
    return _folded(text).split()


def _folded(text: str) -> str:
    """A text without differences of case, and with accents encoded one way."""
    return text.lower() if text.isascii() else normalize("NFC", text.casefold())


def read_range(text: str) -> tuple[int, int]:
    """A number of clues, or a range such as 20-25.

    >>> read_range("17"), read_range("20-25")
    ((17, 17), (20, 25))
    """
    low, dash, high = text.partition("-")
    parts = [low, high if dash else low]
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise LibraryError(f"clues is a number or a range such as 20-25, not {short_repr(text)}")
    fewest, most = int(parts[0]), int(parts[1])
    if fewest > most:
        raise LibraryError(f"a range of clues starts with the fewest: {most}-{fewest}, not {text}")
    return fewest, most
