"""Rows: how a puzzle stands in the file of a library, and how it is read back.

1. What is often asked for has a column of its own; `meta` has all that is told, as JSON.
2. Tags stand in a table of their own. In files of other programs they are a word of what is told, `tags`, with commas.

Facts: what a library works out of each puzzle it takes in: its ID, its status and its solution.

1. The ID is that of the canonical form, so that a puzzle turned or renamed is the same one. Where there is none, as of
   grids with clashing clues or on 25×25 with diagonals, the ID is x and a digest of the puzzle as it stands.
2. Usual 9×9 puzzles are worked out all at once by native code, others one by one, within a time.
"""

from __future__ import annotations

import json
from base64 import b32encode
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from ninefold.core.canonical import canonical_lines, library_id
from ninefold.core.checking import check
from ninefold.core.errors import LibraryError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit
from ninefold.core.puzzle import Sheet, read_line
from ninefold.core.values import short_repr
from ninefold.library.query import require_text
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_TOLD = ("name", "author", "source", "level")
_FIELDS = (
    *("id", "layout", "size", "clues", "clue_count", "status", "solution", *_TOLD),
    *("rating", "meta", "added"),
)
TAGS = "(SELECT json_group_array(tag) FROM tags WHERE puzzle = number)"
COLUMNS = f"number, id, layout, clues, status, solution, meta, added, {TAGS}"
INSERT = f"INSERT OR IGNORE INTO puzzles ({', '.join(_FIELDS)}) VALUES ({', '.join('?' * len(_FIELDS))})"  # noqa: S608
UPDATE = f"UPDATE puzzles SET {', '.join(f'{name} = ?' for name in (*_TOLD, 'rating', 'meta'))} WHERE number = ?"  # noqa: S608


def row_of(sheet: Sheet, facts: Analysis, now: str) -> tuple[object, ...]:
    """The values of `INSERT` for a sheet."""
    clues = sheet.clues
    count = len(clues) - clues.digits.count(0)
    start = (facts.id, _word(clues.layout), clues.size, clues.line, count, facts.status.value, facts.solution)
    return (*start, *about_columns(sheet.meta), now)


def about_columns(meta: Mapping[str, str]) -> tuple[object, ...]:
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
        raise LibraryError(f"tags are a list of texts, as [{short_repr(tags)}]; read the text {short_repr(tags)} alone")
    words = list(dict.fromkeys(tags))
    for word in words:
        if ours and not _is_tag(word):
            raise LibraryError(f"a tag is a short text without commas; read {short_repr(word)}")
        require_text("a tag", word)
    return words


def _is_tag(word: object) -> bool:
    if not isinstance(word, str) or not 0 < len(word) <= 100 or word != word.strip():
        return False
    return "," not in word and not any(ord(sign) < 0x20 or 0x7F <= ord(sign) < 0xA0 for sign in word)


def split_tags(sheet: Sheet) -> tuple[Sheet, list[str]]:
    """A sheet without the tags that its file told, and these; what are no tags of ours stays what is told."""
    if "tags" not in sheet.meta:
        return sheet, []
    words = [word.strip() for word in sheet.meta["tags"].split(",") if word.strip()]
    if not all(map(_is_tag, words)):
        return sheet, []
    return sheet.with_digits(meta={name: text for name, text in sheet.meta.items() if name != "tags"}), words


def join_tags(sheet: Sheet, tags: Iterable[str]) -> Sheet:
    """A sheet that tells its tags, to be written into a file; `apart` takes them off again."""
    return sheet.with_digits(meta=with_tags(sheet.meta, tags))


def with_tags(meta: Mapping[str, str], tags: Iterable[str]) -> dict[str, str]:
    """What is told of a puzzle, its tags too."""
    words = [*sorted(tags), *filter(None, [meta.get("tags", "")])]
    return {**meta, "tags": ", ".join(words)} if words else dict(meta)


SECONDS = 1.0
_NINE = Layout.of_size(9)
_SIGNS = b".123456789" + bytes(range(10, 256))


class Analysis(NamedTuple):
    """What is worked out of a puzzle; the solution as a line."""

    id: str
    status: Status
    solution: str | None


def analyse(sheets: Sequence[Sheet], seconds: float = SECONDS) -> list[Analysis]:
    """The facts of sheets, in their order."""
    plain = [index for index, sheet in enumerate(sheets) if sheet.layout == _NINE]
    found = dict(zip(plain, _of_many([sheets[index].clues for index in plain]), strict=True))
    return [found.get(index) or _of_one(sheet, seconds) for index, sheet in enumerate(sheets)]


def _of_one(sheet: Sheet, seconds: float) -> Analysis:
    result = solve(sheet.clues, limit=Limit(seconds=seconds))
    known = sheet.solution if sheet.solution and not check(sheet.solution).clashes else None
    solution = result.solution or known
    return Analysis(library_id(sheet.clues), result.status, solution.line if solution else None)


def _of_many(grids: Sequence[Grid]) -> list[Analysis]:
    if not grids:
        return []
    import numpy as np

    from ninefold.solving.many import solve_many

    digits = np.frombuffer(b"".join(grid.digits for grid in grids), dtype=np.uint8).reshape(-1, 81)
    results = solve_many(digits)
    clash = clashing(digits)
    lines = np.where(clash[:, None], digits, 0)
    lines[~clash] = canonical_lines(digits[~clash])
    forms, solutions = _lines(lines), _lines(results.solution)
    by_code = tuple(Status)
    statuses = [by_code[code] for code in results.status]
    return [
        Analysis(("x" if clash else "") + _id(form), status, solution if solution[0] != "." else None)
        for clash, form, status, solution in zip(clash.tolist(), forms, statuses, solutions, strict=True)
    ]


def _lines(digits: NDArray[np.uint8]) -> list[str]:
    """Many grids as lines, without an object for each."""
    text = digits.tobytes().translate(_SIGNS).decode()
    return [text[start : start + 81] for start in range(0, len(text), 81)]


def _id(form: str) -> str:
    """What `id_of` says of a usual 9×9 grid, from its line."""
    return b32encode(blake2b(f"9 {form}".encode(), digest_size=10).digest()).decode().lower()


def clashing(digits: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which of n×81 digits have one twice in a unit."""
    import numpy as np

    clash = np.zeros(len(digits), dtype=bool)
    for unit in _NINE.units:
        cells = np.sort(digits[:, list(unit.cells)], axis=1)
        clash |= ((cells[:, 1:] == cells[:, :-1]) & (cells[:, 1:] > 0)).any(axis=1)
    return clash
