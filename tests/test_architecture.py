"""The house itself: what the package promises about its own files."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ninefold

ROOT = Path(__file__).parents[1]
MODULES = sorted(
    info.name
    for info in pkgutil.walk_packages(ninefold.__path__, "ninefold.")
    if not info.name.endswith(("__main__", "_native"))
)
LIGHT = ("numpy", "rich", "shtab", "subprocess", "importlib.metadata")


@pytest.mark.parametrize("name", ["ninefold", *MODULES])
def test_the_examples_in_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(module, optionflags=flags).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_a_modules_first_line_says_what_it_is(name: str) -> None:
    doc = importlib.import_module(name).__doc__
    assert doc
    assert doc.splitlines()[0].endswith((".", ":"))


def test_the_public_names_are_all_there_and_nothing_else() -> None:
    assert list(ninefold.__all__) == sorted(ninefold.__all__)
    for name in ninefold.__all__:
        assert getattr(ninefold, name).__doc__, name


def test_no_room_has_the_name_of_a_public_function() -> None:
    rooms = {path.name for path in (ROOT / "src" / "ninefold").iterdir() if path.is_dir()}
    assert not rooms & set(ninefold.__all__)


def test_importing_the_package_stays_light() -> None:
    script = "import sys, ninefold; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in LIGHT if name in loaded]


def test_the_package_works_where_its_native_module_was_not_built() -> None:
    script = (
        "import ninefold as nf; print(*[info.name for info in nf.methods() if info.available]);"
        "print(nf.solve('..4.1......3.1..').method)"
    )
    # The interpreter below the virtual environment knows nothing of the installed package.
    done = subprocess.run(
        [sys._base_executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "src")},
    )
    *names, taken = done.stdout.split()
    assert (names[:2], taken) == (["propagate", "backtrack"], "propagate")
    assert not {"lanes", "search", "sat", "mip"} & {*names}


def test_the_version_is_told_in_one_voice() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{ninefold.__version__}"' in project


def test_only_the_binding_knows_python() -> None:
    for path in filter(Path.is_file, (ROOT / "native").rglob("*")):
        knows = re.search(r"nanobind|Python\.h", path.read_text(encoding="utf-8"))
        assert bool(knows) == (path.name == "bind.cpp"), path.name


def test_the_table_of_the_seed_puzzles_can_be_made() -> None:
    command = [sys.executable, str(ROOT / "examples" / "paper_table.py"), "0.02"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(lines) > 15
    wanted = {info.name for info in ninefold.methods() if info.complete}
    assert wanted <= {*lines[3].split()}


def test_the_package_is_typed_and_carries_its_licence() -> None:
    assert (ROOT / "src" / "ninefold" / "py.typed").exists()
    assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_first_lines_of_the_readme_are_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.index("make run") < text.index("make test") < 600
