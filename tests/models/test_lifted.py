"""The lifted model: it contains every solution, presolve keeps its points, and its bounds hold."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known import paper_puzzle

import ninefold as nf
from ninefold import Grid, Layout
from ninefold.core.errors import GridError
from ninefold.models.incidence import candidates
from ninefold.models.lift_rows import pruned, upper_bound
from ninefold.models.lifted import LiftedModel, lifted
from ninefold.solving.run import Run

ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
# Its diagonal of three cells is a rule "at most one"; the plain relaxation is fractional, the lift is not.
LEANING = Grid(".....4.3.1.4....", layout=Layout(4, extra=["r1c1 r2c2 r3c3"]))
MULTIPLE = [
    Grid("................"),
    Grid("...1..2..3..4..."),
    Grid("1...............", layout=Layout(4, extra=["r1c1 r2c2 r3c3", "r1c4 r2c3"])),
    Grid("1...............", layout=Layout(4, diagonals=True)),
    Grid("1.....2.....................3.......", layout=Layout(6)),
]


def solutions(puzzle: Grid, limit: int | None = 40) -> tuple[Grid, ...]:
    return nf.solve(puzzle, by="propagate", limit=limit).solutions


# --- the rows ------------------------------------------------------------------------------------


@pytest.mark.parametrize("presolve", [True, False])
@pytest.mark.parametrize("puzzle", [*MULTIPLE, LEANING], ids=lambda puzzle: f"{puzzle.layout}-{puzzle.line}")
def test_every_solution_is_a_point_of_the_lift(puzzle: Grid, presolve: bool) -> None:
    model = lifted(puzzle, presolve=presolve)
    for solution in solutions(puzzle):
        point = model.vector(solution)
        assert model.rows.violation(point) == 0
        assert model.grid(point[: model.width] > 0.5) == solution


def test_integral_points_of_the_lift_are_the_solutions() -> None:
    puzzle = Grid("...1..2..3..4...")
    model = lifted(puzzle, presolve=False)
    right = {solution.line for solution in solutions(puzzle)}
    found = set()
    for numbers in np.ndindex(*np.bincount(model.cells, minlength=16)[list(puzzle.empty_cells)]):
        chosen = np.concatenate(
            [np.flatnonzero(model.cells == cell)[[n]] for cell, n in zip(puzzle.empty_cells, numbers, strict=True)]
        )
        x = np.zeros(model.width)
        x[chosen] = 1
        first, second = model.pairs
        if model.rows.violation(np.concatenate([x, x[first] * x[second]])) == 0:
            grid = model.grid(x > 0.5)
            assert grid is not None
            found.add(grid.line)
    assert found == right


def test_placed_candidates_are_variables_fixed_at_1() -> None:
    model = lifted("1234 34.. .... 4...")
    point = model.vector(solutions(model.puzzle)[0])
    placed = [(model.names[index], point[index]) for index in model.rows.indices[-len(model.singles) :]]
    assert ("x_r2c3_1", 1.0) not in placed  # 1 and 2 can be swapped
    assert ("x_r3c1_2", 1.0) in placed
    assert model.rows.names[-len(model.singles) :] == [f"single_{name[2:6]}" for name, _ in placed]
    assert len(model.names) == len(set(model.names)) == model.rows.width == len(point)


def test_omitting_families_allows_more_points() -> None:
    puzzle = Grid("12.. .... .... ....")
    latin = lifted(puzzle, families=["rows", "columns", "clues"])
    assert repr(latin) == "lifted(Grid('12..............'), families=('cells', 'rows', 'columns', 'clues'))"
    square = Grid("1234 2143 3412 4321")  # rows and columns are right, boxes are not
    assert latin.rows.violation(latin.vector(square)) == 0
    with pytest.raises(GridError, match="not a point of the lift"):
        lifted(puzzle).vector(square)
    free = lifted("11.. .... .... ....", families=["rows", "columns", "boxes"])
    assert (free.infeasible, len(free.cells)) == (False, 64)


@pytest.mark.parametrize(
    ("puzzle", "rule"),
    [("11.. .... .... ....", "cell_r1c1"), ("12.. ..3. ...4 ....", "cell_r1c4"), ("12.. .... ..3. ...3", "row_1_3")],
)
@pytest.mark.parametrize("presolve", [True, False])
def test_rule_without_candidates_becomes_an_infeasible_row(puzzle: str, rule: str, presolve: bool) -> None:
    model = lifted(puzzle, presolve=presolve)
    assert rule in model.broken
    assert [model.rows.names[row] for row in model.rows.broken] == list(model.broken)


def test_wrong_grid_is_not_a_point() -> None:
    model = lifted("..4.1......3.1..", presolve=False)
    assert model.grid(np.zeros(model.width, np.bool_)) is None
    with pytest.raises(GridError, match="not a point of the lift"):
        model.vector("1234341221434321")


def test_rows_are_the_rules_and_their_products() -> None:
    model = lifted(LEANING, presolve=False)
    rows, names = model.rows, model.names
    assert len(rows) == len(set(rows.names)) == model.row_count
    assert len(names) == len(set(names)) == rows.width
    for number, name in enumerate(rows.names):
        indices, values = rows.row(number)
        rule, _, times = name.partition("_if_")
        members = set(np.flatnonzero(model.rules[model.rule_names.index(rule)]).tolist())
        if not times:
            assert (set(indices.tolist()), rows.right[number]) == (members, 1)
            continue
        head = names.index(times if times.startswith("spare") else f"x_{times}")
        assert indices[values == -1].tolist() == [head]
        ends = np.column_stack(model.pairs)[indices[values == 1] - model.width]
        together = members & set(np.flatnonzero(model.compatible[head]).tolist())
        assert (set(ends.ravel().tolist()) - {head}, len(ends)) == (together, len(together))
        assert head not in members
        assert rows.right[number] == 0


def test_at_most_one_rule_has_a_spare() -> None:
    model = lifted(MULTIPLE[2], presolve=False)
    assert "extra_2_1" not in model.spares  # digit 1 is a clue in r1c1, so r1c4 has lost it
    assert "spare_extra_2_2" in model.names
    for number, name in enumerate(model.spares):
        rule = model.rules[model.rule_names.index(name)]
        assert rule[len(model.cells) + number]


def test_rules_are_distinct() -> None:
    model = lifted(paper_puzzle("hardest").puzzle)
    assert len(np.unique(model.rules, axis=0)) == len(model.rules)


# --- given candidates ----------------------------------------------------------------------------


def test_excluded_candidates_are_omitted() -> None:
    puzzle = Grid("...1..2..3..4...")
    open_ = candidates(puzzle)
    open_[0, 1] = False  # one of the two solutions has a 2 there, the other a 3
    model = lifted(puzzle, open_=open_)
    assert (model.infeasible, model.width) == (False, 0)
    assert model.grid(np.zeros(0, np.bool_)) == Grid("3241142323144132")


def test_contradiction_by_singles_is_infeasible() -> None:
    assert lifted("12....3........4").infeasible
    assert lifted("12....3........4", presolve=False).infeasible
    assert not lifted("...1..2..3..4...").infeasible


# --- the presolve --------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", [*MULTIPLE, LEANING], ids=lambda puzzle: f"{puzzle.layout}-{puzzle.line}")
def test_presolve_keeps_every_pair_of_a_solution(puzzle: Grid) -> None:
    whole = lifted(puzzle, presolve=False)
    kept = pruned(whole.rules, whole.compatible)
    assert (kept == kept.T).all()
    assert not (kept & ~whole.compatible).any()
    for solution in solutions(puzzle):
        x = whole.vector(solution)[: whole.width] > 0.5
        assert kept[np.ix_(x, x)].all()


def test_presolve_drops_only_what_the_rows_force_to_0() -> None:
    highs = pytest.importorskip("ninefold.solving.solvers.highs")
    pytest.importorskip("highspy")
    whole = lifted("1............2..", presolve=False)
    kept = pruned(whole.rules, whole.compatible)
    dropped = np.flatnonzero(~kept[whole.pairs])
    assert 0 < len(dropped) < len(whole.pairs[0])
    costs = np.zeros(whole.rows.width)
    costs[whole.width + dropped] = -1
    program = highs.HighsProgram(whole.rows, costs=costs)
    program.solve(Run(whole.layout))
    assert abs(program.objective) < 1e-7


def test_independent_solver_finds_the_same_point() -> None:
    highs = pytest.importorskip("ninefold.solving.solvers.highs")
    pytest.importorskip("highspy")
    model = lifted(LEANING, presolve=False)
    right = model.vector(solutions(LEANING)[0])
    for costs in (right, -right):
        program = highs.HighsProgram(model.rows, costs=costs)
        program.solve(Run(model.layout))
        assert np.abs(program.values - right).max() < 1e-7


def test_presolve_alone_solves_a_puzzle_the_relaxation_does_not() -> None:
    model = lifted(LEANING)
    assert (model.width, model.infeasible) == (0, False)
    assert (model.grid(np.zeros(0, np.bool_)),) == solutions(LEANING)


# --- the bound -----------------------------------------------------------------------------------

MODELS = [lifted(puzzle, presolve=presolve) for puzzle in MULTIPLE for presolve in (True, False)]
POINTS = [[model.vector(grid)[: len(model.cells)] for grid in solutions(model.puzzle)] for model in MODELS]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(MODELS) - 1), st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.01, 1.0, 1e4, 1e12]))
def test_bounds_never_fall_below_a_solution(number: int, rng: int, size: float) -> None:
    model, random = MODELS[number], np.random.default_rng(rng)
    weights = random.normal(size=(1 + model.width, len(model.rules))) * size
    gains = random.random(len(model.cells)) < 0.5
    bound = upper_bound(model, weights, gains)
    assert isinstance(bound, Fraction)
    assert bound >= max(int(x[gains].sum()) for x in POINTS[number])


@pytest.mark.parametrize("huge", [1e18, np.inf, np.nan])
def test_weights_too_large_for_exact_sums_prove_nothing(huge: float) -> None:
    model = lifted("1...............")
    weights = np.full((1 + model.width, len(model.rules)), huge)
    assert upper_bound(model, weights, np.zeros(len(model.cells), np.bool_)) == 0


def test_zero_weights_bound_by_one_candidate_per_cell() -> None:
    model = lifted(ESCARGOT)
    none = np.zeros((1 + model.width, len(model.rules)))
    assert upper_bound(model, none, np.ones(len(model.cells), np.bool_)) == len(np.unique(model.cells))
    assert upper_bound(model, none, np.zeros(len(model.cells), np.bool_)) == 0


def test_weight_of_a_rule_is_summed_exactly() -> None:
    model: LiftedModel = lifted("1...............")
    weights = np.zeros((1 + model.width, len(model.rules)))
    rule = model.rule_names.index("row_2_1")
    weights[0, rule] = -0.25  # times (Σ x − 1), twice: it takes ½ from each x of the rule and adds ½
    gains = model.rules[rule, : len(model.cells)]
    cells = len(np.unique(model.cells[gains]))
    assert upper_bound(model, weights, gains) == Fraction(1, 2) + Fraction(cells, 2)
