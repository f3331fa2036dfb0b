"""Environments play by the rules, items score as they say, and streams share a seed."""

from __future__ import annotations

import os
from itertools import islice
from typing import Any

import numpy as np
import pytest

import ninefold as nf
from ninefold.environments import Items, PuzzleStream, SudokuEnv, SudokuVectorEnv
from ninefold.environments.stream import part_here

LAYOUTS = ("4", "6", "9", "4+diagonals")


def legal(grid: nf.Grid) -> np.ndarray:
    """Which digits fit which empty cells, from the rules alone."""
    size = grid.size
    mask = np.zeros((size * size, size), bool)
    for cell in grid.empty_cells:
        taken = {grid.digits[peer] for peer in grid.layout.peers[cell]}
        mask[cell] = [digit not in taken for digit in range(1, size + 1)]
    return mask.reshape(-1)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("marks", [False, True])
def test_the_mask_is_what_the_rules_allow(layout: str, marks: bool) -> None:
    env = SudokuVectorEnv(5, layout, seed=3, marks=marks, auto_reset=False)
    env.reset()
    rng = np.random.default_rng(1)
    size = env.games.size
    for _ in range(30):
        for row in range(5):
            grid = nf.Grid.from_digits(bytes(env.games.grids[row]), env.games.layout)
            assert np.array_equal(env.games.mask[row, : size**3].astype(bool), legal(grid))
        masks = env.action_masks()
        actions = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
        env.step(np.array(actions))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_perfect_player_solves_every_game(layout: str) -> None:
    env = SudokuEnv(layout, seed=5, progress=0.5, solved=2.0, wrong=-1.0)
    env.reset()
    for _ in range(3):
        observation, info = env.reset()
        solution = nf.solve(nf.Grid.from_digits(bytes(observation["grid"]), env.layout)).solution
        assert solution is not None
        total, steps, ended = 0.0, int(info["left"]), False
        for cell in np.flatnonzero(observation["grid"] == 0).tolist():
            assert not ended
            observation, reward, ended, cut, info = env.step(env.layout.size * cell + solution.digits[cell] - 1)
            total += reward
        assert ended
        assert not cut
        assert info["solved"]
        assert total == pytest.approx(0.5 * steps + 2.0)
        assert bytes(observation["grid"]) == solution.digits


def test_forced_digits_earn_more() -> None:
    """An easy puzzle always has a forced digit, and those of `nf.steps` are forced for the environment too."""
    env = SudokuEnv(nf.Recipe(level="easy"), seed=2, forced=1.0, solved=0.0)
    observation, _ = env.reset()
    grid = nf.Grid.from_digits(bytes(observation["grid"]), env.layout)
    names = ("full-house", "naked-single", "hidden-single")
    found = [step for step in nf.steps(grid) if step.technique.slug.startswith(names)]
    singles = {(cell, digit) for step in found for cell, digit in step.places}
    solution = nf.solve(grid).solution
    assert solution is not None
    for cell in grid.empty_cells:
        fresh = SudokuEnv(nf.Recipe(level="easy"), seed=2, forced=1.0, solved=0.0)
        fresh.reset()
        _, reward, *_ = fresh.step(9 * cell + solution.digits[cell] - 1)
        assert reward == float((cell, solution.digits[cell]) in singles)


def test_wrong_actions_cost_and_change_nothing() -> None:
    env = SudokuEnv(4, seed=1, wrong=-1.0)
    before, _ = env.reset()
    forbidden = int(np.flatnonzero(before["action_mask"] == 0)[0])
    for action in (forbidden, -1, 64, 10**9):
        after, reward, *_ = env.step(action)
        assert reward == -1.0
        assert np.array_equal(after["grid"], before["grid"])


def test_marks_and_clearing() -> None:
    env = SudokuEnv(4, seed=1, marks=True)
    start, _ = env.reset()
    grid = start["grid"].copy()
    cell = int(np.flatnonzero(grid == 0)[0])
    observation, *_ = env.step(64 + 4 * cell + 2)
    assert observation["marks"][4 * cell + 2] == 1
    action = int(np.flatnonzero(observation["action_mask"][4 * cell : 4 * cell + 4])[0]) + 4 * cell
    observation, *_ = env.step(action)
    assert observation["grid"][cell] == action % 4 + 1
    observation, *_ = env.step(128 + cell)
    assert np.array_equal(observation["grid"], grid)


