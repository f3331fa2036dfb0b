"""The table of techniques: names, ratings elsewhere, and what their pages say.

The data is in `techniques.toml`. The order is that of `native/logic/technique.hpp`, so that a technique has the same
number in both; fish are listed there once per shape and expanded here by size.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

from ninefold.core.errors import NinefoldError
from ninefold.core.values import is_iterable, short_repr

FISH = ("X-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan")
NUMBERS = ("two", "three", "four", "five", "six", "seven")
# The row of each fish in the table of techniques, by shape and size; larger ones share row 41, or that of their shape.
FISH_ROWS = {
    "": (14, 17, 39, 41, 41, 41),
    "finned": (42, 44, 46, 41, 41, 41),
    "sashimi": (43, 45, 47, 41, 41, 41),
    "franken": (48,) * 6,
    "finned franken": (48,) * 6,
    "mutant": (49,) * 6,
    "finned mutant": (49,) * 6,
}


@dataclass(frozen=True)
class Hodoku:
    """A technique in HoDoKu 2.2.0: its code, number in the regression library, name, level and score.

    `off` says that its solver does not use it by default.
    """

    code: str
    number: str
    name: str
    level: str
    score: int
    off: bool = False


@dataclass(frozen=True, kw_only=True)
class Technique:
    """One named rule of deduction.

    >>> find_techniques("skyscraper")[0]
    Technique('skyscraper')

    Attributes:
        number: its place in the table.
        slug: its name in addresses, options and JSON, such as `two-string-kite`.
        name: its name in sentences.
        aliases: other names of it.
        family: the group it belongs to.
        rows: its rows in the table of the documentation.
        assumes_unique: whether it relies on the puzzle having one solution.
        hodoku: the technique in HoDoKu, if it has it.
        explainer: its rating by Sudoku Explainer 1.2.1, if it has one.
        layouts: the boards it works on: `any`, or a restriction.
        about: what it is.
        why: why it is valid.
        look: how to look for it.
        after: the technique of the order `human` after which it is practised; empty if an order uses it.
        never: why it is never the next useful step on a 9x9 board; empty if it can be.
    """

    number: int
    slug: str
    name: str
    aliases: tuple[str, ...]
    family: str
    rows: tuple[int, ...]
    assumes_unique: bool
    hodoku: Hodoku | None
    explainer: str
    layouts: str
    about: str
    why: str
    look: str
    after: str = ""
    never: str = ""

    def __repr__(self) -> str:
        """The slug, which finds it again."""
        return f"Technique({self.slug!r})"

    def __str__(self) -> str:
        """The name."""
        return self.name

    @property
    def label(self) -> str:
        """The name as a hint gives it: one name for hidden singles in boxes and lines."""
        return re.sub(r" in a (box|line)$", "", self.name)

    @property
    def title(self) -> str:
        """The name with a capital, as it begins a sentence or a heading."""
        return self.name[0].upper() + self.name[1:]


@dataclass(frozen=True)
class Family:
    """A group of techniques with a common idea."""

    slug: str
    title: str
    about: str


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files("ninefold.logic").joinpath("techniques.toml").read_text(encoding="utf-8"))


def families() -> tuple[Family, ...]:
    """All families, in the order of the table."""
    return tuple(Family(**row) for row in _table()["family"])


@cache
def techniques() -> tuple[Technique, ...]:
    """All techniques, in the order of the table."""
    data = _table()
    rows = list(data["technique"])
    # Fish come after the subsets, as in technique.hpp.
    at = next(index for index, row in enumerate(rows) if row["slug"] == "kraken-fish-1")
    rows[at:at] = [row for shape in data["fish"] for row in _fish(shape)]
    return tuple(_technique(number, row) for number, row in enumerate(rows))


def _technique(number: int, row: dict[str, Any]) -> Technique:
    hodoku = row.get("hodoku")
    return Technique(
        number=number,
        slug=row["slug"],
        name=row["name"],
        aliases=tuple(row["aliases"]),
        family=row["family"],
        rows=tuple(row["rows"]),
        assumes_unique=row.get("unique", False),
        hodoku=Hodoku(**hodoku) if hodoku else None,
        explainer=row["explainer"],
        layouts=row.get("layouts", "any"),
        about=row["about"],
        why=row["why"],
        look=row["look"],
        after=row.get("after", ""),
        never=row.get("never", ""),
    )


def _fish(shape: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The six sizes of a shape of fish."""
    prefix = shape["prefix"]
    for index, fish in enumerate(FISH):
        name = f"{prefix} {fish}".strip()
        texts = {key: shape[key].format(n=NUMBERS[index], fish=fish) for key in ("about", "why", "look")}
        yield texts | {
            "slug": name.lower().replace(" ", "-"),
            "name": name,
            "aliases": [f"{index + 2}-fish"] if not prefix else [],
            "family": "fish",
            "rows": [FISH_ROWS[prefix][index]],
            "hodoku": {
                "code": f"{shape['code']}{index + 2}",
                "number": f"{shape['number']}{index}",
                "name": " ".join(word.capitalize() for word in name.split()).replace("X-wing", "X-Wing"),
                "level": shape["levels"][index],
                "score": shape["scores"][index],
                "off": index + 2 > shape["on"],
            },
            "explainer": shape.get("explainer", [""] * 6)[index],
            "after": shape.get("after", ""),
            "never": shape["never"] if index + 2 in shape.get("never_sizes", ()) else "",
        }


