"""The native reasoner as Python sees it: layouts, steps as wire, whole paths, and what is refused."""

from __future__ import annotations

import array

import pytest

import ninefold as nf
from ninefold._native import Reasoner, rungs, technique_names

KINDS = {"row": 0, "column": 1, "box": 2}
EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
HEADER = 11  # words of a step before its lists


def reasoner(layout: nf.Layout) -> Reasoner:
    units = layout.units
    return Reasoner(layout.size, [KINDS.get(unit.kind, 3) for unit in units], [list(unit.cells) for unit in units])


def steps_of(wire: bytes) -> list[list[int]]:
    words = list(array.array("h", wire))
    found = []
    while words:
        size = words[0] + (words[1] << 15)
        found.append(words[:size])
        words = words[size:]
    return found


def start(text: str) -> tuple[bytes, list[int], bytes]:
    values = bytes(map(int, text))
    return values, [0 if value else 511 for value in values], values


@pytest.mark.parametrize("order", ["human", "hodoku", "explainer"])
def test_a_path_leads_to_the_solution(order: str) -> None:
    wire = reasoner(nf.Layout(9)).path(*start(EASY), order, True, False)
    cells = list(map(int, EASY))
    for step in steps_of(wire):
        for k in range(step[5]):
            cells[step[HEADER + 2 * k]] = step[HEADER + 2 * k + 1]
    solution = nf.solve(EASY).solution
    assert solution is not None
    assert "".join(map(str, cells)) == solution.line


def test_many_paths_are_those_of_each_puzzle() -> None:
    nine = reasoner(nf.Layout(9))
    ends, words = nine.paths(bytearray(map(int, EASY * 100)), "hodoku", True, False, 2)
    one = nine.path(*start(EASY), "hodoku", True, False)
    assert words == one * 100
    assert array.array("Q", ends)[-1] * 2 == len(words)


@pytest.mark.parametrize("text", ["4", "2x3", "9+diagonals+windows", "jigsaw:AABBACBBACCDCDDD", "5x5", "4x4+windows"])
def test_singles_and_locked_candidates_are_found_on_every_layout(text: str) -> None:
    layout = nf.Layout.parse(text)
    cells = layout.size**2
    full = (1 << layout.size) - 1
    candidates = [full & ~1] * cells
    candidates[0] = full
    names = technique_names()
    wire = reasoner(layout).steps(bytes(cells), candidates, bytes(cells), [names.index("hidden_single_box")], 5, True)
    assert [step[HEADER : HEADER + 2] for step in steps_of(wire)] == [[0, 1]]


def test_what_does_not_fit_is_refused() -> None:
    nine = reasoner(nf.Layout(9))
    with pytest.raises(ValueError, match="order"):
        nine.path(*start(EASY), "alphabet", True, False)
    with pytest.raises(ValueError, match="fit"):
        nine.path(bytes(80), [0] * 81, bytes(81), "human", True, False)
    with pytest.raises(ValueError, match="technique"):
        nine.steps(*start(EASY), [250], 1, True)
    with pytest.raises(ValueError, match="whole rows"):
        nine.paths(bytearray(80), "human", True, False, 1)
    with pytest.raises(ValueError, match="does not fit"):
        reasoner(nf.Layout(36))


def test_every_rung_is_a_technique_and_none_comes_twice() -> None:
    names = technique_names()
    for order in ("human", "hodoku", "explainer"):
        numbers = [number for rung in rungs(order) for number in rung]
        assert len(set(numbers)) == len(numbers)
        assert all(0 <= number < len(names) for number in numbers)


def test_explain_many_gives_the_path_of_each_puzzle():
    several = "." * 80 + "1"
    paths = nf.explain_many([EASY, several, EASY], order="hodoku", threads=2)
    assert len(paths) == 3
    assert list(paths)[::2] == [nf.explain(EASY, order="hodoku")] * 2
    assert paths[1].note == nf.explain(several, order="hodoku").note != ""
    assert paths[-1].solved


def test_explain_many_works_on_other_boards_and_refuses_mistakes():
    four = nf.explain_many(["..4.1......3.1.."], layout=4)
    assert four[0] == nf.explain("..4.1......3.1..")
    with pytest.raises(nf.GridError, match="a digit twice"):
        nf.explain_many(["11" + "." * 79])
    with pytest.raises(nf.NinefoldError, match="unknown order"):
        nf.explain_many([EASY], order="quick")


def test_explain_lines_writes_the_notation_of_every_step(tmp_path):
    several = "." * 80 + "1"
    hard = ".8.2..4..57....1....23.....82..9...5...715...7...2..41.....67....3....18..7..9.5."
    puzzles = [EASY, hard, several, EASY]
    for order in ("human", "hodoku", "explainer"):
        lines = nf.explain_lines(puzzles, order=order, threads=2)
        expected = ["".join(f"{step.notation}\n" for step in path) for path in nf.explain_many(puzzles, order=order)]
        assert list(lines) == expected
        assert lines[-1:] == (expected[-1],)
    lines.save(tmp_path / "lines.txt")
    assert (tmp_path / "lines.txt").read_text() == "".join(expected)
    assert len(nf.explain_lines([])) == 0


@pytest.mark.parametrize(
    ("technique", "line"),
    [
        ("claiming", "Locked Candidates Type 2 (Claiming): 3 in r7 => r8c13<>3"),
        ("hidden-triple", "Hidden Triple: 3,5,8 in r7c134 => r7c13<>4, r7c134<>6"),
        ("finned-x-wing", "Finned X-Wing: 3 c36 r58 fr7c3 => r8c1<>3"),
        ("skyscraper", "Skyscraper: 2 in r3c67 (connected by r2c67) => r3c4<>2"),
        ("empty-rectangle", "Empty Rectangle: 3 in b4 (r58c6) => r8c1<>3"),
        ("turbot-fish", "Turbot Fish: 2 r3c6 =2= r2c6 -2- r2c7 =2= r3c7 => r3c4<>2"),
        ("als-xz", "Almost Locked Set XZ-Rule: A=r1c256 {4569}, B=r45689c5 {235689}, X=6, Z=9 => r2c5<>9"),
    ],
)
def test_a_step_is_written_as_hodoku_writes_it(technique: str, line: str) -> None:
    grid = "1.27...838..3....1.3..1..75.....613.28.1..7...614.785..2..71.9..1....52779...4318"
    assert line in [step.notation for step in nf.steps(grid, technique=technique)]


def test_names_of_units_and_techniques_are_needed_for_all_or_none() -> None:
    units = nf.Layout(4).units
    shape = 4, [KINDS.get(unit.kind, 3) for unit in units], [list(unit.cells) for unit in units]
    with pytest.raises(ValueError, match="a name for every"):
        Reasoner(*shape, ["r1"])
    with pytest.raises(ValueError, match="no notation named"):
        Reasoner(*shape).notation(b"", "morse")
    with pytest.raises(ValueError, match="not a step"):
        Reasoner(*shape).notation(b"abcd", "line")
