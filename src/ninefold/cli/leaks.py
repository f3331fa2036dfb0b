"""`ninefold leaks`: rows of a training set that are symmetric copies of rows of a test set."""

from __future__ import annotations

import argparse

from ninefold.batching.leaks import leaks
from ninefold.cli.arguments import add_board, add_json, add_threads
from ninefold.cli.input import layout_of
from ninefold.cli.output import escape_controls, warn, write_json

EXAMPLES = """\
examples:
  ninefold leaks train.csv test.csv
  ninefold leaks set/data sudoku-extreme/test.csv --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `leaks`."""
    parser.add_argument("train", metavar="TRAIN", help="training set: a file in any format, a folder, or a pattern")
    parser.add_argument("test", metavar="TEST", help="test set, in any of these forms")
    group = parser.add_argument_group("run")
    add_board(group, "9")
    add_threads(group, "canonical forms")
    add_json(parser.add_argument_group("output"))


def run(args: argparse.Namespace) -> int:
    """Print every leaking row; 1 if there is one, 2 if rows could not be read: they may leak too."""
    found = leaks(args.train, args.test, layout=layout_of(args), threads=args.threads)
    for leak in found.found:
        if args.json:
            places = {"train": leak.train._asdict(), "test": leak.test._asdict()}
            write_json({"kind": leak.kind} | places)
        else:
            print(escape_controls(f"{leak.kind}: {leak.train} = {leak.test}"))
    warn(str(found))
    return 2 if found.unread else 1 if found.found else 0
