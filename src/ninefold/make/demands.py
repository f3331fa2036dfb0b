"""Demands: how hard a generated puzzle must be, and for what reason.

1. Techniques are those of the path that `nf.explain` finds: the simplest first, so a technique is used only where
   nothing simpler helps.
2. Levels and minutes are those of `nf.rate`, and so is ER.
3. Demands that contradict each other raise an error that says why, before any search begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ninefold.core.errors import NinefoldError
from ninefold.core.values import is_flag, is_iterable, short_repr, whole_number
from ninefold.logic.engine import in_order
from ninefold.logic.techniques import find_techniques
from ninefold.rating.levels import LEVELS, read_level

ORDER = "human"
Span = tuple[float, float]
Wanted = str | Iterable[str] | Mapping[str, int | tuple[int, int]]
SINGLES = ("full-house", "hidden-single-box", "hidden-single-line", "naked-single")
MAX_ER, MAX_MINUTES, MAX_STEPS = 12.0, 1000.0, 1000
SINGLES_ER = 2.3  # a puzzle that singles solve never has a higher ER, because a naked single has this one
# What Sudoku Explainer rates below 4.5; from there on we refuse no tenth.
LOW_ERS = (1.0, 1.2, 1.5, 1.7, 1.9, 2.0, 2.3, 2.5, 2.6, 2.8, 3.0, 3.2, 3.4, 3.6, 3.8, 4.0, 4.2, 4.4)
ANY_ER = 4.5
# By level, the lowest and the highest ER: at least a direct pointing, a direct hidden pair or a unique rectangle; at
# most singles, locked candidates, triples or quads.
LEVEL_ER = {
    **dict.fromkeys(("gentle", "easy"), (1.0, SINGLES_ER)),
    "moderate": (1.0, 2.8),
    "tricky": (1.7, 4.0),
    "hard": (2.0, 5.4),
    **dict.fromkeys(("severe", "extreme"), (4.5, MAX_ER)),
}
# The highest ER of a puzzle whose path has no technique beyond this one.
ER_UP_TO = {
    "full-house": 1.0,
    "hidden-single-box": 1.2,
    "hidden-single-line": 1.5,
    "naked-single": SINGLES_ER,
    "claiming": 2.8,
    "naked-pair": 3.0,
    "naked-triple": 3.6,
    "x-wing": 4.0,
}
# The lowest ER of a puzzle whose path has a technique beyond this one.
ER_BEYOND = {"hidden-single-line": 1.7, "hidden-triple": 3.2, "x-wing": 3.8}
# The hardest technique that a path of a puzzle of this level can have, and the level that such a path can reach.
CEILINGS = {"easy": "naked-single", "moderate": "claiming", "tricky": "hidden-triple"}
REACHED = {"naked-single": "moderate", "claiming": "tricky", "x-wing": "hard"}


class TechniqueDemand(NamedTuple):
    """A technique, or several under one name, and how often they must be needed."""

    name: str
    numbers: frozenset[int]
    fewest: int
    most: int


@dataclass(frozen=True)
class Demands:
    """How hard a puzzle must be; None accepts anything."""

    level: str | None = None
    er: Span | None = None
    minutes: Span | None = None
    technique: tuple[TechniqueDemand, ...] = ()
    hardest: str | None = None
    uniqueness: bool | None = None
    marks: bool | None = None

    @classmethod
    def read(
        cls,
        *,
        level: object,
        er: object,
        minutes: object,
        technique: Wanted | None,
        hardest: object,
        uniqueness: object,
        marks: object,
    ) -> Demands:
        """The demands of a recipe, checked."""
        for name, value in (("uniqueness", uniqueness), ("marks", marks)):
            if value is not None and not is_flag(value):
                raise NinefoldError(f"{name} is True, False or None, not {short_repr(value)}")
        found = cls(
            level=read_level(level),
            er=read_span("er", er, 1.0, MAX_ER),
            minutes=read_span("minutes", minutes, 0.0, MAX_MINUTES),
            technique=tuple(_read_techniques(technique)),
            hardest=None if hardest is None else _read_hardest(hardest),
            uniqueness=None if uniqueness is None else bool(uniqueness),
            marks=None if marks is None else bool(marks),
        )
        for reason in found.reasons():
            raise NinefoldError(reason)
        return found

    def __bool__(self) -> bool:
        """Whether anything is demanded."""
        return self != Demands()

    @property
    def needs_path(self) -> bool:
        """Whether the techniques of a path decide."""
        return bool(self.technique) or self.hardest is not None or self.uniqueness is not None or self.marks is not None

    @property
    def needs_minutes(self) -> bool:
        """Whether the measure decides."""
        return self.level is not None or self.minutes is not None

    # --- what is impossible -------------------------------------------------------------------

    def reasons(self) -> Iterator[str]:
        """Why no puzzle can meet the demands; nothing if one may."""
        yield from self._technique_reasons()
        yield from self._kind_reasons()
        yield from self._level_reasons()
        if self.er is not None:
            if not any(self.er[0] <= er <= self.er[1] for er in _ers()):
                low = max((er for er in _ers() if er < self.er[0]), default=1.0)
                high = min((er for er in _ers() if er > self.er[1]), default=MAX_ER)
                yield f"no puzzle has an ER between {low:g} and {high:g} (got er {_shown(self.er)})"
            for words, least, most in self._er_spans():
                if self.er[0] > most:
                    yield f"{words} an ER of at most {most:g} (got {self.er[0]:g} or more)"
                if self.er[1] < least:
                    yield f"{words} an ER of at least {least:g} (got {self.er[1]:g} or less)"

    def _technique_reasons(self) -> Iterator[str]:
        ceiling, limit = self.ceiling
        for one, other in combinations(self.technique, 2):
            if one.numbers == other.numbers:
                yield f"{one.name} and {other.name} are the same technique; give one number for both"
        for one in self.technique:
            rank = min(ranks()[number] for number in one.numbers)
            if one.fewest and ceiling is not None and rank > ceiling:
                yield f"{limit} excludes {one.name}, which is harder"
            is_unique = all(in_order(ORDER)[ranks()[number]].assumes_unique for number in one.numbers)
            if one.fewest and is_unique and self.uniqueness is False:
                yield f"{one.name} assumes a unique solution, which the recipe rules out"

    def _kind_reasons(self) -> Iterator[str]:
        """Why a path up to the ceiling has no technique of a kind that it must have."""
        ceiling, limit = self.ceiling
        if ceiling is None:
            return
        if self.uniqueness and ceiling < min(rank for rank, one in enumerate(in_order(ORDER)) if one.assumes_unique):
            yield f"{limit} excludes every technique that assumes a unique solution, and the recipe needs one"
        if self.marks and ceiling <= rank_of("naked-single") and self.level not in ("gentle", "easy"):
            yield f"{limit} leaves only singles, which need no marks (marks are required)"

    @property
    def ceiling(self) -> tuple[int | None, str]:
        """The rank of the hardest technique allowed, and which demand says so."""
        found = []
        if self.hardest is not None:
            found.append((rank_of(self.hardest), f"hardest technique {self.hardest}"))
        if self.marks is False:
            found.append((rank_of("naked-single"), "no marks"))
        if self.level in ("gentle", *CEILINGS):
            found.append((rank_of(CEILINGS.get(self.level, "naked-single")), f"level {self.level}"))
        return min(found) if found else (None, "")

    def _level_reasons(self) -> Iterator[str]:
        if self.level is None:
            return
        if self.minutes is not None:
            low, high = {"gentle": (0.0, 4.0), "easy": (4.0, 6.0)}.get(self.level, (0.0, MAX_MINUTES + 1))
            if self.minutes[0] >= high or self.minutes[1] < low:
                yield f"{self.level} puzzles take {low:g} to {high:g} minutes (got {_shown(self.minutes)})"
        for slug, level in REACHED.items():
            limit = "naked-single" if self.marks is False else self.hardest
            too_high = LEVELS.index(self.level) > LEVELS.index(level)
            if limit is not None and too_high and rank_of(limit) <= rank_of(slug):
                name = "no marks" if self.marks is False else f"hardest technique {limit}"
                yield f"with {name} a puzzle is {level} at most (got level {self.level})"
                return
        if self.marks is True and self.level in ("gentle", "easy"):
            yield f"{self.level} puzzles need no marks (marks are required)"

    def _er_spans(self) -> Iterator[tuple[str, float, float]]:
        """What limits the ER, with the lowest and the highest it leaves."""
        if self.level is not None:
            yield (f"{self.level} puzzles have", *LEVEL_ER[self.level])
        if self.marks is False:
            yield "a puzzle that needs no marks has", 1.0, SINGLES_ER
        if self.hardest is not None:
            rank = rank_of(self.hardest)
            most = min((er for slug, er in ER_UP_TO.items() if rank <= rank_of(slug)), default=MAX_ER)
            yield f"a puzzle with hardest technique {self.hardest} has", 1.0, most
        for one in self.technique:
            rank = min(ranks()[number] for number in one.numbers) if one.fewest else 0
            least = max((er for slug, er in ER_BEYOND.items() if rank > rank_of(slug)), default=1.0)
            yield f"a puzzle that needs {one.name} has", least, MAX_ER


def _ers() -> Iterator[float]:
    """Every ER that a puzzle may have."""
    yield from LOW_ERS
    yield from (tenths / 10 for tenths in range(round(10 * ANY_ER), round(10 * MAX_ER) + 1))


@cache
def ranks() -> dict[int, int]:
    """The place of each technique in the order of paths, by number."""
    return {technique.number: rank for rank, technique in enumerate(in_order(ORDER))}


def rank_of(slug: str) -> int:
    """The place of a technique in the order of paths; that of the last if there are several."""
    return max(ranks()[technique.number] for technique in find_techniques(slug))


def read_span(name: str, value: object, least: float, most: float) -> Span | None:
    """A number, or the least and the most; None for any."""
    if value is None:
        return None
    ends = value if isinstance(value, tuple | list) else (value, value)
    numbers = [float(end) for end in ends if isinstance(end, int | float) and not isinstance(end, bool)]
    if len(numbers) != 2 or len(ends) != 2 or not least <= numbers[0] <= numbers[1] <= most:
        raise NinefoldError(
            f"{name} is a number or (least, most) from {least:g} to {most:g}, such as (7, 7.5), not {short_repr(value)}"
        )
    return numbers[0], numbers[1]


def _shown(span: Span) -> str:
    return f"{span[0]:g}" if span[0] == span[1] else f"{span[0]:g} to {span[1]:g}"


def _read_hardest(name: object) -> str:
    numbers = _numbers("hardest", name)
    return in_order(ORDER)[max(ranks()[number] for number in numbers)].slug


def _read_techniques(wanted: Wanted | None) -> Iterator[TechniqueDemand]:
    if wanted is None:
        return
    if not is_iterable(wanted):
        raise NinefoldError(f"technique: a name such as 'x-wing', or several, not {short_repr(wanted)}")
    named = wanted if isinstance(wanted, Mapping) else dict.fromkeys([wanted] if isinstance(wanted, str) else wanted)
    for name, count in named.items():
        ends = (1, MAX_STEPS) if count is None else count if isinstance(count, tuple | list) else (count, count)
        fewest, most = (whole_number(end) for end in ends) if len(ends) == 2 else (None, None)
        if fewest is None or most is None or not 0 <= fewest <= most:
            raise NinefoldError(
                f"technique: how often {name} is needed is a number or (fewest, most), not {short_repr(count)}"
            )
        yield TechniqueDemand(str(name), _numbers("technique", name), fewest, most)


def _numbers(what: str, name: object) -> frozenset[int]:
    found = [technique.number for technique in find_techniques([name])]  # type: ignore[list-item]  # checked there
    used = frozenset(number for number in found if number in ranks())
    if not used:
        raise NinefoldError(f"{what}: {name} is not a technique that paths use; see `ninefold explain`")
    return used
