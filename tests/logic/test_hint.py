"""Hints: three strengths, and mistakes before anything else."""

import pytest

from ninefold import Grid, GridError, Layout, NinefoldError, hint
from ninefold.logic.hints import HintKind

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_each_strength_shows_more_of_the_same_step():
    weak, middle, strong = (hint(EASY, strength=n) for n in (1, 2, 3))
    assert weak.step == middle.step == strong.step
    assert str(weak) == "Look at box 2."
    assert str(middle) == "Look at box 2: there is a hidden single."
    assert "r1c6" in str(strong)
    assert "r1c6" not in str(middle) + str(weak)
    assert "8" not in str(middle) + str(weak)
    assert (weak.technique, weak.cells, weak.places, weak.because) == ("", (), (), ())
    assert (middle.technique, middle.places, middle.cells) == ("hidden single", (), ())
    assert strong.places == ((5, 8),)


def test_messages_read_as_sentences():
    pointing = "1.27...838..3....1.3..1..75.....613.28.1..7...614.785..2..71.9..1....52779...4318"
    assert str(hint(pointing, strength=2)) == "Look at box 8: there is a locked candidate (pointing)."
    assert str(hint(pointing, strength=3)) == (
        "Pointing. In box 8, only r8c5 and r8c6 can be 3, and both are in row 8."
        " One of them is 3, so r8c1 and r8c3 cannot be 3."
    )
    wrong = Grid(EASY).with_digits({2: 1, 3: 2})
    assert str(hint(wrong, clues=EASY, strength=2)) == "There are wrong digits in r1c3 and r1c4."
    assert str(hint(EASY, marks={2: [1, 2]}, strength=2)) == "A mark is missing in r1c3."
    twice = Grid(EASY).with_digits({2: 5})
    assert str(hint(twice, clues=EASY, strength=3)) == (
        "5 appears twice in row 1 (r1c1 and r1c3); 5 appears twice in box 1 (r1c1 and r1c3)."
        " 5 in r1c3 is not in the solution."
    )
    changed = Grid(EASY).with_digits({0: 0})
    assert str(hint(changed, clues=EASY, strength=3)) == "The clue in r1c1 was changed: it is 5."


def test_following_hints_solves_an_easy_puzzle():
    grid = Grid(EASY)
    for _ in range(51):
        found = hint(grid, clues=EASY, strength=3)
        assert found.kind is HintKind.STEP
        grid = grid.with_digits(dict(found.places))
    assert hint(grid, clues=EASY).kind is HintKind.DONE
    assert grid.line == SOLVED


def test_clashing_digits_are_reported_first():
    found = hint(Grid(EASY).with_digits({2: 5}), clues=EASY, strength=3)
    assert found.kind is HintKind.MISTAKE
    assert found.cells == (2,)  # the clue it clashes with is right
    assert found.removes == ((2, 5),)
    assert "row 1" in found.message


def test_only_the_wrong_one_of_two_clashing_digits_is_reported():
    found = hint(Grid(EASY).with_digits({38: 6, 29: 6}), clues=EASY, strength=3)  # r5c3 is right, r4c3 is not
    assert found.cells == (29,)
    assert found.removes == ((29, 6),)
    assert found.lines
    assert found.message.endswith(" 6 in r4c3 is not in the solution.")


def test_only_swapped_digits_are_wrong_on_a_full_board():
    solved = Grid(SOLVED)
    found = hint(solved.with_digits({2: solved.digits[3], 3: solved.digits[2]}), clues=EASY, strength=3)
    assert found.removes == ((2, 6), (3, 4))
    assert found.message.endswith(" 6 in r1c3 and 4 in r1c4 are not in the solution.")


def test_without_a_unique_solution_every_clashing_entry_is_reported():
    clues = Grid(EASY).with_digits({0: 0, 1: 0, 4: 0, 9: 0})
    found = hint(clues.with_digits({38: 6, 29: 6}), clues=clues, strength=3)
    assert found.cells == (29, 38)
    assert "solution" not in found.message
    assert hint(clues.with_digits({38: 6, 29: 6}), strength=3).removes == ((29, 6), (31, 6), (38, 6))


