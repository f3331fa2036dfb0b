"""Every technique at work: in its positions it finds the step, the step is proved, and it is right."""

import json
from importlib.resources import files

import pytest

import ninefold as nf
from ninefold.core.position import Position, digits_of
from ninefold.logic.engine import in_order
from ninefold.logic.positions import exercises
from ninefold.logic.techniques import find_techniques
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


def test_large_fish_always_has_a_smaller_one_beside_it():
    """Why its page says that it is never the next step: smaller fish or locked candidates remove the same."""
    small = ("locked", *(f"{shape}{fish}" for shape in ("", "finned ", "sashimi ") for fish in ("X-wing", "swordfish")))
    small = (*small, "jellyfish", "finned jellyfish", "sashimi jellyfish")
    for slug in ("squirmbag", "finned-squirmbag", "sashimi-squirmbag", "whale"):
        for record in POSITIONS[slug]:
            grid, marks = read(record)
            step = next(s for s in nf.steps(grid, marks=marks, technique=slug) if s.notation == record["answer"])
            digit = step.removes[0][1]
            others = {pair for s in nf.steps(grid, marks=marks, technique=small) for pair in s.removes}
            is_single = any(s.places[0][1] == digit for s in nf.steps(grid, marks=marks, technique="hidden single"))
            assert is_single or set(step.removes) <= others, record


@pytest.mark.parametrize("slug", ["franken-x-wing", "mutant-x-wing"])
def test_x_wing_with_a_box_has_something_simpler_beside_it(slug):
    for record in POSITIONS[slug]:
        grid, marks = read(record)
        assert any(nf.steps(grid, marks=marks, technique=("singles", "locked")))


@pytest.mark.parametrize("slug", ["dual-two-string-kite", "three-strong-links", "multi-colours-2", "franken-swordfish"])
def test_technique_without_an_order_is_practised_where_easier_ones_are_used_up(slug):
    (technique,) = find_techniques(slug)
    easier = in_order("human")
    easier = easier[: [one.slug for one in easier].index(technique.after) + 1]
    positions = [record for record in POSITIONS[slug] if record["next"]]
    assert positions
    for record in positions:
        grid, marks = read(record)
        assert not any(nf.steps(grid, marks=marks, clues=record["puzzle"], technique=easier, unique=True))


def test_chains_with_steps_inside_use_them():
    """A lemma that needed nothing of the assumption would be a step of its own."""
    for slug, is_nested in (("dynamic-plus", False), ("nested-forcing-chain", True)):
        for exercise in exercises(find_techniques(slug)[0]):
            (child,) = exercise.step().children
            assert child.lemmas
            assert all(bool(lemma.children) == is_nested for lemma in child.lemmas)
            assert all(node.parents for node in child.nodes if node.reason == "lemma")


def test_every_technique_has_positions():
    assert [technique.slug for technique in nf.techniques() if not POSITIONS[technique.slug]] == []
