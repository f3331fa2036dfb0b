"""`ninefold study`: what share of files of puzzles each linear method settles, and at what price."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from copy import copy
from pathlib import Path

from ninefold.cli.input import Reader
from ninefold.cli.output import ProgressLine, write_json, write_row
from ninefold.papers.charts import bars
from ninefold.papers.study import LINEAR_METHODS, StudyRow, measure, sample
from ninefold.solving.registry import find

HEADS = ("puzzles", "method", "asked", "settled", "found", "programs", "median ms", "mean ms", "longest ms")


def run(args: argparse.Namespace) -> int:
    """Put a sample of each file to each method; 2 if something could not be read."""
    methods = args.by.split(",") if args.by else list(LINEAR_METHODS)
    for method in methods:
        find(method)  # an unknown one is told before any work is done
    if not args.json:
        write_row(*HEADS)
        write_row(*["---"] * len(HEADS))
    readers = [_reader_of(source, args) for source in Reader(args).sources]
    rows = list(_measure(readers, methods, args))
    if args.plot:
        Path(args.plot).write_text(bars(rows), encoding="utf-8")
    return 2 if any(reader.failed for reader in readers) else 0


def _reader_of(source: str, args: argparse.Namespace) -> Reader:
    """A reader of one source, since each file is a set of its own."""
    own = copy(args)
    own.puzzles = [source]
    return Reader(own)


def _measure(readers: list[Reader], methods: list[str], args: argparse.Namespace) -> Iterator[StudyRow]:
    with ProgressLine() as counter:
        for reader in readers:
            puzzles = sample(list(reader.grids()), args.sample, args.seed)
            for method in methods:
                name = Path(reader.args.puzzles[0]).stem
                row = measure(name, puzzles, method, seconds=args.seconds, step=counter.step)
                _write(row, args.json)
                yield row


def _write(row: StudyRow, as_json: bool) -> None:
    record = row.record()
    if as_json:
        write_json(record)
    else:
        *words, median, mean, longest = record.values()
        write_row(*map(str, words), *(f"{time * 1000:,.1f}" for time in (median, mean, longest)))
