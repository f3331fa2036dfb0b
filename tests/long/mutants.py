"""Mutants: small faults put into a module one at a time, and whether its tests notice.

`make mutants` runs it: MUTANTS=30 random faults in each of the modules below, or in those of ONLY="core/grid.py". A
fault changes one operator, constant, condition or returned value. A mutant is killed if a test fails or the run takes
far too long; those that survive are printed with their line, because each is a behaviour that no test describes, or
code that does nothing.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path

from ninefold import _native

ROOT = Path(__file__).resolve().parents[2]
# The modules that everything else relies on, with the tests that describe them.
MODULES = {
    "core/layout.py": ["tests/core/test_layout.py"],
    "core/grid.py": ["tests/core/test_grid.py", "tests/core/test_text.py"],
    "core/text.py": ["tests/core/test_text.py", "tests/core/test_grid.py"],
    "core/reading.py": ["tests/core/test_reading.py", "tests/core/test_block_reader.py"],
    "core/symmetry.py": ["tests/core/test_symmetry.py"],
    "core/checking.py": ["tests/core/test_checking.py"],
    "solving/solve.py": ["tests/solving/test_solve.py"],
    "solving/judge.py": ["tests/solving/test_solve.py", "tests/solving/test_judge.py"],
    "models/checker.py": ["tests/models/test_certificates.py"],
    "models/clause_checker.py": ["tests/models/test_certificates.py"],
}
SLOW = 5  # a mutant whose tests take so many times longer than without a fault loops
# An editable installation finds the package by an import hook, which would come before the path of the copy.
# A fault may also make a loop that fills the memory.
START = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
sys.meta_path = [finder for finder in sys.meta_path if "editable" not in type(finder).__module__]
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
}
Change = Callable[[], None]


def changes(tree: ast.AST) -> Iterator[tuple[int, str, Change]]:
    """Every fault that can be put into a module: its line, a description, and what makes it."""
    for node in _run_time_nodes(tree):
        if isinstance(node, ast.Compare):
            for place, operator in enumerate(node.ops):
                if type(operator) in SWAPS:
                    yield _swap(node, node.ops, place)
        elif isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in SWAPS:
            other = SWAPS[type(node.op)]
            yield node.lineno, f"{type(node.op).__name__} → {other.__name__}", _setter(node, "op", other())
        elif isinstance(node, ast.Constant):
            yield from _constants(node)
        else:
            yield from _statements(node)


def _constants(node: ast.Constant) -> Iterator[tuple[int, str, Change]]:
    value = node.value
    if type(value) is int:
        yield node.lineno, f"{value} → {value + 1}", _setter(node, "value", value + 1)
    elif type(value) is bool:
        yield node.lineno, f"{value} → {not value}", _setter(node, "value", not value)


def _statements(node: ast.AST) -> Iterator[tuple[int, str, Change]]:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield node.lineno, "condition → not condition", _setter(node, "test", ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield node.lineno, "return … → return None", _setter(node, "value", ast.Constant(None))


def _run_time_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those of annotations, which are never evaluated, and of blocks for type checkers."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST) and not _is_for_types(node):
                yield node
                yield from _run_time_nodes(node)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _swap(node: ast.Compare, operators: list[ast.cmpop], place: int) -> tuple[int, str, Change]:
    other = SWAPS[type(operators[place])]

    def change() -> None:
        operators[place] = other()  # type: ignore[call-overload]

    return node.lineno, f"{type(operators[place]).__name__} → {other.__name__}", change


def _setter(node: ast.AST, name: str, value: object) -> Change:
    return lambda: setattr(node, name, value)


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def mutants(source: str, count: int, seed: int) -> Iterator[tuple[int, str, str]]:
    """So many random mutants of a module: line, description and source."""
    whole = ast.parse(source)
    places = range(len(list(changes(whole))))
    for number in random.Random(seed).sample(places, min(count, len(places))):
        tree = deepcopy(whole)
        line, what, change = list(changes(tree))[number]
        change()
        yield line, what, ast.unparse(ast.fix_missing_locations(tree))


def is_killed(package: Path, tests: list[str], seconds: float | None = None) -> bool:
    """Whether the tests notice a fault in this copy of the package, or do not end in time."""
    environment = os.environ | {"PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", START, "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main(count: int, seed: int = 1, *only: str) -> int:
    """Try every module, or some, and print its score."""
    started, killed, total = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "ninefold"
        shutil.copytree(ROOT / "src/ninefold", package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(_native.__file__, package)
        for name, tests in MODULES.items():
            if only and name not in only:
                continue
            here = [test for test in tests if (ROOT / test).exists()]
            path = package / name
            source = path.read_text(encoding="utf-8")
            begun = time.monotonic()
            assert not is_killed(package, here), f"the tests of {name} fail without any fault"
            slow = SLOW * (time.monotonic() - begun)
            path.write_text("raise ImportError", encoding="utf-8")
            assert is_killed(package, here), f"the tests of {name} do not import this copy of it"
            found = 0
            every = list(mutants(source, count, seed))
            for line, what, mutant in every:
                path.write_text(mutant, encoding="utf-8")
                if is_killed(package, here, slow):
                    found += 1
                else:
                    print(f"  survives: {name}:{line}: {what}", flush=True)
            path.write_text(source, encoding="utf-8")
            killed, total = killed + found, total + len(every)
            print(f"{name}: {found} of {len(every)} killed", flush=True)
    print(f"{killed} of {total} killed, {100 * killed / total:.0f} % ({time.monotonic() - started:.0f} s, seed {seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3]), *sys.argv[3:]))
