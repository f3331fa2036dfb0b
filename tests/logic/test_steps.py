"""Steps and paths: found from any position, sound, symmetric, and the same after a round trip."""

import json
import random
from itertools import islice

import pytest

import ninefold as nf
from ninefold import Grid, Layout, Limit, random_grid, solve
from ninefold.core.position import Position, digits_of
from ninefold.core.symmetry import Symmetry
from ninefold.logic.engine import find, read_position
from ninefold.logic.positions import exercises
from ninefold.logic.step import Step
from ninefold.logic.step_json import read_step, step_record
from ninefold.logic.techniques import families, find_techniques
from ninefold.logic.wire import decode, encode

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
POINTING = "1.27...838..3....1.3..1..75.....613.28.1..7...614.785..2..71.9..1....52779...4318"
LAYOUTS = [
    *("4", "2x3", "9", "9+diagonals", "9+windows", "9+extra:r1c1,r5c5,r9c2", "16"),
    "jigsaw:AAABBBAAABBBCCCDDDCCCDDDEEEFFFEEEFFF",
]


def puzzle_on(layout, seed, share):
    """A puzzle with one solution: removes up to a share of the clues at random, as long as it stays unique."""
    full = random_grid(seed, layout)
    rng = random.Random(seed)
    grid = full
    for cell in rng.sample(range(len(full)), round(len(full) * share)):
        less = grid.with_digits({cell: 0})
        grid = less if str(solve(less, limit=Limit(seconds=2)).status) == "unique" else grid
    return grid, full


def supported(layout):
    """The techniques for a layout, without the largest fish: they take seconds."""
    return [
        one.slug
        for one in nf.techniques()
        if not one.slug.endswith(("whale", "leviathan", "mutant-squirmbag"))
        and (one.layouts == "any" or layout == Layout(9) or (one.layouts == "up to 9x9" and layout.size <= 9))
    ]


@pytest.mark.parametrize("word", LAYOUTS)
def test_every_step_agrees_with_the_solution_and_survives_round_trips(word):
    puzzle, full = puzzle_on(Layout.parse(word), 1, 0.7)
    path = nf.explain(puzzle)
    assert len(path) > 0
    some = [step for slug in supported(puzzle.layout) for step in islice(nf.steps(puzzle, technique=slug), 10)]
    for step in [*path, *some]:
        assert step.places or step.removes
        assert all(full.digits[cell] == digit for cell, digit in step.places), step
        assert all(full.digits[cell] != digit for cell, digit in step.removes), step
        assert decode(encode(step), puzzle.layout) == step
        assert read_step(json.loads(json.dumps(step_record(step))), puzzle.layout) == step
        assert step.reason
        assert step.notation.endswith(step.result)
        assert step.svg().startswith("<svg")


def test_every_link_of_a_chain_of_sets_has_its_digit():
    """Sets of a chain may overlap, so that a link fits several pairs of them."""
    chains = list(nf.steps(EASY, technique="als-chain"))
    assert len(chains) > 100
    for step in chains:
        sets = step.roles("als")
        assert [len(digits) for digits in step.restricted] == [1] * (len(sets) - 1)
        for (digit,), one, other in zip(step.restricted, sets, sets[1:], strict=False):
            assert digit in one.digits
            assert digit in other.digits
        assert step.reason.count(" loses ") == len(sets) - 1


