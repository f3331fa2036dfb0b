"""A walk remembers what it searched in vain; that never changes which step comes next."""

import pytest

import ninefold as nf
from ninefold.logic.engine import next_step

REMEMBERED = {"locked", "subsets", "fish", "single-digit", "wings", "colours"}


@pytest.mark.parametrize("order", ["human", "hodoku", "explainer"])
def test_a_walk_takes_the_step_that_a_new_search_finds(order: str) -> None:
    (rows,) = nf.generate_arrays(seed=3, count=30)
    compared = 0
    for path in nf.explain_many(rows.puzzles, order=order):
        for step in path:
            if step.technique.family not in REMEMBERED or step.position is None:
                continue
            new = next_step(step.position, path.puzzle, order, unique=True)
            assert new is not None
            assert (new.technique, new.places, new.removes) == (step.technique, step.places, step.removes)
            compared += 1
    assert compared > 50
