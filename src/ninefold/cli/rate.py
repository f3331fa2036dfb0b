"""`ninefold rate`: how hard puzzles are, as a table, as JSON or in a format of your own."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice

from ninefold import records
from ninefold.cli.arguments import add_json, add_puzzles, add_threads, read_real
from ninefold.cli.input import Reader
from ninefold.cli.output import ProgressLine, write_json
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import read_threads
from ninefold.rating.rate import Difficulty, rate_many

EXAMPLES = """\
examples:
  ninefold rate puzzles.txt
  ninefold rate puzzles.txt --json
  ninefold rate puzzles.txt --format '%g ED=%r/%p/%d' --min-er 7
"""
CHUNK = 512  # puzzles rated together; the first results appear after this many
CODES = "%g the puzzle, %r %p %d ER, EP and ED, %m minutes, %l level, %t hardest technique, %% a percent sign"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `rate`."""
    add_puzzles(parser)
    group = parser.add_argument_group("select")
    group.add_argument("--min-er", metavar="X", type=read_real, help="only puzzles with an ER of at least X")
    group.add_argument("--max-er", metavar="X", type=read_real, help="only puzzles with an ER of at most X")
    group.add_argument("--min-minutes", metavar="X", type=read_real, help="only puzzles that take at least X minutes")
    group.add_argument("--max-minutes", metavar="X", type=read_real, help="only puzzles that take at most X minutes")
    group.add_argument("--sort", choices=("er", "minutes"), help="easiest first, by ER or by minutes")
    add_threads(parser.add_argument_group("run"), "standard 9x9")
    output = parser.add_argument_group("output")
    output.add_argument("--format", metavar="TEXT", help=f"a line for each puzzle: {CODES}".replace("%", "%%"))
    add_json(output)


def run(args: argparse.Namespace) -> int:
    """Rate every puzzle; 0 if all have a rating, 1 if some have none."""
    reader = Reader(args)
    read_threads(args.threads)
    _check_format(args.format)
    all_rated = True
    kept: list[Difficulty] = []
    with ProgressLine() as counter:
        for found in _ratings(reader, args.threads):
            counter.step()
            all_rated &= not found.why
            if not _is_selected(found, args):
                continue
            if args.sort:
                kept.append(found)
            else:
                _write(found, args)
        for found in sorted(kept, key=lambda one: _key(one, args.sort)):
            _write(found, args)
    return 2 if reader.failed else 0 if all_rated else 1


def _ratings(reader: Reader, threads: int | None) -> Iterator[Difficulty]:
    grids = reader.grids()
    while chunk := list(islice(grids, CHUNK)):
        nine = [grid for grid in chunk if grid.layout == Layout.of_size(9)]
        found = iter(rate_many(nine, threads=threads))
        for grid in chunk:
            yield next(found) if grid.layout == Layout.of_size(9) else _uncovered(grid)


def _uncovered(grid: Grid) -> Difficulty:
    return Difficulty(grid, why=f"its layout is {grid.layout}; the scales cover standard 9×9 boards only")


def _key(found: Difficulty, scale: str) -> float:
    if found.explainer is None or found.minutes is None:
        return float("inf")
    return found.explainer.er if scale == "er" else found.minutes


def _is_selected(found: Difficulty, args: argparse.Namespace) -> bool:
    """Whether a puzzle is in all ranges; one without a rating only if there are none."""
    ranges = [("er", args.min_er, args.max_er), ("minutes", args.min_minutes, args.max_minutes)]
    asked = [one for one in ranges if one[1:] != (None, None)]
    if asked and found.why:
        return False
    return all(
        (low is None or _key(found, scale) >= low) and (high is None or _key(found, scale) <= high)
        for scale, low, high in asked
    )


def _write(found: Difficulty, args: argparse.Namespace) -> None:
    if args.json:
        write_json({"puzzle": found.puzzle.line} | records.as_dict(records.RatingRecord.of(found)))
    elif args.format is not None:
        print(_filled(args.format, found))
    elif found.explainer is None or found.minutes is None:
        print(f"{found.puzzle.line}  not rated: {found.why}")
    else:
        numbers = f"{found.level:6}  {found.minutes:5.1f} min  {found.explainer!s:>13}"
        print(f"{found.puzzle.line}  {numbers}  {found.explainer.hardest}")


def _check_format(text: str | None) -> None:
    codes = {pair[0] for pair in (text or "").replace("%%", "").split("%")[1:] if pair}
    is_cut = (text or "").replace("%%", "").endswith("%")
    if is_cut or not codes <= set("grpdmlt"):
        wrong = sorted(codes - set("grpdmlt"))
        raise NinefoldError(f"--format does not know %{wrong[0] if wrong else ' at its end'}; use {CODES}")


def _filled(text: str, found: Difficulty) -> str:
    scale = found.explainer
    values = {
        "g": found.puzzle.line,
        "r": str(scale.er) if scale else "0.0",
        "p": str(scale.ep) if scale else "0.0",
        "d": str(scale.ed) if scale else "0.0",
        "m": str(found.minutes or 0.0),
        "l": found.level,
        "t": scale.hardest if scale else "",
    }
    parts = text.split("%%")
    for code, value in values.items():
        parts = [part.replace(f"%{code}", value) for part in parts]
    return "%".join(parts)
