"""Exported models: an independent program reads every format and finds the solution."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from modelled import COUNTED, PROPER, SMALL, SMALL_SOLUTION

import ninefold as nf
from ninefold.cli import model as options
from ninefold.models.export import FORMATS, default_kind
from ninefold.models.incidence import FAMILIES
from ninefold.solving.modelling import KINDS

IMPOSSIBLE = {name: puzzle for name, puzzle in COUNTED.items() if name.startswith("none")}
BOTH = pytest.mark.parametrize("presolve", [True, False], ids=["presolved", "whole"])

# A program that reads a file and returns its output.
Program = Callable[[Path], str]


def highs(path: Path) -> str:
    highspy = pytest.importorskip("highspy")
    solver = highspy.Highs()
    solver.silent()
    assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
    solver.run()
    answer = path.with_suffix(".sol")
    solver.writeSolution(str(answer), 0)
    return answer.read_text()


def or_tools(path: Path) -> str:
    builder = pytest.importorskip("ortools.linear_solver.python.model_builder")
    model, solver = builder.Model(), builder.Solver("sat")
    assert model.import_from_mps_file(str(path))
    if solver.solve(model) == builder.SolveStatus.INFEASIBLE:
        return "infeasible"
    return "\n".join(f"{variable.name} {solver.value(variable)}" for variable in model.get_variables())


def scip(path: Path) -> str:
    scip = pytest.importorskip("pyscipopt", reason="PySCIPOpt, which reads .lp, .mps, .opb and .cnf, is not installed")
    model = scip.Model()
    model.hideOutput()
    model.readProblem(str(path))
    model.optimize()
    if model.getStatus() == "infeasible":
        return "infeasible"
    answer = path.with_suffix(".sol")
    model.writeBestSol(str(answer))
    return answer.read_text()


def sat(path: Path) -> str:
    formula = pytest.importorskip("pysat.formula")
    solvers = importlib.import_module("pysat.solvers")
    with solvers.Solver("cadical153", bootstrap_with=formula.CNF(from_file=str(path))) as solver:
        if not solver.solve():
            return "s UNSATISFIABLE"
        return "s SATISFIABLE\nv " + " ".join(map(str, solver.get_model())) + " 0"


def pseudo_boolean(path: Path) -> str:
    """A small OPB reader, after the grammar of the competitions, that solves with CP-SAT."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    model, variables = cp_model.CpModel(), {}
    first, *lines = path.read_text().splitlines()
    rows = [line for line in lines if not line.startswith("*")]
    assert first.split() == ["*", "#variable=", first.split()[2], "#constraint=", str(len(rows))]
    for line in rows:
        *terms, relation, right, end = line.split()
        assert (relation in ("=", ">="), end) == (True, ";")
        for name in terms[1::2]:
            assert name[0] == "x"
            assert 1 <= int(name[1:]) <= int(first.split()[2])
            variables.setdefault(name, model.new_bool_var(name))
        left = sum(int(factor) * variables[name] for factor, name in zip(terms[::2], terms[1::2], strict=True))
        model.add(left == int(right) if relation == "=" else left >= int(right))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) == cp_model.INFEASIBLE:
        return "s UNSATISFIABLE"
    return "v " + " ".join(("" if solver.value(it) else "-") + name for name, it in variables.items())


def run(package: str, command: str, *words: str | Path, codes: tuple[int, ...] = (0,)) -> str:
    """The output of a program from a Debian package, if it is installed."""
    place = shutil.which(command)
    if place is None:
        pytest.skip(f"{command} is not installed (Debian: apt-get install {package})")
    done = subprocess.run([place, *words], capture_output=True, text=True, env=os.environ)
    assert done.returncode in codes, done.stdout + done.stderr
    return done.stdout


def minizinc(path: Path) -> str:
    return run("minizinc", "minizinc", "--solver", "gecode", path)


def glpk(path: Path) -> str:
    answer = path.with_suffix(".sol")
    run("glpk-utils", "glpsol", {".lp": "--lp", ".mps": "--freemps"}[path.suffix], path, "-o", answer)
    return answer.read_text()


def cbc(path: Path) -> str:
    answer = path.with_suffix(".sol")
    run("coinor-cbc", "cbc", path, "-solve", "-solu", answer)
    return answer.read_text()


def cadical(path: Path) -> str:
    return run("cadical", "cadical", "-q", path, codes=(10, 20))


