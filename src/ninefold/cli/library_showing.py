"""How `ninefold library` shows puzzles: a line or a board for people, lines for programs, JSON where asked."""

from __future__ import annotations

import re

from ninefold.cli.streams import tell
from ninefold.cli.writing import board, is_terminal, write_json
from ninefold.core.layout import Layout
from ninefold.library.store import Kept

# What moves the cursor, colours the terminal, ends a line or turns the direction of writing.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def harmless(text: str) -> str:
    r"""A text from a file as it may stand on a terminal, in one line: control characters are written out.

    >>> print(harmless("red \x1b[31m and\ttabs"))
    red \x1b[31m and\ttabs
    """
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def as_record(kept: Kept) -> dict[str, object]:
    """A puzzle as the object that --json writes; the keys are documented and stay."""
    sheet = kept.sheet
    return {
        "number": kept.number,
        "id": kept.id,
        "puzzle": sheet.clues.line,
        "layout": str(sheet.layout),
        "clues": len(sheet.clues.filled_cells),
        "status": str(kept.status),
        "solution": sheet.solution.line if sheet.solution else None,
        "meta": dict(sheet.meta),
        "tags": list(kept.tags),
        "added": kept.added,
    }


def write_short(kept: Kept, is_json: bool) -> None:
    """A puzzle in one line."""
    if is_json:
        write_json(as_record(kept))
        return
    sheet = kept.sheet
    told = [] if _is_usual(sheet.layout) else [str(sheet.layout)]
    told += [sheet.meta[name] for name in ("name", "level", "source") if name in sheet.meta]
    words = harmless("; ".join([*told, *(f"#{tag}" for tag in kept.tags)]))
    print(f"{kept.number}\t{sheet.clues.line}\t{len(sheet.clues.filled_cells)} clues\t{kept.status}\t{words}".rstrip())


def write_long(kept: Kept, is_json: bool) -> None:
    """All that is known on a terminal; the puzzle alone in a pipe, where another command may read it."""
    if is_json:
        write_json(as_record(kept))
    elif not is_terminal():
        print(kept.sheet.clues.line)
        if not _is_usual(layout := kept.sheet.layout):
            tell(f"ninefold: puzzle {kept.number} is on a board {layout}, which its line does not say")
    else:
        print(board(kept.sheet.clues))
        print(f"number {kept.number}, ID {kept.id}, {len(kept.sheet.clues.filled_cells)} clues, {kept.status}")
        print(f"layout: {kept.sheet.layout}")
        for name, text in kept.sheet.meta.items():
            print(harmless(f"{name}: {text}"))
        if kept.tags:
            print(harmless(f"tags: {', '.join(kept.tags)}"))


def _is_usual(layout: Layout) -> bool:
    """Whether a board is the one that a line of its size is taken for."""
    return str(layout) == str(layout.size)
