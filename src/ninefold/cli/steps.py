"""`ninefold steps`: every step in a position, those of one technique, or the technique cases of a file."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import islice

from ninefold.cli.arguments import add_json, add_puzzles, add_seconds, read_number
from ninefold.cli.explain import add_unique
from ninefold.cli.input import Reader, clues_of
from ninefold.cli.output import warn, write_json
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit, Stopped
from ninefold.core.values import counted
from ninefold.formats.files import open_text
from ninefold.logic.cases import Case, read_cases, run_case
from ninefold.logic.engine import status_of, steps
from ninefold.logic.explain import NOTES
from ninefold.logic.step import Step
from ninefold.logic.step_json import step_record
from ninefold.logic.techniques import find_techniques, techniques
from ninefold.solving.result import Status

EXAMPLES = """\
examples:
  ninefold steps 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold steps grid.txt --technique skyscraper --json
  ninefold steps --cases technique_cases.csv
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steps`."""
    add_puzzles(parser)
    group = parser.add_argument_group("steps")
    group.add_argument("--technique", metavar="NAME", action="append", help="only this technique; may be repeated")
    group.add_argument("--clues", metavar="PUZZLE", help="the original puzzle, for avoidable rectangles; text or file")
    group.add_argument("--limit", type=read_number, metavar="N", help="stop after N steps per grid")
    add_unique(group)
    add_seconds(group, "stop after S seconds per grid")
    group.add_argument("--list", action="store_true", help="list the techniques and exit")
    group.add_argument("--cases", metavar="FILE", help="run the technique cases of a CSV file instead")
    output = parser.add_argument_group("output")
    output.add_argument("--notation", action="store_true", help="print one line per step, in HoDoKu's notation")
    add_json(output)


def run(args: argparse.Namespace) -> int:
    """Print the steps of every grid; 0 if each has one or is full."""
    if args.list:
        return _list(args)
    if args.cases:
        return _cases(args)
    if args.technique:
        find_techniques(args.technique)  # an unknown name is an error before anything is read
    reader, all_found = Reader(args), True
    named = clues_of(args) if args.clues is not None else None
    for puzzle in reader.puzzles():
        clues = named or (puzzle.clues if puzzle.placed else None)
        status = None if args.no_uniqueness else status_of(clues or puzzle.grid)
        unique = status is Status.UNIQUE
        marks = puzzle.centre or None
        try:
            limit = Limit(seconds=args.seconds)
            found = steps(puzzle.grid, marks=marks, clues=clues, technique=args.technique, unique=unique, limit=limit)
            some = list(islice(found, args.limit))
        except Stopped as stop:
            reader.warn_stopped(puzzle.grid, stop.why)
            all_found = False
            continue
        except NinefoldError as error:
            reader.refuse_puzzle(puzzle.grid, error)
            continue
        all_found &= bool(some) or puzzle.grid.is_full
        _print(args, puzzle.grid, some, status)
    return 2 if reader.failed else 0 if all_found else 1


def _print(args: argparse.Namespace, grid: Grid, some: list[Step], status: Status | None) -> None:
    if args.json:
        record = {"puzzle": grid.line, "layout": str(grid.layout), "unique": status is Status.UNIQUE}
        write_json(record | {"steps": [step_record(step) for step in some]})
        return
    for step in some:
        print(step.notation if args.notation else step)
    if grid.is_full:
        print("The grid is full.")
    elif status and (note := NOTES[status]):
        warn(f"ninefold: {note[0].lower()}{note[1:-1]}")


def _list(args: argparse.Namespace) -> int:
    for technique in techniques():
        if args.json:
            write_json({"technique": technique.slug, "name": technique.name, "aliases": list(technique.aliases),
                        "family": technique.family, "assumes_unique": technique.assumes_unique,
                        "about": technique.about})  # fmt: skip
        else:
            print(f"{technique.slug:34}{technique.name}")
    return 0


def _cases(args: argparse.Namespace) -> int:
    """Run technique cases; the last line counts them. Lines that cannot be read are reported and left out."""
    counts = {"cases": 0, "passed": 0, "failed": 0, "skipped": 0}
    wanted = {one.slug for one in find_techniques(args.technique)} if args.technique else None
    has_broken = False
    for case in _read_cases(args.cases):
        if isinstance(case, ParseError):
            warn(f"ninefold: {case}")
            has_broken = True
            continue
        if wanted is not None and not wanted.intersection(one.slug for one in case.techniques):
            continue
        outcome = run_case(case)
        counts["cases"] += 1
        counts[outcome.status] += 1
        record = {"line": case.line, "code": case.code, "name": case.name, "status": outcome.status, "why": outcome.why}
        if args.json:
            print(json.dumps(record))
        elif outcome.status != "passed":
            print(f"line {case.line}: {case.code} {case.name}: {outcome.status}: {outcome.why}")
    if args.json:
        print(json.dumps(counts))
    else:
        print(f"{counted(counts['cases'], 'case')}: {counts['passed']} passed, {counts['failed']} failed,"
              f" {counts['skipped']} skipped")  # fmt: skip
    return 2 if has_broken else 0 if not counts["failed"] else 1


def _read_cases(path: str) -> Iterator[Case | ParseError]:
    with open_text(path) as file:
        yield from read_cases(file, path)
