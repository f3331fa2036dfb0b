"""Writing a workbook of one sheet with text cells only: the parts that a spreadsheet program needs.

Each text stands once, in a part of its own, and cells refer to it by number, as spreadsheet programs themselves do.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from html import escape

from ninefold.library.formats.xlsx_cells import cell_name

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
# A zip keeps dates; one that does not change makes equal books equal files.
_DATE = (2000, 1, 1, 0, 0, 0)


def pack(name: str, rows: Sequence[Sequence[str]]) -> bytes:
    """The file of a workbook with one sheet."""
    numbers: dict[str, int] = {}
    cells = _rows(rows, numbers)
    parts = {
        "[Content_Types].xml": (
            f'<Types xmlns="{_PACKAGE}/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/>'
            f'<Override PartName="/xl/sharedStrings.xml" ContentType="{_KIND}.sharedStrings+xml"/>'
            "</Types>"
        ),
        "_rels/.rels": _links({"officeDocument": "xl/workbook.xml"}),
        "xl/workbook.xml": (
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
            f'<sheets><sheet name="{escape(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>'
        ),
        "xl/_rels/workbook.xml.rels": _links(
            {"worksheet": "worksheets/sheet1.xml", "sharedStrings": "sharedStrings.xml"}
        ),
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}">{"".join(map(_text, numbers))}</sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{cells}</sheetData></worksheet>',
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:
        for path, text in parts.items():
            info = zipfile.ZipInfo(path, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            book.writestr(info, _HEAD + text)
    return file.getvalue()


def _links(targets: Mapping[str, str]) -> str:
    links = (
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets.items(), 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(links)}</Relationships>'


def _rows(rows: Sequence[Sequence[str]], numbers: dict[str, int]) -> str:
    """The rows; each new text is given the next number."""
    found = []
    for number, row in enumerate(rows, 1):
        cells = (
            f'<c r="{cell_name(number, column)}" t="s"><v>{numbers.setdefault(text, len(numbers))}</v></c>'
            for column, text in enumerate(row, 1)
            if text
        )
        found.append(f'<row r="{number}">{"".join(cells)}</row>')
    return "".join(found)


def _text(text: str) -> str:
    """A text; xml:space keeps blanks at its ends."""
    return f'<si><t xml:space="preserve">{escape(text)}</t></si>'
