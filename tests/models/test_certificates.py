"""Certificates: valid ones are accepted, tampered ones rejected, in whole numbers alone."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from forging import try_forged_files, try_forgeries

import ninefold as nf
from ninefold.core.position import Position
from ninefold.models.certificates import (
    Elimination,
    Impossibility,
    ProofChain,
    ProofStep,
    Uniqueness,
    rule_in_words,
)
from ninefold.models.checker import check_certificate, named_rules
from ninefold.models.clause_checker import Clauses

SMALL = nf.Grid("..4. 1... ...3 .1..")
SOLUTION = nf.Grid("2341143242133124")

# r2c3 is not 3, because the 3 of row 1 is in box 2.
LOCKED = Elimination(puzzle=nf.Grid("12.. .... .... ...."), cell=6, digit=3, weights=(("row_1_3", -1), ("box_2_3", 1)))
# Row 1 has 1 to 3 and column 4 has 4, so r1c4 has no candidate.
EMPTY_CELL = Impossibility(puzzle=nf.Grid("123. ...4 .... ...."), weights=(("cell_r1c4", -1),))
FULL_BUT_TWO = nf.Grid("..41143242133124")
UNIQUE = Uniqueness(
    puzzle=FULL_BUT_TWO,
    solution=SOLUTION,
    weights=(("column_1_2", 1), ("column_2_3", 1)),
)


def refused(certificate: object) -> list[str]:
    with pytest.raises(nf.CertificateError) as caught:
        nf.verify(certificate)  # type: ignore[arg-type]
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize("certificate", [LOCKED, EMPTY_CELL, UNIQUE], ids=lambda certificate: certificate.kind)
def test_certificate_round_trips_through_json(certificate: Any) -> None:
    found = nf.verify(certificate)
    assert found == nf.verify(json.dumps(certificate.as_json())) == nf.verify(certificate.as_json())
    assert (found.kind, found.puzzle, found.verdict) == (certificate.kind, certificate.puzzle, "proved")


def test_elimination_is_explained_in_words() -> None:
    assert str(LOCKED) == "r2c3 is not 3: the 3 of row 1 lies within the 3 of box 2"
    assert LOCKED.base == (("row_1_3", 1),)
    assert LOCKED.cover == (("box_2_3", 1),)
    assert rule_in_words("window_2_9") == "the 9 of window 2"


def test_explanation_mentions_spare_places() -> None:
    twice = replace(LOCKED, weights=(("row_1_3", -1), ("row_2_3", 1), ("box_2_3", 2), ("cell_r2c3", 1)))
    assert str(twice).endswith(
        "the 3 of row 1 lies within the 3 of row 2, the 3 of box 2 (2 times) and the digit of r2c3,"
        " with room for 3 more, too little for it"
    )
    nothing = Elimination(puzzle=EMPTY_CELL.puzzle, cell=4, digit=4, weights=EMPTY_CELL.weights)
    assert str(nothing) == "r2c1 is not 4: the digit of r1c4 cannot lie within nothing"


def test_elimination_holds_only_for_candidates_in_the_cover() -> None:
    assert refused(replace(LOCKED, cell=10)) == ["load of r3c3=3: read 0, expected more than the total, 0"]
    assert refused(replace(LOCKED, cell=2)) == ["load of r1c3=3: read 0, expected more than the total, 0"]


def test_uncovered_base_is_reported_with_its_candidate() -> None:
    faults = refused(replace(LOCKED, puzzle=nf.Grid(".2.. .... .... ....")))
    assert "load of r1c1=3: read -1, expected at least 0" in faults


def test_unknown_rules_and_rules_satisfied_by_clues_are_rejected() -> None:
    for name in ("row_5_3", "row_1_1", "nonsense"):
        faults = refused(replace(LOCKED, weights=(*LOCKED.weights, (name, 1))))
        assert any(name in fault for fault in faults)


def test_clues_and_dropped_candidates_cannot_be_eliminated() -> None:
    assert "candidate: read r1c1=2" in refused(replace(LOCKED, cell=0, digit=2))[0]
    assert "candidate: read r2c3=3" in refused(replace(LOCKED, dropped=((6, 3),)))[0]


def test_what_is_assumed_is_part_of_the_verdict() -> None:
    found = nf.verify(replace(LOCKED, dropped=((13, 3), (12, 3))))
    assert found.verdict == "proved under a condition"
    assert found.condition == ("x_r4c1_3", "x_r4c2_3")
    assert found.claim.endswith("(layout 4), if 2 candidates are false")


def test_a_solution_that_is_assumed_away_is_rejected() -> None:
    assert refused(replace(UNIQUE, dropped=((0, 2),))) == [
        "solution, r1c1: read 2, expected a candidate that is not dropped"
    ]


def test_the_claim_names_the_layout() -> None:
    """With an extra unit the puzzle has one solution, on the plain board two."""
    layout = nf.Layout.parse("4+extra:r1c1,r2c3")
    puzzle = nf.Grid("...1..2..3..4...", layout=layout)
    certificate = nf.solve(puzzle, by="sat:certificate=true").stats["certificate"]
    assert "(layout 4+extra:r1c1,r2c3) has exactly one solution" in nf.verify(certificate).claim
    assert refused(certificate | {"layout": "4"})


def test_rule_of_a_small_unit_may_cover_but_not_be_a_base() -> None:
    layout = nf.Layout(4, extra=["r1c1 r2c2 r3c3"])
    puzzle = nf.Grid("...." * 4, layout=layout)
    base = Impossibility(puzzle=puzzle, weights=(("extra_1_1", -1),))
    assert any('this rule says "at most one"' in fault for fault in refused(base))
    assert named_rules(layout)["extra_1_1"].exact is False


def test_impossibility_needs_a_negative_total() -> None:
    assert refused(replace(EMPTY_CELL, weights=(("cell_r1c4", 1),))) == ["total weight: read 1, expected less than 0"]
    assert refused(replace(EMPTY_CELL, weights=())) == ["total weight: read 0, expected less than 0"]


def test_uniqueness_needs_a_correct_solution() -> None:
    other = nf.Grid("3241143242133124")
    assert any(fault.startswith("solution, column 1: read") for fault in refused(replace(UNIQUE, solution=other)))
    assert any("scale" in fault for fault in refused(replace(UNIQUE, scale=0)))


def test_right_total_with_wrong_loads_is_rejected() -> None:
    assert refused(replace(UNIQUE, weights=(("column_1_2", 2),))) == ["load of r1c1=2: read 2, expected at most 1"]


def test_uniqueness_never_holds_for_two_solutions() -> None:
    """Whatever the weights, two solutions cannot both carry the whole total."""
    puzzle, one = nf.Grid("...1..2..3..4..."), nf.Grid("2431312413424213")
    names, random = sorted(named_rules(puzzle.layout)), Random(1)
    for _ in range(200):
        weights = tuple((name, random.randint(-3, 3)) for name in random.sample(names, 12))
        assert check_certificate(Uniqueness(puzzle=puzzle, solution=one, weights=weights)).faults


def test_every_change_of_a_weight_is_noticed() -> None:
    for position, (name, weight) in enumerate(UNIQUE.weights):
        for other in (weight - 1, weight + 1, -weight):
            changed = list(UNIQUE.weights)
            changed[position] = (name, other)
            assert refused(replace(UNIQUE, weights=tuple(changed)))


THREE_OF_COLUMN_2 = ProofStep(0, 3, (("column_2_3", -1), ("box_1_3", 1)))


def test_chain_ends_with_the_solution() -> None:
    whole = ProofChain(puzzle=FULL_BUT_TWO, solution=SOLUTION)
    assert "has exactly one solution, 2341" in nf.verify(whole.as_json()).claim


HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
IMPOSSIBLE = ".56.1......3.5.....47.86.1....94.6..7.85.....465..81.9..4....7.37...4.6.5..6....."


def test_the_solution_of_a_chain_must_be_one() -> None:
    clashing = ProofChain(puzzle=nf.Grid("1" * 16), solution=nf.Grid("1" * 16))
    assert "solution, row 1: read 1 1 1 1, expected digits that all differ" in refused(clashing)
    true = nf.solve(HARDEST, by="lp-probe:certificate=true").stats["certificate"]
    swapped = "3" + true["solution"][1:11] + "8" + true["solution"][12:]
    assert "solution, r1c1: read 3, expected the clue, 8" in refused(true | {"solution": swapped})


def test_an_impossible_puzzle_cannot_be_given_a_solution() -> None:
    """Weights that prove it impossible eliminate anything, also all but one candidate of every cell."""
    proof = nf.solve(IMPOSSIBLE, by="lp:certificate=true").stats["certificate"]
    puzzle = nf.Grid(IMPOSSIBLE)
    kept = puzzle.with_digits({cell: 1 + cell % 9 for cell in puzzle.empty_cells})
    links = [
        {"candidate": f"x_{puzzle.layout.name(cell)}_{digit}", "weights": proof["weights"]}
        for cell, digit in Position.of(puzzle).pairs()
        if kept.digits[cell] != digit
    ]
    about = {key: proof[key] for key in ("layout", "puzzle")}
    assert refused({"certificate": "chain", **about, "links": links, "solution": kept.line})
    assert "has no solution" in nf.verify(proof).claim


def test_links_of_a_chain_build_on_earlier_ones() -> None:
    """r1c1 is 2 only after its 3 is dropped; then r1c2 cannot be 2."""
    then = ProofStep(1, 2, (("cell_r1c1", -1), ("row_1_2", 1)))
    both = ProofChain(puzzle=SMALL, links=(THREE_OF_COLUMN_2, then), solution=SOLUTION)
    assert not any(fault.startswith("link") for fault in refused(both))
    assert any(fault.startswith("link 1,") for fault in refused(replace(both, links=(then, THREE_OF_COLUMN_2))))


def test_chain_that_leaves_candidates_or_loses_the_solution_is_rejected() -> None:
    left = ProofChain(puzzle=SMALL, links=(), solution=SOLUTION)
    assert "r1c1=3 at the end: read left, expected dropped" in refused(left)
    assert any("expected a rule without candidates" in fault for fault in refused(replace(left, solution=None)))


def test_empty_small_unit_is_not_a_contradiction() -> None:
    """r1c1 and r2c3 cannot both be 1, but neither has to be."""
    puzzle = nf.Grid("..4.1......3.1..", layout=nf.Layout(4, extra=["r1c4 r2c3"]))
    assert [fault.split(":")[0] for fault in refused(ProofChain(puzzle=puzzle))] == ["the end of the chain"]


def test_failing_link_is_reported_by_number() -> None:
    wrong = ProofChain(puzzle=SMALL, links=(ProofStep(0, 3, (("row_1_2", 1),)),), solution=SOLUTION)
    assert refused(wrong)[0].startswith("link 1, load of r1c1=3")


def empty(kind: str, **fields: object) -> str:
    """A certificate about the empty board of 4 digits."""
    return json.dumps({"certificate": kind, "layout": "4", "puzzle": "." * 16, **fields})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "JSON object"),
        ("{", "JSON object"),
        ("[" * 100_000, "JSON object"),
        ('{"certificate": "oath"}', "expected uniqueness, elimination"),
        ('{"certificate": ["uniqueness"]}', "expected uniqueness, elimination"),
        ('{"certificate": "impossibility", "layout": 4, "puzzle": "1", "weights": {}}', "layout must be text"),
        ('{"certificate": "impossibility", "layout": "4", "puzzle": "1", "weights": {}}', "cell"),
        (empty("impossibility", weights={"row_1_1": 0.5}), "whole"),
        (empty("impossibility", weights={"row_1_1": True}), "whole"),
        (empty("impossibility", weights=[1]), "whole"),
        (empty("impossibility", weights={}, dropped="x_r1c1_1"), "list of names"),
        (empty("uniqueness", scale=1.0, solution="1234" * 4, weights={}), "scale"),
        (empty("uniqueness", scale=1, solution=None, weights={}), "solution must be text"),
        (empty("elimination", candidate="x_r9c9_1", weights={}), "r9c9"),
        (empty("elimination", candidate="x_r1c1_5", weights={}), "x_r1c1_5"),
        (empty("elimination", candidate="x_r01c1_1", weights={}), "x_r01c1_1"),
        (empty("elimination", candidate="x_r1c1_01", weights={}), "x_r1c1_01"),
        (empty("elimination", candidate="x_r١c1_1", weights={}), "not the name of a candidate"),
        (empty("chain", links=3, solution=None), "links"),
        (empty("chain", links=[]), "needs the key solution"),
        (empty("chain", links=[], solution=None, dropped=[]), "unknown key 'dropped'"),
        (empty("chain", links=[{"candidate": "x_r1c1_1"}], solution=None), "needs the key weights"),
        (empty("clauses", solutions=[], lemmas=[[0]]), "lemma 1: read 0"),
        (empty("clauses", solutions=[], lemmas=[[65]]), "expected a literal from 1 to 64"),
        (empty("clauses", solutions=["1234" * 4] * 2, lemmas=[]), "stated twice"),
        (empty("impossibility", weights={})[:-1] + ', "puzzle": "1..............."}', "'puzzle' appears twice"),
    ],
)
def test_invalid_json_is_reported_with_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(nf.CertificateError, match=message):
        nf.verify(text)


def test_huge_weights_do_not_overflow() -> None:
    big = 2**70
    scaled = replace(LOCKED, weights=tuple((name, weight * big) for name, weight in LOCKED.weights))
    nf.verify(scaled)
    assert refused(replace(scaled, weights=(("row_1_3", -big), ("box_2_3", big - 1))))


def test_faults_of_numbers_too_long_to_print_are_reported() -> None:
    """Python does not print a number of more than 4300 digits, and sums are longer than what was read."""
    huge = 10**4300 - 1
    assert refused(replace(LOCKED, weights=(("row_1_3", -huge), ("cell_r1c3", -huge))))
    text = empty("uniqueness", solution="1234341221434321", scale=huge, weights={"row_1_1": huge, "cell_r1c1": huge})
    with pytest.raises(nf.CertificateError, match="for each empty cell"):
        nf.verify(text)


@pytest.mark.parametrize("value", [None, 5, [], b"{}"])
def test_a_value_that_is_not_an_object_is_reported(value: Any) -> None:
    with pytest.raises(nf.CertificateError, match="must be a JSON object"):
        nf.verify(value)


def test_position_and_binary_model_have_the_same_candidates() -> None:
    from ninefold.models.binary import binary

    for line in (SMALL.line, "1" + "." * 80, "." * 36):
        puzzle = nf.Grid(line)
        model = binary(puzzle)
        both = zip(model.cells.tolist(), model.digits.tolist(), strict=True)
        assert list(Position.of(puzzle).pairs()) == list(both)


def test_checking_loads_no_solver() -> None:
    script = (
        "import sys, ninefold as nf; nf.verify(sys.argv[1]);"
        "print(*[name for name in ('highspy', 'scipy', 'cvxpy', 'ortools', 'pysat') if name in sys.modules])"
    )
    command = [sys.executable, "-c", script, json.dumps(LOCKED.as_json())]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == ""


def test_forged_certificates_are_rejected(tmp_path: Path) -> None:
    """`make forgeries` tries many more."""
    accepted, false = try_forgeries(400, Random(1))
    assert (accepted > 0, false) == (True, 0)
    assert try_forged_files(40, Random(1), tmp_path)[1] == 0


def test_clashing_clues_have_proofs_too() -> None:
    clash = nf.Grid("11..............")
    proof = nf.why_not(clash, 2, 2)
    assert proof is not None
    assert nf.verify(proof).verdict == "proved"
    assert "row_1_1" not in dict(proof.weights)  # two clues satisfy it


# --- clause proofs ---------------------------------------------------------------------------------


def clauses(**fields: object) -> dict[str, object]:
    about = {"certificate": "clauses", "layout": "4", "puzzle": FULL_BUT_TWO.line}
    return about | {"solutions": [SOLUTION.line], "lemmas": [[]]} | fields


def test_clause_proof_states_its_solutions() -> None:
    assert nf.verify(clauses()).claim.endswith("has exactly one solution, 2341143242133124")
    assert refused(clauses(solutions=[])) == [
        "lemma 1: read the empty clause, expected a clause that follows by unit propagation"
    ]
    assert refused(clauses(lemmas=[])) == [
        "the end of the lemmas: read 0 lemmas, none of them empty, expected the empty clause"
    ]
    assert refused(clauses(solutions=["3241143242133124"]))


def test_lemmas_must_follow_one_from_another() -> None:
    two = clauses(puzzle="...1..2..3..4...", solutions=["2431312413424213"])
    assert refused(two)
    assert refused(two | {"lemmas": [[1], []]})
    both = ["2431312413424213", "3241142323144132"]
    found = nf.solve("...1..2..3..4...", by="sat:certificate=true", limit=None).stats["certificate"]
    assert sorted(found["solutions"]) == sorted(both)
    assert "has exactly 2 solutions" in nf.verify(found).claim


def test_propagation_decides_what_follows() -> None:
    known = Clauses([(1, 2), (-1, 2), (1, -2)])
    assert known.imply((1,))
    assert not known.imply((-1,))
    known.add((-1, -2))
    assert not known.imply(())
    known.add((1,))
    assert known.imply(())
