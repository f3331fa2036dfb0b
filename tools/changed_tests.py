"""The tests of what changed: prints the test files for `make quick`, the nearest first.

Changed are the files that differ from where this branch left main, and those not yet committed. A changed test or
page of the documentation selects itself. A changed module selects its mirror (src/ninefold/core/grid.py:
tests/core/test_grid.py), the tests that import it, and the other tests of its package. This misses what depends
on a module indirectly; `make test` runs everything.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = PurePosixPath("src/ninefold")
STATIC = PACKAGE / "web/static"


def git(*arguments: str) -> list[str]:
    """The lines that a git command prints; none if it fails."""
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed() -> list[PurePosixPath]:
    """The changed files that still exist."""
    base = git("merge-base", "HEAD", "main") or git("merge-base", "HEAD", "origin/main") or ["HEAD"]
    names = git("diff", "--name-only", base[0]) + git("ls-files", "--others", "--exclude-standard")
    return [PurePosixPath(name) for name in sorted({*names}) if (ROOT / name).is_file()]


def importing(module: str) -> Iterator[str]:
    """The tests that name a module in an import."""
    package, _, name = module.rpartition(".")
    pattern = re.compile(
        rf"^\s*(?:from {re.escape(module)} import|import {re.escape(module)}\b"
        + (rf"|from {re.escape(package)} import .*\b{re.escape(name)}\b)" if package else ")"),
        re.MULTILINE,
    )
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if pattern.search(path.read_text(encoding="utf-8")):
            yield path.relative_to(ROOT).as_posix()


def tests_of(path: PurePosixPath) -> Iterator[str]:
    """The test files that a changed file selects."""
    page = path.suffix == ".md" and path.parts[0] in ("docs", "README.md", "CONTRIBUTING.md")
    if page or path.match("test_*.py"):
        yield str(path)
    elif path.parts[0] == "tests" and path.suffix == ".py":
        yield from importing(path.stem)
    elif path.is_relative_to(STATIC):
        yield "tests/web/browser/test_play_logic.py"
    elif path.parts[0] == "native":
        yield from importing("ninefold._native")
    elif path.is_relative_to(PACKAGE) and path.suffix == ".py":
        yield from tests_of_module(path.relative_to(PACKAGE))


def tests_of_module(path: PurePosixPath) -> Iterator[str]:
    """The mirror of a module of the package, and the tests that import it."""
    inside = path.parent if path.stem == "__init__" else path.with_suffix("")
    mirror = PurePosixPath("tests", *inside.parts[:-1], f"test_{inside.name}.py")
    if (ROOT / mirror).is_file():
        yield str(mirror)
    yield from importing(".".join(("ninefold", *inside.parts)))


def neighbours(path: PurePosixPath) -> Iterator[str]:
    """The tests of the package that a changed module belongs to."""
    if path.is_relative_to(PACKAGE) and path.suffix == ".py":
        folder = ROOT / "tests" / path.relative_to(PACKAGE).parent
        yield from (test.relative_to(ROOT).as_posix() for test in sorted(folder.glob("test_*.py")))


def main() -> None:
    """Print each test file once: what changed, what tests it, then the rest of its package."""
    files = changed()
    found = [str(path) for path in files if path.match("test_*.py")]
    found += [test for path in files for test in tests_of(path)]
    found += [test for path in files for test in neighbours(path)]
    print(*dict.fromkeys(found), sep="\n")


if __name__ == "__main__":
    main()