def test_paths_print_save_and_solve(tmp_path):
    path = nf.explain(EASY)
    assert path.solved
    assert path.end == solve(EASY).solution
    assert str(path).endswith("Solved in 51 steps.")
    assert repr(path).startswith("<Path: 51 steps, solved")
    for name, start in (("a.html", "<!doctype html>"), ("a.json", '{"puzzle"'), ("a.txt", "1. ")):
        path.save(tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    record = json.loads(path.json())
    assert (record["solved"], len(record["steps"])) == (True, 51)
    assert record["solution"] == path.end.line


@pytest.mark.parametrize("order", ["human", "hodoku", "explainer"])
def test_orders_reach_the_same_solution(order):
    assert nf.explain(EASY, order=order).end == solve(EASY).solution


def test_unknown_order_is_an_error():
    with pytest.raises(nf.NinefoldError, match="unknown order 'mine'"):
        nf.explain(EASY, order="mine")


def test_steps_come_lazily_and_by_technique():
    assert isinstance(next(nf.steps(EASY)), Step)
    found = list(nf.steps(POINTING, technique="pointing"))
    assert {step.technique.slug for step in found} == {"pointing"}
    assert ((63, 3), (65, 3)) in [step.removes for step in found]
    assert list(nf.steps(POINTING, technique=["pointing", "claiming"]))[: len(found)] == found


def test_marks_restrict_what_is_found():
    marks = {0: [1, 2], 1: [1, 2]}
    found = list(nf.steps(Grid.empty(9), marks=marks, technique="locked pair"))
    assert [step.result for step in found] == ["r1c3456789,r2c123,r3c123<>1, r1c3456789,r2c123,r3c123<>2"]


LARGE_FISH = ("jellyfish", "squirmbag", "whale", "leviathan")


def effects(position, clues, technique):
    """What the steps of a technique change; a technique may change the same by several steps."""
    found = find(position, clues, [technique], unique=True)
    return {(frozenset(step.places), frozenset(step.removes)) for step in found}


@pytest.mark.parametrize("family", [family.slug for family in families()])
def test_symmetric_positions_give_the_mapped_steps(family):
    """Every technique of a family, in a position of its page and in one of another technique."""
    rng = random.Random(family)
    some = [one for one in nf.techniques() if one.family == family and not one.slug.endswith(LARGE_FISH)]
    for technique in some:
        if technique.slug == "gurth":  # it needs the symmetry of the clues
            continue
        for exercise in (exercises(technique)[0], exercises(rng.choice(some))[-1]):
            symmetry = Symmetry.random(exercise.grid.layout, rng.randrange(10**6))
            position = read_position(exercise.grid, exercise.marks)
            to = {cell: place for place, cell in enumerate(symmetry.cells)}
            marks = {to[cell]: [symmetry.digits[digit] for digit in left] for cell, left in exercise.marks.items()}
            turned = read_position(symmetry(exercise.grid), marks)
            mapped = {
                tuple(frozenset((to[cell], symmetry.digits[digit]) for cell, digit in pairs) for pairs in effect)
                for effect in effects(position, exercise.clues, technique)
            }
            assert mapped == effects(turned, symmetry(exercise.clues), technique), technique


def test_symmetric_positions_have_the_same_loops_from_every_cell():
    """Loops through groups depend neither on the order of the cells nor on how many were looked at before."""
    loop = find_techniques("grouped-continuous-nice-loop")[0]
    for exercise in (exercises(find_techniques("aic")[0])[1], exercises(loop)[3]):
        assert mapped_effects(exercise, loop, 1) == mapped_effects(exercise, loop, None)


def mapped_effects(exercise, technique, seed):
    """The effects of a technique in a position, found in the position turned by a symmetry and mapped back."""
    layout = exercise.grid.layout
    turn = Symmetry.identity(layout) if seed is None else Symmetry.random(layout, seed)
    back = {digit: one for one, digit in enumerate(turn.digits)}
    marks = {to: [turn.digits[one] for one in exercise.marks.get(cell, ())] for to, cell in enumerate(turn.cells)}
    position = read_position(turn(exercise.grid), {cell: digits for cell, digits in marks.items() if digits})
    return {
        tuple(frozenset((turn.cells[cell], back[digit]) for cell, digit in pairs) for pairs in effect)
        for effect in effects(position, turn(exercise.clues), technique)
    }


def test_grids_with_mistakes_are_refused():
    with pytest.raises(nf.GridError, match="row 1: read a digit twice"):
        nf.explain("55" + "." * 79)
    with pytest.raises(nf.GridError, match="no candidate"):
        next(nf.steps("12345678." + "." * 17 + "9" + "." * 54))
    with pytest.raises(nf.GridError, match="no digit that is marked"):
        nf.explain(EASY, marks={2: [9]})


def test_empty_and_full_grids_have_no_steps():
    assert list(nf.steps(Grid.empty(9))) == []
    full = solve(EASY).solution
    assert list(nf.steps(full)) == []
    assert str(nf.explain(full)) == "The grid is complete."
    assert not nf.explain(Grid.empty(9)).solved


def test_uniqueness_is_skipped_without_one_solution():
    path = nf.explain(Grid.empty(4))
    assert not path.unique
    assert "skipped" in str(path)
    assert nf.explain(EASY).note == ""


def test_path_of_an_impossible_puzzle_says_that_there_is_no_solution():
    path = nf.explain("51" + EASY[2:])
    assert not path.solved
    assert path.note == "The puzzle has no solution, so its clues contradict each other."
    assert str(path).endswith(path.note)


def test_note_tells_several_solutions_from_a_search_out_of_time(monkeypatch):
    puzzle = EASY[:4] + "." * 77
    assert nf.explain(puzzle).note == "The puzzle has several solutions, so techniques that assume one were skipped."
    for status, search in ((nf.Status.SOLVED, "a second solution"), (nf.Status.UNKNOWN, "solutions")):
        monkeypatch.setattr("ninefold.logic.explain.status_of", lambda _, status=status: status)
        path = nf.explain(puzzle)
        assert not path.unique
        assert path.note.startswith(f"The search for {search} ran out of time, so techniques that assume one were")


def test_techniques_for_nine_by_nine_say_so():
    with pytest.raises(nf.LayoutError, match="exocet is for the standard 9x9 board only"):
        next(nf.steps(Grid.empty(4), technique="exocet"))
    with pytest.raises(nf.LayoutError, match="kraken fish type 1 is for boards up to 9x9 only"):
        next(nf.steps(Grid.empty(16), technique="kraken"))


def test_applying_a_step_leaves_the_old_position():
    step = nf.explain(EASY)[0]
    before = Position.of(Grid(EASY))
    after = step.apply(before)
    (cell, digit), *_ = step.places
    assert (before.digits[cell], after.digits[cell]) == (0, digit)
    assert digit in digits_of(before.candidates[cell])


def test_chains_run_through_almost_locked_sets_with_a_cell_outside_their_unit():
    """Such a set has one more cell, which sees every place of the digits it shares with it: all cells together are
    almost locked. It loses one digit, and the cell outside keeps the digit that only it has."""
    grid = Grid(".93...8....1...9..2.51..7.4846..517.1327..5..957.1..4.314..62876283714..579.8....")
    units = [set(unit.cells) for unit in grid.layout.units]
    found = []
    for step in nf.steps(grid, technique="grouped-discontinuous-nice-loop"):
        sets = [{step.truths[index].what for index in link.truths} for link in step.links if len(link.truths) > 1]
        if any(not any(cells <= unit for unit in units) for cells in sets):
            found.append(step)
    assert found
    solution = solve(grid).solution
    for step in found:
        assert nf.verify(step, grid).verdict == "proved"
        assert all(solution.digits[cell] != digit for cell, digit in step.removes)


def test_a_path_that_ends_early_says_which_marks_are_wrong():
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    path = nf.explain(puzzle, marks={"r1c3": [1]})
    assert not path.solved
    assert path.note == "The marks leave out the right digit in r1c3."
    assert path.note in str(path)
    assert nf.explain(puzzle, marks={"r1c3": [1, 4]}).note == ""