READERS: list[tuple[Program, str, str]] = [
    (highs, "lp", "binary"),
    (highs, "lp", "integer"),
    (highs, "mps", "binary"),
    (highs, "mps", "integer"),
    (highs, "lp", "lifted"),
    (highs, "mps", "lifted"),
    (or_tools, "mps", "binary"),
    (or_tools, "mps", "integer"),
    (or_tools, "mps", "lifted"),
    (sat, "cnf", "clauses"),
    (pseudo_boolean, "opb", "binary"),
    (minizinc, "mzn", "integer"),
    (minizinc, "mzn", "binary"),
    (scip, "lp", "binary"),
    (scip, "mps", "integer"),
    (scip, "lp", "lifted"),
    (scip, "opb", "binary"),
    (scip, "cnf", "clauses"),
    (glpk, "lp", "binary"),
    (glpk, "mps", "lifted"),
    (cbc, "lp", "lifted"),
    (cbc, "mps", "binary"),
    (cadical, "cnf", "clauses"),
]
NAMES = [f"{program.__name__}-{form}-{kind}" for program, form, kind in READERS]
# With big-M rows a solver may take minutes if there are few clues; alldifferent is always fast.
SLOW = ("16", "9, windows", "9, diagonals", "9, jigsaw")
# Without presolve the lift has the square of the number of candidates.
LARGE = ("9", *SLOW)
CASES = [
    pytest.param(PROPER[name], *reader, id=f"{name}-{reader_name}")
    for name in PROPER
    for reader, reader_name in zip(READERS, NAMES, strict=True)
    if not (name in SLOW and reader[1:] in (("lp", "integer"), ("mps", "integer")))
    if not (name in LARGE and reader[2] == "lifted")
]


def written(puzzle: nf.Grid, form: str, kind: str, folder: Path, **options: object) -> Path:
    path = folder / f"model.{form}"
    path.write_text(nf.model(puzzle, kind=kind, **options).text(form), encoding="utf-8")  # type: ignore[call-overload]
    return path


@BOTH
@pytest.mark.parametrize(("puzzle", "program", "form", "kind"), CASES)
def test_independent_program_finds_the_solution(
    puzzle: nf.Grid, program: Program, form: str, kind: str, presolve: bool, tmp_path: Path
) -> None:
    path = written(puzzle, form, kind, tmp_path, presolve=presolve)
    assert nf.read_solution(puzzle, program(path)) == nf.solve(puzzle).solution


