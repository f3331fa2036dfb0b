"""`ninefold canonical`: the canonical form of grids, the same for all symmetric puzzles."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ninefold import records
from ninefold.cli.arguments import add_json, add_puzzles
from ninefold.cli.input import Reader
from ninefold.cli.output import write_json
from ninefold.core.canonical import canonical_rows, require_canonical
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.reading import CELLS, LineBlock
from ninefold.solving.arrays import digests_of, letters

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EXAMPLES = """\
examples:
  ninefold canonical 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold canonical puzzles.txt --distinct > different.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `canonical`."""
    add_puzzles(parser)
    output = parser.add_argument_group("output").add_mutually_exclusive_group()
    output.add_argument("--id", action="store_true", help="print the short ID instead of the form")
    output.add_argument("--distinct", action="store_true", help="drop symmetric duplicates, print the rest unchanged")
    add_json(output)


def run(args: argparse.Namespace) -> int:
    """Print the canonical form of every grid; 1 if --distinct drops one."""
    reader = Reader(args)
    if reader.layout:
        require_canonical(reader.layout)
    printer = Printer(args, reader)
    if args.json or args.alphabet:
        for grid in reader.grids():
            printer.one(grid)
    else:
        for source, block in reader.blocks():
            printer.block(source, block)
    return 2 if reader.failed else 0 if printer.all_differ or not args.distinct else 1


@dataclass
class Printer:
    """Prints forms, IDs or distinct grids: plain 9×9 lines of a file many at a time, anything else one by one."""

    args: argparse.Namespace
    reader: Reader
    all_differ: bool = True
    _seen: set[bytes | str] = field(default_factory=set)

    def block(self, source: str, block: LineBlock) -> None:
        """The puzzles of a block."""
        for part in block.parts:
            if isinstance(part, range):
                self._rows(block.plain[part.start * CELLS : part.stop * CELLS])
            elif grid := self.reader.grid(source, part):
                self.one(grid)

    def one(self, grid: Grid) -> None:
        """One puzzle."""
        try:
            record = records.CanonicalRecord.of(grid)
        except NinefoldError as error:
            self.reader.refuse_puzzle(grid, error)
            return
        is_new = self._is_new(record.canonical)
        if self.args.json:
            write_json(records.with_puzzle(grid, record))
        elif is_new or not self.args.distinct:
            print(grid.line if self.args.distinct else record.id if self.args.id else record.canonical)

    def _is_new(self, form: str) -> bool:
        is_new = form not in self._seen
        self._seen.add(form)
        self.all_differ &= is_new
        return is_new

    def _rows(self, digits: memoryview) -> None:
        """Rows of 9×9 digits at once; if any of them has no form, one by one."""
        import numpy as np

        rows = np.frombuffer(digits, np.uint8).reshape(-1, CELLS)
        forms, automorphisms = canonical_rows(rows, 0)
        if not automorphisms.all():
            for grid in Grid.all_of_digits(bytes(digits), Layout.of_size(9)):
                self.one(grid)
            return
        lines = _lines(forms) if not self.args.id else letters(digests_of(forms, Layout.of_size(9))).tolist()
        if self.args.distinct:
            new = [self._is_new(form) for form in lines]
            lines = [line for line, is_new in zip(_lines(rows), new, strict=True) if is_new]
        sys.stdout.write("".join([f"{line}\n" for line in lines]))


def _lines(rows: NDArray[np.uint8]) -> list[str]:
    import numpy as np

    text = np.frombuffer(b".123456789", np.uint8)[rows].tobytes().decode()
    return [text[start : start + CELLS] for start in range(0, len(text), CELLS)]
