"""`ninefold papers`: the claims of the papers, what we measure, and whether they hold."""

from __future__ import annotations

import argparse
import textwrap

from ninefold.cli.arguments import add_json, add_seconds
from ninefold.cli.output import write_json
from ninefold.papers import PAPERS, find_paper
from ninefold.papers.experiment import ClaimRow, ClaimVerdict, Numbers, Paper
from ninefold.records import as_dict

EXAMPLES = """\
examples:
  ninefold papers
  ninefold papers ptasiewicz
  ninefold papers wu --details
"""
WIDTH = 118


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `papers`."""
    parser.add_argument("names", nargs="*", metavar="PAPER", help="try the claims of these (default: list papers)")
    parser.add_argument("--details", action="store_true", help="also print tables and logs line by line")
    add_seconds(parser, "stop each run after S seconds", 30.0)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the papers, or try the claims of some; 1 if one does not hold."""
    papers = [find_paper(name) for name in args.names]
    if not papers:
        for paper in PAPERS:
            print(f"{paper.name:11} {paper.author}, {paper.title} ({paper.year})")
    held = [_claims(paper, args) for paper in papers]
    return 0 if all(held) else 1


def _claims(paper: Paper, args: argparse.Namespace) -> bool:
    """Try the claims of a paper and print each when it is judged; whether none of them fails."""
    if not args.json:
        print(f"{paper.author}, {paper.title} ({paper.year})")
    failed = False
    for claim, row in zip(paper.claims, paper.run(args.seconds), strict=True):
        failed |= row.verdict == str(ClaimVerdict.FAILS)
        details = claim.details(args.seconds) if args.details and claim.details and row.measured else []
        if args.json:
            write_json({"paper": paper.name} | as_dict(row) | ({"details": details} if args.details else {}))
        else:
            print(_text(row, details))
    return not failed


def _text(row: ClaimRow, details: list[str]) -> str:
    """A claim as a paragraph: the quotation, what was measured and how, the rule and the verdict."""
    lines = ["", f"“{row.quote}” ({row.where})"]
    for name, text in (
        ("how", row.how),
        ("measured", row.why or numbers_text(row.measured)),
        ("rule", row.rule),
        ("verdict", row.verdict),
    ):
        lines += textwrap.wrap(f"{name:10}{text}", WIDTH, initial_indent="  ", subsequent_indent=" " * 12)
    return "\n".join(lines + [f"    {line}" for line in details])


def numbers_text(numbers: Numbers) -> str:
    """The numbers with their meanings in one line."""
    return "; ".join(f"{name}: {_number(value)}" for name, value in numbers.items())


def _number(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}" if value < 10**24 else f"{value:.1e}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
