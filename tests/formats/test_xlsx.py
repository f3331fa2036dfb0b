"""Excel, as the paper keeps its games: read back, read from hostile files, and opened by another program."""

from __future__ import annotations

import io
import random
import tracemalloc
import zipfile

import pytest
from puzzle_strategies import SOLUTION, WIKIPEDIA

import ninefold as nf
from ninefold.core.puzzle import Puzzle
from ninefold.formats import find
from ninefold.formats.files import pick, read_text, reading
from ninefold.formats.format import InputFile
from ninefold.formats.xlsx import pack

S4 = "69.2..14..3215.....4...9325.2.871.5345...2..63..6.5..121..97.68..932..1.87.5169.2"
ROWS = [[char if char != "." else "" for char in S4[i : i + 9]] for i in range(0, 81, 9)]
XLSX = find("xlsx")


def book(**parts: str | bytes) -> bytes:
    """A workbook of ours with some parts in the place of others; __ means / and nothing takes a part away."""
    names = {name.replace("__", "/").replace("_xml", ".xml"): data for name, data in parts.items()}
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(pack("Games", [["S4"], *ROWS]))) as old, zipfile.ZipFile(file, "w") as new:
        for info in old.infolist():
            if info.filename not in names:
                new.writestr(info.filename, old.read(info))
        for name, data in names.items():
            if data:
                new.writestr(name, data, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def _noise() -> str:
    """What does not fold, so that a zip of little else than one sign does not look like a bomb by its sizes."""
    return f"<!--{random.Random(1).randbytes(100_000).hex()}-->"


def sheet_xml(rows: str) -> bytes:
    return book(xl__worksheets__sheet1_xml=f"<worksheet><sheetData>{rows}</sheetData></worksheet>")


def refused(data: bytes) -> str:
    with pytest.raises(nf.ParseError) as caught:
        read_text(data, "xlsx")
    return str(caught.value)


def test_the_papers_game_is_read_from_its_row() -> None:
    data = pack("Games", [[]] * 34 + [["S4"], *ROWS])
    assert read_text(data) == [Puzzle.from_parts(nf.Grid(S4), meta={"name": "S4"})]


def test_games_of_several_sizes_come_back() -> None:
    small = nf.Grid("..4.1......3.1..")
    puzzles = [Puzzle(nf.Grid(WIKIPEDIA)), Puzzle.from_parts(small, meta={"name": "small"}), Puzzle(nf.Grid.empty(16))]
    back = read_text(XLSX.bytes_of(puzzles))
    assert [puzzle.clues for puzzle in back] == [puzzle.clues for puzzle in puzzles]
    assert [puzzle.meta["name"] for puzzle in back] == ["S1", "small", "S3"]


def test_another_program_reads_what_we_write_as_texts() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    names = ["=1+1", "+x", "-x", "@SUM(A1)", "＝cmd", "S4", "<b>", "a & b"]
    data = XLSX.bytes_of([Puzzle.from_parts(nf.Grid(S4), meta={"name": name}) for name in names])
    page = openpyxl.load_workbook(io.BytesIO(data))["Games"]
    assert [page.cell(1 + 11 * i, 1).value for i in range(len(names))] == names
    assert {cell.data_type for row in page.iter_rows() for cell in row if cell.value is not None} <= {"s", "inlineStr"}
    assert page["A2"].value == "6"


def test_what_another_program_writes_is_read() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    workbook = openpyxl.Workbook()
    workbook.active.title = "Other"
    page = workbook.create_sheet("Games")
    for number, label in enumerate(("S1", "S2")):
        page.cell(1 + 11 * number, 1, label)
        for cell, char in enumerate(S4):
            if char != ".":
                page.cell(2 + 11 * number + cell // 9, 1 + cell % 9, int(char) if number else char)
    file = io.BytesIO()
    workbook.save(file)
    assert [puzzle.clues.line for puzzle in read_text(file.getvalue())] == [S4, S4]


def test_a_formula_is_named_and_never_worked_out() -> None:
    message = refused(sheet_xml('<row r="1"><c r="A1" t="str"><f>HYPERLINK("x")</f><v>S1</v></c></row>'))
    assert "cell A1: read a formula" in message


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([["S4"], *ROWS[:4], ["x", *ROWS[4][1:]], *ROWS[5:]], "cell A6: read 'x', expected a digit 1 to 9, or nothing"),
        ([["S4"], *ROWS[:4], [*ROWS[4][:8], "10"], *ROWS[5:]], "cell I6: read '10'"),
        ([["S4"], *ROWS[:4], [*ROWS[4], "1"], *ROWS[5:]], "cell J6: read '1', expected nothing beside 9 columns"),
        ([["S4"], *ROWS[:4], [], ["S5"], *ROWS], "cell A7: read 'S5', expected row 6 of 9 of the grid"),
        ([["S4"], *ROWS[:5]], "the sheet ends at row 6, expected 9 rows, up to cell I10"),
        ([*ROWS], "cell A1: read '6', expected a label in column A"),
        ([["S4"], *ROWS, ["7"]], "cell A11: read '7', expected a label"),
        ([["S4", "12x12"], *ROWS], "is out of range: expected 2 to 64"),
        ([], "has no label, such as S1, with a grid below it"),
    ],
)
def test_an_error_names_its_cell(rows: list[list[str]], words: str) -> None:
    assert words in refused(pack("Games", rows))


