"""`ninefold generate`: make puzzles."""

from __future__ import annotations

import argparse
import os
from string import ascii_uppercase

from ninefold import records
from ninefold.cli.input import layout_of
from ninefold.cli.output import ProgressLine, board, form_of, warn, write_json
from ninefold.core.errors import ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Stopped, read_count
from ninefold.core.text import MAX_TEXT
from ninefold.make.generate import make, read_seed
from ninefold.make.maker import Maker
from ninefold.make.recipe import Wishes
from ninefold.rating.levels import level_of

# The cells of the smallest board that has boxes: a shorter text names a file.
SHORTEST = 16


def run(args: argparse.Namespace) -> int:
    """Write puzzles as they are made; 1 if there are fewer than were asked for."""
    wishes = read_wishes(args)
    seed, count = read_seed(args.seed), read_count("count", args.count) or 1
    maker = make(wishes, seed, distinct=args.distinct, tries=args.tries, threads=args.threads, seconds=args.seconds)
    made = 0

    def words(done: int, seconds: float) -> str:
        return f"{done:,} of {count:,} puzzles, {maker.tally.tries:,} tries in {seconds:,.0f} s"

    with ProgressLine(words, clears=True) as counter:
        maker.monitor.progress = lambda _: counter.show()
        try:
            for puzzle in maker.puzzles(count):
                counter.clear()
                _write(puzzle, args, seed, made + 1)
                made += 1
                counter.step()
        except (Stopped, KeyboardInterrupt) as stop:
            counter.clear()
            warn(f"ninefold: {made:,} of {count:,} puzzles were made: {_why(stop, maker)}")
            if isinstance(stop, KeyboardInterrupt):
                raise
            return 1
    return 0


def _why(stop: Stopped | KeyboardInterrupt, maker: Maker) -> str:
    """Why it ended, and what came of the tries that did not do."""
    why, found = stop.why if isinstance(stop, Stopped) else "interrupted", str(maker.tally)
    return why if not found or found in why else f"{why}; of {maker.tally.tries:,} tries {found}"


def read_wishes(args: argparse.Namespace) -> Wishes:
    """The wishes of a command."""
    solution = None if args.solution is None else _text("--solution", args.solution)
    layout = layout_of(args) or (Layout.of_size(9) if solution is None else Grid(solution).layout)
    must = args.must
    if must is not None and "=" in must:
        must = _read_digits(must, layout)
    return Wishes.read(
        layout,
        clues=None if args.clues is None else _read_clues(args.clues),
        minimal=args.minimal,
        symmetry=args.symmetry,
        mask=None if args.mask is None else _text("--mask", args.mask),
        solution=solution,
        must=must,
        level=args.level,
        way=args.way,
    )


def _read_clues(text: str) -> int | tuple[int, int]:
    """A number, or a range as 24-28."""
    ends = text.split("-")
    if not all(end.isascii() and end.isdecimal() for end in ends) or len(ends) > 2:
        raise ParseError(f"--clues is a number or a range, as 24-28; read {text!r}")
    numbers = [int(end) for end in ends]
    return numbers[0] if len(numbers) == 1 else (numbers[0], numbers[1])


def _read_digits(text: str, layout: Layout) -> dict[int, int]:
    """Cells with digits, as r1c1=5,r5c5=9; from ten on a digit may be a letter, as lines have it."""
    found: dict[int, int] = {}
    letters = {letter: digit for digit, letter in enumerate(ascii_uppercase, 10) if digit <= layout.size}
    for pair in text.replace(",", " ").split():
        name, _, word = pair.partition("=")
        digit = int(word) if word.isascii() and word.isdecimal() else letters.get(word.upper())
        if digit is None:
            raise ParseError(f"--must is cells, as r1c1,r5c5, or cells with digits, as r1c1=5; read {pair!r}")
        cell = layout.cell(name)
        if found.setdefault(cell, digit) != digit:
            raise ParseError(f"--must names {layout.names([cell])} twice, with {found[cell]} and with {digit}")
    return found


def _text(option: str, source: str) -> str:
    """What stands in a file, or the text itself."""
    if not os.path.isfile(source):
        if len(source) < SHORTEST:
            raise ParseError(f"{option} {source}: there is no such file, and a board has more cells than that")
        return source
    with open(source, encoding="utf-8-sig", errors="replace") as file:
        return file.read(MAX_TEXT)


def _write(puzzle: Grid, args: argparse.Namespace, seed: int, number: int) -> None:
    if args.json:
        record = records.Generated(clues=len(puzzle.filled_cells), level=level_of(puzzle), seed=seed)
        write_json(records.with_puzzle(puzzle, record, number=number))
    else:
        print(puzzle.line if form_of(args.form) == "line" else board(puzzle))
