"""Hints: three strengths, and mistakes before anything else."""

import pytest

import ninefold as nf
from ninefold import Grid, GridError, Layout, NinefoldError, hint
from ninefold.logic.hints import HintKind

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_each_strength_tells_more_of_the_same_step():
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


def test_following_hints_solves_an_easy_puzzle():
    grid = Grid(EASY)
    for _ in range(51):
        told = hint(grid, clues=EASY, strength=3)
        assert told.kind is HintKind.STEP
        grid = grid.with_digits(dict(told.places))
    assert hint(grid, clues=EASY).kind is HintKind.DONE
    assert grid.line == SOLVED


def test_clashing_digits_are_told_first():
    told = hint(Grid(EASY).with_digits({2: 5}), clues=EASY, strength=3)
    assert told.kind is HintKind.MISTAKE
    assert told.cells == (2,)  # the clue it clashes with is right
    assert told.drops == ((2, 5),)
    assert "row 1" in told.message


def test_of_two_digits_that_clash_only_the_wrong_one_goes():
    told = hint(Grid(EASY).with_digits({38: 6, 29: 6}), clues=EASY, strength=3)  # r5c3 is right, r4c3 is not
    assert told.cells == (29,)
    assert told.drops == ((29, 6),)
    assert told.links
    assert told.message.endswith(" 6 in r4c3 is not in the solution.")


def test_on_a_full_board_two_swapped_digits_go_and_no_others():
    solved = Grid(SOLVED)
    told = hint(solved.with_digits({2: solved.digits[3], 3: solved.digits[2]}), clues=EASY, strength=3)
    assert told.drops == ((2, 6), (3, 4))
    assert told.message.endswith(" 6 in r1c3 and 4 in r1c4 are not in the solution.")


def test_without_one_solution_every_entry_that_clashes_may_be_wrong():
    clues = Grid(EASY).with_digits({0: 0, 1: 0, 4: 0, 9: 0})
    told = hint(clues.with_digits({38: 6, 29: 6}), clues=clues, strength=3)
    assert told.cells == (29, 38)
    assert "solution" not in told.message
    assert hint(clues.with_digits({38: 6, 29: 6}), strength=3).drops == ((29, 6), (31, 6), (38, 6))


def test_a_wrong_digit_that_clashes_with_nothing_is_told_first_too():
    grid = Grid(EASY).with_digits({2: 1})
    assert str(hint(grid, clues=EASY)) == "There is a mistake in box 1."
    assert hint(grid, clues=EASY).cells == ()
    assert hint(grid, clues=EASY, strength=2).cells == (2,)
    assert str(hint(grid, clues=EASY, strength=3)) == "1 in r1c3 is not in the solution."


def test_several_wrong_digits_are_told_together():
    grid = Grid(EASY).with_digits({2: 1, 3: 2})
    told = hint(grid, clues=EASY, strength=3)
    assert told.cells == (2, 3)
    assert str(told) == "1 in r1c3 and 2 in r1c4 are not in the solution."


def test_a_changed_clue_is_a_mistake():
    assert hint(Grid(EASY).with_digits({0: 0}), clues=EASY, strength=2).cells == (0,)


def test_without_clues_it_is_only_known_that_something_is_wrong():
    told = hint(Grid(EASY).with_digits({2: 1}), strength=3)
    assert told.kind is HintKind.MISTAKE
    assert told.cells == ()
    assert "no solution" in told.message


def test_among_several_solutions_a_digit_of_none_is_wrong():
    clues = Grid(EASY).with_digits({0: 0, 1: 0, 4: 0, 9: 0})
    wrong = next(
        cell_digit
        for cell_digit in [(2, digit) for digit in range(1, 10)]
        if str(hint(clues.with_digits(dict([cell_digit])), clues=clues).kind) == "mistake"
    )
    told = hint(clues.with_digits(dict([wrong])), clues=clues, strength=2)
    assert told.cells == (2,)


def test_marks_that_miss_the_right_digit_are_told_before_a_step():
    told = hint(EASY, marks={2: [1, 2]}, strength=2)
    assert (told.kind, told.technique, told.cells) == (HintKind.MISTAKE, "missing mark", (2,))
    assert hint(EASY, marks={2: [1, 4]}).kind is HintKind.STEP


def test_the_players_own_marks_are_reasoned_from():
    assert hint(HARDEST).kind is HintKind.STUCK
    told = hint(HARDEST, marks={1: [1]}, strength=3)
    assert told.places == ((1, 1),)
    assert "marks" in told.message


def test_it_says_where_it_gets_no_further():
    told = hint("." * 81)
    assert told.kind is HintKind.STUCK
    assert told.step is None
    assert str(told).startswith("Singles")


def test_where_it_gets_no_further_a_digit_is_looked_up_and_said_to_be():
    for strength in (1, 2):
        told = hint(HARDEST, strength=strength)
        assert (told.step, told.places, told.technique) == (None, (), "")
    told = hint(HARDEST, strength=3)
    assert (told.kind, told.technique) == (HintKind.STUCK, "looked up")
    [(cell, digit)] = told.places
    solution = nf.solve(HARDEST).solution
    assert solution.digits[cell] == digit
    assert told.cells == (cell,)
    name = solution.layout.name(cell)
    assert str(told).startswith("Singles, locked candidates and subsets find nothing more here. ")
    assert str(told).endswith(f" Taken from the solution, not deduced: {name} is {digit}.")


def test_nothing_is_looked_up_where_there_are_several_solutions():
    told = hint("." * 81, strength=3)
    assert (told.kind, told.step, told.places) == (HintKind.STUCK, None, ())


def test_other_boards():
    assert hint("..4.1......3.1..", strength=3).kind is HintKind.STEP
    layout = Layout(9, diagonals=True)
    assert hint(Grid.empty(layout).with_digits({0: 1})).kind in (HintKind.STEP, HintKind.STUCK)


@pytest.mark.parametrize("strength", [0, 4, "1", None, True])
def test_a_strength_is_one_to_three(strength):
    with pytest.raises(NinefoldError, match="strength"):
        hint(EASY, strength=strength)


@pytest.mark.parametrize("marks", [{99: [1]}, {2: [0]}, {2: [10]}, {2: ["x"]}, [1, 2]])
def test_marks_that_do_not_fit_are_named(marks):
    with pytest.raises((GridError, NinefoldError)):
        hint(EASY, marks=marks)
