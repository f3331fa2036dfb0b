"""Steps and paths: found from any position, sound, symmetric, and the same after a round trip."""

import json
import random
from itertools import islice

import pytest

import ninefold as nf
from ninefold import Grid, Layout, Limit, random_grid, solve
from ninefold.core.position import Position, digits_of
from ninefold.logic.step import Step
from ninefold.logic.step_json import read_step, step_record
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


def test_symmetric_positions_give_the_mapped_steps():
    grid = Grid(POINTING)
    turned = [cell % 9 * 9 + cell // 9 for cell in range(81)]  # rows become columns
    mirror = Grid("".join(str(grid.digits[cell] or ".") for cell in turned))
    moved = {
        (frozenset((turned[c], d) for c, d in step.places), frozenset((turned[c], d) for c, d in step.removes))
        for step in nf.steps(grid)
        if not has_sets(step)
    }
    assert moved == {
        (frozenset(step.places), frozenset(step.removes)) for step in nf.steps(mirror) if not has_sets(step)
    }


def has_sets(step):
    """Whether a chain passes through almost locked sets: of several equally long ones only some are listed."""
    return any(len(link.truths) > 1 for link in step.links) or step.technique.slug == "als-chain"


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
    assert "left out" in str(path)
    assert nf.explain(EASY).note == ""


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
