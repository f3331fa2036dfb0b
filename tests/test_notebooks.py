"""The lessons in examples/notebooks: every cell runs, what it ends with can be shown, and the figures are kept."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
NEEDS = {
    "2": ("highspy",),
    "1": ("highspy", "scipy"),
    "3": ("ortools", "pysat"),
    "4": ("highspy",),
    "5": ("highspy", "ortools", "pysat"),
}

# Runs the cells of a notebook as Jupyter does: one after the other in one namespace, showing the last expression.
RUNNER = """
import ast, json, sys

names = {"__name__": "__main__"}
for number, cell in enumerate(json.load(open(sys.argv[1], encoding="utf-8"))["cells"], 1):
    if cell["cell_type"] != "code":
        continue
    tree = ast.parse("".join(cell["source"]), f"cell {number}")
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, f"cell {number}", "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
        show = getattr(value, "_repr_svg_", None) or getattr(value, "_repr_html_", None)
        picture = show() if show else ""
        assert not show or ("<svg" in picture or "<table" in picture), f"cell {number} shows nothing"
"""


def _cells(notebook: Path) -> list[dict[str, object]]:
    cells: list[dict[str, object]] = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return cells


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_lesson_runs(notebook: Path, tmp_path: Path) -> None:
    missing = [name for name in NEEDS[notebook.stem[0]] if find_spec(name) is None]
    if missing:
        pytest.skip(f"the lesson needs {', '.join(missing)}: pip install 'ninefold[opt]'")
    command = [sys.executable, "-c", RUNNER, str(notebook)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_exercise_has_an_answer(notebook: Path) -> None:
    texts = ["".join(cell["source"]) for cell in _cells(notebook) if cell["cell_type"] == "markdown"]  # type: ignore[arg-type]
    exercises = next(text for text in texts if text.startswith("## Exercises"))
    answers = "\n".join(texts[texts.index(exercises) + 1 :])
    numbers = re.findall(r"^(\d)\. ", exercises, re.MULTILINE)
    assert numbers == ["1", "2", "3"]
    assert re.findall(r"^\*\*(\d)\.\*\* ", answers, re.MULTILINE) == numbers


def test_there_are_five_lessons_with_figures() -> None:
    assert [path.stem[0] for path in NOTEBOOKS] == ["1", "2", "3", "4", "5"]
    for notebook in NOTEBOOKS:
        outputs = [output for cell in _cells(notebook) for output in cell.get("outputs", [])]  # type: ignore[attr-defined]
        pictures = [one for one in outputs if {"image/svg+xml", "text/html"} & set(one.get("data", ()))]
        assert len(pictures) >= 3, notebook.name
        assert not [one for one in outputs if one["output_type"] == "error"], notebook.name
