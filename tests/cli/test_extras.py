"""Commands without the optional packages: one line that names the extra to install."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import PROPER, ninefold

# Runs before everything else in the process, and hides packages as if they were not installed.
HIDE = """\
import sys

class Hidden:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] in {hidden} else self.finder.find_spec(name, path, target)

sys.meta_path = [Hidden(finder) for finder in sys.meta_path]
"""


def without(folder: Path, *packages: str) -> dict[str, str]:
    """An environment in which packages are missing."""
    (folder / "sitecustomize.py").write_text(HIDE.replace("{hidden}", repr(set(packages))))
    return {"PYTHONPATH": str(folder)}


@pytest.mark.parametrize(
    ("packages", "args", "extra"),
    [
        (["fastapi", "starlette", "uvicorn"], ["play", "--no-browser"], "web"),
        (["PIL"], ["draw", PROPER, "--to", "png"], "draw"),
        (["reportlab"], ["draw", PROPER, "--to", "pdf"], "draw"),
        (["reportlab"], ["book", PROPER, "-o", "book.pdf"], "draw"),
        (["PIL"], ["race", PROPER, "--by", "search", "--plot", "race.png"], "draw"),
        (["scipy", "highspy"], ["solve", PROPER, "--by", "lp"], "lp"),
        (["highspy"], ["solve", PROPER, "--by", "mip"], "lp"),
        (["ortools"], ["solve", PROPER, "--by", "cp"], "cp"),
        (["pysat"], ["solve", PROPER, "--by", "sat"], "sat"),
        (["pyarrow"], ["convert", "-", "x.parquet"], "parquet"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value)[:24],
)
def test_a_missing_package_is_reported_with_its_extra(
    packages: list[str], args: list[str], extra: str, tmp_path: Path
) -> None:
    done = ninefold(*args, env=without(tmp_path, *packages), stdin=PROPER)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert done.err.startswith("ninefold: ")
    assert done.err.endswith(f": pip install 'ninefold[{extra}]'\n")


@pytest.mark.parametrize("args", [["solve", PROPER], ["check", PROPER], ["generate", "--seed", "1"]], ids=" ".join)
def test_the_basic_commands_need_no_extra(args: list[str], tmp_path: Path) -> None:
    hidden = ("scipy", "highspy", "ortools", "pysat", "PIL", "reportlab", "starlette", "uvicorn", "pyarrow")
    done = ninefold(*args, env=without(tmp_path, *hidden))
    assert (done.code, done.err) == (0, "")
