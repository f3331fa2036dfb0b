"""`ninefold canonical` on the command line."""

from __future__ import annotations

from running import PROPER, ROW_CLASH, ninefold

SMALL, TURNED = "..4.1......3.1..", "..1.3......1.4.."


def test_symmetric_puzzles_have_the_same_form_and_id() -> None:
    one, other = ninefold("canonical", SMALL, TURNED).lines
    assert one == other
    one, other = ninefold("canonical", SMALL, TURNED, "--id").lines
    assert one == other


def test_distinct_prints_each_puzzle_once_and_unchanged() -> None:
    done = ninefold("canonical", SMALL, PROPER, TURNED, "--distinct")
    assert (done.code, done.lines) == (1, [SMALL, PROPER])
    assert ninefold("canonical", SMALL, PROPER, "--distinct").code == 0


def test_a_conflict_is_reported_and_the_rest_is_printed() -> None:
    done = ninefold("canonical", ROW_CLASH, SMALL)
    assert done.code == 2
    assert "has no canonical form" in done.err
    assert len(done.lines) == 1


def test_json_has_form_and_automorphisms() -> None:
    (record,) = ninefold("canonical", PROPER, "--json").records
    assert (record["puzzle"], record["automorphisms"], len(record["canonical"])) == (PROPER, 1, 81)
