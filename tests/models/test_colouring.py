"""The colouring model: cells and digits as a graph."""

from __future__ import annotations

import pytest
from modelled import COUNTED, PROPER, SMALL, SMALL_SOLUTION

import ninefold as nf
from ninefold.models.colouring import ColouringModel, colouring


def colourings(model: ColouringModel) -> int:
    """The number of colourings of the graph, with the colours of the digits fixed."""
    if model.infeasible:
        return 0
    size, count = model.layout.size, len(model.cells)
    beside: list[set[int]] = [set() for _ in range(model.vertices)]
    for a, b in model.edges.tolist():
        beside[a].add(b)
        beside[b].add(a)
    colour = [-1] * count + list(range(size))

    def tried(vertex: int) -> int:
        if vertex == count:
            return 1
        total = 0
        for hue in range(size):
            if all(colour[other] != hue for other in beside[vertex]):
                colour[vertex] = hue
                total += tried(vertex + 1)
        colour[vertex] = -1
        return total

    return tried(0)


@pytest.mark.parametrize("presolve", [True, False])
@pytest.mark.parametrize("puzzle", COUNTED.values(), ids=COUNTED)
def test_colourings_correspond_to_solutions(puzzle: nf.Grid, presolve: bool) -> None:
    assert colourings(colouring(puzzle, presolve=presolve)) == nf.count(puzzle)


@pytest.mark.parametrize("presolve", [True, False])
@pytest.mark.parametrize("puzzle", PROPER.values(), ids=PROPER)
def test_solution_round_trips_through_a_colouring(puzzle: nf.Grid, presolve: bool) -> None:
    solution = nf.solve(puzzle).solution
    model = colouring(puzzle, presolve=presolve)
    colours = [chr(60 + solution[cell]) for cell in model.cells.tolist()] + [chr(61 + d) for d in range(puzzle.size)]
    assert all(colours[a] != colours[b] for a, b in model.edges.tolist())
    assert model.grid(colours) == solution


def test_graph_sizes() -> None:
    model = colouring(nf.Grid.empty(9), presolve=False)
    assert model.vertices == 90
    assert len(model.edges) == 810 + 36
    assert len({tuple(edge) for edge in model.edges.tolist()}) == 846
    assert model.names[80:82] == ["r9c9", "digit_1"]


def test_invalid_colourings_are_rejected() -> None:
    model = colouring(SMALL)
    with pytest.raises(nf.GridError, match="read 1 colours, expected 16"):
        model.grid([1])
    with pytest.raises(nf.GridError, match="1 different colours, expected 4"):
        model.grid([1] * 16)
    with pytest.raises(nf.GridError, match="r1c1 has a colour that no digit has"):
        model.grid([9] * 12 + [1, 2, 3, 4])


def test_repr_is_the_code_that_builds_it() -> None:
    assert repr(colouring(SMALL_SOLUTION, families=["rows"])).endswith("families=('cells', 'rows'))")
