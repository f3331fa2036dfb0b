"""The native module: typed, polite about bad input, and without the interpreter's lock while it works."""

from __future__ import annotations

import subprocess
import sys
import threading
from array import array
from pathlib import Path
from typing import Any

import pytest

import ninefold as nf
from ninefold import _native
from ninefold.solving.solvers import native as engine

STUB = Path(nf.__file__).with_name("_native.pyi")


def board(layout: nf.Layout) -> _native.NativeBoard:
    return _native.NativeBoard(layout.size, [unit.cells for unit in layout.units])


def count(search: _native.NativeSearch, stretch: int) -> int:
    found = set()
    while (progress := search.advance(stretch)) is not _native.Progress.ended:
        if progress is _native.Progress.found:
            found.add(search.digits)
    return len(found)


def test_the_type_stub_is_the_one_the_module_makes(tmp_path: Path) -> None:
    made = tmp_path / "_native.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "ninefold._native", "-o", str(made)]
    subprocess.run(command, check=True, capture_output=True)
    assert made.read_text() == STUB.read_text(), "run `make stub`"


@pytest.mark.parametrize("size", [0, 65, -3])
def test_unsupported_sizes_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match="1 to 64 digits"):
        _native.NativeBoard(size, [])


def test_a_unit_outside_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="outside the board"):
        _native.NativeBoard(4, [[0, 16]])


@pytest.mark.parametrize(
    ("digits", "message"), [(bytes(15), "N² digits"), (b"\x05" + bytes(15), "larger than the board has")]
)
def test_digits_that_do_not_fit_are_refused(digits: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _native.NativeSearch(board(nf.Layout(4)), digits)


def test_a_search_resumes_after_a_pause() -> None:
    search = _native.NativeSearch(board(nf.Layout(4)), bytes(16))
    assert count(search, stretch=1) == 288
    assert search.advance(10) is _native.Progress.ended


def test_a_search_keeps_its_board_alive_and_shares_it() -> None:
    small = board(nf.Layout(4))
    searches = [_native.NativeSearch(small, bytes(16)) for _ in range(3)]
    del small
    assert [count(search, stretch=50) for search in searches] == [288] * 3


def test_a_board_without_units_is_every_filling() -> None:
    assert count(_native.NativeSearch(_native.NativeBoard(2, []), bytes(4)), stretch=1000) == 2**4


def test_the_largest_board_works() -> None:
    search = _native.NativeSearch(board(nf.Layout(64)), bytes(64 * 64))
    assert search.advance(1) is _native.Progress.paused


def nine(lines: list[str]) -> bytes:
    return b"".join(nf.Grid(line).digits for line in lines)


PROPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179"


def columns(rows: int, wrong: int = 0) -> list[Any]:
    words = bytes(8 * rows)
    return [bytearray(rows), bytearray(rows + wrong), array("Q", words), bytearray(81 * rows), array("Q", words)]


def test_a_tree_finds_what_many_at_once_find() -> None:
    tree = _native.Tree(nine([TWO]))
    found = []
    while (progress := tree.advance(3)) is not _native.Progress.ended:
        if progress is _native.Progress.found:
            found.append(tree.digits)
    statuses, ended, counts, solutions, guesses = columns(1)
    assert _native.solve_many(nine([TWO]), 9, 1, statuses, ended, counts, solutions, guesses)
    assert (len(set(found)), list(counts), list(ended)) == (2, [2], [1])
    assert found[0] == bytes(solutions)
    assert guesses[0] == tree.guesses <= tree.nodes


@pytest.mark.parametrize("digits", [bytes(80), bytes(82), b"\x0a" + bytes(80)])
def test_invalid_puzzles_are_refused(digits: bytes) -> None:
    for call in (_native.Tree, _native.has_clash, lambda digits: _native.count(digits, 1, 1)):
        with pytest.raises(ValueError, match=r"81|above 9"):
            call(digits)
    with pytest.raises(ValueError, match=r"81|above 9|statuses"):
        _native.solve_many(digits, 2, 1, *columns(2))


def test_columns_of_another_length_or_kind_are_refused() -> None:
    with pytest.raises(ValueError, match="statuses: 2 values, expected 1"):
        _native.solve_many(bytes(81), 2, 1, *columns(2))
    with pytest.raises(ValueError, match="ended: 2 values, expected 1"):
        _native.solve_many(bytes(81), 2, 1, *columns(1, wrong=1))
    with pytest.raises(TypeError):
        _native.solve_many(bytes(81), 2, 1, *columns(1)[:-1], array("d", [0.0]))
    with pytest.raises(TypeError):  # nowhere to write to
        _native.solve_many(bytes(81), 2, 1, bytes(1), *columns(1)[1:])


def test_the_judge_of_many_finds_the_first_wrong_grid() -> None:
    digits = nine([PROPER] * 3)
    right = nine([SOLUTION] * 3)
    assert _native.first_wrong(digits, right, bytes(3)) == 3
    for row in range(3):
        for cell in (0, 40, 80):
            wrong = bytearray(right)
            wrong[row * 81 + cell] = wrong[row * 81 + cell] % 9 + 1
            assert _native.first_wrong(digits, wrong, bytes(3)) == row
            assert _native.first_wrong(digits, wrong, bytes([3 if at == row else 0 for at in range(3)])) == 3


def test_a_wrong_grid_of_the_engine_does_not_leave_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lying:
        """The engine, but for one digit."""

        def __getattr__(self, name: str) -> Any:
            return getattr(_native, name)

        def solve_many(self, digits: Any, limit: int, threads: int, *rest: Any) -> bool:
            done = _native.solve_many(digits, limit, threads, *rest)
            rest[3][81] = rest[3][81] % 9 + 1
            return done

    monkeypatch.setattr(engine, "native", Lying)
    with pytest.raises(nf.MethodFault, match="method 'lanes' gave a wrong grid: incorrect: 6 twice in row 1"):
        nf.solve_many([PROPER, PROPER])


def test_a_wrong_second_solution_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = engine.AnswerColumns.of_bytes(1)
    monitor = engine.NativeMonitor(nf.Run(nf.Layout(9)))
    engine.solve_rows(nine([TWO]), answers, 2, 1, monitor)
    second = engine.second_solutions(nine([TWO]), answers, monitor)
    assert {bytes(second), bytes(answers.solution)} == {grid.digits for grid in nf.solutions(TWO)}
    answers.solution[:] = second
    with pytest.raises(nf.MethodFault, match="gave the same solution of puzzle 0 twice"):
        engine.second_solutions(nine([TWO]), answers, monitor)


def test_the_version_in_use_is_one_that_can_run() -> None:
    assert _native.version() in _native.versions()
    assert _native.versions()[-1] == "baseline"


def test_an_error_in_poll_reaches_the_caller() -> None:
    def poll(done: int) -> bool:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        _native.count(bytes(81), 2**64 - 1, 1, None, poll)
    found, ended, _ = _native.count(bytes(81), 2**64 - 1, 1, None, lambda done: True)
    assert found > 0
    assert not ended


def test_other_threads_run_during_a_long_stretch() -> None:
    search = _native.NativeSearch(board(nf.Layout(49)), bytes(49**2))  # many thousand nodes to its first solution
    thread = threading.Thread(target=search.advance, args=(500_000,))
    thread.start()
    beats = 0
    while thread.is_alive() and beats < 1000:
        beats += 1
    thread.join()
    assert beats > 1
