"""What a mistyped command, option or value was meant to be."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches

# What other programs call our options.
SYNONYMS = {
    "--method": "--by",
    "--solver": "--by",
    "--time": "--seconds",
    "--timeout": "--seconds",
    "--number": "--count",
    "-n": "--count",
    "--difficulty": "--level",
    "--format": "--to",
    "--jobs": "--threads",
    "-j": "--threads",
}
# Shorter words are names of commands; a puzzle has at least 16 cells.
SHORTEST_PUZZLE = 16


def about_choice(what: str, value: object, choices: Iterable[object]) -> str:
    """The message for a value outside its choices.

    >>> about_choice("command", "slove", ["solve", "show"])
    "unknown command 'slove' (did you mean solve?)"
    >>> about_choice("value", "x", ["board", "line"])
    "unknown value 'x' (choose from board, line)"
    """
    names = [str(choice) for choice in choices]
    close = get_close_matches(str(value).lower(), names, 1)
    hint = f"did you mean {close[0]}?" if close else f"choose from {', '.join(names)}"
    return f"unknown {what} {value!r} ({hint})"


def about_command(word: str, names: Iterable[str]) -> str:
    """The message for a word that is not a command: it may be a puzzle or a file."""
    if len(word) >= SHORTEST_PUZZLE or os.path.exists(word):
        return f"a command is missing (did you mean `ninefold solve {word}`?)"
    return about_choice("command", word, names)


def about_unknown(unknown: Sequence[str], args: argparse.Namespace) -> str:
    """The message for arguments that a command does not have, with the closest options."""
    stray: Callable[[str], str] | None = getattr(args, "stray", None)
    known = [option for option in args.parser._option_string_actions if option.startswith("--")]
    options = [word for word in unknown if word.startswith("-")]  # any other word may be the value of one of these
    hints = [_closest(word, known) for word in options] if options else [stray(word) for word in unknown if stray]
    hint = "; ".join(filter(None, hints))
    return f"unrecognized arguments: {' '.join(unknown)}{f' ({hint})' if hint else ''}"


def _closest(word: str, known: Sequence[str]) -> str:
    option = word.partition("=")[0]
    if option == "--set" and "--by" in known:
        return "options of a method follow its name: --by lp:solver=highs-ipm"
    meant = SYNONYMS.get(option)
    names = {name.removeprefix("--"): name for name in known}
    # Without the dashes, which would make all short options alike.
    close = [meant] if meant in known else get_close_matches(option.removeprefix("--"), names, 1, 0.7)
    return f"did you mean {names.get(str(close[0]), close[0])}?" if close else ""
