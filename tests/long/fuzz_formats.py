"""Damaged inputs for every reader: each must give a puzzle or a ParseError, and soon.

Run as `python tests/long/fuzz_formats.py SECONDS [SEED]`. Inputs are good files of every format with random changes:
bytes flipped, cut, doubled, parts of other files inserted. An input that breaks a reader is printed,
and the exit code is 1.
"""

from __future__ import annotations

import gzip
import io
import random
import sys
import time
import zipfile
import zlib
from base64 import b64decode, b64encode, urlsafe_b64decode, urlsafe_b64encode

import ninefold as nf
from ninefold.core.puzzle import Puzzle
from ninefold.formats import TABLE
from ninefold.formats.decoding import is_encoded
from ninefold.formats.files import reading
from ninefold.formats.format import Format, InputFile
from ninefold.formats.links import compress, decompress

GRID = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = nf.Grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
PUZZLES = (
    Puzzle.from_parts(
        GRID, placed={2: 4}, centre={3: (2, 6)}, corner={5: (1,)}, solution=SOLUTION, meta={"rating": "1.2"}
    ),
    Puzzle.from_parts(GRID, meta={"name": "x", "author": "ä", "rating": "10.5", "comment": "a\nb", "id": "7"}),
    Puzzle.from_parts(nf.Grid("..4.1......3.1.."), meta={"rating": "1.2"}),
    Puzzle(nf.Grid.empty(16).with_digits({0: 16, 255: 1})),
    Puzzle(nf.Grid.empty(nf.Layout(4, regions="AAAB ACBB CCDB CDDD"))),
)
PIECES = (
    *(b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"9" * 400, b"[" * 3000, b"<a>" * 200, b"&#0;", b"&amp;", b"\\ud800"),
    *(b"null", b"NaN", b"-1", b"1e999", b"true", b"{}", b"[]", b'"', b"'", b",", b"\n\n", b"#", b":", b"%1:Table\n"),
    *("²".encode(), "٣".encode(), "😀".encode(), b"zT:[1]", b'"cells"', b"+", b"=", b"%2B", b"u7", b"<!ENTITY a 'b'>"),
    *(b"x" * 5000, b"A" * 70_000, b" " * 70_000, b"." * 70_000, b"|-+" * 20_000, b"#p=" * 9000, b"0 " * 30_000),
)
SLOWEST = 5.0
PACKED = ("fpuzzles-link", "scl-link", "penpa", "link", "xlsx")
PENPA = b"""square,4,4,38,0,1,1,266,266,144,144,0,0,0,0,Title: A,Author: B,,,OFF,false
[0,0,0,0]
{z9:zQ,zG:["1","2","1"]}
{zR:{z_:[]},zS:{},zN:{"18":["1",1,"1"],"29":["4",1,"1"]},zT:[],z3:[],zL:{},z6:[],z7:[]}
{zR:{z_:[]},zN:{"19":["2",2,"1"]}}
"""


_LINE, _FULL = GRID.line, SOLUTION.line
# Files as other programs write them, if we write them differently.
FOREIGN = {
    "csv": f"Puzzle,Solution,Givens,Hidden Singles,Difficulty\n{_LINE},{_FULL},30,12,Easy,\n",
    "hodoku": f"   :0603-1:3:{_LINE.replace('7', '+7')}:224 524:364 365::\n",
    "line": f"{_LINE} #1 Easy (204)\n   Full House: r1c1=5\n   :0000:x:{_LINE}:::\n",
    "records": f'{{"id": 7, "puzzle": "{_LINE}", "solution": "{_FULL}", "rating": 1.5}}\n' * 2,
    "ipuz": '{"kind": ["http://ipuz.org/sudoku/jigsawsudoku#1"], "puzzle": [[0,2,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]],'
    ' "zones": [{"rect": [0,0,1,1]}, {"rect": [2,0,3,1]}, {"cells": [[0,2],[1,2],[0,3],[1,3]]}, {"rect": [2,2,3,3]}]}',
}


def corpus() -> dict[str, list[bytes]]:
    """Good files of every format that is written."""
    files: dict[str, list[bytes]] = {}
    for form in TABLE:
        for puzzle in PUZZLES:
            if form.write and form.name != "parquet" and not form.unsupported(puzzle):
                files.setdefault(form.name, []).append(form.bytes_of([puzzle]))
    for name, text in FOREIGN.items():
        files.setdefault(name, []).append(text.encode())
    for some in list(files.values()):
        some += [gzip.compress(some[0]), some[-1].decode("utf-8", "replace").encode("utf-16")]
    files["penpa-text"] = [PENPA]
    files["penpa"] = [repack("penpa", PENPA)]
    return files


