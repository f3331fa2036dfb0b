"""Whether `nf.steps` finds what HoDoKu found: each step of recorded HoDoKu paths, in the position it was made in.

python benchmarks/hodoku_steps.py PATHS.txt[.gz] [--every N] [--list]

PATHS has a line `# NAME PUZZLE LEVEL SCORE` per puzzle, then a line `CODE<tab>STEP` per step in HoDoKu's notation, as
HoDoKu's batch mode writes it; deeper lines (the chains of a forcing step) start with a blank. A step counts as found if
a step of the same technique changes exactly the same candidates. Forcing chains and nets have many forms: there,
forcing steps must remove the same candidates, perhaps one by one. Brute force is not a technique and is skipped.
`--list` prints every step that was not found, and whether a larger step of the same technique contains it.
"""

from __future__ import annotations

import argparse
import gzip
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import ninefold as nf
from ninefold.core.position import Position, digits_of

FORCING = {"fcc", "fcv", "fnc", "fnv"}
SKIPPED = {"bf", "gu", "ip"}
# One technique of HoDoKu is two of ours; the others have its code.
NAMES = {"h1": ("hidden-single-box", "hidden-single-line")}
Changes = frozenset[tuple[int, int]]


def read(file: Path) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each puzzle with its steps as code and text."""
    text = gzip.decompress(file.read_bytes()).decode() if file.suffix == ".gz" else file.read_text()
    puzzle, steps = "", []
    for line in text.split("\n"):
        if line.startswith("#"):
            if puzzle:
                yield puzzle, steps
            puzzle, steps = next(word for word in line.split() if len(word) == 81), []
        elif line[:1].strip():
            code, _, step = line.partition("\t")
            steps.append((code, step))
    if puzzle:
        yield puzzle, steps


def changes(position: Position, text: str) -> Changes:
    """The candidates that a step in HoDoKu's notation removes; a placement removes the others of its cell."""
    found: set[tuple[int, int]] = set()
    result = text.rpartition("=> ")[2] if "=> " in text else text.rpartition(": ")[2]
    for group in result.split(", "):
        match = re.fullmatch(r"(.+?)(<>|=)(\d)", group)
        if not match:
            raise ValueError(f"cannot read {group!r} in {text!r}")
        for cell in cells(match[1]):
            found |= others(position, cell, int(match[3])) if match[2] == "=" else {(cell, int(match[3]))}
    return frozenset(found)


def cells(text: str) -> Iterator[int]:
    """The cells of `r1c23,r45c6`."""
    for rows, columns in re.findall(r"r(\d+)c(\d+)", text):
        yield from ((int(row) - 1) * 9 + int(column) - 1 for row in rows for column in columns)


def others(position: Position, cell: int, digit: int) -> set[tuple[int, int]]:
    """The other candidates of a cell."""
    return {(cell, other) for other in digits_of(position.candidates[cell]) if other != digit}


def our_changes(position: Position, step: nf.Step) -> Changes:
    """The same of a step of ours."""
    found = set(step.removes)
    for cell, digit in step.places:
        found |= others(position, cell, digit)
    return frozenset(found)


def look_up(position: Position, puzzle: nf.Grid, code: str, text: str) -> str:
    """Whether `steps` has this step here: `found`, `within a larger step` or `not found`."""
    if code in ("n1", "h1", "fh"):
        return "found" if is_single(position, code, text) else "not found"
    wanted = changes(position, text)
    marks = {cell: list(digits_of(position.candidates[cell])) for cell in position.grid.empty_cells}
    names = "forcing" if code in FORCING else NAMES.get(code, code)
    ours = [
        our_changes(position, step)
        for step in nf.steps(position.grid, marks=marks, clues=puzzle, technique=names, unique=True)
    ]
    if wanted in ours or (code in FORCING and wanted <= frozenset().union(*ours)):
        return "found"
    return "within a larger step" if any(wanted < one for one in ours) else "not found"


def is_single(position: Position, code: str, text: str) -> bool:
    """Whether `steps` has this single here."""
    cell, digit = next(cells(text)), int(text[-1])
    names = {"n1": ["naked-single", "full-house"], "fh": ["full-house"], "h1": ["hidden single"]}[code]
    marks = {one: list(digits_of(position.candidates[one])) for one in position.grid.empty_cells}
    return any(
        (cell, digit) in step.places for step in nf.steps(position.grid, marks=marks, technique=names, unique=True)
    )


def apply(position: Position, text: str) -> None:
    """Make the changes of a step."""
    result = text.rpartition("=> ")[2] if "=> " in text else text.rpartition(": ")[2]
    if match := re.fullmatch(r"(r\dc\d)=(\d)", result):
        position.place(next(cells(match[1])), int(match[2]))
        return
    for cell, digit in changes(position, text):
        position.candidates[cell] &= ~(1 << digit - 1)


def main() -> None:
    """Compare and count."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only every N-th puzzle")
    parser.add_argument("--singles", action="store_true", help="check singles too")
    parser.add_argument("--list", action="store_true", help="print every step that was not found")
    args = parser.parse_args()
    total: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for number, (line, steps) in enumerate(read(args.file)):
        if number % args.every:
            continue
        puzzle = nf.Grid(line)
        position = Position.of(puzzle)
        for code, text in steps:
            if code not in SKIPPED and (args.singles or code not in ("n1", "h1", "fh")):
                total[code] += 1
                answer = look_up(position, puzzle, code, text)
                found[code] += answer == "found"
                if args.list and answer != "found":
                    print(f"{answer}: {text}\t{position.grid.line}\t{line}", flush=True)
            apply(position, text)
    print("| step | of HoDoKu | found |\n|---|--:|--:|")
    for code, count in total.most_common():
        print(f"| {code} | {count:,} | {found[code]:,} |")
    share = found.total() / max(total.total(), 1)
    print(f"| all | {total.total():,} | {found.total():,} ({share:.2%}) |")


if __name__ == "__main__":
    main()
