"""`ninefold model --counts`: how large each kind of model and each encoding of a puzzle is."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from ninefold.cli.arguments import rows_of
from ninefold.cli.output import write_json, write_row
from ninefold.core.grid import Grid
from ninefold.solving.modelling import model

HEADS = ("kind", "encoding", "variables", "constraints", "entries")
# The lifted model of an open board takes too long to build, so it is counted only with --kind lifted.
COUNTED = ("binary", "integer", "clauses", "colouring")
BINARY_ONLY = ("sums", "cuts", "objective")


def print_counts(puzzle: Grid, args: argparse.Namespace, encodings: tuple[str, ...]) -> None:
    """Print a row for each kind of model, and for each encoding of the clauses."""
    if not args.json:
        write_row(*HEADS)
        write_row(*["---"] * len(HEADS))
    for kind in [args.kind] if args.kind else COUNTED:
        names = [args.encoding] if args.encoding else encodings
        for encoding in names if kind == "clauses" else [""]:
            options: dict[str, Any] = {"kind": kind, "encoding": encoding or None} | rows_of(args)
            if kind != "binary" and not args.kind:  # with --kind, the model refuses them
                options = {name: value for name, value in options.items() if name not in BINARY_ONLY}
            made = model(puzzle, **options)
            facts = dict(zip(HEADS, (kind, encoding, *_sizes(made)), strict=True))
            if args.json:
                write_json({"puzzle": puzzle.line, "layout": str(puzzle.layout)} | facts)
            else:
                write_row(kind, encoding or "-", *(f"{facts[head]:,}" for head in HEADS[2:]))


def _sizes(made: Any) -> Iterator[int]:
    """Variables, constraints, and how often a variable occurs in them."""
    if made.kind == "clauses":
        yield from (made.variables, len(made), len(made.units) + made.pairs.size + len(made.literals))
    elif made.kind == "colouring":
        yield from (made.vertices, len(made.edges), 2 * len(made.edges))
    else:
        yield from (len(made.names), len(made.rows), len(made.rows.values))
