"""`ninefold library`: puzzles kept in one file, taken in, found again, tagged, written out."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from ninefold.cli.convert import format_of, write_out
from ninefold.cli.reading import layout_of
from ninefold.cli.streams import tell
from ninefold.cli.writing import Counter, board, is_terminal, write_json
from ninefold.core.errors import LibraryError, ParseError
from ninefold.core.layout import Layout
from ninefold.library.checkup import stats, verify
from ninefold.library.files import open_source, reading
from ninefold.library.query import Query, read_range
from ninefold.library.sheet import Sheet
from ninefold.library.source import Source
from ninefold.library.starter import starter
from ninefold.library.store import Kept, Library

STEP = 1000  # how often progress is shown
Action = Callable[[Library, argparse.Namespace], int]


def run(args: argparse.Namespace) -> int:
    """Do one thing with the library; 1 where nothing is found, or something is not sound."""
    with Library(args.file, make=args.action in ("import", "start")) as library:
        return ACTIONS[args.action](library, args)


def _import(library: Library, args: argparse.Namespace) -> int:
    """Each file whole: a puzzle that cannot be read is told, and the others are taken in."""
    failed = new = known = 0
    with Counter() as counter:
        for path in args.files:
            bad: list[ParseError] = []
            try:
                with open_source(path) as file:
                    source = Source(file, layout_of(args), args.alphabet)
                    read = reading(source, "standard input" if path == "-" else path, args.read_as)
                    added = library.add(_sheets(read.items(), args, bad, counter), args.tag)
                new, known = new + added.new, known + added.known
                for note in source.notes:
                    tell(f"ninefold: {read.name}: {note}")
            except ParseError as error:
                bad.append(error)
                tell(f"ninefold: {error}")
            failed += len(bad)
    print(f"{new} new, {known} known, {failed} not read")
    return 2 if failed else 0


def _sheets(
    items: Iterator[Sheet | ParseError], args: argparse.Namespace, bad: list[ParseError], counter: Counter
) -> Iterator[Sheet]:
    given = {name: text for name in ("source", "level") if (text := getattr(args, name))}
    count = 0
    for item in items:
        if isinstance(item, ParseError):
            bad.append(item)
            tell(f"ninefold: {item}")
            continue
        if (count := count + 1) % STEP == 0:
            counter.step(STEP)
        yield item.having(meta=given | dict(item.meta)) if given else item


def _export(library: Library, args: argparse.Namespace) -> int:
    form = format_of(args.output, args.write_as)
    sheets = [kept.sheet for kept in library.search(_query(args))]
    if not sheets:
        raise LibraryError(f"{library.path}: there is no such puzzle")
    write_out(args.output, form, sheets)
    return 0


def _list(library: Library, args: argparse.Namespace) -> int:
    found = False
    for kept in library.search(_query(args), args.limit):
        found = True
        _write_short(kept, args.json)
    return 0 if found else 1


def _random(library: Library, args: argparse.Namespace) -> int:
    query = _query(args)
    if args.status is None:
        query = Query(**{**vars(query), "status": "unique"})
    _write_long(library.random(query, args.seed), args.json)
    return 0


def _show(library: Library, args: argparse.Namespace) -> int:
    for key in args.keys:
        _write_long(_kept(library, key), args.json)
    return 0


def _tag(library: Library, args: argparse.Namespace) -> int:
    for key in args.keys:
        library.tag(_kept(library, key).number, args.add, args.remove)
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
            print(f"{name}: {', '.join(parts[:40])}")
    return 0


def _verify(library: Library, args: argparse.Namespace) -> int:  # noqa: ARG001 - every action has the same form
    faults = 0
    for fault in verify(library):
        faults += 1
        tell(f"ninefold: {library.path}: {fault}")
    print(f"{library.count()} puzzles, {faults} faults")
    return 1 if faults else 0


def _start(library: Library, args: argparse.Namespace) -> int:  # noqa: ARG001
    added = library.add(starter(), ["starter"])
    print(f"{added.new} new, {added.known} known, 0 not read")
    return 0


ACTIONS: dict[str, Action] = {
    "import": _import,
    "export": _export,
    "list": _list,
    "random": _random,
    "show": _show,
    "tag": _tag,
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


def _kept(library: Library, key: str) -> Kept:
    is_number = key.isascii() and key.isdigit() and len(key) < 16
    return library.get(int(key) if is_number else key)


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


def _is_usual(layout: Layout) -> bool:
    """Whether a board is the one that a line of its size is taken for."""
    return str(layout) == str(layout.size)


def _write_short(kept: Kept, is_json: bool) -> None:
    if is_json:
        write_json(as_record(kept))
        return
    sheet = kept.sheet
    told = [] if _is_usual(sheet.layout) else [str(sheet.layout)]
    told += [sheet.meta[name] for name in ("name", "level", "source") if name in sheet.meta]
    words = "; ".join([*told, *(f"#{tag}" for tag in kept.tags)])
    print(f"{kept.number}\t{sheet.clues.line}\t{len(sheet.clues.filled_cells)} clues\t{kept.status}\t{words}".rstrip())


def _write_long(kept: Kept, is_json: bool) -> None:
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
            print(f"{name}: {text}")
        if kept.tags:
            print(f"tags: {', '.join(kept.tags)}")
