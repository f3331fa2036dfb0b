"""`ninefold completion`: a completion script for a shell, made from the parser."""

from __future__ import annotations

import argparse
import re

from ninefold.cli.parser import NAMES, build_parser
from ninefold.solving.registry import methods

FILES = ("puzzles", "certificates", "clues", "trace", "output", "read")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `completion`."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish", "tcsh"), help="the shell")


def run(args: argparse.Namespace) -> int:
    """Print the script; it contains the names of all methods, plug-ins included."""
    import shtab

    parser = build_parser(NAMES)
    names = [info.name for info in methods()]
    for action in _actions(parser):
        if action.dest in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.dest == "by":
            action.choices = ["auto", *names]
        elif action.dest == "name":
            action.choices = names
    print(in_table_order(shtab.complete(parser, shell=args.shell), parser))
    return 0


def in_table_order(script: str, parser: argparse.ArgumentParser) -> str:
    """A script whose lists of commands have the order of the help: shtab sorts those for zsh by name."""
    groups = [list(action.choices) for action in _actions(parser) if isinstance(action, argparse._SubParsersAction)]

    def sort(found: re.Match[str]) -> str:
        lines = {line.partition(":")[0].strip(): line for line in found[2].splitlines(keepends=True)}
        names = next((group for group in groups if lines.keys() == set(group)), list(lines))
        return found[1] + "".join(lines[name] for name in names)

    return re.sub(r"(local _commands=\(\n)((?: +[\w-]+:.*\n)+)", sort, script)


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Every action of the parser and of its commands."""
    found: list[argparse.Action] = []
    for action in parser._actions:
        found.append(action)
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                found += _actions(command)
    return found
