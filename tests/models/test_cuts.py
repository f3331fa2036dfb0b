"""Cuts: hand-written rows over the variables of a binary model."""

import numpy as np
import pytest

from ninefold import Grid, GridError
from ninefold.models.binary import binary
from ninefold.models.cuts import read_cuts, rows_with

SMALL = "..4. 1... ...3 .1.."
SOLUTION = "2341143242133124"


def test_cut_prints_in_its_input_form():
    text = "2 x_r1c1_3 - x_r1c2_3 + 0.5 x_r4c4_1 >= -1"
    [cut] = read_cuts(text)
    assert str(cut) == text
    assert read_cuts(str(cut)) == (cut,)
    assert read_cuts("") == read_cuts(" ;\n; ") == ()


def test_error_lists_every_invalid_cut():
    with pytest.raises(GridError) as caught:
        read_cuts("x_r1c1_1 <= 1; x_r1c1 <= 1; x_r1c1_1 x_r1c2_1 <= 1; x_r1c1_1 <= y; <= 1; x_r1c1_1 < 1")
    assert [fault.where for fault in caught.value.faults] == ["cut 2", "cut 3", "cut 4", "cut 5", "cut 6"]


def test_cut_for_another_board_is_rejected():
    with pytest.raises(GridError, match="from 1 to 4"):
        rows_with(binary(SMALL), read_cuts("x_r5c1_1 <= 1"))


@pytest.mark.parametrize("presolve", [True, False])
@pytest.mark.parametrize(
    ("text", "misses"),
    [
        ("x_r1c1_2 >= 1", 0.0),
        ("x_r1c1_2 <= 0", 1.0),
        ("x_r1c1_2 + x_r1c3_4 <= 1", 1.0),  # r1c3 is a clue, so a presolved model has no variable for it
        ("x_r1c3_1 = 0", 0.0),
        ("3 x_r1c1_2 - x_r1c2_3 = 2", 0.0),
        ("x_r1c1_2 + x_r1c1_2 <= 1", 1.0),  # named twice, counted twice
    ],
)
def test_violation_of_a_cut_is_computed(text, misses, presolve):
    model = binary(SMALL, presolve=presolve)
    rows = rows_with(model, read_cuts(text))
    assert len(rows) == len(model.rows) + 1
    assert rows.names[-1] == "cut_1"
    assert np.isclose(rows.violation(model.vector(Grid(SOLUTION))), misses)
