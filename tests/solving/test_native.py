"""The native module: typed, polite about bad input, and without the interpreter's lock while it works."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

import ninefold as nf
from ninefold import _native

STUB = Path(nf.__file__).with_name("_native.pyi")


def board(layout: nf.Layout) -> _native.Board:
    return _native.Board(layout.size, [unit.cells for unit in layout.units])


def count(search: _native.Search, stretch: int) -> int:
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
def test_a_board_of_no_such_size_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="1 to 64 digits"):
        _native.Board(size, [])


def test_a_unit_outside_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="outside the board"):
        _native.Board(4, [[0, 16]])


@pytest.mark.parametrize(
    ("digits", "message"), [(bytes(15), "N² digits"), (b"\x05" + bytes(15), "larger than the board has")]
)
def test_digits_that_do_not_fit_are_refused(digits: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _native.Search(board(nf.Layout(4)), digits)


def test_a_search_goes_on_where_it_paused() -> None:
    search = _native.Search(board(nf.Layout(4)), bytes(16))
    assert count(search, stretch=1) == 288
    assert search.advance(10) is _native.Progress.ended


def test_a_search_keeps_its_board_alive_and_shares_it() -> None:
    small = board(nf.Layout(4))
    searches = [_native.Search(small, bytes(16)) for _ in range(3)]
    del small
    assert [count(search, stretch=50) for search in searches] == [288] * 3


def test_a_board_without_units_is_every_filling() -> None:
    assert count(_native.Search(_native.Board(2, []), bytes(4)), stretch=1000) == 2**4


def test_the_largest_board_works() -> None:
    search = _native.Search(board(nf.Layout(64)), bytes(64 * 64))
    assert search.advance(1) is _native.Progress.paused


def test_other_threads_run_during_a_long_stretch() -> None:
    deep = nf.Grid(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........")
    search = _native.Search(board(deep.layout), deep.digits)  # millions of nodes, and no solution among them
    thread = threading.Thread(target=search.advance, args=(500_000,))
    thread.start()
    beats = 0
    while thread.is_alive() and beats < 1000:
        beats += 1
    thread.join()
    assert beats > 1
