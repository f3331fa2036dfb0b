"""Tests of the repository: module docstrings, public names, light imports, layers, licence."""

from __future__ import annotations

import ast
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
def test_docstring_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(module, optionflags=flags).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_every_module_has_a_docstring(name: str) -> None:
    doc = importlib.import_module(name).__doc__
    assert doc
    assert doc.splitlines()[0].endswith((".", ":"))


def test_public_names_are_sorted_and_documented() -> None:
    assert list(ninefold.__all__) == sorted(ninefold.__all__)
    for name in ninefold.__all__:
        assert getattr(ninefold, name).__doc__, name


def test_no_package_has_the_name_of_a_public_function() -> None:
    packages = {path.name for path in (ROOT / "src" / "ninefold").iterdir() if path.is_dir()}
    assert not packages & set(ninefold.__all__)


def test_import_loads_no_heavy_modules() -> None:
    script = "import sys, ninefold; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in LIGHT if name in loaded]


def test_package_works_without_the_native_module() -> None:
    script = (
        "import ninefold as nf; print(*[info.name for info in nf.methods() if info.available]);"
        "print(nf.solve('..4.1......3.1..').method)"
    )
    # The base interpreter of the virtual environment does not see the installed package.
    done = subprocess.run(
        [sys._base_executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "src")},
    )
    *names, chosen = done.stdout.split()
    assert (names[:2], chosen) == (["propagate", "backtrack"], "propagate")
    assert not {"lanes", "search", "sat", "mip"} & {*names}


def test_version_matches_pyproject() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{ninefold.__version__}"' in project


def test_only_the_bindings_include_python() -> None:
    for path in filter(Path.is_file, (ROOT / "native").rglob("*")):
        uses_python = re.search(r"nanobind|Python\.h", path.read_text(encoding="utf-8"))
        assert bool(uses_python) == path.name.startswith("bind"), path.name


def test_table_of_the_papers_puzzles_is_printed() -> None:
    command = [sys.executable, str(ROOT / "examples" / "paper_table.py"), "0.02"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(lines) > 15
    wanted = {info.name for info in ninefold.methods() if info.complete}
    assert wanted <= {*lines[3].split()}


def test_package_is_typed_and_has_a_licence() -> None:
    assert (ROOT / "src" / "ninefold" / "py.typed").exists()
    assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").glob("*.py")), ids=lambda path: path.stem)
def test_benchmarks_import_only_what_exists(path: Path) -> None:
    """Benchmarks run rarely, and many of their imports are inside functions: a renamed name would go unnoticed."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
    for node in nodes:
        if node.module in ("ninefold", "ninefold._native", *MODULES):
            module = importlib.import_module(node.module)
            names = [alias.name for alias in node.names if f"{node.module}.{alias.name}" not in MODULES]
            assert [name for name in names if not hasattr(module, name)] == [], node.module
        else:
            assert not str(node.module).startswith("ninefold."), node.module


def test_readme_starts_with_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.index("make run") < text.index("make test") < 600


# Words of a private dialect, with what to write instead. They crept in once; they must not come back.
AVOIDED = {
    "heed(s|ed|ing)?": "stop on time, check the deadline",
    "by lot": "at random",
    "wish(es|ed)?": "constraint, recipe",
    "whoever|somebody": "name the actor",
    "askers?|lodgers?|shelf|desk": "caller, worker, store, context",
    "anew": "again",
    "told|telling": "reported, shown",
    "stood": "was, remained",
}
PROSE = ("*.md", "*.py", "*.js", "*.mjs", "*.html", "*.?pp", "Makefile")


def test_plain_words_are_used() -> None:
    command = ["git", "grep", "-nI", "", "--", *PROSE]
    found = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if found.returncode:
        pytest.skip("not a git checkout")
    lines = [line for line in found.stdout.splitlines() if not line.startswith("tests/test_architecture.py:")]
    for pattern, better in AVOIDED.items():
        avoided = re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)
        assert not [line for line in lines if avoided.search(line.replace("_", " "))], f"write instead: {better}"