def test_seeds_and_curricula() -> None:
    one, two = SudokuVectorEnv(3, 9, seed=4), SudokuVectorEnv(3, 9, seed=9)
    assert np.array_equal(one.reset(seed=9)[0]["grid"], two.reset()[0]["grid"])
    assert not np.array_equal(one.reset()[0]["grid"], two.reset(seed=9)[0]["grid"])
    levels = [nf.Recipe(clues=(30, 40)), nf.Recipe(clues=(22, 26))]
    env = SudokuVectorEnv(4, levels, seed=1)
    easy = (env.reset(options={"level": 0})[0]["grid"] > 0).sum(axis=1)
    hard = (env.reset(options={"level": 1})[0]["grid"] > 0).sum(axis=1)
    assert easy.min() >= 30 > 26 >= hard.max()
    with pytest.raises(nf.NinefoldError, match="level is 0 to 1"):
        env.reset(options={"level": 2})


def test_games_that_end_are_replaced() -> None:
    env = SudokuVectorEnv(2, 4, seed=1, empty=1)
    observations, _ = env.reset()
    cells = (observations["grid"] == 0).argmax(axis=1)
    digits = env.games.solutions[np.arange(2), cells]
    _, rewards, ended, _, infos = env.step(4 * cells + digits - 1)
    assert ended.all()
    assert rewards.tolist() == [1.0, 1.0]
    assert infos["final_grid"].all()
    assert env.numbers.tolist() == [2, 3]
    assert (env.games.left == 1).all()


def test_copies_are_new_grids_of_the_same_classes() -> None:
    """1,024 puzzles, each three times, then the next ones; a game does not depend on where making started."""
    env = SudokuVectorEnv(4096, 9, seed=1, copies=3)
    grids = env.reset()[0]["grid"].copy()
    assert len({bytes(row) for row in grids}) == 4096
    ids = nf.ids_many(grids)
    assert (ids[:1024] == ids[1024:2048]).all()
    assert (ids[:1024] == ids[2048:3072]).all()
    assert len(set(ids)) == 2048
    assert nf.score_many(grids, env.games.solutions).solved.all()
    later = SudokuVectorEnv(2000, 9, seed=1, copies=3)
    later.reset()
    assert np.array_equal(later.reset()[0]["grid"], grids[2000:4000])
    with pytest.raises(nf.NinefoldError, match="exclude each other"):
        SudokuVectorEnv(1, copies=2, pool=5)


def test_without_auto_reset_the_caller_replaces_games() -> None:
    env = SudokuVectorEnv(3, 4, seed=1, empty=1, auto_reset=False)
    observations, _ = env.reset()
    cells = (observations["grid"] == 0).argmax(axis=1)
    actions = 4 * cells + env.games.solutions[np.arange(3), cells] - 1
    actions[2] = -1
    _, rewards, ended, *_ = env.step(actions)
    assert (rewards.tolist(), ended.tolist()) == ([1, 1, 0], [True, True, False])
    _, rewards, *_ = env.step(actions)
    assert rewards.tolist() == [0, 0, 0]  # a solved game earns nothing more
    env.reset(options={"reset_mask": ended})
    assert env.numbers.tolist() == [3, 4, 2]
    with pytest.raises(nf.NinefoldError, match="reset_mask is an array of 3"):
        env.reset(options={"reset_mask": [0, 1]})


@pytest.mark.parametrize("settings", [{"max_steps": 0}, {"solved": "1"}, {"wrong": float("nan")}, {"forced": None}])
def test_invalid_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(nf.NinefoldError, match=next(iter(settings))):
        SudokuEnv(4, **settings)


def test_games_need_a_reset_and_as_many_actions() -> None:
    with pytest.raises(nf.NinefoldError, match="call reset"):
        SudokuEnv(4).step(0)
    env = SudokuVectorEnv(2, 4)
    env.reset()
    with pytest.raises(nf.NinefoldError, match="2 games and 3 actions"):
        env.step(np.zeros(3, np.int64))


