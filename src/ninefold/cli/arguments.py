"""Arguments that several commands share, and how every command formats its help."""

from __future__ import annotations

import argparse
from math import inf, isfinite, nan
from typing import Any

from ninefold.cli.suggestions import about_choice
from ninefold.core.errors import NinefoldError
from ninefold.core.values import listed

# The most digits of --limit: more than any count one could wait for, and few enough for `int`.
MAX_LIMIT_DIGITS = 100
# What takes arguments: a parser or one of its groups.
Arguments = argparse._ActionsContainer


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Help with wide columns, and with the commands listed right below their title."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26)

    def _format_action(self, action: argparse.Action) -> str:
        if isinstance(action, argparse._SubParsersAction):
            return self._join_parts([self._format_action(command) for command in action._choices_actions])
        return super()._format_action(action)


class Parser(argparse.ArgumentParser):
    """A parser that suggests the choice that was meant, for a command as for an option."""

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            is_command = isinstance(action, argparse._SubParsersAction)
            what = "command" if is_command else "value"
            raise argparse.ArgumentError(None if is_command else action, about_choice(what, value, action.choices))


def add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str
) -> argparse.ArgumentParser:
    """Add a command; its arguments follow, and then `finish`."""
    parser = commands.add_parser(
        name,
        allow_abbrev=False,
        help=about,
        description=f"{about[0].upper()}{about[1:]}.",
        formatter_class=HelpFormatter,
    )
    parser.set_defaults(parser=parser)
    return parser


def finish(parser: argparse.ArgumentParser) -> None:
    """Shorten the usage to the positional and required arguments: the options are listed below it.

    The group of `-h` goes to the end if it has nothing else, so that the help starts with what matters.
    """
    parser._positionals.title = "arguments"
    if len(parser._optionals._group_actions) == 1:
        parser._optionals.title = "other"
        parser._action_groups.remove(parser._optionals)
        parser._action_groups.append(parser._optionals)
    words = [parser.prog, "[options]"]
    for action in parser._actions:
        if action.option_strings and action.required:
            words.append(f"{action.option_strings[0]} {action.metavar}")
        elif not action.option_strings:
            words.append(_positional(action))
    parser.usage = " ".join(words)


def _positional(action: argparse.Action) -> str:
    """A positional argument as the usage shows it."""
    name = str(action.metavar or "{" + ",".join(action.choices or ()) + "}")
    patterns = {"*": f"[{name} ...]", "+": f"{name} ...", "?": f"[{name}]", argparse.PARSER: f"{name} ..."}
    return patterns.get(str(action.nargs), name)


def add_puzzles(parser: argparse.ArgumentParser) -> None:
    """The puzzles of a command, and how to read them."""
    parser.add_argument(
        "puzzles",
        nargs="*",
        metavar="PUZZLE",
        help="a puzzle, a file of puzzles in any format, or - for standard input (the default when input is piped)",
    )
    source = parser.add_argument_group("input")
    add_pick(source)
    add_from(source)
    board = parser.add_argument_group("board")
    add_board(board)
    add_alphabet(board)


def add_pick(group: Arguments) -> None:
    """Which puzzle of a file."""
    group.add_argument("--pick", metavar="N", help="read only puzzle N of each file, by number, ID or name")


def add_from(group: Arguments) -> None:
    """The format of the input."""
    group.add_argument(
        "--from",
        dest="read_as",
        type=_read_format,
        metavar="FORMAT",
        help="input format (default: detect; see `ninefold convert --list`)",
    )


def _read_format(text: str) -> str:
    """The name of a format, refused before any file is opened."""
    from ninefold.formats import find

    try:
        return find(text).name
    except NinefoldError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_to(group: Arguments) -> None:
    """The format of a file to write."""
    group.add_argument("--to", metavar="FORMAT", help="output format (default: from the file name)")


def add_board(group: Arguments, size: str = "from the number of cells") -> None:
    """Size and layout; `size` says what the default is."""
    group.add_argument("--size", type=read_number, metavar="N", help=f"board size (default: {size})")
    group.add_argument(
        "--layout",
        metavar="LAYOUT",
        help="3x2 (box rows x columns), jigsaw:MAP, jigsaw:@FILE, 9+diagonals, 9+windows, 9+extra:r1c1,r2c2, ...",
    )


