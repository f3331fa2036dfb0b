"""What the makers ask of the search on any layout, with a pause every few milliseconds: it may raise, and so end it.

Taking clues away from a full grid, part by part in a random order, while exactly one solution is left.

1. Taking away more never leaves fewer solutions. So a run of parts may go at once if no other solution is left then;
   such a one would differ from the full grid in a cell of the run. How long a run can be is found by trying twice what
   the last one was, and halving.
2. Another solution shows a set of cells that must keep a clue: the last of its parts in the order must stay if all
   others went. That needs no more asking.
3. Where telling takes more than `nodes`, the part stays.

Two ways that start from an empty grid: adding digits by lot, and the two permutations of a 4×4 lesson.

Adding (Hürlimann): a digit is added to the grid by lot; if then there is no solution it is taken back and another one
tried; once there is exactly one solution the puzzle is made.

Permutations (Wu): two permutations p and q of 1 … N put digit q(i) into row i and column p(i), so that the N clues
stand one in each row and column, all different. On 4×4 some of these are proper; the others, and those of other sizes,
are gone on with by adding.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninefold.core.checking import check
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit
from ninefold.make.recipe import Parts
from ninefold.make.splitmix import SplitMix
from ninefold.solving.methods.native import search_of
from ninefold.solving.registry import find
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

if TYPE_CHECKING:
    from ninefold._native import Search


Pause = Callable[[], None]
STRETCH = 64  # nodes between two pauses


@dataclass(frozen=True)
class SearchOutcome:
    """A solution or None; `is_told` is False where telling would have taken too much work."""

    grid: Grid | None
    is_told: bool = True


def complete(grid: Grid, pause: Pause) -> Grid | None:
    """A solution of a grid, always the same; None if there is none."""
    if not _is_there():
        return solve(grid, limit=1).solution
    return _answer(search_of(grid), grid, None, pause).grid


def find_other(puzzle: Grid, known: Grid, cells: Collection[int], nodes: int | None, pause: Pause) -> SearchOutcome:
    """A solution of a puzzle that differs from a known one in one of some cells, found with so many nodes at most.

    That is quicker to tell than whether there are two: the known one need not be found again, and where a single cell
    must have another digit, much follows at once.
    """
    if not _is_there():
        result = solve(puzzle, limit=Limit(nodes=nodes))
        others = [other for other in result.solutions if other != known]
        return SearchOutcome(others[0] if others else None, bool(others) or result.status is Status.UNIQUE)
    search = search_of(puzzle)
    search.differ(known.digits, list(cells))
    return _answer(search, puzzle, nodes, pause)


def _is_there() -> bool:
    return find("search").available


def _answer(search: Search, puzzle: Grid, nodes: int | None, pause: Pause) -> SearchOutcome:
    from ninefold._native import Progress

    while nodes is None or search.nodes < nodes:
        pause()
        progress = search.advance(STRETCH)
        if progress is Progress.found:
            return SearchOutcome(Grid.from_digits(search.digits, puzzle.layout))
        if progress is Progress.ended:
            return SearchOutcome(None)
    return SearchOutcome(None, is_told=False)


BARRED = 255 * 256  # a cell that may not be a clue


@dataclass(frozen=True)
class Removal:
    """A full grid, and when each of its clues was taken away.

    `times` holds for each cell 0 if its clue stayed, else the number of its part among those taken, from 1; and
    `BARRED` for a cell that may not be a clue. The last ones can be put back for puzzles with more clues.
    """

    solution: Grid
    times: tuple[int, ...]

    @property
    def last(self) -> int:
        """How many parts were taken."""
        return max((time for time in self.times if time < BARRED), default=0)

    def puzzle(self, after: int) -> Grid:
        """The puzzle after so many parts were taken."""
        digits = self.solution.digits
        clues = bytes(
            digit if not time or after < time < BARRED else 0 for digit, time in zip(digits, self.times, strict=True)
        )
        return Grid.from_digits(clues, self.solution.layout)


def remove_clues(
    solution: Grid,
    parts: Parts,
    barred: frozenset[int],
    rng: SplitMix,
    *,
    nodes: int | None = None,
    one_by_one: bool = False,
    pause: Pause = lambda: None,
) -> Removal | None:
    """Take away what can go; None where the cells that may be clues leave several solutions.

    Args:
        solution: the full grid.
        parts: cells that may be taken away, those of a part together; others stay.
        barred: cells that may not be clues.
        chance: where the order is drawn from.
        nodes: work for each question at most (rule 3).
        one_by_one: ask for every part by itself, as a person would.
        pause: called before each question, and every few milliseconds; it may raise.
    """
    work = _Removing(solution, rng.shuffled(parts), barred, nodes, pause)
    if barred and not work.can_go(barred):
        return None
    most = 1 if one_by_one else len(work.order)
    while work.at < len(work.order):
        run = work.next_run(most)
        work.settle(run, is_blocked=run < most)
    return Removal(solution, tuple(work.times))


class _Removing:
    """Where the taking stands: parts before `at` are decided."""

    def __init__(
        self, solution: Grid, order: list[tuple[int, ...]], barred: frozenset[int], nodes: int | None, pause: Pause
    ) -> None:
        self.solution, self.order, self.nodes, self.pause = solution, order, nodes, pause
        self.clues = set(range(solution.size**2)) - barred
        self.times = [BARRED if cell in barred else 0 for cell in range(solution.size**2)]
        self.place = {cell: place for place, part in enumerate(order) for cell in part}
        self.sets: list[set[int]] = []  # each must keep a clue, and none of its clues is decided to stay yet
        self.at = self.taken = 0
        self.reach = len(order) // 4

    def next_run(self, most: int) -> int:
        """How many parts from here can go (rule 1)."""
        low, high = 0, min(most, self._wall() - self.at) + 1
        reach = min(most, max(1, self.reach))
        while low + 1 < high:
            run = min(high - 1, low + reach)
            if self.can_go(frozenset().union(*self.order[self.at : self.at + run])):
                low, reach = run, 2 * reach
            else:
                high = min(run, self._wall() - self.at + 1)
                reach = max(1, (high - low) // 2)
        self.reach = 2 * low
        return low

    def _wall(self) -> int:
        """The first place whose part must stay, as far as the sets tell (rule 2)."""
        return min((max(self.place[cell] for cell in cells) for cells in self.sets), default=len(self.order))

    def can_go(self, cells: frozenset[int]) -> bool:
        """Whether the full grid is still the only solution without the clues in some cells; another is learnt from."""
        self.pause()
        digits = bytearray(self.solution.size**2)
        for cell in self.clues - cells:
            digits[cell] = self.solution.digits[cell]
        puzzle = Grid.from_digits(bytes(digits), self.solution.layout)
        answer = find_other(puzzle, self.solution, cells, self.nodes, self.pause)
        if answer.grid is not None:
            pairs = zip(answer.grid, self.solution, strict=True)
            self._learn({cell for cell, (digit, usual) in enumerate(pairs) if digit != usual})
        return answer.is_told and answer.grid is None

    def _learn(self, cells: set[int]) -> None:
        undecided = cells & self.clues
        if undecided and all(self.place.get(cell, -1) >= self.at for cell in undecided):
            self.sets.append(undecided)

    def settle(self, run: int, is_blocked: bool) -> None:
        """Take a run of parts away, and keep the part after it where that could not go."""
        for part in self.order[self.at : self.at + run]:
            self.taken += 1
            self.clues.difference_update(part)
            for cell in part:
                self.times[cell] = self.taken
        self.at += run
        kept = set(self.order[self.at]) if is_blocked and self.at < len(self.order) else set()
        self.sets = [cells & self.clues for cells in self.sets if not cells & kept]
        self.at += bool(kept)


def permutations_start(layout: Layout, rng: SplitMix) -> Grid:
    """N clues by two permutations, as the lesson has them; on some boards they may clash in a box.

    >>> len(permutations_start(Layout(4), SplitMix(1)).filled_cells)
    4
    """
    size = layout.size
    columns, digits = rng.shuffled(range(size)), rng.shuffled(range(1, size + 1))
    return Grid.empty(layout).with_digits({row * size + columns[row]: digits[row] for row in range(size)})


def add(start: Grid, rng: SplitMix, pause: Pause = lambda: None) -> Removal | None:
    """Add digits by lot until exactly one solution is left; None where the start has none."""
    puzzle, result = start, solve(start)
    if check(start).clashes or result.status is Status.IMPOSSIBLE:
        return None
    while result.status is not Status.UNIQUE:
        pause()
        cell = rng.one_of(puzzle.empty_cells)
        taken = {puzzle.digits[peer] for peer in puzzle.layout.peers[cell]}
        for digit in rng.shuffled([d for d in range(1, puzzle.size + 1) if d not in taken]):
            more = puzzle.with_digits({cell: digit})
            asked = solve(more)
            if asked.status is not Status.IMPOSSIBLE:
                puzzle, result = more, asked
                break
    assert result.solution is not None
    return Removal(result.solution, tuple(0 if digit else BARRED for digit in puzzle.digits))