def repack(name: str, text: bytes) -> bytes:
    """A text packed as a kind of link packs it."""
    if name in ("fpuzzles-link", "scl-link"):
        start = "https://www.f-puzzles.com/?load=" if name == "fpuzzles-link" else "https://sudokupad.app/scl"
        return f"{start}{compress(text.decode('utf-8', 'replace'))}".encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(text) + packer.flush()
    start, encode = (b"https://x/penpa-edit/#m=edit&p=", b64encode) if name == "penpa" else (b"#p=", urlsafe_b64encode)
    return start + encode(packed)


def unpack(name: str, data: bytes) -> bytes:
    """The text that such a link packs."""
    if name in ("fpuzzles-link", "scl-link"):
        return decompress(data.decode().strip().partition("load=" if b"load=" in data else "scl")[2]).encode()
    packed = data.strip().partition(b"p=")[2]
    decode = b64decode if name == "penpa" else urlsafe_b64decode
    return zlib.decompress(decode(packed + b"=" * (-len(packed) % 4)), -zlib.MAX_WBITS)


def changed(data: bytes, draw: random.Random, others: list[bytes]) -> bytes:
    """A file with a few random changes."""
    found = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 3, 8))):
        at, length = draw.randint(0, len(found)), draw.choice((1, 1, 2, 8, 40))
        kind = draw.randrange(7)
        if kind == 0 and found:
            found[draw.randrange(len(found))] = draw.randrange(256)
        elif kind == 1:
            del found[at : at + length]
        elif kind == 2:
            found[at:at] = found[at : at + length]
        elif kind == 3:
            found[at:at] = draw.choice(PIECES)
        elif kind == 4:
            found[at : at + length] = draw.choice(PIECES)
        elif kind == 5:
            other = draw.choice(others)
            found[at:at] = other[draw.randint(0, len(other)) :][: 4 * length]
        else:
            found = found[:at]
    return bytes(found)


def changed_inside(name: str, data: bytes, draw: random.Random, others: list[bytes]) -> bytes:
    """A link or a workbook whose packed text was changed, so that its reader is reached behind the packing."""
    if name != "xlsx":
        return repack(name, changed(unpack(name, data), draw, others))
    old, out = zipfile.ZipFile(io.BytesIO(data)), io.BytesIO()
    chosen = draw.choice(old.namelist())
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, changed(old.read(part), draw, others) if part == chosen else old.read(part))
    return out.getvalue()


def attempt(form: Format | None, data: bytes) -> str:
    """What is wrong with how an input is read, by a format or by the one that it seems to be in; else empty."""
    start = time.process_time()
    try:
        for item in reading(InputFile.of(data), "fuzz", form.name if form else None).items():
            if not isinstance(item, Puzzle | nf.ParseError):
                return f"gave {item!r}"
    except nf.ParseError:
        pass
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    seconds = time.process_time() - start
    return f"took {seconds:.1f} s" if seconds > SLOWEST else ""


def run(rounds: int | None, seconds: float | None, seed: int) -> tuple[int, list[str]]:
    """Try inputs until so many were tried or the time is over; how many, and what went wrong."""
    draw, files, faults, count = random.Random(seed), corpus(), list[str](), 0
    plain = {data for name in PACKED for data in files[name] if not is_encoded(data)}
    others = [data for some in files.values() for data in some]
    end = time.monotonic() + seconds if seconds else None
    while (rounds is None or count < rounds) and (end is None or time.monotonic() < end) and len(faults) < 20:
        for form in TABLE:
            data = draw.choice(files.get(form.name, others))
            is_packed = form.name in PACKED and data in plain and draw.random() < 0.8
            odd = changed_inside(form.name, data, draw, others) if is_packed else changed(data, draw, others)
            for reader in (form, None):
                if wrong := attempt(reader, odd):
                    faults.append(f"{form.name} {odd!r}: {wrong}")
            count += 1
    return count, faults


if __name__ == "__main__":
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    tried, found = run(None, limit, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for fault in found:
        print(fault)
    print(f"{tried:,} odd files, {len(found)} faults")
    sys.exit(1 if found else 0)
