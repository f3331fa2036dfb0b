"""Rows, rank and cuts over the API: the same numbers as from Python."""

from __future__ import annotations

from typing import Any

import pytest

import ninefold as nf

pytest.importorskip("fastapi", reason="these tests need the extra web: pip install ninefold[web]")

RULES = ["cells", "rows", "columns", "boxes", "extras"]
HARDEST = nf.paper_puzzle("hardest").puzzle


def _rows(server: Any, layout: str, families: list[str], *, sums: bool = False) -> tuple[int, int | None, int]:
    answer = server.post("/api/rows", layout=layout, families=families, sums=sums)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    return found["rows"], found["rank"], found["variables"]


def test_row_counts_and_ranks(server: Any) -> None:
    assert _rows(server, "9", RULES) == (324, 249, 729)
    assert _rows(server, "9", [*RULES, "clues"], sums=True) == (351, 249, 729)
    assert _rows(server, "9", ["cells"]) == (81, 81, 729)
    assert _rows(server, "9", []) == (0, 0, 729)
    for n in (4, 6):
        assert _rows(server, str(n), ["cells", "rows", "columns"])[:2] == (3 * n * n, 3 * n * n - 3 * n + 1)
    assert _rows(server, "9+diagonals", RULES)[0] == 342
    assert _rows(server, "25", RULES) == (2500, 2185, 15_625)
    assert _rows(server, "36", ["cells"])[1] is None


def test_the_cut_is_that_of_python(server: Any) -> None:
    found = nf.relaxation(HARDEST)
    cut = found.model.odd_cycle(found.x)
    values = found.beliefs.clip(0, 1).tolist()
    answer = server.post("/api/cut", layout="9", values=values).json()
    assert answer["cut"] == str(cut)
    assert (answer["candidates"], answer["most"]) == (7, 3)
    assert answer["sum"] > 3
    model = nf.model(nf.Grid.empty(9))
    whole = model.beliefs(model.vector(nf.solve(HARDEST).solution))
    assert server.post("/api/cut", layout="9", values=whole.tolist()).json()["cut"] is None


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("/api/rows", {"layout": "9", "families": ["diagonals"]}, "unknown family 'diagonals'"),
        ("/api/rows", {"layout": "nine", "families": []}, "layout"),
        ("/api/cut", {"layout": "4", "values": [[0.5] * 4] * 15}, "16 cells with 4 numbers each"),
        ("/api/cut", {"layout": "4", "values": [[0.5] * 4] * 15 + [[2.0] * 4]}, "values"),
    ],
)
def test_bad_requests_say_what_is_wrong(server: Any, path: str, body: dict[str, Any], words: str) -> None:
    answer = server.post(path, **body)
    assert answer.status_code in (400, 422)
    assert words in answer.text
