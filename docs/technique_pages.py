"""The pages of techniques, docs/techniques.md and docs/techniques/NAME.md, from the table and the positions.

python docs/technique_pages.py      writes all pages and pictures

Positions come from tools/technique_positions.py.
"""

from __future__ import annotations

from pathlib import Path

import ninefold as nf
from ninefold.logic.positions import Exercise, exercises
from ninefold.logic.techniques import families, find_techniques

HERE = Path(__file__).parent
FOLDER = HERE / "techniques"
NOTE = "<!-- Written by docs/technique_pages.py. -->"
OUT = """\
Two techniques of other lists are missing on purpose. Templates compare every way to place a digit on the whole board,
and brute force tries digits until one works: neither is an argument that a person could follow.
"""


def main() -> None:
    """Write every page."""
    FOLDER.mkdir(exist_ok=True)
    for technique in nf.techniques():
        write(FOLDER / f"{technique.slug}.md", technique_page(technique))
    write(HERE / "techniques.md", table())


def write(file: Path, text: str) -> None:
    """Write a page."""
    file.write_text(text, encoding="utf-8")


def table() -> str:
    """All techniques by family."""
    lines = [
        NOTE,
        "# Techniques",
        "",
        "Every technique that `nf.explain`, `nf.steps` and hints use. The same pages are in the browser app under",
        "*Learn*, with positions to practise on. A star marks techniques that assume that the puzzle has one solution.",
        "Level and score are HoDoKu's, the rating is that of Sudoku Explainer 1.2.1.",
    ]
    for family in families():
        lines += ["", f"## {family.title}", "", family.about, ""]
        lines += ["| technique | other names | HoDoKu | Explainer | boards |", "|---|---|---|---|---|"]
        lines += [row(one) for one in nf.techniques() if one.family == family.slug]
    lines += ["", "## Not here", "", OUT]
    slugs = [f"techniques/{one.slug}" for one in nf.techniques()]
    lines += ["", "```{toctree}", ":hidden:", "", *slugs, "```"]
    return "\n".join(lines) + "\n"


def row(one: nf.Technique) -> str:
    """A technique in the table."""
    own = f"{one.hodoku.code}: {one.hodoku.level} {one.hodoku.score}" if one.hodoku else ""
    star = " \\*" if one.assumes_unique else ""
    link = f"[{one.title}](techniques/{one.slug}.md){star}"
    return f"| {link} | {', '.join(one.aliases)} | {own} | {one.explainer} | {one.layouts} |"


def technique_page(technique: nf.Technique) -> str:
    """One page: what it is, a picture, why it is valid, how to look for it, positions to try."""
    positions = exercises(technique)
    lines = [NOTE, f"# {technique.title}", "", technique.about, ""]
    if technique.assumes_unique:
        lines += ["It assumes that the puzzle has one solution.", ""]
    step = positions[0].step()
    write(FOLDER / f"{technique.slug}.svg", step.svg() + "\n")
    lines += [f"![{technique.title}]({technique.slug}.svg)", "", *paragraphs(step.reason), f"`{step.notation}`", ""]
    lines += ["## Why it is valid", "", technique.why, "", "## How to look for it", "", technique.look, ""]
    if technique.never:
        lines += ["## Never the next step", "", technique.never, ""]
    if len(positions) > 1:
        lines += ["## Try it", "", *when(technique, positions)]
        for number, position in enumerate(positions[1:], 1):
            lines += attempt(number, position)
        lines += [f"The [app](../playing.md#learn) has endless practice, at `/learn/{technique.slug}`.", ""]
    return "\n".join(lines).rstrip() + "\n"


def when(technique: nf.Technique, positions: tuple[Exercise, ...]) -> list[str]:
    """What is left to do in the positions of a technique that no built-in order uses."""
    if not technique.after or not all(position.is_next for position in positions):
        return []
    name = find_techniques(technique.after)[0].name
    return [f"No built-in order uses it. In these positions, the order `human` has nothing left up to {name}.", ""]


def paragraphs(text: str) -> list[str]:
    """The reason; the lines of a forcing chain as a list, with assumptions inside assumptions as lists inside it."""
    if "\n" not in text:
        return [text, ""]
    lines = ((len(line) - len(line.lstrip()), line.strip()) for line in text.split("\n"))
    return [*(f"{' ' * depth}- {line}" for depth, line in lines), ""]


def attempt(number: int, position: Exercise) -> list[str]:
    """A position with its answer hidden."""
    removed = f", without the candidates `{position.removed}`" if position.removed else ""
    step = position.step()
    return [
        f"{number}. `{position.grid.line}`{removed}",
        "",
        "   <details><summary>Answer</summary>",
        "",
        *(f"   {line}".rstrip() for line in paragraphs(step.reason)),
        "   </details>",
        "",
    ]


if __name__ == "__main__":
    main()
