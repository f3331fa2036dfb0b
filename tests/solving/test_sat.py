"""The SAT method: what it keeps loaded changes no answer, and its proofs are proofs."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import ninefold as nf
from ninefold.models.checker import check_certificate
from ninefold.models.proof_files import read_proof_files
from ninefold.testing.puzzles import IMPOSSIBLE, TWO_SOLUTIONS, VARIANTS

pytest.importorskip("pysat.solvers")
from ninefold.solving.methods import sat
from ninefold.solving.methods.sat import Sat

SMALL = nf.Grid("..4. 1... ...3 .1..")
PUZZLE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
HARD = nf.Grid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
DEEP = nf.Grid(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........")


@pytest.fixture(autouse=True)
def _nothing_loaded() -> Iterator[None]:
    sat._cache.cache_clear()
    yield
    sat._cache.cache_clear()


def here(puzzle: nf.Grid, by: Sat | None = None, **limits: object) -> nf.Result:
    """Solve in this process, so that we can look at what it keeps."""
    return nf.solve(puzzle, by=by or Sat(keep=True), isolate=False, **limits)  # type: ignore[arg-type]


# --- what is kept ----------------------------------------------------------------------------------


def test_the_rules_are_loaded_for_the_second_puzzle_on_a_layout() -> None:
    here(PUZZLE)
    cache = sat._cache(PUZZLE.layout, "cadical195", "extended")
    assert cache.solver is None
    here(HARD)
    loaded = cache.solver
    here(DEEP)
    assert loaded is cache.solver is not None


def test_an_answer_does_not_depend_on_the_questions_before() -> None:
    puzzles = [PUZZLE, HARD, DEEP, nf.Grid.empty(9), TWO_SOLUTIONS[1][0], IMPOSSIBLE[1], nf.Grid.empty(9)]
    first = []
    for puzzle in puzzles:
        sat._cache.cache_clear()
        first.append(here(puzzle, limit=4).solutions)
    for _ in range(2):
        assert [here(puzzle, limit=4).solutions for puzzle in puzzles] == first


def test_the_rules_are_reloaded_after_many_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "RELOAD", 3)
    here(PUZZLE)
    loaded = []
    for _ in range(4):
        assert here(HARD).status is nf.Status.UNIQUE
        loaded.append(sat._cache(PUZZLE.layout, "cadical195", "extended").solver)
    assert len({id(solver) for solver in loaded}) == 2


def test_a_puzzle_that_is_not_decided_soon_is_solved_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "SLICE", 2)
    results = [here(HARD) for _ in range(3)]
    assert {result.status for result in results} == {nf.Status.UNIQUE}
    assert results[0].stats["nodes"] > 2


def test_threads_of_one_process_do_not_disturb_each_other() -> None:
    here(PUZZLE)
    statuses: list[str] = []

    def solve() -> None:
        statuses.extend(str(here(puzzle).status) for puzzle in (PUZZLE, DEEP, HARD) * 5)

    threads = [threading.Thread(target=solve) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == ["impossible"] * 15 + ["unique"] * 30


@pytest.mark.parametrize("isolate", [False, True])
def test_nothing_is_remembered_by_default(isolate: bool) -> None:
    counts = {nf.solve(HARD, by="sat", isolate=isolate).stats["conflicts"] for _ in range(4)}
    assert len(counts) == 1
    assert counts != {0}


def test_a_race_refuses_to_keep_what_was_learnt() -> None:
    with pytest.raises(nf.MethodError, match="cannot race"):
        nf.race(SMALL, by="sat:keep=true")


# --- options ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["cadical195", "cadical153", "glucose42", "maplechrono", "minisat22"])
@pytest.mark.parametrize("encoding", ["extended", "minimal"])
def test_every_solver_and_encoding_gives_the_same_answers(solver: str, encoding: str) -> None:
    for keep in (False, True, True):
        by = Sat(solver=solver, encoding=encoding, keep=keep)  # type: ignore[arg-type]
        assert here(PUZZLE, by).solutions == nf.solve(PUZZLE).solutions
        assert here(IMPOSSIBLE[1], by).status is nf.Status.IMPOSSIBLE
        assert len(here(nf.Grid("1... .... .... ...."), by, limit=None).solutions) == 72


@pytest.mark.parametrize(("word", "puzzle", "solution"), VARIANTS, ids=[word[:12] for word, _, _ in VARIANTS])
def test_layouts_are_kept_apart(word: str, puzzle: str, solution: str) -> None:
    layout = nf.Layout.parse(word)
    for _ in range(2):
        assert here(nf.Grid(puzzle, layout=layout)).solution == nf.Grid(solution, layout=layout)


def test_nodes_are_stretches_and_can_be_limited() -> None:
    assert here(nf.Grid.empty(9), limit=nf.Limit(None, nodes=5)).stats["nodes"] == 5


# --- proofs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["cadical195", "cadical153", "glucose42", "maplechrono"])
@pytest.mark.parametrize("puzzle", [SMALL, IMPOSSIBLE[0], PUZZLE, DEEP], ids=["small", "no small", "proper", "deep"])
def test_a_proof_convinces_a_checker_that_knows_no_solver(solver: str, puzzle: nf.Grid, tmp_path: Path) -> None:
    name = str(tmp_path / "proof")
    result = nf.solve(puzzle, by=Sat(solver=solver, proof=name))  # type: ignore[arg-type]
    assert result.ended
    assert result.stats["proof"] == name
    certificate = read_proof_files(name + ".drat")
    found = nf.verify(certificate)
    assert found.puzzle == puzzle
    # Without the clause that excludes the solution nothing is proved.
    assert not result.solutions or check_certificate(certificate | {"solutions": []}).faults


def test_a_hard_puzzle_is_proved_proper(tmp_path: Path) -> None:
    result = nf.solve(HARD, by=Sat(proof=str(tmp_path / "hard"), certificate=True))
    assert result.status is nf.Status.UNIQUE
    assert nf.verify(result.stats["certificate"]) == nf.verify(read_proof_files(str(tmp_path / "hard.drat")))


def test_a_proof_excludes_just_the_solutions_found(tmp_path: Path) -> None:
    puzzle, lines = TWO_SOLUTIONS[0]
    result = nf.solve(puzzle, by=Sat(proof=str(tmp_path / "two")), limit=None)
    assert {solution.line for solution in result.solutions} == lines
    stated = (tmp_path / "two.cnf").read_text().splitlines()
    clauses = [tuple(map(int, line.split()[:-1])) for line in stated if line[0] not in "cp"]
    for solution in result.solutions:
        true = {cell * 4 + digit for cell, digit in enumerate(solution.digits)}
        broken = [clause for clause in clauses if not any((abs(v) in true) == (v > 0) for v in clause)]
        assert broken == [tuple(-variable for variable in sorted(true))]
    assert "has exactly 2 solutions" in nf.verify(read_proof_files(str(tmp_path / "two.drat"))).claim


def test_no_proof_is_written_if_more_solutions_may_exist(tmp_path: Path) -> None:
    result = nf.solve(nf.Grid.empty(4), by=Sat(proof=str(tmp_path / "none")))
    assert (result.status, "proof" in result.stats) == (nf.Status.MULTIPLE, False)
    assert list(tmp_path.iterdir()) == []


def test_a_proof_is_written_relative_to_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    nf.solve(SMALL, by="sat:proof=here")
    assert {path.name for path in tmp_path.iterdir()} == {"here.cnf", "here.drat"}


def test_unsupported_options_are_refused() -> None:
    with pytest.raises(nf.MethodError, match="a solver that writes proofs"):
        Sat(solver="minisat22", proof="x")
    with pytest.raises(nf.MethodError, match="a folder that exists"):
        Sat(proof="no/such/folder/x")
    with pytest.raises(nf.MethodError, match="option solver"):
        Sat(solver="best")  # type: ignore[arg-type]


def test_a_solver_that_was_kept_ends_without_a_word() -> None:
    script = "import ninefold as nf; [nf.solve('..4.1......3.1..', by='sat', isolate=False) for _ in range(3)]"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
