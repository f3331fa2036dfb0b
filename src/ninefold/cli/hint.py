"""`ninefold hint`: what to do next in a grid, and why."""

from __future__ import annotations

import argparse

from ninefold import records
from ninefold.cli.input import Reader, clues_of
from ninefold.cli.output import write_json
from ninefold.logic.hints import HintKind, hint


def run(args: argparse.Namespace) -> int:
    """Tell a hint for every grid; 0 if there was a step to tell for each, or nothing left to do."""
    reader = Reader(args)
    named = clues_of(args) if args.clues is not None else None
    all_yes = True
    for sheet in reader.sheets():
        grid, clues = sheet.grid, named or (sheet.clues if sheet.placed else None)
        found = hint(grid, clues=clues, marks=sheet.candidates or None, strength=args.strength)
        all_yes &= found.kind in (HintKind.STEP, HintKind.DONE)
        if args.json:
            write_json(records.with_puzzle(grid, records.Hint.of(grid, found)))
        else:
            print(found)
    return 2 if reader.failed else 0 if all_yes else 1
