"""`ninefold sweep`: run one method with many settings and seeds, and compare the settings."""

from __future__ import annotations

import argparse
from contextlib import ExitStack

from ninefold.cli.arguments import add_nodes, add_puzzles, add_seconds, read_number
from ninefold.cli.input import Reader
from ninefold.cli.method_files import method_of
from ninefold.cli.output import ProgressLine, warn, write_json
from ninefold.cli.race import INTERRUPTED, USAGE, check_files, rows_writer
from ninefold.core.atomic_write import save
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.limits import Limit
from ninefold.core.values import counted, short_repr
from ninefold.racing.sweep import Sweep, Trial, heads_csv, sweep
from ninefold.solving.registry import made, method_text

EXAMPLES = """\
examples:
  ninefold sweep puzzles.txt --by network:lecture=false:starts=1 --vary growth=1.01,1.03,1.1
  ninefold sweep puzzles.txt --by anneal --vary starts=1,4 --seeds 20 --csv runs.csv --plot sweep.svg
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `sweep`."""
    add_puzzles(parser)
    group = parser.add_argument_group("run")
    group.add_argument("--by", required=True, metavar="METHOD", help="solving method, with its other options if any")
    group.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=V1,V2,...",
        help="values of an option; given several times, every combination runs",
    )
    group.add_argument("--seeds", type=read_number, metavar="N", help="run with seeds 0 to N-1 (default: one run)")
    add_seconds(group, "stop each run after S seconds", 10.0)
    add_nodes(group, "run")
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="print one JSON object per setting")
    output.add_argument("--csv", metavar="FILE", help="write every run to a CSV file as soon as it ends")
    output.add_argument("--plot", metavar="FILE", help="draw the success rates with their intervals (.svg or .png)")


def run(args: argparse.Namespace) -> int:
    """Run the sweep and print a row per setting."""
    check_files(args)
    reader = Reader(args)
    by = method_of(args.by)
    grid = dict(_values(args.by, text) for text in args.vary)
    if len(grid) < len(args.vary):
        raise NinefoldError("--vary names an option twice; list all its values after one")
    if args.seeds and "seed" in grid:
        raise NinefoldError("--seeds and --vary seed=... set the same option; give one of them")
    puzzles = list(reader.grids())
    if not puzzles:
        raise ParseError("no puzzles to run on")
    with ExitStack() as stack:
        write = rows_writer(args.csv, stack)
        write([heads_csv(grid)])
        line = stack.enter_context(ProgressLine())

        def progress(trial: Trial) -> None:
            write([trial.csv()])
            line.step()

        done = sweep(
            puzzles,
            by=by,
            grid=grid,
            seeds=None if args.seeds is None else range(args.seeds),
            limit=Limit(1, seconds=args.seconds, nodes=args.nodes),
            progress=progress,
        )
    _report(done, args)
    return INTERRUPTED if done.why else USAGE if reader.failed else 0


def _values(by: str, text: str) -> tuple[str, list[object]]:
    """An option and its values, each read as the method reads it."""
    name, sign, values = text.partition("=")
    if not (sign and name.isidentifier() and values):
        raise NinefoldError(f"--vary: expected NAME=V1,V2,..., read {short_repr(text)}")
    found = [method_of(method_text(by, {name: value})) for value in values.split(",")]
    return name, [getattr(made(method).method if isinstance(method, str) else method, name) for method in found]


def _report(done: Sweep, args: argparse.Namespace) -> None:
    if args.json:
        for row in done.rows:
            low, high = row.interval
            facts = {"runs": row.runs, "solved": row.solved, "rate": row.rate, "low": low, "high": high}
            medians = {"median_steps": row.median_steps, "median_seconds": row.median_seconds}
            write_json({"method": done.method, "setting": dict(row.setting)} | facts | medians)
    else:
        print(done.table())
    if done.why:
        warn(f"ninefold: {done.why} after {counted(sum(row.runs for row in done.rows), 'run')}")
    if done.warning and not done.why:
        warn(f"ninefold: {done.warning}: the runs may repeat one another, and then the intervals are too narrow")
    if args.plot:
        save(args.plot, done.png() if args.plot.lower().endswith(".png") else done.svg().encode())
