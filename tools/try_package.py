"""A try of the installed package: the core commands work, and whatever lacks an extra names it.

Run it with the Python of an environment into which ninefold was installed without extras.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NINEFOLD = Path(sysconfig.get_path("scripts")) / "ninefold"

# Each line: the arguments, and what the command must print; all of them must succeed.
WORKING = [
    (["--version"], "ninefold"),
    (["solve", PUZZLE], SOLUTION),
    (["solve", "--by", "search", PUZZLE], SOLUTION),
    (["solve", "--by", "lanes", PUZZLE], SOLUTION),
    (["solve", "--by", "propagate", PUZZLE], SOLUTION),
    (["check", PUZZLE], "51 empty cells"),
    (["generate", "--seed", "1"], "."),
    (["generate", "--size", "4", "--seed", "1"], "."),
    (["count", PUZZLE], "1"),
    (["hint", PUZZLE], "box"),
    (["draw", PUZZLE, "-o", "puzzle.svg"], ""),
    (["convert", "puzzle.txt", "puzzle.sdk"], ""),
    (["convert", "puzzle.txt", "puzzle.xlsx"], ""),
    (["library", "--file", "puzzles.sqlite", "import", "puzzle.txt"], ""),
    (["methods"], "propagate"),
]
# Each line: the arguments, the module that is missing, and the extra that the error must name.
NEEDING_AN_EXTRA = [
    (["play", "--no-browser"], "uvicorn", "web"),
    (["solve", "--by", "lp", PUZZLE], "highspy", "lp"),
    (["solve", "--by", "mip", PUZZLE], "highspy", "lp"),
    (["solve", "--by", "cp", PUZZLE], "ortools", "cp"),
    (["solve", "--by", "sat", PUZZLE], "pysat", "sat"),
    (["draw", PUZZLE, "-o", "puzzle.png"], "PIL", "draw"),
    (["draw", PUZZLE, "-o", "puzzle.pdf"], "reportlab", "draw"),
    (["book", PUZZLE, "-o", "book.pdf"], "reportlab", "draw"),
    (["convert", "puzzle.txt", "puzzle.parquet"], "pyarrow", "parquet"),
    (["convert", "table.parquet", "puzzle.csv"], "pyarrow", "parquet"),
    (["convert", "games.xls", "puzzle.csv"], "python_calamine", "excel"),
    (["convert", "games.ods", "puzzle.csv"], "python_calamine", "excel"),
]
# Files of which only the first bytes are those of their format: enough to recognise it.
HEADS = {
    "table.parquet": b"PAR1" + bytes(40) + b"PAR1",
    "games.xls": bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504),
    "games.ods": b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
}


def run(arguments: list[str], folder: str) -> tuple[int, str]:
    """The exit code of a command, and everything it printed."""
    done = subprocess.run(
        [NINEFOLD, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
    )
    return done.returncode, done.stdout


def faults(folder: str) -> list[str]:
    """What does not go as it should, in words."""
    found = []
    for arguments, expected in WORKING:
        code, printed = run(arguments, folder)
        if code != 0 or expected not in printed:
            found.append(f"ninefold {' '.join(arguments)}: exit code {code}\n{printed}")
    for arguments, module, extra in NEEDING_AN_EXTRA:
        if find_spec(module):
            print(f"not tried, as {module} is installed: ninefold {' '.join(arguments)}")
            continue
        code, printed = run(arguments, folder)
        if code == 0 or f"ninefold[{extra}]" not in printed or "Traceback" in printed:
            found.append(f"ninefold {' '.join(arguments)}: should name ninefold[{extra}]; exit code {code}\n{printed}")
    return found


def main() -> int:
    """Try everything in an empty folder; 0 if all is well."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "puzzle.txt").write_text(PUZZLE + "\n", encoding="utf-8")
        for name, head in HEADS.items():
            Path(folder, name).write_bytes(head)
        found = faults(folder)
    print("\n".join(found) or "the package works, and names the extra for what it cannot do")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
