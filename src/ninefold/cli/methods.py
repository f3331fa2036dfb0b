"""`ninefold methods`: the table of methods, or everything about one."""

from __future__ import annotations

import argparse

from ninefold import records
from ninefold.cli.arguments import add_json
from ninefold.cli.output import write_json
from ninefold.core.layout import Layout
from ninefold.solving.method import MethodInfo, in_words, options_of
from ninefold.solving.registry import explain_auto, find, methods


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `methods`."""
    parser.add_argument(
        "name", nargs="?", metavar="METHOD", help="describe this method and its options; auto: how one is chosen"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the methods; 1 if the named one is not available."""
    if args.name == "auto" and not args.json:
        print(_auto())
        return 0
    infos = [find(args.name)] if args.name else list(methods())
    if args.json:
        for info in infos:
            write_json(records.MethodRecord.of(info))
    elif args.name:
        print(_details(infos[0]))
    else:
        print(_table(infos))
    return 0 if not args.name or infos[0].available else 1


def _table(infos: list[MethodInfo]) -> str:
    width = max(len(info.name) for info in infos)
    return "\n".join(f"{info.name:{width}}  {info.about or '-'}{_aside(info)}" for info in infos)


def _aside(info: MethodInfo) -> str:
    return "" if info.available else f"  (not available: {info.unavailable_reason})"


def _limits(info: MethodInfo) -> str:
    slow = f", slow above {info.slow_above}" if info.slow_above else ""
    return slow if info.variants else f"{slow}, standard boxes only"


def _auto() -> str:
    """What `auto` is, and its choice for four boards."""
    boards = (Layout(9), Layout(9, diagonals=True), Layout(4), Layout(16))
    width = max(len(str(board)) for board in boards)
    return "\n".join(
        ["auto: the first method of the list that is complete, available and supports the board"]
        + [f"  on {board!s:{width}}  {explain_auto(board)}" for board in boards]
    )


def _details(info: MethodInfo) -> str:
    promise = "finds every solution and proves there are no more"
    if not info.complete:
        promise = "may give up, but is never wrong"
    lines = [
        f"{info.name}: {info.about}{_aside(info)}",
        f"  promise   {promise}",
        f"  sizes     {in_words(info.sizes)}{_limits(info)}",
        f"  deadline  {'stops on time' if info.cooperative else 'runs in a separate process, killed on time'}",
        f"  traces    {', '.join(info.traces) or 'nothing'}",
    ]
    options = options_of(info) if info.available else ()
    lines += [f"  option    {option.name}={option.default}: {option.about} ({option.values})" for option in options]
    return "\n".join(lines)