def test_gymnasium_finds_the_environments_by_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    env = gymnasium.make("ninefold/Sudoku-v1", recipe=4, marks=True)
    assert env.reset(seed=3)[0]["grid"].shape == (16,)
    games = gymnasium.make_vec("ninefold/Sudoku-v1", num_envs=5, recipe=4)
    assert isinstance(games.unwrapped, SudokuVectorEnv)
    assert games.reset(seed=3)[0]["grid"].shape == (5, 16)


def test_gymnasium_accepts_the_environments() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    for settings in ({}, {"marks": True}, {"empty": 5, "progress": 0.1, "forced": 0.1, "wrong": -1.0}):
        checker.check_env(SudokuEnv(4, seed=1, **settings), skip_render_check=True)
        made = gymnasium.make("ninefold.environments:ninefold/Sudoku-v1", recipe=4, render_mode="ansi", **settings)
        checker.check_env(made.unwrapped)  # makes the environment again, with each way to render
        made.reset()
        assert made.render().count("|") > 0


def test_other_ways_to_render_are_refused() -> None:
    with pytest.raises(nf.NinefoldError, match="render_mode is 'ansi', not 'human'"):
        SudokuEnv(4, render_mode="human")


@pytest.mark.parametrize("actions", [["a", "b"], [None, 0], [1.5, 0], [float("nan"), 0], [2**63, 0.0], [True, False]])
def test_actions_that_are_not_whole_numbers_are_refused(actions: list[Any]) -> None:
    env = SudokuVectorEnv(2, 4)
    env.reset()
    with pytest.raises(nf.NinefoldError, match="actions are whole numbers, not"):
        env.step(np.array(actions))


def test_clearing_a_digit_and_placing_it_again_earns_nothing() -> None:
    """Else a player who never solves anything would earn the most."""
    env = SudokuEnv(4, seed=1, marks=True, progress=0.25, forced=0.5, solved=0.0)
    for _ in range(2):  # what was earned in one game is forgotten in the next
        observation, _ = env.reset()
        solution = nf.solve(nf.Grid.from_digits(bytes(observation["grid"]), env.layout)).solution
        assert solution is not None
        mask = observation["action_mask"][:64].reshape(16, 4)
        cell = next(cell for cell in range(16) if mask[cell].sum() == 1)  # the only digit that fits is right
        earned = []
        for _ in range(3):
            earned.append(env.step(4 * cell + solution.digits[cell] - 1)[1])
            assert env.step(2 * 64 + cell)[1] == 0
        assert earned == [0.75, 0, 0]


def test_only_right_digits_earn_as_forced() -> None:
    """After a mistake, the only digit that fits a cell can be wrong."""
    seen = 0
    for seed in range(20):
        env = SudokuEnv(4, seed=seed, forced=1.0, solved=0.0)
        observation, _ = env.reset()
        solution = nf.solve(nf.Grid.from_digits(bytes(observation["grid"]), env.layout)).solution
        assert solution is not None
        while (mask := observation["action_mask"].reshape(16, 4)).any():
            wrong = [(cell, digit) for cell, digit in np.argwhere(mask).tolist() if digit + 1 != solution.digits[cell]]
            cell, digit = min(wrong or np.argwhere(mask).tolist(), key=lambda action: mask[action[0]].sum())
            observation, reward, ended, _, _ = env.step(4 * cell + digit)
            assert not (wrong and reward)
            seen += bool(wrong) and mask[cell].sum() == 1
            if ended:
                break
    assert seen > 5


def test_wrappers_of_gymnasium_know_when_games_are_replaced() -> None:
    """Without the mode, statistics would count the first step of the next game as a reset."""
    gymnasium = pytest.importorskip("gymnasium")
    games = gymnasium.wrappers.vector.RecordEpisodeStatistics(SudokuVectorEnv(2, 4, seed=1, empty=1))
    observations, _ = games.reset()
    for _ in range(3):
        assert games.observation_space.contains(observations)
        cells = (observations["grid"] == 0).argmax(axis=1)
        right = games.unwrapped.games.solutions[np.arange(2), cells]
        observations, _, ended, _, infos = games.step(4 * cells + right - 1)
        assert ended.all()
        assert infos["episode"]["l"].tolist() == [1, 1]


