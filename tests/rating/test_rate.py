"""Ratings: exact on the scale of Sudoku Explainer, and the same for the same puzzle."""

from __future__ import annotations

import numpy as np
import pytest

import ninefold as nf
from ninefold.logic.techniques import find_techniques
from ninefold.rating.explainer import SUKAKU_TECHNIQUES, TECHNIQUES
from ninefold.rating.measure import COUNTED

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# As Sudoku Explainer 1.2.1 rates them.
KNOWN = {
    EASY: (1.2, 1.2, 1.2, "Hidden Single"),
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.": (
        *(2.0, 1.2, 1.2),
        "Direct Hidden Pair",
    ),
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9": (
        *(2.3, 1.2, 1.2),
        "Naked Single",
    ),
    "3..2........1.7...7.6.3.5...7...9.8.9...2...4.1.8...5...9.4.3.1...7.2........8..6": (3.2, 1.2, 1.2, "X-Wing"),
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..": (
        *(10.5, 1.2, 1.2),
        "Nested Forcing Chains (level 2)",
    ),
}


# As SukakuExplainer 1.18.1 rates them: a puzzle for each technique that Sudoku Explainer lacks, then two that have a
# higher ER there, because another step comes first.
NEWER = {
    "050002000060104000920000006000850034000400900000007080700000100500030607002080000": (4.0, "2 Strong Links"),
    "500306010009000070300910000040000090020050004708040003000000008000107930000503000": (5.5, "3 Strong Links"),
    "005273008200000000060008050003100507000034090010000000001600020000010700300009006": (6.1, "4 Strong Links"),
    "000600800900020004015000030000002080031000007700000000009060010002904000400305060": (5.5, "WXYZ-Wing"),
    "000002001036050000000649070903008000020000500000900480580010700000000000207000050": (6.4, "VWXYZ-Wing"),
    "080000060060400500000010200430807000900025300650030070000002000007060850009000000": (6.6, "UVWXYZ-Wing"),
    "000030706200080000009002000502000010001508000040061800007050004060300000100006300": (7.5, "TUVWXYZ-Wing"),
    "080009000000352080031006000075063000000010002000005107009000036002000009007900010": (5.4, "3 Strong Links"),
    "009000067001203000640000300000095600000000800090120400000006000700000001002500040": (8.3, "Cell Forcing Chains"),
}


def test_the_numbers_of_sukaku_explainer_come_on_request() -> None:
    for line, found in zip(NEWER, nf.rate_many(list(NEWER), sukaku=True), strict=True):
        assert found.explainer is not None
        assert found.sukaku is not None
        assert (found.sukaku.er, found.sukaku.hardest) == NEWER[line]
        assert found.explainer.er != found.sukaku.er
    assert nf.rate(EASY).sukaku is None
    assert nf.rate(EASY, sukaku=True).sukaku == nf.rate(EASY).explainer


@pytest.mark.parametrize("line", KNOWN)
def test_explainer_numbers_are_those_of_sudoku_explainer(line: str) -> None:
    found = nf.rate(line).explainer
    assert found is not None
    assert (found.er, found.ep, found.ed, found.hardest) == KNOWN[line]


def test_hard_puzzles_come_back_in_their_place_whatever_the_threads() -> None:
    lines = [*reversed(KNOWN), *KNOWN]
    one, two = nf.rate_many(lines, threads=1), nf.rate_many(lines, threads=2)
    assert one == two
    assert [found.explainer.er for found in one if found.explainer] == [KNOWN[line][0] for line in lines]


def test_symmetric_copies_have_equal_minutes_levels_and_techniques() -> None:
    for line in KNOWN:
        grid = nf.Grid(line)
        copies = [nf.Symmetry.random(grid.layout, seed=seed)(grid) for seed in range(8)]
        found = nf.rate_many([grid, *copies])
        for name in ("minutes", "level", "techniques", "openings"):
            values = [getattr(one, name) for one in found]
            assert all(value == values[0] for value in values), name


def test_generator_accepts_every_technique_of_a_rating() -> None:
    for name in (*TECHNIQUES[1:], *SUKAKU_TECHNIQUES):
        assert find_techniques(name), name
    for number in COUNTED:
        assert nf.Recipe(technique=TECHNIQUES[number]).technique, TECHNIQUES[number]


