"""JSON forms of what a course looks at: relaxations, simplex paths, search trees and levels of propagation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from ninefold.models.simplex import Pivot, SimplexPath
    from ninefold.solving.ladder import Ladder, Rung
    from ninefold.solving.linear_relaxation import LinearRelaxation
    from ninefold.solving.tree import Tree


@dataclass(frozen=True, kw_only=True)
class RelaxationRecord:
    """An optimum of a linear relaxation; `basis` is None if the solver has none, `grid` if it is not a solution."""

    solver: str
    objective: float
    iterations: int | None
    rows: int
    variables: int
    fractional_cells: int
    support: int
    rank: int
    face_dimension: int
    is_vertex: bool
    is_degenerate: bool
    dimension: int
    grid: str | None
    cuts: list[str]
    x: dict[str, float]
    duals: dict[str, float]
    reduced_costs: dict[str, float]
    basis: list[str] | None
    forced: dict[str, int]

    @classmethod
    def of(cls, found: LinearRelaxation) -> RelaxationRecord:
        """The record of an optimum."""
        fractional = len(found.fractional_cells)
        return cls(
            solver=found.solver,
            objective=found.objective,
            iterations=found.iterations,
            rows=len(found.model.rows),
            variables=len(found.model.names),
            fractional_cells=fractional,
            support=int(found.support.sum()),
            rank=found.rank,
            face_dimension=found.face_dimension,
            is_vertex=found.is_vertex,
            is_degenerate=found.is_degenerate,
            dimension=found.dimension(),
            grid=found.solution.line if found.solution else None,
            cuts=[str(cut) for cut in found.model.cuts],
            x=found.values,
            duals=found.duals,
            reduced_costs=found.reduced_costs,
            basis=None if found.basis is None else list(found.basis),
            forced=found.forced(),
        )


@dataclass(frozen=True, kw_only=True)
class PivotRecord:
    """One pivot; numbers are fractions, written as text such as 1/2."""

    phase: int
    entering: str
    leaving: str
    step: str
    objective: str
    vertex: dict[str, str]

    @classmethod
    def of(cls, pivot: Pivot) -> PivotRecord:
        """The record of a pivot."""
        return cls(
            phase=pivot.phase,
            entering=pivot.entering,
            leaving=pivot.leaving,
            step=str(pivot.step),
            objective=str(pivot.objective),
            vertex=_written(pivot.vertex),
        )


@dataclass(frozen=True, kw_only=True)
class PathRecord:
    """The pivots of the simplex method, and the optimum."""

    rule: str
    objective: str
    degenerate: int
    vertex: dict[str, str]
    pivots: list[PivotRecord]

    @classmethod
    def of(cls, path: SimplexPath) -> PathRecord:
        """The record of a path."""
        return cls(
            rule=path.rule,
            objective=str(path.objective),
            degenerate=path.degenerate,
            vertex=_written(path.vertex),
            pivots=[PivotRecord.of(pivot) for pivot in path.pivots],
        )


def _written(vertex: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: str(value) for name, value in vertex.items()}


@dataclass(frozen=True, kw_only=True)
class TreeRecord:
    """A search tree: its size, and for each node its parent, its guess and the number of its event."""

    method: str
    status: str
    nodes: int
    depth: int
    failures: int
    solutions: int
    parent: list[int]
    label: list[str]
    moment: list[int]
    solved: list[int]

    @classmethod
    def of(cls, found: Tree, status: str) -> TreeRecord:
        """The record of a tree, and of how its run ended."""
        return cls(
            method=found.method,
            status=status,
            nodes=found.nodes,
            depth=found.depth,
            failures=found.failures,
            solutions=len(found.solved),
            parent=list(found.parent),
            label=list(found.label),
            moment=list(found.moment),
            solved=sorted(found.solved),
        )


@dataclass(frozen=True, kw_only=True)
class RungRecord:
    """One level of propagation on a puzzle; `ended` says whether its search was complete."""

    order: str
    propagation: str
    removed_at_root: int
    removed: int
    nodes: int
    failures: int
    seconds: float
    status: str
    ended: bool

    @classmethod
    def of(cls, found: Ladder, rung: Rung) -> RungRecord:
        """The record of a rung."""
        return cls(
            order=found.order,
            propagation=rung.propagation,
            removed_at_root=rung.removed_at_root,
            removed=rung.removed,
            nodes=rung.nodes,
            failures=rung.failures,
            seconds=round(rung.seconds, 6),
            status=str(rung.status),
            ended=rung.ended,
        )
