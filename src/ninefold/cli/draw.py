"""`ninefold draw`: pictures of grids, with solutions, candidates or beliefs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ninefold.cli.input import Reader
from ninefold.cli.output import brief, is_coloured, warn
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.core.puzzle import Sheet
from ninefold.draw.picture import Picture
from ninefold.models.incidence import candidates
from ninefold.solving.result import Status
from ninefold.solving.solve import solve
from ninefold.solving.trace import Belief, Event

FORMS = ("text", "svg", "png", "pdf", "html")


def run(args: argparse.Namespace) -> int:
    """Draw every grid; 0 if all could be read."""
    form, reader = _form(args), Reader(args)
    for number, sheet in enumerate(reader.sheets(), 1):
        _write(_picture(sheet, args), form, args, number)
    return 2 if reader.failed else 0


def _form(args: argparse.Namespace) -> str:
    """The form asked for, or that of the file's name; text where neither says one."""
    by_name = Path(args.output).suffix.lower().removeprefix(".") if args.output else ""
    form = str(args.form or {"txt": "text", "htm": "html"}.get(by_name, by_name) or "text")
    if form not in FORMS:
        raise NinefoldError(f"{args.output}: no form {form!r}; there are {', '.join(FORMS)}, and --as names one")
    return form


def _picture(sheet: Sheet, args: argparse.Namespace) -> Picture:
    """The sheet as it stands, or the solution of its clues."""
    return Picture(
        grid=_solution(sheet.clues, args.seconds) if args.solution else sheet.grid,
        clues=sheet.clues,
        candidates={} if args.solution else _candidates(sheet.grid) if args.candidates else _noted(sheet),
        beliefs=_beliefs(sheet.clues, args) if args.beliefs else None,
        caption=args.caption,
        theme=args.theme,
    )


def _solution(grid: Grid, seconds: float) -> Grid:
    result = solve(grid, limit=Limit(2, seconds=seconds))
    if not result.solutions:
        raise NinefoldError(f"{brief(grid)}: there is no solution to draw ({result.status})")
    if result.status is not Status.UNIQUE:
        what = "it has several solutions" if result.status is Status.MULTIPLE else result.why
        warn(f"ninefold: {brief(grid)}: {what}; one of them is drawn")
    return result.solutions[0]


def _candidates(grid: Grid) -> dict[int, list[int]]:
    """What the clues leave open in each empty cell."""
    flags = candidates(grid)
    return {cell: [k + 1 for k in range(grid.size) if flags[cell, k]] for cell in grid.empty_cells}


def _noted(sheet: Sheet) -> dict[int, list[int]]:
    """The candidates that a file has noted in empty cells."""
    return {cell: list(digits) for cell, digits in sheet.candidates.items() if not sheet.grid.digits[cell]}


def _beliefs(grid: Grid, args: argparse.Namespace) -> Sequence[Sequence[float]]:
    """The last beliefs that a method tells."""
    events: list[Event] = []
    solve(grid, by=args.beliefs, limit=Limit(seconds=args.seconds), trace=events)
    told: list[Sequence[Sequence[float]]] = [event.values for event in events if isinstance(event, Belief)]
    if not told:
        raise NinefoldError(f"method {args.beliefs!r} told no beliefs on this puzzle")
    return told[-1]


def _write(picture: Picture, form: str, args: argparse.Namespace, number: int) -> None:
    """To the file (the second puzzle to a file of its own, numbered 2, and so on), or to standard output."""
    content = _content(picture, form)
    if args.output:
        path = Path(args.output)
        path = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        path.write_bytes(content)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)


def _content(picture: Picture, form: str) -> bytes:
    if form == "png":
        return picture.png()
    if form == "pdf":
        return picture.pdf()
    if form == "text":
        return (picture.text(colour=is_coloured()) + "\n").encode()
    return (picture.svg() if form == "svg" else picture.html()).encode()
