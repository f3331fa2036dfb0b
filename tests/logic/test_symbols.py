"""Boards above nine digits: sentences, notations and pictures write the same symbols as the board."""

import re

import pytest

import ninefold as nf

PUZZLE = nf.Grid(
    "4..3...61.2.2...1....9B3..8B.7..A...69..4.2....5..4.....3....37.B8.1..A."
    "..2..C.47....A..5.B.94.C.B..36.9....78.....C.A.....6.............5...2.B"
)
# What may stay a number: cells, the numbers of units, and counts of cells.
NUMBERED = re.compile(r"r\d+c\d+|(?:rows?|columns?|box(?:es)?) \d+(?:(?:, | and )\d+)*|\d+ cells")


@pytest.fixture(scope="module")
def path():
    return nf.explain(PUZZLE)


def test_path_never_writes_a_digit_above_nine_as_a_number(path):
    assert {digit for step in path for _, digit in step.places} >= {10, 11, 12}
    for step in path:
        assert not re.search(r"\b1[0-2]\b", NUMBERED.sub("", step.reason)), step.reason


def test_sentence_notation_picture_and_text_agree(path):
    step = next(step for step in path if step.places and step.places[0][1] == 11)
    name = step.layout.name(step.places[0][0])
    assert f"{name} can be B" in step.reason or f"{name} can only be B" in step.reason
    assert step.notation.endswith(f"{name}=B")
    assert ">B</text>" in step.svg()
    assert ">11</text>" not in step.svg()
    assert re.search(r"\bB\b|B!", step.text())
    assert step.places[0][1] == 11  # data stays numbers


def test_sets_have_names_that_are_not_digits():
    found = nf.steps(PUZZLE, technique="als-xz")
    step = next(iter(found))
    assert step.reason.startswith("S1 is ")
    assert "S1=" in step.notation
    assert "set S1" in step.svg()


def test_mistake_names_the_symbol():
    wrong = PUZZLE.with_digits({1: 11})
    assert "B in r1c2" in nf.hint(wrong, clues=PUZZLE, strength=3).message
