"""`ninefold rate`: tables, JSON, formats, selections, and files that are continued."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ninefold.cli import main

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# ER 2.0, 2.3, 3.2
OTHERS = (
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "3..2........1.7...7.6.3.5...7...9.8.9...2...4.1.8...5...9.4.3.1...7.2........8..6",
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join([*reversed(OTHERS), EASY]) + "\n")
    return path


def test_puzzles_are_rated_and_unreadable_lines_reported(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(f"{EASY}\nnot a puzzle\n{'.' * 81}\n..4.1......3.1..\n")
    assert main(["rate", str(file), "--json", "--layout", "9"]) == 2
    output = capsys.readouterr()
    first, second = map(json.loads, output.out.splitlines())
    assert first["puzzle"] == EASY
    assert first["explainer"] == {"er": 1.2, "ep": 1.2, "ed": 1.2, "technique": "Hidden Single"}
    assert first["hodoku"] == {"level": "Easy", "score": 204}
    assert first["minutes"] > 0
    assert first["level"] == "gentle"
    assert sum(first["techniques"].values()) == len(first["openings"]) == 51
    assert (first["backdoor"], first["guesses"]) == (0, 0)
    assert second["why"] == "it has more than one solution"
    assert "line 2" in output.err


def test_a_board_that_scales_do_not_cover_has_a_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "..4.1......3.1..", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["level"], found["explainer"], found["hodoku"]) == ("easy", None, None)
    assert "only the level" in found["why"]


def test_formats_selections_and_order(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", str(file), "--format", "%r/%p/%d 100%%", "--max-er", "3", "--sort", "er"]) == 0
    assert capsys.readouterr().out.splitlines() == ["1.2/1.2/1.2 100%", "2.0/1.2/1.2 100%", "2.3/1.2/1.2 100%"]
    assert main(["rate", str(file), "--format", "%R", "--sort", "score", "--reverse", "--min-er", "2.1"]) == 0
    assert set(capsys.readouterr().out.splitlines()) == {"Naked Single", "X-Wing"}
    assert main(["rate", str(file), "--format", "%g %h", "--level", "gentle"]) == 0
    assert capsys.readouterr().out == f"{EASY} Easy\n"
    assert main(["rate", str(file), "--format", "%c", "--technique", "hidden pair"]) == 0
    assert capsys.readouterr().out.splitlines() == ["25"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--format", "%q"], "%q"),
        (["--level", "evil"], "unknown level 'evil'"),
        (["--resume"], "--resume needs --json and --output FILE"),
        (["--resume", "--json", "--output", "x", "--sort", "er"], "--resume needs"),
    ],
)
def test_wrong_options_are_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", EASY, *arguments]) == 2
    assert words in capsys.readouterr().err


def test_an_unfinished_file_is_continued(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    assert main(["rate", str(file), "--json", "--output", str(whole)]) == 0
    text = whole.read_bytes()
    part.write_bytes(text[: len(text) // 2])  # in the middle of a line
    assert main(["rate", str(file), "--json", "--output", str(part), "--resume"]) == 0
    assert part.read_bytes() == text
    part.write_bytes(text.replace(EASY.encode(), OTHERS[0].encode()))
    assert main(["rate", str(file), "--json", "--output", str(part), "--resume"]) == 2
    assert "line 4, belongs to the puzzle" in capsys.readouterr().err
    part.write_text("not json\n")
    assert main(["rate", str(file), "--json", "--output", str(part), "--resume"]) == 2
    assert "is not a result of" in capsys.readouterr().err
