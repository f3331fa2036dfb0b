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
    assert (done.code, done.out) == (0, "proved: r2c3 is not 3 in 12..............\n")


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
    assert [json.loads(line)["holds"] for line in done.lines] == [True, False, True]
    assert "standard input, line 3" in done.err


def test_solve_output_can_be_piped_in() -> None:
    pytest.importorskip("highspy")
    solved = ninefold("solve", "..4.1......3.1..", "--by", "lp-probe:certificate=true", "--json")
    done = ninefold("verify", stdin=solved.out)
    assert (done.code, done.out) == (0, "proved: ..4.1......3.1.. has exactly one solution, 2341143242133124\n")


@pytest.mark.parametrize("text", ["", "   \n"])
def test_empty_input_is_an_error(text: str) -> None:
    done = ninefold("verify", stdin=text)
    assert done.code == 2
    assert "no certificate" in done.err
