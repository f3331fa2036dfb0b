"""Rows: how a puzzle stands in the file of a library, and how it is read back.

1. What is often asked for has a column of its own; `meta` has all that is told, as JSON.
2. Tags stand in a table of their own. In files of other programs they are a word of what is told, `tags`, with commas.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache

from ninefold.core.errors import LibraryError
from ninefold.core.layout import Layout
from ninefold.core.values import shown
from ninefold.library.facts import Facts
from ninefold.library.query import sound
from ninefold.library.sheet import Sheet, read_line

_TOLD = ("name", "author", "source", "level")
_FIELDS = (
    *("id", "layout", "size", "clues", "clue_count", "status", "solution", *_TOLD),
    *("rating", "meta", "added"),
)
TAGS = "(SELECT json_group_array(tag) FROM tags WHERE puzzle = number)"
COLUMNS = f"number, id, layout, clues, status, solution, meta, added, {TAGS}"
INSERT = f"INSERT OR IGNORE INTO puzzles ({', '.join(_FIELDS)}) VALUES ({', '.join('?' * len(_FIELDS))})"  # noqa: S608
UPDATE = f"UPDATE puzzles SET {', '.join(f'{name} = ?' for name in (*_TOLD, 'rating', 'meta'))} WHERE number = ?"  # noqa: S608


def row_of(sheet: Sheet, facts: Facts, now: str) -> tuple[object, ...]:
    """The values of `INSERT` for a sheet."""
    clues = sheet.clues
    count = len(clues) - clues.digits.count(0)
    start = (facts.id, _word(clues.layout), clues.size, clues.line, count, facts.status.value, facts.solution)
    return (*start, *told_of(sheet.meta), now)


def told_of(meta: Mapping[str, str]) -> tuple[object, ...]:
    """The columns of what is told (rule 1)."""
    if not meta:
        return (None, None, None, None, None, "{}")
    return (*map(meta.get, _TOLD), _rating(meta.get("rating", "")), json.dumps(dict(meta)))


def completed(old: str, new: Mapping[str, str]) -> dict[str, str] | None:
    """What is told of a puzzle, with what it had not from another that is the same; None where that adds nothing."""
    if not new:
        return None
    known: dict[str, str] = json.loads(old)
    return None if known.keys() >= new.keys() else {**new, **known}


def sheet_of_row(layout: str, clues: str, solution: str | None, meta: str) -> Sheet:
    """The sheet of a row."""
    board = _board(layout)
    full = read_line(solution, board) if solution else None
    return Sheet(read_line(clues, board), solution=full, meta=json.loads(meta) if meta != "{}" else {})


_board = lru_cache(maxsize=64)(Layout.parse)  # most rows of a library have the same few


def _word(layout: Layout) -> str:
    """A layout as a word; by far the most puzzles stand on the usual board."""
    return "9" if layout is Layout.of_size(9) else str(layout)


def _rating(text: str) -> float | None:
    try:
        return float(text) if len(text) < 30 else None
    except ValueError:
        return None


# --- tags (rule 2) ----------------------------------------------------------------------------


def read_tags(tags: Iterable[str], *, ours: bool = True) -> list[str]:
    """Tags, each once; refused where one could not be told from two, or not be shown. Older files may have others."""
    if isinstance(tags, str):
        raise LibraryError(f"tags are a list of texts, as [{shown(tags)}]; read the text {shown(tags)} alone")
    words = list(dict.fromkeys(tags))
    for word in words:
        if ours and not _is_tag(word):
            raise LibraryError(f"a tag is a short text without commas; read {shown(word)}")
        sound("a tag", word)
    return words


def _is_tag(word: object) -> bool:
    if not isinstance(word, str) or not 0 < len(word) <= 100 or word != word.strip():
        return False
    return "," not in word and not any(ord(sign) < 0x20 or 0x7F <= ord(sign) < 0xA0 for sign in word)


def apart(sheet: Sheet) -> tuple[Sheet, list[str]]:
    """A sheet without the tags that its file told, and these; what are no tags of ours stays what is told."""
    if "tags" not in sheet.meta:
        return sheet, []
    words = [word.strip() for word in sheet.meta["tags"].split(",") if word.strip()]
    if not all(map(_is_tag, words)):
        return sheet, []
    return sheet.having(meta={name: text for name, text in sheet.meta.items() if name != "tags"}), words


def together(sheet: Sheet, tags: Iterable[str]) -> Sheet:
    """A sheet that tells its tags, to be written into a file; `apart` takes them off again."""
    return sheet.having(meta=with_tags(sheet.meta, tags))


def with_tags(meta: Mapping[str, str], tags: Iterable[str]) -> dict[str, str]:
    """What is told of a puzzle, its tags too."""
    words = [*sorted(tags), *filter(None, [meta.get("tags", "")])]
    return {**meta, "tags": ", ".join(words)} if words else dict(meta)
