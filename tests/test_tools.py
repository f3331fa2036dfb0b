"""The tools of the project: set-up, the tests of what changed, and the list of skipped tests."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[1]
CHANGED = runpy.run_path(str(ROOT / "tools" / "changed_tests.py"))
# All that the check needs; apt-get is not among them, so nothing gets installed.
COMMANDS = ("bash", "dirname", "id", "mkdir", "rm", "uname", "c++")


def check(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `tools/setup check` with only the commands above."""
    for command in COMMANDS:
        if place := shutil.which(command):
            (folder / command).symlink_to(place)
    env = {"PATH": str(folder), "PYTHON": sys.executable} | variables
    bash = shutil.which("bash")
    assert bash
    return subprocess.run([bash, ROOT / "tools" / "setup", "check"], capture_output=True, text=True, env=env)


def test_setup_prints_the_python_if_nothing_is_missing(tmp_path: Path) -> None:
    # The compiler calls its assembler and its linker.
    done = check(tmp_path, PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert (done.returncode, done.stdout, done.stderr) == (0, sys.executable + "\n", "")


def test_setup_names_a_missing_compiler_in_one_line(tmp_path: Path) -> None:
    done = check(tmp_path, CXX="missing")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("Ninefold needs a C++20 compiler. On ")
    assert done.stderr.count("\n") == 1


def test_setup_names_everything_missing_at_once(tmp_path: Path) -> None:
    done = check(tmp_path, CXX="missing", PYTHON="missing")
    assert done.returncode == 1
    assert done.stderr.startswith("Ninefold needs Python 3.11 or newer (with its headers) and a C++20 compiler. On ")


@pytest.mark.parametrize("path", ["README.md", "docs/install.md", "tests/core/test_grid.py"])
def test_changed_test_or_page_selects_itself(path: str) -> None:
    assert list(CHANGED["tests_of"](PurePosixPath(path))) == [path]


def test_changed_module_selects_its_tests_and_tests_that_import_it() -> None:
    found = list(CHANGED["tests_of"](PurePosixPath("src/ninefold/core/grid.py")))
    assert found[0] == "tests/core/test_grid.py"
    assert list(CHANGED["importing"]("known"))


def test_other_changed_files_select_no_tests() -> None:
    assert not list(CHANGED["tests_of"](PurePosixPath("LICENSE")))


def test_skipped_tests_are_listed_with_their_reason() -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--within", "0", "tests/core/test_grid.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0
    assert " skipped tests " in done.stdout
    assert "the time limit of 0 s was reached; `make test` runs all tests\n" in done.stdout
