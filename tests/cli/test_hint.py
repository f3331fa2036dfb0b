"""`ninefold hint`: the next step, in three strengths."""

from __future__ import annotations

from pathlib import Path

from running import IMPOSSIBLE, PROPER, SOLUTION, ninefold

import ninefold as nf
from ninefold import records


def test_each_strength_shows_more() -> None:
    hints = [ninefold("hint", PROPER, "--strength", str(number)).out for number in (1, 2, 3)]
    assert hints[0] == ninefold("hint", PROPER).out == "Look at box 2.\n"
    assert "hidden single" in hints[1]
    assert "r1c6" in hints[2]


def test_exit_code_is_0_for_a_step_or_a_complete_grid() -> None:
    assert ninefold("hint", PROPER).code == 0
    assert ninefold("hint", SOLUTION).code == 0
    assert ninefold("hint", IMPOSSIBLE).code == 1
    assert ninefold("hint", "." * 81).code == 1
    assert ninefold("hint", "nonsense").code == 2


def test_clues_reveal_wrong_digits(tmp_path: Path) -> None:
    wrong = nf.Grid(PROPER).with_digits({2: 1}).line
    (tmp_path / "puzzle.txt").write_text(PROPER)
    done = ninefold("hint", wrong, "--clues", str(tmp_path / "puzzle.txt"), "--strength", "3")
    assert (done.code, done.out) == (1, "1 in r1c3 is not in the solution.\n")


def test_json_has_the_documented_keys() -> None:
    [record] = ninefold("hint", PROPER, "--json", "--strength", "3").records
    assert record["places"] == [{"cell": "r1c6", "digit": 8}]
    text = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
    table = text.partition("### JSON of hint\n")[2].partition("\n## ")[0]
    keys = [line.split("`")[1] for line in table.splitlines() if line.startswith("| `")]
    grid = nf.Grid(PROPER)
    assert keys == list(record) == list(records.with_puzzle(grid, records.HintRecord.of(grid, nf.hint(grid))))
