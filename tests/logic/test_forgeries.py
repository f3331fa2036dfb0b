"""Forged steps: one part, link, truth or case is changed, and `verify` refuses what is then false."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

import pytest

import ninefold as nf
from ninefold.logic.positions import Exercise, exercises
from ninefold.logic.step import Child, Part, Role, Step
from ninefold.logic.step_json import step_record
from ninefold.logic.techniques import families, find_techniques
from ninefold.logic.verify import check_step

SLOW = ("whale", "leviathan", "squirmbag", "jellyfish")


def first_exercises(family: str) -> list[Exercise]:
    some = [one for one in nf.techniques() if one.family == family and not one.slug.endswith(SLOW)]
    return [exercises(technique)[0] for technique in some]


def changed(items: tuple[Any, ...], index: int, new: Any) -> tuple[Any, ...]:
    return (*items[:index], new, *items[index + 1 :])


def forged_parts(step: Step, rng: random.Random) -> Iterator[Step]:
    """Another role, a unit more or less, a filled cell more, a digit more, and a part left out."""
    assert step.position is not None
    filled = [cell for cell, digit in enumerate(step.position.digits) if digit]
    for index, part in enumerate(step.parts):
        role = rng.choice([role for role in get_args(Role) if role != part.role])
        forged: list[Part] = [part._replace(role=role), part._replace(unit=None if part.unit is not None else 0)]
        if part.role != "rectangle":
            more = rng.choice([cell for cell in filled if cell not in part.cells])
            forged.append(part._replace(cells=tuple(sorted({*part.cells, more}))))
        others = [digit for digit in range(1, 10) if digit not in part.digits]
        forged += [part._replace(digits=tuple(sorted({*part.digits, digit}))) for digit in others[:1]]
        yield from (replace(step, parts=changed(step.parts, index, one)) for one in forged)
        yield replace(step, parts=step.parts[:index] + step.parts[index + 1 :])


def forged_links(step: Step) -> Iterator[Step]:
    """A strong link that should be weak or a weak one without truths, and a link left out."""
    for index, link in enumerate(step.links):
        truths = () if link.strong else (0,) * bool(step.truths)
        yield replace(step, links=changed(step.links, index, link._replace(strong=not link.strong, truths=truths)))
        yield replace(step, links=step.links[:index] + step.links[index + 1 :])


def forged_cases(step: Step) -> Iterator[Step]:
    """A case with the opposite assumption, without a cause of one of its nodes, and one left out."""
    for index, child in enumerate(step.children):
        forged: list[Child] = [replace(child, holds=not child.holds)]
        for at, node in enumerate(child.nodes):
            if node.parents:
                forged.append(replace(child, nodes=changed(child.nodes, at, node._replace(parents=node.parents[1:]))))
                break
        yield from (replace(step, children=changed(step.children, index, one)) for one in forged)
        yield replace(step, children=step.children[:index] + step.children[index + 1 :])


@pytest.mark.parametrize("family", [family.slug for family in families()])
def test_forged_evidence_is_refused(family: str) -> None:
    rng = random.Random(family)
    for exercise in first_exercises(family):
        step, solution = exercise.step(), nf.solve(exercise.clues).solution
        assert solution is not None
        assert not check_step(step, clues=exercise.clues).fault
        false = [replace(step, removes=((cell, solution.digits[cell]),)) for cell, _ in step.removes]
        every = [*false, *forged_parts(step, rng), *forged_links(step), *forged_cases(step)]
        every.append(replace(step, assumes_unique=not step.assumes_unique))
        for forged in every:
            assert check_step(forged, step.position, clues=exercise.clues).fault, (step, forged.parts, forged.links)


def test_forged_and_malformed_records_are_refused_like_steps():
    """The JSON of a step is checked like the step; what cannot be encoded is refused, too, without another error."""
    exercise = exercises(find_techniques("w-wing")[0])[0]
    step, position = exercise.step(), {"marks": exercise.marks, "clues": exercise.clues}
    record = step_record(step)
    assert nf.verify(record, exercise.grid, **position).verdict == "proved"
    assert nf.verify(json.dumps(record), exercise.grid, **position).verdict == "proved"
    forged = [
        record | {key: value} for key, value in [("truths", []), ("parts", []), ("removes", None), ("links", [7])]
    ]
    for claim in [*forged, {}, {"steps": []}, "[]", "7"]:
        with pytest.raises(nf.CertificateError):
            nf.verify(claim, exercise.grid, **position)
    for claim in (replace(step, truths=()), replace(step, removes=((-1, 900),)), replace(step, parts=())):
        with pytest.raises(nf.CertificateError, match="does not prove"):
            nf.verify(claim, exercise.grid, **position)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("assumes_unique", 1), ("length", "5"), ("length", 5.0), ("length", -1), ("places", {}), ("children", ""),
        ("truths", [{"kind": "nonsense"}]), ("truths", [{"kind": None}]), ("removes", "r1c1"),
    ],
)  # fmt: skip
def test_values_of_the_wrong_kind_are_refused(key: str, value: object) -> None:
    """Also where a value that counts as false or as a number would otherwise pass."""
    exercise = exercises(find_techniques("w-wing")[0])[0]
    record = step_record(exercise.step())
    with pytest.raises(nf.CertificateError):
        nf.verify(record | {key: value}, exercise.grid, marks=exercise.marks, clues=exercise.clues)
