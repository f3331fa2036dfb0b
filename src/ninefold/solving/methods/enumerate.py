"""Brute force as in "Sudoku Solver by Linear Programming" (2022): its three Rust programs.

1. Fill all empty cells in any way, and check whether two peers are equal.
2. Order `counter`, the paper's brutus: possibility number i is i written in base N, one digit per
   empty cell; the first cell changes fastest.
3. Order `odometer`, its big brother: add one to the last empty cell, and carry.
4. Order `reduced`, its doku: go through the empty cells once and keep the digits that no peer has; a
   cell left with one digit gets it at once, so that the cells after it know. Then as rule 3 with
   what is left, the first cell changing fastest.
5. With `cut`, two equal peers among the slow cells skip everything that differs only in faster ones.
6. If everything would take longer than `hours` at the rate so far, stop and say so.

Two of the programs miss a possibility (see the essay); this method does not. The fastest cells, as many as
fit, are enumerated together:

    slow cells   one digit each           5   3   9 … 2 │
    fast cells   every way at once                      │ 1 1 1   2 1 1   3 1 1 …   a block
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf, log10, prod
from operator import mul
from time import perf_counter
from typing import Literal

import numpy as np

from ninefold.core.grid import Grid
from ninefold.core.limits import Stopped
from ninefold.solving.method import check_options, option
from ninefold.solving.run import Run

# Comparisons per block, a few milliseconds' worth; seconds before the rate is known; and the number of progress
# notes (the paper's programs report every 5 %).
WORK, WARM, SHARES = 50_000_000, 0.2, 20
# Longer numbers are shown by their magnitude.
LEGIBLE = 10**60
SPANS = (("years", 31_557_600.0), ("days", 86_400.0), ("hours", 3_600.0), ("minutes", 60.0), ("seconds", 1.0))

Choices = list[tuple[int, tuple[int, ...]]]  # cells with the digits to try, the fastest first


@dataclass(frozen=True)
class Enumerate:
    """Try every way to fill the empty cells, in one of three orders.

    The stats are `possibilities`, `tried`, `skipped`, `rate` (per second) and `would_take`.
    """

    order: Literal["counter", "odometer", "reduced"] = option(
        "reduced", "the paper's program: a number in base N, an odometer, or reduced candidates"
    )
    cut: bool = option(False, "skip everything that begins with two equal peers")
    hours: float = option(24.0, "stop if everything would take longer; inf for never", least=0.0, most=inf)

    def __post_init__(self) -> None:
        """Validate the options."""
        check_options(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in the chosen order."""
        choices = self._choices(puzzle, run)
        if self.order == "reduced":
            run.note("before_the_pass", _exact(_product_of_candidates(puzzle)))
        progress = _Progress(run, prod(len(digits) for _, digits in choices), self.hours)
        try:
            if progress.possibilities:
                yield from self._solutions(puzzle, run, choices, progress)
        finally:
            progress.report()

    def _choices(self, puzzle: Grid, run: Run) -> Choices:
        """Rules 2 to 4: the empty cells with the digits to try, the fastest first."""
        if self.order == "reduced":
            return _reduced(puzzle, run)
        all_digits = tuple(range(1, puzzle.size + 1))
        cells = puzzle.empty_cells if self.order == "counter" else reversed(puzzle.empty_cells)
        return [(cell, all_digits) for cell in cells]

    def _solutions(self, puzzle: Grid, run: Run, choices: Choices, progress: _Progress) -> Iterator[Grid]:
        block = _Block(puzzle, run, choices, cut=self.cut)
        wheels = (_Counter if self.order == "counter" else _Odometer)([digits for _, digits in block.slow])
        changed = len(block.slow) - 1
        while True:
            clash = block.clash(wheels.digits, changed) if self.cut else -1
            if clash >= 0:  # rule 5
                run.check_limits()
                progress.skipped += block.size * wheels.below[clash]
            else:
                size = int(min(block.size, run.nodes_left)) or 1
                run.tick(size)
                progress.tried += size
                yield from block.look(wheels.digits, size)
                if size < block.size:
                    run.tick()  # no nodes are left for the rest of the block, which must not count as checked
            progress.report_share()
            changed = wheels.step(max(clash, 0))
            if changed < 0:
                return
            progress.check_pace()


def _reduced(puzzle: Grid, run: Run) -> Choices:
    """Rule 4: one pass of elimination, as in the program."""
    digits, choices = bytearray(puzzle.digits), []
    for cell in puzzle.empty_cells:
        run.check_limits()  # on large boards the pass alone takes long
        taken = {digits[peer] for peer in puzzle.layout.peers[cell]}
        left = tuple(digit for digit in range(1, puzzle.size + 1) if digit not in taken)
        if len(left) == 1:
            digits[cell] = left[0]
        choices.append((cell, left))
    return choices


def _product_of_candidates(puzzle: Grid) -> int:
    """The possibilities if rule 4 kept the candidates and placed nothing on the way."""
    digits, peers = puzzle.digits, puzzle.layout.peers
    return prod(puzzle.size - len({digits[peer] for peer in peers[cell]} - {0}) for cell in puzzle.empty_cells)


class _Odometer:
    """Rule 3: a wheel for each slow cell, turned by one with carry."""

    def __init__(self, faces: Sequence[tuple[int, ...]]) -> None:
        self.faces = faces
        self.digits = [digits[0] for digits in faces]
        self.turns = [0] * len(faces)
        self.below = [1, *accumulate(map(len, faces), mul)]  # for each wheel the settings of all faster ones

    def step(self, wheel: int) -> int:
        """Turn a wheel by one and all faster ones to their first digit; the slowest that moved, −1 at the end."""
        for at, face in enumerate(self.faces):
            if at >= wheel and self.turns[at] + 1 < len(face):
                self.turns[at] += 1
                self.digits[at] = face[self.turns[at]]
                return at
            self.turns[at], self.digits[at] = 0, face[0]
        return -1


