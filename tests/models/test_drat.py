"""The checker of DRAT proofs: sound proofs hold, damaged ones are rejected by their line."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from running import ninefold

import ninefold as nf
from ninefold.models.drat import check_drat

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def files(folder: Path, formula: str, proof: str) -> tuple[str, str]:
    paths = folder / "f.cnf", folder / "f.drat"
    for path, text in zip(paths, (formula, proof), strict=True):
        path.write_text(text)
    return str(paths[0]), str(paths[1])


def test_proof_of_a_small_formula(tmp_path: Path) -> None:
    formula = "c all four\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
    assert str(check_drat(*files(tmp_path, formula, "2 0\nd 1 2 0\n0\n"))).startswith("proved: ")
    assert not check_drat(*files(tmp_path, formula, "2 0\n")).fault  # the contradiction follows without being written
    assert "at the end" in check_drat(*files(tmp_path, formula, "")).fault


def test_lemma_that_is_only_rat_is_accepted(tmp_path: Path) -> None:
    """A definition of a new variable, 3 = (1 and 2), is not a consequence, and harmless."""
    formula = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
    assert not check_drat(*files(tmp_path, formula, "3 -1 -2 0\n-3 1 0\n-3 2 0\n2 0\n0\n")).fault
    satisfiable = "p cnf 2 1\n1 2 0\n"
    assert "line 1" in check_drat(*files(tmp_path, satisfiable, "0\n")).fault
    assert "line 2" in check_drat(*files(tmp_path, satisfiable, "3 0\n-1 0\n0\n")).fault


def test_no_proof_of_a_satisfiable_formula_is_accepted(tmp_path: Path) -> None:
    rng = random.Random(3)
    accepted = 0
    for _ in range(300):
        clauses = [[rng.choice([1, -1]) * v for v in rng.sample(range(1, 5), rng.randint(1, 3))] for _ in range(9)]
        lemmas = [[rng.choice([1, -1]) * v for v in rng.sample(range(1, 6), rng.randint(1, 2))] for _ in range(6)]
        text = ["".join(f"{' '.join(map(str, one))} 0\n" for one in part) for part in (clauses, lemmas)]
        points = [dict(enumerate(signs, 1)) for signs in product((-1, 1), repeat=4)]
        holds = any(all(any(point[abs(v)] * v > 0 for v in one) for one in clauses) for point in points)
        found = check_drat(*files(tmp_path, "p cnf 4 9\n" + text[0], text[1] + "0\n"))
        accepted += not found.fault
        assert found.fault or not holds, (clauses, lemmas)
    assert accepted > 5


def test_proof_of_sat_holds_and_a_damaged_lemma_is_named_by_its_line(tmp_path: Path) -> None:
    pytest.importorskip("pysat.solvers")
    name = tmp_path / "hard"
    nf.solve(HARD, by=nf.Sat(proof=str(name)), isolate=False)
    paths = str(name.with_suffix(".cnf")), str(name.with_suffix(".drat"))
    assert ninefold("verify", *reversed(paths)).out == ninefold("verify", *paths).out  # in any order
    done = ninefold("verify", *paths)
    assert (done.code, done.out.startswith("proved: ")) == (0, True)
    lines = Path(paths[1]).read_text().splitlines()
    solution = nf.solve(HARD).solution
    assert solution is not None
    wrong = -(solution.digits[1] + 9)  # r1c2 does not hold its digit: false, and so no consequence
    Path(paths[1]).write_text("\n".join([*lines[:3], f"{wrong} 0", *lines[3:]]) + "\n")
    done = ninefold("verify", *paths)
    assert done.code == 1
    assert f"line 4: {wrong} does not follow" in done.out
    assert ninefold("verify", *paths, "--json").out.count("not proved") == 1
    Path(paths[1]).write_text("1 2\n")
    done = ninefold("verify", *paths)
    assert (done.code, "line 1: read '1 2', expected a lemma" in done.err) == (2, True)
    assert ninefold("verify", str(tmp_path / "no.cnf"), paths[1]).code == 2


def test_one_lemma_is_not_plural(tmp_path: Path) -> None:
    assert str(check_drat(*files(tmp_path, "p cnf 1 2\n1 0\n-1 0\n", "0\n"))).endswith("(2 clauses, 1 lemma)")
