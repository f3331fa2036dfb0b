"""Ranks of models, in exact arithmetic."""

from __future__ import annotations

import numpy as np
import pytest
from modelled import PROPER

import ninefold as nf
from ninefold.models.rank import rank_of


@pytest.mark.parametrize(("size", "rows", "rank"), [(4, 64, 40), (9, 324, 249), (16, 1024, 856), (25, 2500, 2185)])
def test_ranks_of_empty_boards(size: int, rows: int, rank: int) -> None:
    model = nf.model(nf.Grid.empty(size))
    assert (len(model.rows), model.rank()) == (rows, rank)


def test_sum_rows_add_nothing() -> None:
    assert nf.model(nf.Grid.empty(9), sums=True).rank() == 249


@pytest.mark.parametrize("size", [4, 6, 9])
def test_rank_of_latin_squares(size: int) -> None:
    model = nf.model(nf.Grid.empty(size), families=["cells", "rows", "columns"])
    assert model.rank() == 3 * size**2 - 3 * size + 1


@pytest.mark.parametrize("name", [name for name in PROPER if name != "16"])
@pytest.mark.parametrize("presolve", [True, False])
def test_rank_is_that_of_floating_point(name: str, presolve: bool) -> None:
    model = nf.model(PROPER[name], presolve=presolve, cuts="0.5 x_r1c1_1 - 3 x_r2c2_2 <= 1.25")
    assert model.rank() == np.linalg.matrix_rank(model.matrix().toarray())


def test_rank_of_some_rows_and_columns() -> None:
    rows = nf.model(PROPER["9"]).rows
    rng = np.random.default_rng(1)
    for _ in range(20):
        kept, columns = rng.random(len(rows)) < 0.5, rng.random(rows.width) < 0.5
        wanted = np.linalg.matrix_rank(rows.matrix().toarray()[np.ix_(kept, columns)])
        assert rank_of(rows, kept=kept, columns=columns) == wanted
    assert rank_of(rows, kept=np.zeros(len(rows), np.bool_)) == 0
