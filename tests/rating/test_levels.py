"""Levels: by the hardest technique and the minutes."""

from __future__ import annotations

import numpy as np
import pytest

import ninefold as nf
from ninefold.core.limits import Limit
from ninefold.make.recipe import ALL_EASY
from ninefold.models.incidence import candidates
from ninefold.rating.any_board import CHAINS, LOCKED, SINGLES, SUBSETS, UNSOLVED, WINGS, kind_until
from ninefold.rating.levels import LEVELS, level_codes, level_of, read_level
from ninefold.rating.measure import features_of
from ninefold.solving.run import Run
from ninefold.solving.solvers.native import NativeMonitor

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
# One puzzle of each level, and the kind of technique that it needs.
KNOWN = {
    EASY: ("gentle", SINGLES),
    "...7.4..3..425......231......5...4.6.1.....75...6...313.....9524.65.2....2...768.": ("easy", SINGLES),
    "...8....17..1...6..6..97.24.2.4.5.3..8.6......4......2..6.4.8.38...7...5..9.6.2..": ("moderate", LOCKED),
    "4..9......2..1.8....96.2.........74.......1.8.948...23....395.1..52.893.....6.28.": ("tricky", SUBSETS),
    ".96...5.17..1.9..6.1...5..763.57.9......4......7.9..15...9..3...62.3....3.....2.4": ("hard", WINGS),
    ".1..2.3897.2......8..4......8..7.962..6.4.15.....9.8.....3....8..38..29......2543": ("severe", CHAINS),
    HARDEST: ("extreme", UNSOLVED),
}


def test_levels_of_known_puzzles() -> None:
    assert [level_of(puzzle) for puzzle in KNOWN] == [level for level, _ in KNOWN.values()] == list(LEVELS)
    assert level_of("..4.1......3.1..") == "easy"


@pytest.mark.parametrize("line", KNOWN)
def test_kinds_found_on_any_board_are_those_of_the_measure(line: str) -> None:
    assert kind_until(nf.Grid(line), lambda: None) == KNOWN[line][1]


@pytest.mark.parametrize(
    ("line", "level"),
    [
        (".6.5.9.....2......97.1.3..5....36......9..8....325...4.2.6.43.83.7....4......2.9.", "moderate"),  # singles
        (".16.4...3......5.....8....13....69125..9.4.......8......9...1..43.7...9..8..3.75.", "tricky"),  # locked
        ("8.2.......39..15.8.....8...9.......3..7..3.5152...9..42......8534.5...1.7...6..4.", "hard"),  # triples
    ],
)
def test_a_puzzle_that_takes_long_is_a_level_higher(line: str, level: str) -> None:
    assert nf.rate(line).level == level_of(line) == level


def test_puzzles_that_singles_solve_are_those_that_propagation_solves() -> None:
    for puzzle in (made.clues for made in nf.generate(count=60, seed=12)):
        is_solved = int(candidates(puzzle, propagated=True).sum()) == 81
        found = nf.rate(puzzle)
        assert (found.techniques.keys() <= {"Last in Unit", "Hidden Single", "Naked Single"}) == is_solved, puzzle.line
        assert not is_solved or LEVELS.index(found.level) <= LEVELS.index("moderate")


def test_puzzles_without_exactly_one_solution_are_extreme() -> None:
    solved = nf.solve(EASY).solution
    assert solved is not None
    assert level_of(solved) == "gentle"
    assert level_of(solved.with_digits({0: solved[1]})) == "extreme"  # full, but with a digit twice
    assert level_of(nf.Grid(EASY).with_digits({2: 5})) == "extreme"
    assert level_of(nf.Grid(EASY).with_digits({2: 1})) == "extreme"  # no clash, but no solution either
    assert level_of("." * 81) == "extreme"


def test_symmetric_copies_have_equal_levels() -> None:
    puzzles = [made.clues for made in nf.generate(count=100, seed=14)]
    copies = [nf.Symmetry.random(puzzle.layout, seed=seed)(puzzle) for seed, puzzle in enumerate(puzzles)]
    assert nf.levels_many(puzzles).tolist() == nf.levels_many(copies).tolist()


def test_a_brief_measure_gives_the_levels_of_a_full_one() -> None:
    made = next(nf.generate_arrays(seed=2026, count=600))
    rows = made.puzzles.reshape(-1), made.solutions.reshape(-1)
    monitor = NativeMonitor(Run(nf.Layout.of_size(9), Limit()))
    full, brief = (features_of(*rows, 1, monitor, brief=brief) for brief in (False, True))
    assert np.array_equal(level_codes(brief), level_codes(full))
    assert {LEVELS[code] for code in level_codes(full)} >= {"tricky", "hard", "severe", "extreme"}
    easy = full["hard"] == 0
    assert np.array_equal(brief[easy], full[easy])


def test_more_clues_are_never_harder() -> None:
    for puzzle, solution in ((made.clues, made.solution) for made in nf.generate(count=20, seed=13)):
        assert solution is not None
        more = puzzle.with_digits({cell: solution[cell] for cell in puzzle.empty_cells[::6]})
        assert LEVELS.index(level_of(more)) <= LEVELS.index(level_of(puzzle))


def _minimal_clues(solution: bytes, others: list[bytes]) -> list[int]:
    """The minimal sets of cells, as bits, whose clues leave one solution."""
    cells = range(len(solution))
    apart = {sum(1 << cell for cell in cells if other[cell] != solution[cell]) for other in others} - {0}
    least = {one for one in apart if not any(two != one and two & one == two for two in apart)}
    proper = {clues for clues in range(1 << len(solution)) if all(clues & one for one in least)}
    return [clues for clues in proper if not any(clues & 1 << cell and clues ^ 1 << cell in proper for cell in cells)]


@pytest.mark.parametrize("word", ALL_EASY)
def test_every_proper_puzzle_on_a_small_board_is_easy(word: str) -> None:
    layout = nf.Layout.parse(word)
    grids = [grid.digits for grid in nf.solve(nf.Grid.empty(layout), limit=300).solutions]
    assert len(grids) in (48, 168, 288)
    for solution in [grid for grid in grids if grid[:4] == b"\1\2\3\4"]:  # the others only rename digits
        puzzles = [
            nf.Grid.from_digits(bytes(digit * (clues >> cell & 1) for cell, digit in enumerate(solution)), layout)
            for clues in _minimal_clues(solution, grids)
        ]
        assert puzzles
        assert set(map(level_of, puzzles)) == {"easy"}


def test_level_names_are_validated() -> None:
    assert (read_level(None), read_level("hard")) == (None, "hard")
    with pytest.raises(nf.NinefoldError, match=r"unknown level 'evil' \(choose from gentle, .*, extreme\)"):
        read_level("evil")
