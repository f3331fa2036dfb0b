"""The logs of solver libraries, the progress they trace, and their parameters passed through by name."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

import ninefold as nf

# The hardest puzzle of the first paper, and an easier one.
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

WORDS = {
    "mip": ("highspy", "MIP has 240 rows"),
    "lp": ("highspy", "LP has 240 rows"),
    "lp:solver=cvxpy:CLARABEL": ("cvxpy", "Terminated with status = Solved"),
    "cp": ("ortools", "Starting CP-SAT solver"),
    "sat": ("pysat", "unsatisfiable: restarts"),
}


@pytest.mark.parametrize("by", WORDS)
def test_log_of_the_library_is_passed_on(by: str) -> None:
    module, words = WORDS[by]
    pytest.importorskip(module)
    lines: list[str] = []
    nf.solve(HARD, by=by, log=lines.append)
    assert any(line.startswith(words) for line in lines), lines
    assert not any("\n" in line for line in lines)


@pytest.mark.parametrize("by", ["lp", "lp-probe"])
def test_log_of_a_linear_program_has_no_warning(by: str) -> None:
    pytest.importorskip("highspy")
    lines: list[str] = []
    nf.solve(HARD, by=by, log=lines.append)
    assert lines
    assert [line for line in lines if "WARNING" in line] == []


def test_printed_log_of_cvxpy_does_not_feed_itself() -> None:
    pytest.importorskip("cvxpy")
    once = f"nf.solve({EASY!r}, by='lp:solver=cvxpy:CLARABEL', isolate=False"
    code = f"import ninefold as nf\n{once}, log=print)\nprint('second')\n{once})\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    logged, _, quiet = done.stdout.partition("second\n")
    assert logged.count("Invoking solver CLARABEL") == logged.count("Terminated with status") == 1
    assert (quiet, done.stderr) == ("", "")


@pytest.mark.parametrize("isolate", [True, False])
def test_error_of_the_log_reaches_the_caller(isolate: bool) -> None:
    pytest.importorskip("highspy")

    def full(_: str) -> None:
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        nf.solve(HARD, by="mip", log=full, isolate=isolate)


def test_log_must_be_callable() -> None:
    with pytest.raises(nf.NinefoldError, match="log must be a callable such as print, not 'file'"):
        nf.solve(EASY, log="file")  # type: ignore[arg-type]


def test_branch_and_bound_traces_its_progress() -> None:
    pytest.importorskip("highspy")
    events: list[nf.Event] = []
    result = nf.solve(HARD, by="mip-integer", limit=nf.Limit(nodes=30, seconds=60), trace=events)
    notes = [event for event in events if isinstance(event, nf.Note)]
    assert {"nodes", "bound", "incumbent", "gap", "branches"} <= {note.name for note in notes}
    counts = [note.value for note in notes if note.name == "nodes"]
    assert counts == sorted(counts)
    assert 1 < result.stats["nodes"] <= 30
    assert result.stats["branches"] == result.stats["nodes"] - 1
    assert (result.stats["bound"], result.stats["incumbent"]) == (0.0, "inf")  # nothing is minimised


def test_statistics_survive_the_time_limit() -> None:
    pytest.importorskip("highspy")
    for seconds in (4, 16):  # a busy machine takes longer to the first branch
        result = nf.solve(HARD, by="mip-integer", limit=nf.Limit(seconds=seconds))
        if result.stats["nodes"] > 1:
            break
    assert result.why == f"the limit of {seconds} seconds was reached"
    assert result.stats["nodes"] > 1
    assert result.stats["branches"] > 0


def test_statistics_of_cp_survive_the_time_limit() -> None:
    pytest.importorskip("ortools")
    nf.solve(EASY, by="cp")  # loads the library
    result = nf.solve("." * 81, by="cp", limit=nf.Limit(None, seconds=2))
    assert result.status is nf.Status.MULTIPLE
    assert result.stats["branches"] > 0


def test_a_program_that_ends_at_its_root_has_no_branches() -> None:
    pytest.importorskip("highspy")
    stats = nf.solve(HARD, by="mip").stats
    assert (stats["branches"], stats["nodes"]) == (0, 2)  # one root to find the solution, one to exclude others


@pytest.mark.parametrize("parameters", ["presolve=off; mip_feasibility_tolerance=1e-7", {"presolve": "off"}])
def test_parameters_reach_highs(parameters: str) -> None:
    pytest.importorskip("highspy")
    lines: list[str] = []
    result = nf.solve(HARD, by=nf.MIP(parameters=parameters), log=lines.append)
    assert result.status is nf.Status.UNIQUE
    assert any(line.startswith("Presolve is switched off") for line in lines)


@pytest.mark.parametrize(
    ("by", "module", "faults"),
    [
        (
            "mip:parameters=mip_rel_gapp=1; presolve=3",
            "highspy",
            ["expected mip_rel_gap", "presolve: read 3"],
        ),
        ("lp:parameters=primal_feasibility_tolerance=-1", "highspy", ["read -1, expected a value that HiGHS accepts"]),
        ("cp:parameters=linearisation_level=1; random_seed=x", "ortools", ["expected linearization_level", "read 'x'"]),
        ("cp:parameters=linearization_level=-7", "ortools", ["CP-SAT refuses the parameters", "must be non-negative"]),
        ("cp:parameters=search_branching=SLOW", "ortools", ["expected one of AUTOMATIC_SEARCH, FIXED_SEARCH"]),
        ("cp:parameters=restart_algorithms=NO_RESTART", "ortools", ["this one is a list"]),
        ("lp:solver=cvxpy:CLARABEL:parameters=speed=9", "cvxpy", ["CLARABEL refuses the parameters speed"]),
        ("lp:solver=cvxpy:OSQP:parameters=rho=-1", "osqp", ["OSQP refuses the parameters rho"]),
    ],
)
def test_wrong_parameters_are_refused_together(by: str, module: str, faults: list[str]) -> None:
    pytest.importorskip(module)
    with pytest.raises(nf.MethodError) as error:
        nf.solve(EASY, by=by)
    assert all(fault in str(error.value) for fault in faults), error.value


# What the run itself sets; and what would prove nothing: with these CP-SAT stops at the first solution of two,
# or reports one twice, and HiGHS finds none where there is one.
@pytest.mark.parametrize(
    ("by", "module", "words"),
    [
        (
            "mip:parameters=time_limit=1; log_to_console=true",
            "highspy",
            ["the limit of the run", "log, on the command"],
        ),
        ("lp:parameters=solver=pdlp", "highspy", ["the option solver sets it"]),
        ("mip:parameters=objective_bound=-1", "highspy", ["the answer would prove nothing"]),
        ("mip-integer:parameters=small_matrix_value=1", "highspy", ["the answer would prove nothing"]),
        ("mip:parameters=mip_feasibility_tolerance=0.4", "highspy", ["at most 1e-06"]),
        ("mip:parameters=primal_feasibility_tolerance=1", "highspy", ["at most 1e-06"]),
        ("cp:parameters=enumerate_all_solutions=false", "ortools", ["the answer would prove nothing"]),
        ("cp:parameters=keep_all_feasible_solutions_in_presolve=false", "ortools", ["the answer would prove nothing"]),
        ("cp:parameters=instantiate_all_variables=false", "ortools", ["the answer would prove nothing"]),
        ("cp:parameters=use_probing_search=true", "ortools", ["the answer would prove nothing"]),
        ("cp:parameters=num_workers=4; max_time_in_seconds=1", "ortools", ["several workers", "the limit of the run"]),
    ],
)
def test_parameters_that_would_be_ignored_or_prove_nothing_are_refused(by: str, module: str, words: list[str]) -> None:
    pytest.importorskip(module)
    with pytest.raises(nf.MethodError) as error:
        nf.solve(EASY, by=by)
    assert all(word in str(error.value) for word in words), error.value


def test_linear_programs_may_have_any_tolerance() -> None:
    """Their proofs are checked in whole numbers."""
    pytest.importorskip("highspy")
    result = nf.solve(EASY, by="lp:parameters=primal_feasibility_tolerance=0.001")
    assert result.status is nf.Status.UNIQUE


def test_an_enumeration_of_cp_sat_is_set_by_the_name_of_its_member() -> None:
    pytest.importorskip("ortools")
    lines: list[str] = []
    result = nf.solve(EASY, by="cp:parameters=search_branching=FIXED_SEARCH", log=lines.append)
    assert result.status is nf.Status.UNIQUE
    assert any("search_branching: FIXED_SEARCH" in line for line in lines)


def test_parameters_are_read_from_text() -> None:
    pytest.importorskip("highspy")
    for text, read in (("hello", "'hello'"), ("a=1; a=2", "a twice"), ("=3", "'=3'")):
        with pytest.raises(nf.MethodError, match=f"option parameters: read {read}"):
            nf.MIP(parameters=text)
    with pytest.raises(nf.MethodError, match="a number, flag or text"):
        nf.MIP(parameters={"presolve": [1]})


def test_result_keeps_the_last_beliefs_and_the_method() -> None:
    pytest.importorskip("highspy")
    result = nf.solve(HARD, by="lp:seed=3")
    assert [round(sum(row), 6) for row in result.beliefs] == [1.0] * 81
    assert result.by == "lp:seed=3"
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert pickle.loads(pickle.dumps(nf.solve(EASY, by=lambda puzzle, run: iter(())))).solutions == ()
    assert nf.solve(EASY, by="norvig").beliefs is None
    assert len(nf.solve(EASY, by="network").beliefs) == 81
