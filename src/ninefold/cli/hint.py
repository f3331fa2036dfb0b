"""`ninefold hint`: what to do next in a grid, and why."""

from __future__ import annotations

import argparse

from ninefold.cli.input import Reader, clues_of
from ninefold.cli.output import write_json
from ninefold.core.grid import Grid
from ninefold.logic.hints import Hint, HintKind, hint


def run(args: argparse.Namespace) -> int:
    """Tell a hint for every grid; 0 if there was a step to tell for each, or nothing left to do."""
    reader = Reader(args)
    named = clues_of(args) if args.clues is not None else None
    all_yes = True
    for sheet in reader.sheets():
        grid, clues = sheet.grid, named or (sheet.clues if sheet.placed else None)
        found = hint(grid, clues=clues, marks=sheet.centre or None, strength=args.strength)
        all_yes &= found.kind in (HintKind.STEP, HintKind.DONE)
        if args.json:
            write_json(as_record(grid, found))
        else:
            print(found)
    return 2 if reader.failed else 0 if all_yes else 1


def as_record(grid: Grid, found: Hint) -> dict[str, object]:
    """A hint as the object that --json writes; the keys are documented and stay."""
    name = grid.layout.name
    return {
        "puzzle": grid.line,
        "layout": str(grid.layout),
        "kind": str(found.kind),
        "strength": found.strength,
        "technique": found.technique,
        "message": found.message,
        "units": [unit.name for unit in found.units],
        "cells": [name(cell) for cell in found.cells],
        "places": {name(cell): digit for cell, digit in found.places},
        "drops": [[name(cell), digit] for cell, digit in found.drops],
        "because": [[name(cell), digit] for cell, digit in found.because],
    }
