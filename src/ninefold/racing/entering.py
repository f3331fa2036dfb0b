"""Entering a race: the puzzles, the methods that run, and those that are left out.

A method is named as in the table, `anneal`, or with options, `enumerate:order=counter:cut=true`. One that comes as an
object is called the same way, by what it does not leave as it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any

from ninefold.core.errors import MethodError, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.puzzles import split
from ninefold.core.values import shown
from ninefold.racing.outcome import LeftOut
from ninefold.racing.race import By
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.methods import card_of, methods
from ninefold.solving.options import make

Entrant = tuple[MethodInfo, Method]


def read_puzzles(puzzles: GridLike | Iterable[GridLike]) -> tuple[Grid, ...]:
    """The puzzles as grids."""
    if isinstance(puzzles, os.PathLike):
        with open(puzzles, encoding="utf-8-sig", errors="replace") as file:
            grids = tuple(written.grid() for written in split(file))
    elif isinstance(puzzles, Grid | str):
        grids = (Grid(puzzles) if isinstance(puzzles, str) else puzzles,)
    elif isinstance(puzzles, Iterable):
        grids = tuple(puzzle if isinstance(puzzle, Grid) else Grid(puzzle) for puzzle in puzzles)
    else:
        raise NinefoldError(f"puzzles are grids, or what a grid is made from; not {shown(puzzles)}")
    if not grids:
        raise NinefoldError("there is no puzzle to race on")
    return grids


def entered(by: By, puzzles: Sequence[Grid]) -> tuple[tuple[Entrant, ...], tuple[LeftOut, ...]]:
    """The methods that can be asked at least one of the puzzles, and all that are left out of some."""
    entrants: list[Entrant] = []
    left_out: list[LeftOut] = []
    for method in _named(by):
        name, settings = _parts(method) if isinstance(method, str) else (method, {})
        info = card_of(name)
        out = _left_out(info, puzzles)
        left_out += out
        if sum(len(some.puzzles) for some in out) < len(puzzles):
            made = make(info, settings) if isinstance(method, str) else method
            entrants.append((replace(info, name=_free_name(info.name, made, entrants)), made))
    if not entrants and not left_out:
        raise MethodError("a race is between methods, and none is named")
    if not entrants:
        raise MethodError("no method can be asked any of the puzzles" + "".join(f"\n  {out}" for out in left_out))
    return tuple(entrants), tuple(left_out)


def _named(by: By) -> list[str | Method]:
    """The methods as they are named, an unknown one refused, and none of them twice."""
    if isinstance(by, str) and by.strip() == "all":
        return [info.name for info in methods()]
    if isinstance(by, str):
        by = [name.strip() for name in by.split(",")]
    listed: list[str | Method] = [*by] if isinstance(by, Iterable) else [by]
    names = [method for method in listed if isinstance(method, str)]
    for method in listed:
        card_of(_parts(method)[0] if isinstance(method, str) else method)
        if isinstance(method, str) and names.count(method) > 1:
            raise MethodError(f"method {method!r} is named twice; a race is between different ones")
    return listed


def _parts(text: str) -> tuple[str, dict[str, str]]:
    """The name and the options of `enumerate:order=counter:cut=true`."""
    name, *settings = (part.strip() for part in text.split(":"))
    options = {}
    for setting in settings:
        option, equals, value = (part.strip() for part in setting.partition("="))
        if not (option and equals) or option in options:
            what = "names an option twice" if option in options else "has no option=value"
            raise MethodError(f"a method is named as enumerate:order=counter; {shown(text)} {what} after a colon")
        options[option] = value
    return name, options


def _left_out(info: MethodInfo, puzzles: Sequence[Grid]) -> list[LeftOut]:
    """Why a method is not asked, with the puzzles it is not asked for that."""
    if info.hindrance:
        return [LeftOut(info.name, info.hindrance, tuple(range(len(puzzles))))]
    why: dict[str, list[int]] = {}
    for number, puzzle in enumerate(puzzles):
        if reason := info.refuses(puzzle.layout):
            why.setdefault(reason, []).append(number)
    return [LeftOut(info.name, reason, tuple(numbers)) for reason, numbers in why.items()]


def _free_name(name: str, method: Method, entrants: Sequence[Entrant]) -> str:
    """The name of a method with its options, and a dash for each other one that is the same."""
    taken = {info.name for info, _ in entrants}
    name = ":".join([name, *_own_settings(method)])
    while name in taken:
        name += "′"
    return name


def _own_settings(method: Method) -> Iterator[str]:
    """The options of a method that are not as they would be if left out, as far as a word can tell them."""
    made: Any = method
    for field in fields(made) if is_dataclass(made) else ():
        value = getattr(made, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if field.init and isinstance(value, str | int | float) and value != default:
            yield f"{field.name}={str(value).lower() if isinstance(value, bool) else value}"
