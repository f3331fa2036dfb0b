"""`ninefold methods`: the table, one method in detail, and plug-ins."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import SOLUTION, ninefold, plug_in

OWN = ["lanes", "search", "propagate", "backtrack"]

FULL = """\
from ninefold import MethodInfo

class full:
    \"\"\"Solves full grids only.\"\"\"

    info = MethodInfo(about="solves full grids only", cooperative=True)

    def __call__(self, puzzle, run):
        if not puzzle.empty_cells:
            yield puzzle
"""


def test_every_method_has_a_line_with_what_it_does() -> None:
    done = ninefold("methods")
    assert [line.split()[0] for line in done.lines[:4]] == OWN
    assert all(len(line.split()) > 3 for line in done.lines)
    assert (done.code, done.err) == (0, "")


def test_auto_says_which_method_it_picks_and_why() -> None:
    done = ninefold("methods", "auto")
    assert done.code == 0
    assert "  on 9            lanes" in done.lines
    assert "  on 4            search, not lanes: it supports size 9 only; this board is size 4" in done.lines


def test_every_method_is_one_json_object_on_one_line() -> None:
    done = ninefold("methods", "--json")
    assert [record["name"] for record in done.records[:4]] == OWN
    assert all(record["available"] is True and record["why_not"] == "" for record in done.records[:4])
    assert [(option["name"], option["default"]) for option in done.records[2]["options"]] == [
        ("tries", "fewest"),
        ("program", "complete"),
    ]
    assert done.code == 0


def test_details_of_a_method_list_its_options() -> None:
    done = ninefold("methods", "propagate")
    assert done.lines[0].startswith("propagate: ")
    assert any(line.startswith("  option    tries=fewest: ") for line in done.lines)
    assert [record["name"] for record in ninefold("methods", "propagate", "--json").records] == ["propagate"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["serach"], "unknown method 'serach' (did you mean search?)"),
        (["search", "propagate"], "unrecognized arguments: propagate"),
        (["--by"], "unrecognized arguments: --by"),
    ],
)
def test_methods_reports_usage_errors(args: list[str], words: str) -> None:
    done = ninefold("methods", *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_a_plug_in_is_listed_and_can_solve(tmp_path: Path) -> None:
    env = plug_in(tmp_path, "full", FULL)
    record = ninefold("methods", "--json", env=env).records[-1]
    assert (record["name"], record["available"], record["complete"]) == ("full", True, False)
    assert ninefold("solve", "--by", "full", SOLUTION, env=env).out == SOLUTION + "\n"


def test_a_broken_plug_in_is_listed_with_the_reason(tmp_path: Path) -> None:
    env = plug_in(tmp_path, "broken", "import no_such_library\n")
    record = ninefold("methods", "--json", env=env).records[-1]
    assert (record["name"], record["available"]) == ("broken", False)
    assert "no_such_library" in record["why_not"]
    one = ninefold("methods", "broken", env=env)
    assert (one.code, "not available" in one.out) == (1, True)
    solved = ninefold("solve", "--by", "broken", SOLUTION, env=env)
    assert (solved.code, solved.out) == (2, "")
    assert "method 'broken' is not available" in solved.err