def test_wrong_digit_without_a_clash_is_reported_first():
    grid = Grid(EASY).with_digits({2: 1})
    assert str(hint(grid, clues=EASY)) == "There is a mistake in box 1."
    assert hint(grid, clues=EASY).cells == ()
    assert hint(grid, clues=EASY, strength=2).cells == (2,)
    assert str(hint(grid, clues=EASY, strength=3)) == "1 in r1c3 is not in the solution."


def test_several_wrong_digits_are_reported_together():
    grid = Grid(EASY).with_digits({2: 1, 3: 2})
    found = hint(grid, clues=EASY, strength=3)
    assert found.cells == (2, 3)
    assert str(found) == "1 in r1c3 and 2 in r1c4 are not in the solution."


def test_changed_clue_is_a_mistake():
    assert hint(Grid(EASY).with_digits({0: 0}), clues=EASY, strength=2).cells == (0,)


def test_without_clues_the_wrong_digit_is_not_identified():
    found = hint(Grid(EASY).with_digits({2: 1}), strength=3)
    assert found.kind is HintKind.MISTAKE
    assert found.cells == ()
    assert "no solution" in found.message


def test_digit_in_no_solution_is_wrong():
    clues = Grid(EASY).with_digits({0: 0, 1: 0, 4: 0, 9: 0})
    wrong = next(
        cell_digit
        for cell_digit in [(2, digit) for digit in range(1, 10)]
        if str(hint(clues.with_digits(dict([cell_digit])), clues=clues).kind) == "mistake"
    )
    found = hint(clues.with_digits(dict([wrong])), clues=clues, strength=2)
    assert found.cells == (2,)


def test_missing_marks_are_reported_before_steps():
    found = hint(EASY, marks={2: [1, 2]}, strength=2)
    assert (found.kind, found.technique, found.cells) == (HintKind.MISTAKE, "missing mark", (2,))
    assert hint(EASY, marks={2: [1, 4]}).kind is HintKind.STEP


def test_hints_use_the_players_marks():
    assert hint(HARDEST, strength=3).step.technique.family == "forcing"  # it never gives up on a proper puzzle
    found = hint(HARDEST, marks={1: [1]}, strength=3)
    assert found.places == ((1, 1),)
    assert "the candidates removed" in found.message


def test_stuck_hint_says_so():
    found = hint("." * 81)
    assert found.kind is HintKind.STUCK
    assert found.step is None
    assert str(found) == "No technique finds a next step here. The puzzle has several solutions."


def test_strongest_hint_reveals_a_digit_if_stuck():
    full = Grid([[(6 * (row % 6) + row // 6 + column) % 36 + 1 for column in range(36)] for row in range(36)])
    puzzle = full.with_digits({5: 0, 77: 0})  # steps are not searched for on boards this large
    for strength in (1, 2):
        found = hint(puzzle, strength=strength)
        assert (found.step, found.places, found.technique) == (None, (), "")
    found = hint(puzzle, strength=3)
    assert (found.kind, found.technique) == (HintKind.STUCK, "looked up")
    [(cell, digit)] = found.places
    solution = full
    assert solution.digits[cell] == digit
    assert found.cells == (cell,)
    name = solution.layout.name(cell)
    assert str(found).startswith("No technique finds a next step here. ")
    assert str(found).endswith(f" Taken from the solution, not deduced: {name} is {digit}.")


def test_no_digit_is_revealed_with_several_solutions():
    found = hint("." * 81, strength=3)
    assert (found.kind, found.step, found.places) == (HintKind.STUCK, None, ())


def test_other_boards():
    assert hint("..4.1......3.1..", strength=3).kind is HintKind.STEP
    layout = Layout(9, diagonals=True)
    assert hint(Grid.empty(layout).with_digits({0: 1})).kind in (HintKind.STEP, HintKind.STUCK)


@pytest.mark.parametrize("strength", [0, 4, "1", None, True])
def test_invalid_strength_is_rejected(strength):
    with pytest.raises(NinefoldError, match="strength"):
        hint(EASY, strength=strength)


@pytest.mark.parametrize("marks", [{99: [1]}, {2: [0]}, {2: [10]}, {2: ["x"]}, [1, 2]])
def test_invalid_marks_are_rejected(marks):
    with pytest.raises((GridError, NinefoldError)):
        hint(EASY, marks=marks)
