"""The command-line reference, docs/command-line.md: options from the parser, the rest from docs/command-line/*.md.

python docs/command_line.py      writes docs/command-line.md

start.md is the introduction; `<!-- commands -->` and `<!-- input -->` in it become the table of commands and the
options that all commands with puzzles share. NAME.md comes after the options of command NAME.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ninefold.cli.arguments import add_puzzles
from ninefold.cli.parser import COMMANDS, NAMES, build_parser

HERE = Path(__file__).parent
NOTE = "<!-- Written by docs/command_line.py from the parser and docs/command-line/*.md. -->"


def page() -> str:
    """The whole page."""
    parts = [NOTE, "# The command line", introduction()]
    for name, parser in commands_of(build_parser(NAMES)).items():
        parts += section(name, parser)
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def introduction() -> str:
    """The hand-written start with its two tables."""
    rows = [(f"[`{command.name}`](#{command.name})", command.about) for command in COMMANDS]
    text = fragment("start").replace("<!-- commands -->", table("command", rows))
    return text.replace("<!-- input -->", option_table(shared_options()))


def section(name: str, parser: argparse.ArgumentParser, level: int = 2) -> Iterator[str]:
    """A command: heading, usage, options, hand-written text, and its own commands."""
    yield f"{'#' * level} {name}"
    yield str(parser.description)
    yield f"```text\n{parser.usage}\n```"
    inner = commands_of(parser)
    if inner:
        yield table("command", [(f"[`{word}`](#{name}-{word})", about) for word, about in summaries(parser)])
    yield option_table(action for action in options_of(parser) if key(action) not in LINKS)
    yield references(parser)
    yield fragment(name.replace(" ", "-")).replace("<!-- filters -->", option_table(filters()))
    for word, command in inner.items():
        yield from section(f"{name} {word}", command, level + 1)
    yield fragment(f"{name}-end") if inner else ""


# --- the parser ------------------------------------------------------------------------------------


def commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands of a parser by name."""
    return next((dict(a.choices) for a in parser._actions if isinstance(a, argparse._SubParsersAction)), {})


def summaries(parser: argparse.ArgumentParser) -> list[tuple[str, str]]:
    """The commands of a parser, each with its one-line help."""
    commands = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    return [(str(action.dest), str(action.help)) for action in commands._choices_actions]


def options_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Every argument except --help and commands, in the order of the help."""
    actions = [action for group in parser._action_groups for action in group._group_actions]
    return [a for a in actions if a.dest != "help" and not isinstance(a, argparse._SubParsersAction)]


def shared_options() -> list[argparse.Action]:
    """The arguments of every command that reads puzzles."""
    parser = argparse.ArgumentParser()
    add_puzzles(parser)
    return options_of(parser)


def filters() -> list[argparse.Action]:
    """The options of the library that choose puzzles."""
    listing = commands_of(commands_of(build_parser(["library"]))["library"])["list"]
    return next(group._group_actions for group in listing._action_groups if group.title == "filters")


def key(action: argparse.Action) -> tuple[str, str]:
    """What makes an option the same in two commands."""
    return (" ".join(action.option_strings) or action.dest, str(action.help))


# --- Markdown --------------------------------------------------------------------------------------


def table(head: str, rows: Iterable[tuple[str, str]]) -> str:
    """A table of two columns; empty without rows."""
    lines = [f"| {first} | {second} |" for first, second in rows]
    return "\n".join([f"| {head} | meaning |", "|---|---|", *lines]) if lines else ""


def option_table(actions: Iterable[argparse.Action]) -> str:
    """Options with their help."""
    return table("option", [(written(action), as_markdown(str(action.help).replace("%%", "%"))) for action in actions])


def written(action: argparse.Action) -> str:
    """An option as it is typed."""
    choices = ",".join(map(str, action.choices)) if action.choices else ""
    value = "" if action.nargs == 0 else str(action.metavar or f"{{{choices}}}")
    return ", ".join(f"`{f'{name} {value}'.strip()}`" for name in action.option_strings or [""])


def as_markdown(text: str) -> str:
    """A help text, with option names as code."""
    return re.sub(r"(?<![\w`-])(--[a-z][a-z-]*)(?![^`]*`[^`]*$)", r"`\1`", text).replace("|", "\\|")


def references(parser: argparse.ArgumentParser) -> str:
    """Links to the options that are described elsewhere."""
    links: dict[str, list[str]] = {}
    for action in options_of(parser):
        if link := LINKS.get(key(action)):
            links.setdefault(link, []).append(f"`{(action.option_strings or [str(action.metavar)])[0]}`")
    return "\n".join(f"{link}: {', '.join(names)}." for link, names in links.items())


def fragment(name: str) -> str:
    """A hand-written part, if there is one."""
    path = HERE / "command-line" / f"{name}.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


LINKS = {key(action): "[Input](#input)" for action in shared_options()}
LINKS |= {key(action): "[Filters](#filters)" for action in filters()}


def main() -> None:
    """Write the page."""
    (HERE / "command-line.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
