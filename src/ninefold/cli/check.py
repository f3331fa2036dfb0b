"""`ninefold check`: errors in a grid, what is left, and whether it can be completed."""

from __future__ import annotations

import argparse

from ninefold import records
from ninefold.cli.arguments import add_json, add_puzzles, add_seconds
from ninefold.cli.input import Reader, clues_of
from ninefold.cli.output import board, is_terminal, write_json
from ninefold.core.checking import Check, Verdict, check
from ninefold.core.limits import Limit
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

FUTURES = {
    True: "it can be completed",
    False: "it cannot be completed",
    None: "unknown whether it can be completed",
}


EXAMPLES = """\
examples:
  ninefold check 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold check my_answer.txt --clues puzzle.txt --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `check`."""
    add_puzzles(parser)
    group = parser.add_argument_group("check")
    group.add_argument("--clues", metavar="PUZZLE", help="the original puzzle, to find changed clues; text or file")
    group.add_argument("--proper", action="store_true", help="also require exactly one solution")
    add_seconds(group, "time to decide whether the grid can be completed", 10.0)
    add_json(parser.add_argument_group("output"))


def run(args: argparse.Namespace) -> int:
    """Check every grid; 0 if all are correct and can be completed (with --proper: in exactly one way)."""
    reader = Reader(args)
    named = clues_of(args) if args.clues is not None else None
    all_yes = True
    for puzzle in reader.puzzles():
        grid, clues = puzzle.grid, named or (puzzle.clues if puzzle.placed else None)
        report = check(grid, puzzle=clues)
        status = _status(report, args)
        all_yes &= _is_yes(report, status, args)
        if args.json:
            write_json(
                records.with_puzzle(grid, records.CheckRecord.of(report, status.is_possible), status=str(status))
            )
        else:
            print(_words(report, status, args))
            if is_terminal():
                print(board(grid, clues))
    return 2 if reader.failed else 0 if all_yes else 1


def _status(report: Check, args: argparse.Namespace) -> Status:
    """What is known about the solutions of the grid; none for an incorrect one."""
    if report.verdict is Verdict.INCORRECT:
        return Status.IMPOSSIBLE
    return solve(report.grid, limit=Limit(2 if args.proper else 1, seconds=args.seconds)).status


def _is_yes(report: Check, status: Status, args: argparse.Namespace) -> bool:
    if args.proper:
        return report.correct and status is Status.UNIQUE
    return report.correct and status.is_possible is True


def _words(report: Check, status: Status, args: argparse.Namespace) -> str:
    if report.verdict is Verdict.INCORRECT:
        counts = f"{report.row_errors} row, {report.column_errors} column and {report.box_errors} box errors"
        return f"{report} [{counts}]"
    if report.verdict is Verdict.COMPLETE:
        return str(report)
    proper = {Status.UNIQUE: ", in exactly one way", Status.MULTIPLE: ", in more than one way"}.get(status, "")
    return f"{report}; {FUTURES[status.is_possible]}{proper if args.proper else ''}"
