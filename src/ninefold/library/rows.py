"""Rows: how a puzzle is stored in a library file and read back, and what the library computes about it.

1. What queries often use has its own column; `meta` has all texts of the puzzle, as JSON.
2. Tags have their own table. In files of other programs they are one text of the puzzle, `tags`, with commas.
3. The ID is that of the canonical form, so a puzzle turned or relabelled is the same one. If there is none, such as for
   clashing clues or 25×25 with diagonals, the ID is x and a digest of the puzzle as it is.
4. A puzzle that was proved proper in this process is not solved again. Other puzzles are: standard 9×9 ones all at once
   by native code, the rest one by one, each within a time limit.
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
from ninefold.core.grid import read_line
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit
from ninefold.core.puzzle import Puzzle, Rating
from ninefold.core.values import is_iterable, short_repr
from ninefold.library import ratings
from ninefold.library.query import require_text
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_TEXTS = ("name", "author", "source", "level")
_FIELDS = (
    *("id", "layout", "size", "clues", "clue_count", "status", "solution", *_TEXTS),
    *("rating", "meta", "added"),
)
TAGS = "(SELECT json_group_array(tag) FROM tags WHERE puzzle = number)"
COLUMNS = f"number, id, layout, clues, status, solution, meta, added, {TAGS}, {ratings.COLUMNS}"
INSERT = f"INSERT OR IGNORE INTO puzzles ({', '.join(_FIELDS)}) VALUES ({', '.join('?' * len(_FIELDS))})"  # noqa: S608
UPDATE = f"UPDATE puzzles SET {', '.join(f'{name} = ?' for name in (*_TEXTS, 'rating', 'meta'))} WHERE number = ?"  # noqa: S608


def row_of(puzzle: Puzzle, analysis: Analysis, now: str) -> tuple[object, ...]:
    """The values of `INSERT` for a puzzle."""
    clues = puzzle.clues
    count = len(clues) - clues.digits.count(0)
    start = (analysis.id, _layout_name(clues.layout), clues.size, clues.line, count)
    return (*start, analysis.status.value, analysis.solution, *about_columns(puzzle.meta), now)


def about_columns(meta: Mapping[str, str]) -> tuple[object, ...]:
    """The columns of the texts (rule 1)."""
    if not meta:
        return (None, None, None, None, None, "{}")
    return (*map(meta.get, _TEXTS), Rating(meta.get("rating", "")).value, json.dumps(dict(meta)))


def completed(old: str, new: Mapping[str, str]) -> dict[str, str] | None:
    """The stored texts of a puzzle with those it lacked; None if there are none to add."""
    if not new:
        return None
    known: dict[str, str] = json.loads(old)
    return None if known.keys() >= new.keys() else {**new, **known}


def puzzle_of_row(layout: str, clues: str, solution: str | None, meta: str) -> Puzzle:
    """The puzzle of a row. A file proves nothing, so `proper` stays None."""
    board = _layout(layout)
    full = read_line(solution, board) if solution else None
    return Puzzle.from_parts(read_line(clues, board), solution=full, meta=json.loads(meta) if meta != "{}" else {})


_layout = lru_cache(maxsize=64)(Layout.parse)  # most rows of a library share a few


def _layout_name(layout: Layout) -> str:
    """The name of a layout; most puzzles by far are on the standard board."""
    return "9" if layout is Layout.of_size(9) else str(layout)


# --- tags (rule 2) ----------------------------------------------------------------------------


def read_tags(tags: Iterable[str], *, ours: bool = True) -> list[str]:
    """Tags without repeats; an error if one contains a comma or cannot be shown. Older files may have such tags."""
    if isinstance(tags, str):
        raise LibraryError(f"tags is a list such as [{short_repr(tags)}], not the text {short_repr(tags)}")
    if not is_iterable(tags):
        raise LibraryError(f"tags is a list of texts, not {short_repr(tags)}")
    words = list(tags)
    for word in words:
        if ours and not _is_tag(word):
            raise LibraryError(f"a tag is a short text without commas, not {short_repr(word)}")
        require_text("a tag", word)
    return list(dict.fromkeys(words))


def _is_tag(word: object) -> bool:
    if not isinstance(word, str) or not 0 < len(word) <= 100 or word != word.strip():
        return False
    return "," not in word and not any(ord(sign) < 0x20 or 0x7F <= ord(sign) < 0xA0 for sign in word)


def split_tags(puzzle: Puzzle) -> tuple[Puzzle, list[str]]:
    """A puzzle without the tags of its file, and these; a text that is not a list of tags stays."""
    if "tags" not in puzzle.about:
        return puzzle, []
    words = [word.strip() for word in puzzle.about["tags"].split(",") if word.strip()]
    if not all(map(_is_tag, words)):
        return puzzle, []
    return puzzle.replace(about={name: text for name, text in puzzle.about.items() if name != "tags"}), words


def join_tags(puzzle: Puzzle, tags: Iterable[str]) -> Puzzle:
    """A puzzle with its tags as a text, to be written to a file; `split_tags` reverses it."""
    return puzzle.replace(meta=with_tags(puzzle.meta, tags))


def with_tags(meta: Mapping[str, str], tags: Iterable[str]) -> dict[str, str]:
    """The texts of a puzzle and its tags."""
    words = [*sorted(tags), *filter(None, [meta.get("tags", "")])]
    return {**meta, "tags": ", ".join(words)} if words else dict(meta)


# --- analysis (rules 3 and 4) -----------------------------------------------------------------

SECONDS = 1.0  # per puzzle that is not standard 9×9
_NINE = Layout.of_size(9)
_SYMBOLS = b".123456789" + bytes(range(10, 256))


class Analysis(NamedTuple):
    """What the library computes about a puzzle; the solution is a line."""

    id: str
    status: Status
    solution: str | None


def analyse(puzzles: Sequence[Puzzle], seconds: float = SECONDS) -> list[Analysis]:
    """The analysis of each puzzle, in order."""
    nine = [index for index, puzzle in enumerate(puzzles) if puzzle.layout == _NINE]
    found = dict(zip(nine, _analyse_nine([puzzles[index] for index in nine]), strict=True))
    return [found.get(index) or _analyse_one(puzzle, seconds) for index, puzzle in enumerate(puzzles)]


def _analyse_one(puzzle: Puzzle, seconds: float) -> Analysis:
    if puzzle.proper and puzzle.solution:
        return Analysis(library_id(puzzle.clues), Status.UNIQUE, puzzle.solution.line)
    result = solve(puzzle.clues, limit=Limit(seconds=seconds))
    known = puzzle.solution if puzzle.solution and not check(puzzle.solution).clashes else None
    solution = result.solution or known
    return Analysis(library_id(puzzle.clues), result.status, solution.line if solution else None)


def _analyse_nine(puzzles: Sequence[Puzzle]) -> list[Analysis]:
    """Standard 9×9 puzzles, many at once."""
    if not puzzles:
        return []
    import numpy as np

    digits = np.frombuffer(b"".join(puzzle.clues.digits for puzzle in puzzles), dtype=np.uint8).reshape(-1, 81)
    clash = clashing(digits)
    lines = np.where(clash[:, None], digits, 0)
    lines[~clash] = canonical_lines(digits[~clash])
    ids = [("x" if clashes else "") + _id(form) for clashes, form in zip(clash.tolist(), _lines(lines), strict=True)]
    statuses, solutions = _solved(puzzles, digits)
    return list(map(Analysis, ids, statuses, solutions))


def _solved(puzzles: Sequence[Puzzle], digits: NDArray[np.uint8]) -> tuple[list[Status], list[str | None]]:
    """The status and the solution of each puzzle; only those without a proof are solved (rule 4)."""
    from ninefold.solving.many import solve_many

    statuses = [Status.UNIQUE] * len(puzzles)
    solutions = [puzzle.solution.line if puzzle.solution else None for puzzle in puzzles]
    if unproved := [index for index, puzzle in enumerate(puzzles) if not puzzle.proper]:
        results, by_code = solve_many(digits[unproved]), tuple(Status)
        for index, code, line in zip(unproved, results.status, _lines(results.solution), strict=True):
            statuses[index] = by_code[code]
            if line[0] != ".":
                solutions[index] = line
            elif (known := puzzles[index].solution) and check(known).clashes:
                solutions[index] = None
    return statuses, solutions


def _lines(digits: NDArray[np.uint8]) -> list[str]:
    """Many grids as lines, without a Grid for each."""
    text = digits.tobytes().translate(_SYMBOLS).decode()
    return [text[start : start + 81] for start in range(0, len(text), 81)]


def _id(form: str) -> str:
    """What `library_id` gives for a standard 9×9 grid, from the line of its canonical form."""
    return b32encode(blake2b(f"9 {form}".encode(), digest_size=10).digest()).decode().lower()


def clashing(digits: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which of n×81 digits have one twice in a unit."""
    import numpy as np

    clash = np.zeros(len(digits), dtype=bool)
    for unit in _NINE.units:
        cells = np.sort(digits[:, list(unit.cells)], axis=1)
        clash |= ((cells[:, 1:] == cells[:, :-1]) & (cells[:, 1:] > 0)).any(axis=1)
    return clash
