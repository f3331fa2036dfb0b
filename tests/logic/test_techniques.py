"""Techniques: each finds its pattern, and none contradicts the solution."""

import random

import pytest

from ninefold import Grid, Layout, Limit, random_grid, solve
from ninefold.core.position import Position, digits_of
from ninefold.logic import finders
from ninefold.logic.techniques import TABLE, first_step

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def every(size=9):
    """Marks of all digits in all cells, to remove some from."""
    return {cell: set(range(1, size + 1)) for cell in range(size * size)}


def noted(marks):
    return Position.of(Grid.empty(9), marks)


def found(technique, position):
    return [(step.technique, set(step.places), set(step.drops)) for step in technique(position)]


def puzzle_on(layout, seed, share):
    """A puzzle with one solution: removes up to a share of the clues at random, as long as it stays unique."""
    full = random_grid(seed, layout)
    rng = random.Random(seed)
    grid = full
    for cell in rng.sample(range(len(full)), round(len(full) * share)):
        less = grid.with_digits({cell: 0})
        grid = less if str(solve(less, limit=Limit(seconds=2)).status) == "unique" else grid
    return grid, full


def test_hidden_single_in_a_box_comes_first():
    step = first_step(Position.of(Grid(EASY)))
    assert (step.technique, step.units[0].name, step.places) == ("hidden single", "box 2", ((5, 8),))
    assert "r1c6" in step.reason
    assert {Grid(EASY)[cell] for cell in step.seen} == {8}


def test_hidden_single_in_a_line():
    grid = Grid.empty(9).with_digits(
        {9: 1, 27 + 8: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6}
    )  # in row 1 only r1c1 … r1c3, r1c9 are empty
    marks = {0: {1, 7}, 1: {7, 8, 9}, 2: {7, 8, 9}, 8: {7, 8, 9}}
    steps = found(finders.hidden_in_line, Position.of(grid.with_digits({9: 0}), marks))
    assert ("hidden single", {(0, 1)}, set()) in steps


def test_naked_single_names_its_cell():
    grid = Grid.empty(9).with_digits({1: 1, 2: 2, 9: 3, 10: 4, 27: 5, 36: 6, 4: 7, 5: 8})
    [step] = [step for step in finders.naked_single(Position.of(grid)) if step.cells == (0,)]
    assert step.places == ((0, 9),)
    assert "r1c1 can only be 9" in step.reason
    assert len(step.seen) == 8


def test_pointing_drops_from_the_rest_of_the_line():
    marks = every()
    for cell in (9, 10, 11, 18, 19, 20):  # 5 is in row 1 of box 1
        marks[cell] -= {5}
    drops = {(cell, 5) for cell in range(3, 9)}
    assert ("pointing", set(), drops) in found(finders.pointing, noted(marks))


def test_claiming_drops_from_the_rest_of_the_box():
    marks = every()
    for cell in range(3, 9):  # 5 is in box 1 of row 1
        marks[cell] -= {5}
    drops = {(cell, 5) for cell in (9, 10, 11, 18, 19, 20)}
    assert ("claiming", set(), drops) in found(finders.claiming, noted(marks))


def test_extra_units_claim_too():
    layout = Layout(9, diagonals=True)
    marks = {cell: set(range(1, 10)) for cell in range(81)}
    for place in range(3, 9):  # on the diagonal 5 is within box 1
        marks[place * 10] -= {5}
    steps = list(finders.claiming(Position.of(Grid.empty(layout), marks)))
    assert any(step.units[0].kind == "diagonal" and step.units[1].name == "box 1" for step in steps)


@pytest.mark.parametrize(("k", "name"), [(2, "pair"), (3, "triple"), (4, "quad")])
def test_naked_subsets_remove_their_digits_from_the_rest(k, name):
    marks, digits = every(), set(range(1, k + 1))
    for cell in range(k):
        marks[cell] = {cell + 1, (cell + 1) % k + 1} if k > 2 else digits
    drops = {(cell, digit) for cell in range(k, 9) for digit in digits}
    assert (f"naked {name}", set(), drops) in found(lambda position: finders.naked_subset(position, k), noted(marks))


@pytest.mark.parametrize(("k", "name"), [(2, "pair"), (3, "triple"), (4, "quad")])
def test_hidden_subsets_lose_all_other_digits(k, name):
    marks, digits = every(), set(range(1, k + 1))
    for cell in range(k, 9):
        marks[cell] -= digits
    drops = {(cell, digit) for cell in range(k) for digit in range(k + 1, 10)}
    assert (f"hidden {name}", set(), drops) in found(lambda position: finders.hidden_subset(position, k), noted(marks))


def test_empty_and_full_grids_have_no_steps():
    for technique in TABLE:
        assert not list(technique(Position.of(Grid.empty(9))))
        assert not list(technique(Position.of(solve(EASY).solution)))


LAYOUTS = [
    *("4", "2x3", "9", "9+diagonals", "9+windows", "9+extra:r1c1,r5c5,r9c2", "16"),
    "jigsaw:AAABBBAAABBBCCCDDDCCCDDDEEEFFFEEEFFF",
]


@pytest.mark.parametrize("word", LAYOUTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_step_of_every_technique_agrees_with_the_solution(word, seed):
    layout = Layout.parse(word)
    puzzle, full = puzzle_on(layout, seed, 0.75)
    marks = {cell: set(digits_of(bits)) for cell, bits in enumerate(Position.of(puzzle).candidates) if bits}
    grid, used = puzzle, set()
    for _ in range(60):
        position = Position.of(grid, marks)
        for technique in TABLE:
            for step in technique(position):
                assert all(full.digits[cell] == digit for cell, digit in step.places), step
                assert all(full.digits[cell] != digit for cell, digit in step.drops), step
                assert all(
                    digit in digits_of(position.candidates[cell]) for cell, digit in step.drops + step.because
                ), step
                assert step.places or step.drops
                assert step.units
        step = first_step(position)
        if step is None:
            break
        used.add(step.technique)
        grid = grid.with_digits(dict(step.places))
        for cell, digit in step.drops:
            marks[cell] = set(digits_of(position.candidates[cell])) - {digit} & marks[cell] or marks[cell]
            marks[cell].discard(digit)
    assert used


def test_an_easy_puzzle_is_solved_by_steps_alone():
    grid = Grid(EASY)
    while (step := first_step(Position.of(grid))) is not None:
        grid = grid.with_digits(dict(step.places))
    assert grid == solve(EASY).solution


def test_hardest_puzzle_is_not_solved_by_steps():
    marks = {cell: set(digits_of(bits)) for cell, bits in enumerate(Position.of(Grid(HARDEST)).candidates) if bits}
    grid = Grid(HARDEST)
    for _ in range(300):
        position = Position.of(grid, marks)
        step = first_step(position)
        if step is None:
            break
        grid = grid.with_digits(dict(step.places))
        for cell, digit in step.drops:
            marks[cell].discard(digit)
    assert step is None
    assert not grid.is_full