def test_levels_agree_with_level_of() -> None:
    puzzles = [puzzle.clues for puzzle in nf.generate(count=40, seed=3)]
    assert [found.level for found in nf.rate_many(puzzles)] == [nf.level_of(puzzle) for puzzle in puzzles]


def test_openings_describe_the_whole_solution() -> None:
    found = nf.rate(EASY).measure
    assert found is not None
    assert found.empty == tuple(range(51, 0, -1))
    assert all(found.openings)
    assert sum(found.techniques.values()) == 51
    assert found.low < found.minutes < found.high


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("." * 81, "more than one solution"),
        ("11" + "." * 79, "no solution"),
        (nf.solve(EASY).solution.line, "full already"),  # type: ignore[union-attr]
        ("11..............", "no solution"),
    ],
)
def test_what_has_no_rating_is_refused_with_the_reason(line: str, why: str) -> None:
    with pytest.raises(nf.NinefoldError, match=why):
        nf.rate(line)


def test_other_boards_have_a_level_and_the_answer_says_what_is_missing() -> None:
    found = nf.rate("..4.1......3.1..")
    assert (found.level, found.explainer, found.hodoku, found.minutes) == ("easy", None, None, None)
    assert "explainer, hodoku and minutes" in found.why


def test_a_list_may_hold_other_boards() -> None:
    found = nf.rate_many(["..4.1......3.1..", EASY, nf.Grid("1" * 16), nf.generate(6, seed=1)])
    assert [one.level for one in found] == ["easy", "gentle", "", "easy"]
    assert found[1] == nf.rate(EASY)
    assert found[2].why == "it is full, and wrong"
    with pytest.raises(nf.NinefoldError, match="puzzle 2: read 2 cells"):
        nf.rate_many(["..4.1......3.1..", EASY, "12"])


@pytest.mark.parametrize("wrong", [257, -1, 0.5, float("nan")])
def test_wrong_digits_of_an_array_are_refused_with_their_place(wrong: float) -> None:
    array = np.zeros((5000, 81), type(wrong))
    array[4500, 3] = wrong
    with pytest.raises(nf.GridError, match="puzzle 4500, r1c4: read"):
        nf.rate_many(array)
    array[4500, 3] = 77
    with pytest.raises(nf.GridError, match="puzzle 4500, r1c4: read 77"):
        nf.rate_many(array.astype(np.uint8))


def test_the_backdoor_and_the_guesses_are_those_of_the_puzzle() -> None:
    easy, hard = nf.rate(EASY), nf.rate(list(KNOWN)[-1])
    assert (easy.backdoor, easy.guesses) == (0, 0)
    assert hard.backdoor is not None
    assert hard.guesses is not None
    assert hard.guesses > 0
    # Filling in every set of fewer cells leaves more than singles; some set of this size does not.
    solved = nf.solve(hard.puzzle).solution
    assert solved is not None
    ways = [hard.puzzle.with_digits({cell: solved[cell]}) for cell in hard.puzzle.empty_cells]
    left = {found.backdoor for found in nf.rate_many(ways, threads=1) if found.backdoor is not None}
    assert min(left) == hard.backdoor - 1


@pytest.mark.parametrize("board", [EASY, "..4.1......3.1.."], ids=["9x9", "4x4"])
def test_only_seconds_limit_a_rating(board: str) -> None:
    for limit in (3, nf.Limit(5), nf.Limit(nodes=2)):
        with pytest.raises(nf.NinefoldError, match="only seconds can be limited here"):
            nf.rate(board, limit=limit)  # type: ignore[arg-type]
    with pytest.raises(nf.NinefoldError, match="cancel must be"):
        nf.rate(board, cancel=3)  # type: ignore[arg-type]
    with pytest.raises(nf.Stopped):
        nf.rate(board, limit=nf.Limit(seconds=1e-9))


def test_a_limit_ends_a_long_rating() -> None:
    with pytest.raises(nf.Stopped):
        nf.rate_many([list(KNOWN)[-1]] * 200, limit=nf.Limit(seconds=0.05))
