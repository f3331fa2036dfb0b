"""`ninefold completion`: the completion script for a shell, made from the parser."""

from __future__ import annotations

import argparse

from ninefold.cli.options.modelling import FORMATS
from ninefold.cli.parser import build_parser
from ninefold.solving.registry import methods

FILES = ("puzzles", "certificates", "clues", "trace", "output", "read")


def run(args: argparse.Namespace) -> int:
    """Print the script; method names, those of plug-ins too, are written into it."""
    import shtab

    parser = build_parser()
    names = [info.name for info in methods()]
    for action in _actions(parser):
        if action.dest in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.dest == "format":
            action.choices = FORMATS
        elif action.dest == "by":
            action.choices = ["auto", *names]
        elif action.dest == "name":
            action.choices = names
    print(shtab.complete(parser, shell=args.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Every action of the parser and of its verbs."""
    found: list[argparse.Action] = []
    for action in parser._actions:
        found.append(action)
        if isinstance(action, argparse._SubParsersAction):
            for verb in action.choices.values():
                found += _actions(verb)
    return found
