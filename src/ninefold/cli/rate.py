"""`ninefold rate`: how hard puzzles are, as a table, as JSON or in a custom format."""

from __future__ import annotations

import argparse
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from itertools import count, islice
from threading import Event
from time import perf_counter

from ninefold.cli.arguments import add_json, add_puzzles, add_threads, read_real
from ninefold.cli.input import Reader, is_file
from ninefold.cli.output import ProgressLine, is_terminal
from ninefold.cli.rate_lines import (
    CODES,
    RatedPuzzle,
    RatingOutput,
    as_details,
    as_line,
    as_record,
    check_format,
    filled,
    has_code,
    header,
)
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import WAKE, Stopped, read_threads
from ninefold.rating.levels import LEVELS, read_level
from ninefold.rating.measure import counted_as
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
KEYS = ("er", "ep", "ed", "sukaku", "minutes", "level", "score", "clues", "backdoor", "guesses")
RANGES = (
    ("er", "with an ER of at {} X"),
    ("ep", "with an EP of at {} X"),
    ("ed", "with an ED of at {} X"),
    ("minutes", "that take at {} X minutes"),
    ("score", "with a HoDoKu score of at {} X"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `rate`."""
    add_puzzles(parser)
    group = parser.add_argument_group("select")
    for key, words in RANGES:
        group.add_argument(f"--min-{key}", metavar="X", type=read_real, help=f"only puzzles {words.format('least')}")
        group.add_argument(f"--max-{key}", metavar="X", type=read_real, help=f"only puzzles {words.format('most')}")
    group.add_argument("--level", metavar="NAME", action="append", help=f"only this level ({', '.join(LEVELS)})")
    group.add_argument("--technique", metavar="NAME", action="append", help="only puzzles that need this technique")
    group.add_argument("--sort", choices=KEYS, help="lowest first; puzzles without a rating come last")
    group.add_argument("--reverse", action="store_true", help="highest first, with --sort")
    group = parser.add_argument_group("run")
    group.add_argument("--sukaku", action="store_true", help="add the ER, EP and ED of SukakuExplainer 1.18.1")
    add_threads(group, "standard 9x9")
    output = parser.add_argument_group("output")
    form = output.add_mutually_exclusive_group()
    form.add_argument("--format", metavar="TEXT", help=f"a line for each puzzle: {CODES}".replace("%", "%%"))
    add_json(form)
    output.add_argument("--output", metavar="FILE", help="write the results to a file instead of printing them")
    output.add_argument("--resume", action="store_true", help="continue a file of results that was not finished")


def run(args: argparse.Namespace) -> int:
    """Rate every puzzle; 0 if all have a rating, otherwise 1."""
    reader = Reader(args)
    read_threads(args.threads)
    check_format(args.format)
    for level in args.level or ():
        read_level(level)
    _check_filters(args)
    args.sukaku = args.sukaku or args.sort == "sukaku" or has_code(args.format, "u")
    args.is_table = is_terminal() and not (args.json or args.format or args.output)
    args.is_single = len(args.puzzles) == 1 and not is_file(args.puzzles[0])
    unrated = 0
    kept: list[RatedPuzzle] = []
    with RatingOutput(args) as results, ProgressLine(progress_words(args)) as counter:
        if args.is_table and not args.is_single:
            print(header(args.sukaku))
        for result in _results(results.rest(reader.grids()), args):
            counter.step()
            unrated += not result.found.level
            if not _is_selected(result.found, args):
                continue
            if args.sort:
                kept.append(result)
            else:
                results.write(_text(result, args))
        for result in sorted(kept, key=lambda one: _place(one.found, args.sort, args.reverse)):
            results.write(_text(result, args))
    return 2 if reader.failed else 1 if unrated else 0


def progress_words(args: argparse.Namespace) -> Callable[[int, float], str] | None:
    """The words of the progress line if the number of puzzles can be known: if all are arguments or in files."""
    sources: list[str] = args.puzzles
    if not sources or any(is_file(source) and not os.path.isfile(source) for source in sources):
        return None

    @cache
    def total() -> int:
        reader = Reader(args, is_quiet=True)
        return sum(
            sum(len(part) if isinstance(part, range) else 1 for part in block.parts) for _, block in reader.blocks()
        )

    return lambda done, seconds: f"rated {done:,} of {max(done, total()):,} puzzles in {seconds:,.0f} s"


def _results(grids: Iterable[Grid], args: argparse.Namespace) -> Iterator[RatedPuzzle]:
    """The results in order; chunks are rated while others are read and printed, and an interrupt ends them.

    If the time of each puzzle is wanted, each is rated separately.
    """
    size = 1 if has_code(args.format, "e") else CHUNK
    cancel, grids, number = Event(), iter(grids), count(1)
    waiting: deque[Future[tuple[list[Difficulty], float]]] = deque()
    with ThreadPoolExecutor(AHEAD) as pool:
        try:
            while True:
                while len(waiting) < AHEAD and (chunk := list(islice(grids, size))):
                    waiting.append(pool.submit(_rate_chunk, chunk, args, cancel))
                if not waiting:
                    return
                while not wait([waiting[0]], WAKE).done:
                    pass
                ratings, seconds = waiting.popleft().result()
                yield from (RatedPuzzle(found, next(number), seconds / len(ratings)) for found in ratings)
        finally:
            cancel.set()


def _rate_chunk(chunk: list[Grid], args: argparse.Namespace, cancel: Event) -> tuple[list[Difficulty], float]:
    start = perf_counter()
    nine = [grid for grid in chunk if grid.layout == Layout.of_size(9)]
    found = iter(rate_many(nine, sukaku=args.sukaku, threads=args.threads, cancel=cancel))
    ratings = [next(found) if grid.layout == Layout.of_size(9) else _rate_other(grid, cancel) for grid in chunk]
    return ratings, perf_counter() - start


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
    if key == "sukaku":
        return None if found.sukaku is None else found.sukaku.er
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
    return all(found.techniques.keys() & counted_as(name) for name in args.technique or ())


def _check_filters(args: argparse.Namespace) -> None:
    """Refuse what no puzzle can pass, and an order that is not named."""
    if args.reverse and not args.sort:
        raise NinefoldError(f"--reverse needs --sort (choose from {', '.join(KEYS)})")
    for name in args.technique or ():
        counted_as(name)
    for key, _ in RANGES:
        low, high = getattr(args, f"min_{key}"), getattr(args, f"max_{key}")
        if low is not None and high is not None and low > high:
            raise NinefoldError(f"--min-{key} {low:g} is above --max-{key} {high:g}")


def _text(result: RatedPuzzle, args: argparse.Namespace) -> str:
    if args.json:
        return as_json(as_record(result.found))
    if args.format is not None:
        return filled(args.format, result)
    return as_details(result.found) if args.is_table and args.is_single else as_line(result.found)
