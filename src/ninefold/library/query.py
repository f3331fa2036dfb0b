"""Query: which puzzles of a library to find."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import normalize

from ninefold.core.errors import LibraryError
from ninefold.core.geometry import MAX_SIZE, MIN_SIZE
from ninefold.core.values import is_iterable, short_repr, whole_number
from ninefold.rating.hodoku import LEVELS as HODOKU_LEVELS
from ninefold.rating.levels import LEVELS
from ninefold.rating.measure import counted_as
from ninefold.solving.result import Status

# The columns that the words of a query are looked up in; `meta` holds name, author, source and all other texts.
_TEXTS = "meta, id, clues, (SELECT group_concat(tag, char(10)) FROM tags WHERE puzzle = number)"
MAX = (1 << 63) - 1  # SQLite's largest integer
# What a rating says comes first; a puzzle that is not rated has the level it came with.
RATED_LEVEL = "coalesce(nullif(rated_level, ''), level)"
_LEVEL = f"{RATED_LEVEL} = ? COLLATE NOCASE"
_TECHNIQUE = "EXISTS (SELECT 1 FROM json_each(techniques) WHERE key IN ({}))"
SCALES = {name: name for name in ("er", "ep", "ed", "minutes", "backdoor", "guesses")} | {"score": "hodoku_score"}
_CASES = " ".join(f"WHEN '{level}' THEN {place}" for place, level in enumerate(LEVELS))
SORTS = {
    "number": "",
    "clues": "clue_count",
    "name": "name COLLATE NOCASE",
    "level": f"CASE lower({RATED_LEVEL}) {_CASES} END",
    **SCALES,
}


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
        status: the name of the status; upper and lower case are equal.
        numbers: their numbers in the library.
        er: the least and the most ER of Sudoku Explainer; puzzles that are not rated yet never match.
        ep: the least and the most EP.
        ed: the least and the most ED.
        minutes: the least and the most minutes.
        score: the least and the most score of HoDoKu.
        hodoku: the level that HoDoKu gives, such as unfair; upper and lower case are equal.
        backdoor: the least and the most cells to fill in before singles solve the rest.
        guesses: the least and the most guesses that a person needs.
        technique: a technique that is needed, by any of its names.
    """

    size: int | None = None
    layout: str | None = None
    level: str | None = None
    clues: tuple[int, int] | None = None
    tag: str | None = None
    text: str | None = None
    status: str | None = None
    numbers: tuple[int, ...] | None = None
    er: tuple[float, float] | None = None
    ep: tuple[float, float] | None = None
    ed: tuple[float, float] | None = None
    minutes: tuple[float, float] | None = None
    score: tuple[float, float] | None = None
    hodoku: str | None = None
    backdoor: tuple[float, float] | None = None
    guesses: tuple[float, float] | None = None
    technique: str | None = None

    def __post_init__(self) -> None:
        """Check the fields: an impossible value would find nothing, silently."""
        for name in ("clues", *SCALES):
            require_span(name, getattr(self, name))
        for name in ("layout", "level", "tag", "text", "status", "technique", "hodoku"):
            if (value := getattr(self, name)) is not None:
                require_text(f"the {name} of a query", value)
        if self.numbers is not None:
            object.__setattr__(self, "numbers", tuple(read_numbers(self.numbers)))
        if self.technique is not None:
            counted_as(self.technique)
        if self.size is not None and not MIN_SIZE <= (whole_number(self.size) or 0) <= MAX_SIZE:
            raise LibraryError(f"a size is a number from {MIN_SIZE} to {MAX_SIZE}, not {short_repr(self.size)}")
        _require_one_of("status", self.status, [str(status) for status in Status])
        _require_one_of("level of HoDoKu", self.hodoku, HODOKU_LEVELS)

    def where(self) -> tuple[str, list[object]]:
        """The SQL condition and its values; no text of a query ever becomes part of the SQL."""
        plain = (
            ("size = ?", self.size),
            ("layout = ?", self.layout),
            (_LEVEL if (self.level or "").lower() in LEVELS else "level = ? COLLATE NOCASE", self.level),
            ("status = ? COLLATE NOCASE", self.status),
            ("hodoku_level = ? COLLATE NOCASE", self.hodoku),
            ("number IN (SELECT puzzle FROM tags WHERE tag = ?)", self.tag),
        )
        parts: list[tuple[str, list[object]]] = [(sql, [value]) for sql, value in plain if value is not None]
        if self.clues is not None:
            parts.append(("clue_count BETWEEN ? AND ?", [*self.clues]))
        for name, column in SCALES.items():
            if (span := getattr(self, name)) is not None:
                parts.append((f"{column} BETWEEN ? AND ?", [*span]))
        if self.technique is not None:
            names = counted_as(self.technique)
            parts.append((_TECHNIQUE.format(", ".join("?" * len(names))), [*names]))
        if self.numbers is not None:
            numbers = [number for number in self.numbers if 0 < number <= MAX]
            parts.append((f"number IN ({', '.join('?' * len(numbers))})", [*numbers]))
        if self.text is not None and self.text.split():
            parts.append((f"has_words(?, {_TEXTS})", [self.text]))
        sql = " AND ".join(part for part, _ in parts)
        return (f"WHERE {sql}" if sql else ""), [value for _, values in parts for value in values]


def _require_one_of(what: str, word: str | None, words: Sequence[str]) -> None:
    if word is not None and word.lower() not in (each.lower() for each in words):
        raise LibraryError(f"unknown {what} {short_repr(word)} (choose from {', '.join(words)})")


def read_query(query: object) -> Query:
    """A query as it is given, None for all puzzles."""
    if query is None:
        return Query()
    if not isinstance(query, Query):
        raise LibraryError(f"a query must be a Query, such as Query(size=9), not {short_repr(query)}")
    return query


def read_numbers(numbers: object) -> list[int]:
    """The numbers of puzzles in the library as ints, NumPy's too."""
    found = []
    for given in numbers if is_iterable(numbers) else [None]:
        number = whole_number(given)
        if number is None:
            raise LibraryError(f"numbers must be a list of whole numbers, not {short_repr(numbers)}")
        found.append(number)
    return found


def require_text(what: str, text: object) -> None:
    """Check that a value is text a file can hold: arguments on a command line may not be UTF-8."""
    if not isinstance(text, str) or (not text.isascii() and text.encode("utf-8", "ignore").decode() != text):
        raise LibraryError(f"{what} must be UTF-8 text, not {short_repr(text)}")


def require_span(name: str, span: object) -> None:
    """Check the least and the most of a scale."""
    ends = span if isinstance(span, tuple) else ()
    is_span = len(ends) == 2 and all(isinstance(end, int | float) and end == end for end in ends)
    if span is not None and not (is_span and ends[0] <= ends[1]):
        raise LibraryError(f"{name} must be the lowest and the highest, such as (2, 3.4), not {short_repr(span)}")


def read_sort(sort: str) -> str:
    """The SQL order for a name; empty for the order of numbers."""
    name = sort.removeprefix("-") if isinstance(sort, str) else ""
    if name not in SORTS:
        names = ", ".join(SORTS)
        raise LibraryError(f"unknown order {short_repr(sort)} (choose from {names}, or a name after a minus sign)")
    column = SORTS[name] or "number"
    if sort == "number":
        return ""
    return f"{column} IS NULL, {column}{' DESC' if sort.startswith('-') else ''}"


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
