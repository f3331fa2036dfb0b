"""Hostile files sent to the server: refused within a second and in little memory, and nothing is written.

python tests/long/uploads.py [ROUNDS]
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from time import monotonic

import httpx

from ninefold.web.server import Address, AppServer
from ninefold.web.settings import ServerLimits

SECONDS, MEMORY = 1.0, 150 << 20
SHEET = "xl/worksheets/sheet1.xml"
PARTS = {
    "[Content_Types].xml": '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    "_rels/.rels": '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"'
    ' Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>'
    '<sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<?xml version="1.0"?><Relationships xmlns='
    '"http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type='
    '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>'
    "</Relationships>",
}
ENTITIES = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1 or str()};" * 10}">' for n in range(1, 10))
    + '<!ENTITY f SYSTEM "file:///etc/passwd">]>'
)


def workbook(sheet: str, more: dict[str, bytes] | None = None) -> bytes:
    """A workbook with this text as its sheet, and further parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in (PARTS | {SHEET: sheet}).items():
            file.writestr(name, text)
        for name, data in (more or {}).items():
            file.writestr(name, data)
    return made.getvalue()


def sheet_of(rows: str, head: str = "", before: str = "") -> str:
    """A sheet with these rows."""
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<?xml version="1.0"?>{before}<worksheet xmlns="{space}">{head}<sheetData>{rows}</sheetData></worksheet>'


def files() -> Iterator[tuple[str, bytes]]:
    """The hostile files, each with its name."""
    row, small = "<row><c><v>1</v></c></row>", sheet_of("<row><c><v>1</v></c></row>")
    bomb = workbook(sheet_of(row * 2_000_000))
    yield "bomb.xlsx", bomb
    yield "nested.xlsx", workbook(small, {"xl/embeddings/inner.zip": workbook(small, {"bomb.xlsx": bomb})})
    yield "nested.zip", workbook(small, {"a.zip": bomb})
    yield "entities.xlsx", workbook(sheet_of("<row><c t='str'><v>&a9;&f;</v></c></row>", before=ENTITIES))
    yield "entities.xml", f'<?xml version="1.0"?>{ENTITIES}<opensudoku><game data="&a9;&f;"/></opensudoku>'.encode()
    yield "declared.xlsx", workbook(sheet_of(row, head='<dimension ref="A1:XFD1048576"/>'))
    yield "far.xlsx", workbook(sheet_of('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))
    yield (
        "shared.xlsx",
        workbook(small, {"xl/sharedStrings.xml": b'<sst count="4294967295" uniqueCount="4294967295"/>'}),
    )
    for name in ("../../escaped", "/tmp/escaped", "..\\escaped", "C:\\escaped"):
        yield "names.xlsx", workbook(small, {name: b"x" * 100})
    link = zipfile.ZipInfo("link")
    link.external_attr = 0o120777 << 16
    made = io.BytesIO(workbook(small))
    with zipfile.ZipFile(made, "a") as file:
        file.writestr(link, "/etc/passwd")
    yield "link.xlsx", made.getvalue()
    yield "magic.xlsx", b"\x89PNG\r\n\x1a\n" + bytes(1000)
    yield "magic.png", workbook(small)
    yield "magic.parquet", b"PAR1" + bytes(1000) + b"\xff\xff\xff\x7fPAR1"
    yield "garbage.xlsx", b"PK\x03\x04" + os.urandom(10_000)
    for part in (2, 10, 100):
        yield "truncated.xlsx", bomb[: -len(bomb) // part]
    yield "bomb.gz", gzip.compress(bytes(400 << 20))
    yield "lines.gz", gzip.compress(b"." * 81 + (b"\n" + b"." * 81) * 2_000_000)
    yield "deep.json", b"[" * 1_000_000
    yield "long.txt", b"1" * 4_000_000
    yield "blank.txt", b"\n" * 4_000_000
    yield "faults.txt", (b"?" * 81 + b"\n") * 60_000
    yield "pieces.txt", b"1\n\n" * 1_600_000
    yield "empty.xlsx", b""
    parquet = _parquet()
    if parquet:
        yield "rows.parquet", parquet


def _parquet() -> bytes:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        return b""
    made = io.BytesIO()
    column = pa.DictionaryArray.from_arrays(pa.array([0] * 3_000_000, pa.int32()), ["." * 81])
    pq.write_table(pa.table({"puzzle": column}), made, compression="zstd")
    return made.getvalue()


def peak(server: AppServer) -> int:
    """The most memory that a worker for requests has used."""
    found = [0]
    for child in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
        for pid in child.read_text().split():
            status = Path(f"/proc/{pid}/status").read_text() if Path(f"/proc/{pid}").exists() else ""
            found += [int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmHWM")]
            Path(f"/proc/{pid}/clear_refs").write_text("5")  # the next peak starts from here
    assert server
    return max(found)


def main(rounds: int) -> int:
    """The number of files that cost too much, or left something behind."""
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        watched = Path(folder) / "watched"
        watched.mkdir()
        os.environ["TMPDIR"] = str(watched)
        os.chdir(watched)
        ready, where = Event(), list[str]()
        server = AppServer(Address(), f"{folder}/library.sqlite", ServerLimits(rate=1e6, burst=1e6))
        thread = Thread(target=server.run, args=(lambda address: (where.append(address), ready.set()),))
        thread.start()
        ready.wait(60)
        with httpx.Client(base_url=where[0].partition("?")[0], timeout=60, trust_env=False) as client:
            kind = {"Content-Type": "application/octet-stream"}
            for data in (workbook(sheet_of("")), b"." * 81):
                client.post("/api/parse", content=data, headers=kind)  # libraries are loaded once
            base = peak(server)
            for name, data in [*files()] * rounds:
                start = monotonic()
                answer = client.post("/api/parse", params={"name": name}, content=data, headers=kind)
                took, memory = monotonic() - start, peak(server)
                left = [path.name for path in watched.iterdir()]
                is_slow = took > SECONDS and answer.status_code != 200  # many valid puzzles may take longer
                wrong = is_slow or memory - base > MEMORY or answer.status_code >= 500 or bool(left)
                bad += wrong
                mark = "BAD " if wrong else ""
                print(
                    f"{mark}{name}: {len(data):,} bytes, {answer.status_code}, {took:.2f} s,"
                    f" {(memory - base) >> 20} MB {left or ''} {answer.text[:80]!r}",
                    flush=True,
                )
        server.stop()
        thread.join()
    for path in ("/tmp/escaped", "/escaped"):
        bad += Path(path).exists()
    print(f"{bad} wrong; a worker has {base >> 20} MB before the first file")
    return bad


if __name__ == "__main__":
    sys.exit(min(1, main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)))
