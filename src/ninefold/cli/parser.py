"""The parser: the table of commands, and the arguments of the one that is chosen."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Sequence
from importlib import import_module
from typing import NamedTuple

import ninefold
from ninefold.cli.arguments import HelpFormatter, Parser, add_command, finish
from ninefold.cli.suggestions import about_command, about_unknown

PITCH = """\
Solve, explain, rate, generate and play Sudoku up to 64×64: 25 solving methods behind
one Python API, one command and one browser app."""
EPILOG = """\
`ninefold COMMAND --help` shows the options of a command.

exit codes: 0 yes, 1 no (impossible, not unique, check failed, unknown), 2 wrong usage,
unreadable input or failed output, 70 a method returned a wrong result, 130 interrupted
"""


class Command(NamedTuple):
    """A row of the table: the module has the name of the command if it is not given.

    The module has a function `run` and a function that adds the arguments; its text EXAMPLES, if any, ends the help.
    """

    name: str
    about: str
    module: str = ""
    add_arguments: str = "add_arguments"


# In the order of the help. The one-line help is here and not in the modules: `ninefold --help` imports none of them.
COMMANDS = (
    Command("solve", "solve puzzles"),
    Command("check", "check a grid for errors"),
    Command("count", "count the solutions of puzzles"),
    Command("hint", "show the next step in a puzzle, and why"),
    Command("explain", "solve puzzles by reasoning, step by step"),
    Command("steps", "list every step in a position, or those of some techniques"),
    Command("rate", "rate how hard puzzles are"),
    Command("generate", "generate puzzles with exactly one solution"),
    Command("batch", "make data sets of any size, in shards"),
    Command("leaks", "find symmetric copies of test puzzles in a training set"),
    Command("show", "print grids as boards, lines or SVG", "draw", "add_show_arguments"),
    Command("draw", "draw grids as SVG, PNG, PDF, HTML or text"),
    Command("book", "make a PDF book of puzzles to print"),
    Command("convert", "convert a file of puzzles to another format"),
    Command("library", "store puzzles in a file and find them again"),
    Command("canonical", "print canonical forms, which are equal for symmetric puzzles"),
    Command("play", "open the app in the browser"),
    Command("methods", "list solving methods"),
    Command("race", "benchmark methods"),
    Command("sweep", "run one method with many settings and seeds"),
    Command("tree", "count and draw the search tree of a run"),
    Command("ladder", "compare levels of propagation on a puzzle"),
    Command("relax", "solve the linear relaxation of a puzzle and show its optimum"),
    Command("conform", "run the conformance kit on a method"),
    Command("model", "export a puzzle to other solvers, or read their solution"),
    Command("verify", "check certificates with exact arithmetic"),
    Command("papers", "reproduce published results"),
    Command("study", "measure how many puzzles each linear method solves"),
    Command("completion", "print a completion script for a shell"),
)
NAMES = tuple(command.name for command in COMMANDS)


def build_parser(chosen: Collection[str] = ()) -> argparse.ArgumentParser:
    """The parser of the whole command; only the chosen commands are imported and get their arguments."""
    parser: argparse.ArgumentParser = Parser(
        prog="ninefold",
        usage="ninefold COMMAND [options]",
        allow_abbrev=False,
        description=PITCH,
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"ninefold {ninefold.__version__}")
    parser.set_defaults(run=None, parser=parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", prog="ninefold")
    for command in COMMANDS:
        inner = add_command(commands, command.name, command.about)
        if command.name in chosen:
            module = import_module(f"ninefold.cli.{command.module or command.name}")
            inner.epilog = getattr(module, "EXAMPLES", None)
            inner.set_defaults(run=module.run)
            getattr(module, command.add_arguments)(inner)
            finish(inner)
    return parser


def parse(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments of a command line; its `run` is None if no command is given."""
    words = sys.argv[1:] if argv is None else list(argv)
    # No option of the command itself takes a value, so the first other word is the command.
    chosen = [word for word in words if not word.startswith("-")][:1]
    parser = build_parser(chosen)
    if chosen and chosen[0] == words[0] and chosen[0] not in NAMES:
        parser.error(about_command(chosen[0], NAMES))
    args, rest = parser.parse_known_args(words)
    # argparse alone does not accept positional arguments on both sides of an option.
    more = [word for word in rest if word != "--"]
    if unknown := [word for word in more if not _is_puzzle(word, args)]:
        args.parser.error(about_unknown(unknown, args))
    if more:
        args.puzzles += more
    return args


def _is_puzzle(word: str, args: argparse.Namespace) -> bool:
    return hasattr(args, "puzzles") and (word == "-" or not word.startswith("-"))