def test_an_error_in_the_selected_game_is_raised() -> None:
    data = pack("Games", [["S4"], *ROWS, [], ["S9"], *ROWS[:8], ["x"]])
    assert pick(reading(InputFile.of(data), "games.xlsx"), "S4").clues.line == S4
    with pytest.raises(nf.ParseError, match=r"games.xlsx: cell A12, 'S9'(.|\n)*cell A21: read 'x'"):
        pick(reading(InputFile.of(data), "games.xlsx"), "S9")


def test_a_sheet_with_another_name_is_read_if_it_is_the_only_one() -> None:
    assert read_text(pack("Sheet1", [["S4"], *ROWS]))[0].clues.line == S4
    two = book(
        xl__workbook_xml='<workbook><sheets><sheet name="a" id="rId1"/><sheet name="b" id="rId1"/></sheets></workbook>'
    )
    assert "has no sheet Games; it has 'a', 'b'" in refused(two)


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ('<c r="A1" t="s"><v>70</v></c>', "cell A1: read text number '70', expected 0 to 9"),
        ('<c r="A1" t=""><v>1</v></c>', "cell A1: read '1' of type ''"),
        ('<c r="A1"><v>1</v></c><c r="A1"><v>2</v></c>', "duplicate cell A1"),
        ('<c r="A1" t="e"><v>#REF!</v></c>', "cell A1: read '#REF!' of type 'e'"),
        ('<c r="A1" t="b"><v>1</v></c>', "of type 'b'"),
        ('<c r="ZZZZ1"><v>1</v></c>', "read a cell 'ZZZZ1'"),
        ('<c r="A2"><v>1</v></c>', "read a cell 'A2'"),
        ('<c r="XFD1"><v>1</v></c>', "cell XFD1: read '1'"),
    ],
)
def test_cells_of_wrong_kinds_are_errors(cell: str, words: str) -> None:
    assert words in refused(sheet_xml(f'<row r="1">{cell}</row>'))


def test_a_billion_rows_are_an_error() -> None:
    far = refused(sheet_xml('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'))
    assert "row 1048576 of the sheet: more than 50,000 rows are not allowed" in far


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("<row><c><v>1</v></c></row>" * 60_000, "row 50001 of the sheet: more than 50,000 rows are not allowed"),
        (f"<row>{'<c/>' * 10}</row>" * 20_000, "cell A15001: more than 150,000 cells are not allowed"),
        (f"<row>{'<c/>' * 20_000}</row>", "cell XFE1: more than 16,384 columns are not allowed"),
        ("<row/><row><c/>" + "<a/>" * 600_000, "cell A2: the workbook has more than 500,000 elements"),
        (f"<row><c t='str'><v>{'x' * 6_000_000}</v></c></row>", "cell A1: the workbook has more than 5,000,000 char"),
    ],
    ids=["rows", "cells", "columns", "elements", "characters"],
)
def test_reading_ends_at_the_first_cell_too_many(rows: str, words: str) -> None:
    # The rest is not XML: it is never looked at.
    assert words in refused(sheet_xml(f"{rows}{_noise()}<<<"))


