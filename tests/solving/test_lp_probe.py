"""Probing with linear programs: what it drops is false, what it keeps was seen, and all of it is proved."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from known import paper_puzzle

import ninefold as nf
from ninefold.models.binary import binary
from ninefold.models.incidence import candidates
from ninefold.solving.trace import Drop, Place

pytest.importorskip("highspy")

from ninefold.models.incidence import Propagation
from ninefold.solving.methods.lp_probe import LPProbe, Prober
from ninefold.solving.solvers.highs import HighsProgram, SolveStatus

# 17 clues; the relaxation is fractional.
FEW = nf.Grid(".................1....23.4......4.2...5........67..1...4........8.1..9..32....8..")
TWO = nf.Grid("...1..2..3..4...")
HIDDEN = paper_puzzle("evil 1").puzzle.with_digits({13: 3})
# Many solutions, and three candidates that only programs drop, one of them through another.
SIX = "......3..6..21....6.4......1....3.2."
# Arto Inkala, 2010.
INKALA = nf.Grid("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..")


def probe(puzzle: nf.Grid, trace: Any = None, **options: Any) -> nf.Result:
    """Solve with `lp-probe` here, in this process."""
    return nf.solve(puzzle, by=LPProbe(**options), isolate=False, trace=trace)


@cache
def closure_by_maxima(puzzle: nf.Grid) -> set[tuple[int, int]]:
    """The candidates left when every x whose maximum is below 1 is fixed at 0, again and again: the plain way."""
    model = binary(puzzle)
    left = np.ones(len(model.cells), np.bool_)
    while True:
        program, run = HighsProgram(model.rows, upper=left.astype(float)), nf.Run(puzzle.layout)
        fell = False
        for variable in np.flatnonzero(left):
            costs = np.zeros(len(left))
            costs[variable] = -1
            program.set_costs(costs)
            if program.solve(run) is not SolveStatus.OPTIMAL or program.objective > -1 + 1e-6:
                left[variable], fell = False, True
                program.set_bounds([variable], 0, 0)
        if not fell:
            return {(int(model.cells[v]), int(model.digits[v])) for v in np.flatnonzero(left)}


def left_by(prober: Prober) -> set[tuple[int, int]]:
    model = prober.model
    return {(int(model.cells[v]), int(model.digits[v])) for v in np.flatnonzero(prober.open.alive)}


@pytest.mark.parametrize("minimum", ["seen", "never"])
@pytest.mark.parametrize("name", ["small", "evil 1", "evil 2", "intermediate, code"])
def test_the_papers_puzzles_are_proved_with_either_kind_of_probing(name: str, minimum: str) -> None:
    result = probe(paper_puzzle(name).puzzle, minimum=minimum)
    assert (result.status, result.solution) == (nf.Status.UNIQUE, paper_puzzle(name).solution)
    assert result.stats["nodes"] == result.stats["lps"]
    assert minimum == "seen" or result.stats["placed"] == 0


def test_a_puzzle_with_a_fractional_program_is_solved() -> None:
    assert nf.solve(FEW, by="lp", isolate=False).status is not nf.Status.UNIQUE
    result = probe(FEW)
    assert result.status is nf.Status.UNIQUE
    assert result.solution == nf.solve(FEW).solution
    assert result.stats["placed"] > 0
    assert result.stats["dropped"] > 0


@pytest.mark.parametrize("minimum", [True, False])
@pytest.mark.parametrize("line", ["...1..2..3..4...", "1...............", "..4.1......3.1..", SIX])
def test_the_open_candidates_match_plain_probing(line: str, minimum: bool) -> None:
    """A law: early stops, seen vertices, minima and the order of probes change the work, not the result."""
    puzzle = nf.Grid(line)
    prober = Prober(binary(puzzle), nf.Run(puzzle.layout))
    prober.probe_all(minimum=minimum)
    assert left_by(prober) == closure_by_maxima(puzzle)


def test_no_candidate_of_any_solution_is_ever_dropped() -> None:
    for line in ("...1..2..3..4...", "1...............", "." * 16):
        puzzle = nf.Grid(line)
        prober = Prober(binary(puzzle), nf.Run(puzzle.layout))
        prober.probe_all(minimum=True)
        left = left_by(prober)
        for solution in nf.solve(puzzle, limit=None).solutions:
            assert {(cell, solution.digits[cell]) for cell in puzzle.empty_cells} <= left


@pytest.mark.parametrize("puzzle", [FEW, paper_puzzle("evil 2").puzzle, HIDDEN], ids=["few", "evil", "impossible"])
def test_the_whole_proof_is_a_chain_that_anybody_can_check(puzzle: nf.Grid) -> None:
    result = probe(puzzle, certificate=True)
    chain = nf.verify(result.stats["certificate"])
    assert chain.puzzle == puzzle
    record = result.stats["certificate"]
    with pytest.raises(nf.CertificateError):
        nf.verify(record | {"links": record["links"][1:]})


def test_an_impossible_puzzle_yields_no_grid() -> None:
    for puzzle in (HIDDEN, nf.Grid("12....3........4"), nf.Grid("123....4........")):
        assert probe(puzzle).status is nf.Status.IMPOSSIBLE


@pytest.mark.parametrize("line", ["..14..3.2.......", ".1..4......4.4.."])
def test_clues_that_leave_a_rule_without_any_candidate_prove_at_once_that_it_is_impossible(line: str) -> None:
    puzzle = nf.Grid(line, layout=nf.Layout(4, diagonals=True))
    result = nf.solve(puzzle, by=LPProbe(certificate=True))
    assert result.status is nf.solve(puzzle).status is nf.Status.IMPOSSIBLE
    assert result.stats["lps"] == 0
    assert nf.verify(result.stats["certificate"])


def test_two_solutions_seen_in_vertices_are_two_solutions() -> None:
    result = probe(TWO)
    assert result.status in (nf.Status.MULTIPLE, nf.Status.SOLVED)
    assert {grid.line for grid in result.solutions} <= {"2431312413424213", "3241142323144132"}


def test_the_papers_hardest_is_solved_by_linear_programs_alone() -> None:
    result = probe(paper_puzzle("hardest").puzzle, certificate=True)
    assert (result.status, result.solution) == (nf.Status.UNIQUE, paper_puzzle("hardest").solution)
    assert nf.verify(result.stats["certificate"]).puzzle == paper_puzzle("hardest").puzzle


def test_an_undecided_puzzle_reports_how_much_is_left() -> None:
    result = probe(INKALA)
    assert not result.ended
    assert f"{result.stats['open']} candidates left in 58 empty cells" in result.why
    assert result.stats["open"] < int(candidates(INKALA).sum())


def test_every_drop_and_placement_is_traced_with_its_proof() -> None:
    events: list[Any] = []
    result = probe(FEW, trace=events)
    drops = [event for event in events if isinstance(event, Drop)]
    places = {event.cell: event.digit for event in events if isinstance(event, Place)}
    assert result.solution is not None
    assert places == {cell: result.solution.digits[cell] for cell in FEW.empty_cells}
    assert len({(drop.cell, drop.digit) for drop in drops}) == len(drops)
    by_program = [drop for drop in drops if drop.why.startswith("LP ")]
    assert by_program
    assert all("≤" in drop.why and "within" in drop.why for drop in drops)


def test_a_drop_that_whole_numbers_do_not_prove_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninefold.solving.solvers.duals.SCALES", ())
    assert probe(FEW).status in (nf.Status.UNKNOWN, nf.Status.SOLVED)
    assert probe(HIDDEN).status is nf.Status.UNKNOWN


def test_a_vertex_that_was_seen_saves_the_probes_of_all_its_ones() -> None:
    """Fewer programs than candidates, though every candidate left has been seen at 1."""
    run = nf.Run(INKALA.layout)
    prober = Prober(binary(INKALA), run)
    prober.probe_all(minimum=False)
    left = np.flatnonzero(prober.open.alive)
    assert (np.max([vertex[left] for vertex in prober.vertices], axis=0) > 0.999).all()
    assert run.stats["lps"] - run.stats["dropped"] < len(left)


def test_what_is_dropped_is_fixed_in_the_program_too() -> None:
    puzzle = nf.Grid(SIX)
    prober = Prober(binary(puzzle), nf.Run(puzzle.layout))
    prober.probe_all(minimum=False)
    program = prober._loaded()
    gone = ~prober.open.alive[prober._columns]
    assert gone.any()
    assert (np.array(program.highs.getLp().col_upper_)[gone] == 0).all()


# --- the singles in between ------------------------------------------------------------------


@pytest.mark.parametrize("line", ["..4.1......3.1..", FEW.line, paper_puzzle("evil 1").puzzle.line, "." * 81])
def test_singles_are_followed_as_far_as_the_candidates_of_the_models_are(line: str) -> None:
    puzzle = nf.Grid(line)
    model = binary(puzzle)
    openings = Propagation.of_rows(model.rows)
    openings.propagate()
    flags = candidates(puzzle, propagated=True)
    assert (openings.alive == flags[model.cells, model.digits - 1]).all()


def test_a_rule_without_a_candidate_is_a_contradiction() -> None:
    openings = Propagation.of_rows(binary(nf.Grid("..4.1......3.1..")).rows)
    openings.drop([0, 1])
    openings.propagate()
    assert openings.broken


def test_a_smaller_unit_may_stay_empty_and_places_nothing() -> None:
    puzzle = nf.Grid("." * 16, layout=nf.Layout(4, extra=["r1c1 r2c3"]))
    model = binary(puzzle)
    openings = Propagation.of_rows(model.rows)
    for cell, left in ((0, 63), (6, 62)):
        openings.drop([int(model.index[cell, 0])])
        openings.propagate()
        assert not openings.broken
        assert int(openings.alive.sum()) == left
