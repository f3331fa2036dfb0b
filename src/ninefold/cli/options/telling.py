"""The options of the verbs that take no puzzles: `methods`, `conform`, `papers`, `play`, `completion`."""

from __future__ import annotations

import argparse

from ninefold.cli.options.common import read_seconds

EXAMPLES = {
    "papers": """\
examples:
  ninefold papers
  ninefold papers ptasiewicz
""",
    "play": """\
examples:
  ninefold play
  ninefold play --no-browser --port 8000
""",
}


def methods(parser: argparse.ArgumentParser) -> None:
    """The options of `methods`."""
    parser.add_argument("name", nargs="?", metavar="METHOD", help="tell all about one method and its options")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def conform(parser: argparse.ArgumentParser) -> None:
    """The options of `conform`."""
    parser.add_argument("name", metavar="METHOD", help="the method, also one of a plug-in")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def papers(parser: argparse.ArgumentParser) -> None:
    """The options of `papers`."""
    parser.add_argument("names", nargs="*", metavar="PAPER", help="run the experiments of these; left out, list them")
    parser.add_argument("--seconds", type=read_seconds, default=30.0, metavar="S", help="time for each experiment (30)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def play(parser: argparse.ArgumentParser) -> None:
    """The options of `play`."""
    parser.add_argument("--port", type=int, metavar="N", help="the port, 0 for any that is free; left out, 8909")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="the address to serve at (127.0.0.1)")
    parser.add_argument(
        "--token",
        metavar="TEXT",
        help="what every client must bring along ($NINEFOLD_TOKEN); needed where others can reach the address",
    )
    parser.add_argument("--library", metavar="FILE", help="the file of the library; left out, that of the user")


def completion(parser: argparse.ArgumentParser) -> None:
    """The options of `completion`."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish", "tcsh"), help="the shell")
