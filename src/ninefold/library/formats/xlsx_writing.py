"""Writing a workbook of one sheet with text cells only: the five parts that a spreadsheet program needs."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from html import escape

from ninefold.library.formats.xlsx_games import cell_name

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
# A zip keeps dates; one that does not change makes equal books equal files.
_DATE = (2000, 1, 1, 0, 0, 0)


def pack(name: str, rows: Sequence[Sequence[str]]) -> bytes:
    """The file of a workbook with one sheet."""
    parts = {
        "[Content_Types].xml": (
            f'<Types xmlns="{_PACKAGE}/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/>'
            "</Types>"
        ),
        "_rels/.rels": _links(f"{_OFFICE}/officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml": (
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
            f'<sheets><sheet name="{escape(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>'
        ),
        "xl/_rels/workbook.xml.rels": _links(f"{_OFFICE}/worksheet", "worksheets/sheet1.xml"),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{_rows(rows)}</sheetData></worksheet>',
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:
        for path, text in parts.items():
            info = zipfile.ZipInfo(path, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            book.writestr(info, _HEAD + text)
    return file.getvalue()


def _links(kind: str, target: str) -> str:
    link = f'<Relationship Id="rId1" Type="{kind}" Target="{target}"/>'
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{link}</Relationships>'


def _rows(rows: Sequence[Sequence[str]]) -> str:
    return "".join(
        f'<row r="{number}">{"".join(_cell(number, column, text) for column, text in enumerate(row, 1) if text)}</row>'
        for number, row in enumerate(rows, 1)
    )


def _cell(row: int, column: int, text: str) -> str:
    """A text cell; xml:space keeps blanks at its ends."""
    return f'<c r="{cell_name(row, column)}" t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'
