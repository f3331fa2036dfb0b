"""`ninefold tree`: the search tree of a run, counted and drawn."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from typing import NamedTuple

from ninefold import records
from ninefold.cli.arguments import (
    add_json,
    add_limit,
    add_nodes,
    add_puzzles,
    add_seconds,
    read_limit,
    read_number,
)
from ninefold.cli.input import Reader, check_output
from ninefold.cli.method_files import method_of
from ninefold.cli.output import write_json, write_row
from ninefold.core.atomic_write import save
from ninefold.core.errors import MethodError, NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.solving.registry import split_methods
from ninefold.solving.solve import solve
from ninefold.solving.trace import End, Event, Start
from ninefold.solving.tree import Tree, check_guesses, tree

FORMS = (".svg", ".html")
HEADS = ("method", "nodes", "depth", "failures", "solutions", "status")
EXAMPLES = """\
examples:
  ninefold tree puzzle.txt --by norvig,exact-cover
  ninefold tree puzzle.txt --by backtrack:propagation=arc -o tree.svg
  ninefold tree --trace trace.jsonl -o tree.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `tree`."""
    add_puzzles(parser)
    group = parser.add_argument_group("run")
    group.add_argument(
        "--by",
        metavar="METHODS",
        help="methods that guess, separated by commas, with options if any: backtrack, colour, exact-cover, norvig,"
        " propagate (default: norvig)",
    )
    add_limit(group, "default: 2, to prove uniqueness")
    add_seconds(group, "stop each run after S seconds", 10.0)
    add_nodes(group, "run")
    group.add_argument(
        "--trace", metavar="FILE", help="read a trace that `ninefold solve --trace` wrote, instead of running a method"
    )
    group.add_argument("--run", dest="number", type=read_number, metavar="N", help="only run N of the trace, from 1")
    output = parser.add_argument_group("output")
    add_json(output)
    output.add_argument("-o", "--output", metavar="FILE", help="draw the tree to a file (.svg or .html)")


class Traced(NamedTuple):
    """One run: its puzzle, its tree and how it ended."""

    puzzle: Grid
    tree: Tree
    status: str


def run(args: argparse.Namespace) -> int:
    """Print the size of every tree, and draw it if a file is given; 2 if something could not be read."""
    if args.output:
        _check_drawing(args)
    reader = Reader(args) if args.trace is None else None
    if reader is None and (args.puzzles or args.by):
        raise NinefoldError("--trace has the puzzle and the method of each run; give no puzzle and no --by with it")
    if args.number and reader is not None:
        raise NinefoldError("--run chooses a run of a --trace file")
    found: list[Traced] = []
    for one in _runs_of_file(args) if reader is None else _runs(reader, args):
        _print(one, args.json, is_first=not found)
        found.append(one)
    if args.output:
        if len(found) != 1:
            raise NinefoldError(f"-o draws one tree, and there are {len(found)}; choose one puzzle, method and run")
        text = found[0].tree.svg() if args.output.lower().endswith(".svg") else found[0].tree.html()
        save(args.output, text.encode())
    return 2 if reader is not None and reader.failed else 0


def _check_drawing(args: argparse.Namespace) -> None:
    check_output(f"-o {args.output}", args.output, [*args.puzzles, *([args.trace] if args.trace else [])])
    if os.path.splitext(args.output)[1].lower() not in FORMS:
        raise NinefoldError(f"-o {args.output}: the file name must end in {' or '.join(FORMS)}")


def _runs(reader: Reader, args: argparse.Namespace) -> Iterator[Traced]:
    """Every method on every puzzle."""
    limit = Limit(read_limit(args.limit, 2), seconds=args.seconds, nodes=args.nodes)
    methods = [method_of(part) for part in split_methods(args.by or "norvig")]
    for method in methods:
        check_guesses(method)
    for puzzle in reader.grids():
        for method in methods:
            events: list[Event] = []
            try:
                solve(puzzle, by=method, limit=limit, trace=events)
            except MethodError as error:  # the method does not support this board
                reader.refuse_puzzle(puzzle, error)
            else:
                yield _traced(events)


def _runs_of_file(args: argparse.Namespace) -> Iterator[Traced]:
    """Every run of a trace file, or the one of --run."""
    from ninefold.solving.trace_files import read_trace, runs_of

    try:
        runs = list(runs_of(read_trace(args.trace)))
        if not runs:
            raise ParseError("the file has no events")
        if args.number and args.number > len(runs):
            raise NinefoldError(f"--run {args.number}: the file has {len(runs)} runs")
        for number, events in enumerate(runs, 1):
            if args.number in (None, number):
                yield _traced(events)
    except NinefoldError as error:
        raise NinefoldError(f"{args.trace}: {error}") from error


def _traced(events: list[Event]) -> Traced:
    start, end = events[0], events[-1]
    if not isinstance(start, Start):
        raise NinefoldError("the trace does not begin with a start")
    return Traced(start.puzzle, tree(events), end.status if isinstance(end, End) else "not ended")


def _print(one: Traced, as_json: bool, *, is_first: bool) -> None:
    if as_json:
        write_json(records.with_puzzle(one.puzzle, records.TreeRecord.of(one.tree, one.status)))
        return
    if is_first:
        write_row(*HEADS)
        write_row(*["---"] * len(HEADS))
    numbers = (one.tree.nodes, one.tree.depth, one.tree.failures, len(one.tree.solved))
    write_row(one.tree.method, *(f"{number:,}" for number in numbers), one.status)
