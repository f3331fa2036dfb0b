"""Removing clues from a full grid, and adding clues to an empty one, on any layout.

Removing: the groups of cells are visited in a random order, and go as long as one solution remains.

1. Removing more never leaves fewer solutions. So a run of groups can go at once if no other solution appears; such a
   solution would differ from the full grid in a cell of the run. The length of a run is found by trying twice that of
   the last one, then halving.
2. Another solution shows a set of cells of which one must keep its clue: the last group of the set must stay if all
   others went. That needs no further search.
3. A group stays if deciding takes more than `nodes`.

Adding (Hürlimann): a random digit is added; if no solution is left, it is removed and another one tried; as soon as
one solution is left, the puzzle is done.

Permutations (Wu): two permutations p and q of 1 … N put digit q(i) into row i and column p(i), so that the N clues are
all different, one in each row and column. On 4×4 some of these are proper; the others, and those of other sizes,
continue with adding.

Every search calls `check_limits` each few milliseconds; it may raise `Stopped`, which ends the search.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninefold.core.checking import check
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import CheckLimits, Limit, Stopped
from ninefold.make.patterns import Groups
from ninefold.make.splitmix import SplitMix
from ninefold.solving.methods.native import search_of
from ninefold.solving.registry import find
from ninefold.solving.result import Result, Status
from ninefold.solving.solve import solve

if TYPE_CHECKING:
    from ninefold._native import NativeSearch


SLICE = 64  # nodes between two checks of the limits


@dataclass(frozen=True)
class SearchOutcome:
    """A solution or None; `is_decided` is False if the node limit came first."""

    grid: Grid | None
    is_decided: bool = True


class _Until:
    """A cancel for `solve`: set as soon as `check_limits` raises."""

    def __init__(self, check_limits: CheckLimits) -> None:
        self._check_limits = check_limits

    def is_set(self) -> bool:
        """Whether the search should stop."""
        try:
            self._check_limits()
        except Stopped:
            return True
        return False


def solve_until(grid: Grid, check_limits: CheckLimits, limit: Limit = Limit()) -> Result:
    """Solve a grid; `Stopped` is raised as soon as `check_limits` raises it."""
    result = solve(grid, limit=limit, cancel=_Until(check_limits))
    check_limits()
    return result


def complete(grid: Grid, check_limits: CheckLimits) -> Grid | None:
    """A solution of a grid, always the same one; None if there is none."""
    if not _has_native():
        return solve_until(grid, check_limits, Limit(1)).solution
    return _run(search_of(grid), grid, None, check_limits).grid


def find_other(
    puzzle: Grid, known: Grid, cells: Collection[int], nodes: int | None, check_limits: CheckLimits
) -> SearchOutcome:
    """A solution that differs from a known one in one of these cells, searched with at most `nodes` nodes.

    This is faster than looking for two solutions: the known one is not searched again, and if a single cell must have
    another digit, much follows at once.
    """
    if not _has_native():
        result = solve_until(puzzle, check_limits, Limit(nodes=nodes))
        others = [other for other in result.solutions if other != known]
        return SearchOutcome(others[0] if others else None, bool(others) or result.status is Status.UNIQUE)
    search = search_of(puzzle)
    search.require_difference(known.digits, list(cells))
    return _run(search, puzzle, nodes, check_limits)


def needs_every_clue(puzzle: Grid, known: Grid, check_limits: CheckLimits) -> bool:
    """Whether a puzzle with this one solution is minimal."""
    others = (
        find_other(puzzle.with_digits({cell: 0}), known, [cell], None, check_limits) for cell in puzzle.filled_cells
    )
    return all(other.grid is not None for other in others)


def _has_native() -> bool:
    return find("search").available


def _run(search: NativeSearch, puzzle: Grid, nodes: int | None, check_limits: CheckLimits) -> SearchOutcome:
    from ninefold._native import Progress

    while nodes is None or search.nodes < nodes:
        check_limits()
        progress = search.advance(SLICE)
        if progress is Progress.found:
            return SearchOutcome(Grid.from_digits(search.digits, puzzle.layout))
        if progress is Progress.ended:
            return SearchOutcome(None)
    return SearchOutcome(None, is_decided=False)


EXCLUDED = 255 * 256  # a cell that never holds a clue


@dataclass(frozen=True)
class Removal:
    """A full grid, and when each of its clues was removed.

    `removed_at` holds for each cell 0 if its clue stayed, else the number of its group among those removed, from 1; and
    `EXCLUDED` for a cell that never holds a clue. Puzzles with more clues come from adding the last groups back.
    """

    solution: Grid
    removed_at: tuple[int, ...]

    @property
    def last(self) -> int:
        """How many groups were removed."""
        return max((time for time in self.removed_at if time < EXCLUDED), default=0)

    def puzzle(self, after: int) -> Grid:
        """The puzzle after this many groups were removed."""
        pairs = zip(self.solution.digits, self.removed_at, strict=True)
        clues = bytes(digit if not time or after < time < EXCLUDED else 0 for digit, time in pairs)
        return Grid.from_digits(clues, self.solution.layout)


def remove_clues(
    solution: Grid,
    groups: Groups,
    excluded: frozenset[int],
    rng: SplitMix,
    *,
    nodes: int | None = None,
    one_by_one: bool = False,
    check_limits: CheckLimits = lambda: None,
) -> Removal | None:
    """Remove all clues that can go; None if even all allowed clues leave several solutions.

    Args:
        solution: the full grid.
        groups: cells that may be emptied, those of a group together; others stay.
        excluded: cells that never hold clues.
        rng: for the order of the groups.
        nodes: the limit of each search (rule 3).
        one_by_one: try each group separately, as a person would.
        check_limits: called before each search and every few milliseconds; it may raise.
    """
    work = _Removing(solution, rng.shuffled(groups), excluded, nodes, check_limits)
    if excluded and not work.can_go(excluded):
        return None
    most = 1 if one_by_one else len(work.order)
    while work.at < len(work.order):
        run = work.next_run(most)
        work.remove(run, is_blocked=run < most)
    return Removal(solution, tuple(work.removed_at))


class _Removing:
    """The state of a removal: groups before `at` are decided."""

    def __init__(
        self,
        solution: Grid,
        order: list[tuple[int, ...]],
        excluded: frozenset[int],
        nodes: int | None,
        check_limits: CheckLimits,
    ) -> None:
        self.solution, self.order, self.nodes, self.check_limits = solution, order, nodes, check_limits
        self.clues = set(range(solution.size**2)) - excluded
        self.removed_at = [EXCLUDED if cell in excluded else 0 for cell in range(solution.size**2)]
        self.place = {cell: place for place, group in enumerate(order) for cell in group}
        self.sets: list[set[int]] = []  # each must keep a clue, and none of its clues is known to stay yet
        self.at = self.removed = 0
        self.reach = len(order) // 4

    def next_run(self, most: int) -> int:
        """How many groups from here can go (rule 1)."""
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
        """The first place whose group must stay, as far as the sets show (rule 2)."""
        return min((max(self.place[cell] for cell in cells) for cells in self.sets), default=len(self.order))

    def can_go(self, cells: frozenset[int]) -> bool:
        """Whether the full grid stays the only solution without the clues in these cells; learns from another one."""
        self.check_limits()
        digits = bytearray(self.solution.size**2)
        for cell in self.clues - cells:
            digits[cell] = self.solution.digits[cell]
        puzzle = Grid.from_digits(bytes(digits), self.solution.layout)
        outcome = find_other(puzzle, self.solution, cells, self.nodes, self.check_limits)
        if outcome.grid is not None:
            pairs = zip(outcome.grid, self.solution, strict=True)
            self._learn({cell for cell, (digit, known) in enumerate(pairs) if digit != known})
        return outcome.is_decided and outcome.grid is None

    def _learn(self, cells: set[int]) -> None:
        undecided = cells & self.clues
        if undecided and all(self.place.get(cell, -1) >= self.at for cell in undecided):
            self.sets.append(undecided)

    def remove(self, run: int, is_blocked: bool) -> None:
        """Remove a run of groups, and keep the group after it if that could not go."""
        for group in self.order[self.at : self.at + run]:
            self.removed += 1
            self.clues.difference_update(group)
            for cell in group:
                self.removed_at[cell] = self.removed
        self.at += run
        kept = set(self.order[self.at]) if is_blocked and self.at < len(self.order) else set()
        self.sets = [cells & self.clues for cells in self.sets if not cells & kept]
        self.at += bool(kept)


def permutations_start(layout: Layout, rng: SplitMix) -> Grid:
    """N clues by two permutations; on some boards they may clash in a box.

    >>> len(permutations_start(Layout(4), SplitMix(1)).filled_cells)
    4
    """
    size = layout.size
    columns, digits = rng.shuffled(range(size)), rng.shuffled(range(1, size + 1))
    return Grid.empty(layout).with_digits({row * size + columns[row]: digits[row] for row in range(size)})


def add_clues(start: Grid, rng: SplitMix, check_limits: CheckLimits = lambda: None) -> Removal | None:
    """Add random digits until one solution is left; None if the start is unsolvable."""
    puzzle, result = start, solve_until(start, check_limits)
    if check(start).clashes or result.status is Status.IMPOSSIBLE:
        return None
    while result.status is not Status.UNIQUE:
        cell = rng.choice(puzzle.empty_cells)
        taken = {puzzle.digits[peer] for peer in puzzle.layout.peers[cell]}
        for digit in rng.shuffled([d for d in range(1, puzzle.size + 1) if d not in taken]):
            more = puzzle.with_digits({cell: digit})
            tried = solve_until(more, check_limits)
            if tried.status is not Status.IMPOSSIBLE:
                puzzle, result = more, tried
                break
    assert result.solution is not None
    return Removal(result.solution, tuple(0 if digit else EXCLUDED for digit in puzzle.digits))
