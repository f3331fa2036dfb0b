"""`ninefold study`: how many puzzles each linear method solves, and how long it takes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from copy import copy
from pathlib import Path

from ninefold.cli.arguments import add_json, add_puzzles, add_seconds, read_number, read_seed
from ninefold.cli.input import Reader, check_output
from ninefold.cli.output import ProgressLine, write_json, write_row
from ninefold.core.atomic_write import save
from ninefold.draw.scene import write_svg
from ninefold.papers.study import LINEAR_METHODS, StudyRow, chart, measure, sample
from ninefold.records import as_dict
from ninefold.solving.registry import made, split_methods

HEADS = ("puzzles", "method", "runs", "proved", "found", "programs", "median ms", "mean ms", "longest ms")


EXAMPLES = """\
examples:
  ninefold study hard.txt --by lp,lp-probe
  ninefold study easy.txt hard.txt --sample 100 --seed 1 --plot shares.svg
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `study`."""
    add_puzzles(parser)
    group = parser.add_argument_group("run")
    group.add_argument(
        "--by", metavar="METHODS", help="methods, separated by commas (default: lp,lp-reweighted,lp-probe,lp-lift)"
    )
    group.add_argument(
        "--sample", type=read_number, metavar="N", help="use N random puzzles from each file (default: all)"
    )
    group.add_argument("--seed", type=read_seed, default=0, metavar="N", help="random seed of the sample (default: 0)")
    add_seconds(group, "stop after S seconds per puzzle")
    output = parser.add_argument_group("output")
    add_json(output)
    output.add_argument("--plot", metavar="FILE", help="draw the results to an SVG file")


def run(args: argparse.Namespace) -> int:
    """Run each method on a sample of each file; 2 if something could not be read."""
    methods = split_methods(args.by) if args.by else list(LINEAR_METHODS)
    for method in methods:
        made(method)  # an unknown method is reported before any work is done
    if args.plot:
        check_output(f"--plot {args.plot}", args.plot, args.puzzles)
    readers = [_reader_of(source, args) for source in Reader(args).sources]
    rows = list(_measure(readers, methods, args))
    if args.plot and rows:
        save(args.plot, write_svg(chart(rows)).encode())
    return 2 if any(reader.failed for reader in readers) else 0


def _reader_of(source: str, args: argparse.Namespace) -> Reader:
    """A reader of one source: each file is a separate set."""
    own = copy(args)
    own.puzzles = [source]
    return Reader(own)


def _measure(readers: list[Reader], methods: list[str], args: argparse.Namespace) -> Iterator[StudyRow]:
    """A row for each method and each file with puzzles, printed as soon as it is known; the heads before the first."""
    is_first = True
    with ProgressLine() as counter:
        for reader in readers:
            puzzles = sample(list(reader.grids()), args.sample, args.seed)
            for method in methods if puzzles else ():  # without puzzles, the reader has said why
                name = Path(reader.args.puzzles[0]).stem
                row = measure(name, puzzles, method, seconds=args.seconds, step=counter.step)
                if is_first and not args.json:
                    write_row(*HEADS)
                    write_row(*["---"] * len(HEADS))
                is_first = False
                _write(row, args.json)
                yield row


def _write(row: StudyRow, as_json: bool) -> None:
    record = row.record()
    if as_json:
        write_json(record)
    else:
        *words, median, mean, longest = as_dict(record).values()
        write_row(*map(str, words), *(f"{time * 1000:,.1f}" for time in (median, mean, longest)))
