"""`ninefold papers`: published results, and what we measure."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from ninefold.cli.arguments import add_json, add_seconds
from ninefold.cli.output import write_json, write_row
from ninefold.papers import PAPERS, find_paper
from ninefold.papers.experiment import Paper

HOLDS = {True: "yes", False: "no", None: "-"}


EXAMPLES = """\
examples:
  ninefold papers
  ninefold papers ptasiewicz
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `papers`."""
    parser.add_argument("names", nargs="*", metavar="PAPER", help="run the experiments of these (default: list papers)")
    add_seconds(parser, "time limit for each experiment", 30.0)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the papers, or run the experiments of some; 1 if a claim does not hold."""
    papers = [find_paper(name) for name in args.names]
    if not papers:
        for paper in PAPERS:
            print(f"{paper.name:11} {paper.author}, {paper.title} ({paper.year})")
    held = [_experiments(paper, args) for paper in papers]
    return 0 if all(held) else 1


def _experiments(paper: Paper, args: argparse.Namespace) -> bool:
    """Run the experiments of a paper and print each as it ends; whether every claim holds."""
    if not args.json:
        print(f"{paper.author}, {paper.title} ({paper.year})\n")
        write_row("puzzle", "method", "the paper", "here", "holds", "ms")
        write_row(*["---"] * 6)
    all_hold = True
    for row in paper.run(args.seconds):
        all_hold &= row.holds is not False
        if args.json:
            write_json({"paper": paper.name} | asdict(row))
        else:
            time = "" if row.seconds is None else f"{row.seconds * 1000:,.1f}"
            write_row(row.puzzle, row.method, row.claim, row.found, HOLDS[row.holds], time)
    return all_hold