# --- items ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("notation", ["line", "rows", "board"])
@pytest.mark.parametrize("layout", ["4", "9", "12"])
def test_items_have_questions_with_answers_that_score_1(notation: str, layout: str) -> None:
    items = Items(seed=3, size=5, recipe=layout, notation=notation)
    for number, item in enumerate(items):
        assert item["metadata"]["puzzle"] in item["question"]
        assert items.score_answer(item["answer"], item) == 1.0
        assert items.score_answer(item["metadata"]["puzzle"], item) == 0.0
        assert item == items[number]
    assert number == len(items) - 1
    with pytest.raises(IndexError):
        items[5]


def test_answers_are_read_in_every_notation_and_symbols_above_9_are_named() -> None:
    line, rows, board = (Items(seed=3, recipe="12", notation=notation) for notation in ("line", "rows", "board"))
    assert [items.score_answer(board[0]["answer"], line[0]) for items in (line, rows, board)] == [1, 1, 1]
    assert [board.score_answer(items[0]["answer"], board[0]) for items in (line, rows)] == [1, 1]
    assert "one of 123456789ABC" in rows[0]["question"]
    assert "a digit from 1 to 12" in board[0]["question"]


GARBAGE: tuple[Any, ...] = ("", "no idea", None, 17, "1" * 81, "x" * 10**5, b"\xff", [1, 2], {"a": 1})


@pytest.mark.parametrize("answer", GARBAGE)
def test_garbage_scores_nothing_and_never_raises(answer: object) -> None:
    items = Items(seed=1, partial=True)
    assert items.score_answer(answer, items[0]) == 0.0


def test_partial_credit_is_the_share_of_empty_cells() -> None:
    items, strict = Items(seed=1, notation="line", partial=True), Items(seed=1, notation="line")
    item = items[0]
    puzzle, answer = item["metadata"]["puzzle"], item["answer"]
    holes = [cell for cell, symbol in enumerate(puzzle) if symbol == "."]
    half = "".join("." if cell in holes[:10] else symbol for cell, symbol in enumerate(answer))
    assert items.score_answer(half, item) == pytest.approx(1 - 10 / len(holes))
    assert strict.score_answer(half, item) == 0.0
    clue = next(cell for cell, symbol in enumerate(puzzle) if symbol != ".")
    changed = answer[:clue] + str(int(answer[clue]) % 9 + 1) + answer[clue + 1 :]
    assert items.score_answer(changed, item) == 0.0


@pytest.mark.parametrize("settings", [{"size": -1}, {"size": "3"}, {"seed": -1}, {"notation": "braille"}])
def test_invalid_items_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(nf.NinefoldError, match=next(iter(settings))):
        Items(**settings)


@pytest.mark.parametrize("entry", [{}, None, {"metadata": {"puzzle": 5}}, {"metadata": {"puzzle": "12"}}])
def test_an_entry_of_other_items_is_refused(entry: Any) -> None:
    with pytest.raises(nf.NinefoldError, match="not one of these items"):
        Items(seed=1).score_answer("1" * 81, entry)


def test_items_of_different_seeds_differ_up_to_symmetry() -> None:
    ids = [item["metadata"]["id"] for seed in range(6) for item in islice(Items(seed=seed), 50)]
    assert len(set(ids)) == 300


def test_the_number_of_empty_cells_can_be_chosen() -> None:
    items = Items(seed=1, empty=(20, 30), notation="line")
    counts = {item["metadata"]["puzzle"].count(".") for item in islice(items, 60)}
    assert counts <= set(range(20, 31))
    assert len(counts) > 5
    rows = items.questions(0, 60)
    assert [row["question"] for row in rows] == [item["question"] for item in islice(items, 60)]
    assert nf.solve_many([row["metadata"]["puzzle"] for row in rows]).has(nf.Status.UNIQUE).all()
    with pytest.raises(nf.NinefoldError, match="empty is a number"):
        Items(empty=99)


# --- streams --------------------------------------------------------------------------------------


def test_the_parts_of_a_stream_share_its_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    for rank in range(2):
        monkeypatch.setitem(os.environ, "RANK", str(rank))
        monkeypatch.setitem(os.environ, "WORLD_SIZE", "2")
        assert part_here() == (rank, 2)
        seen += [chunk.first for chunk in islice(PuzzleStream(4, seed=1, chunk=4, count=16), 4)]
    assert sorted(seen) == [0, 4, 8, 12]
