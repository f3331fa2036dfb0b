"""`ninefold rate`: tables, JSON, formats, selections, and files that are continued."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from running import ninefold, on_terminal

from ninefold.cli import main, rate
from ninefold.cli.parser import parse
from ninefold.cli.rate_lines import duration

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# ER 2.0, 2.3, 3.2
OTHERS = (
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "3..2........1.7...7.6.3.5...7...9.8.9...2...4.1.8...5...9.4.3.1...7.2........8..6",
)


# 2.8/2.3/2.3
PEARL = ".....9...8.2.3..9....7..41.15..8......4..5...2.3.71..........8.....9..7456..1...."


def explainer(er: tuple[float, str], ep: tuple[float, str], ed: tuple[float, str]) -> dict[str, float | str]:
    """The JSON of a scale: the numbers, and the techniques behind them."""
    numbers = {"er": er[0], "ep": ep[0], "ed": ed[0]}
    return numbers | {"technique": er[1], "ep_technique": ep[1], "ed_technique": ed[1]}


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
    assert first["explainer"] == explainer((1.2, "Hidden Single"), (1.2, "Hidden Single"), (1.2, "Hidden Single"))
    assert first["hodoku"] == {"level": "Easy", "score": 204}
    assert first["minutes"] > 0
    assert first["level"] == "gentle"
    assert sum(first["techniques"].values()) == len(first["openings"]) == 51
    assert (first["backdoor"], first["guesses"]) == (0, 0)
    assert second["why"] == "it has more than one solution"
    assert "line 2" in output.err


def test_each_number_of_sudoku_explainer_comes_with_its_technique(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", PEARL, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["explainer"]
    assert found == explainer((2.8, "Claiming"), (2.3, "Naked Single"), (2.3, "Naked Single"))
    assert main(["rate", PEARL, "--format", "%R, %P, %D"]) == 0
    assert capsys.readouterr().out == "Claiming, Naked Single, Naked Single\n"


def test_a_terminal_shows_one_puzzle_in_full_and_many_in_a_table(file: Path) -> None:
    done = on_terminal("rate", PEARL, "--sukaku")
    assert "explainer:  ER 2.8 (Claiming), EP 2.3 (Naked Single), ED 2.3 (Naked Single)\n" in done.out
    assert "sukaku:     ER 2.8 (Claiming), EP 2.3 (Naked Single), ED 2.3 (Naked Single)\n" in done.out
    assert "ER/EP/ED" not in done.out
    for sources in ([file], [PEARL, EASY]):
        assert "ER/EP/ED" in on_terminal("rate", *sources).out
    assert on_terminal("rate", "." * 81).out.startswith("not rated: it has more than one solution")
    assert ninefold("rate", PEARL).out.startswith(f"{PEARL}  tricky ")


def test_a_board_that_scales_do_not_cover_has_a_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "..4.1......3.1..", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["level"], found["explainer"], found["hodoku"]) == ("easy", None, None)
    assert "only the level" in found["why"]


def test_an_interrupt_that_wakes_nobody_is_still_noticed(file: Path) -> None:
    """A signal to another thread, or just before a wait, does not end the wait of the main thread."""
    program = f"""
import signal, sys
from concurrent import futures
from threading import Event
from ninefold.cli import main, rate

noticed, is_waiting = [], Event()

def interrupted(chunk, args, cancel):
    assert is_waiting.wait(30)
    signal.raise_signal(signal.SIGINT)  # in a thread of the pool
    noticed.append(cancel.wait(30))

rate._rate_chunk = interrupted
rate.wait = lambda *args: (is_waiting.set(), futures.wait(*args))[1]
sys.exit((main(["rate", {str(file)!r}]), noticed) != (130, [True]))
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_formats_selections_and_order(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", str(file), "--format", "%r/%p/%d 100%%", "--max-er", "3", "--sort", "er"]) == 0
    assert capsys.readouterr().out.splitlines() == ["1.2/1.2/1.2 100%", "2.0/1.2/1.2 100%", "2.3/1.2/1.2 100%"]
    assert main(["rate", str(file), "--format", "%R", "--sort", "score", "--reverse", "--min-er", "2.1"]) == 0
    assert set(capsys.readouterr().out.splitlines()) == {"Naked Single", "X-Wing"}
    assert main(["rate", str(file), "--format", "%g %h", "--level", "gentle"]) == 0
    assert capsys.readouterr().out == f"{EASY} Easy\n"
    for limits in (("--min-ep", "2.3"), ("--min-ed", "1.3", "--max-ep", "2.5")):
        assert main(["rate", str(file), PEARL, "--format", "%r/%p/%d", *limits]) == 0
        assert capsys.readouterr().out.splitlines() == ["2.8/2.3/2.3"]
    for name in ("hidden pair", "hidden-pair", "Hidden Pair", "h2"):
        assert main(["rate", str(file), "--format", "%c", "--technique", name]) == 0
        assert capsys.readouterr().out.splitlines() == ["25"]


def test_codes_of_serate_and_gsf(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", str(file), "--format", "%n %v %i", "--max-er", "1.2"]) == 0
    assert capsys.readouterr().out == f"4 {EASY} {EASY.replace('.', '0')}\n"
    assert main(["rate", EASY, "--format", "%r %e"]) == 0
    assert re.fullmatch(r"1\.2 \d+\.\d\ds\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.079, "0.07s"), (59.99, "59.99s"), (65, "1m05s"), (9000, "2h30m"), (93_700, "1d02h")]
)
def test_times_are_written_as_serate_does(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_the_progress_line_counts_what_files_hold(file: Path, tmp_path: Path) -> None:
    def words(*sources: str) -> str | None:
        progress = rate.progress_words(parse(["rate", *sources]))
        return progress and progress(3, 2.0)

    file.write_text(f"{file.read_text()}not a puzzle\n")
    assert words(str(file), EASY) == "rated 3 of 6 puzzles in 2 s"
    assert words() is words("-") is words(str(tmp_path)) is None


def test_sukaku_explainer_has_its_own_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    lower = "050002000060104000920000006000850034000400900000007080700000100500030607002080000"
    assert main(["rate", lower, EASY, "--json", "--sukaku", "--sort", "sukaku", "--reverse"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["explainer"]["er"], second["sukaku"]["er"]) == (6.6, 1.2)
    assert first["sukaku"] == explainer((4.0, "2 Strong Links"), (1.2, "Hidden Single"), (1.2, "Hidden Single"))
    assert main(["rate", lower, "--format", "%r %u %U"]) == 0
    assert capsys.readouterr().out == "6.6 4.0/1.2/1.2 2 Strong Links\n"
    assert main(["rate", EASY, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sukaku"] is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--format", "%q"], "%q"),
        (["--level", "evil"], "unknown level 'evil'"),
        (["--technique", "x-wign"], "did you mean x-wing"),
        (["--json", "--format", "%r"], "not allowed with argument --json"),
        (["--reverse"], "--reverse needs --sort (choose from er, ep, ed"),
        (["--resume"], "--resume needs --json and --output FILE"),
        (["--resume", "--json", "--output", "x", "--sort", "er"], "--resume needs"),
        (["--resume", "--json", "--output", "x", "--min-ep", "2"], "--resume needs"),
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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--min-er", "5", "--max-er", "2.5"), "--min-er 5 is above --max-er 2.5"),
        (("--technique", "w-wing"), "ratings do not count 'w-wing' (choose from Last in Unit"),
    ],
)
def test_a_filter_that_no_puzzle_can_pass_is_an_error(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rate", EASY, *words]) == 2
    output = capsys.readouterr()
    assert (output.out, message in output.err) == ("", True)
