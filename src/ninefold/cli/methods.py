"""`ninefold methods`: the table of methods, or everything about one."""

from __future__ import annotations

import argparse

from ninefold import records
from ninefold.cli.arguments import add_json
from ninefold.cli.output import write_json
from ninefold.solving.method import MethodInfo, in_words, options_of
from ninefold.solving.registry import find, methods


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `methods`."""
    parser.add_argument("name", nargs="?", metavar="METHOD", help="describe this method and its options")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the methods; 1 if the named one is not available."""
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


def _details(info: MethodInfo) -> str:
    promise = "finds every solution and proves there are no more"
    if not info.complete:
        promise = "may give up, but is never wrong"
    lines = [
        f"{info.name}: {info.about}{_aside(info)}",
        f"  promise   {promise}",
        f"  sizes     {in_words(info.sizes)}{'' if info.variants else ', standard boxes only'}",
        f"  deadline  {'stops on time' if info.cooperative else 'runs in a separate process, killed on time'}",
        f"  traces    {', '.join(info.traces) or 'nothing'}",
    ]
    options = options_of(info) if info.available else ()
    lines += [f"  option    {option.name}={option.default}: {option.about} ({option.values})" for option in options]
    return "\n".join(lines)
