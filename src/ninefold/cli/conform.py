"""`ninefold conform`: run the conformance kit on a method."""

from __future__ import annotations

import argparse

from ninefold.cli.arguments import add_json
from ninefold.cli.method_files import method_of
from ninefold.cli.output import write_json
from ninefold.testing import conform

EXAMPLES = """\
examples:
  ninefold conform lucky
  ninefold conform my_method.py:fast
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `conform`."""
    parser.add_argument("name", metavar="METHOD", help="a method, built-in or from a plug-in, or FILE.py:NAME")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run every case; 0 if the method passes them all."""
    passed = failed = 0
    for outcome in conform(method_of(args.name)):
        passed, failed = passed + outcome.passed, failed + (not outcome.passed)
        if args.json:
            write_json({"case": outcome.name, "passed": outcome.passed, "why": outcome.why})
        else:
            print(f"{'ok  ' if outcome.passed else 'FAIL'}  {outcome.name}{': ' * bool(outcome.why)}{outcome.why}")
    if not args.json:
        print(f"{args.name}: {passed} passed, {failed} failed")
    return 1 if failed else 0
