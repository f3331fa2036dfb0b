"""`ninefold race`: run several methods on the same puzzles and compare them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING

from ninefold import records
from ninefold.cli.arguments import add_limit, add_nodes, add_puzzles, add_seconds, read_limit, read_number
from ninefold.cli.input import Reader, check_output
from ninefold.cli.method_files import methods_of
from ninefold.cli.output import warn, write_json
from ninefold.core.atomic_write import naming, save, text_file
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.core.values import counted
from ninefold.racing.outcome import Outcome, Standing
from ninefold.racing.race import race, resolve_entrants
from ninefold.racing.report import HEADS, Race, csv_rows, row_of, table

if TYPE_CHECKING:
    from rich.live import Live as RichLive
    from rich.table import Table

FORMS = (".svg", ".png")
# The columns of the live table, which has to fit a narrow terminal.
WATCHED = tuple(HEADS.index(head) for head in ("method", "answered", "timed out", "faults", "wrong", "median", "worst"))
# Exit codes other than 0.
USAGE, FAULT, INTERRUPTED = 2, 70, 130


EXAMPLES = """\
examples:
  ninefold race puzzles.txt --by lanes,norvig,sat,enumerate:order=counter
  ninefold race puzzles.txt --by lanes,my_method.py:fast
  ninefold race puzzles.txt --by all --seconds 2 --csv runs.csv --plot race.svg
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `race`."""
    add_puzzles(parser)
    group = parser.add_argument_group("run")
    group.add_argument(
        "--by",
        default="all",
        metavar="METHODS",
        help="methods, separated by commas, with options if any; FILE.py:NAME for one of yours (default: all)",
    )
    add_seconds(group, "stop each run after S seconds", 10.0)
    add_limit(group, "default: 2, to prove uniqueness")
    add_nodes(group, "run")
    group.add_argument("--rounds", type=read_number, default=1, metavar="N", help="run everything N times (default: 1)")
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="print one JSON object per method")
    output.add_argument("--csv", metavar="FILE", help="write every run to a CSV file as soon as it ends")
    output.add_argument(
        "--plot",
        metavar="FILE",
        help="draw a cactus plot, a performance profile, and time against size if sizes differ (.svg or .png)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the race and print the standings; 70 if a method failed or was proved wrong."""
    reader, limit = Reader(args), read_limit(args.limit, 2)
    args.by = methods_of(args.by)
    puzzles = list(reader.grids())
    if not puzzles:
        raise ParseError("no puzzles to race on")
    done = _run(args, puzzles, limit)
    _report(done, args.json)
    if args.plot:
        _draw(done, args.plot)
    if not done.is_sound:
        return FAULT
    return INTERRUPTED if done.why else USAGE if reader.failed else 0


def _run(args: argparse.Namespace, puzzles: list[Grid], limit: int | None) -> Race:
    check_files(args)
    entrants, excluded = resolve_entrants(args.by, puzzles)
    for out in excluded:
        warn(f"ninefold: {out}")
    with ExitStack() as stack:
        write = rows_writer(args.csv, stack)
        write(csv_rows([]))
        live = stack.enter_context(LiveTable(len(puzzles), args.rounds, [info.name for info, _ in entrants]))

        def progress(outcome: Outcome) -> None:
            write(csv_rows([outcome], heads=False))
            live.add(outcome)

        return race(
            puzzles,
            by=args.by,
            limit=Limit(limit, seconds=args.seconds, nodes=args.nodes),
            rounds=args.rounds,
            progress=progress,
        )


def check_files(args: argparse.Namespace) -> None:
    """Refuse output files that cannot be written or would overwrite another, before any work is done."""
    for option, name in (("--csv", args.csv), ("--plot", args.plot)):
        if name is not None:
            check_output(f"{option} {name}", name, args.puzzles)
    if args.csv and args.plot and os.path.realpath(args.csv) == os.path.realpath(args.plot):
        raise NinefoldError(f"--csv and --plot are the same file {args.csv}; give two names")
    form = os.path.splitext(args.plot or "plot.svg")[1].lower()
    if form not in FORMS:
        raise NinefoldError(f"--plot {args.plot}: the file name must end in {' or '.join(FORMS)}")
    if form == ".png":
        from ninefold.draw.png import load

        load("PIL")


def rows_writer(name: str | None, stack: ExitStack) -> Callable[[Iterable[str]], None]:
    """A function that writes lines to a file at once, so that a crash loses nothing; without a name, to nowhere."""
    name = name or os.devnull
    file = text_file(name, buffering=1)
    stack.callback(naming(name)(file.close))
    return naming(name)(file.writelines)


def _report(done: Race, as_json: bool) -> None:
    """Print the standings on standard output and what went wrong on standard error."""
    if as_json:
        for standing in done.standings:
            write_json(records.StandingRecord.of(standing))
    else:
        print(table(done.standings))
    for outcome in done.faults:
        warn(f"ninefold: FAULT on puzzle {outcome.puzzle + 1}: {outcome.fault}")
    for dispute in done.disputes:
        warn(f"ninefold: WRONG ANSWER on {dispute}")
    if done.why:
        warn(f"ninefold: {done.why} after {counted(len(done.outcomes), 'run')}")


def _draw(done: Race, name: str) -> None:
    content = done.png() if name.lower().endswith(".png") else done.svg().encode()
    save(name, content)


class LiveTable:
    """The standings while the race runs, on standard error if that is a terminal; removed at the end."""

    def __init__(self, puzzles: int, rounds: int, methods: list[str]) -> None:
        self._start = perf_counter()
        self._puzzles, self._rounds = puzzles, rounds
        self._outcomes: dict[str, list[Outcome]] = {method: [] for method in methods}
        self._last: Outcome | None = None
        self._live: RichLive | None = None

    def __enter__(self) -> LiveTable:
        if sys.stderr is not None and sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            self._live = Live(
                get_renderable=self._table,
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=False,  # results own stdout; keep rich on stderr
                redirect_stderr=False,
            )
            self._live.start(refresh=True)  # at once: preparing may take long, and a fast race is soon over
        return self

    def add(self, outcome: Outcome) -> None:
        """One more outcome."""
        self._outcomes[outcome.method].append(outcome)
        self._last = outcome

    def _table(self) -> Table:
        """The table, drawn a few times per second."""
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        title = self._progress(self._last) if self._last else "preparing"
        table = Table(*(HEADS[place] for place in WATCHED), title=title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for column in table.columns:
            column.no_wrap = True
        standings = [Standing(method=name, outcomes=tuple(found)) for name, found in self._outcomes.items()]
        for standing in sorted(standings, key=lambda standing: standing.rank):
            row = row_of(standing)
            table.add_row(*(Text(row[place]) for place in WATCHED))  # Text, because a name may contain markup
        return table

    def _progress(self, last: Outcome) -> str:
        in_round = f", round {last.round + 1} of {self._rounds}" if self._rounds > 1 else ""
        seconds = perf_counter() - self._start
        return f"puzzle {last.puzzle + 1} of {self._puzzles}{in_round}, {seconds:,.0f} s"

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()
