"""`ninefold verify`: certificates from files, arguments and output of `solve --json`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import PROPER, ninefold

HOLDS = {
    "certificate": "elimination",
    "layout": "4",
    "puzzle": "12..............",
    "candidate": "x_r2c3_3",
    "weights": {"row_1_3": -1, "box_2_3": 1},
}
FAILS = HOLDS | {"candidate": "x_r3c3_3"}


def test_a_valid_certificate_is_printed_in_words() -> None:
    done = ninefold("verify", json.dumps(HOLDS))
    assert (done.code, done.out) == (0, "proved: r2c3 is not 3 in 12.............. (layout 4)\n")


def test_an_invalid_certificate_shows_what_fails(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(FAILS, indent=2))
    done = ninefold("verify", str(file))
    assert done.code == 1
    assert "load of r3c3=3: read 0, expected more than the total, 0" in done.out


def test_one_certificate_per_line() -> None:
    lines = "\n".join(map(json.dumps, (HOLDS, FAILS, {"certificate": "oath"}, HOLDS)))
    done = ninefold("verify", "--json", stdin=lines)
    assert done.code == 2
    assert [json.loads(line)["verdict"] for line in done.lines] == ["proved", "not proved", "proved"]
    assert "standard input, line 3" in done.err


def test_endless_input_is_an_error(tmp_path: Path) -> None:
    done = ninefold("verify", "/dev/zero")
    assert done.code == 2
    assert "/dev/zero, line 1: more than 100,000,000 characters" in done.err


def test_damaged_first_line_does_not_hide_the_others(tmp_path: Path) -> None:
    file = tmp_path / "certificates.jsonl"
    file.write_text(f"\nhalf of\n{json.dumps(HOLDS)}\n\n{json.dumps(FAILS)}\n")
    done = ninefold("verify", "--json", str(file))
    assert done.code == 2
    assert [json.loads(line)["verdict"] for line in done.lines] == ["proved", "not proved"]
    assert "certificates.jsonl, line 2" in done.err


def test_solve_output_can_be_piped_in() -> None:
    pytest.importorskip("highspy")
    solved = ninefold("solve", "..4.1......3.1..", "--by", "lp-probe:certificate=true", "--json")
    done = ninefold("verify", stdin=solved.out)
    assert (done.code, done.out) == (
        0,
        "proved: ..4.1......3.1.. (layout 4) has exactly one solution, 2341143242133124\n",
    )


def test_a_key_that_appears_twice_in_solve_output_is_an_error() -> None:
    record = json.dumps({"stats": {"certificate": HOLDS}}).replace('"layout"', '"puzzle": "1...............", "layout"')
    done = ninefold("verify", record)
    assert done.code == 2
    assert "'puzzle' appears twice" in done.err


def test_a_condition_is_part_of_the_verdict() -> None:
    given = HOLDS | {"dropped": ["x_r4c1_3"]}
    done = ninefold("verify", "--json", json.dumps(given))
    record = json.loads(done.out)
    assert (done.code, record["verdict"], record["condition"]) == (1, "proved under a condition", ["x_r4c1_3"])
    assert (record["layout"], record["puzzle"]) == ("4", "12..............")


def test_clause_proofs_are_read_from_their_files(tmp_path: Path) -> None:
    pytest.importorskip("pysat")
    ninefold("solve", "..4.1......3.1..", "--by", f"sat:proof={tmp_path / 'two'}")
    done = ninefold("verify", str(tmp_path / "two.drat"))
    assert (done.code, done.out.split(" (")[0]) == (0, "proved: ..4.1......3.1..")
    cnf = tmp_path / "two.cnf"
    cnf.write_text(cnf.read_text().replace("c puzzle ..4.1", "c puzzle ..4.."))
    done = ninefold("verify", str(cnf))
    assert done.code == 2
    assert "expected a clause of the puzzle in the comments" in done.err
    assert done.err.count("two.cnf") == 1
    assert ninefold("verify", str(tmp_path / "none.drat")).code == 2


@pytest.mark.parametrize("text", ["", "   \n"])
def test_empty_input_is_an_error(text: str) -> None:
    done = ninefold("verify", stdin=text)
    assert done.code == 2
    assert "no certificate" in done.err


def test_a_saved_path_is_checked_step_by_step(tmp_path: Path) -> None:
    file = tmp_path / "path.json"
    explained = ninefold("explain", PROPER, "--json").out
    file.write_text(explained)
    done = ninefold("verify", str(file))
    assert (done.code, done.out) == (0, f"proved: 51 steps lead to the solution ({PROPER})\n")
    path = json.loads(explained)
    path["steps"][7]["places"][0]["digit"] %= 9
    path["steps"][7]["places"][0]["digit"] += 1
    done = ninefold("verify", "--json", json.dumps(path))
    (record,) = done.records
    assert (done.code, record["verdict"], record["steps"]) == (1, "not proved", 7)
    assert record["fault"].startswith("step 8, hidden single")


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({"steps": []}, "a path needs a puzzle, a layout and a list of steps"),
        ({"puzzle": "1", "layout": "9", "steps": []}, "read 1 cell, expected 81"),
        ({"puzzle": PROPER, "layout": "9", "steps": [3]}, "a step cannot be read"),
        ({"puzzle": PROPER, "layout": "9", "marks": 3, "steps": []}, "the marks of a path: read 3"),
    ],
)
def test_what_is_not_a_path_is_an_error(record: dict[str, object], words: str) -> None:
    done = ninefold("verify", json.dumps(record))
    assert (done.code, done.out) == (2, "")
    assert words in done.err
