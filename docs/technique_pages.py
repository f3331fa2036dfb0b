"""The pages of techniques, docs/techniques.md and docs/techniques/NAME.md, from the table and the positions.

python docs/technique_pages.py      writes all pages and pictures

Positions come from tools/technique_positions.py.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import ninefold as nf
from ninefold.core.position import Position, digits_of

HERE = Path(__file__).parent
FOLDER = HERE / "techniques"
NOTE = "<!-- Written by docs/technique_pages.py. -->"
OUT = """\
Two rows of the usual tables are left out on purpose. Templates compare every way to place a digit on the whole board,
and brute force tries digits until one works: neither is an argument that a person could follow.
"""


def main() -> None:
    """Write every page."""
    FOLDER.mkdir(exist_ok=True)
    positions = json.loads(files("ninefold.logic").joinpath("positions.json").read_text(encoding="utf-8"))
    for technique in nf.techniques():
        write(FOLDER / f"{technique.slug}.md", technique_page(technique, positions.get(technique.slug, [])))
    write(HERE / "techniques.md", table(positions))


def write(file: Path, text: str) -> None:
    """Write a page."""
    file.write_text(text, encoding="utf-8")


def table(positions: dict[str, list[dict[str, str]]]) -> str:
    """The table of all techniques."""
    lines = [
        NOTE,
        "# Techniques",
        "",
        "Every technique that `nf.explain`, `nf.steps` and hints use, in the order of the table. A star marks those",
        "that assume that the puzzle has one solution. Level and score are HoDoKu's, the rating is that of Sudoku",
        "Explainer 1.2.1.",
        "",
        "| technique | other names | HoDoKu | Explainer | boards |",
        "|---|---|---|---|---|",
    ]
    for one in nf.techniques():
        own = f"{one.hodoku.code}: {one.hodoku.level} {one.hodoku.score}" if one.hodoku else ""
        star = " \\*" if one.assumes_unique else ""
        link = f"[{one.title}](techniques/{one.slug}.md){star}"
        lines.append(f"| {link} | {', '.join(one.aliases)} | {own} | {one.explainer} | {one.layouts} |")
    missing = [one.name for one in nf.techniques() if not positions.get(one.slug)]
    lines += ["", OUT]
    if missing:
        lines.append(f"Our generated puzzles have shown no position so far for: {', '.join(missing)}.")
    slugs = [f"techniques/{one.slug}" for one in nf.techniques()]
    lines += ["", "```{toctree}", ":hidden:", "", *slugs, "```"]
    return "\n".join(lines) + "\n"


def technique_page(technique: nf.Technique, positions: list[dict[str, str]]) -> str:
    """One page: what it is, a picture, why it is valid, how to look for it, positions to try."""
    lines = [NOTE, f"# {technique.title}", "", technique.about, ""]
    if technique.assumes_unique:
        lines += ["It assumes that the puzzle has one solution.", ""]
    if positions:
        step = find(technique, positions[0])
        write(FOLDER / f"{technique.slug}.svg", step.svg() + "\n")
        lines += [f"![{technique.title}]({technique.slug}.svg)", "", *paragraphs(step.reason), f"`{step.notation}`", ""]
    lines += ["## Why it is valid", "", technique.why, "", "## How to look for it", "", technique.look, ""]
    if len(positions) > 1:
        lines += ["## Try it", ""]
        for number, position in enumerate(positions[1:], 1):
            lines += attempt(technique, number, position)
    return "\n".join(lines).rstrip() + "\n"


def paragraphs(text: str) -> list[str]:
    """The reason; the lines of a forcing chain as a list."""
    if "\n" not in text:
        return [text, ""]
    return [*(f"- {line.strip()}" for line in text.split("\n")), ""]


def find(technique: nf.Technique, position: dict[str, str]) -> nf.Step:
    """The step of a position."""
    grid = nf.Grid(position["grid"])
    every = Position.of(grid).candidates
    marks = {cell: digits_of(every[cell]) for cell in grid.empty_cells}
    for word in position["removed"].split():
        digit, _, name = word.partition("r")
        marks[grid.layout.cell(f"r{name}")].remove(int(digit))
    found = nf.steps(grid, marks=marks, clues=position["puzzle"], technique=technique.slug, unique=True)
    return next(step for step in found if step.notation == position["answer"])


def attempt(technique: nf.Technique, number: int, position: dict[str, str]) -> list[str]:
    """A position with its answer hidden."""
    removed = f", without the candidates `{position['removed']}`" if position["removed"] else ""
    step = find(technique, position)
    return [
        f"{number}. `{position['grid']}`{removed}",
        "",
        "   <details><summary>Answer</summary>",
        "",
        f"   {step.reason.replace(chr(10), ' ')}",
        "",
        "   </details>",
        "",
    ]


if __name__ == "__main__":
    main()