@BOTH
@pytest.mark.parametrize(("program", "form", "kind"), READERS, ids=NAMES)
@pytest.mark.parametrize("puzzle", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_puzzle_is_infeasible_in_every_format(
    puzzle: nf.Grid, program: Program, form: str, kind: str, presolve: bool, tmp_path: Path
) -> None:
    path = written(puzzle, form, kind, tmp_path, presolve=presolve)
    with pytest.raises(nf.GridError, match="reports no solution"):
        nf.read_solution(puzzle, program(path))


@pytest.mark.parametrize("program", [highs, or_tools, pseudo_boolean, scip])
def test_sums_do_not_change_the_solutions(program: Program, tmp_path: Path) -> None:
    form = "opb" if program is pseudo_boolean else "mps"
    path = written(SMALL, form, "binary", tmp_path, sums=True)
    assert nf.read_solution(SMALL, program(path)) == SMALL_SOLUTION


@pytest.mark.parametrize("encoding", ["minimal", "extended"])
def test_both_encodings_are_solved(encoding: str, tmp_path: Path) -> None:
    puzzle = PROPER["9, diagonals"]
    path = written(puzzle, "cnf", "clauses", tmp_path, encoding=encoding)
    assert nf.read_solution(puzzle, sat(path)) == nf.solve(puzzle).solution


@pytest.mark.parametrize(("program", "form"), [(highs, "lp"), (highs, "mps"), (or_tools, "mps"), (sat, "cnf")])
def test_empty_models_are_valid_files(program: Program, form: str, tmp_path: Path) -> None:
    full = written(SMALL_SOLUTION, form, default_kind(form), tmp_path)
    program(full)
    program(written(nf.Grid.empty(4), form, default_kind(form), tmp_path, families=["clues"]))


# --- what the readers cannot check ----------------------------------------------------------------------------


def test_relaxed_variables_may_be_fractional(tmp_path: Path) -> None:
    highspy = pytest.importorskip("highspy")
    for form in ("lp", "mps"):
        path = tmp_path / f"relaxed.{form}"
        path.write_text(nf.model("...1 ..2. .3.. 4...").text(form, relaxed=True))
        solver = highspy.Highs()
        solver.silent()
        solver.readModel(str(path))
        program = solver.getLp()
        assert set(program.integrality_) <= {highspy.HighsVarType.kContinuous}
        assert set(program.col_upper_) == {highspy.kHighsInf}  # x ≤ 1 follows from the rows
        path.write_text(nf.model("...1 ..2. .3.. 4...", families=["clues"]).text(form, relaxed=True))
        solver.readModel(str(path))
        assert set(solver.getLp().col_upper_) == {1.0}  # here it does not


@pytest.mark.parametrize("form", ["lp", "mps"])
@BOTH
def test_relaxed_lift_solves_what_the_binary_relaxation_does_not(form: str, presolve: bool, tmp_path: Path) -> None:
    puzzle = nf.Grid(".....4.3.1.4....", layout=nf.Layout(4, extra=["r1c1 r2c2 r3c3"]))
    assert nf.solve(puzzle, by="lp", limit=1, isolate=False).stats["fractional"]
    path = tmp_path / f"lifted.{form}"
    path.write_text(nf.model(puzzle, kind="lifted", presolve=presolve).text(form, relaxed=True))
    assert nf.read_solution(puzzle, highs(path)) == nf.solve(puzzle).solution


@pytest.mark.parametrize("presolve", [True, False])
def test_names_and_factors_survive_a_round_trip(presolve: bool, tmp_path: Path) -> None:
    highspy = pytest.importorskip("highspy")
    model = nf.model(SMALL, sums=True, presolve=presolve)
    for form in ("lp", "mps"):
        path = tmp_path / f"model.{form}"
        path.write_text(model.text(form))
        solver = highspy.Highs()
        solver.silent()
        solver.readModel(str(path))
        program = solver.getLp()
        assert sorted(program.col_names_) == sorted(model.names)
        assert list(program.row_names_) == model.rows.names
        assert list(program.row_lower_) == list(program.row_upper_) == model.rows.right.tolist()
        assert sum(program.a_matrix_.value_) == model.rows.values.sum()


def test_lines_stay_short() -> None:
    layout = nf.Layout(12, extra=[f"r10c{column} r11c{column % 12 + 1} r12c{column}" for column in range(1, 13)])
    full = nf.solve(nf.Grid.empty(layout), limit=1).solutions[0]
    lift = nf.model(nf.Grid.from_digits(full.digits[:108] + bytes(36), layout), kind="lifted", presolve=False)
    assert any(name.count("spare_extra") == 2 for name in lift.names)
    for model in (nf.model(nf.Grid.empty(25), sums=True, presolve=False), lift):
        for form in ("lp", "mps"):
            assert max(map(len, model.text(form).splitlines())) < 255


def test_exported_graph_equals_the_model() -> None:
    model = nf.model(SMALL, kind="colouring")
    lines = [line.split() for line in model.text("col").splitlines() if not line.startswith("c")]
    assert lines[0] == ["p", "edge", "16", str(len(lines) - 1)]
    assert [(int(a) - 1, int(b) - 1) for _, a, b in lines[1:]] == [tuple(edge) for edge in model.edges.tolist()]


def test_clashing_clues_become_an_uncolourable_vertex() -> None:
    lines = [line.split() for line in nf.model("11.. .... .... ....", kind="colouring").text("col").splitlines()]
    edges = [(int(line[1]), int(line[2])) for line in lines if line[0] == "e"]
    last = int(next(line for line in lines if line[0] == "p")[2])
    clique = [a for a, b in edges if b == last]
    assert len(clique) == 4
    assert all((a, b) in edges for a in clique for b in clique if a < b)


@pytest.mark.parametrize("kind", KINDS)
def test_json_is_complete(kind: str) -> None:
    model = nf.model(SMALL, kind=kind)  # type: ignore[call-overload]
    record = json.loads(model.text("json"))
    assert {name: record[name] for name in ("kind", "puzzle", "layout", "size", "families", "presolve")} == {
        "kind": kind,
        "puzzle": SMALL.line,
        "layout": "4",
        "size": 4,
        "families": list(FAMILIES),
        "presolve": True,
    }
    if kind in ("binary", "integer", "lifted"):
        assert record["variables"] == model.names
        assert record["rows"]["indices"] == model.rows.indices.tolist()
        assert record["rows"]["right"] == model.rows.right.tolist()
    else:
        assert record.get("clauses") == getattr(model, "clauses", None)


# --- invalid requests ------------------------------------------------------------------------------------------


def test_unsupported_kind_of_model_is_rejected() -> None:
    with pytest.raises(nf.NinefoldError, match="the format cnf supports clauses models, not binary ones"):
        nf.model(SMALL).text("cnf")
    with pytest.raises(nf.NinefoldError, match=r"unknown format 'xls' \(choose from lp, mps"):
        nf.model(SMALL).text("xls")
    with pytest.raises(nf.NinefoldError, match="only the formats lp and mps can be relaxed"):
        nf.model(SMALL).text("opb", relaxed=True)


def test_options_of_another_kind_are_rejected() -> None:
    with pytest.raises(nf.NinefoldError, match="sums applies to binary models only, not to integer ones"):
        nf.model(SMALL, kind="integer", sums=True)  # type: ignore[call-overload]
    with pytest.raises(nf.NinefoldError, match="encoding applies to clauses models only"):
        nf.model(SMALL, encoding="minimal")  # type: ignore[call-overload]
    with pytest.raises(nf.NinefoldError, match="unknown kind of model 'lifted up'"):
        nf.model(SMALL, kind="lifted up")  # type: ignore[call-overload]


def test_command_offers_every_format_and_kind() -> None:
    assert tuple(FORMATS) == options.FORMATS
    assert options.KINDS == KINDS
    assert {kind for _, kinds in FORMATS.values() for kind in kinds} == set(KINDS)
