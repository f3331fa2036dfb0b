"""Steps as JSON, and back.

Cells, units and digits go by their names: `r4c7`, `row 4`, 5. Nodes, parts, truths and lemmas refer to each other by
their places in their lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ninefold.core.errors import NinefoldError
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr
from ninefold.logic.step import Candidates, Child, Ending, Node, Part, Step, StepLink, Truth
from ninefold.logic.techniques import find_techniques

Record = dict[str, Any]
T = TypeVar("T")


def step_record(step: Step) -> Record:
    """A step as plain values: what it says in words and notations, what follows, and the evidence."""
    return {
        "technique": step.technique.slug,
        "name": step.technique.name,
        "text": step.reason,
        "notation": step.notation,
        "eureka": step.eureka,
        "assumes_unique": step.assumes_unique,
        "length": step.length,
    } | _evidence(step)


def _evidence(step: Step) -> Record:
    layout = step.layout
    return {
        "places": _pairs(layout, step.places),
        "removes": _pairs(layout, step.removes),
        "parts": [_part(layout, part) for part in step.parts],
        "links": [
            {"from": link.start, "to": link.end, "strong": link.strong, "truths": list(link.truths)}
            for link in step.links
        ],
        "truths": [_truth(layout, truth) for truth in step.truths],
        "children": [_child(layout, child) for child in step.children],
    }


def _pairs(layout: Layout, pairs: Candidates) -> list[Record]:
    return [{"cell": layout.name(cell), "digit": digit} for cell, digit in pairs]


def _unit(layout: Layout, index: int | None) -> str | None:
    return None if index is None else layout.units[index].name


def _part(layout: Layout, part: Part) -> Record:
    cells = [layout.name(cell) for cell in part.cells]
    return {"role": part.role, "digits": list(part.digits), "cells": cells, "unit": _unit(layout, part.unit)}


def _truth(layout: Layout, truth: Truth) -> Record:
    if truth.kind == "cell":
        return {"kind": "cell", "cell": layout.name(truth.what)}
    if truth.kind == "unit":
        return {"kind": "unit", "unit": _unit(layout, truth.what), "digit": truth.digit}
    return {"kind": "pattern"}


def _child(layout: Layout, child: Child) -> Record:
    return {
        "cell": layout.name(child.cell),
        "digit": child.digit,
        "holds": child.holds,
        "nodes": [_node(layout, node) for node in child.nodes],
        "lemmas": [step_record(lemma) for lemma in child.lemmas],
        "ending": _ending(layout, child.ending),
    }


def _node(layout: Layout, node: Node) -> Record:
    record = {"cell": layout.name(node.cell), "digit": node.digit, "holds": node.holds, "reason": node.reason}
    if node.reason == "unit":
        record["unit"] = _unit(layout, node.why)
    elif node.reason == "lemma":
        record["lemma"] = node.why
    return record | {"parents": list(node.parents)}


def _ending(layout: Layout, ending: Ending) -> Record:
    kind, what, other = ending
    if kind == "cell":
        return {"kind": kind, "cell": layout.name(what)}
    if kind == "unit":
        return {"kind": kind, "unit": _unit(layout, what), "digit": other}
    return {"kind": kind, "node": what} | ({"other": other} if kind == "both" else {})


# --- reading --------------------------------------------------------------------------------------


def read_step(record: Mapping[str, Any], layout: Layout) -> Step:
    """The step of a record; its words and notations are made again from the evidence.

    Raises:
        NinefoldError: something is missing, or is not what it should be.
    """
    try:
        return _Reader(layout).step(record)
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError) as error:
        raise NinefoldError(f"a step cannot be read: {short_repr(str(error))} is missing or invalid") from error


class _Reader:
    """Reads names back into numbers."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.units = {unit.name: index for index, unit in enumerate(layout.units)}

    def step(self, record: Mapping[str, Any]) -> Step:
        return Step(
            layout=self.layout,
            technique=find_techniques(record["technique"])[0],
            places=self._each(record["places"], self.pair),
            removes=self._each(record["removes"], self.pair),
            parts=self._each(record["parts"], self.part),
            links=self._each(record["links"], self.link),
            truths=self._each(record["truths"], self.truth),
            children=self._each(record["children"], self.child),
            assumes_unique=self.flag(record["assumes_unique"]),
            length=self.index(record["length"]),
        )

    @staticmethod
    def _each(records: object, read: Callable[[Any], T]) -> tuple[T, ...]:
        if not isinstance(records, list | tuple):
            raise ValueError(f"list {short_repr(records)}")
        return tuple(read(record) for record in records)

    def pair(self, record: Record) -> tuple[int, int]:
        return self.layout.cell(record["cell"]), self.digit(record["digit"])

    def digit(self, value: object) -> int:
        if type(value) is not int or not 1 <= value <= self.layout.size:
            raise ValueError(f"digit {short_repr(value)}")
        return value

    @staticmethod
    def flag(value: object) -> bool:
        if type(value) is not bool:
            raise ValueError(f"flag {short_repr(value)}")
        return value

    @staticmethod
    def index(value: object) -> int:
        if type(value) is not int or value < 0:
            raise ValueError(f"index {short_repr(value)}")
        return value

    def part(self, record: Record) -> Part:
        unit = None if record["unit"] is None else self.units[record["unit"]]
        return Part(
            record["role"],
            self._each(record["digits"], self.digit),
            self._each(record["cells"], self.layout.cell),
            unit,
        )

    def link(self, record: Record) -> StepLink:
        start, end, strong = self.index(record["from"]), self.index(record["to"]), self.flag(record["strong"])
        return StepLink(start, end, strong, self._each(record["truths"], self.index))

    def truth(self, record: Record) -> Truth:
        if record["kind"] == "cell":
            return Truth("cell", self.layout.cell(record["cell"]))
        if record["kind"] == "unit":
            return Truth("unit", self.units[record["unit"]], self.digit(record["digit"]))
        if record["kind"] == "pattern":
            return Truth("pattern")
        raise ValueError(f"kind {short_repr(record['kind'])}")

    def child(self, record: Record) -> Child:
        cell, digit = self.pair(record)
        nodes, lemmas = self._each(record["nodes"], self.node), self._each(record["lemmas"], self.step)
        return Child(cell, digit, self.flag(record["holds"]), nodes, lemmas, self.ending(record["ending"]))

    def node(self, record: Record) -> Node:
        why = self.units[record["unit"]] if "unit" in record else record.get("lemma")
        (cell, digit), holds = self.pair(record), self.flag(record["holds"])
        return Node(cell, digit, holds, record["reason"], why, self._each(record["parents"], self.index))

    def ending(self, record: Record) -> Ending:
        if record["kind"] == "cell":
            return Ending("cell", self.layout.cell(record["cell"]))
        if record["kind"] == "unit":
            return Ending("unit", self.units[record["unit"]], self.digit(record["digit"]))
        if record["kind"] == "both":
            return Ending("both", self.index(record["node"]), self.index(record["other"]))
        if record["kind"] == "conclusion":
            return Ending("conclusion", self.index(record["node"]))
        raise ValueError(f"kind {short_repr(record['kind'])}")
