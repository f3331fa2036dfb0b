"""`ninefold relax`, `tree`, `ladder` and `model --counts`: the same numbers as from Python, and clear errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import PROPER, SOLUTION, TWO, ninefold

import ninefold as nf

HARDEST = nf.paper_puzzle("hardest").puzzle
H = HARDEST.line
NO_POINT = "x_r1c1_2 <= 0; x_r1c1_3 <= 0"


# --- relax ------------------------------------------------------------------------------------------------


def test_relax_prints_the_optimum_and_the_polytope() -> None:
    done = ninefold("relax", H)
    assert (done.code, done.err) == (0, "")
    for words in (
        "objective 81 by highs-ds",
        "56 of 81 cells fractional; a degenerate vertex",
        "dimension 0: support 139, rank 139",
        "polytope    dimension 49",
        "53 variables are always 0",
    ):
        assert words in done.out
    centre = ninefold("relax", H, "--centre").out
    assert "by highs-ipm" in centre
    assert "not a vertex" in centre
    assert "dimension 49: support 201, rank 152" in centre


def test_relax_as_json_has_everything_that_python_has() -> None:
    record = ninefold("relax", H, "--json").records[0]
    found = nf.relaxation(HARDEST)
    assert (record["puzzle"], record["layout"], record["solver"]) == (H, "9", "highs-ds")
    assert record["x"] == found.values
    assert record["duals"] == found.duals
    assert record["reduced_costs"] == found.reduced_costs
    assert tuple(record["basis"]) == found.basis
    assert record["forced"] == found.forced()
    assert (record["dimension"], record["rank"], record["support"], record["grid"]) == (49, 139, 139, None)
    assert ninefold("relax", TWO, "--json", "--centre").records[0]["basis"] is None


def test_odd_cycles_solve_the_hardest_and_the_program_is_written(tmp_path: Path) -> None:
    path = tmp_path / "cut.lp"
    done = ninefold("relax", H, "--odd-cycles", "--show", "cuts,forced", "-o", path)
    assert done.code == 0
    assert "8 cuts" in done.lines[0]
    assert f"grid        {nf.solve(HARDEST).solution.line}" in done.lines  # type: ignore[union-attr]
    cuts = done.lines[done.lines.index("cuts:") + 1 :][:8]
    assert path.read_text() == nf.model(HARDEST, cuts=cuts, objective="ones").text("lp", relaxed=True)


def test_the_options_of_the_program_reach_it(tmp_path: Path) -> None:
    options = {"objective": "x_r1c1_3", "cuts": "x_r1c2_4 >= 1", "families": ["cells", "rows", "clues"]}
    words = ("--objective", "x_r1c1_3", "--cuts", "x_r1c2_4 >= 1", "--families", "cells,rows,clues", "--whole")
    record = ninefold("relax", TWO, "--json", *words, "--solver", "simplex-bland").records[0]
    found = nf.relaxation(TWO, **options, presolve=False, solver="simplex-bland")  # type: ignore[arg-type]
    assert (record["x"], record["objective"]) == (found.values, found.objective)
    done = ninefold("relax", TWO, "--families", "cells,rows")
    assert done.out.endswith("grid        none: the point satisfies the chosen rows, but is not a solution\n")
    path = tmp_path / "point.svg"
    assert ninefold("relax", PROPER, "-o", path).out.endswith(f"grid        {SOLUTION}\n")
    assert path.read_text() == nf.relaxation(PROPER)._repr_svg_()


def test_show_prints_a_line_for_each_name() -> None:
    lines = ninefold("relax", TWO, "--show", "x,duals,reduced-costs,basis").lines
    found = nf.relaxation(TWO)
    for name in ("x", "duals", "reduced-costs", "basis"):
        assert f"{name}:" in lines
    assert f"x_r1c1_2 {found['r1c1', 2]:g}" in lines
    assert sum(line in (found.basis or ()) for line in lines) == len(found.basis or ())


def test_pivots_are_those_of_the_simplex_path() -> None:
    path = nf.simplex_path(TWO, rule="dantzig", objective="x_r1c1_3")
    words = ("relax", TWO, "--pivots", "dantzig", "--objective", "x_r1c1_3")
    done = ninefold(*words)
    assert done.out.startswith(f"{path}\n{len(path.pivots)} pivots, {path.degenerate} degenerate; objective 0")
    record = ninefold(*words, "--json").records[0]
    assert [pivot["entering"] for pivot in record["pivots"]] == [pivot.entering for pivot in path.pivots]
    assert (record["objective"], record["rule"]) == ("0", "dantzig")


def test_a_program_without_a_point_exits_with_1_and_says_why() -> None:
    for more in ((), ("--pivots", "bland")):
        done = ninefold("relax", TWO, "--cuts", NO_POINT, *more)
        assert (done.code, done.out) == (1, "")
        assert f"{TWO}: the program has no feasible point" in done.err


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([PROPER, "--pivots", "bland"], "the simplex path is for boards up to size 6"),
        ([TWO, "--pivots", "bland", "--odd-cycles"], "cannot be combined with --odd-cycles"),
        ([TWO, "--centre", "--solver", "highs-ds"], "--centre is for the solver highs-ipm, not highs-ds"),
        ([TWO, "--solver", "simplex"], "simplex"),
        ([TWO, "--show", "dual"], "--show: unknown part 'dual' (choose from x, duals"),
        ([TWO, "-o", "x.txt"], "-o x.txt: the file name must end in .lp, .mps or .svg"),
        ([TWO, TWO, "-o", "x.lp"], "-o is for one puzzle, and there are 2"),
        ([TWO, "--cuts", "x_r1c1_2 < 0"], "invalid cut"),
        ([TWO, "--objective", "most"], "invalid objective"),
        ([TWO, "--families", "blocks"], "unknown family 'blocks'"),
        ([TWO, "--families", ","], "--families: expected at least one of cells"),
        (["nonsense"], "'nonsense' is neither a file nor a puzzle"),
    ],
)
def test_relax_reports_usage_errors(args: list[str], words: str) -> None:
    done = ninefold("relax", *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


# --- tree -------------------------------------------------------------------------------------------------


def test_trees_of_the_hardest_have_the_known_size() -> None:
    done = ninefold("tree", H, "--by", "exact-cover,norvig")
    assert done.code == 0
    assert "| exact-cover | 251 | 12 | 125 | 1 | unique |" in done.lines
    assert "| norvig | 321 | 14 | 160 | 1 | unique |" in done.lines


def test_a_saved_trace_gives_the_same_tree_and_pictures(tmp_path: Path) -> None:
    trace, picture, page = tmp_path / "trace.jsonl", tmp_path / "tree.svg", tmp_path / "tree.html"
    ninefold("solve", PROPER, TWO, "--by", "backtrack", "--trace", trace)
    first, second = ninefold("tree", "--trace", trace, "--json").records
    assert ninefold("tree", PROPER, TWO, "--by", "backtrack", "--json").records == [first, second]
    found = nf.tree(nf.solve(TWO, by="backtrack"))
    assert (second["parent"], second["label"]) == (list(found.parent), list(found.label))
    assert (second["nodes"], second["depth"], second["solutions"]) == (found.nodes, found.depth, 2)
    assert ninefold("tree", "--trace", trace, "--run", "2", "-o", picture).code == 0
    assert picture.read_text() == found.svg()
    assert ninefold("tree", TWO, "--by", "backtrack", "-o", page).code == 0
    assert page.read_text() == found.html()
    done = ninefold("tree", "--trace", trace, "-o", picture)
    assert done.code == 2
    assert "-o draws one tree, and there are 2" in done.err


def test_a_trace_that_breaks_off_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    ninefold("solve", TWO, "--by", "norvig", "--trace", trace)
    lines = trace.read_text().splitlines()
    trace.write_text("\n".join(lines[: next(n for n, line in enumerate(lines) if "guess" in line) + 1]))
    assert "| norvig | 2 | 1 | 0 | 0 | not ended |" in ninefold("tree", "--trace", trace).lines


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([TWO, "--by", "lp"], "method 'lp' traces no guesses; a search tree needs one of propagate, backtrack"),
        ([TWO, "--by", "auto"], "method 'auto' traces no guesses"),
        ([TWO, "--by", "norvik"], "norvig"),
        ([TWO, "--trace", "t.jsonl"], "give no puzzle and no --by with it"),
        ([TWO, "--run", "2"], "--run chooses a run of a --trace file"),
        ([TWO, "-o", "tree.png"], "-o tree.png: the file name must end in .svg or .html"),
        (["--trace", "/no/such/file"], "/no/such/file: No such file"),
    ],
)
def test_tree_reports_usage_errors(args: list[str], words: str) -> None:
    done = ninefold("tree", *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_a_bad_trace_is_reported_with_its_line(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    for text, words in (("", "the file has no events"), ('{"event": "undo"}', "does not begin with a start")):
        trace.write_text(text)
        done = ninefold("tree", "--trace", trace)
        assert (done.code, done.out) == (2, "")
        assert f"{trace}: " in done.err
        assert words in done.err
    ninefold("solve", TWO, "--by", "norvig", "--trace", trace)
    trace.write_text(trace.read_text().replace("guess", "gues", 1))
    assert "is not an event of a trace" in ninefold("tree", "--trace", trace).err
    ninefold("solve", TWO, "--by", "norvig", "--trace", trace)
    assert "--run 3: the file has 1 run" in ninefold("tree", "--trace", trace, "--run", "3").err


# --- ladder -----------------------------------------------------------------------------------------------


def test_ladder_prints_the_table_of_python() -> None:
    small = "..4.1......3.1.."
    assert ninefold("ladder", small).out == nf.ladder(small).table() + "\n"
    rungs = ninefold("ladder", small, PROPER, "--order", "fewest", "--json").records
    assert [rung["puzzle"] for rung in rungs] == [small] * 4 + [PROPER] * 4
    wanted = [rung for line in (small, PROPER) for rung in nf.ladder(line, order="fewest").rungs]
    keys = ("propagation", "removed_at_root", "removed", "nodes", "failures")
    assert [[rung[key] for key in keys] for rung in rungs] == [[getattr(rung, key) for key in keys] for rung in wanted]
    stopped = ninefold("ladder", PROPER, "--nodes", "10")
    assert "| 10+ " in stopped.out
    assert ninefold("ladder", small, "--order", "last").code == 2


# --- model --counts ---------------------------------------------------------------------------------------


def test_counts_are_the_sizes_of_the_models() -> None:
    done = ninefold("model", "." * 81, "--counts", "--whole")
    assert (done.code, done.err) == (0, "")
    assert "| binary | - | 729 | 324 | 2,916 |" in done.lines
    for encoding in ("extended", "sequential"):
        model = nf.model("." * 81, kind="clauses", encoding=encoding, presolve=False)
        sizes = (model.variables, len(model), sum(map(len, model.clauses)))
        assert f"| clauses | {encoding} | {' | '.join(f'{size:,}' for size in sizes)} |" in done.lines
    record = json.loads(ninefold("model", TWO, "--counts", "--kind", "clauses", "--encoding", "minimal", "--json").out)
    model = nf.model(TWO, kind="clauses", encoding="minimal")
    assert record["constraints"] == len(model)
    assert record["entries"] == sum(map(len, model.clauses))


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--counts", "--to", "lp"], "cannot be combined with --to or -o"),
        (["--json"], "--json is for --counts; --to json writes a model"),
        (["--counts", "--read", "-"], "--counts is for exporting"),
        (["--counts", "--kind", "integer", "--sums"], "sums applies to binary models only"),
    ],
)
def test_counts_report_usage_errors(args: list[str], words: str) -> None:
    done = ninefold("model", TWO, *args)
    assert done.code == 2
    assert words in done.err


def test_a_relaxation_that_takes_too_long_is_unknown_and_no_mistake() -> None:
    done = ninefold("relax", "." * 625, "--layout", "25", "--seconds", "0.2")
    assert (done.code, done.out) == (1, "")
    assert "the relaxation was not solved: the limit of 0.2 seconds was reached" in done.err


def test_a_trace_without_line_ends_is_refused() -> None:
    done = ninefold("tree", "--trace", "/dev/zero")
    assert (done.code, done.out) == (2, "")
    assert (
        done.err
        == "ninefold: /dev/zero: line 1 has more than 16,777,216 characters, too many for an event of a trace\n"
    )
