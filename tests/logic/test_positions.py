"""Every technique at work: in its positions it finds the step, the step is proved, and it is right."""

import json
from importlib.resources import files

import pytest

import ninefold as nf
from ninefold.core.position import Position, digits_of
from ninefold.logic.verify import check_step

POSITIONS = json.loads(files("ninefold.logic").joinpath("positions.json").read_text(encoding="utf-8"))
# Large fish take seconds; the technique cases and the soundness run cover their finder.
SLOW = ("whale", "leviathan", "mutant-squirmbag", "franken-squirmbag", "mutant-jellyfish")
FAST = [slug for slug, some in POSITIONS.items() if some and not slug.endswith(SLOW)]


def read(record):
    grid = nf.Grid(record["grid"])
    every = Position.of(grid).candidates
    marks = {cell: list(digits_of(every[cell])) for cell in grid.empty_cells}
    for word in record["removed"].split():
        digit, _, name = word.partition("r")
        marks[grid.layout.cell(f"r{name}")].remove(int(digit))
    return grid, marks


@pytest.mark.parametrize("slug", FAST)
def test_technique_finds_and_proves_its_step(slug):
    record = POSITIONS[slug][0]
    grid, marks = read(record)
    solution = nf.solve(record["puzzle"]).solution.digits
    found = list(nf.steps(grid, marks=marks, clues=record["puzzle"], technique=slug, unique=True))
    assert record["answer"] in [step.notation for step in found]
    for step in found[:20]:
        assert step.technique.slug == slug
        assert not check_step(step, grid, clues=record["puzzle"], marks=marks).fault
        assert all(solution[cell] == digit for cell, digit in step.places)
        assert all(solution[cell] != digit for cell, digit in step.removes)
        assert step.reason.endswith(".")
        assert step.svg().startswith("<svg")


def test_forged_whole_board_step_is_refused():
    """Patterns that are counted or rest on symmetry do not prove what their cells do not say."""
    for slug in ("multi-sector-locked-sets", "gurth", "fireworks-triple", "exocet"):
        record = POSITIONS[slug][0]
        grid, marks = read(record)
        solution = nf.solve(record["puzzle"]).solution.digits
        step = next(iter(nf.steps(grid, marks=marks, clues=record["puzzle"], technique=slug, unique=True)))
        cell, _ = step.removes[0]
        forged = nf.Step(**{**vars_of(step), "removes": ((cell, solution[cell]),)})
        assert check_step(forged, grid, clues=record["puzzle"], marks=marks).fault


def vars_of(step):
    names = ("layout", "technique", "places", "parts", "links", "truths", "children", "assumes_unique", "length")
    return {name: getattr(step, name) for name in names}
