"""Packed files and UTF-16: read as any other file, and bounded."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from puzzle_strategies import SOLUTION, WIKIPEDIA
from running import ninefold

import ninefold as nf
from ninefold.core.puzzle import Puzzle
from ninefold.formats import TABLE, detect
from ninefold.formats.decoding import decoded
from ninefold.formats.files import read_text, reading
from ninefold.formats.format import MAX, InputFile

PUZZLE = Puzzle.from_parts(nf.Grid(WIKIPEDIA), meta={"name": "Übung", "rating": "1.2"})
WRITTEN = [form for form in TABLE if form.write and form.name not in ("npy", "npz", "parquet", "xlsx")]
UTF_16 = {
    "little": (b"\xff\xfe", "utf-16-le"),
    "big": (b"\xfe\xff", "utf-16-be"),
    "little, no mark": (b"", "utf-16-le"),
    "big, no mark": (b"", "utf-16-be"),
}


@pytest.mark.parametrize("order", UTF_16)
@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
def test_every_text_format_is_read_in_utf_16(form: nf.formats.Format, order: str) -> None:
    mark, code = UTF_16[order]
    data = form.bytes_of([PUZZLE])
    packed = gzip.compress(mark + data.decode().encode(code))
    for written in (mark + data.decode().encode(code), packed):
        assert detect(InputFile.of(written)) == detect(InputFile.of(data))
        assert list(form.read(InputFile.of(written))) == list(form.read(InputFile.of(data)))


def test_an_xml_declaration_in_utf_16_is_read() -> None:
    text = (
        f"<?xml version='1.0' encoding='UTF-16'?><opensudoku><game data='{WIKIPEDIA.replace('.', '0')}'/></opensudoku>"
    )
    (puzzle,) = read_text(text.encode("utf-16"))
    assert puzzle.clues.line == WIKIPEDIA


def test_a_binary_format_is_read_from_a_packed_file() -> None:
    data = next(form for form in TABLE if form.name == "xlsx").bytes_of([PUZZLE])
    assert read_text(gzip.compress(data)) == read_text(data)


def test_packed_files_may_follow_each_other() -> None:
    line = f"{WIKIPEDIA}\n".encode()
    assert len(read_text(gzip.compress(line) + gzip.compress(line * 2) + b"\0" * 512)) == 3


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (gzip.compress(gzip.compress(b"x")), "packed twice"),
        (gzip.compress(WIKIPEDIA.encode())[:-9], "the packed file is incomplete"),
        (b"\x1f\x8b" + b"x" * 50, "the packed file is damaged"),
        (gzip.compress(f"{WIKIPEDIA}\n".encode()) + b"x", "the packed file is incomplete"),
        (gzip.compress(b"\n" * (MAX + 1)), "unpacks to more than"),
        ("1\n2".encode("utf-16") + b"x", "line 2: the text is not UTF-16"),
    ],
    ids=["twice", "cut", "damaged", "more", "bomb", "odd"],
)
def test_damaged_and_hostile_files_are_refused(data: bytes, words: str) -> None:
    with pytest.raises(nf.ParseError, match=words):
        read_text(data)


def test_a_packed_file_on_disk_has_a_bounded_ratio(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"\n" * (20 << 20)))
    with path.open("rb") as file, pytest.raises(nf.ParseError, match="unpacks to more than 100 times its size"):
        reading(InputFile(file), "bomb").puzzles()
    with path.open("rb") as file, pytest.raises(nf.ParseError, match="100 times"):
        decoded(file.read(100), file).readall()


def test_the_command_line_reads_packed_files(tmp_path: Path) -> None:
    path = tmp_path / "list.txt.gz"
    path.write_bytes(gzip.compress(f"{WIKIPEDIA}\n{WIKIPEDIA}\n".encode("utf-16")))
    assert ninefold("solve", path).lines == [SOLUTION, SOLUTION]
    assert ninefold("show", "-", stdin=path.read_bytes()).lines == [WIKIPEDIA, WIKIPEDIA]
    path.write_bytes(path.read_bytes()[:-9])
    done = ninefold("solve", path)
    assert (done.code, "list.txt.gz: the packed file is incomplete" in done.err) == (2, True)


@pytest.mark.parametrize("code", ["utf-8-sig", "utf-16", "packed", "packed utf-16"])
def test_other_files_of_text_are_decoded_too(tmp_path: Path, code: str) -> None:
    def written(name: str, text: str) -> str:
        data = text.encode(code.removeprefix("packed").strip() or "utf-8")
        (tmp_path / name).write_bytes(gzip.compress(data) if code.startswith("packed") else data)
        return str(tmp_path / name)

    cases = "code,variant,givens,state,cands,elims,places\n"
    path = ninefold("explain", WIKIPEDIA, "--json").out
    mask = "xx..\n..xx\nxx..\n..xx\n"
    assert ninefold("steps", "--cases", written("cases.csv", cases)).out.startswith("0 cases")
    assert ninefold("verify", written("path.json", path)).out.startswith("proved: ")
    assert ninefold("generate", "--size", "4", "--mask", written("mask.txt", mask)).code == 0
    race = nf.race(tmp_path / Path(written("puzzles.txt", WIKIPEDIA)), by="search")
    assert [outcome.status for outcome in race.outcomes] == [nf.Status.UNIQUE]
