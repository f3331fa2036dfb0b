"""The documented exit codes: each is reached, and no other is documented."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from running import IMPOSSIBLE, TWO, Done, ninefold

Call = Callable[..., Done]
SMALL = "..4.1......3.1.."
METHODS = """\
def wrong(puzzle, run):
    yield puzzle

def interrupted(puzzle, run):
    raise KeyboardInterrupt
    yield

def broken(puzzle, run):
    raise RuntimeError("oops")
    yield
"""
CASES = [
    (0, ["solve", SMALL]),
    (0, ["solve", TWO, "--limit", "2"]),
    (0, ["check", SMALL, "--proper"]),
    (0, ["count", TWO]),
    (0, ["--help"]),
    (0, ["--version"]),
    (1, ["solve", IMPOSSIBLE]),
    (1, ["solve", TWO]),
    (1, ["solve", SMALL, "--by", "backtrack", "--nodes", "1"]),
    (1, ["check", TWO, "--proper"]),
    (1, ["check", "11.............."]),
    (1, ["canonical", SMALL, SMALL, "--distinct"]),
    (2, []),
    (2, ["nosuch"]),
    (2, ["solve", SMALL, "--nosuch"]),
    (2, ["solve", "nosuch.txt"]),
    (2, ["solve", "."]),
    (2, ["solve", SMALL, "123"]),
    (2, ["solve", SMALL, "--by", "nosuch"]),
    (2, ["solve", SMALL, "--trace", "/nosuch/trace"]),
    (70, ["solve", SMALL, "--by", "{file}:wrong"]),
    (70, ["solve", SMALL, "--by", "{file}:broken"]),
    (70, ["race", SMALL, "--by", "{file}:wrong"]),
    (70, ["sweep", SMALL, "--by", "{file}:wrong"]),
    (130, ["solve", SMALL, "--by", "{file}:interrupted"]),
    (130, ["sweep", SMALL, "--by", "{file}:interrupted"]),
]


@pytest.mark.parametrize(
    ("code", "args"), CASES, ids=lambda value: " ".join(value) if isinstance(value, list) else value
)
def test_a_command_ends_with_its_documented_code(call: Call, tmp_path: Path, code: int, args: list[str]) -> None:
    file = tmp_path / "methods.py"
    file.write_text(METHODS)
    assert call(*(arg.format(file=file) for arg in args)).code == code


def test_every_documented_code_has_a_case() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "command-line", "start.md").read_text(encoding="utf-8")
    documented = {int(code) for code in re.findall(r"(?m)^\| (\d+) \|", page.partition("## Exit codes")[2])}
    assert documented == {code for code, _ in CASES} == {0, 1, 2, 70, 130}


@pytest.mark.parametrize("args", [["check", "11.............."], ["nosuch"]], ids=" ".join)
def test_the_module_does_the_same_as_the_command(call: Call, args: list[str]) -> None:
    assert ninefold(*args) == call(*args)
