"""Solution files of other programs: every form, and everything that can be wrong with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from core.boards import some
from hypothesis import given
from hypothesis import strategies as st
from modelled import SMALL, SMALL_SOLUTION

import ninefold as nf
from ninefold.models.binary import binary
from ninefold.models.integer import integer

MODEL = binary(SMALL)
POINT = MODEL.vector(SMALL_SOLUTION)
TRUE = [cell * 4 + digit for cell, digit in enumerate(SMALL_SOLUTION)]
LITERALS = [v if v in TRUE else -v for v in range(1, 65)]
X = dict(zip(MODEL.names, POINT.tolist(), strict=True))
Y = dict(zip(integer(SMALL).names, integer(SMALL).vector(SMALL_SOLUTION).tolist(), strict=True))
ROWS = [list(row) for row in SMALL_SOLUTION.rows]

HIGHS = f"""\
Model status
Optimal

# Primal solution values
Feasible
Objective 0
# Columns {len(X)}
{chr(10).join(f"{name} {value:g}" for name, value in X.items())}
# Rows 1
cell_r1c1 1

# Dual solution values
Feasible
# Columns {len(X)}
{chr(10).join(f"{name} 0.5" for name in X)}
"""
SHAPES = {
    "HiGHS": HIGHS,
    "a table, as HiGHS writes": "Columns\n    Index Status    Lower    Upper    Primal    Dual  Type    Name\n"
    + "\n".join(
        f"{n:9}                   0            1 {v:12g}               Integer     {x}"
        for n, (x, v) in enumerate(X.items())
    ),
    "the same of a linear program in HiGHS": "Columns\n"
    + "\n".join(
        f"{n:9}     BS            0          inf {v:12g}            0  {x}" for n, (x, v) in enumerate(X.items())
    ),
    "names and values": "\n".join(f"{name} {value}" for name, value in X.items()),
    "only ones, as SCIP and Gurobi write": "\n".join(f"{name}  1 \t(obj:0)" for name, v in X.items() if v),
    "with an equals sign": "\n".join(f"{name} = {value};" for name, value in X.items()),
    "numbered, as CBC writes": "Optimal - objective value 0\n" + "\n".join(f"7 {n} {v} 0" for n, v in X.items() if v),
    "a table, as GLPK writes": "Status:     INTEGER OPTIMAL\n   No. Column name       Activity     Lower bound\n"
    + "\n".join(
        f"{n:6} {name:12} *{value:15g}             0             1" for n, (name, value) in enumerate(X.items())
    ),
    "the same of a linear program": "Status:     OPTIMAL\n"
    + "\n".join(f"{n:6} {name:12} {'NB'[int(v)]}{'L '[v > 0]}{v:14g}      0" for n, (name, v) in enumerate(X.items())),
    "the same from within": "Status:     INFEASIBLE (INTERMEDIATE)\n" + "\n".join(f"{n} {v} 0" for n, v in X.items()),
    "all solutions, and then no more": "\n".join(f"{n} {v}" for n, v in X.items()) + "\ninfeasible\n",
    "XML, as CPLEX writes": "\n".join(f' <variable name="{n}" index="3" value="{v}"/>' for n, v in X.items()),
    "one digit a cell": "\n".join(f"{name} {value}" for name, value in Y.items()),
    "nearly whole": "\n".join(f"{name} {value - 1e-9}" for name, value in X.items()),
    "SAT": "c hello\ns SATISFIABLE\nv "
    + " ".join(map(str, LITERALS[:30]))
    + "\nv "
    + " ".join(map(str, LITERALS[30:]))
    + " 0",
    "MiniSat": "SAT\n" + " ".join(map(str, LITERALS)) + " 0\n",
    "OPB": "s SATISFIABLE\nv " + " ".join(f"x{v}" if v > 0 else f"-x{-v}" for v in LITERALS),
    "OPB as SCIP writes it": "objective value: 0\n" + "\n".join(f"x{v} 1" for v in TRUE),
    "MiniZinc": f"y = array2d(1..4, 1..4, {[d for row in ROWS for d in row]});\n----------\n==========\n",
    "MiniZinc, newer": "y =\n[| " + "\n | ".join(", ".join(map(str, row)) for row in ROWS) + "\n |];\n----------\n",
    "MiniZinc, binary": "\n".join(f"{name} = {value:g};" for name, value in X.items()) + "\n----------\n",
    "MiniZinc, JSON": json.dumps({"y": ROWS}),
    "MiniZinc, JSON stream": '{"type": "statistics"}\n'
    + json.dumps({"type": "solution", "output": {"json": {"y": ROWS}}})
    + '\n{"type": "status", "status": "ALL_SOLUTIONS"}\n',
    "JSON of names": json.dumps(X),
    "JSON of names, further down": json.dumps({"status": "optimal", "values": X}, indent=2),
    "with the marks of another system": "\ufeff".join(["", "\r\n".join(f"{n} {v}" for n, v in X.items())]),
}


@pytest.mark.parametrize("text", SHAPES.values(), ids=SHAPES)
def test_every_form_of_solution_is_read(text: str, tmp_path: Path) -> None:
    path = tmp_path / "answer"
    path.write_text(text, encoding="utf-8")
    assert nf.read_solution(SMALL, path) == SMALL_SOLUTION
    assert nf.read_solution(SMALL, text.removeprefix("\ufeff")) == SMALL_SOLUTION


def test_unmentioned_clue_is_kept() -> None:
    text = "\n".join(f"{name} 1" for name, value in X.items() if value)
    assert all(SMALL.layout.name(cell) not in text for cell in SMALL.filled_cells)
    assert nf.read_solution(SMALL, text) == SMALL_SOLUTION


def test_full_puzzle_needs_only_a_claim_of_success() -> None:
    for text in ("Optimal - objective value 0", "solution status: optimal solution found\nobjective value: 0\n"):
        assert nf.read_solution(SMALL_SOLUTION, text) == SMALL_SOLUTION
    for text in ("", "hello"):
        with pytest.raises(nf.ParseError, match="no solution found in the text"):
            nf.read_solution(SMALL_SOLUTION, text)
    with pytest.raises(nf.ParseError, match="no solution found in the text"):
        nf.read_solution(SMALL, "Optimal - objective value 0")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Rows: 9\nStatus:     INTEGER UNDEFINED\n" + "\n".join(f"{name} * 0" for name in Y), "INTEGER UNDEFINED"),
        ("Rows: 9\nStatus:     UNDEFINED\n" + "\n".join(f"{name} NL 0" for name in X), "UNDEFINED"),
        ("hello\nStopped on time - objective value 0\n", "Stopped on time"),
        ("Model status\nTime limit reached\n\n# Primal solution values\nNone\n", "Time limit reached"),
        ("\nsolution status: time limit reached\nno solution available\n", "time limit reached"),
        ("c hello\ns UNKNOWN\n", "UNKNOWN"),
        ("\n=====UNKNOWN=====\n", "UNKNOWN"),
        ('<CPLEXSolution>\n<header solutionStatusString="time limit exceeded"/>', "time limit exceeded"),
    ],
)
def test_a_solver_that_did_not_finish_is_reported_as_such(text: str, said: str) -> None:
    with pytest.raises(nf.GridError) as caught:
        nf.read_solution(SMALL, text)
    assert str(caught.value) == f"line 2: the solver did not finish ({said}) and has no solution"


@pytest.mark.parametrize("head", ["Status:     INTEGER NON-OPTIMAL\n", "Model status\nTime limit reached\n"])
def test_a_solution_found_before_the_solver_was_stopped_is_read(head: str) -> None:
    assert nf.read_solution(SMALL, head + SHAPES["names and values"]) == SMALL_SOLUTION


# --- readable, but not a solution -----------------------------------------------------------------------------------


def changed(**values: float) -> str:
    return "\n".join(f"{name} {value}" for name, value in (X | values).items())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (changed(x_r1c1_2=0.5, x_r1c1_3=0.5), "fractional in 1 of 16 cells: r1c1"),
        (changed(x_r1c1_2=0), "r1c1: read no digit, expected one digit"),
        (changed(x_r1c1_3=1), "r1c1: read 2 and 3, expected one digit"),
        (changed(x_r1c1_2=0, x_r1c1_3=1), "the answer is not a solution: incorrect: 3 twice in row 1 .r1c1, r1c2."),
        (changed(x_r1c3_4=0, x_r1c3_3=1), "clues changed .r1c3."),
        (changed(x_r1c1_2=1e30), "fractional in 1 of 16"),
        ("v " + " ".join(map(str, LITERALS[:-4])), "r4c4 has no digit"),
        ("y_r1c1 2.5", "r1c1: read 2.5, expected a whole number from 1 to 4"),
        ("y_r1c1 9", "r1c1: read 9, expected a whole number from 1 to 4"),
        ("y_r1c1 2", "has no digit for 11 cells: r1c2, r1c4, r2c2"),
        (json.dumps({"y": [[1] * 4] * 4}), "incorrect: 1 4 times in row 1"),
        ("s UNSATISFIABLE\n", "line 1: the solver reports no solution"),
        ("c hello\nUNSAT\n", "line 2: the solver reports no solution"),
        ("=====UNSATISFIABLE=====\n", "reports no solution"),
        ("Model status\nInfeasible\n", "line 2: the solver reports no solution"),
        (
            "Columns\n  0     0     1      Integer   x_r1c1_2\n\nModel status: Infeasible\n",
            "line 4: the solver reports no",
        ),
        ("solution status: infeasible\n", "reports no solution"),
        ("This problem is infeasible\n", "reports no solution"),
        ("Rows: 9\nStatus:     INTEGER EMPTY\n" + changed(), "line 2: the solver reports no solution"),
        ("Infeasible - objective value 0.00000000\n" + changed(), "line 1: the solver reports no solution"),
        ("Integer infeasible - objective value 0.0\n" + changed(), "line 1: the solver reports no solution"),
    ],
)
def test_wrong_solutions_are_rejected(text: str, message: str) -> None:
    with pytest.raises(nf.GridError, match=message) as caught:
        nf.read_solution(SMALL, text)
    assert not isinstance(caught.value, nf.ParseError)


# --- unreadable -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no solution found in the text: expected lines `x_r1c2_3 1`"),
        ("Optimal\nObjective 0\n", "no solution found in the text"),
        ("c Status:     INTEGER OPTIMAL\ns mip 51 24 o 0\ni 1 1\nj 1 1\ne o f\n", "glpsol writes with -o, not -w"),
        ("x_r1c1_2 1\nx_r1c1_3\n", "line 2: read 'x_r1c1_3', expected a number after x_r1c1_3"),
        ("\nx_r1c1_2 one", "line 2: read 'x_r1c1_2 one', expected a number after x_r1c1_2"),
        ("x_r1c1_2 nan", "expected a number"),
        ("x_r1c1_2 inf", "expected a number"),
        ("x_r1c1_2 1_0", "expected a number"),
        ("x_r5c1_2 1", "line 1: read x_r5c1_2, expected a variable of a board of size 4"),
        ("x_r1c1_5 1", "line 1: read x_r1c1_5"),
        ("x_r1c1_0 1", "line 1: read x_r1c1_0"),
        ("y_r0c1 1", "line 1: read y_r0c1"),
        (f"x_r{'9' * 5000}c1_1 1", "line 1"),
        ("x_r1c1_2 1\nx_r1c1_2 0", "line 2: read x_r1c1_2 again, as 0, expected 1, as before"),
        ("v 1 -2 three 0", "line 1: read 'three', expected a literal"),
        ("v 1 -65 0", "line 1: read 65, expected a variable from 1 to 64"),
        ("v 1 -1", "line 1: read 1 again, as 0, expected 1, as before"),
        ("v x0x", "expected a literal"),
        ("y = [1, 2, 3];", "line 1: read 3 digits, expected 16"),
        ('{"y": [1, 2]}', "JSON, y: read 2 digits, expected 16"),
        (json.dumps({"y": ["1"] * 16}), "JSON, y, r1c1: read '1', expected a digit"),
        ('{"x_r1c1_2": true}', "JSON, x_r1c1_2: read True, expected a number"),
        ('{"x_r1c1_2": 1', "expected JSON"),
        ('{\n"x_r1c1_2": 1,\n}', "line 3: read"),
        ("[" * 100_000, "expected JSON"),
        ("{}", "no solution found in the text"),
        ('{"a": 1} nonsense', "expected JSON"),
    ],
)
def test_unreadable_text_is_reported_with_line_and_expectation(text: str, message: str) -> None:
    with pytest.raises(nf.ParseError, match=message):
        nf.read_solution(SMALL, text)


def test_all_faults_are_reported_at_once() -> None:
    with pytest.raises(nf.ParseError) as caught:
        nf.read_solution(SMALL, "x_r1c1_2\nx_r9c1_2 1\nx_r1c1_3 1\nx_r1c1_3 0")
    assert [fault.where for fault in caught.value.faults] == ["line 1", "line 2", "line 4"]


def test_solution_text_is_never_executed(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    for text in (
        f"x_r1c1_2 open({str(trap)!r},'w')",
        f"y = [open({str(trap)!r},'w')];",
        f"v __import__('os').mkdir({str(trap)!r})",
    ):
        with pytest.raises(nf.NinefoldError):
            nf.read_solution(SMALL, text)
    assert not trap.exists()


# --- fuzz ----------------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        *(
            "x_r1c1_2",
            "x_r4c4_4",
            "y_r2c2",
            "y_r9c9",
            "x_r1c1",
            "z_r1c1_r1c2",
            "x12",
            "x65",
            "-x3",
            "v",
            "v ",
            "SAT",
            "UNSAT",
            "s",
        ),
        *(
            "0",
            "1",
            "-1",
            "2",
            "0.5",
            "1e9",
            "nan",
            "=",
            ":",
            "y =",
            "[",
            "]",
            "{",
            "}",
            '"y"',
            ",",
            ";",
            "|",
            "array2d(1..4,",
        ),
        *("# Dual", "# Columns 3", "Infeasible", '"', "value=", "\n", "\n", " ", "\t", "\x00", "é", "²", "٣"),
    ]
)


@some
@given(
    st.one_of(
        st.text(max_size=200), st.lists(WORDS, max_size=60).map("".join), st.lists(WORDS, max_size=60).map(" ".join)
    )
)
def test_arbitrary_text_is_rejected(text: str) -> None:
    try:
        found = nf.read_solution(SMALL, text)
    except nf.NinefoldError:
        return
    assert found == SMALL_SOLUTION


@some
@given(st.sampled_from(sorted(SHAPES)), st.integers(0, 3000), st.integers(0, 3), st.text(max_size=3))
def test_damaged_solution_is_rejected_or_still_correct(shape: str, place: int, cut: int, put: str) -> None:
    text = SHAPES[shape].removeprefix("\ufeff")
    place %= len(text)
    try:
        found = nf.read_solution(SMALL, text[:place] + put + text[place + cut :])
    except nf.NinefoldError:
        return
    assert found == SMALL_SOLUTION


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@some
@given(st.dictionaries(WORDS | st.just("y"), JSON, max_size=5))
def test_arbitrary_json_is_rejected(value: dict[str, object]) -> None:
    with pytest.raises(nf.NinefoldError):
        nf.read_solution(SMALL, json.dumps(value))