class _Counter(_Odometer):
    """Rule 2: the slow cells are one number, and are rewritten from it."""

    number = 0

    def step(self, wheel: int) -> int:
        """Count to the next number that differs from this one in a wheel or a slower one."""
        base = len(self.faces[0]) if self.faces else 1
        self.number = (self.number // base**wheel + 1) * base**wheel
        rest, moved = self.number, -1
        for at in range(len(self.faces)):
            rest, digit = divmod(rest, base)
            moved = at if self.digits[at] != digit + 1 else moved
            self.digits[at] = digit + 1
        return -1 if rest else moved


class _Block:
    """All settings of the fast cells for one setting of the slow ones: one row per cell, one column per possibility."""

    def __init__(self, puzzle: Grid, run: Run, choices: Choices, *, cut: bool) -> None:
        self.puzzle, self.run = puzzle, run
        empty, peers = set(puzzle.empty_cells), puzzle.layout.peers
        work = sum(len(peers[cell]) for cell in empty)
        fast, self.size = 0, 1
        while fast < len(choices) and self.size * len(choices[fast][1]) <= max(1, WORK // (work + 1)):
            self.size *= len(choices[fast][1])
            fast += 1
        self.slow = choices[fast:]
        # Without cut every possibility is checked in full; with it the slow cells are known to be right.
        run.check_limits()
        movers = {cell for cell, _ in choices[:fast]} if cut else empty
        later = {cell: [peer for peer in peers[cell] if peer not in movers or peer > cell] for cell in movers}
        self.pairs = [(cell, near) for cell, near in later.items() if near]
        self.rows = np.repeat(np.frombuffer(puzzle.digits, np.uint8)[:, None], self.size, axis=1)
        self._fill(choices[:fast])
        run.check_limits()
        self.clues = [{puzzle.digits[peer] for peer in peers[cell]} for cell, _ in self.slow]
        place = {cell: at for at, (cell, _) in enumerate(self.slow)}
        self.slower = [[place[p] for p in peers[cell] if place.get(p, -1) > at] for cell, at in place.items()]

    def _fill(self, choices: Choices) -> None:
        below = 1
        for cell, digits in choices:
            turn = np.repeat(np.array(digits, np.uint8), below)
            self.rows[cell] = np.tile(turn, self.size // len(turn))
            below *= len(digits)

    def clash(self, digits: list[int], start: int) -> int:
        """The slowest slow cell, from a given one on, that is equal to a clue or a slower peer; −1 if none is."""
        for at in range(start, -1, -1):
            if digits[at] in self.clues[at] or any(digits[other] == digits[at] for other in self.slower[at]):
                return at
        return -1

    def look(self, digits: list[int], size: int) -> Iterator[Grid]:
        """Rule 1, for the first possibilities of the block."""
        for (cell, _), digit in zip(self.slow, digits, strict=True):
            self.rows[cell] = digit
        rows, wrong = self.rows[:, :size], np.zeros(size, bool)
        for cell, near in self.pairs:
            self.run.check_limits()
            wrong |= (rows[near] == rows[cell]).any(axis=0)
        for column in np.flatnonzero(~wrong):
            yield Grid.from_digits(rows[:, column].tobytes(), self.puzzle.layout)


class _Progress:
    """How far it has come, and how long everything would take; in logarithms, because no float holds 64^4096."""

    def __init__(self, run: Run, possibilities: int, hours: float) -> None:
        self.run, self.possibilities, self.hours = run, possibilities, hours
        self.tried = self.skipped = self.reported = 0
        self.start = perf_counter()
        run.note("possibilities", _exact(possibilities))

    @property
    def done(self) -> int:
        """How many possibilities are done."""
        return self.tried + self.skipped

    def report_share(self) -> None:
        """Note the progress in twentieths, whenever it grows."""
        share = self.done * SHARES // self.possibilities
        if share > self.reported:
            self.reported = share
            self.run.note("progress", f"{share * 100 // SHARES} %")

    def check_pace(self) -> None:
        """Rule 6."""
        if perf_counter() - self.start > WARM and self._magnitude() > log10(max(self.hours * 3600, WARM)):
            count = f"{self.possibilities:,}" if self.possibilities < LEGIBLE else _magnitude_of(self.possibilities)
            raise Stopped(f"all {count} possibilities would take {_span(self._magnitude())} at this rate")

    def _magnitude(self) -> float:
        """The logarithm of the seconds that everything would take."""
        return log10(perf_counter() - self.start) + log10(self.possibilities) - log10(self.done)

    def report(self) -> None:
        """The figures for the result."""
        self.run.note("tried", self.tried)
        self.run.note("skipped", _exact(self.skipped))
        if self.done:
            self.run.note("rate", round(self.tried / (perf_counter() - self.start)))
            self.run.note("would_take", _span(self._magnitude()))


def _exact(number: int) -> int | str:
    """The number itself, or its magnitude if it has more digits than Python prints."""
    return number if number < 10**4000 else _magnitude_of(number)


def _magnitude_of(number: int) -> str:
    return f"about 10^{log10(number):.0f}"


def _span(magnitude: float) -> str:
    """A time in words, given the logarithm of its seconds."""
    if magnitude > 300:
        return f"10^{magnitude - log10(SPANS[0][1]):.0f} years"
    name, length = next((span for span in SPANS if 10**magnitude >= span[1]), SPANS[-1])
    return f"{10**magnitude / length:.3g} {name}"
