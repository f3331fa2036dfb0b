"""Old Excel and OpenDocument workbooks: read in a worker, never computed, and no damage reaches this process.

`tests/data/*.xls` were written once with xlwt.
"""

from __future__ import annotations

import io
import zipfile
from html import escape
from pathlib import Path

import pytest
from puzzle_strategies import WIKIPEDIA

import ninefold as nf
from ninefold.core.puzzle import Puzzle
from ninefold.formats import excel_old, find
from ninefold.formats.files import read_text, reading
from ninefold.formats.format import InputFile

pytest.importorskip("python_calamine")

DATA = Path(__file__).parents[1] / "data"
GAMES = [
    Puzzle(nf.Grid(WIKIPEDIA), about={"name": "S1"}),
    Puzzle(nf.Grid("..4.1......3.1.."), about={"name": "small"}),
]
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
MANIFEST = "application/vnd.oasis.opendocument.spreadsheet"


def rows_of(line: str, size: int) -> list[list[str]]:
    return [[c.replace(".", "") for c in line[i : i + size]] for i in range(0, size * size, size)]


ROWS = [["S1"], *rows_of(WIKIPEDIA, 9), [], ["small", "4"], *rows_of("..4.1......3.1..", 4)]


def ods(rows: list[list[str]], name: str = "Games", formula: str = "") -> bytes:
    """A small workbook; cells are numbers or texts, and `formula` names one that is computed."""

    def cell(row: int, column: int, text: str) -> str:
        computed = ' table:formula="of:=1+3"' if f"{row},{column}" == formula else ""
        if not text:
            return f"<table:table-cell{computed}/>"
        if text.isdecimal():
            return f'<table:table-cell office:value-type="float" office:value="{text}"{computed}/>'
        return (
            f'<table:table-cell office:value-type="string"{computed}><text:p>{escape(text)}</text:p></table:table-cell>'
        )

    body = "".join(
        f"<table:table-row>{''.join(cell(r, c, text) for c, text in enumerate(row))}</table:table-row>"
        for r, row in enumerate(rows)
    )
    spaces = " ".join(f'xmlns:{word}="{OASIS}:{word}:1.0"' for word in ("office", "table", "text"))
    table = f'<table:table table:name="{name}">{body}</table:table>'
    sheet = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", MANIFEST)
        archive.writestr("content.xml", f"<office:document-content {spaces}>{sheet}</office:document-content>")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    return file.getvalue()


def test_an_xls_file_is_read() -> None:
    data = (DATA / "games.xls").read_bytes()
    assert read_text(data) == read_text(data, "xls") == GAMES


def test_an_ods_file_is_read() -> None:
    assert read_text(ods(ROWS)) == read_text(ods(ROWS), "ods") == GAMES


def test_the_only_sheet_is_read_with_a_note() -> None:
    source = InputFile.of(ods(ROWS, "Sheet1"))
    assert reading(source, "x").puzzles() == GAMES
    assert source.notes == ["the workbook has no sheet Games; its only sheet 'Sheet1' was read"]


@pytest.mark.parametrize(
    ("data", "cell"), [((DATA / "formula.xls").read_bytes(), "C2"), (ods(ROWS, formula="12,1"), "B13")]
)
def test_formulas_are_errors(data: bytes, cell: str) -> None:
    with pytest.raises(nf.ParseError, match=f"cell {cell}: read a formula"):
        read_text(data)


def test_a_formula_in_another_sheet_does_no_harm() -> None:
    assert read_text((DATA / "games.xls").read_bytes())


def test_a_note_says_if_formulas_could_not_be_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    found = excel_old.SheetCells("Games", ("Games",), {1: {1: "S1"}, 2: {1: "5"}}, 10, is_checked=False)
    monkeypatch.setattr(excel_old, "_in_worker", lambda data: found)
    source = InputFile.of(b"")
    assert len(list(excel_old.read(source))) == 1
    assert source.notes == ["formulas could not be looked for; digits may be results of formulas"]


@pytest.mark.parametrize("name", ["games.xls", "formula.xls"])
@pytest.mark.parametrize("at", [30, 48, 60, 76, 520, 600, 2000, 4000])
def test_damage_is_an_error_and_nothing_worse(name: str, at: int) -> None:
    data = bytearray((DATA / name).read_bytes())
    data[at : at + 8] = b"\xff" * 8
    try:
        found = excel_old.load(excel_old_context(bytes(data)))
    except BaseException as error:
        assert type(error).__name__ in ("PanicException", "MemoryError", "ParseError")  # noqa: PT017 - caught by the worker
    else:
        assert found.error or found.name


def excel_old_context(data: bytes) -> excel_old.Context:
    from ninefold.processes.child import Context

    return Context(file=data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (excel_old.OLE_MAGIC + bytes(504), "the workbook"),
        ((DATA / "games.xls").read_bytes()[:1500], "the workbook"),
        (b"PK\3\4" + bytes(26) + excel_old.ODS_MAGIC, "the workbook cannot be read"),
        (ods(ROWS[11:]).replace(b"Games", b"Gamez"), "the workbook"),
        (ods([["1", "2"]]), "expected a label in column A"),
        (ods([]), "has no label"),
    ],
)
def test_unreadable_workbooks_are_errors(data: bytes, words: str) -> None:
    with pytest.raises(nf.ParseError, match=words):
        read_text(data)


def test_a_workbook_is_not_read_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excel_old, "SECONDS", 0.001)
    with pytest.raises(nf.ParseError, match=r"not read within 0\.001 seconds"):
        read_text(ods(ROWS))


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excel_old, "find_spec", lambda name: None)
    with pytest.raises(nf.ParseError, match=r"pip install 'ninefold\[excel\]'"):
        read_text(ods(ROWS))


def test_they_are_only_read() -> None:
    for name in ("xls", "ods"):
        with pytest.raises(nf.ParseError, match="only be read"):
            find(name).bytes_of(GAMES)
