"""Clause proofs by the hundred: every claim of the SAT method, checked by a program that knows no solver.

`make proofs` runs it, with PROOFS=1000 puzzles: proper ones, impossible ones and some with a few solutions, on 4×4, 6×6
and 9×9. Each proof is written as NAME.cnf and NAME.drat and checked by the checker of `ninefold verify`, and by
`drat-trim` if that is installed. The number of solutions must also be the one that the engine finds.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import ninefold as nf
from ninefold.models.checker import check_certificate
from ninefold.models.proof_files import read_proof_files

MOST = 20  # puzzles with more solutions are skipped


def puzzles(count: int, random: Random) -> Iterator[nf.Grid]:
    """Generated puzzles, some with a clue removed, some with a clue changed."""
    sizes = (4, 6, 9, 9, 9)
    while count:
        puzzle = nf.generate(random.choice(sizes), seed=random.randrange(2**32)).clues
        clues = random.sample(list(puzzle.filled_cells), 2)
        match random.randrange(4):
            case 0:
                puzzle = puzzle.with_digits({clues[0]: 0})
            case 1:
                others = (puzzle.with_digits({clues[0]: digit, clues[1]: 0}) for digit in range(1, puzzle.size + 1))
                puzzle = next((other for other in others if other != puzzle and not nf.check(other).clashes), puzzle)
        if nf.count(puzzle, limit=MOST + 1) <= MOST:
            count -= 1
            yield puzzle


def prove(puzzle: nf.Grid, name: Path) -> str:
    """Solve a puzzle with a proof and check it; how many solutions it has, in words."""
    result = nf.solve(puzzle, by=f"sat:proof={name}", limit=nf.Limit(None, seconds=60))
    count = nf.count(puzzle, limit=MOST + 1)
    if "proof" not in result.stats:  # clashing clues need no solver, and get none
        assert nf.check(puzzle).clashes, f"no proof for {puzzle.line}"
        return "clashing clues, no proof needed"
    found = check_certificate(read_proof_files(str(name)))
    assert found.verdict == "proved", f"{puzzle.line}: {found}"
    assert len(result.solutions) == count, f"{puzzle.line}: {len(result.solutions)} solutions, the engine finds {count}"
    if trim := shutil.which("drat-trim"):
        done = subprocess.run([trim, f"{name}.cnf", f"{name}.drat"], capture_output=True, text=True)
        assert "s VERIFIED" in done.stdout, f"drat-trim rejects {puzzle.line}"
    return "impossible" if not count else "one solution" if count == 1 else "several solutions"


def main(count: int, seed: int = 1) -> int:
    """Prove them all; an invalid proof ends it."""
    started, ends = time.monotonic(), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for number, puzzle in enumerate(puzzles(count, Random(seed)), 1):
            ends[prove(puzzle, Path(folder) / "proof")] += 1
            if number % 50 == 0:
                print(f"\r{number:,} of {count:,}", end="", file=sys.stderr)
    print(f"\n{count:,} proofs accepted: " + ", ".join(f"{ends[end]:,} {end}" for end in sorted(ends)))
    print(f"drat-trim: {'accepted all of them too' if shutil.which('drat-trim') else 'not installed'}")
    print(f"{time.monotonic() - started:.0f} s, seed {seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
