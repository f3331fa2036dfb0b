"""Maker: generates the puzzles of a seed, one after the other or many side by side, with the same result.

1. Puzzle number k of a seed has attempts 0, 1, 2 …, each with its own seed; the first to meet the recipe is puzzle k.
2. With `distinct`, an attempt that is equivalent to an earlier puzzle does not count.
3. If no attempt works within `max_tries`, or within the time limit if there is one, generating stops with the reason.
4. Every puzzle is proved to have one solution before it is handed out, and carries the solution that proof found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from time import perf_counter
from typing import TYPE_CHECKING

from ninefold.core.canonical import canonical_form, canonical_lines
from ninefold.core.grid import Grid
from ninefold.core.limits import MAX_COUNT, CheckLimits, Stopped
from ninefold.core.puzzle import Puzzle, Rating
from ninefold.core.reading import CELLS
from ninefold.core.values import counted
from ninefold.make.attempt import attempt
from ninefold.make.clues import Removal
from ninefold.make.fitting import Fitter
from ninefold.make.measuring import Fit, judge_one, judge_rows
from ninefold.make.native_bulk import remove_many, search_few
from ninefold.make.proving import as_rows, only_solution, only_solutions
from ninefold.make.recipe import Recipe
from ninefold.make.selection import Draft, Rejections, clues_kept, select
from ninefold.make.splitmix import SplitMix, seed_of, seeds_of
from ninefold.rating.levels import level_until, levels_of_rows
from ninefold.solving.solvers.native import NativeMonitor, supports

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = tuple[NDArray[np.uint8], NDArray[np.uint8]]  # clues and solutions

Proved = tuple[Draft, Grid]  # a draft and its only solution
FIRST_CHUNK, MAX_FIRST_CHUNK, MAX_CHUNK = 16, 2048, 16_384
MAX_TIMED_CHUNK = 2048  # with a time limit: proving more would take too long when the time is up
MAX_LEVELED_CHUNK = 512  # levels take far longer than puzzles
CHUNK_SECONDS = 2.0  # how long a chunk should take: the most work lost on cancel
NAMED_TOGETHER = 256  # canonical forms of 9×9 puzzles between two looks at the clock: some 10 ms
MAX_TOGETHER = 256  # attempts at one puzzle in one chunk
# To demands: so many attempts are random; after that an attempt climbs, and counts as so many others, whose time it
# takes.
PLAIN, CLIMB = 2000, 100
CLIMB_TOGETHER = 8
MEASURED_CHUNK = 4  # puzzles made to demands are slow: show the first soon


@dataclass
class Maker:
    """Generates the puzzles of a seed in order, until the time is up or it is cancelled.

    Args:
        recipe: what to generate.
        seed: the seed of the run.
        threads: for the standard 9×9 board; 0 for one per core.
        monitor: the limits of the run.
        tries: attempts per puzzle (rule 3); None for as many as take some seconds.
        levels: compute the level of every puzzle, even if the recipe does not name one.
        watch: called between attempts, for callers that show how many there were and the nearest so far.
    """

    recipe: Recipe
    seed: int
    threads: int
    monitor: NativeMonitor
    tries: int | None = None
    levels: bool = False
    watch: Callable[[], object] | None = None
    tally: Rejections = field(default_factory=Rejections)
    accepted: int = 0  # puzzles found, including those of an unfinished chunk
    _spent: dict[int, int] = field(default_factory=dict)  # attempts at each puzzle of the chunk
    _unstarted: frozenset[int] = frozenset()  # attempts of the last batch without a puzzle to climb from: they are fast
    _seen: set[object] = field(default_factory=set)
    _chunk_seconds: float = 0.0  # the time of the last chunk, without what the caller does with its puzzles

    def puzzles(self, count: int) -> Iterator[Puzzle]:
        """This many puzzles; raises `Stopped` if there will be no more."""
        start, chunk = 0, self._first_chunk if self._in_bulk else 1
        if self._takes_first:  # fast, and the faster the more there are
            chunk = max(chunk, min(count // 8, MAX_LEVELED_CHUNK if self.levels else MAX_FIRST_CHUNK))
        while start < count:
            numbers = range(start, min(count, start + chunk))
            made = self._at_once(numbers)
            for draft, solution in made or self._one_by_one(numbers):
                yield self._puzzle(draft, solution)
            start += len(made or numbers)
            chunk = self._chunk_after(len(numbers)) if self._in_bulk else 1

    def _chunk_after(self, size: int) -> int:
        """The size of the next chunk: large ones are faster, but lose more when cancelled."""
        in_time = int(size * CHUNK_SECONDS / max(self._chunk_seconds, 1e-6))
        most = MAX_CHUNK if self.monitor.run.limit.seconds is None else MAX_TIMED_CHUNK
        most = min(most, MAX_LEVELED_CHUNK) if self.levels else most
        return max(self._first_chunk, min(8 * size, in_time, most))

    @property
    def _first_chunk(self) -> int:
        return MEASURED_CHUNK if self.recipe.demands else FIRST_CHUNK

    @cached_property
    def max_tries(self) -> int:
        """Attempts per puzzle (rule 3); a time limit alone leaves them unlimited."""
        if self.tries is None and self.monitor.run.limit.seconds is not None:
            return MAX_COUNT
        is_fast = self._in_bulk and not self.recipe.searches_few
        if is_fast and self.recipe.demands:
            return self.tries or 10_000
        return self.tries or (20_000 if is_fast else max(20, 4000 // self.recipe.layout.size**2 * 10))

    @cached_property
    def _in_bulk(self) -> bool:
        is_random = self.recipe.strategy in ("auto", "few") and self.recipe.digits is None
        return is_random and self.recipe.is_nine and supports(self.recipe.layout)

    def _at_once(self, numbers: range) -> list[Proved]:
        """Puzzles that need nothing but to be proper; none if a first attempt failed.

        When stopped halfway, those before the first gap.
        """
        rows = self._rows_at_once(numbers)
        if rows is None:
            return []
        start = perf_counter()
        clues, solutions = (Grid.all_of_digits(array.tobytes(), self.recipe.layout) for array in rows)
        drafts = self._leveled(list(map(Draft, clues)))
        self._chunk_seconds += perf_counter() - start
        return list(zip(drafts, solutions, strict=True))

    def _rows_at_once(self, numbers: range) -> Rows | None:
        """The same as rows of clues and of solutions; None if a first attempt failed."""
        if not self._takes_first:
            return None
        self.monitor.run.check_limits()
        start = perf_counter()
        seeds = seeds_of(self.seed, numbers, 0)
        batch = remove_many(seeds, self.recipe, self.threads, self.monitor, self.recipe.solution)
        made = len(seeds) if batch.proper.all() else int(batch.proper.argmin())
        if made < len(seeds) and not self.monitor.should_stop():
            return None
        self.tally.tries += made
        self.accepted += made
        clues = batch.minimal[:made]
        solutions = only_solutions(clues, self.threads)
        self._chunk_seconds = perf_counter() - start
        return clues, solutions

    def rows(self, numbers: range) -> Rows:
        """The puzzles with these numbers, as rows of clues and of solutions; raises `Stopped` if one is missing."""
        rows = self._rows_at_once(numbers)
        if rows is None:
            made = list(self._one_by_one(numbers))
            rows = as_rows([draft.grid for draft, _ in made]), as_rows([solution for _, solution in made])
        if len(rows[0]) < len(numbers):
            raise Stopped(self.monitor.run.stopped)
        return rows

    def _one_by_one(self, numbers: range) -> Iterator[Proved]:
        """Puzzles with as many attempts each as they need."""
        made: dict[int, Draft] = {}
        start = perf_counter()
        self._spent = dict.fromkeys(numbers, 0)
        try:
            self._fill(numbers, made)
        except (Stopped, KeyboardInterrupt):
            yield from self._proved(self._before_gap(numbers, made))
            raise
        self._chunk_seconds = perf_counter() - start
        yield from self._proved([made[k] for k in numbers])

    def _before_gap(self, numbers: range, made: dict[int, Draft]) -> list[Draft]:
        """The puzzles of an unfinished chunk before the first one missing."""
        drafts = [made[k] for k in takewhile(made.__contains__, numbers)]
        if not self.recipe.distinct:
            return drafts
        drafts = drafts[:NAMED_TOGETHER]  # as many as are named fast, since the time is up
        doubles = self._doubles(dict(enumerate(drafts)), lambda: None)
        return drafts[: doubles[0]] if doubles else drafts

    def _fill(self, numbers: range, made: dict[int, Draft]) -> None:
        """Try until every number has its puzzle."""
        next_try = dict.fromkeys(numbers, 0)
        missing, width = list(numbers), 1
        while missing:
            self._try(missing, width, next_try, made)
            if self.watch is not None:
                self.watch()
            missing = [k for k in numbers if k not in made] or self._doubles(made, self.monitor.run.check_limits)
            for k in missing:
                made.pop(k, None)
            width = min(4 * width, MAX_TOGETHER) if self._in_bulk else 1
            if any(self._spent[k] >= self.max_tries for k in missing):
                raise Stopped(f"no such puzzle found in {counted(self.max_tries, 'try')}: {self._found_instead}")

    @property
    def nearest(self) -> Puzzle | None:
        """The rejected puzzle that came nearest to the demands of the recipe, with its level and ER if known."""
        if self.tally.nearest is None:
            return None
        grid, verdict = self.tally.nearest
        rating = None if verdict.er is None else Rating(f"{verdict.er}")
        return Puzzle(grid, level=verdict.level, rating=rating)

    def seconds_left(self, count: int, taken: float) -> float | None:
        """The time for the rest of so many puzzles, judging by the time taken so far; None if none was found."""
        return taken / self.accepted * max(0, count - self.accepted) if self.accepted else None

    @property
    def _found_instead(self) -> str:
        """What the attempts gave, including those at earlier puzzles."""
        in_all = f"of {self.tally.tries:,} in all " if self.tally.tries > self.max_tries else ""
        return f"{in_all}{self.tally}"

    def explained(self, why: str) -> str:
        """The reason for stopping, with what the attempts gave if it does not say that already."""
        found = str(self.tally)
        return why if not found or found in why else f"{why}; {self.tally.tries:,} attempts: {found}"

    def _try(self, missing: list[int], width: int, next_try: dict[int, int], made: dict[int, Draft]) -> None:
        """Further attempts at each number; the first that meets the recipe is its puzzle (rule 1)."""
        climbs = self._climbs and next_try[missing[0]] >= PLAIN
        step = CLIMB if climbs else 1
        width = min(width, max(1, (CLIMB_TOGETHER if climbs else MAX_CHUNK) // len(missing)))
        most = PLAIN if self._climbs and not climbs else MAX_COUNT
        tries = [(k, a) for k in missing for a in self._next(k, next_try[k], width, step) if a < most]
        draft_of = (
            self._bulk(seeds_of(self.seed, *zip(*tries, strict=True)), step)
            if self._in_bulk
            else lambda row: self._one(seed_of(self.seed, *tries[row]))
        )
        for row, (k, number) in enumerate(tries):
            if k in made:
                continue
            next_try[k] = number + step
            self.monitor.poll(0)  # native code often ends before it would poll itself
            draft = draft_of(row)
            cost = 1 if row in self._unstarted else step
            self.tally.tries += cost
            self._spent[k] += cost
            if draft is not None:
                made[k] = draft
                self.accepted += 1

    def _next(self, number: int, start: int, width: int, step: int) -> range:
        """The next attempts at a puzzle: as many as may be tried side by side, and are left."""
        left = -(-(self.max_tries - self._spent[number]) // step)
        return range(start, start + min(width, max(1, left)) * step, step)

    @cached_property
    def _climbs(self) -> bool:
        """Whether attempts climb after the first `PLAIN` ones."""
        return self._in_bulk and bool(self.recipe.demands) and not self.recipe.searches_few

    def _bulk(self, seeds: NDArray[np.uint64], step: int) -> Callable[[int], Draft | None]:
        """Attempts side by side, climbing if each counts as several; the function returned judges one of them."""
        self.monitor.run.check_limits()
        self._unstarted, recipe = frozenset(), self.recipe
        if recipe.searches_few:
            puzzles = search_few(seeds, recipe.clues[1] if recipe.clues else 17, self.threads, self.monitor)
            return lambda row: self._few(puzzles[row].tobytes())
        batch = remove_many(seeds, recipe, self.threads, self.monitor, recipe.solution)
        self.monitor.run.check_limits()
        if self._takes_all:
            minimal, proper = batch.minimal.tobytes(), batch.proper.tobytes()
            return lambda row: self._row(minimal, row) if proper[row] else self._reject()
        rngs = [SplitMix(seed ^ 1) for seed in seeds.tolist()]
        if not recipe.demands:
            return lambda row: self._select(batch.removal(row), rngs[row])
        afters = [self._after(batch.removal(row), rngs[row]) for row in range(len(seeds))]
        self._unstarted = frozenset(row for row, after in enumerate(afters) if after is None)
        fitted = Fitter(recipe, self.threads, self.monitor).fit(batch, afters, rngs, step > 1)
        return lambda row: None if (found := fitted[row]) is None else self.tally.judge(*found, step)

    def _after(self, removal: Removal | None, rng: SplitMix) -> int | None:
        if removal is None:
            self._reject()
            return None
        return clues_kept(removal, self.recipe, rng, self.tally, self.monitor.run.check_limits)

    @cached_property
    def _takes_first(self) -> bool:
        """Whether the first attempt at a puzzle is accepted if it is proper."""
        return self._in_bulk and self._takes_all and not self.recipe.distinct and not self.recipe.searches_few

    @cached_property
    def _takes_all(self) -> bool:
        """Whether a puzzle without every clue that can go meets the recipe."""
        recipe = self.recipe
        is_minimal = recipe.symmetry == "none" and not recipe.required
        fits = recipe.minimal is None or (recipe.minimal and is_minimal)
        return recipe.clues is None and not recipe.demands and fits

    def _row(self, digits: bytes, row: int) -> Draft:
        return Draft(Grid.from_digits(digits[row * CELLS : (row + 1) * CELLS], self.recipe.layout))

    def _select(self, removal: Removal | None, rng: SplitMix) -> Draft | None:
        self.monitor.run.check_limits()
        if removal is None:
            return self._reject()
        known = removal

        def judge(grid: Grid) -> Fit:
            return self._judge(grid, known.solution)

        return select(known, self.recipe, rng, self.tally, judge, self.monitor.run.check_limits)

    def _judge(self, grid: Grid, solution: Grid) -> Fit:
        demands = self.recipe.demands
        if not self.recipe.is_nine:
            return judge_one(grid, demands, self.monitor.run.check_limits)
        return judge_rows(as_rows([grid]), as_rows([solution]), demands, 1, self.monitor)[0]

    def _few(self, digits: bytes) -> Draft | None:
        self.monitor.run.check_limits()
        puzzle = Grid.from_digits(digits, self.recipe.layout)
        count = len(puzzle.filled_cells)
        if self.recipe.has_count(count) and count:
            if not self.recipe.demands:
                return Draft(puzzle)
            return self.tally.judge(puzzle, self._judge(puzzle, only_solution(puzzle, self.monitor.run.check_limits)))
        self.tally.clues[count] += 1
        return None

    def _one(self, seed: int) -> Draft | None:
        """One attempt on any layout."""
        self.monitor.run.check_limits()
        rng = SplitMix(seed)
        return self._select(attempt(self.recipe, rng, self.monitor.run.check_limits), rng)

    def _reject(self) -> Draft | None:
        self.monitor.run.check_limits()
        self.tally.other["had several solutions even with every allowed clue"] += 1
        return None

    def _doubles(self, made: dict[int, Draft], check_limits: CheckLimits) -> list[int]:
        """Those that are equivalent to an earlier puzzle (rule 2); the others are remembered if there are none."""
        if not self.recipe.distinct:
            return []
        numbers = sorted(made)
        seen, doubles = set(self._seen), []
        for k, name in zip(numbers, self._names([made[k].grid for k in numbers], check_limits), strict=True):
            if name in seen:
                doubles.append(k)
            seen.add(name)
        if doubles:
            self.tally.other["were equivalent to an earlier puzzle"] += len(doubles)
        else:
            self._seen = seen
        return doubles

    def _names(self, puzzles: list[Grid], check_limits: CheckLimits) -> list[object]:
        if not self.recipe.is_nine:
            return [canonical_form(puzzle, check_limits).grid for puzzle in puzzles]
        lines: list[object] = []
        for start in range(0, len(puzzles), NAMED_TOGETHER):
            check_limits()
            lines += map(bytes, canonical_lines(as_rows(puzzles[start : start + NAMED_TOGETHER])))
        return lines

    # --- the proof (rule 4) -------------------------------------------------------------------

    def _proved(self, drafts: list[Draft]) -> list[Proved]:
        """The drafts, each with the only solution it is proved to have."""
        if not drafts:
            return []
        drafts = self._leveled(drafts)
        if self.recipe.is_nine and supports(self.recipe.layout):
            solved = only_solutions(as_rows([draft.grid for draft in drafts]), self.threads).tobytes()
            solutions = Grid.all_of_digits(solved, self.recipe.layout)
        else:
            solutions = [only_solution(draft.grid, self.monitor.run.check_limits) for draft in drafts]
        return list(zip(drafts, solutions, strict=True))

    def _leveled(self, drafts: list[Draft]) -> list[Draft]:
        """The drafts with their levels, if these are wanted and can be computed all at once."""
        if not drafts or not self.levels or not self.recipe.is_nine or drafts[0].level:
            return drafts
        levels = levels_of_rows(as_rows([draft.grid for draft in drafts]), self.threads, self.monitor).tolist()
        return [draft._replace(level=level) for draft, level in zip(drafts, levels, strict=True)]

    def _puzzle(self, draft: Draft, solution: Grid) -> Puzzle:
        level = draft.level or (level_until(draft.grid, self.monitor.run.check_limits) if self.levels else "")
        rating = None if draft.er is None else Rating(f"{draft.er}")
        return Puzzle.proved(draft.grid, solution, level=level, rating=rating, seed=self.seed)
