"""`ninefold verify`: certificates from files, arguments and output of `solve --json`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import ninefold

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
    assert ninefold("verify", str(tmp_path / "none.drat")).code == 2


@pytest.mark.parametrize("text", ["", "   \n"])
def test_empty_input_is_an_error(text: str) -> None:
    done = ninefold("verify", stdin=text)
    assert done.code == 2
    assert "no certificate" in done.err
