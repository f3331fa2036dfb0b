"""Query: which puzzles of a library are meant."""

from __future__ import annotations

from dataclasses import dataclass

from ninefold.core.errors import LibraryError

_TEXTS = ("name", "author", "source", "level", "meta", "id", "clues")


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
        text: words that stand somewhere in name, author, source, comment and so on; all of them.
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

    def where(self) -> tuple[str, list[object]]:
        """The condition in SQL and its values; nothing of a query ever stands in the SQL itself."""
        parts: list[tuple[str, list[object]]] = []
        if self.size is not None:
            parts.append(("size = ?", [self.size]))
        if self.layout is not None:
            parts.append(("layout = ?", [self.layout]))
        if self.level is not None:
            parts.append(("level = ? COLLATE NOCASE", [self.level]))
        if self.clues is not None:
            parts.append(("clue_count BETWEEN ? AND ?", [*self.clues]))
        if self.status is not None:
            parts.append(("status = ?", [self.status]))
        if self.tag is not None:
            parts.append(("number IN (SELECT puzzle FROM tags WHERE tag = ?)", [self.tag]))
        if self.numbers is not None:
            parts.append((f"number IN ({', '.join('?' * len(self.numbers))})", [*self.numbers]))
        parts += [_has_word(word) for word in (self.text or "").split()]
        sql = " AND ".join(part for part, _ in parts)
        return (f"WHERE {sql}" if sql else ""), [value for _, values in parts for value in values]


def _has_word(word: str) -> tuple[str, list[object]]:
    pattern = "%" + word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    columns = " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for column in _TEXTS)
    return f"({columns})", [pattern] * len(_TEXTS)


def read_range(text: str) -> tuple[int, int]:
    """A number of clues, or a range of them as 20-25.

    >>> read_range("17"), read_range("20-25")
    ((17, 17), (20, 25))
    """
    low, dash, high = text.partition("-")
    parts = [low, high if dash else low]
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise LibraryError(f"a number of clues is a number or a range, as 20-25; read {text!r}")
    return int(parts[0]), int(parts[1])
