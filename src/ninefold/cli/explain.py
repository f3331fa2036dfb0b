"""`ninefold explain`: solve puzzles by reasoning, with every step and its reason."""

from __future__ import annotations

import argparse

from ninefold.cli.arguments import add_json, add_puzzles, add_seconds
from ninefold.cli.input import Reader
from ninefold.cli.output import write_bytes
from ninefold.core.atomic_write import save
from ninefold.core.errors import NinefoldError
from ninefold.core.limits import Limit, Stopped
from ninefold.logic.engine import ORDERS
from ninefold.logic.explain import Path, explain
from ninefold.logic.page import page

EXAMPLES = """\
examples:
  ninefold explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold explain puzzles.txt --order hodoku --json
  ninefold explain puzzle.txt --html path.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `explain`."""
    add_puzzles(parser)
    group = parser.add_argument_group("path")
    group.add_argument("--order", choices=ORDERS, default="human", help="which steps come first (default: human)")
    add_unique(group)
    add_seconds(group, "stop after S seconds per puzzle")
    output = parser.add_argument_group("output")
    output.add_argument("--notation", action="store_true", help="print one line per step, in HoDoKu's notation")
    output.add_argument("--html", metavar="FILE", help="save all paths as a page with pictures; - for standard output")
    add_json(output)


def add_unique(group: argparse._ArgumentGroup) -> None:
    """Whether techniques that assume one solution are used."""
    group.add_argument("--no-uniqueness", action="store_true", help="skip techniques that assume one solution")


def run(args: argparse.Namespace) -> int:
    """Print the path of every puzzle; 0 if each is solved."""
    reader, paths = Reader(args), []
    all_solved = True
    for puzzle in reader.puzzles():
        try:
            path = explain(
                puzzle.grid,
                order=args.order,
                marks=puzzle.centre or None,
                unique=False if args.no_uniqueness else None,
                limit=Limit(seconds=args.seconds),
            )
        except Stopped as stop:
            reader.warn_stopped(puzzle.grid, stop.why)
            all_solved = False
            continue
        except NinefoldError as error:
            reader.refuse_puzzle(puzzle.grid, error)
            continue
        all_solved &= path.solved
        if args.html:
            paths.append(path)
        if args.json:
            print(path.json(), flush=True)
        elif not args.html:
            print(_text(path, args.notation), flush=True)
    if args.html:
        html = page(paths).encode()
        write_bytes(html) if args.html == "-" else save(args.html, html)
    return 2 if reader.failed else 0 if all_solved else 1


def _text(path: Path, notation: bool) -> str:
    if not notation:
        return str(path)
    lines = [step.notation for step in path]
    return "\n".join([*lines, path.summary, *([path.note] if path.note else [])])
