"""`ninefold check`: what is wrong with a grid, what is left, and whether it can be completed."""

from __future__ import annotations

import argparse

from ninefold import records
from ninefold.cli.input import Reader, clues_of
from ninefold.cli.output import board, is_terminal, write_json
from ninefold.core.checking import Check, Verdict, check
from ninefold.core.limits import Limit
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

FUTURES = {
    True: "it can be completed",
    False: "it cannot be completed",
    None: "whether it can be completed is not known",
}


def run(args: argparse.Namespace) -> int:
    """Check every grid; 0 if all are correct and can be completed (with --proper: in one way)."""
    reader = Reader(args)
    named = clues_of(args) if args.clues is not None else None
    all_yes = True
    for sheet in reader.sheets():
        grid, clues = sheet.grid, named or (sheet.clues if sheet.placed else None)
        report = check(grid, puzzle=clues)
        status = _status(report, args)
        all_yes &= _is_yes(report, status, args)
        if args.json:
            write_json(records.with_puzzle(grid, records.Check.of(report, status.is_possible), status=str(status)))
        else:
            print(_words(report, status, args))
            if is_terminal():
                print(board(grid, clues))
    return 2 if reader.failed else 0 if all_yes else 1


def _status(report: Check, args: argparse.Namespace) -> Status:
    """What is known of the grid's completions; a wrong grid has none."""
    if report.verdict is Verdict.INCORRECT:
        return Status.IMPOSSIBLE
    return solve(report.grid, limit=Limit(2 if args.proper else 1, seconds=args.seconds)).status


def _is_yes(report: Check, status: Status, args: argparse.Namespace) -> bool:
    if args.proper:
        return report.verdict is not Verdict.INCORRECT and status is Status.UNIQUE
    return report.verdict is not Verdict.INCORRECT and status.is_possible is True


def _words(report: Check, status: Status, args: argparse.Namespace) -> str:
    if report.verdict is Verdict.INCORRECT:
        counts = f"{report.row_errors} row, {report.column_errors} column and {report.box_errors} box errors"
        return f"{report} [{counts}]"
    if report.verdict is Verdict.COMPLETE:
        return str(report)
    proper = {Status.UNIQUE: ", in one way only", Status.MULTIPLE: ", in more than one way"}.get(status, "")
    return f"{report}; {FUTURES[status.is_possible]}{proper if args.proper else ''}"
