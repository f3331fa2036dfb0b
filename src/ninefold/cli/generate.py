"""`ninefold generate`: puzzles with exactly one solution."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator
from string import ascii_uppercase
from typing import TYPE_CHECKING

from ninefold import records
from ninefold.cli import arguments
from ninefold.cli.arguments import add_board, add_grid_output, add_seconds, add_threads, read_number
from ninefold.cli.input import layout_of
from ninefold.cli.library_rating import rate_for_a_while, read_span
from ninefold.cli.output import ProgressLine, board, form_of, warn, write_json
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit, Stopped
from ninefold.core.puzzle import Puzzle
from ninefold.core.text import MAX_TEXT
from ninefold.core.values import counted
from ninefold.formats.files import open_text
from ninefold.make.generate import estimate, make, read_seed
from ninefold.make.maker import Maker
from ninefold.make.recipe import Recipe
from ninefold.rating.levels import LEVELS

if TYPE_CHECKING:
    from ninefold.library.store import Added, Library

# The cells of the smallest board with boxes: a shorter text must be a file name.
SHORTEST = 16


EXAMPLES = """\
examples:
  ninefold generate
  ninefold generate --count 100 --level hard --symmetry rotational --seed 42 > hard.txt
  ninefold generate --size 16
  ninefold generate --clues 19 --count 5
  ninefold generate --count 50 --level easy --into club.sqlite
  ninefold generate --technique x-wing=1 --hardest x-wing --symmetry rotational
  ninefold generate --er 7-7.5 --minutes 10-20 --count 10 --estimate
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `generate`."""
    parser.set_defaults(stray=_about_word)
    add_board(parser.add_argument_group("board"), "9, or that of --solution")
    group = parser.add_argument_group("constraints")
    group.add_argument("--clues", metavar="N[-M]", help="number of clues, or a range")
    minimal = group.add_mutually_exclusive_group()
    minimal.add_argument("--minimal", action="store_true", default=None, help="every clue is needed")
    minimal.add_argument("--not-minimal", dest="minimal", action="store_false", help="some clues are redundant")
    group.add_argument(
        "--symmetry",
        default="none",
        metavar="NAME",
        help="rotational, quarter, horizontal, vertical, diagonal, antidiagonal, diagonals or dihedral (default: none)",
    )
    group.add_argument("--mask", metavar="MASK", help="cells that may hold clues ('.' = never); text or file")
    group.add_argument("--solution", metavar="GRID", help="start from this full grid; text or file")
    group.add_argument("--require", metavar="CELLS", help="required clues: r1c1,r5c5 or r1c1=5,r5c5=7")
    group.add_argument("--level", metavar="LEVEL", help=f"{', '.join(LEVELS[:-1])} or {LEVELS[-1]} (default: any)")
    group.add_argument("--er", metavar="R[-S]", help="rating of Sudoku Explainer, or a range such as 7-7.5")
    group.add_argument(
        "--minutes", metavar="M[-N]", help="minutes that a practised person takes, or a range such as 10-15"
    )
    group.add_argument(
        "--technique",
        action="append",
        metavar="NAME[=N[-M]]",
        help="a technique that is needed, and how often, such as x-wing=1 (default: at least once); may be repeated",
    )
    group.add_argument("--hardest", metavar="NAME", help="the hardest technique that may be needed")
    group.add_argument(
        "--no-uniqueness", action="store_true", help="solvable without techniques that assume a unique solution"
    )
    group.add_argument("--no-marks", action="store_true", help="solvable without pencil marks, by singles alone")
    group.add_argument("--distinct", action="store_true", help="no two puzzles equivalent under symmetry")
    group = parser.add_argument_group("run")
    group.add_argument("--count", type=read_number, default=1, metavar="N", help="puzzles to generate (default: 1)")
    group.add_argument("--seed", type=arguments.read_seed, metavar="N", help="random seed, for reproducible output")
    group.add_argument(
        "--strategy",
        default="auto",
        metavar="NAME",
        help="auto, removing, adding, permutations or few (default: auto)",
    )
    group.add_argument("--tries", type=read_number, metavar="N", help="give up on a puzzle after N attempts")
    add_seconds(group, "stop after S seconds and print the puzzles so far")
    group.add_argument("--estimate", action="store_true", help="only estimate how long it will take")
    add_threads(group, "standard 9x9")
    output = add_grid_output(parser, "board", "line")
    output.add_argument(
        "--into",
        nargs="?",
        const="",
        metavar="LIBRARY",
        help="add the puzzles to this library instead of printing them (default: the one in your data folder)",
    )


def _about_word(word: str) -> str:
    """What a word without an option may mean; a number could be how many puzzles or how large."""
    if word.isascii() and word.isdigit():
        return f"did you mean --count {word} or --size {word}?"
    return f"did you mean --level {word.lower()}?" if word.lower() in LEVELS else ""


def run(args: argparse.Namespace) -> int:
    """Print puzzles as they are made; 1 if there are fewer than --count."""
    if args.into is not None and (args.json or args.to):
        raise NinefoldError("--into adds the puzzles to a library and cannot be combined with --json or --to")
    recipe = read_recipe(args)
    seed, count = read_seed(args.seed), args.count
    if args.estimate:
        return _estimate(recipe, count, args.threads)
    limit, levels = Limit(seconds=args.seconds), args.json or args.into is not None
    maker = make(recipe, seed, limit=limit, tries=args.tries, threads=args.threads, levels=levels)
    made = 0

    def words(done: int, seconds: float) -> str:
        attempts = counted(maker.tally.tries, "attempt")
        left = maker.seconds_left(count, seconds)
        return f"{done:,} of {counted(count, 'puzzle')}, {attempts} in {seconds:,.0f} s{_left(left)}"

    with ProgressLine(words, clears=True) as counter:
        maker.monitor.progress = lambda _: counter.show()
        if args.into is not None:
            return _add_to_library(maker, count, args.into, counter)
        try:
            for puzzle in maker.puzzles(count):
                counter.clear()
                _write(puzzle, args, seed, made + 1)
                made += 1
                counter.step()
        except (Stopped, KeyboardInterrupt) as stop:
            counter.clear()
            warn(f"ninefold: generated {made:,} of {counted(count, 'puzzle')}: {_why(stop, maker)}")
            if isinstance(stop, KeyboardInterrupt):
                raise
            return 1
    return 0


def _estimate(recipe: Recipe, count: int, threads: int | None) -> int:
    found = estimate(recipe, count=count, threads=threads)
    more = "" if found.found else "more than "
    pace = f"{more}{counted(round(found.tries), 'attempt')} per puzzle in a short trial"
    print(f"{counted(count, 'puzzle')}: {found} ({pace})")
    return 0


def _left(seconds: float | None) -> str:
    return "" if seconds is None else f", about {seconds:,.0f} s left"


def _add_to_library(maker: Maker, count: int, path: str, counter: ProgressLine) -> int:
    """Add the puzzles to a library as they are made; 1 if there are fewer than requested."""
    from ninefold.library.store import Library

    with Library(path or None) as library:
        added, stop = add_until_stopped(library, maker.puzzles(count), counter.step)
        counter.clear()
        if stop is None:
            rate_for_a_while(library)
    if stop is not None:
        warn(f"ninefold: generated {len(added.numbers):,} of {counted(count, 'puzzle')}: {_why(stop, maker)}")
    print(f"{added.new} new, {added.known} known")
    if isinstance(stop, KeyboardInterrupt):
        raise stop
    return 1 if stop else 0


def add_until_stopped(
    library: Library, puzzles: Iterable[Puzzle], step: Callable[[], object]
) -> tuple[Added, Stopped | KeyboardInterrupt | None]:
    """Add puzzles as they come, calling `step` after each; if a stop comes first, what came before it is added."""
    stops: list[Stopped | KeyboardInterrupt] = []

    def made() -> Iterator[Puzzle]:
        try:
            for puzzle in puzzles:
                yield puzzle.replace(source="Ninefold")
                step()
        except (Stopped, KeyboardInterrupt) as stop:
            stops.append(stop)

    return library.add(made()), stops[0] if stops else None


def _why(stop: Stopped | KeyboardInterrupt, maker: Maker) -> str:
    """Why it stopped, and why the other attempts were rejected."""
    return maker.explained(stop.why if isinstance(stop, Stopped) else "interrupted")


def read_recipe(args: argparse.Namespace) -> Recipe:
    """The recipe that the options give, with a warning if it leaves nothing to solve."""
    recipe = _recipe(args)
    if recipe.clues is not None and recipe.clues[0] == recipe.layout.size**2:
        warn(f"ninefold: {recipe.clues[0]} clues fill the board: these are full grids, with nothing left to solve")
    return recipe


def _recipe(args: argparse.Namespace) -> Recipe:
    layout = layout_of(args)
    solution = None if args.solution is None else _solution(args.solution, layout)
    layout = layout or (Layout.of_size(9) if solution is None else solution.layout)
    required = args.require
    if required is not None and "=" in required:
        required = _read_digits(required, layout)
    return Recipe(
        layout,
        clues=None if args.clues is None else _read_clues(args.clues),
        minimal=args.minimal,
        symmetry=args.symmetry,
        mask=None if args.mask is None else _text("--mask", args.mask),
        solution=solution,
        required=required,
        level=None if args.level == "any" else args.level,
        er=read_span("--er", args.er),
        minutes=read_span("--minutes", args.minutes),
        technique=_read_techniques(args.technique or []),
        hardest=args.hardest,
        uniqueness=False if args.no_uniqueness else None,
        marks=False if args.no_marks else None,
        distinct=args.distinct,
        strategy=args.strategy,
    )


def _solution(source: str, layout: Layout | None) -> Grid:
    text = _text("--solution", source)
    try:
        return Grid(text, layout=layout)
    except ParseError as error:
        raise ParseError(f"--solution {source}: {error.message}", error.faults) from error


def _read_clues(text: str) -> int | tuple[int, int]:
    """A number, or a range such as 24-28."""
    ends = text.split("-")
    if not all(end.isascii() and end.isdecimal() for end in ends) or len(ends) > 2:
        raise ParseError(f"--clues: expected a number or a range such as 24-28 (got {text!r})")
    numbers = [int(end) for end in ends]
    if numbers[0] > numbers[-1]:
        raise ParseError(f"--clues: a range starts with the smaller number: {ends[1]}-{ends[0]} (got {text!r})")
    return numbers[0] if len(numbers) == 1 else (numbers[0], numbers[1])


def _read_techniques(words: list[str]) -> dict[str, tuple[int, int]] | None:
    """Techniques with how often they are needed, such as x-wing=1 or naked-pair=0-2."""
    found: dict[str, tuple[int, int]] = {}
    for word in words:
        name, equals, number = word.partition("=")
        ends = number.split("-") if equals else ["1", "1000"]
        if len(ends) > 2 or not all(end.isascii() and end.isdecimal() and len(end) < 5 for end in ends):
            raise ParseError(f"--technique: expected a name such as x-wing, x-wing=1 or x-wing=1-3 (got {word!r})")
        found[name] = int(ends[0]), int(ends[-1])
    return found or None


def _read_digits(text: str, layout: Layout) -> dict[int, int]:
    """Cells with digits such as r1c1=5,r5c5=9; from ten on a digit may be a letter, as in puzzle lines."""
    found: dict[int, int] = {}
    letters = {letter: digit for digit, letter in enumerate(ascii_uppercase, 10) if digit <= layout.size}
    for pair in text.replace(",", " ").split():
        name, _, word = pair.partition("=")
        digit = int(word) if word.isascii() and word.isdecimal() else letters.get(word.upper())
        if digit is None:
            raise ParseError(f"--require: expected cells such as r1c1,r5c5 or r1c1=5,r5c5=7 (got {pair!r})")
        cell = layout.cell(name)
        if found.setdefault(cell, digit) != digit:
            raise ParseError(f"--require: {layout.names([cell])} is given twice, as {found[cell]} and as {digit}")
    return found


def _text(option: str, source: str) -> str:
    """The content of a file, or the text itself."""
    if not os.path.isfile(source):
        if os.path.isdir(source):
            raise ParseError(f"{option} {source}: is a folder, not a file")
        if len(source) < SHORTEST:
            raise ParseError(f"{option} {source}: no such file, and too short for a board")
        return source
    with open_text(source) as file:
        return file.read(MAX_TEXT)


def _write(puzzle: Puzzle, args: argparse.Namespace, seed: int, number: int) -> None:
    if args.json:
        er = None if puzzle.rating is None else puzzle.rating.value
        record = records.Generated(clues=len(puzzle.clues.filled_cells), level=puzzle.level, er=er, seed=seed)
        solution = None if puzzle.solution is None else puzzle.solution.line
        write_json(records.with_puzzle(puzzle.clues, record, number=number, solution=solution))
    else:
        print(puzzle.clues.line if form_of(args.to) == "line" else board(puzzle.clues))
