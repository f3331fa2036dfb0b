"""`ninefold canon` on the command line."""

from __future__ import annotations

from running import PROPER, ROW_CLASH, ninefold

SMALL, TURNED = "..4.1......3.1..", "..1.3......1.4.."


def test_what_symmetries_make_of_a_puzzle_has_its_form_and_its_id() -> None:
    one, other = ninefold("canon", SMALL, TURNED).lines
    assert one == other
    one, other = ninefold("canon", SMALL, TURNED, "--id").lines
    assert one == other


def test_distinct_puzzles_are_written_once_as_they_were_given() -> None:
    done = ninefold("canon", SMALL, PROPER, TURNED, "--distinct")
    assert (done.code, done.lines) == (1, [SMALL, PROPER])
    assert ninefold("canon", SMALL, PROPER, "--distinct").code == 0


def test_a_clash_is_told_and_the_rest_goes_on() -> None:
    done = ninefold("canon", ROW_CLASH, SMALL)
    assert done.code == 2
    assert "has no canonical form" in done.err
    assert len(done.lines) == 1


def test_the_form_as_json() -> None:
    (record,) = ninefold("canon", PROPER, "--json").records
    assert (record["puzzle"], record["automorphisms"], len(record["canonical"])) == (PROPER, 1, 81)
