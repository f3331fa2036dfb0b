"""`ninefold library`: puzzles kept in one file, taken in, found again, tagged, written out.

How `ninefold library` shows puzzles: a line or a board for people, lines for programs, JSON where asked.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable

from ninefold import records
from ninefold.cli.convert import format_of, write_out
from ninefold.cli.library_import import import_file
from ninefold.cli.output import board, is_terminal, warn, write_json
from ninefold.core.errors import LibraryError
from ninefold.core.layout import Layout
from ninefold.library.query import Query, read_range
from ninefold.library.rows import join_tags
from ninefold.library.store import Entry, Library, default_path
from ninefold.library.upkeep import starter, stats, verify

Action = Callable[[Library, argparse.Namespace], int]
TOLD = ("name", "author", "source", "level", "rating", "comment")


def run(args: argparse.Namespace) -> int:
    """Do one thing with the library; 1 where nothing is found, or something is not sound."""
    is_new = args.action == "random" and args.file is None and not os.path.exists(default_path())
    with Library(args.file, make=is_new or args.action in ("import", "start")) as library:
        if is_new:  # so that there is one to be drawn, as in the app
            count = library.add(starter(), ["starter"]).new
            warn(f"ninefold: {library.path}: a new library, with the {count} puzzles that come with Ninefold")
        return ACTIONS[args.action](library, args)


def _export(library: Library, args: argparse.Namespace) -> int:
    form = format_of(args.output, args.write_as)
    sheets = [join_tags(kept.sheet, kept.tags) for kept in library.search(_query(args))]
    if not sheets:
        raise LibraryError(f"{library.path}: there is no such puzzle")
    write_out(args.output, form, sheets)
    return 0


def _list(library: Library, args: argparse.Namespace) -> int:
    found = False
    for kept in library.search(_query(args), args.limit):
        found = True
        write_short(kept, args.json)
    return 0 if found else 1


def _random(library: Library, args: argparse.Namespace) -> int:
    query = _query(args)
    if args.status is None:
        query = Query(**{**vars(query), "status": "unique"})
    write_long(library.random(query, args.seed), args.json)
    return 0


def _show(library: Library, args: argparse.Namespace) -> int:
    for key in args.keys:
        write_long(_kept(library, key), args.json)
    return 0


def _tag(library: Library, args: argparse.Namespace) -> int:
    for key in args.keys:
        library.tag(_kept(library, key).number, args.add, args.remove)
    return 0


def _describe(library: Library, args: argparse.Namespace) -> int:
    told = {name: text for name in TOLD if (text := getattr(args, name)) is not None}
    if not told:
        raise LibraryError(f"there is nothing to tell: give one of {', '.join('--' + name for name in TOLD)}")
    for number in [_kept(library, key).number for key in args.keys]:
        library.describe(number, told)
    return 0


def _remove(library: Library, args: argparse.Namespace) -> int:
    count = library.remove([_kept(library, key).number for key in args.keys])
    print(f"{count} removed")
    return 0


def _stats(library: Library, args: argparse.Namespace) -> int:
    found = stats(library)
    if args.json:
        write_json({"file": library.path} | found)
        return 0
    print(f"{library.path}: {found['puzzles']:,} puzzles, {found['games']:,} games, {found['bytes']:,} bytes")
    for name in ("layouts", "levels", "statuses", "clues", "tags"):
        parts = [f"{word or '(none)'} {count:,}" for word, count in found[name].items()]
        if parts:
            print(escape_controls(f"{name}: {', '.join(parts[:40])}"))
    return 0


def _verify(library: Library, args: argparse.Namespace) -> int:  # noqa: ARG001 - every action has the same form
    faults = 0
    for fault in verify(library):
        faults += 1
        warn(f"ninefold: {library.path}: {fault}")
    print(f"{library.count()} puzzles, {faults} faults")
    return 1 if faults else 0


def _start(library: Library, args: argparse.Namespace) -> int:  # noqa: ARG001
    added = library.add(starter(), ["starter"])
    print(f"{added.new} new, {added.known} known, 0 not read")
    return 0


ACTIONS: dict[str, Action] = {
    "import": import_file,
    "export": _export,
    "list": _list,
    "random": _random,
    "show": _show,
    "tag": _tag,
    "describe": _describe,
    "remove": _remove,
    "stats": _stats,
    "verify": _verify,
    "start": _start,
}


def _query(args: argparse.Namespace) -> Query:
    return Query(
        size=args.size,
        layout=str(Layout.parse(args.layout)) if args.layout else None,
        level=args.level,
        clues=read_range(args.clues) if args.clues else None,
        tag=args.tag,
        text=args.text,
        status=args.status,
    )


def _kept(library: Library, key: str) -> Entry:
    is_number = key.isascii() and key.isdigit() and len(key) < 16
    return library.get(int(key) if is_number else key)


# What moves the cursor, colours the terminal, ends a line or turns the direction of writing.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def escape_controls(text: str) -> str:
    r"""A text from a file as it may stand on a terminal, in one line: control characters are written out.

    >>> print(escape_controls("red \x1b[31m and\ttabs"))
    red \x1b[31m and\ttabs
    """
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def write_short(kept: Entry, is_json: bool) -> None:
    """A puzzle in one line."""
    if is_json:
        write_json(records.as_dict(records.LibraryEntry.of(kept)))
        return
    sheet = kept.sheet
    told = [] if _is_usual(sheet.layout) else [str(sheet.layout)]
    told += [sheet.meta[name] for name in ("name", "level", "source") if name in sheet.meta]
    words = escape_controls("; ".join([*told, *(f"#{tag}" for tag in kept.tags)]))
    print(f"{kept.number}\t{sheet.clues.line}\t{len(sheet.clues.filled_cells)} clues\t{kept.status}\t{words}".rstrip())


def write_long(kept: Entry, is_json: bool) -> None:
    """All that is known on a terminal; the puzzle alone in a pipe, where another command may read it."""
    if is_json:
        write_json(records.as_dict(records.LibraryEntry.of(kept)))
    elif not is_terminal():
        print(kept.sheet.clues.line)
        if not _is_usual(layout := kept.sheet.layout):
            warn(f"ninefold: puzzle {kept.number} is on a board {layout}, which its line does not say")
    else:
        print(board(kept.sheet.clues))
        print(f"number {kept.number}, ID {kept.id}, {len(kept.sheet.clues.filled_cells)} clues, {kept.status}")
        print(f"layout: {kept.sheet.layout}")
        for name, text in kept.sheet.meta.items():
            print(escape_controls(f"{name}: {text}"))
        if kept.tags:
            print(escape_controls(f"tags: {', '.join(kept.tags)}"))


def _is_usual(layout: Layout) -> bool:
    """Whether a board is the one that a line of its size is taken for."""
    return str(layout) == str(layout.size)
