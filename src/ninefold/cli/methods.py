"""`ninefold methods`: the table of methods, or all about one."""

from __future__ import annotations

import argparse

from ninefold import records
from ninefold.cli.output import write_json
from ninefold.solving.method import MethodInfo, in_words, options_of
from ninefold.solving.registry import find, methods


def run(args: argparse.Namespace) -> int:
    """List the methods; 0, or 1 if the one asked for is not available."""
    infos = [find(args.name)] if args.name else list(methods())
    if args.json:
        for info in infos:
            write_json(records.as_dict(records.Method.of(info)))
    elif args.name:
        print(_card(infos[0]))
    else:
        print(_table(infos))
    return 0 if not args.name or infos[0].available else 1


def _table(infos: list[MethodInfo]) -> str:
    width = max(len(info.name) for info in infos)
    return "\n".join(f"{info.name:{width}}  {info.about or '-'}{_aside(info)}" for info in infos)


def _aside(info: MethodInfo) -> str:
    return "" if info.available else f"  (not available: {info.unavailable_reason})"


def _card(info: MethodInfo) -> str:
    promise = "finds every solution and proves there are no more"
    if not info.complete:
        promise = "may give up; what it says is right"
    lines = [
        f"{info.name}: {info.about}{_aside(info)}",
        f"  promise   {promise}",
        f"  sizes     {in_words(info.sizes)}{'' if info.variants else ', usual boxes only'}",
        f"  deadline  {'heeds it' if info.cooperative else 'runs in a process of its own, killed at it'}",
        f"  traces    {', '.join(info.traces) or 'nothing'}",
    ]
    options = options_of(info) if info.available else ()
    lines += [f"  --set {option.name}={option.default}  {option.about} ({option.values})" for option in options]
    return "\n".join(lines)
