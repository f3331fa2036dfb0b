"""From a full grid with the story of its taking to the puzzle that is wished for, if it has one.

Making puzzles one after the other, or many side by side; what comes out does not depend on which.

1. Puzzle number k of a seed has tries 0, 1, 2 …, each with a key of its own; it is the first try that does.
2. Where puzzles are to be distinct, a try that is isomorphic to a puzzle before it does not do.
3. A puzzle for which no try does after `most_tries` ends the making, with a reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from time import perf_counter
from typing import TYPE_CHECKING

from ninefold.core.canonical import canonical_lines, puzzle_id
from ninefold.core.errors import MethodFault
from ninefold.core.grid import Grid
from ninefold.core.limits import Stopped
from ninefold.core.reading import CELLS
from ninefold.make.clues import Removal, add, permutations_start, remove_clues
from ninefold.make.full_grids import full_grid, random_grid
from ninefold.make.native_bulk import remove_many, search_few
from ninefold.make.recipe import Wishes
from ninefold.make.splitmix import SplitMix, seed_of, seeds_of
from ninefold.rating.levels import LEVELS, level_of
from ninefold.solving.counting import is_minimal
from ninefold.solving.many import solve_many
from ninefold.solving.result import Status
from ninefold.solving.solve import solve
from ninefold.solving.solvers.native import NativeMonitor, supports

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Rejections:
    """What came of the tries that did not do, for the reason that is given in the end."""

    def __init__(self) -> None:
        self.tries = 0
        self.clues: Counter[int] = Counter()
        self.other: Counter[str] = Counter()

    def __str__(self) -> str:
        """The tally in words."""
        words = [f"{count:,} {what}" for what, count in self.other.most_common()]
        if self.clues:
            low, high = min(self.clues), max(self.clues)
            words.append(f"{self.clues.total():,} had another number of clues ({low} to {high})")
        return "; ".join(words)


def choose(taken: Removal, wishes: Wishes, rng: SplitMix, tally: Rejections) -> Grid | None:
    """A puzzle of a full grid that is as wished; None where it has none, which is tallied."""
    after = _after(taken, wishes, rng)
    if after is None:
        tally.clues[len(taken.puzzle(taken.last).filled_cells)] += 1
        return None
    puzzle = taken.puzzle(after)
    if wishes.minimal and not is_minimal(puzzle):
        tally.other["were not minimal"] += 1
        return None
    if wishes.level is None:
        return puzzle
    level = level_of(puzzle)
    if level != wishes.level and wishes.clues is None and wishes.minimal is None:
        puzzle, level = _eased(taken, LEVELS.index(wishes.level))
    if level != wishes.level:
        tally.other[f"were {level}"] += 1
        return None
    return puzzle


def _after(taken: Removal, wishes: Wishes, rng: SplitMix) -> int | None:
    """After how many parts taken there are as many clues as wished."""
    last = taken.last
    if wishes.minimal is False and wishes.clues is None:
        return max(0, last - 1 - rng.below(taken.solution.size))
    if wishes.clues is None or wishes.minimal:
        return last if wishes.has_count(len(taken.puzzle(last).filled_cells)) else None
    sizes = Counter(time for time in taken.times if 0 < time <= last)
    count = len(taken.puzzle(last).filled_cells)
    fitting = [last] if wishes.has_count(count) and wishes.minimal is None else []
    for after in range(last - 1, -1, -1):
        count += sizes[after + 1]
        if wishes.has_count(count):
            fitting.append(after)
    return rng.one_of(fitting) if fitting else None


def _eased(taken: Removal, level: int) -> tuple[Grid, str]:
    """The puzzle with the fewest clues put back that is no harder than a level."""
    low, high = 0, taken.last  # after `low` parts taken it is no harder
    while low < high:
        middle = (low + high + 1) // 2
        if LEVELS.index(level_of(taken.puzzle(middle))) <= level:
            low = middle
        else:
            high = middle - 1
    puzzle = taken.puzzle(low)
    return puzzle, level_of(puzzle)


FIRST_CHUNK, MAX_FIRST_CHUNK, MAX_CHUNK = 16, 2048, 16_384
# The seconds a chunk is to take: whoever stops loses no more than that.
CHUNK_SECONDS = 2.0
MAX_TOGETHER = 256  # further tries at one puzzle
# Work for one question on large boards; where it is not enough, the clue stays.
NODES = 300
NOT_PROPER = "a puzzle that was made is not proper"


@dataclass
class Maker:
    """Makes the puzzles of a seed in order, as far as clock and cancel allow."""

    wishes: Wishes
    seed: int
    distinct: bool
    threads: int
    monitor: NativeMonitor
    tries: int | None = None
    tally: Rejections = field(default_factory=Rejections)
    _seen: set[object] = field(default_factory=set)
    _took: float = 0.0  # the seconds of the last chunk, without whoever does something with its puzzles

    def puzzles(self, count: int) -> Iterator[Grid]:
        """So many puzzles; raises `Stopped` where there will be no more."""
        start, chunk = 0, FIRST_CHUNK if self._in_bulk else 1
        if self._takes_first:  # which goes quickly, and the more so the more there are
            chunk = max(chunk, min(count // 8, MAX_FIRST_CHUNK))
        while start < count:
            numbers = range(start, min(count, start + chunk))
            made = self._at_once(numbers)
            yield from made or self._one_by_one(numbers)
            start += len(made or numbers)
            chunk = self._chunk_after(len(numbers)) if self._in_bulk else 1

    def _chunk_after(self, size: int) -> int:
        """The size of the next chunk: many puzzles together are quicker, but not if their time is lost."""
        in_time = int(size * CHUNK_SECONDS / max(self._took, 1e-6))
        return max(FIRST_CHUNK, min(8 * size, in_time, MAX_CHUNK))

    @cached_property
    def most_tries(self) -> int:
        """How many tries a puzzle has (rule 3)."""
        quick = self._in_bulk and not self.wishes.searches_few
        return self.tries or (20_000 if quick else max(20, 4000 // self.wishes.layout.size**2 * 10))

    @cached_property
    def _in_bulk(self) -> bool:
        of_lots = self.wishes.way in ("auto", "few") and self.wishes.digits is None
        return of_lots and self.wishes.is_nine and supports(self.wishes.layout)

    def _at_once(self, numbers: range) -> list[Grid]:
        """Puzzles of some numbers where everything proper will do: none if a first try was not proper.

        If it is stopped in the middle, those before the first gap.
        """
        if not self._takes_first:
            return []
        self.monitor.run.check_limits()
        start = perf_counter()
        keys = seeds_of(self.seed, numbers, 0)
        batch = remove_many(keys, self.wishes, self.threads, self.monitor, self.wishes.solution)
        made = len(keys) if batch.proper.all() else int(batch.proper.argmin())
        if made < len(keys) and not self.monitor.should_stop():
            return []
        self.tally.tries += made
        puzzles = batch.minimal[:made]
        self._prove(puzzles)
        self._took = perf_counter() - start
        return Grid.all_of_digits(puzzles.tobytes(), self.wishes.layout)

    def _one_by_one(self, numbers: range) -> Iterator[Grid]:
        """Puzzles of some numbers, each with as many tries as it needs."""
        made: dict[int, Grid] = {}
        start = perf_counter()
        try:
            self._fill(numbers, made)
        except (Stopped, KeyboardInterrupt):
            yield from self._proved(self._beginning(numbers, made))
            raise
        self._took = perf_counter() - start
        yield from self._proved([made[k] for k in numbers])

    def _beginning(self, numbers: range, made: dict[int, Grid]) -> list[Grid]:
        """Of a chunk that was not finished, what was made before the first gap."""
        puzzles = [made[k] for k in takewhile(made.__contains__, numbers)]
        doubles = self._doubles(dict(enumerate(puzzles)))
        return puzzles[: doubles[0]] if doubles else puzzles

    def _fill(self, numbers: range, made: dict[int, Grid]) -> None:
        """Puzzles of some numbers; tries go on where some of them do not do."""
        next_try = dict.fromkeys(numbers, 0)
        missing, width = list(numbers), 1
        while missing:
            self._try(missing, width, next_try, made)
            missing = [k for k in numbers if k not in made] or self._doubles(made)
            for k in missing:
                made.pop(k, None)
            width = min(4 * width, MAX_TOGETHER) if self._in_bulk else 1
            if any(next_try[k] >= self.most_tries for k in missing):
                raise Stopped(f"no such puzzle was found in {self.most_tries:,} tries: {self._found_instead}")

    @property
    def _found_instead(self) -> str:
        """What the tries came to, those at the puzzles before it too."""
        in_all = f"of {self.tally.tries:,} in all " if self.tally.tries > self.most_tries else ""
        return f"{in_all}{self.tally}"

    def _try(self, missing: list[int], width: int, next_try: dict[int, int], made: dict[int, Grid]) -> None:
        """So many further tries at each number; the first that does is its puzzle (rule 1)."""
        width = min(width, max(1, MAX_CHUNK // len(missing)))
        tries = [(k, a) for k in missing for a in range(next_try[k], min(next_try[k] + width, self.most_tries))]
        puzzle_of = (
            self._bulk(seeds_of(self.seed, *zip(*tries, strict=True)))
            if self._in_bulk
            else lambda row: self._one(seed_of(self.seed, *tries[row]))
        )
        for row, (k, attempt) in enumerate(tries):
            if k in made:
                continue
            self.tally.tries += 1
            next_try[k] = attempt + 1
            self.monitor.poll(0)  # native code is often done before it would ask
            puzzle = puzzle_of(row)
            if puzzle is not None:
                made[k] = puzzle

    def _bulk(self, keys: NDArray[np.uint64]) -> Callable[[int], Grid | None]:
        """Tries side by side; what is given looks at one of them."""
        self.monitor.run.check_limits()
        wishes = self.wishes
        if wishes.searches_few:
            puzzles = search_few(keys, wishes.clues[1] if wishes.clues else 17, self.threads, self.monitor)
            return lambda row: self._few(puzzles[row].tobytes())
        batch = remove_many(keys, wishes, self.threads, self.monitor, wishes.solution)
        self.monitor.run.check_limits()
        if self._takes_all:
            minimal, proper = batch.minimal.tobytes(), batch.proper.tobytes()
            return lambda row: self._row(minimal, row) if proper[row] else self._improper()
        return lambda row: self._chosen(batch.taken(row), int(keys[row]))

    @cached_property
    def _takes_first(self) -> bool:
        """Whether the first try at a puzzle does, as long as it is proper."""
        return self._in_bulk and self._takes_all and not self.distinct and not self.wishes.searches_few

    @cached_property
    def _takes_all(self) -> bool:
        """Whether a puzzle with everything taken away that can go is as wished."""
        wishes = self.wishes
        is_minimal = wishes.symmetry == "none" and not wishes.must
        return (
            wishes.clues is None
            and wishes.level is None
            and (wishes.minimal is None or (wishes.minimal and is_minimal))
        )

    def _row(self, digits: bytes, row: int) -> Grid:
        return Grid.from_digits(digits[row * CELLS : (row + 1) * CELLS], self.wishes.layout)

    def _chosen(self, taken: Removal | None, key: int) -> Grid | None:
        self.monitor.run.check_limits()
        return choose(taken, self.wishes, SplitMix(key ^ 1), self.tally) if taken else self._improper()

    def _few(self, digits: bytes) -> Grid | None:
        self.monitor.run.check_limits()
        puzzle = Grid.from_digits(digits, self.wishes.layout)
        count = len(puzzle.filled_cells)
        if self.wishes.has_count(count) and count:
            return puzzle
        self.tally.clues[count] += 1
        return None

    def _one(self, key: int) -> Grid | None:
        """One try on any layout."""
        self.monitor.run.check_limits()
        rng = SplitMix(key)
        taken = self._taken(rng)
        return choose(taken, self.wishes, rng, self.tally) if taken else self._improper()

    def _taken(self, rng: SplitMix) -> Removal | None:
        wishes, pause = self.wishes, self.monitor.run.check_limits
        if wishes.way in ("adding", "permutations"):
            is_adding = wishes.way == "adding"
            start = wishes.digits or Grid.empty(wishes.layout) if is_adding else permutations_start(wishes.layout, rng)
            added = add(start, rng, pause)
            return self._reduced(added, rng) if added and wishes.minimal else added
        plain = wishes.way == "removing"
        solution = wishes.solution or (
            random_grid(rng.number(), wishes.layout)
            if plain and not wishes.digits
            else full_grid(wishes.layout, rng, wishes.digits, pause)
        )
        nodes = NODES if wishes.layout.size > 16 and not wishes.minimal else None
        return remove_clues(solution, wishes.parts, wishes.barred, rng, nodes=nodes, one_by_one=plain, pause=pause)

    def _reduced(self, added: Removal, rng: SplitMix) -> Removal | None:
        """Without the clues to spare."""
        clues = added.puzzle(0).filled_cells
        barred = frozenset(added.puzzle(0).empty_cells)
        parts = tuple((cell,) for cell in clues if cell not in self.wishes.must)
        return remove_clues(added.solution, parts, barred, rng, pause=self.monitor.run.check_limits)

    def _improper(self) -> Grid | None:
        self.monitor.run.check_limits()
        self.tally.other["had several solutions with a clue in every cell that may have one"] += 1
        return None

    def _doubles(self, made: dict[int, Grid]) -> list[int]:
        """Those that are isomorphic to one before (rule 2); the rest are remembered if there are none."""
        if not self.distinct:
            return []
        numbers = sorted(made)
        seen, doubles = set(self._seen), []
        for k, name in zip(numbers, self._names([made[k] for k in numbers]), strict=True):
            if name in seen:
                doubles.append(k)
            seen.add(name)
        if doubles:
            self.tally.other["were isomorphic to a puzzle before"] += len(doubles)
        else:
            self._seen = seen
        return doubles

    def _names(self, puzzles: list[Grid]) -> list[object]:
        if not self.wishes.is_nine:
            return [puzzle_id(puzzle) for puzzle in puzzles]
        return [line.tobytes() for line in canonical_lines(_array(puzzles))]

    def _proved(self, puzzles: list[Grid]) -> list[Grid]:
        """The puzzles, each proved by the engine to have exactly one solution."""
        if self.wishes.is_nine and supports(self.wishes.layout):
            self._prove(_array(puzzles))
        elif not all(solve(puzzle).status is Status.UNIQUE for puzzle in puzzles):
            raise MethodFault(NOT_PROPER)
        return puzzles

    def _prove(self, puzzles: NDArray[np.uint8]) -> None:
        found = solve_many(puzzles, threads=self.threads or None)
        if not (found.status == Status.UNIQUE.code).all():
            raise MethodFault(NOT_PROPER)


def _array(puzzles: list[Grid]) -> NDArray[np.uint8]:
    import numpy as np

    return np.frombuffer(b"".join(puzzle.digits for puzzle in puzzles), np.uint8).reshape(-1, CELLS)
