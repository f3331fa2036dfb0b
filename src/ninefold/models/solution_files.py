"""Solution files: the output of another solver for an exported model, read back into a grid.

The form is recognised by the content:

1. JSON, one object or several: names with values, or `y` as rows of digits (MiniZinc writes both).
2. `v` lines of literals from SAT solvers (`v 1 -2 3 0`) and pseudo-Boolean ones (`v x1 -x2`), or the literals after a
   line SAT. They are numbered as in `ninefold.models.clauses`.
3. `y = […];`, MiniZinc's form of an array of N² digits.
4. Lines with a name and its value, from nearly all linear solvers (`x_r1c2_3 1`, `y_r1c2 = 3`, also within XML; GLPK
   puts a mark between them, `x_r1c2_3 * 1`; in the tables of HiGHS the name comes last). Other lines are ignored.
   Candidates that are not named are 0.
5. A statement that there is no solution, in the words of some solver, before the first value; some write values below.
6. A statement that the solver was stopped. The values may be a solution all the same; if they are not, this is why.

A cell that the output does not mention keeps its clue. Whether the grid is correct is checked by `solving.judge`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import PathLike
from typing import cast

import numpy as np

from ninefold.core.errors import Fault, GridError, NinefoldError, ParseError
from ninefold.core.geometry import cell_name
from ninefold.core.grid import Grid
from ninefold.core.values import counted, short_repr
from ninefold.models.clauses import grid_of_flags
from ninefold.models.incidence import Flags, incidence_of
from ninefold.models.rows import Floats

WITHIN = 1e-6
# Characters. A solution that names every candidate of a 64×64 board is shorter.
MAX_LENGTH = 1 << 26

NUMBER = r"[-+]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][-+]?[0-9]{1,3})?"
NAME = re.compile(r"(?<![\w.])(?:x_r(\d+)c(\d+)_(\d+)|y_r(\d+)c(\d+)|x(\d+))(?![\w.])", re.ASCII)
MARK = r"(?:(?:\*|B|N[LUSF])[ \t]+)?"  # GLPK's, for whole numbers and for the simplex method
VALUE = re.compile(rf"\s*(?:[=:\t ]|\"[^<>]*?\bvalue=\")\s*{MARK}({NUMBER})(?![\w.])", re.ASCII)
# A line of HiGHS's table: index, status, lower and upper bound, value, dual, type; then the name.
TABLE = re.compile(
    rf"\s*[0-9]+\s+(?:[A-Z]{{2}}\s+)?{NUMBER}\s+(?:{NUMBER}|inf)\s+({NUMBER})\s+(?:{NUMBER}\s+)?(?:[A-Z][a-z]+\s+)?",
    re.ASCII,
)
NUMBERED = re.compile(r"^s (?:bas|ipt|mip) [0-9]", re.MULTILINE)  # GLPK's -w: columns by number, without names
ANY_VALUE = re.compile(rf"{NAME.pattern}|^[ \t]*[vV][ \t]", re.ASCII | re.MULTILINE)
ARRAY = re.compile(r"^[ \t]*y[ \t]*=([^;]*);", re.MULTILINE)
NOTHING = re.compile(
    r"^[ \t]*(?:s[ \t]+|=+)?(?:UNSAT|UNSATISFIABLE)[ \t]*=*[ \t\r]*$"
    r"|^[ \t]*(?:(?:model |solution )?status[ \t:]*)?(?:(?:this )?problem is |integer )?infeasible\b"
    r"(?![ \t]*\(INTERMEDIATE)"
    r"|^[ \t]*status[ \t:]+integer empty\b",
    re.IGNORECASE | re.MULTILINE,
)
UNFINISHED = re.compile(
    r"^[ \t]*(?:s[ \t]+|=+)?(UNKNOWN|INDETERMINATE)[ \t]*=*[ \t\r]*$"
    r"|^[ \t]*status[ \t:]+((?:integer )?undefined|feasible|infeasible \(intermediate\))"
    r"|^[ \t]*(stopped on \w+)"
    r"|^[ \t]*(?:(?:model |solution )?status[ \t:]*)?((?:\w+ )?(?:limit reached|interrupt)|not set)\b"
    r"|solutionStatusString=\"([^\"<>]*(?:limit|abort)[^\"<>]*)\"",
    re.IGNORECASE | re.MULTILINE,
)
SOMETHING = re.compile(r"^[^\n]{0,40}\b(?:optimal|satisfiable|sat)\b", re.IGNORECASE | re.MULTILINE)
BLANK = re.compile(r"\s*")
# HiGHS writes the duals under the same names below the values; CBC's reduced costs follow them on the same line.
DUALS = re.compile(r"^# Dual", re.MULTILINE)


@dataclass
class SolutionReader:
    """What has been read so far: values of candidates, digits of cells, and faults."""

    puzzle: Grid
    values: dict[int, float] = field(default_factory=dict)  # by cell·N + digit − 1
    digits: dict[int, float] = field(default_factory=dict)  # by cell
    faults: list[Fault] = field(default_factory=list)
    numbered: bool = False  # numbered variables include candidates that the model does not have
    found: bool = False  # whether the output claims a solution, possibly without any values

    def name(self, match: re.Match[str], value: float, where: str) -> None:
        """Store the value of a named variable."""
        size = self.puzzle.size
        x_row, x_column, digit, y_row, y_column, number = (int(part[:9]) if part else 0 for part in match.groups())
        row, column = (x_row, x_column) if digit else (y_row, y_column)
        if number:
            self._number(number, value, where)
        elif not (1 <= row <= size and 1 <= column <= size and digit <= size) or match[3] == "0":
            self.faults.append(Fault(where, match[0], f"a variable of a board of size {size}"))
        elif digit:
            self._set(self.values, ((row - 1) * size + column - 1) * size + digit - 1, value, where, match[0])
        else:
            self._set(self.digits, (row - 1) * size + column - 1, value, where, match[0])

    def literal(self, number: int, where: str) -> None:
        """Store a literal: a positive one is true, a negative one false."""
        self._number(abs(number), float(number > 0), where)

    def rows(self, digits: list[object], where: str) -> None:
        """Store the digits of all cells."""
        if len(digits) != self.puzzle.size**2:
            self.faults.append(Fault(where, counted(len(digits), "digit"), f"{self.puzzle.size**2}"))
            return
        for cell, digit in enumerate(digits):
            if isinstance(digit, int | float) and not isinstance(digit, bool):
                self.digits[cell] = float(digit)
            else:
                self.faults.append(Fault(f"{where}, {cell_name(cell, self.puzzle.size)}", short_repr(digit), "a digit"))

    def _number(self, number: int, value: float, where: str) -> None:
        self.numbered = True
        most = self.puzzle.size**3
        if not 1 <= number <= most:
            self.faults.append(Fault(where, str(number), f"a variable from 1 to {most}"))
        else:
            self._set(self.values, number - 1, value, where, str(number))

    def _set(self, known: dict[int, float], place: int, value: float, where: str, name: str) -> None:
        if known.setdefault(place, value) != value:
            self.faults.append(Fault(where, f"{name} again, as {value:g}", f"{known[place]:g}, as before"))

    def grid(self) -> Grid:
        """The grid that was read; raises an error with all faults."""
        if self.faults:
            raise ParseError("the solution cannot be read", self.faults)
        if not self.values and not self.digits:
            if self.puzzle.is_full and self.found:
                return self.puzzle
            raise ParseError(
                "no solution found in the text: expected lines `x_r1c2_3 1`, `v` lines of literals, an array y, or JSON"
            )
        return self._of_digits() if self.digits else self._of_values()

    def _of_digits(self) -> Grid:
        size = self.puzzle.size
        found = bytearray(self.puzzle.digits)
        faults = []
        for cell, value in sorted(self.digits.items()):
            if not (abs(value - round(value)) <= WITHIN and 1 <= round(value) <= size):
                faults.append(Fault(cell_name(cell, size), f"{value:g}", f"a whole number from 1 to {size}"))
            else:
                found[cell] = round(value)
        if faults:
            raise GridError("the solution is not a grid", faults)
        return self._full(Grid.from_digits(bytes(found), self.puzzle.layout))

    def _of_values(self) -> Grid:
        size = self.puzzle.size
        unclear = {place // size for place, value in self.values.items() if min(abs(value), abs(value - 1)) > WITHIN}
        if unclear:
            cells = self.puzzle.layout.names(sorted(unclear)[:9])
            raise GridError(f"the solution is fractional in {len(unclear)} of {size**2} cells: {cells}")
        flags = np.zeros(size**3, np.bool_)
        flags[[place for place, value in self.values.items() if value > 0.5]] = True
        if self.numbered:
            return grid_of_flags(self.puzzle, flags, incidence_of(self.puzzle.layout))
        return self._of_flags(flags.reshape(-1, size))

    def _of_flags(self, flags: Flags) -> Grid:
        """The digits of the candidates that are 1; a clue that is not mentioned stays."""
        named = {place // self.puzzle.size for place in self.values}
        digits, faults = bytearray(self.puzzle.digits), []
        for cell in sorted(named | set(self.puzzle.empty_cells)):
            found = (np.flatnonzero(flags[cell]) + 1).tolist()
            if len(found) == 1:
                digits[cell] = found[0]
            else:
                read = " and ".join(map(str, found)) or "no digit"
                faults.append(Fault(self.puzzle.layout.name(cell), read, "one digit"))
        if faults:
            raise GridError("the solution does not give each cell one digit", faults)
        return Grid.from_digits(bytes(digits), self.puzzle.layout)

    def _full(self, grid: Grid) -> Grid:
        if empty := grid.empty_cells:
            named = self.puzzle.layout.names(empty[:9])
            raise GridError(
                f"the solution has no digit for {counted(len(empty), 'cell')}: {named}{' …' if len(empty) > 9 else ''}"
            )
        return grid


def parse_solution(text: str, puzzle: Grid) -> Grid:
    """The full grid of a solution file; it is not verified here.

    >>> parse_solution("v 2 -3 7 -8 12 13", Grid("..4. 1... ...3 .1.."))
    Traceback (most recent call last):
    ...
    ninefold.GridError: r2c2 has no digit, expected one digit
    """
    reader = SolutionReader(puzzle, found=bool(SOMETHING.search(text)))
    nothing = NOTHING.search(text)
    if nothing and not ANY_VALUE.search(text, 0, nothing.start()):  # rule 5
        raise GridError(f"line {_line(text, nothing.start())}: the solver reports no solution")
    try:
        _read(text, reader)
        return reader.grid()
    except NinefoldError:
        if nothing and not reader.values and not reader.digits:  # names without values, and the status below them
            raise GridError(f"line {_line(text, nothing.start())}: the solver reports no solution") from None
        if stopped := UNFINISHED.search(text):  # rule 6
            said = next(filter(None, stopped.groups()))
            where = f"line {_line(text, stopped.start())}"
            raise GridError(f"{where}: the solver did not finish ({said}) and has no solution") from None
        raise


def parse_point(text: str, puzzle: Grid) -> Floats:
    """The values in a solution file [cell, digit − 1], fractional or not; candidates that are not named are 0."""
    reader = SolutionReader(puzzle)
    _read(text, reader)
    if reader.faults:
        raise ParseError("the point cannot be read", reader.faults)
    if not reader.values:
        hint = "; a text is not opened as a file: pass a pathlib.Path" if _is_name(text) else ""
        raise ParseError(f"no point found in the text: expected lines such as `x_r1c2_3 0.5`{hint}")
    point = np.zeros(puzzle.size**3)
    point[list(reader.values)] = list(reader.values.values())
    return point.reshape(-1, puzzle.size)


def _is_name(text: str) -> bool:
    """Whether a text looks like the name of a file."""
    return bool(re.fullmatch(r"[^\s=]{0,999}\.\w{1,9}", text.strip()))


def content_of(source: str | PathLike[str]) -> str:
    """The text of a solution file: given as it is, or by its path."""
    if isinstance(source, str):
        return source
    with open(os.fspath(source), encoding="utf-8-sig", errors="replace") as file:
        text = file.read(MAX_LENGTH + 1)
    if len(text) > MAX_LENGTH:
        raise ParseError(f"the answer has more than {MAX_LENGTH:,} characters, too many for any board")
    return text


def _read(text: str, reader: SolutionReader) -> None:
    """Rules 1 to 4."""
    if text.lstrip()[:1] in ("{", "["):
        _read_json(text, reader)
    elif literals := list(_literals(text)):
        _read_literals(literals, reader)
    elif arrays := list(ARRAY.finditer(text)):
        _read_array(text, arrays[-1], reader)
    elif NUMBERED.search(text):
        raise ParseError("the values have no names: expected the file that glpsol writes with -o, not -w")
    else:
        _read_names(text, reader)


def _read_json(text: str, reader: SolutionReader) -> None:
    """Rule 1: the last object with any values."""
    decoder, place, objects = json.JSONDecoder(), 0, []
    text = text.strip()
    try:
        while place < len(text):
            value, place = decoder.raw_decode(text, place)
            objects.append(value)
            place = cast("re.Match[str]", BLANK.match(text, place)).end()
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1) if isinstance(error, json.JSONDecodeError) else 1
        raise ParseError(f"line {line}: read {short_repr(text[place : place + 30])}, expected JSON") from None
    for value in reversed(objects):
        _walk(value, reader, "JSON", 0)
        if reader.values or reader.digits or reader.faults:
            return


def _walk(value: object, reader: SolutionReader, where: str, depth: int) -> None:
    """Read names and arrays anywhere in an object, up to a few levels deep."""
    if not isinstance(value, dict) or depth > 4:
        return
    for key, inner in value.items():
        if match := NAME.fullmatch(key):
            if isinstance(inner, int | float) and not isinstance(inner, bool):
                reader.name(match, float(inner), f"{where}, {key}")
            else:
                reader.faults.append(Fault(f"{where}, {key}", short_repr(inner), "a number"))
        elif key == "y" and isinstance(inner, list):
            rows = [cell for row in inner for cell in (row if isinstance(row, list) else [row])]
            reader.rows(rows, f"{where}, y")
        else:
            _walk(inner, reader, where, depth + 1)


def _literals(text: str) -> Iterator[tuple[int, str]]:
    """Rule 2: the words of `v` lines, and of lines after SAT, with their line numbers."""
    after_sat = False
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words[:1] == ["v"] or words[:1] == ["V"]:
            yield from ((number, word) for word in words[1:])
        elif after_sat and re.fullmatch(r"[-\d\s]+", line, re.ASCII):
            yield from ((number, word) for word in words)
        after_sat |= words == ["SAT"]


def _read_literals(literals: list[tuple[int, str]], reader: SolutionReader) -> None:
    for line, word in literals:
        match = re.fullmatch(r"([-+]?)(?:x?([0-9]{1,9})|(x_.*))", word, re.ASCII)
        named = NAME.fullmatch(match[3]) if match and match[3] else None
        if match and named:
            reader.name(named, float(match[1] != "-"), f"line {line}")
        elif match and match[2]:
            if int(match[2]):
                reader.literal(int(match[2]) * (-1 if match[1] == "-" else 1), f"line {line}")
        else:
            reader.faults.append(Fault(f"line {line}", short_repr(word), "a literal such as 12, -12, x12 or -x12"))


def _read_array(text: str, match: re.Match[str], reader: SolutionReader) -> None:
    """Rule 3: the numbers of the last array y."""
    words = re.sub(r"array2d\(|\d+\s*\.\.\s*\d+\s*,", " ", match[1], flags=re.ASCII)
    digits: list[object] = [int(word[:9]) for word in re.findall(r"\d+", words, re.ASCII)]
    reader.rows(digits, f"line {_line(text, match.start(1))}")


def _read_names(text: str, reader: SolutionReader) -> None:
    """Rule 4: names with values, up to the duals."""
    duals = DUALS.search(text)
    for number, line in enumerate(text[: duals.start() if duals else None].splitlines(), 1):
        for match in NAME.finditer(line):
            value = VALUE.match(line, match.end()) or TABLE.fullmatch(line, 0, match.start())
            if value is None:
                read = short_repr(line[match.start() :].strip())
                reader.faults.append(Fault(f"line {number}", read, f"a number after {match[0]}"))
            else:
                reader.name(match, float(value[1]), f"line {number}")


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