def test_a_workbook_of_a_million_rows_takes_little_memory() -> None:
    data = sheet_xml("<row><c><v>1</v></c></row>" * 1_000_000 + 3 * _noise())
    tracemalloc.start()
    assert "row 50001 of the sheet" in refused(data)
    assert tracemalloc.get_traced_memory()[1] < 40_000_000
    tracemalloc.stop()


def test_texts_that_cells_refer_to_are_counted_too() -> None:
    many = book(xl__sharedStrings_xml=f"<sst>{'<si><t>a</t></si>' * 260_000}</sst>" + _noise())
    assert "the workbook has more than 500,000 elements" in refused(many)
    long = book(xl__sharedStrings_xml=f"<sst><si><t>{'a' * 6_000_000}</t></si></sst>" + _noise())
    assert "more than 5,000,000 characters" in refused(long)


def test_an_endless_tag_is_an_error() -> None:
    endless = sheet_xml(f'<row r="{"1" * 3_000_000}"/>{_noise()}')
    assert "a tag has more than 1,048,576 bytes" in refused(endless)
    assert "xl/workbook.xml in the workbook has more than 4 MB" in refused(
        book(xl__workbook_xml=f"<workbook>{' ' * (5 << 20)}{_noise()}</workbook>")
    )


def test_what_is_written_can_be_read_up_to_the_limits() -> None:
    full = Puzzle(nf.Grid(WIKIPEDIA))
    puzzles = [full] * 4545
    assert len(read_text(XLSX.bytes_of(puzzles))) == 4545
    with pytest.raises(nf.ParseError, match="a workbook holds 50,000 rows, and these puzzles take 50,006"):
        XLSX.bytes_of([*puzzles, full])
    with pytest.raises(nf.ParseError, match="a workbook holds 150,000 cells, and these puzzles take 164,000"):
        XLSX.bytes_of([Puzzle(nf.Grid(SOLUTION))] * 2000)


def test_a_zip_bomb_is_not_unpacked() -> None:
    bomb = book(xl__worksheets__sheet1_xml=b"<worksheet>" + b" " * 60_000_000)
    small = book(xl__worksheets__sheet1_xml=b"<worksheet>" + b" " * 3_000_000)
    tracemalloc.start()
    assert "more than 50 MB" in refused(bomb)
    assert "not a real workbook" in refused(small)
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


def test_a_part_larger_than_declared_is_an_error() -> None:
    data = bytearray(book())
    size = len(zipfile.ZipFile(io.BytesIO(bytes(data))).read("xl/workbook.xml")).to_bytes(4, "little")
    for place in (at for at in range(len(data)) if data[at : at + 4] == size):
        data[place : place + 4] = (5).to_bytes(4, "little")
    assert "workbook" in refused(bytes(data))


def test_missing_and_damaged_parts_are_errors() -> None:
    good = book()
    assert "not a readable zip file" in refused(good[:200])
    assert "has no xl/workbook.xml" in refused(book(xl__workbook_xml=""))
    assert "has no xl/worksheets/sheet1.xml" in refused(book(xl__worksheets__sheet1_xml=""))
    assert "entities" in refused(book(xl__workbook_xml='<!DOCTYPE a [<!ENTITY b "c">]><workbook/>'))
    links = '<Relationships><Relationship Id="rId1" Target="../../../etc/passwd"/></Relationships>'
    files = {"xl/_rels/workbook.xml.rels": links}
    assert "the workbook has no ../../etc/passwd" in refused(_with(files))


def _with(parts: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book())) as old, zipfile.ZipFile(file, "w") as new:
        for info in old.infolist():
            new.writestr(info.filename, parts.get(info.filename, old.read(info)))
    return file.getvalue()
