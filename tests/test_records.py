"""One JSON form for the command line and the API: what both write about a puzzle is the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from running import PROPER, ninefold

from ninefold import Grid, records
from ninefold.processes.child import Context

pytest.importorskip("pydantic")
from ninefold.web.endpoints.check import CheckRequest, check
from ninefold.web.endpoints.hint import HintRequest, hint
from ninefold.web.endpoints.solve import CountRequest, SolveRequest, count, solve

WRONG = Grid(PROPER).with_digits({2: 5}).line


def shared(command: list[str], answer: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """The keys that both have, with their values, except times and grids."""
    [line] = ninefold(*command, "--json").records
    api = json.loads(records.as_json(answer))
    keys = line.keys() & api.keys() - {"puzzle", "seconds", "solutions", "startup_seconds"}
    return {key: line[key] for key in keys}, {key: api[key] for key in keys}


@pytest.mark.parametrize(
    ("command", "function", "request_"),
    [
        (["hint", PROPER, "--strength", "3"], hint, HintRequest(grid=PROPER, strength=3)),
        (["check", WRONG], check, CheckRequest(grid=WRONG)),
        (["solve", PROPER], solve, SolveRequest(puzzle=PROPER)),
        (["count", PROPER], count, CountRequest(puzzle=PROPER)),
    ],
    ids=["hint", "check", "solve", "count"],
)
def test_command_line_and_api_agree(command: list[str], function: Any, request_: object) -> None:
    line, api = shared(command, function(request_, Context()))
    assert line == api
    assert len(line) >= 2


def test_cells_are_names() -> None:
    answer = json.loads(records.as_json(check(CheckRequest(grid=WRONG, clues=PROPER), Context())))
    assert answer["clashing_cells"] == ["r1c1", "r1c3"]
    assert answer["wrong_cells"] == ["r1c3"]