def add_alphabet(group: Arguments) -> None:
    """The characters of the digits."""
    group.add_argument("--alphabet", metavar="RANGE", help="digits above size 9: 1-9A-G, 0-9A-F, A-P, ...")


def add_grid_output(parser: argparse.ArgumentParser, *forms: str) -> Arguments:
    """How grids are printed; returns the group, for more options of the output."""
    group = parser.add_argument_group("output")
    output = group.add_mutually_exclusive_group()
    add_json(output)
    output.add_argument(
        "--to", choices=forms, metavar="FORM", help=f"{listed(forms)} (default: board on a terminal, line in a pipe)"
    )
    return group


def add_json(group: Arguments) -> None:
    """JSON output."""
    group.add_argument("--json", action="store_true", help="print one JSON object per line")


def add_limit(group: Arguments, default: str) -> None:
    """A limit on solutions, for `read_limit`; `default` says what the default is."""
    group.add_argument("--limit", metavar="N", help=f"stop after N solutions, or all ({default})")


def add_rows(group: Arguments, *, objective: str, only: str = "") -> None:
    """The rows and the objective of a linear program, for `rows_of`; `only` says for which models they are."""
    group.add_argument(
        "--families",
        metavar="NAMES",
        help="constraints to include: some of cells,rows,columns,boxes,extras,clues (default: all)",
    )
    group.add_argument("--sums", action="store_true", help=f"{only}add rows for the sum of the digits in each unit")
    group.add_argument("--cuts", metavar="ROWS", help=f"{only}rows to add, such as 'x_r1c1_5 + x_r2c2_5 <= 1; …'")
    group.add_argument(
        "--objective",
        metavar="SUM",
        help=f"{only}minimise zero, ones, random[:SEED] or terms such as 'x_r1c1_5 - 2 x_r2c2_5'"
        f" (default: {objective})",
    )
    group.add_argument("--whole", action="store_true", help="skip the presolve: all variables, clues as constraints")


def rows_of(args: argparse.Namespace) -> dict[str, Any]:
    """What these options say, for `nf.model` and `nf.relaxation`; nothing for an option that is not given."""
    words = None if args.families is None else [word.strip() for word in args.families.split(",") if word.strip()]
    if words == []:
        raise NinefoldError("--families: expected at least one of cells, rows, columns, boxes, extras, clues")
    given = {"families": words, "cuts": args.cuts, "objective": args.objective}
    return {name: value for name, value in given.items() if value} | {"sums": args.sums, "presolve": not args.whole}


def add_nodes(group: Arguments, what: str) -> None:
    """A limit on search nodes."""
    group.add_argument("--nodes", type=read_number, metavar="N", help=f"stop after N search nodes per {what}")


def add_seconds(group: Arguments, about: str, default: float | None = None) -> None:
    """A time limit."""
    end = "" if default is None else f" (default: {default:g})"
    group.add_argument("--seconds", type=read_seconds, default=default, metavar="S", help=f"{about}{end}")


def add_threads(group: Arguments, what: str) -> None:
    """The number of threads."""
    group.add_argument("--threads", type=read_number, metavar="N", help=f"threads for {what} (default: all cores)")


def read_seconds(text: str) -> float:
    """A time limit in seconds."""
    value = _real(text)
    if not 0 < value < inf:
        raise argparse.ArgumentTypeError(f"expected a number above 0 (got {text!r})")
    return value


def read_real(text: str) -> float:
    """Any number."""
    value = _real(text)
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"expected a number (got {text!r})")
    return value


def _real(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return nan


def read_limit(text: str | None, default: int | None) -> int | None:
    """The number of --limit: None for all, and the default without the option."""
    if text is None:
        return default
    if text == "all":
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) < MAX_LIMIT_DIGITS else 0
    if not number:
        raise NinefoldError(f"--limit: expected a whole number from 1, or all (got {text!r})")
    return number


def read_number(text: str) -> int:
    """A whole number from 1."""
    return _whole(text, 1)


def read_seed(text: str) -> int:
    """A random seed: a whole number from 0, of at most 64 bits."""
    return _whole(text, 0, 20)


def _whole(text: str, least: int, digits: int = 15) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= digits and int(text) >= least):
        raise argparse.ArgumentTypeError(f"expected a whole number from {least} (got {text!r})")
    return int(text)
