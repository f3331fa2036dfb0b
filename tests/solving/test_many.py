"""Many puzzles at once: whatever they come from, the answers are those of single puzzles, in columns."""

from __future__ import annotations

import io
import itertools
import pickle
import random
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from known import counts

import ninefold as nf
from ninefold.solving import many as arrays

PROPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
TWO = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179"
IMPOSSIBLE = "53..7....6..195....98....6.8...6...39..8.3..17...2...6.6....28....419..5....8..79"
CLASH = "11" + "." * 79
EMPTY = "." * 81
MIXED = [PROPER, TWO, IMPOSSIBLE, CLASH, EMPTY, SOLUTION, HARD]
WORDS = ["unique", "multiple", "impossible", "impossible", "multiple", "unique", "unique"]

COLUMNS = ("status", "count", "ended", "solution", "guesses")


def digits(lines: list[str]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.array([list(nf.Grid(line)) for line in lines], dtype=np.uint8).reshape(-1, 81)


def assert_same(one: nf.Results, other: nf.Results) -> None:
    for name in COLUMNS:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


MANY = digits(MIXED * 50)


@pytest.fixture(scope="module")
def answers() -> nf.Results:
    return nf.solve_many(MANY)


# --- the answers -------------------------------------------------------------------------------


def test_every_kind_of_puzzle_gets_its_status() -> None:
    results = nf.solve_many(MIXED)
    assert results.words.tolist() == WORDS
    assert results.count.tolist() == [1, 2, 0, 0, 2, 1, 1]
    assert results.ended.tolist() == [True, False, True, True, False, True, True]
    assert results.tally() == {
        nf.Status.UNIQUE: 3,
        nf.Status.SOLVED: 0,
        nf.Status.MULTIPLE: 2,
        nf.Status.IMPOSSIBLE: 2,
        nf.Status.UNKNOWN: 0,
    }
    assert repr(results) == "<Results: 7 puzzles, 3 unique, 2 multiple, 2 impossible>"
    assert (len(results), results.why) == (7, "")


@pytest.mark.parametrize("limit", [1, 2, 3, 100, 2**64 - 1, 2**64, 10**30, None])
def test_the_answers_are_those_of_single_puzzles(limit: int | None) -> None:
    lines = [line for line in MIXED if line != EMPTY]
    for answer, line in zip(nf.solve_many(lines, limit=limit), lines, strict=True):
        single = nf.solve(line, by="lanes", limit=limit)
        assert (answer.puzzle, answer.status, answer.count, answer.ended, answer.solution) == (
            single.puzzle,
            single.status,
            len(single.solutions),
            single.ended,
            single.solution,
        )
        assert answer.guesses == single.stats["nodes"] or line == CLASH


def test_the_counts_file_holds() -> None:
    known = [(puzzle, count, solution) for puzzle, count, solution in counts() if puzzle.size == 9]
    results = nf.solve_many([puzzle for puzzle, _, _ in known], limit=None)
    assert results.count.tolist() == [count for _, count, _ in known]
    assert results.ended.all()
    for answer, (_, _, solution) in zip(results, known, strict=True):
        assert solution in (None, answer.solution)


def test_rows_without_a_solution_are_zero() -> None:
    results = nf.solve_many(MIXED)
    assert (results.solution.any(axis=1) == (results.count > 0)).all()
    assert results.solution[0].tobytes() == nf.Grid(SOLUTION).digits


def test_columns_have_their_types_and_one_place_a_puzzle(answers: nf.Results) -> None:
    n = len(MANY)
    assert (answers.status.dtype, answers.status.shape) == (np.uint8, (n,))
    assert (answers.count.dtype, answers.count.shape) == (np.uint64, (n,))
    assert (answers.ended.dtype, answers.ended.shape) == (np.bool_, (n,))
    assert (answers.solution.dtype, answers.solution.shape) == (np.uint8, (n, 81))
    assert (answers.guesses.dtype, answers.guesses.shape) == (np.uint64, (n,))


@pytest.mark.parametrize("threads", [1, 2, 3, 7, 10**9])
def test_any_number_of_threads_gives_equal_answers(threads: int, answers: nf.Results) -> None:
    assert_same(nf.solve_many(np.concatenate([MANY] * 4), threads=threads)[: len(MANY)], answers)


def test_the_answer_does_not_depend_on_the_row(answers: nf.Results) -> None:
    order = np.random.default_rng(3).permutation(len(MANY))
    shuffled = nf.solve_many(MANY[order])
    for name in COLUMNS:
        assert np.array_equal(getattr(shuffled, name), getattr(answers, name)[order])


def test_symmetric_copies_have_the_mapped_answers() -> None:
    rng = random.Random(11)
    lines = [puzzle.line for puzzle, count, _ in counts() if puzzle.size == 9 and count < 400]
    copies, cells = [], []
    for line in lines:
        grid = np.frombuffer(nf.Grid(line).digits, dtype=np.uint8)
        names = np.array([0, *rng.sample(range(1, 10), 9)], dtype=np.uint8)
        rows, columns = (mixed_lines(rng) for _ in range(2))
        place = (rows[:, None] * 9 + columns).reshape(81)
        copies.append(names[grid[place]])
        cells.append((place, names))
    before, after = nf.solve_many(lines, limit=None), nf.solve_many(np.array(copies), limit=None)
    assert np.array_equal(before.count, after.count)
    for row in np.flatnonzero(before.has(nf.Status.UNIQUE)):
        place, names = cells[row]
        assert np.array_equal(names[before.solution[row][place]], after.solution[row])


def mixed_lines(rng: random.Random) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The rows of a grid in another order that keeps bands together."""
    return np.array([3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)])


# --- rows, slices, words -----------------------------------------------------------------------


def test_a_row_is_an_object_and_a_slice_is_results(answers: nf.Results) -> None:
    assert answers[1] == nf.ResultRow(
        puzzle=nf.Grid(TWO),
        status=nf.Status.MULTIPLE,
        count=2,
        ended=False,
        solution=answers[1].solution,
        guesses=int(answers.guesses[1]),
    )
    assert answers[-1].puzzle == nf.Grid(HARD)
    assert answers[2].solution is None
    some = answers[2:6:2]
    assert (some.words.tolist(), len(some)) == (["impossible", "multiple"], 2)
    assert [answer.puzzle.line for answer in some] == [IMPOSSIBLE, EMPTY]
    with pytest.raises(IndexError):
        answers[len(answers)]


def test_the_codes_are_the_order_of_the_statuses(answers: nf.Results) -> None:
    assert [status.code for status in nf.Status] == [0, 1, 2, 3, 4]
    assert [str(status) for status in nf.Status] == ["unique", "solved", "multiple", "impossible", "unknown"]
    for status in nf.Status:
        assert np.array_equal(answers.has(status), answers.words == str(status))
    with pytest.raises(nf.NinefoldError, match=r"expected a Status such as"):
        answers.has("unique")


def test_results_can_be_pickled(answers: nf.Results) -> None:
    assert_same(pickle.loads(pickle.dumps(answers)), answers)


# --- their sources -----------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.int64, np.uint64, ">i4", np.float64, np.float16])
def test_whole_numbers_of_any_type_are_accepted(dtype: Any, answers: nf.Results) -> None:
    assert_same(nf.solve_many(MANY.astype(dtype)), answers)


def test_arrays_of_any_memory_layout_are_accepted(answers: nf.Results) -> None:
    wide = np.zeros((len(MANY), 100), dtype=np.uint8)
    wide[:, 10:91] = MANY
    frozen = MANY.copy()
    frozen.setflags(write=False)
    ways = {
        "boards": MANY.reshape(-1, 9, 9),
        "a window of a wider array": wide[:, 10:91],
        "columns first": np.asfortranarray(MANY),
        "boards, columns first": np.asfortranarray(MANY.reshape(-1, 9, 9)),
        "read-only": frozen,
        "from a file in memory": np.frombuffer(MANY.tobytes(), dtype=np.uint8).reshape(-1, 81),
        "not aligned": np.frombuffer(b"x" + MANY.tobytes(), dtype=np.uint8)[1:].reshape(-1, 81),
    }
    for way, array in ways.items():
        before = array.copy()
        results = nf.solve_many(array)
        assert_same(results, answers)
        assert np.array_equal(array, before), way
        assert results[6].puzzle == nf.Grid(HARD), way
    backwards = nf.solve_many(MANY[::-1])
    assert np.array_equal(backwards.solution[::-1], answers.solution)


def test_arrays_that_are_converted_are_converted_in_parts(monkeypatch: pytest.MonkeyPatch, answers: nf.Results) -> None:
    monkeypatch.setattr(arrays, "CHUNK", 64)
    reported: list[int] = []
    assert_same(nf.solve_many(MANY.astype(np.int64), progress=reported.append), answers)
    assert_same(nf.solve_many(line for line in MIXED * 50), answers)
    assert reported[-1] == len(MANY)


def test_an_array_of_bytes_is_not_copied() -> None:
    assert nf.solve_many(MANY).puzzle.base is MANY or nf.solve_many(MANY).puzzle is MANY
    assert np.shares_memory(nf.solve_many(MANY.reshape(-1, 9, 9)).puzzle, MANY)


@pytest.mark.parametrize(
    "make",
    [
        list,
        tuple,
        iter,
        np.array,
        lambda lines: (line for line in lines),
        lambda lines: np.array(lines, dtype=object),
        lambda lines: [nf.Grid(line) for line in lines],
        lambda lines: [nf.Grid(line) if row % 2 else line for row, line in enumerate(lines)],
        lambda lines: [line.replace(".", "0") for line in lines],
        lambda lines: [line.replace(".", "*") for line in lines],
        lambda lines: [str(nf.Grid(line)) for line in lines],
        lambda lines: [nf.Grid(line).rows for line in lines],
        lambda lines: [np.array(nf.Grid(line)) for line in lines],
        lambda lines: dict.fromkeys(lines).keys(),
    ],
)
def test_lines_and_grids_come_from_any_iterable(make: Any) -> None:
    results = nf.solve_many(make(MIXED))
    assert results.words.tolist() == WORDS
    assert [answer.puzzle.line for answer in results] == MIXED


TEXT = (
    f"# a file\n{PROPER}\n{TWO},2 solutions\n\n{IMPOSSIBLE}\r\n\n"
    f"{nf.Grid(CLASH)}\n\n{EMPTY} # empty\n{SOLUTION}\n{HARD}"
)


def test_a_file_is_read_by_its_path_or_open(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_bytes(TEXT.encode())
    expected = nf.solve_many(MIXED)
    assert_same(nf.solve_many(path), expected)
    with path.open() as text, path.open("rb") as binary, path.open("rb", buffering=0) as raw:
        for file in (text, binary, raw):
            assert_same(nf.solve_many(file), expected)
    assert_same(nf.solve_many(io.StringIO(TEXT)), expected)
    assert_same(nf.solve_many(io.BytesIO("\ufeff".encode() + TEXT.encode())), expected)


@pytest.mark.parametrize(
    "nothing",
    [
        [],
        (),
        iter([]),
        np.zeros((0, 81), np.uint8),
        np.zeros((0, 9, 9), np.int64),
        io.StringIO(""),
        io.BytesIO(b"# no\n"),
    ],
    ids=lambda nothing: type(nothing).__name__,
)
def test_no_puzzles_give_empty_results(nothing: Any) -> None:
    results = nf.solve_many(nothing)
    assert (len(results), results.solution.shape, results.count.shape, list(results)) == (0, (0, 81), (0,), [])
    assert repr(results) == "<Results: 0 puzzles>"
    assert sum(results.tally().values()) == 0


# --- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzles", "words"),
    [
        (np.zeros((2, 80), np.uint8), r"read an array of shape \(2, 80\), expected \(n, 81\) or \(n, 9, 9\)"),
        (np.zeros(81, np.uint8), r"shape \(81,\)"),
        (np.zeros((9, 9), np.uint8), r"shape \(9, 9\)"),
        (np.zeros((2, 9, 8), np.uint8), r"shape \(2, 9, 8\)"),
        (np.zeros((1, 2, 9, 9), np.uint8), r"shape \(1, 2, 9, 9\)"),
        (np.array(5), r"shape \(\)"),
        (np.zeros((2, 81), complex), "read an array of complex128, expected whole numbers, best uint8"),
        (np.full((2, 81), 0.5), "puzzle 0, r1c1: read 0.5, expected 0 to 9"),
        (np.full((2, 81), np.nan), "puzzle 0, r1c1: read nan, expected 0 to 9"),
        (np.zeros((2, 81), bool), "read an array of bool"),
        (np.full((2, 81), "1"), "read an array of <U1"),
        (PROPER, "pass a list even for one puzzle"),
        (nf.Grid(PROPER), "pass a list even for one puzzle"),
        (b"1", "puzzles must be an array, a list of lines or grids, or a file"),
        ({PROPER}, "puzzles must be an array"),
        ({PROPER: 1}, "puzzles must be an array"),
        (5, "puzzles must be an array"),
        (None, "puzzles must be an array"),
        ([PROPER, PROPER[1:]], "puzzle 1: read 80 cells"),
        ([PROPER, None], "puzzle 1: a grid must be text"),
        ([PROPER] * 3 + [PROPER[1:] + "x"], r"puzzle 3: read 81 cells, but not all are valid for size 9\n  r9c9"),
        ([PROPER, "...1..2..3..4..."], "puzzle 1: its layout is 4; solve_many supports 9×9 only, use solve"),
        ([nf.Grid(PROPER, layout=nf.Layout(9, diagonals=True))], r"puzzle 0: its layout is 9\+diagonals"),
        ([nf.Grid(PROPER, layout=nf.Layout(9, box=(1, 9)))], "puzzle 0: its layout is 1x9"),
        (io.StringIO(f"{PROPER}\n{PROPER}x\n"), "the file, line 2: read 82 cells"),
        (io.StringIO(f"\n# x\n{PROPER[1:]}x"), r"line 3: read 81 cells.*\n  r9c9 \(line 3, column 81\): read 'x'"),
        (io.StringIO("...1..2..3..4..."), "the file, line 1: its layout is 4"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_an_invalid_puzzle_is_refused_with_its_position(puzzles: Any, words: str) -> None:
    with pytest.raises(nf.NinefoldError, match=words):
        nf.solve_many(puzzles)


@pytest.mark.parametrize("dtype", [np.uint8, np.int16])
def test_an_invalid_digit_is_refused_with_its_puzzle_and_cell(dtype: Any) -> None:
    array = MANY.astype(dtype)
    array[7, 12], array[9, 80] = 10, 100
    with pytest.raises(nf.GridError) as caught:
        nf.solve_many(array)
    assert [str(fault) for fault in caught.value.faults] == [
        "puzzle 7, r2c4: read 10, expected 0 to 9",
        "puzzle 9, r9c9: read 100, expected 0 to 9",
    ]
    with pytest.raises(nf.GridError, match="puzzle 7, r2c4: read 10"):
        nf.solve_many(array.reshape(-1, 9, 9)[:, ::-1][:, ::-1])
    with pytest.raises(nf.GridError, match=r"puzzle 3, r1c1: read -1, expected 0 to 9"):
        nf.solve_many(np.where(np.arange(len(MANY))[:, None] == 3, -1, MANY.astype(int)))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"limit": 0}, "limit must be a Limit, a whole number from 1, or None for no limit; not 0"),
        ({"limit": -1}, "limit must be a Limit, a whole number"),
        ({"limit": 1.5}, "limit must be a Limit, a whole number"),
        ({"threads": 0}, "threads must be a whole number from 1, or None for one per core; not 0"),
        ({"threads": "2"}, "threads must be a whole number"),
        ({"limit": nf.Limit(nodes=3)}, "only solutions and seconds can be limited here"),
        ({"cancel": True}, "cancel must be a threading.Event"),
        ({"progress": 5}, "progress must be a callable"),
    ],
)
def test_invalid_arguments_are_refused_before_anything_is_read(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(nf.NinefoldError, match=words):
        nf.solve_many(unreadable(), **arguments)


def unreadable() -> Any:
    raise AssertionError("it was read")
    yield


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        nf.solve_many(tmp_path / "none.txt")


# --- stopping ----------------------------------------------------------------------------------

# Each has far more solutions than can be counted.
ENDLESS = np.zeros((3, 81), dtype=np.uint8)


def test_a_time_limit_leaves_partial_results() -> None:
    results = nf.solve_many(ENDLESS, limit=nf.Limit(None, seconds=0.05))
    assert results.why == "the limit of 0.05 seconds was reached"
    assert not results.ended.any()
    assert set(results.words) <= {"multiple", "solved", "unknown"}


def test_cancel_from_another_thread_stops_it() -> None:
    flag = threading.Event()
    threading.Timer(0.05, flag.set).start()
    results = nf.solve_many(ENDLESS, limit=None, cancel=flag)
    assert (results.why, results.ended.any()) == ("cancelled", False)


def test_a_run_cancelled_before_it_starts_is_unknown(answers: nf.Results) -> None:
    flag = threading.Event()
    flag.set()
    results = nf.solve_many(MANY, cancel=flag)
    assert (results.why, results.tally()[nf.Status.UNKNOWN]) == ("cancelled", len(MANY))
    assert not results.solution.any()
    assert results[0].solution is None


def test_puzzles_without_end_are_not_read_for_ever() -> None:
    with pytest.raises(nf.Stopped, match=r"the limit of 0\.3 seconds was reached"):
        nf.solve_many(itertools.repeat(PROPER), limit=nf.Limit(seconds=0.3))
    flag = threading.Event()
    threading.Timer(0.1, flag.set).start()
    with pytest.raises(nf.Stopped, match="cancelled"):
        nf.solve_many(Endless(), cancel=flag)


class Endless(io.RawIOBase):
    """A file that never ends."""

    def read(self, size: int = -1) -> bytes:
        return f"{PROPER}\n".encode() * 100


def test_progress_is_reported_and_its_error_stops_the_run() -> None:
    reported: list[int] = []
    nf.solve_many(MANY, progress=reported.append)
    assert reported[-1] == len(MANY)
    assert reported == sorted(reported)

    def impatient(done: int) -> None:
        raise ZeroDivisionError(done)

    with pytest.raises(ZeroDivisionError):
        nf.solve_many(ENDLESS, limit=None, progress=impatient)


def test_other_threads_run_meanwhile() -> None:
    flag, beats = threading.Event(), 0
    thread = threading.Thread(target=nf.solve_many, args=(ENDLESS,), kwargs={"limit": None, "cancel": flag})
    thread.start()
    while thread.is_alive() and beats < 1000:
        beats += 1
    flag.set()
    thread.join()
    assert beats == 1000


def test_several_threads_may_solve_at_once(answers: nf.Results) -> None:
    found: list[nf.Results] = []
    threads = [threading.Thread(target=lambda: found.append(nf.solve_many(MANY))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    for results in found:
        assert_same(results, answers)


@pytest.mark.parametrize("other", [1, 8, 9, 10, 72, 20])
@pytest.mark.parametrize("copies", [1, 20])
def test_two_clues_that_clash_on_an_empty_board_are_found_at_once(other: int, copies: int) -> None:
    line = "".join("7" if cell in (0, other) else "." for cell in range(81))
    results = nf.solve_many([line] * copies, limit=nf.Limit(seconds=20))
    assert all(status == nf.Status.IMPOSSIBLE.code for status in results.status)
    assert nf.count(line, limit=nf.Limit(None, seconds=20)) == 0


def test_a_memoryview_is_an_array(answers: nf.Results) -> None:
    assert_same(nf.solve_many(memoryview(MANY)), answers)
    assert_same(nf.solve_many(memoryview(MANY.reshape(-1, 9, 9))), answers)
    with pytest.raises(nf.GridError, match="shape"):
        nf.solve_many(memoryview(b"123"))


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    path.write_bytes(b"PAR1" + bytes(200) + b"PAR1")
    with pytest.raises(nf.GridError, match=r"x\.parquet: the Parquet file cannot be read"):
        nf.solve_many(path)


# --- memory that is used again ------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_results_that_are_used_again_hold_nothing_of_before(answers: nf.Results, threads: int) -> None:
    """Puzzles without a solution leave zeros, also those not reached in time."""
    out = nf.solve_many(digits([SOLUTION]).repeat(len(MANY), axis=0), limit=1)
    assert_same(nf.solve_many(MANY, out=out, threads=threads), answers)
    stop = threading.Event()
    stop.set()
    stopped = nf.solve_many(MANY, out=out, threads=threads, cancel=stop)
    assert stopped.status is out.status
    assert set(stopped.words) == {"unknown"}
    assert not any(getattr(stopped, name).any() for name in COLUMNS[1:])
    with pytest.raises(nf.NinefoldError, match=r"puzzle 1, r1c2: read 17"):
        nf.solve_many(np.array([[0, 17, *[0] * 79]] * 2, np.uint8)[1:].repeat(2, 0), out=nf.solve_many(MANY[:2]))
