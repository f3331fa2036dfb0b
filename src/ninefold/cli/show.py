"""`ninefold show`: draw grids, or write them in one line."""

from __future__ import annotations

import argparse

from ninefold import records
from ninefold.cli.input import Reader
from ninefold.cli.output import board, form_of, write_json
from ninefold.core.drawing import svg
from ninefold.core.grid import Grid


def run(args: argparse.Namespace) -> int:
    """Show every grid; 0 if all could be read."""
    reader = Reader(args)
    for sheet in reader.sheets():
        grid = sheet.grid
        if args.json:
            write_json(records.as_dict(records.Shown.of(grid, sheet.clues)))
        else:
            print(_written(grid, sheet.clues, form_of(args.form)))
    return 2 if reader.failed else 0


def _written(grid: Grid, clues: Grid, form: str) -> str:
    if form == "svg":
        return svg(grid.digits, grid.layout)
    return grid.line if form == "line" else board(grid, clues)
