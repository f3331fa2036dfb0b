"""Forged certificates by the thousand: none that is false may be accepted.

`make forgeries` runs it, with FORGERIES=100000 certificates and a tenth as many clause proofs in files. Each is a true
certificate with random changes in any field; a SAT solver decides whether those that the checker accepts are true.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))
from forging import try_forged_files, try_forgeries


def main(count: int, seed: int = 1) -> int:
    """Try them; 1 if a false one was accepted."""
    started = time.monotonic()

    def report(number: int, accepted: int, false: int) -> None:
        print(f"\r{number:,} of {count:,}: {accepted:,} accepted, {false} of them false", end="", file=sys.stderr)

    accepted, false = try_forgeries(count, Random(seed), report)
    print(f"\n{count:,} forged certificates: {accepted:,} accepted, {false} of them false")
    with tempfile.TemporaryDirectory() as folder:
        accepted, wrong = try_forged_files(count // 10, Random(seed), Path(folder))
    print(f"{count // 10:,} forged clause proofs in files: {accepted:,} accepted, {wrong} of them false")
    print(f"{time.monotonic() - started:.0f} s, seed {seed}")
    return 1 if false or wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
