"""Steps as the pages draw them: sentences, marks with a shape each, links, ovals, outlines and arrows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ninefold import records
from ninefold.core.layout import Layout
from ninefold.logic.arrows import step_arrows, step_lines, step_seen
from ninefold.logic.clusters import cluster_links
from ninefold.logic.drawing import child_links
from ninefold.logic.looks import step_marks
from ninefold.logic.step import Candidate, Part, Step

Shape = Literal["circle", "square", "diamond", "hexagon"]
MAX_OUTLINES = 3  # of units that only back links: more of them would hide the links


@dataclass(frozen=True)
class DrawnMark(records.CellDigit):
    """A candidate that a step uses; `words` say in the legend what it is."""

    shape: Shape
    words: str


@dataclass(frozen=True)
class DrawnNode:
    """An end of a link: the candidates of a digit in some cells; digit 0 is the middle of a cell."""

    cells: list[str]
    digit: int


@dataclass(frozen=True)
class DrawnLink:
    """A link between two nodes.

    strong  at least one of them is true        then  the second follows from the first
    weak    at most one of them is true         same  they belong together
    """

    start: DrawnNode
    end: DrawnNode
    kind: Literal["strong", "weak", "then", "same"]


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """What a board draws of a step, besides the digits it places and the candidates it removes."""

    marks: list[DrawnMark]
    links: list[DrawnLink]
    ovals: list[DrawnNode]
    outlines: list[list[str]]
    covers: list[list[str]]
    arrows: list[list[str]]
    seen: list[str]

    @classmethod
    def of(cls, step: Step) -> Drawing:
        """The drawing of a step."""
        layout, parts = step.layout, step.parts
        return cls(
            marks=[
                DrawnMark(layout.name(cell), digit, look.shape, look.words)  # type: ignore[arg-type]
                for (cell, digit), look in step_marks(step).items()
            ],
            links=list(_links(step)),
            ovals=[_node(layout, part) for part in step.roles("node") if step.links and len(part.cells) > 1],
            outlines=[records.names(layout, cells) for cells in _outlines(step)],
            covers=[
                records.names(layout, layout.units[part.unit].cells)
                for part in parts
                if part.role == "cover" and part.unit is not None
            ],
            arrows=[records.names(layout, pair) for pair in step_arrows(step)],
            seen=records.names(layout, step_seen(step)),
        )


def _links(step: Step) -> Iterator[DrawnLink]:
    layout, parts = step.layout, step.parts
    for link in step.links:
        ends = _node(layout, parts[link.start]), _node(layout, parts[link.end])
        yield DrawnLink(*ends, "strong" if link.strong else "weak")
    for first, second, _ in cluster_links(step):
        yield DrawnLink(_at(layout, first), _at(layout, second), "strong")
    for child in step.children:
        for cause, effect in child_links(child):
            yield DrawnLink(_at(layout, cause), _at(layout, effect), "then")
    if not step.links:
        for one, other in step_lines(step):
            yield DrawnLink(DrawnNode([layout.name(one)], 0), DrawnNode([layout.name(other)], 0), "same")


def _node(layout: Layout, part: Part) -> DrawnNode:
    return DrawnNode(records.names(layout, part.cells), part.digits[0])


def _at(layout: Layout, candidate: Candidate) -> DrawnNode:
    return DrawnNode([layout.name(candidate[0])], candidate[1])


def _outlines(step: Step) -> Iterator[tuple[int, ...]]:
    """The units of the parts except covers; if there are none, those that the links rest on, unless they are many.

    Of a contradiction, what is left without a place or a digit, or the cell of what is both true and false.
    """
    own = [part.unit for part in step.parts if part.unit is not None and part.role != "cover"]
    backing = [truth.what for truth in step.truths if truth.kind == "unit"]
    ended = [child.ending for child in step.children]
    yield from ((ending.what,) for ending in ended if ending.kind == "cell")
    yield from ((child.nodes[child.ending.what].cell,) for child in step.children if child.ending.kind == "both")
    units = own or (backing if len(set(backing)) <= MAX_OUTLINES else [])
    for unit in dict.fromkeys(units + [ending.what for ending in ended if ending.kind == "unit"]):
        yield step.layout.units[unit].cells


@dataclass(frozen=True, kw_only=True)
class DrawnStep:
    """A step: what follows, why, in words and notations, and its drawing."""

    technique: str
    name: str
    family: str
    text: str
    notation: str
    eureka: str
    result: str
    assumes_unique: bool
    places: list[records.CellDigit]
    removes: list[records.CellDigit]
    drawing: Drawing

    @classmethod
    def of(cls, step: Step) -> DrawnStep:
        """The record of a step."""
        return cls(
            technique=step.technique.slug,
            name=step.technique.title,
            family=step.technique.family,
            text=step.reason,
            notation=step.notation,
            eureka=step.eureka,
            result=step.result,
            assumes_unique=step.assumes_unique,
            places=records.candidates_of(step.layout, step.places),
            removes=records.candidates_of(step.layout, step.removes),
            drawing=Drawing.of(step),
        )
