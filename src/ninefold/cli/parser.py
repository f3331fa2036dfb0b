"""The parser: every verb with its options and its help."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import NoReturn

import ninefold
from ninefold.cli.options import asking, drawing, keeping, making, modelling, telling

EPILOG = """\
exit codes: 0 yes, 1 no (impossible, not unique, check failed, not known), 2 the command or its
input could not be read or its output not written, 70 a method broke its promise, 130 interrupted
"""

# In the order of the help: the name, what it does, and its options.
VERBS: tuple[tuple[str, str, Callable[[argparse.ArgumentParser], None]], ...] = (
    ("solve", "find the solutions of puzzles", asking.solve),
    ("count", "count the solutions of puzzles", asking.count),
    ("check", "tell what is wrong with a grid, and whether it can be completed", asking.check),
    ("show", "draw grids, or write them in one line", drawing.show),
    ("generate", "make puzzles", making.generate),
    ("model", "write a puzzle as a model for other solvers, or read their answer", modelling.model),
    ("canon", "the canonical form of grids: what stays the same under all symmetries", modelling.canon),
    ("methods", "list the ways to solve and what each one promises", telling.methods),
    ("conform", "put a method through the conformance kit", telling.conform),
    ("draw", "draw pictures of grids: SVG, PNG, PDF, HTML or text", drawing.draw),
    ("book", "make a book of puzzles to print, with the answers at the end", drawing.book),
    ("convert", "write a file of puzzles in another format", keeping.convert),
    ("library", "keep puzzles in one file, and find them again", keeping.library),
    ("papers", "what the papers behind the methods claim, and what comes out here", telling.papers),
    ("study", "what share of files of puzzles each linear method settles, and at what price", asking.study),
    ("race", "put the same puzzles to several methods and compare", asking.race),
    ("verify", "check certificates with whole numbers, without any solver", modelling.verify),
    ("hint", "tell what to do next in a puzzle, and why", asking.hint),
    ("play", "open the app in the browser: play, learn, and see the methods work", telling.play),
    ("completion", "print the completion script for a shell", telling.completion),
)
EXAMPLES = (
    asking.EXAMPLES | making.EXAMPLES | drawing.EXAMPLES | modelling.EXAMPLES | telling.EXAMPLES | keeping.EXAMPLES
)


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command."""
    parser = argparse.ArgumentParser(
        prog="ninefold",
        allow_abbrev=False,
        description="Ninefold, the Sudoku system: checks and solves Sudoku of any size, in many ways.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"ninefold {ninefold.__version__}")
    parser.set_defaults(run=None)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")
    for name, about, options in VERBS:
        options(_verb(verbs, name, about))
    return parser


def parse(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    """The arguments; puzzles may stand on both sides of an option, which argparse alone does not allow."""
    args, rest = parser.parse_known_args(argv)
    words = [word for word in rest if word != "--"]
    if unknown := [word for word in words if not _is_puzzle(word, args)]:
        _refuse(unknown, getattr(args, "verb", parser))
    if words:
        args.puzzles += words
    return args


def _refuse(unknown: Sequence[str], parser: argparse.ArgumentParser) -> NoReturn:
    """In the words of the verb that does not know them, with the option that may be meant."""
    known = [option for option in parser._option_string_actions if option.startswith("--")]
    meant = [close[0] for word in unknown if (close := get_close_matches(word.partition("=")[0], known, 1, 0.7))]
    question = f" (did you mean {' '.join(meant)}?)" if meant else ""
    parser.error(f"unrecognized arguments: {' '.join(unknown)}{question}")


def _is_puzzle(word: str, args: argparse.Namespace) -> bool:
    return hasattr(args, "puzzles") and (word == "-" or not word.startswith("-"))


def _verb(verbs: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str) -> argparse.ArgumentParser:
    parser = verbs.add_parser(
        name,
        allow_abbrev=False,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=EXAMPLES.get(name),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_later(f"ninefold.cli.{name}"), verb=parser)
    return parser


def _later(module: str) -> Callable[[argparse.Namespace], int]:
    """The verb's `run`, imported when it is called, so that `--help` stays quick."""
    return lambda args: int(import_module(module).run(args))
