"""Propagation and search on possible values, after Norvig's essay "Solving Every Sudoku Puzzle".

1. A cell that has one possible value left gets it, and no peer of it can have it any more.
2. A value that has one place left in a unit goes there.
3. Each of the two may set off the other: one placement can run through the whole grid.
4. When nothing more follows, try each value of a cell that has the fewest, on a copy.
5. A cell without a value, or a unit without a place for one, ends the copy: continue with the next.

The essay searches a unit for the places of a value; here they are counted. In a unit of fewer than
N cells only rule 1 applies. The essay's words are kept: a value is a digit, a possible
value a candidate, a try a guess.

    values   for each cell a bit for each possible value, 1 << digit, and bit 0 once it is placed
    places   for each unit and value how many cells may still get it, FIXED once one has it
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ninefold.core.grid import Grid
from ninefold.solving.run import Run

FIXED = 1 << 20  # so large that the count never drops to one

State = tuple[list[int], list[int]]  # values, places
Queue = list[tuple[int, int, str]]  # cells to be placed, each with its value and why


@dataclass(frozen=True)
class Norvig:
    """Place both kinds of singles as they come up; try a cell with the fewest values."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, values tried from the smallest up."""
        board = _Board(puzzle, run)
        state = board.start()
        tries: list[tuple[State, int, list[int]]] = []  # the state before, the cell, the untried values
        while True:
            cell = board.fewest(state[0]) if state else -1
            if state and cell >= 0:
                tries.append((state, cell, _digits(state[0][cell])))
            else:
                if state:
                    yield board.grid(state[0])
                while tries:
                    run.undo()
                    if tries[-1][2]:
                        break
                    tries.pop()
                else:
                    return
            run.tick()
            (values, places), cell, untried = tries[-1]  # rule 4
            digit = untried.pop()
            run.guess(cell, digit)
            state = board.placed((values[:], places[:]), [(cell, digit, "")])


class _Board:
    """What does not change: the puzzle, its peers and its units."""

    def __init__(self, puzzle: Grid, run: Run) -> None:
        layout, n = puzzle.layout, puzzle.size
        self.puzzle, self.run, self.size, self.peers = puzzle, run, n, layout.peers
        self.units = [unit.cells for unit in layout.units]
        # For each cell the offsets of its units' counts in `places`; smaller units are not counted.
        whole = {unit for unit, cells in enumerate(self.units) if len(cells) == n}
        self.firsts = [[unit * (n + 1) for unit in units if unit in whole] for units in layout.units_of]

    def start(self) -> State | None:
        """The state with every clue placed, and what follows."""
        n = self.size
        values = [(2 << n) - 2] * n**2
        places = [n] * (len(self.units) * (n + 1))
        clues = [(cell, self.puzzle.digits[cell], "") for cell in self.puzzle.filled_cells]
        return self.placed((values, places), clues)

    def placed(self, state: State, queue: Queue) -> State | None:
        """The state with the queue placed and all that follows; None if that is contradictory."""
        values, places = state
        while queue:
            cell, digit, why = queue.pop()
            left, bit = values[cell], 1 << digit
            if not left & bit:
                return None
            if left & 1:  # queued twice
                continue
            self.run.check_limits()
            if why and not self.puzzle.digits[cell]:  # a clue may be derived before its turn
                self.run.place(cell, digit, why)
            values[cell] = left | 1
            for first in self.firsts[cell]:
                places[first + digit] = FIXED
            drops = [(cell, other) for other in _digits(left ^ bit)]
            drops += [(peer, digit) for peer in self.peers[cell] if values[peer] & bit]
            if not self._dropped(values, places, drops, queue):
                return None
        return state

    def _dropped(self, values: list[int], places: list[int], drops: list[tuple[int, int]], queue: Queue) -> bool:
        """Rules 1 and 2 for what is no longer possible; False by rule 5."""
        firsts = self.firsts
        for cell, digit in drops:
            left = values[cell] = values[cell] ^ 1 << digit
            if not left & (left - 1):
                if left < 2:
                    return False
                queue.append((cell, left.bit_length() - 1, "one value left"))
            for first in firsts[cell]:
                count = places[first + digit] = places[first + digit] - 1
                if count < 2:
                    if not count:
                        return False
                    queue.append((self._last_place(values, first, digit), digit, "one place left"))
        return True

    def _last_place(self, values: list[int], first: int, digit: int) -> int:
        return next(cell for cell in self.units[first // (self.size + 1)] if values[cell] >> digit & 1)

    def fewest(self, values: list[int]) -> int:
        """A cell with the fewest values of those not placed; −1 if all are."""
        best, fewest = -1, self.size + 1
        for cell, left in enumerate(values):
            if not left & 1 and left.bit_count() < fewest:
                best, fewest = cell, left.bit_count()
                if fewest == 2:
                    break
        return best

    def grid(self, values: list[int]) -> Grid:
        """The grid of a state in which every cell is placed."""
        return Grid.from_digits(bytes(left.bit_length() - 1 for left in values), self.puzzle.layout)


def _digits(mask: int) -> list[int]:
    """The digits whose bits are set, from the largest down."""
    found = []
    while mask:
        found.append(mask.bit_length() - 1)
        mask ^= 1 << found[-1]
    return found
