"""Query: which puzzles of a library are meant."""

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

# The words of a query stand somewhere in these; what is told holds name, author, source and all else.
_TEXTS = "meta, id, clues, (SELECT group_concat(tag, char(10)) FROM tags WHERE puzzle = number)"
MAX = (1 << 63) - 1  # that a number in SQLite can be


@dataclass(frozen=True, kw_only=True)
class Query:
    """What puzzles must have; what is left out is not asked for.

    >>> Query(size=9, clues=(17, 20)).where()
    ('WHERE size = ? AND clue_count BETWEEN ? AND ?', [9, 17, 20])

    Args:
        size: the number of digits.
        layout: the layout as a word.
        level: the level, in any case.
        clues: the fewest and the most clues.
        tag: a tag.
        text: words that stand somewhere in name, author, source, comment and so on, in the tags, the ID or the clues;
            all of them, in any case.
        status: the status as a word.
        numbers: the numbers in the library.
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
        """Refuse what no puzzle can have: that it is not found would tell nothing."""
        for name in ("layout", "level", "tag", "text", "status"):
            if (value := getattr(self, name)) is not None:
                require_text(f"the {name} of a query", value)
        if self.size is not None and not MIN_SIZE <= (whole_number(self.size) or 0) <= MAX_SIZE:
            raise LibraryError(f"a size is a number {MIN_SIZE} to {MAX_SIZE}; read {short_repr(self.size)}")
        words = [str(status) for status in Status]
        if self.status is not None and self.status not in words:
            raise LibraryError(f"a status is one of {', '.join(words)}; read {short_repr(self.status)}")

    def where(self) -> tuple[str, list[object]]:
        """The condition in SQL and its values; nothing of a query ever stands in the SQL itself."""
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
    """Refuse what is no text that a file can hold: bytes of a command line may be no UTF-8."""
    if not isinstance(text, str) or (not text.isascii() and text.encode("utf-8", "ignore").decode() != text):
        raise LibraryError(f"{what} is no text in UTF-8; read {short_repr(text)}")


def register_functions(connection: sqlite3.Connection) -> None:
    """Give SQLite what a query asks for and it does not know itself: it takes only A-Z and a-z for the same."""
    connection.create_function("has_words", 5, _has_words, deterministic=True)


def _has_words(words: str, meta: str, *others: str | None) -> bool:
    """Whether all words stand in the texts; of what is told (JSON) the names do not count."""
    text = _folded("\n".join([*_values(meta), *filter(None, others)]))
    return all(word in text for word in _words(words))


def _values(meta: str) -> list[str]:
    if meta == "{}":
        return []
    try:
        return [str(text) for text in dict(json.loads(meta)).values()]
    except (ValueError, TypeError):  # what is damaged is told when it is read, not here
        return []


@lru_cache(maxsize=16)
def _words(text: str) -> list[str]:
    return _folded(text).split()


def _folded(text: str) -> str:
    """A text in which capitals, and accents however they are written, do not tell words apart."""
    return text.lower() if text.isascii() else normalize("NFC", text.casefold())


def read_range(text: str) -> tuple[int, int]:
    """A number of clues, or a range of them as 20-25.

    >>> read_range("17"), read_range("20-25")
    ((17, 17), (20, 25))
    """
    low, dash, high = text.partition("-")
    parts = [low, high if dash else low]
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise LibraryError(f"a number of clues is a number or a range, as 20-25; read {short_repr(text)}")
    fewest, most = int(parts[0]), int(parts[1])
    if fewest > most:
        raise LibraryError(f"a range of clues has the fewest first, as {most}-{fewest}; read {short_repr(text)}")
    return fewest, most