# --- looking up ---------------------------------------------------------------------------------


def find_techniques(names: str | Iterable[str]) -> tuple[Technique, ...]:
    """The techniques with some names: slugs, names, aliases, families, or codes of HoDoKu; one or several.

    >>> [technique.slug for technique in find_techniques("hidden single")]
    ['hidden-single-box', 'hidden-single-line']

    Raises:
        NinefoldError: a name is unknown; the message suggests the nearest.
    """
    if isinstance(names, str):
        names = [names]
    elif not is_iterable(names):
        raise NinefoldError(f"a technique must be a name such as 'skyscraper', not {short_repr(names)}")
    found = {technique.number: technique for name in names for technique in _named(name)}
    return tuple(found[number] for number in sorted(found))


def _named(name: object) -> tuple[Technique, ...]:
    if isinstance(name, Technique):
        return (name,)
    if not isinstance(name, str):
        raise NinefoldError(f"a technique must be a name such as 'skyscraper', not {short_repr(name)}")
    index, key = _index(), _key(name)
    if key not in index:
        near = get_close_matches(key, index, n=3)
        slugs = list(
            dict.fromkeys(index[one][0].slug if len(index[one]) == 1 else _shared_names()[one] for one in near)
        )
        either = " or ".join([", ".join(slugs[:-1]), *slugs[-1:]]) if slugs[1:] else "".join(slugs)
        hint = f"did you mean {either}?" if slugs else "see `ninefold steps --list`"
        raise NinefoldError(f"unknown technique {short_repr(name)} ({hint})")
    return index[key]


@cache
def _index() -> dict[str, tuple[Technique, ...]]:
    """Techniques by every name they go by; a slug or a name means one technique, other names may mean several."""
    shared: dict[str, list[Technique]] = {}
    exact: dict[str, tuple[Technique, ...]] = {}
    for technique in techniques():
        for name in (technique.slug, technique.name):
            exact[_key(name)] = (technique,)
        own = technique.hodoku
        names = [*technique.aliases, technique.family, *((own.code, own.number, own.name) if own else ())]
        for key in dict.fromkeys(map(_key, (*names, *_without_type(technique)))):
            shared.setdefault(key, []).append(technique)
    return {key: tuple(found) for key, found in shared.items()} | exact


@cache
def _shared_names() -> dict[str, str]:
    """The names that mean several techniques, as they are written."""
    every = (name for one in techniques() for name in (*one.aliases, one.family, *_without_type(one)))
    return {_key(name): name for name in every} | {
        _key(name): name for one in techniques() if one.hodoku for name in (one.hodoku.name, one.hodoku.code)
    }


def _without_type(technique: Technique) -> Iterator[str]:
    """`unique rectangle` for `unique rectangle type 4`, and `hidden single` for both kinds."""
    short = re.sub(r" (type \d|in a (box|line)|\((trap|wrap)\))$", "", technique.name)
    if short != technique.name:
        yield short


def _key(name: str) -> str:
    """A name without case, spaces and marks; Sudoku Explainer adds the level of nested chains."""
    return re.sub(r"[^a-z0-9+]", "", re.sub(r" \(level \d\)$", "", name.lower()))
