"""`ninefold relax`: the linear relaxation of a puzzle: its optimum, its polytope, cuts and pivots."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from ninefold import records
from ninefold.cli.arguments import add_json, add_puzzles, add_rows, add_seconds, rows_of
from ninefold.cli.input import Reader, check_output
from ninefold.cli.output import brief, warn, write_json
from ninefold.core.atomic_write import save
from ninefold.core.errors import Infeasible, NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit, Stopped
from ninefold.core.values import counted, listed

if TYPE_CHECKING:
    from ninefold.models.cuts import Cut
    from ninefold.solving.linear_relaxation import LinearRelaxation

FORMS = (".lp", ".mps", ".svg")
PARTS = ("x", "duals", "reduced-costs", "basis", "forced", "cuts")
RULES = ("bland", "dantzig")
EXAMPLES = """\
examples:
  ninefold relax puzzle.txt
  ninefold relax puzzle.txt --centre -o centre.svg
  ninefold relax puzzle.txt --show duals,basis --cuts "x_r1c1_5 + x_r2c2_5 <= 1"
  ninefold relax puzzle.txt --odd-cycles -o puzzle.lp
  ninefold relax ...1..2..3..4... --pivots bland --objective x_r1c1_3
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `relax`."""
    add_puzzles(parser)
    group = parser.add_argument_group("program")
    add_rows(group, objective="ones")
    group = parser.add_argument_group("run")
    group.add_argument(
        "--solver",
        metavar="NAME",
        help="highs-ds (simplex), highs-ipm (interior point), highs-pdlp (first order), simplex-bland or"
        " simplex-dantzig (up to 6x6), or cvxpy:NAME (default: highs-ds)",
    )
    group.add_argument(
        "--centre", action="store_true", help="stop in the middle of the optimal points: highs-ipm without crossover"
    )
    group.add_argument(
        "--odd-cycles", action="store_true", help="add violated odd-cycle cuts, one by one, until there are none"
    )
    group.add_argument(
        "--pivots",
        choices=RULES,
        metavar="RULE",
        help=f"print every pivot of the simplex method, by the rule {listed(RULES)} (up to 6x6)",
    )
    add_seconds(group, "stop after S seconds per puzzle, or add no further cuts")
    output = parser.add_argument_group("output")
    output.add_argument("--show", metavar="PARTS", help=f"also print some of {','.join(PARTS)}; --json has them all")
    add_json(output)
    output.add_argument(
        "-o", "--output", metavar="FILE", help="write the program with its cuts (.lp or .mps), or draw the point (.svg)"
    )


def run(args: argparse.Namespace) -> int:
    """Solve the relaxation of every puzzle; 1 if one has no feasible point."""
    _check(args)
    parts, reader = _parts(args.show), Reader(args)
    puzzles = reader.grids()
    if args.output and len(some := list(puzzles)) != 1:
        raise NinefoldError(f"-o is for one puzzle, and there are {len(some)}; choose one with --pick")
    all_yes = True
    for number, puzzle in enumerate(some if args.output else puzzles):
        try:
            if args.pivots:
                _show_pivots(puzzle, args)
            else:
                _show(_relaxed(puzzle, args), args, parts, apart=number > 0)
        except (Infeasible, Stopped) as error:
            all_yes = False
            warn(f"ninefold: {brief(puzzle)}: {error}")
        except NinefoldError as error:
            reader.refuse_puzzle(puzzle, error)
    return 2 if reader.failed else 0 if all_yes else 1


def _check(args: argparse.Namespace) -> None:
    """Refuse options that contradict each other, and a file that cannot be written."""
    if args.pivots:
        others = ("solver", "centre", "odd_cycles", "show", "output", "seconds", "families", "sums", "whole")
        if other := next((name for name in others if getattr(args, name)), ""):
            raise NinefoldError(
                f"--pivots solves the program in its own way and cannot be combined with --{other.replace('_', '-')}"
            )
    if args.centre and args.solver not in (None, "highs-ipm"):
        raise NinefoldError(f"--centre is for the solver highs-ipm, not {args.solver}")
    if args.output:
        check_output(f"-o {args.output}", args.output, args.puzzles)
        if _ending(args) not in FORMS:
            raise NinefoldError(f"-o {args.output}: the file name must end in {listed(FORMS)}")


def _ending(args: argparse.Namespace) -> str:
    return os.path.splitext(str(args.output))[1].lower()


def _parts(text: str | None) -> list[str]:
    """The parts of --show."""
    names = [word.strip() for word in (text or "").split(",") if word.strip()]
    for name in names:
        if name not in PARTS:
            raise NinefoldError(f"--show: unknown part {name!r} (choose from {', '.join(PARTS)})")
    return names


def _relaxed(puzzle: Grid, args: argparse.Namespace) -> LinearRelaxation:
    """The optimum, after as many cuts as --odd-cycles finds."""
    from ninefold.models.cuts import read_cuts
    from ninefold.models.odd_cycles import odd_cycle
    from ninefold.solving.linear_relaxation import relaxation
    from ninefold.solving.run import Run

    run, options = Run(puzzle.layout, Limit(seconds=args.seconds)), rows_of(args) | {"crossover": not args.centre}
    options["solver"] = args.solver or ("highs-ipm" if args.centre else "highs-ds")
    cuts: list[Cut] = [*read_cuts(options.pop("cuts", ""))]
    found = relaxation(puzzle, cuts=cuts, limit=run.limit, **options)
    try:
        while args.odd_cycles and (cut := odd_cycle(puzzle.layout, found.model.beliefs(found.x), run.check_limits)):
            cuts.append(cut)
            found = relaxation(puzzle, cuts=cuts, limit=run.rest, **options)
    except Stopped:  # without further cuts
        return found
    return found


def _show(found: LinearRelaxation, args: argparse.Namespace, parts: list[str], *, apart: bool) -> None:
    """Print an optimum, and write its file."""
    if args.json:
        write_json(records.with_puzzle(found.model.puzzle, records.RelaxationRecord.of(found)))
    else:
        print("\n" * apart + "\n".join([*_lines(found), *(line for part in parts for line in _section(found, part))]))
    if args.output:
        form = _ending(args)
        text = found._repr_svg_() if form == ".svg" else found.model.text(form[1:], relaxed=True)
        save(args.output, text.encode())


def _lines(found: LinearRelaxation) -> Iterator[str]:
    """The facts, one per line."""
    model, forced = found.model, list(found.forced().values())
    fractional = len(found.fractional_cells)
    kind = "a degenerate vertex" if found.is_degenerate else "a vertex" if found.is_vertex else "not a vertex"
    steps = "" if found.iterations is None else f", {counted(found.iterations, 'iteration')}"
    yield f"program     {len(model.rows):,} rows, {len(model.names):,} variables, {len(model.cuts)} cuts"
    yield f"optimum     objective {found.objective:.10g} by {found.solver}{steps}"
    yield f"point       {fractional} of {model.layout.size**2} cells fractional; {kind}"
    yield f"face        dimension {found.face_dimension}: support {int(found.support.sum())}, rank {found.rank}"
    yield f"polytope    dimension {found.dimension()}"
    yield f"forced      {forced.count(0)} variables are always 0, {forced.count(1)} always 1"
    if found.solution is not None:
        yield f"grid        {found.solution.line}"
    elif not fractional:
        yield "grid        none: the point satisfies the chosen rows, but is not a solution"


def _section(found: LinearRelaxation, part: str) -> Iterator[str]:
    """One part of --show: a heading, then a line for each name."""
    yield f"\n{part}:"
    if part == "basis":
        yield from found.basis or ["(the solver has no basis)"]
    elif part == "cuts":
        yield from map(str, found.model.cuts)
    else:
        values: dict[str, Callable[[], Mapping[str, float]]] = {
            "x": lambda: found.values,
            "duals": lambda: found.duals,
            "reduced-costs": lambda: found.reduced_costs,
            "forced": found.forced,
        }
        yield from (f"{name} {value:.10g}" for name, value in values[part]().items())


def _show_pivots(puzzle: Grid, args: argparse.Namespace) -> None:
    from ninefold.models.simplex import simplex_path

    path = simplex_path(puzzle, rule=args.pivots, objective=args.objective or "ones", cuts=args.cuts or "")
    if args.json:
        write_json(records.with_puzzle(puzzle, records.PathRecord.of(path)))
        return
    print(path)
    print(f"{counted(len(path.pivots), 'pivot')}, {path.degenerate} degenerate; objective {path.objective}")
