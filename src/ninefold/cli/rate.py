"""`ninefold rate`: how hard puzzles are, as a table, as JSON or in a custom format."""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from threading import Event

from ninefold.cli.arguments import add_json, add_puzzles, add_threads, read_real
from ninefold.cli.input import Reader
from ninefold.cli.output import ProgressLine, is_terminal
from ninefold.cli.rate_lines import CODES, HEADER, RatingOutput, as_line, as_record, check_format, filled
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Stopped, read_threads
from ninefold.rating.levels import LEVELS, read_level
from ninefold.rating.rate import Difficulty, rate_many, rate_other
from ninefold.records import as_json

EXAMPLES = """\
examples:
  ninefold rate puzzles.txt
  ninefold rate puzzles.txt --json --output ratings.jsonl --resume
  ninefold rate puzzles.txt --format '%g ED=%r/%p/%d' --min-er 7
  ninefold rate puzzles.txt --level hard --technique X-Wing --sort minutes
"""
CHUNK = 256  # puzzles rated together …
AHEAD = 2  # … and how many chunks at once, so that a hard puzzle at the end of one does not hold up the others
KEYS = ("er", "ep", "ed", "minutes", "level", "score", "clues", "backdoor", "guesses")
RANGES = (("er", "an ER"), ("minutes", "minutes"), ("score", "a HoDoKu score"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `rate`."""
    add_puzzles(parser)
    group = parser.add_argument_group("select")
    for key, words in RANGES:
        group.add_argument(f"--min-{key}", metavar="X", type=read_real, help=f"only puzzles with {words} of at least X")
        group.add_argument(f"--max-{key}", metavar="X", type=read_real, help=f"only puzzles with {words} of at most X")
    group.add_argument("--level", metavar="NAME", action="append", help=f"only this level ({', '.join(LEVELS)})")
    group.add_argument("--technique", metavar="NAME", action="append", help="only puzzles that need this technique")
    group.add_argument("--sort", choices=KEYS, help="lowest first; puzzles without a rating come last")
    group.add_argument("--reverse", action="store_true", help="highest first, with --sort")
    add_threads(parser.add_argument_group("run"), "standard 9x9")
    output = parser.add_argument_group("output")
    output.add_argument("--format", metavar="TEXT", help=f"a line for each puzzle: {CODES}".replace("%", "%%"))
    add_json(output)
    output.add_argument("--output", metavar="FILE", help="write the results to a file instead of printing them")
    output.add_argument("--resume", action="store_true", help="continue a file of results that was not finished")


def run(args: argparse.Namespace) -> int:
    """Rate every puzzle; 0 if all have a rating, otherwise 1."""
    reader = Reader(args)
    read_threads(args.threads)
    check_format(args.format)
    for level in args.level or ():
        read_level(level)
    unrated = 0
    kept: list[Difficulty] = []
    with RatingOutput(args) as results, ProgressLine() as counter:
        if is_terminal() and not (args.json or args.format or args.output):
            print(HEADER)
        for found in _ratings(results.rest(reader.grids()), args.threads):
            counter.step()
            unrated += not found.level
            if not _is_selected(found, args):
                continue
            if args.sort:
                kept.append(found)
            else:
                results.write(_text(found, args))
        for found in sorted(kept, key=lambda one: _place(one, args.sort, args.reverse)):
            results.write(_text(found, args))
    return 2 if reader.failed else 1 if unrated else 0


def _ratings(grids: Iterable[Grid], threads: int | None) -> Iterator[Difficulty]:
    """The ratings in order; chunks are rated while others are read and printed, and an interrupt ends them."""
    cancel, grids = Event(), iter(grids)
    waiting: deque[Future[list[Difficulty]]] = deque()
    with ThreadPoolExecutor(AHEAD) as pool:
        try:
            while True:
                while len(waiting) < AHEAD and (chunk := list(islice(grids, CHUNK))):
                    waiting.append(pool.submit(_rate_chunk, chunk, threads, cancel))
                if not waiting:
                    return
                yield from waiting.popleft().result()
        finally:
            cancel.set()


def _rate_chunk(chunk: list[Grid], threads: int | None, cancel: Event) -> list[Difficulty]:
    nine = [grid for grid in chunk if grid.layout == Layout.of_size(9)]
    found = iter(rate_many(nine, threads=threads, cancel=cancel))
    return [next(found) if grid.layout == Layout.of_size(9) else _rate_other(grid, cancel) for grid in chunk]


def _rate_other(grid: Grid, cancel: Event) -> Difficulty:
    try:
        return rate_other(grid, cancel=cancel)
    except Stopped:
        raise
    except NinefoldError as error:
        return Difficulty(grid, why=str(error).removeprefix("this puzzle has no rating: "))


def _value(found: Difficulty, key: str) -> float | None:
    """A part of a rating as a number; None if there is none."""
    if key == "level":
        return LEVELS.index(found.level) if found.level else None
    if key == "clues":
        return len(found.puzzle.digits) - len(found.puzzle.empty_cells)
    if key == "score":
        return None if found.hodoku is None else found.hodoku.score
    owner = found.explainer if key in {"er", "ep", "ed"} else found
    value: float | None = getattr(owner, key, None)
    return value


def _place(found: Difficulty, key: str, reverse: bool) -> tuple[bool, float]:
    value = _value(found, key)
    return (True, 0) if value is None else (False, -value if reverse else value)


def _is_selected(found: Difficulty, args: argparse.Namespace) -> bool:
    """Whether a puzzle is in all ranges; one without a rating only if there are none."""
    for key, _ in RANGES:
        low, high = getattr(args, f"min_{key}"), getattr(args, f"max_{key}")
        value = _value(found, key)
        if (low, high) != (None, None) and value is None:
            return False
        if (low is not None and value < low) or (high is not None and value > high):
            return False
    if args.level and found.level not in args.level:
        return False
    needed = {name.lower() for name in found.techniques}
    return all(name.lower() in needed for name in args.technique or ())


def _text(found: Difficulty, args: argparse.Namespace) -> str:
    if args.json:
        return as_json(as_record(found))
    return as_line(found) if args.format is None else filled(args.format, found)
