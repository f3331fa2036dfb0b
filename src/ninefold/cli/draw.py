"""`ninefold draw` and `ninefold show`: grids as pictures, boards, lines or JSON."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from ninefold import records
from ninefold.cli.arguments import add_grid_output, add_puzzles, add_seconds
from ninefold.cli.input import Reader
from ninefold.cli.output import board, brief, form_of, is_coloured, warn, write_bytes, write_json
from ninefold.core.atomic_write import open_file, save
from ninefold.core.drawing import svg
from ninefold.core.errors import LayoutError, NinefoldError
from ninefold.core.frames import FRAMES
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.core.puzzle import Puzzle
from ninefold.draw.picture import Picture
from ninefold.solving.result import Status
from ninefold.solving.solve import solve
from ninefold.solving.trace import Belief, Event

FORMS = ("text", "svg", "png", "pdf", "html")


EXAMPLES = """\
examples:
  ninefold draw puzzle.txt --candidates
  ninefold draw puzzle.txt --solution -o solved.png
  ninefold draw puzzle.txt --beliefs lp -o fractional.svg
"""
SHOW_EXAMPLES = """\
examples:
  ninefold show puzzles.txt --to board
  ninefold show puzzle.txt --to svg > puzzle.svg
  ninefold show puzzle.txt --to printpuzzle
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `draw`."""
    add_puzzles(parser)
    group = parser.add_argument_group("picture")
    group.add_argument("--solution", action="store_true", help="draw the solution, with the clues in bold")
    group.add_argument("--candidates", action="store_true", help="write the candidates into each empty cell")
    group.add_argument("--beliefs", metavar="METHOD", help="shade each candidate by the last beliefs of a method")
    group.add_argument("--caption", default="", metavar="TEXT", help="a line below the grid")
    group.add_argument("--theme", default="light", metavar="THEME", help="light, dark or print (default: light)")
    add_seconds(group, "time to solve each puzzle", 10.0)
    group = parser.add_argument_group("output")
    group.add_argument("-o", "--output", metavar="FILE", help="file to write (default: standard output)")
    group.add_argument(
        "--to", choices=FORMS, metavar="FORM", help="text, svg, png, pdf or html (default: from the file name, or text)"
    )


def add_show_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `show`."""
    parser.epilog = SHOW_EXAMPLES
    parser.set_defaults(run=run_show)
    add_puzzles(parser)
    add_grid_output(parser, "board", "line", "svg", *FRAMES)


def run(args: argparse.Namespace) -> int:
    """Draw every grid; 0 if all of them could be read."""
    form, reader = _form(args), Reader(args)
    if signs := _missing(args.caption or "", form):
        warn(f"ninefold: the font of the {form.upper()} lacks {' '.join(signs[:20])}; they appear as empty boxes")
    for number, puzzle in enumerate(reader.puzzles(), 1):
        _write(_picture(puzzle, args), form, args, number)
    return 2 if reader.failed else 0


def _form(args: argparse.Namespace) -> str:
    """The form of --to or of the file name; text if there is neither."""
    by_name = Path(args.output).suffix.lower().removeprefix(".") if args.output else ""
    form = str(args.to or {"txt": "text", "htm": "html"}.get(by_name, by_name) or "text")
    if form not in FORMS:
        raise NinefoldError(f"{args.output}: unknown form {form!r} (choose from {', '.join(FORMS)} with --to)")
    return form


def _missing(caption: str, form: str) -> str:
    """The characters of the caption that the font of a form lacks; an SVG or HTML page uses the reader's fonts."""
    if form == "png":
        from ninefold.draw.png import missing_glyphs as missing_in_png

        return missing_in_png(caption)
    if form == "pdf":
        from ninefold.draw.pdf import missing_glyphs

        return missing_glyphs([caption])
    return ""


def _picture(puzzle: Puzzle, args: argparse.Namespace) -> Picture:
    """The grid with its placed digits, or the solution of its clues."""
    return Picture(
        grid=_solution(puzzle.clues, args.seconds) if args.solution else puzzle.grid,
        clues=puzzle.clues,
        candidates={} if args.solution else _candidates(puzzle.grid) if args.candidates else _noted(puzzle),
        beliefs=_beliefs(puzzle.clues, args) if args.beliefs else None,
        caption=args.caption,
        theme=args.theme,
    )


def _solution(grid: Grid, seconds: float) -> Grid:
    result = solve(grid, limit=Limit(2, seconds=seconds))
    if not result.solutions:
        raise NinefoldError(f"{brief(grid)}: no solution to draw ({result.status})")
    if result.status is not Status.UNIQUE:
        what = "it has several solutions" if result.status is Status.MULTIPLE else result.why
        warn(f"ninefold: {brief(grid)}: {what}; drawing one of them")
    return result.solutions[0]


def _candidates(grid: Grid) -> dict[int, list[int]]:
    """The digits that the clues leave for each empty cell."""
    from ninefold.models.incidence import candidates  # imports NumPy

    flags = candidates(grid)
    return {cell: [k + 1 for k in range(grid.size) if flags[cell, k]] for cell in grid.empty_cells}


def _noted(puzzle: Puzzle) -> dict[int, list[int]]:
    """The candidates that a file has for empty cells."""
    return {cell: list(digits) for cell, digits in puzzle.centre.items() if not puzzle.grid.digits[cell]}


def _beliefs(grid: Grid, args: argparse.Namespace) -> Sequence[Sequence[float]]:
    """The last beliefs in the trace of a method."""
    events: list[Event] = []
    solve(grid, by=args.beliefs, limit=Limit(seconds=args.seconds), trace=events)
    found: list[Sequence[Sequence[float]]] = [event.values for event in events if isinstance(event, Belief)]
    if not found:
        raise NinefoldError(f"method {args.beliefs!r} has no beliefs for this puzzle")
    return found[-1]


def _write(picture: Picture, form: str, args: argparse.Namespace, number: int) -> None:
    """Write to standard output or the file; the second puzzle goes to a file with -2 in its name, and so on."""
    content = _content(picture, form)
    if args.output not in (None, "-"):
        path = Path(args.output)
        path = path if number == 1 or open_file(args.output) is not None else path.with_stem(f"{path.stem}-{number}")
        save(path, content)
    else:
        write_bytes(content)


def _content(picture: Picture, form: str) -> bytes:
    if form == "png":
        return picture.png()
    if form == "pdf":
        return picture.pdf()
    if form == "text":
        return (picture.text(colour=is_coloured()) + "\n").encode()
    return (picture.svg() if form == "svg" else picture.html()).encode()


# --- show -----------------------------------------------------------------------------------------------------------


def run_show(args: argparse.Namespace) -> int:
    """Print every grid; 0 if all of them could be read."""
    reader = Reader(args)
    for puzzle in reader.puzzles():
        grid = puzzle.grid
        if args.json:
            write_json(records.Shown.of(grid, puzzle.clues))
        else:
            try:
                print(_printed(grid, puzzle.clues, form_of(args.to)))
            except LayoutError as error:  # a frame that cannot draw this board
                reader.refuse_puzzle(grid, error)
    return 2 if reader.failed else 0


def _printed(grid: Grid, clues: Grid, form: str) -> str:
    if form == "svg":
        return svg(grid.digits, grid.layout)
    if form in FRAMES:
        return FRAMES[form](grid)
    return grid.line if form == "line" else board(grid, clues)
