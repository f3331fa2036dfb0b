"""Technique cases: positions with the exact effect that a named technique must have.

A case is a line of a CSV file with these columns (others are ignored):

1. `code` is a number of HoDoKu's regression library; a fifth digit means siamese fish, finned and sashimi mixed.
2. `givens` has the clues, `state` all digits, `cands` the candidates of every cell, separated by spaces, `-` for none.
3. `elims` and `places` list what must follow, such as `4r3c6`; one of them is empty.
4. `variant` x: the technique must not find that.

A case passes if a step of the technique has exactly that effect. Placing a digit counts as removing the others of its
cell. Templates (12xx) are not human techniques and are skipped.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.position import Position, digits_of
from ninefold.logic.engine import find
from ninefold.logic.step import Candidates, Step
from ninefold.logic.techniques import Technique, find_techniques

COLUMNS = ("code", "variant", "givens", "state", "cands", "elims", "places")


@dataclass(frozen=True)
class Case:
    """One case: the techniques it is about, the position, the clues, and what must follow."""

    line: str
    code: str
    name: str
    techniques: tuple[Technique, ...]
    clues: Grid
    position: Position
    removes: frozenset[tuple[int, int]]
    places: frozenset[tuple[int, int]]
    must_fail: bool = False


@dataclass(frozen=True)
class CaseOutcome:
    """How a case ended."""

    status: Literal["passed", "failed", "skipped"]
    why: str = ""
    step: Step | None = None


def read_cases(lines: Iterable[str], name: str) -> Iterator[Case | ParseError]:
    """The cases of the lines of a file, in order; for a line that cannot be read, the error.

    Raises:
        ParseError: a column is missing, or it is not such a file.
    """
    rows = csv.DictReader(lines)
    try:
        if missing := [column for column in COLUMNS if column not in (rows.fieldnames or ())]:
            raise ParseError(f"no column {', '.join(missing)}; expected {', '.join(COLUMNS)}")
        for row in rows:
            try:
                yield _case(row)
            except (NinefoldError, ValueError) as error:
                yield ParseError(f"{name}, line {rows.line_num}: {error}")
    except (csv.Error, NinefoldError, ValueError) as error:
        raise ParseError(f"{name}, line {rows.line_num}: {error}") from error


def _case(row: dict[str, str]) -> Case:
    if any(row[column] is None for column in COLUMNS):
        raise ParseError(f"the line ends too early; expected all of {', '.join(COLUMNS)}")
    clues, state = Grid(row["givens"]), Grid(row["state"])
    names = row["cands"].split()
    if len(names) != len(state):
        raise ParseError(f"read {len(names)} cells of candidates, expected {len(state)}")
    bits = [0 if text == "-" else sum(1 << int(digit) - 1 for digit in text) for text in names]
    candidates = [0 if state.digits[cell] else value for cell, value in enumerate(bits)]
    return Case(
        line=row.get("line") or "",
        code=row["code"],
        name=row.get("name") or "",
        techniques=_techniques(row["code"]),
        clues=clues,
        position=Position(state.layout, bytearray(state.digits), candidates),
        removes=_effect(state, row["elims"]),
        places=_effect(state, row["places"]),
        must_fail=row["variant"] == "x",
    )


def _techniques(code: str) -> tuple[Technique, ...]:
    """Rule 1; nothing for templates."""
    if code.startswith("12"):
        return ()
    found = find_techniques(code[:4])
    if len(code) == 5 and code[:3] in ("031", "032"):
        found += find_techniques(f"03{'2' if code[2] == '1' else '1'}{code[3]}")
    return found


def _effect(grid: Grid, text: str) -> frozenset[tuple[int, int]]:
    """Rule 3."""
    found = re.findall(r"(\d)(r\d+c\d+)", text)
    return frozenset((grid.layout.cell(name), int(digit)) for digit, name in found)


def run_case(case: Case) -> CaseOutcome:
    """Run one case."""
    if not case.techniques:
        return CaseOutcome("skipped", "not a human technique")
    found = list(find(case.position, case.clues, case.techniques, unique=True))
    step = next((step for step in found if _has_effect(case, step)), None)
    if (step is None) == case.must_fail:
        return CaseOutcome("passed", step=step)
    if case.must_fail:
        return CaseOutcome("failed", "the technique must not find this step", step)
    others = ", ".join(sorted({one.result for one in found})[:3]) or "no step"
    return CaseOutcome("failed", f"found {others}")


def _has_effect(case: Case, step: Step) -> bool:
    if case.places:
        return frozenset(step.places) == case.places
    return frozenset(_removed(case.position, step)) == case.removes


def _removed(position: Position, step: Step) -> Candidates:
    """The removed candidates, with the others of a cell that gets a digit."""
    others = [(c, other) for c, digit in step.places for other in digits_of(position.candidates[c]) if other != digit]
    return (*step.removes, *others)
