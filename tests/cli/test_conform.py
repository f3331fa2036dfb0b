"""`ninefold conform`: the conformance kit on a method."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import ninefold, plug_in

# Claims to be complete, and never finds anything.
LAZY = """\
from ninefold import MethodInfo

def lazy(puzzle, run):
    run.tick()
    return iter(())

lazy.info = MethodInfo(complete=True, cooperative=True, sizes=(4,))
"""


def test_a_correct_method_passes_every_case() -> None:
    done = ninefold("conform", "search")
    *cases, total = done.lines
    assert all(line.startswith("ok    ") for line in cases)
    assert total == f"search: {len(cases)} passed, 0 failed"
    assert (done.code, done.err) == (0, "")


def test_a_wrong_method_fails_with_the_reason(tmp_path: Path) -> None:
    done = ninefold("conform", "lazy", env=plug_in(tmp_path, "lazy", LAZY))
    failed = [line for line in done.lines if line.startswith("FAIL  ")]
    assert any(line.startswith("FAIL  multiple: lazy: ") for line in failed)
    assert done.lines[-1].endswith(f" {len(failed)} failed")
    assert done.code == 1


def test_every_case_is_one_json_object_on_one_line(tmp_path: Path) -> None:
    done = ninefold("conform", "lazy", "--json", env=plug_in(tmp_path, "lazy", LAZY))
    assert all(list(record) == ["case", "passed", "why"] for record in done.records)
    assert all(record["passed"] == (record["why"] == "") for record in done.records)
    assert {record["passed"] for record in done.records} == {True, False}
    assert done.code == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["serach"], "did you mean search?"),
        ([], "METHOD"),
        (["lp:cuts=foo"], "option cuts: read 'foo'"),
        (["cp:seed=-1"], "option seed: read -1"),
    ],
)
def test_an_unknown_method_or_option_is_an_error(args: list[str], words: str) -> None:
    done = ninefold("conform", *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
