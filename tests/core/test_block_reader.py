"""Tests of BlockReader: files read in blocks give the same puzzles, lines and errors as read line by line."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ninefold as nf
from ninefold.core.reading import CELLS, BlockReader, split
from ninefold.core.text import MAX_TEXT

PROPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "...1..2..3..4..."
Found = list[tuple[str, int | None]]


def read_lines(text: bytes, size: int | None) -> Found:
    """The digits or the fault of each puzzle, read line by line."""
    lines = io.TextIOWrapper(io.BytesIO(text), encoding="utf-8-sig", errors="replace")
    layout = nf.Layout(size) if size else None
    return [_outcome(lambda written=written: written.grid(layout).line) for written in split(lines, size)]


def read(text: bytes, size: int | None, source: Callable[[int], bytes] | None = None) -> Found:
    """The digits or the fault of each puzzle, read in blocks."""
    layout = nf.Layout(size) if size else None
    found: Found = []
    for block in BlockReader(source or io.BytesIO(text).read, size).blocks():
        for part in block.parts:
            if isinstance(part, range):
                rows = [bytes(block.plain[row * CELLS : (row + 1) * CELLS]) for row in part]
                found += [(nf.Grid.from_digits(row, layout or nf.Layout(9)).line, None) for row in rows]
            else:
                found.append(_outcome(lambda part=part: part.grid(layout).line))
    return found


def _outcome(grid: Callable[[], str]) -> tuple[str, int | None]:
    try:
        return grid(), None
    except nf.NinefoldError as error:
        return str(error), 0


def pieces(text: bytes, length: int) -> Callable[[int], bytes]:
    """A source that returns only `length` bytes at a time, as a pipe may."""
    file = io.BytesIO(text)
    return lambda _: file.read(length)


TEXTS = [
    "",
    "\n\n",
    "# only a comment",
    PROPER,
    f"{PROPER}\n",
    f"\ufeff{PROPER}\r\n{PROPER}\r\n",
    f"\ufeff\ufeff{PROPER}\n",
    f"{PROPER}\r{PROPER}\r{SMALL}\r",
    f"# heading\n{PROPER}\n  # between\n{PROPER},more,fields\n{PROPER[1:]}\n{PROPER}x\n{PROPER}\n",
    f"{PROPER} 1\n{PROPER}\n",
    f"{'.' * 81} --\n{PROPER}\n",
    f"{PROPER}\n{'.' * 81} -- x\n",
    f"name,puzzle\n{PROPER}\n{PROPER}\n",
    f"{PROPER}\n\n{nf.Grid(PROPER)}\n\n{PROPER}\n{SMALL}\n{PROPER}\n",
    f"{SMALL}\n" * 16 + f"\n{PROPER}\n",
    f"{SMALL}\n{PROPER}\n",
    f"--------\n{PROPER}\n",
    f"{PROPER}\n\x0c\n{PROPER}\n\xa0\n{PROPER}\n",
    f"{PROPER}\x0c{PROPER}\n",
    f" {PROPER}\n{PROPER} \n",
    f"{PROPER}\u2028{PROPER}\n",
    f"{PROPER}\n{'½' * 81}\n{PROPER}",
    "\n".join(" ".join(row) for row in [PROPER[i : i + 9] for i in range(0, 81, 9)]) + f"\n\n{PROPER}",
    "x\n" * 400 + f"\n{PROPER}\n",
]


@pytest.mark.parametrize("size", [None, 9, 4])
@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_blocks_match_reading_line_by_line(text: str, size: int | None) -> None:
    expected = read_lines(text.encode(), size)
    assert read(text.encode(), size) == expected
    for length in (1, 7, 82, 100):
        assert read(text.encode(), size, pieces(text.encode(), length)) == expected


PARTS = [
    PROPER,
    PROPER,
    PROPER,
    SMALL,
    "\n",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "#",
    " ",
    ",",
    ".",
    "1",
    "x",
    "--",
    "|",
    "\t",
    "½",
    "\0",
]


@given(st.lists(st.sampled_from(PARTS), max_size=25), st.sampled_from([None, 9]), st.integers(1, 200))
def test_blocks_match_reading_line_by_line_for_any_text(parts: list[str], size: int | None, length: int) -> None:
    text = "".join(parts).encode()
    assert read(text, size, pieces(text, length)) == read_lines(text, size)


@given(st.binary(max_size=300))
def test_blocks_match_reading_line_by_line_for_any_bytes(noise: bytes) -> None:
    text = PROPER.encode() + b"\n" + noise + b"\n\n" + PROPER.encode()
    assert read(text, None) == read_lines(text, None)


def test_long_file_is_split_into_blocks_without_loss() -> None:
    text = f"{PROPER}\n{SMALL}\n".encode() * 30_000
    blocks = list(BlockReader(io.BytesIO(text).read).blocks())
    assert len(blocks) > 1
    assert sum(block.rows for block in blocks) == 30_000
    parts = [part for block in blocks for part in block.parts if not isinstance(part, range)]
    assert [part.line for part in parts] == list(range(2, 60_001, 2))


def test_overlong_line_fails_after_the_puzzles_before_it() -> None:
    text = f"{PROPER}\n".encode() + b"1" * (MAX_TEXT + 1)
    blocks = BlockReader(io.BytesIO(text).read).blocks()
    assert next(blocks).rows == 1
    with pytest.raises(nf.ParseError, match="line 2 has more than 65,536 characters"):
        next(blocks)
    with pytest.raises(nf.ParseError, match="line 1 has more than 65,536 characters"):
        list(BlockReader(lambda most: b"x" * most).blocks())
    wide = "½" * MAX_TEXT
    assert len(list(BlockReader(io.BytesIO(wide.encode()).read).blocks())) == 1


def test_available_puzzles_are_yielded_before_reading_more() -> None:
    texts = iter([f"{PROPER}\n".encode(), f"{PROPER}\n{PROPER[:7]}".encode()])

    def source(most: int) -> bytes:
        return next(texts)

    blocks = BlockReader(source).blocks()
    assert next(blocks).rows == 1
    assert next(blocks).rows == 1
    with pytest.raises((StopIteration, RuntimeError)):
        next(blocks)
