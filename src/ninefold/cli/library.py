"""`ninefold library`: puzzles stored in one file: import, find, tag, edit, export.

`show` and `random` print everything about a puzzle on a terminal, and its line alone in a pipe.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from ninefold import records
from ninefold.cli.arguments import (
    add_alphabet,
    add_board,
    add_command,
    add_from,
    add_json,
    add_seconds,
    add_threads,
    add_to,
    finish,
    read_number,
    read_seed,
)
from ninefold.cli.convert import format_of, write_out
from ninefold.cli.library_import import import_file
from ninefold.cli.library_rating import rate_for_a_while, rate_with_progress, read_span
from ninefold.cli.output import board, escape_controls, is_terminal, warn, write_json
from ninefold.core.errors import LibraryError
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit
from ninefold.core.values import counted
from ninefold.library.query import SORTS, Query, read_range
from ninefold.library.ratings import StoredRating
from ninefold.library.store import Entry, Library, default_path
from ninefold.library.upkeep import starter, stats, verify
from ninefold.rating.levels import LEVELS

Action = Callable[[Library, argparse.Namespace], int]
FIELDS = ("name", "author", "source", "level", "rating", "comment")
EXAMPLES = """\
examples:
  ninefold library import puzzles.txt games.xlsx --tag mine
  ninefold library list --size 9 --clues 17-24 --level hard
  ninefold library random --level hard
  ninefold library list --er 7-7.5 --technique X-Wing --sort minutes
  ninefold library edit 12 --name "The long way" --author "A. Wu"
  ninefold library --file club.sqlite export club.xlsx --tag june
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `library` and of its commands."""
    parser.add_argument("--file", metavar="PATH", help="library file (default: the one in your data folder)")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="action", required=True, prog="ninefold library"
    )
    for name, about, add in COMMANDS:
        inner = add_command(commands, name, about)
        add(inner)
        finish(inner)


def _no_arguments(parser: argparse.ArgumentParser) -> None:
    """For a command without arguments."""


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file in any format, or - for standard input")
    add_from(parser)
    parser.add_argument("--tag", action="append", default=[], metavar="TAG", help="a tag for all; may be repeated")
    parser.add_argument("--source", metavar="TEXT", help="source for puzzles without one")
    parser.add_argument("--level", metavar="LEVEL", help="level for puzzles without one")
    parser.add_argument("--games", action="store_true", help="keep placed digits and candidates, as games in play")
    board = parser.add_argument_group("board")
    add_board(board, "from the file")
    add_alphabet(board)


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("output", metavar="OUT", help="file to write, or - for standard output")
    add_to(parser)
    _query_arguments(parser)


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", type=read_number, metavar="N", help="at most N puzzles (default: all)")
    parser.add_argument(
        "--sort",
        default="number",
        metavar="ORDER",
        help=f"{', '.join(SORTS)} (default: number)",
    )
    parser.add_argument("--reverse", action="store_true", help="the highest first")
    add_json(parser)
    _query_arguments(parser)


def _random_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=read_seed, metavar="N", help="random seed, for reproducible output")
    add_json(parser)
    _query_arguments(parser)


def _rate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--again", action="store_true", help="forget all ratings first")
    add_seconds(parser, "stop after S seconds; the next call continues")
    add_threads(parser, "standard 9x9")


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    _key_arguments(parser)
    add_json(parser)


def _tag_arguments(parser: argparse.ArgumentParser) -> None:
    _key_arguments(parser)
    parser.add_argument("--add", action="append", default=[], metavar="TAG", help="add a tag; may be repeated")
    parser.add_argument("--remove", action="append", default=[], metavar="TAG", help="remove a tag; may be repeated")


def _edit_arguments(parser: argparse.ArgumentParser) -> None:
    _key_arguments(parser)
    for name in FIELDS:
        parser.add_argument(f"--{name}", metavar="TEXT", help=f"the {name}; an empty text removes it")


def _key_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("keys", nargs="+", metavar="PUZZLE", help="the number of a puzzle in the library, or its ID")


def _query_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("filters")
    group.add_argument("--size", type=read_number, metavar="N", help="of this size")
    group.add_argument("--layout", metavar="LAYOUT", help="with this layout")
    group.add_argument("--level", metavar="LEVEL", help="of this level, in any case")
    group.add_argument("--clues", metavar="N[-M]", help="with this number of clues, or in this range")
    group.add_argument("--tag", metavar="TAG", help="with this tag")
    group.add_argument("--text", metavar="WORDS", help="with these words in name, author, source, comment, tags, ...")
    group.add_argument("--er", metavar="R[-S]", help="with this rating of Sudoku Explainer, or in this range")
    group.add_argument("--ep", metavar="R[-S]", help="with this EP, or in this range")
    group.add_argument("--ed", metavar="R[-S]", help="with this ED, or in this range")
    group.add_argument("--minutes", metavar="M[-N]", help="that take this many minutes, or in this range")
    group.add_argument("--score", metavar="N[-M]", help="with this score of HoDoKu, or in this range")
    group.add_argument("--hodoku", metavar="LEVEL", help="of this level of HoDoKu, such as unfair")
    group.add_argument("--backdoor", metavar="N[-M]", help="with this size of the backdoor, or in this range")
    group.add_argument("--guesses", metavar="N[-M]", help="with this number of guesses, or in this range")
    group.add_argument("--technique", metavar="NAME", help="that need this technique, such as X-Wing")
    group.add_argument("--status", metavar="STATUS", help="unique, multiple, impossible, solved or unknown")


def run(args: argparse.Namespace) -> int:
    """Run one command on the library; 1 if nothing is found or a check fails."""
    is_new = args.action == "random" and args.file is None and not os.path.exists(default_path())
    with Library(args.file, make=is_new or args.action in ("import", "init")) as library:
        if is_new:  # so that there is something to choose from, as in the app
            count = library.add(starter(), ["starter"]).new
            warn(f"ninefold: {library.path}: created with the {counted(count, 'puzzle')} that come with Ninefold")
        return ACTIONS[args.action](library, args)


def _export(library: Library, args: argparse.Namespace) -> int:
    form = format_of(args.output, args.to)
    puzzles = [kept.rated for kept in library.search(_query(args))]
    if not puzzles:
        raise LibraryError(f"{library.path}: no puzzle matches")
    write_out(args.output, form, puzzles)
    return 0


def _list(library: Library, args: argparse.Namespace) -> int:
    found = False
    for kept in library.search(_query(args), args.limit, sort=f"-{args.sort}" if args.reverse else args.sort):
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
        write_long(_entry(library, key), args.json)
    return 0


def _tag(library: Library, args: argparse.Namespace) -> int:
    if not (args.add or args.remove):
        raise LibraryError("nothing to change: give at least one of --add, --remove")
    for key in args.keys:
        library.tag(_entry(library, key).number, args.add, args.remove)
    return 0


def _edit(library: Library, args: argparse.Namespace) -> int:
    given = {name: text for name in FIELDS if (text := getattr(args, name)) is not None}
    if not given:
        raise LibraryError(f"nothing to change: give at least one of {', '.join('--' + name for name in FIELDS)}")
    for number in [_entry(library, key).number for key in args.keys]:
        library.edit(number, given)
    return 0


def _remove(library: Library, args: argparse.Namespace) -> int:
    count = library.remove([_entry(library, key).number for key in args.keys])
    print(f"{count} removed")
    return 0


def _stats(library: Library, args: argparse.Namespace) -> int:
    found = stats(library)
    if args.json:
        write_json({"file": library.path} | found)
        return 0
    counts = [counted(found[noun + "s"], noun) for noun in ("puzzle", "game", "byte")]
    counts += [f"{found['unrated']:,} not rated yet"] if found["unrated"] else []
    print(f"{library.path}: {', '.join(counts)}")
    for name in ("layouts", "levels", "statuses", "clues", "tags"):
        parts = [f"{word or '(none)'} {count:,}" for word, count in found[name].items()]
        if parts:
            print(escape_controls(f"{name}: {', '.join(parts[:40])}"))
    return 0


def _verify(library: Library, args: argparse.Namespace) -> int:  # noqa: ARG001 - every action has the same signature
    faults = 0
    for fault in verify(library):
        faults += 1
        warn(f"ninefold: {library.path}: {fault}")
    print(f"{counted(library.count(), 'puzzle')}, {counted(faults, 'fault')}")
    return 1 if faults else 0


def _init(library: Library, args: argparse.Namespace) -> int:  # noqa: ARG001
    added = library.add(starter(), ["starter"])
    print(f"{added.new} new, {added.known} known, 0 unreadable")
    rate_for_a_while(library)
    return 0


def _rate(library: Library, args: argparse.Namespace) -> int:
    if args.again:
        with library.writing() as db:
            db.execute("DELETE FROM ratings")
    try:
        done = rate_with_progress(library, Limit(seconds=args.seconds), args.threads)
    finally:
        left = library.unrated
        if left:
            warn(f"ninefold: {counted(left, 'puzzle')} left to rate; `ninefold library rate` continues")
    print(f"{done:,} rated")
    return 1 if left else 0


ACTIONS: dict[str, Action] = {
    "import": import_file,
    "export": _export,
    "list": _list,
    "random": _random,
    "show": _show,
    "tag": _tag,
    "edit": _edit,
    "remove": _remove,
    "stats": _stats,
    "verify": _verify,
    "init": _init,
    "rate": _rate,
}
# In the order of the help: name, one-line help, arguments.
COMMANDS: tuple[tuple[str, str, Callable[[argparse.ArgumentParser], None]], ...] = (
    ("init", "add the puzzles that come with Ninefold", _no_arguments),
    ("import", "import puzzles from files, without duplicates", _import_arguments),
    ("export", "write puzzles to a file in any format", _export_arguments),
    ("list", "list matching puzzles", _list_arguments),
    ("random", "show a random puzzle: in full on a terminal, its line in a pipe", _random_arguments),
    ("show", "show puzzles: in full on a terminal, their lines in a pipe", _show_arguments),
    ("tag", "add or remove tags", _tag_arguments),
    ("edit", "change name, author, source, level, rating or comment", _edit_arguments),
    ("remove", "remove puzzles and their games", _key_arguments),
    ("rate", "rate the puzzles that are not rated yet", _rate_arguments),
    ("stats", "show statistics of the library", add_json),
    ("verify", "check the file, every ID and every solution", _no_arguments),
)


def _query(args: argparse.Namespace) -> Query:
    return Query(
        size=args.size,
        layout=str(Layout.parse(args.layout)) if args.layout else None,
        level=args.level,
        clues=read_range(args.clues) if args.clues else None,
        tag=args.tag,
        text=args.text,
        status=args.status,
        er=read_span("--er", args.er),
        ep=read_span("--ep", args.ep),
        ed=read_span("--ed", args.ed),
        minutes=read_span("--minutes", args.minutes),
        score=read_span("--score", args.score),
        hodoku=args.hodoku,
        backdoor=read_span("--backdoor", args.backdoor),
        guesses=read_span("--guesses", args.guesses),
        technique=args.technique,
    )


def _entry(library: Library, key: str) -> Entry:
    is_number = key.isascii() and key.isdigit() and len(key) < 16
    return library.get(int(key) if is_number else key)


def write_short(kept: Entry, is_json: bool) -> None:
    """Print a puzzle on one line."""
    if is_json:
        write_json(records.LibraryEntry.of(kept))
        return
    puzzle = kept.puzzle
    parts = [] if _is_default(puzzle.layout) else [str(puzzle.layout)]
    meta = puzzle.meta
    own = puzzle.level if kept.level != puzzle.level and puzzle.level.lower() not in LEVELS else ""
    parts += filter(None, [meta.get("name", ""), own, _hardness(kept), meta.get("source", "")])
    words = escape_controls("; ".join([*parts, *(f"#{tag}" for tag in kept.tags)]))
    clues = counted(len(puzzle.clues.filled_cells), "clue")
    print(f"{kept.number}\t{puzzle.clues.line}\t{clues}\t{kept.status}\t{words}".rstrip())


def _hardness(kept: Entry) -> str:
    """The level, the minutes and the ER, as far as they are known."""
    rating = kept.rating or StoredRating()
    minutes = "" if rating.minutes is None else f"{rating.minutes:.0f} min"
    er = "" if rating.er is None else f"ER {rating.er}"
    return ", ".join(filter(None, [kept.level, minutes, er]))


def write_long(kept: Entry, is_json: bool) -> None:
    """Print everything on a terminal, and the puzzle alone in a pipe, where another command may read it."""
    if is_json:
        write_json(records.LibraryEntry.of(kept))
    elif not is_terminal():
        print(kept.puzzle.clues.line)
        if not _is_default(layout := kept.puzzle.layout):
            warn(f"ninefold: puzzle {kept.number} has layout {layout}, which its line does not show")
    else:
        print(board(kept.puzzle.clues))
        clues = counted(len(kept.puzzle.clues.filled_cells), "clue")
        print(f"number {kept.number}, ID {kept.id}, {clues}, {kept.status}")
        print(f"layout: {kept.puzzle.layout}")
        if kept.rating is not None:
            print(f"hardness: {_hardness(kept) or kept.rating.why}")
            print(f"techniques: {', '.join(f'{name} {n}' for name, n in kept.rating.techniques.items())}")
            if scale := kept.rating.explainer:
                print(f"explainer: {scale.details}")
        for name, text in kept.puzzle.meta.items():
            print(escape_controls(f"{name}: {text}"))
        if kept.tags:
            print(escape_controls(f"tags: {', '.join(kept.tags)}"))


def _is_default(layout: Layout) -> bool:
    """Whether a line of this size is read with this layout by default."""
    return str(layout) == str(layout.size)
