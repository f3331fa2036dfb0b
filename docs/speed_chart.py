"""Bar chart of the summary on the benchmarks page, for that page and the README.

python docs/speed_chart.py      writes docs/speed.svg from the first table of docs/benchmarks.md

The chart draws its own background, so it stays legible on any page; it follows the reader's light or dark setting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
WIDTH, LEFT, RIGHT, TOP, ROW, BAR = 760, 24, 64, 76, 46, 9
# Blue and grey differ in lightness as well as in hue, so colour vision does not matter.
STYLE = """
.page { fill: #ffffff; stroke: #d0d7de } .text { fill: #1f2328 } .faint { fill: #59636e }
.ours { fill: #0072b2 } .peer { fill: #8c959f }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117; stroke: #30363d } .text { fill: #e6edf3 } .faint { fill: #9198a1 }
.ours { fill: #56b4e9 } .peer { fill: #6e7681 }
}
text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif } .head { font-weight: 600 }
"""


@dataclass(frozen=True)
class Task:
    """One row of the table: what was measured, both rates or times, and their ratio, all as printed."""

    name: str
    ours: str
    peer: str
    printed: str

    @property
    def ratio(self) -> float:
        """The ratio as a number."""
        return float(self.printed)


def tasks(page: str) -> list[Task]:
    """The rows of the first table of the page that end in a ratio."""
    table = page.partition("\n\n|")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \| ([\d.]+)× \|$", table, re.MULTILINE)
    return [Task(*row) for row in rows]


def text(x: float, y: float, words: str, kind: str = "text", anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def bar(y: float, width: float, kind: str) -> str:
    return f'<rect x="{LEFT}" y="{y:g}" width="{width:.1f}" height="{BAR}" rx="2" class="{kind}"/>'


def row(task: Task, y: float, unit: float) -> list[str]:
    """A task: its name and both figures, and below them our bar and the peer's, whose length is 1."""
    return [
        text(LEFT, y, task.name),
        text(WIDTH - LEFT, y, f"{task.ours} vs {task.peer}", "faint", "end"),
        bar(y + 7, task.ratio * unit, "ours"),
        bar(y + 7 + BAR, unit, "peer"),
        text(LEFT + task.ratio * unit + 8, y + 7 + BAR + 4, f"{task.printed}×", "text head"),
    ]


def chart(page: str) -> str:
    """The picture for the figures on the page."""
    found = tasks(page)
    unit = (WIDTH - LEFT - RIGHT) / max(task.ratio for task in found)
    height = TOP + ROW * len(found) + 4
    title = "Speed of Ninefold relative to the best other program"
    spoken = "; ".join(f"{task.name}: {task.printed} times as fast" for task in found)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'role="img" aria-labelledby="title desc">',
        f'<title id="title">{title}</title><desc id="desc">{escape(spoken)}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8" class="page"/>',
        text(LEFT, 30, f"{title} (longer is faster)", "text head"),
        f'<rect x="{LEFT}" y="41" width="12" height="{BAR}" rx="2" class="ours"/>'
        + text(LEFT + 18, 50, "Ninefold", "faint"),
        f'<rect x="{LEFT + 92}" y="41" width="12" height="{BAR}" rx="2" class="peer"/>'
        + text(LEFT + 110, 50, "best other program = 1×; one thread, on a CPU with AVX2", "faint"),
    ]
    for number, task in enumerate(found):
        parts += row(task, TOP + 8 + ROW * number, unit)
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    source = (HERE / "benchmarks.md").read_text(encoding="utf-8")
    (HERE / "speed.svg").write_text(chart(source), encoding="utf-8")
